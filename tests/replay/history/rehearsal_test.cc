// Rehearsals: what is copied, what is said of it, who may speak, and that it lies in no ledger beside its game.
#include "nomic/replay/rehearsal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

constexpr std::uint64_t FOUNDING = 32;  // records: the game, 29 rules, Ann and Bob
constexpr const char* SALT = "0123456789abcdef";

Result<std::string> rehearsal_of(Kept& t, std::uint64_t size, const std::string& salt = SALT) {
  std::string bundle;
  const auto write = [&](std::string_view bytes) {
    bundle += bytes;
    return 0;
  };
  auto report = export_rehearsal(*t.ledger, *t.game, size, salt, write, {});
  if (!report) return report.error();
  return bundle;
}

Result<TakenIn> taken_in(ledger::Ledger& ledger, const std::string& bytes, const std::string& name = {}) {
  auto at = std::make_shared<std::size_t>(0);
  ledger::BundleSource source([&bytes, at](char* into, std::size_t count) {
    const std::size_t given = std::min(count, bytes.size() - *at);
    std::memcpy(into, bytes.data() + *at, given);
    *at += given;
    return static_cast<std::ptrdiff_t>(given);
  });
  BundleImport bundle;
  bundle.name = name;
  return Game::import_from(ledger, source, bundle);
}

// A rehearsal that is played on.
struct Practice {
  std::unique_ptr<ledger::Ledger> ledger = ledger::Ledger::in_memory();
  std::unique_ptr<Game> game;

  explicit Practice(const Result<std::string>& bundle) {
    EXPECT_TRUE(bundle.ok()) << why(bundle);
    auto taken = taken_in(*ledger, *bundle);
    EXPECT_TRUE(taken.ok()) << why(taken);
    auto opened = Game::open(*ledger, "");
    EXPECT_TRUE(opened.ok()) << why(opened);
    game = std::make_unique<Game>(*std::move(opened));
  }
  Result<Receipt> submit(const std::string& author, const v1::Event& event,
                         std::vector<const ledger::PrivateKey*> keys = {}) {
    Submission submission;
    submission.author = author;
    submission.event = event;
    submission.now = game->head().recorded_at.value + SECOND;
    submission.keys = std::move(keys);
    return game->submit(submission);
  }
};

TEST(Rehearsal, IsTheGameUnderAnotherIdentityAndSaysSo) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.ok("Ann", enact("Cake is served at noon."));
  t.ok("Ann", call(301));
  Practice practice(rehearsal_of(t, t.game->head().size));
  EXPECT_NE(practice.game->head().game, t.game->head().game);
  EXPECT_EQ(practice.game->head().size, t.game->head().size);
  const v1::Rehearsal& says = practice.game->engine().state().founding().rehearsal();
  EXPECT_EQ(says.game(), t.game->head().game.hash.raw());
  EXPECT_EQ(says.size(), t.game->head().size);
  EXPECT_EQ(says.head_hash(), t.game->head().head_hash.raw());
  EXPECT_TRUE(says.unsigned_records().empty());

  // But for that message the states are the same.
  v1::State here = t.game->engine().state().to_wire();
  v1::State there = practice.game->engine().state().to_wire();
  there.mutable_founding()->clear_rehearsal();
  EXPECT_EQ(there.SerializeAsString(), here.SerializeAsString());
}

// What is done in it is not done in the game; two of one moment are two.
TEST(Rehearsal, IsApartFromTheGameAndFromOthers) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.ok("Ann", enact("Cake is served at noon."));
  const ledger::Head before = t.game->head();
  Practice one(rehearsal_of(t, before.size));
  Practice other(rehearsal_of(t, before.size, "fedcba9876543210"));
  EXPECT_NE(one.game->head().game, other.game->head().game);
  EXPECT_TRUE(one.submit("Ann", call(301)).ok());
  EXPECT_EQ(t.ledger->head(before.game)->size, before.size);
  EXPECT_EQ(t.ledger->head(before.game)->head_hash, before.head_hash);
  EXPECT_EQ(other.game->head().size, before.size);
}

TEST(Rehearsal, BeginsWhereItIsToldTo) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.turn("Ann", enact("Cake."), FOR);
  Practice early(rehearsal_of(t, FOUNDING));
  EXPECT_EQ(early.game->head().size, FOUNDING);
  EXPECT_TRUE(early.submit("Ann", enact("Tea instead.")).ok());
  const auto never = rehearsal_of(t, FOUNDING - 1);
  expect_refused(never, ErrorCode::NO_SUCH_POINT, {"founded by its records up to #31"});
  // Of a rehearsal there are rehearsals: of that one.
  std::string bundle;
  auto report = export_rehearsal(*early.ledger, *early.game, FOUNDING + 1, SALT,
                                 [&](std::string_view bytes) {
                                   bundle += bytes;
                                   return 0;
                                 },
                                 {});
  ASSERT_TRUE(report.ok()) << why(report);
  Practice again{Result<std::string>(bundle)};
  EXPECT_EQ(again.game->engine().state().founding().rehearsal().game(), early.game->head().game.hash.raw());
}

// Ann's key and Bob's, in a game in which every move must be signed.
struct Signers {
  ledger::PrivateKey ann = ledger::PrivateKey::generate();
  ledger::PrivateKey bob = ledger::PrivateKey::generate();

  [[nodiscard]] Founding founding() const {
    Founding founding = founding_of({"Ann", "Bob"});
    founding.signatures_required = true;
    founding.keys = {{ann.public_key().raw(), "a"}, {bob.public_key().raw(), "b"}};
    return founding;
  }
  // Of Ann's, signed, a second after the last record.
  [[nodiscard]] Submission by_ann(const Kept& t, const v1::Event& event) const {
    Submission move;
    move.author = "Ann";
    move.event = event;
    move.now = t.game->head().recorded_at.value + SECOND;
    move.keys = {&ann};
    return move;
  }
};

// Every move of the game was signed; in the rehearsal none is, and none need be.
TEST(Rehearsal, NobodyHasToSign) {
  const Signers signers;
  const ledger::PrivateKey& ann = signers.ann;
  const ledger::PrivateKey& bob = signers.bob;
  Kept t(Where::MEMORY, signers.founding());
  const Submission proposal = signers.by_ann(t, enact("Cake is served at noon."));
  ASSERT_TRUE(t.game->submit(proposal).ok());
  // A second key of Ann's, which proved that she holds it.
  const ledger::PrivateKey spare = ledger::PrivateKey::generate();
  Submission registered = proposal;
  registered.event = {};
  registered.event.mutable_key_registered()->set_player("Ann");
  registered.event.mutable_key_registered()->set_public_key(spare.public_key().raw());
  registered.event.mutable_key_registered()->set_key_name("s");
  registered.keys = {&ann, &spare};
  ASSERT_TRUE(t.game->submit(registered).ok()) << why(t.game->submit(registered));

  Practice practice(rehearsal_of(t, t.game->head().size));
  EXPECT_EQ(practice.game->engine().state().players(0).keys_size(), 2);
  EXPECT_TRUE(practice.submit("Ann", call(301)).ok());
  EXPECT_TRUE(practice.submit("Bob", vote(FOR, 301)).ok());
  // A signature that is there is its author's all the same.
  expect_refused(practice.submit("Ann", vote(FOR, 301), {&bob}), ErrorCode::SIGNED_BY_ANOTHER, {"Bob"});
  EXPECT_TRUE(practice.submit("Ann", vote(AGAINST, 301), {&ann}).ok());
}

// A keeper put a vote of Bob's into the game that Bob has not signed: it has no effect there, nor in a rehearsal.
TEST(Rehearsal, WhatCouldNotSpeakInTheGameCannotInIt) {
  const Signers signers;
  Kept t(Where::MEMORY, signers.founding());
  v1::Event cake = enact("Cake is served at noon.");
  cake.mutable_proposal_made()->set_call_vote(true);
  const Submission proposal = signers.by_ann(t, cake);
  ASSERT_TRUE(t.game->submit(proposal).ok());
  ledger::AppendRequest forged;
  forged.game = t.game->head().game;
  forged.expected_size = t.game->head().size;
  forged.records.push_back({.author = "Bob", .payload = vote(AGAINST, 301).SerializeAsString()});
  forged.recorded_at = t.game->head().recorded_at;
  ASSERT_TRUE(t.ledger->append(forged).ok());
  t.reopen();
  ASSERT_TRUE(t.game->engine().state().ballots().empty());

  Practice practice(rehearsal_of(t, t.game->head().size));
  const v1::State there = practice.game->engine().state().to_wire();
  EXPECT_EQ(there.founding().rehearsal().unsigned_records_size(), 1);
  EXPECT_EQ(there.founding().rehearsal().unsigned_records(0), FOUNDING + 1);
  EXPECT_TRUE(practice.game->engine().state().ballots().empty());
  EXPECT_TRUE(practice.submit("Bob", vote(FOR, 301)).ok()) << "Bob has not voted yet";
}

TEST(Rehearsal, LiesInNoLedgerBesideItsGame) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  const auto bundle = rehearsal_of(t, FOUNDING);
  ASSERT_TRUE(bundle.ok());
  expect_refused(taken_in(*t.ledger, *bundle, "practice"), ErrorCode::REHEARSAL_APART,
                 {"nothing is taken in: it is a rehearsal of"});
  EXPECT_EQ(t.ledger->games()->size(), 1U);

  Practice practice(bundle);
  std::string whole;
  const auto write = [&](std::string_view bytes) {
    whole += bytes;
    return 0;
  };
  ASSERT_TRUE(t.ledger->export_to(write, {t.game->head().game, 0, {}, 0}, {}).ok());
  expect_refused(taken_in(*practice.ledger, whole, "game"), ErrorCode::REHEARSAL_APART,
                 {"this ledger holds a rehearsal of it"});
  EXPECT_EQ(practice.ledger->games()->size(), 1U);
  // Another rehearsal of the same game may lie there, and what the first has recorded goes on.
  EXPECT_TRUE(taken_in(*practice.ledger, *rehearsal_of(t, FOUNDING, "fedcba9876543210"), "second").ok());
}

// A founding that claims to rehearse and does not say what is no game.
TEST(Rehearsal, ItsFoundingNamesAGame) {
  Table t({"Ann", "Bob", "Cyd"});
  const auto founded = [&](const std::function<void(v1::Rehearsal&)>& change) {
    v1::Event event = t.moves.front().event;
    v1::Rehearsal& says = *event.mutable_game_founded()->mutable_rehearsal();
    says.set_game(std::string(32, 'g'));
    says.set_head_hash(std::string(32, 'h'));
    says.set_salt(SALT);
    says.set_size(event.game_founded().founding_records() + 5);
    change(says);
    Move move = t.moves.front();
    move.event = event;
    move.payload = event.SerializeAsString();
    return Engine().move(move, t);
  };
  EXPECT_TRUE(founded([](v1::Rehearsal&) {}).ok());
  const std::uint64_t founding = t.moves.front().event.game_founded().founding_records();
  for (const std::function<void(v1::Rehearsal&)>& wrong : std::vector<std::function<void(v1::Rehearsal&)>>{
           [](v1::Rehearsal& says) { says.set_game("short"); }, [](v1::Rehearsal& says) { says.clear_head_hash(); },
           [](v1::Rehearsal& says) { says.set_salt("x"); }, [&](v1::Rehearsal& says) { says.set_size(founding - 1); },
           [](v1::Rehearsal& says) { says.add_unsigned_records(1); },
           [&](v1::Rehearsal& says) { says.add_unsigned_records(says.size()); },
           [&](v1::Rehearsal& says) {
             says.add_unsigned_records(founding + 1);
             says.add_unsigned_records(founding + 1);
           }}) {
    expect_refused(founded(wrong), ErrorCode::NOT_A_GAME, {"does not say which game it rehearses"});
  }
}

}  // namespace
}  // namespace nomic::replay::test
