// SIGNED: what a keeper recorded under keys that did not speak for its author is found, whatever the engine says.
#include <gtest/gtest.h>

#include "nomic/replay/audit.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

class Found : public AuditSink {
 public:
  void finding(const AuditFinding& finding) override {
    if (finding.check == "SIGNED") at.push_back(finding.index);
  }
  void not_judged(const AuditFinding&) override {}
  void evidence(const AuditFinding&) override {}
  std::vector<std::uint64_t> at;
};

class SignedMoves : public ::testing::Test {
 protected:
  SignedMoves() {
    Founding founding;
    founding.name = "friday";
    founding.ruleset = *edition("1990", {});
    founding.nonce = std::string(16, 'n');
    founding.signatures_required = true;
    for (const char* name : {"Ann", "Bob"}) founding.players.push_back(*player_names(name, "", ""));
    founding.keys = {{ann_.public_key().raw(), "ann"}, {bob_.public_key().raw(), "bob"}};
    game_ = Game::found(*ledger_, founding)->game;
  }

  // As whoever keeps the ledger can: no rule is asked.
  std::uint64_t record(const std::string& author, const v1::Event& event,
                       const std::vector<const ledger::PrivateKey*>& keys) {
    const auto head = *ledger_->head(game_);
    ledger::AppendRequest request;
    request.game = game_;
    request.expected_size = head.size;
    request.records = {{.author = author, .payload = event.SerializeAsString(), .keys = keys}};
    request.recorded_at = head.recorded_at;
    EXPECT_TRUE(ledger_->append(request));
    return head.size;
  }
  std::vector<std::uint64_t> found() {
    Found sink;
    Auditor auditor(sink, {});
    auto game = Game::open(*ledger_, "");
    EXPECT_TRUE(game);
    auto done = game->replay(game->head().size, [&](const Played& played) {
      AuditEntry entry;
      entry.index = played.move.index;
      entry.author = played.move.author;
      entry.recorded_at = played.move.recorded_at;
      entry.event = &played.move.event;
      entry.bytes = played.record.bytes;
      entry.emitted = &played.consequences;
      entry.after = &played.after.state();
      auditor.see(entry);
      return true;
    });
    EXPECT_TRUE(done);
    (void)auditor.finish();
    return sink.at;
  }
  static v1::Event speech() {
    v1::Event event;
    event.mutable_consent_given();
    return event;
  }
  v1::Event rotation(const ledger::PrivateKey& from, const ledger::PrivateKey& to) {
    v1::Event event;
    event.mutable_key_rotated()->set_old_key(from.public_key().raw());
    event.mutable_key_rotated()->set_new_key(to.public_key().raw());
    return event;
  }

  std::unique_ptr<ledger::Ledger> ledger_ = ledger::Ledger::in_memory();
  ledger::GameId game_;
  ledger::PrivateKey ann_ = ledger::PrivateKey::generate();
  ledger::PrivateKey bob_ = ledger::PrivateKey::generate();
  ledger::PrivateKey fresh_ = ledger::PrivateKey::generate();
};

TEST_F(SignedMoves, ByKeysInForceHold) {
  record("Ann", speech(), {&ann_});
  record("Bob", rotation(bob_, fresh_), {&bob_, &fresh_});
  record("Bob", speech(), {&fresh_});
  EXPECT_TRUE(found().empty());
}

TEST_F(SignedMoves, SignaturesAddedToTheAuthorsOwnAreNone) {
  const auto stranger = ledger::PrivateKey::generate();
  record("Ann", speech(), {&stranger, &ann_, &bob_});
  record("Bob", rotation(bob_, fresh_), {&ann_, &bob_, &fresh_});
  record("Bob", speech(), {&bob_, &fresh_});
  EXPECT_TRUE(found().empty());
  const auto before = record("Bob", speech(), {&bob_, &stranger});
  EXPECT_EQ(found(), std::vector<std::uint64_t>{before});
}

TEST_F(SignedMoves, UnsignedForeignUnknownAndRetiredKeysAreFound) {
  std::vector<std::uint64_t> expected;
  expected.push_back(record("Ann", speech(), {}));
  expected.push_back(record("Ann", speech(), {&bob_}));
  expected.push_back(record("Ann", speech(), {&fresh_}));
  expected.push_back(record("Ann", speech(), {&bob_, &fresh_}));
  expected.push_back(record("", speech(), {&ann_}));
  record("Ann", rotation(ann_, fresh_), {&ann_, &fresh_});
  expected.push_back(record("Ann", speech(), {&ann_}));
  expected.push_back(record("Ann", rotation(ann_, fresh_), {&ann_}));
  record("Ann", speech(), {&fresh_});
  EXPECT_EQ(found(), expected);
}

}  // namespace
}  // namespace nomic::replay
