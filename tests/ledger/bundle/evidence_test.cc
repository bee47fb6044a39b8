// What is kept with a game beside its records.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/checkpoint.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

struct Kept {
  MemoryStore* store = nullptr;
  std::unique_ptr<Ledger> ledger;
  GameId game;
  PrivateKey key = PrivateKey::generate();
  PrivateKey witness = PrivateKey::generate();

  Kept() {
    auto made = std::make_unique<MemoryStore>();
    store = made.get();
    ledger = *Ledger::over(std::move(made), {});
    game = test::found_game(*ledger, "friday", 20)->game;
  }
  [[nodiscard]] std::string text(std::uint64_t size) const {
    return Checkpoint{"log.example", size, *ledger->root_at(game, size), {}}.text();
  }
  [[nodiscard]] BundleEvidence note(std::uint64_t size) const {
    Note note{text(size), {}};
    note.add(sign_note(note.text, "log.example", key));
    return {"note", size, note.encode()};
  }
  [[nodiscard]] BundleEvidence cosigned(std::uint64_t size) const {
    Note note{text(size), {}};
    note.add(cosign_note(note.text, "w", witness, 5));
    return {"note", size, note.encode()};
  }
  std::string& row(std::uint64_t size) {
    const std::string prefix = "E" + game.hash.raw() + big_endian(size);
    return store->rows(Table::CATALOG).lower_bound(prefix)->second;
  }
};

TEST(Evidence, IsKeptByAscendingSizeAndOnce) {
  Kept kept;
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(7)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"timestamp", 12, "token"}));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"timestamp", 12, "another"}));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"fork", 900, "two notes"}));
  const auto found = kept.ledger->evidence(kept.game);
  ASSERT_OK(found);
  ASSERT_EQ(found->size(), 5U);
  EXPECT_EQ((*found)[0].size, 7U);
  EXPECT_EQ((*found)[0].bytes, kept.note(7).bytes);
  EXPECT_EQ((*found)[4].kind, "fork");
  EXPECT_TRUE(test::faults_of(*kept.ledger, kept.game).empty());
}

TEST(Evidence, SignaturesOfOneTextComeTogether) {
  Kept kept;
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.cosigned(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  const auto found = kept.ledger->evidence(kept.game);
  ASSERT_OK(found);
  ASSERT_EQ(found->size(), 1U);
  const auto note = Note::parse(found->front().bytes);
  ASSERT_OK(note);
  EXPECT_EQ(note->signatures.size(), 2U);
  EXPECT_OK(verify_note(*note, {{"w", KeyType::COSIGNATURE, kept.witness.public_key()},
                                {"log.example", KeyType::ED25519, kept.key.public_key()}}));
}

TEST(Evidence, MustFitTheGame) {
  Kept kept;
  Checkpoint other{"log.example", 12, sha256("another history"), {}};
  Note note{other.text(), {}};
  note.add(sign_note(note.text, "log.example", kept.key));
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 12, note.encode()}), BAD_NOTE);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 13, kept.note(12).bytes}), BAD_NOTE);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 12, "no note"}), BAD_NOTE);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 21, kept.note(12).bytes}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"timestamp", 21, "token"}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"Time stamp", 12, "token"}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"timestamp", 12, ""}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence({sha256("no game")}, kept.note(12)), NO_SUCH_GAME);
  EXPECT_TRUE(kept.ledger->evidence(kept.game)->empty());
}

TEST(Evidence, DamageToItIsFound) {
  const auto faults_after = [](const std::function<void(Kept&)>& damage) {
    Kept kept;
    EXPECT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
    damage(kept);
    return test::faults_of(*kept.ledger, kept.game);
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(faults_after([](Kept& kept) { kept.row(12) = "x"; }), Words{"evidence"});
  EXPECT_EQ(faults_after([](Kept& kept) {
              kept.row(12) = encode(EvidenceRow{"note", kept.note(11).bytes});
            }),
            Words{"evidence"});
  EXPECT_EQ(faults_after([](Kept& kept) {
              kept.store->rows(Table::CATALOG)["E" + kept.game.hash.raw() + big_endian(3)] = kept.row(12);
            }),
            Words{"evidence"});
  EXPECT_EQ(
      faults_after([](Kept& kept) { kept.store->rows(Table::CATALOG)["E" + sha256("no game").raw()] = kept.row(12); }),
      Words{"foreign"});
  EXPECT_EQ(
      faults_after([](Kept& kept) {
        const Hash id = sha256("timestamp\ntoken");
        kept.store->rows(Table::CATALOG)[evidence_key(kept.game, 21, id)] = encode(EvidenceRow{"timestamp", "token"});
      }),
      Words{"beyond"});
  // A note at its place that names another root.
  EXPECT_EQ(
      faults_after([](Kept& kept) {
        Note note{Checkpoint{"log.example", 12, sha256("x"), {}}.text(), {}};
        note.add(sign_note(note.text, "log.example", kept.key));
        const Hash id = sha256("note\n" + note.text);
        kept.store->rows(Table::CATALOG)[evidence_key(kept.game, 12, id)] = encode(EvidenceRow{"note", note.encode()});
      }),
      Words{"evidence"});
}

TEST(Evidence, IsDurable) {
  test::Place place;
  GameId game;
  std::string note;
  {
    auto ledger = place.make();
    ASSERT_OK(ledger);
    game = test::found_game(**ledger, "friday", 3)->game;
    Note signed_note{Checkpoint{"o", 3, (*ledger)->head(game)->root, {}}.text(), {}};
    signed_note.add(sign_note(signed_note.text, "o", PrivateKey::generate()));
    note = signed_note.encode();
    ASSERT_OK((*ledger)->keep_evidence(game, {"note", 3, note}));
    ASSERT_OK(test::say(**ledger, game, "a move after it"));
  }
  auto ledger = place.read();
  ASSERT_OK(ledger);
  const auto found = (*ledger)->evidence(game);
  ASSERT_OK(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().bytes, note);
  EXPECT_TRUE(test::faults_of(**ledger, game).empty());
}

}  // namespace
}  // namespace nomic::ledger
