// Throws by secrets: who commits and reveals, what is refused, what becomes of who is too late, and of what a Judgment
// strikes.

#include "nomic/replay/dice.h"

#include "nomic/replay/digest.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "nomic/words/remarks.h"
#include "replay/game/dice_moves.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Names = std::vector<std::string>;

const Names THREE = {"Ann", "Bob", "Cyd"};

// The face that follows from these players' secrets, by the round that the table is in.
std::uint32_t face_from(const Table& t, const Names& players) {
  std::vector<Secret> secrets;
  for (const auto& name : players) {
    for (const auto& one : t.state().players()) {
      if (one.names().name() == name) secrets.push_back({one.names().folded(), secret_of(name)});
    }
  }
  return faces_of(dice_game(t.state().founding()), round_of(t).position(), secrets, 1, 6).front();
}

std::string committers(const v1::Consequence::DiceRound& round) {
  std::string names;
  for (const auto& name : round.committers()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

Names waiting(const Table& t) {
  return status_of(t).waiting_for;
}

// What one has to do, as status says it.
v1::Event::KindCase way_of(const Table& t, const std::string& player) {
  for (const auto& offer : status_of(t).offered.offers) {
    if (offer.player == player && offer.must) return offer.kind;
  }
  return v1::Event::KIND_NOT_SET;
}

TEST(DiceRound, ThrowsWhenTheLastSecretIsKnown) {
  DiceTable t(THREE);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  EXPECT_EQ(waiting(t), THREE);
  EXPECT_EQ(way_of(t, "Bob"), v1::Event::kDiceCommitted);
  t.ok("Bob", commit(t, "Bob"));
  EXPECT_EQ(waiting(t), (Names{"Ann", "Cyd"}));
  t.ok("Cyd", commit(t, "Cyd"));
  const auto emitted = t.ok("Ann", commit(t, "Ann"));
  EXPECT_EQ(one(emitted, Kind::kDiceCommitted).dice_committed().missing(), 0U);
  EXPECT_EQ(waiting(t), THREE);
  EXPECT_EQ(way_of(t, "Bob"), v1::Event::kDiceRevealed);
  const auto face = face_from(t, THREE);
  t.ok("Cyd", reveal(t, "Cyd"));
  t.ok("Ann", reveal(t, "Ann"));
  EXPECT_EQ(waiting(t), Names{"Bob"});
  const auto thrown = t.ok("Bob", reveal(t, "Bob"));
  EXPECT_EQ(one(thrown, Kind::kDiceThrown).dice_thrown().player(), "Ann");
  EXPECT_EQ(one(thrown, Kind::kDiceThrown).dice_thrown().faces(0), face);
  EXPECT_EQ(one(thrown, Kind::kDiceThrown).rule().number(), 301);
  EXPECT_EQ(one(thrown, Kind::kScore).score().points(), std::int64_t{face} * 1000);
  EXPECT_TRUE(has(thrown, Kind::kTurnEnded));
  EXPECT_FALSE(t.state().turn().has_dice());
  EXPECT_EQ(t.points("Ann"), face);
  EXPECT_EQ(digest_of(t.derived_again().back()).hex(), digest_of(t.state()).hex());
}

TEST(DiceRound, IsSaidWhenTheThrowIsDue) {
  Table t(THREE);
  t.ok("Ann", amend(202, "By secrets.", {thrown_by_secrets()}));
  t.ok("Ann", call());
  const auto emitted = t.everyone_votes(FOR);
  EXPECT_EQ(one(emitted, Kind::kDiceRound).dice_round().player(), "Ann");
  EXPECT_EQ(committers(one(emitted, Kind::kDiceRound).dice_round()), "Ann, Bob, Cyd");
  EXPECT_EQ(one(emitted, Kind::kDiceRound).dice_round().round(), 1U);
}

TEST(DiceRound, AsksWhomTheRuleNames) {
  EXPECT_EQ(waiting(DiceTable({"Ann", "Bob", "Cyd", "Dan"}, "committers: OTHERS")), (Names{"Bob", "Cyd", "Dan"}));
  EXPECT_EQ(waiting(DiceTable({"Ann", "Bob", "Cyd", "Dan"}, "committers: MOVER_AND_NEXT")), (Names{"Ann", "Bob"}));
  EXPECT_EQ(waiting(DiceTable({"Ann", "Bob"}, "committers: EVERYONE")), (Names{"Ann", "Bob"}));
}

TEST(DiceRound, GoesOnWithoutWhoLeaves) {
  DiceTable t(THREE);
  t.ok("Ann", commit(t, "Ann"));
  t.ok("Cyd", commit(t, "Cyd"));
  EXPECT_EQ(waiting(t), Names{"Bob"});
  t.ok("Bob", forfeit());
  EXPECT_TRUE(round_of(t).revealing());
  EXPECT_EQ(waiting(t), (Names{"Ann", "Cyd"}));
  const auto face = face_from(t, {"Ann", "Cyd"});
  t.all_reveal();
  EXPECT_EQ(t.points("Ann"), face);
}

TEST(DiceRound, BeginsAgainWithoutWhoLeavesWithHisSecret) {
  DiceTable t(THREE);
  t.all_commit();
  t.ok("Ann", reveal(t, "Ann"));
  t.ok("Cyd", reveal(t, "Cyd"));
  const auto emitted = t.ok("Bob", forfeit());
  EXPECT_EQ(committers(one(emitted, Kind::kDiceRound).dice_round()), "Ann, Cyd");
  EXPECT_EQ(round_of(t).position().round(), 2U);
}

TEST(DiceRound, WaitsForTheOthersWhereWhoLeavesIsLeftOut) {
  DiceTable t(THREE, "missing: LEFT_OUT");
  t.all_commit();
  t.ok("Cyd", reveal(t, "Cyd"));
  const auto face = face_from(t, {"Ann", "Cyd"});
  EXPECT_FALSE(has(t.ok("Bob", forfeit()), Kind::kDiceThrown));
  EXPECT_EQ(waiting(t), Names{"Ann"});
  EXPECT_EQ(one(t.ok("Ann", reveal(t, "Ann")), Kind::kDiceThrown).dice_thrown().faces(0), face);
  EXPECT_EQ(t.points("Ann"), face);
}

TEST(DiceRound, EndsWithTheTurnOfWhoLeaves) {
  DiceTable t(THREE);
  t.all_commit();
  EXPECT_TRUE(has(t.ok("Ann", forfeit()), Kind::kTurnEnded));
  EXPECT_FALSE(t.state().turn().has_dice());
}

// ---- Refusals: every row is wrong in the ways of those after it too, where it can be -------------------------------

TEST(DiceRefusals, WhereNoThrowBySecretsIsDue) {
  Table t(THREE);
  EXPECT_EQ(t.refused("Ann", commit_to({}, std::string(32, 'x')), ErrorCode::NO_THROW_DUE),
            std::vector<std::uint32_t>{202});
  t.refused("Ann", reveal_for({}, std::string(32, 'x')), ErrorCode::NO_THROW_DUE);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);  // an ordinary throw is due
  t.refused("Ann", commit_to({}, std::string(32, 'x')), ErrorCode::NO_THROW_DUE);
}

TEST(DiceRefusals, OfCommitments) {
  DiceTable t({"Ann", "Bob", "Cyd", "Dan"}, "committers: MOVER_AND_NEXT");
  const std::vector<std::uint32_t> by = {301};
  const auto good = commit(t, "Ann");
  t.refused("Eve", good, ErrorCode::NOT_A_PLAYER);
  auto shorter = good;
  shorter.mutable_dice_committed()->mutable_commitment()->pop_back();
  t.refused("Ann", shorter, ErrorCode::BAD_COMMITMENT);
  for (int field = 0; field < 4; ++field) {
    auto elsewhere = good;
    auto& position = *elsewhere.mutable_dice_committed()->mutable_position();
    if (field == 0) position.set_turn_record(position.turn_record() + 1);
    if (field == 1) position.set_proposal(reference(number_in(position.proposal()) + 1));
    if (field == 2) position.set_part(position.part() + 1);
    if (field == 3) position.set_round(position.round() + 1);
    EXPECT_EQ(t.refused("Ann", elsewhere, ErrorCode::OTHER_THROW), by) << field;
  }
  EXPECT_EQ(t.refused("Cyd", commit(t, "Cyd"), ErrorCode::NOT_A_COMMITTER), by);
  t.ok("Ann", good);
  EXPECT_EQ(t.refused("Ann", commit(t, "Ann", 1), ErrorCode::COMMITTED_ALREADY), by);
  EXPECT_EQ(t.refused("Ann", good, ErrorCode::COMMITTED_ALREADY), by);
  EXPECT_EQ(t.refused("Bob", good, ErrorCode::COMMITMENT_COPIED), by);
  t.ok("Bob", commit(t, "Bob"));
  EXPECT_EQ(t.refused("Bob", commit(t, "Bob", 1), ErrorCode::COMMITTED_ALREADY), by);
}

TEST(DiceRefusals, OfSecrets) {
  DiceTable t(THREE);
  const std::vector<std::uint32_t> by = {301};
  t.ok("Ann", commit(t, "Ann"));
  t.refused("Eve", reveal(t, "Ann"), ErrorCode::NOT_A_PLAYER);
  t.refused("Ann", reveal_for(round_of(t).position(), "short"), ErrorCode::BAD_COMMITMENT);
  t.refused("Ann", reveal_for({}, secret_of("Ann")), ErrorCode::OTHER_THROW);
  EXPECT_EQ(t.refused("Bob", reveal(t, "Bob"), ErrorCode::NOT_COMMITTED), by);
  EXPECT_EQ(t.refused("Ann", reveal(t, "Ann"), ErrorCode::REVEAL_TOO_EARLY), by);
  t.all_commit();
  EXPECT_EQ(t.refused("Ann", reveal(t, "Ann", 1), ErrorCode::SECRET_DOES_NOT_FIT), by);
  EXPECT_EQ(t.refused("Ann", reveal(t, "Bob"), ErrorCode::SECRET_DOES_NOT_FIT), by);
  t.ok("Ann", reveal(t, "Ann"));
  EXPECT_EQ(t.refused("Ann", reveal(t, "Ann"), ErrorCode::REVEALED_ALREADY), by);
}

// A commitment made for another game, for another player or for another throw can be recorded: what is behind it is not
// known. It can never be revealed.
TEST(DiceRefusals, WhatIsCommittedToElsewhereCanNeverBeRevealed) {
  DiceTable t(THREE);
  const auto position = round_of(t).position();
  v1::GameFounded other;
  other.set_nonce("another game");
  t.ok("Ann", commit_to(position, commitment_to(dice_game(other), position, {"ann", secret_of("Ann")})));
  t.ok("Bob", commit_to(position, commitment_to(dice_game(t.state().founding()), position, {"ann", secret_of("Bob")})));
  auto next = position;
  next.set_round(2);
  t.ok("Cyd", commit_to(position, commitment_to(dice_game(t.state().founding()), next, {"cyd", secret_of("Cyd")})));
  for (const auto& name : THREE) t.refused(name, reveal(t, name), ErrorCode::SECRET_DOES_NOT_FIT);
}

TEST(DiceRefusals, OfFacesWhereSecretsAreDue) {
  DiceTable t(THREE);
  EXPECT_EQ(t.refused("Ann", roll(4), ErrorCode::SOURCE_NOT_ALLOWED), std::vector<std::uint32_t>{301});
  t.all_commit();
  auto said = roll(face_from(t, THREE));
  said.mutable_dice_thrown()->set_source(v1::DiceThrown::REVEALED);
  t.refused("Ann", said, ErrorCode::SOURCE_NOT_ALLOWED);
}

TEST(DiceRefusals, OfDiceFromElsewhereThanTheRuleHasThem) {
  const auto thrown = [](const std::string& source) {
    return "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 "
           "source: " +
           source + " } } }";
  };
  auto by_program = roll(4);
  by_program.mutable_dice_thrown()->set_source(v1::DiceThrown::PROGRAM);
  auto by_reveals = roll(4);
  by_reveals.mutable_dice_thrown()->set_source(v1::DiceThrown::REVEALED);
  struct Row {
    std::string source;
    bool hand, program;
  };
  for (const auto& row : {Row{"HAND", true, false}, Row{"PROGRAM", false, true}, Row{"ANY_SOURCE", true, true}}) {
    Table t(THREE);
    t.ok("Ann", amend(202, "Dice.", {thrown(row.source)}));
    t.ok("Ann", call());
    t.everyone_votes(FOR);
    t.refused("Ann", by_reveals, ErrorCode::SOURCE_NOT_ALLOWED);
    if (!row.hand) t.refused("Ann", roll(4), ErrorCode::SOURCE_NOT_ALLOWED);
    if (!row.program) t.refused("Ann", by_program, ErrorCode::SOURCE_NOT_ALLOWED);
    t.ok("Ann", row.hand ? roll(4) : by_program);
    EXPECT_EQ(t.points("Ann"), 4) << row.source;
  }
}

// ---- Who is too late -----------------------------------------------------------------------------------------------

v1::Event time_passes() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

// Cyd has committed with the others and does not reveal for an hour.
Consequences withheld(DiceTable& t) {
  t.all_commit();
  t.ok("Ann", reveal(t, "Ann"));
  t.ok("Bob", reveal(t, "Bob"));
  t.later += 3'590;
  t.refused("Ann", time_passes(), ErrorCode::NOTHING_DUE);
  t.later += 20;
  return t.ok("Ann", time_passes());
}

TEST(DiceTooLate, BeginsAgainWithoutHim) {
  for (const std::string said : {"", " missing: AGAIN"}) {
    DiceTable t(THREE, "time_to_reveal { hours: 1 } penalty_thousandths: 5000" + said);
    const auto emitted = withheld(t);
    EXPECT_EQ(one(emitted, Kind::kDiceMissed).dice_missed().player(), "Cyd");
    EXPECT_EQ(one(emitted, Kind::kScore).score().player(), "Cyd");
    EXPECT_EQ(one(emitted, Kind::kScore).score().points(), -5000);
    EXPECT_EQ(one(emitted, Kind::kScore).rule().number(), 301);
    EXPECT_EQ(committers(one(emitted, Kind::kDiceRound).dice_round()), "Ann, Bob");
    EXPECT_EQ(one(emitted, Kind::kDiceRound).dice_round().round(), 2U);
    EXPECT_EQ(waiting(t), (Names{"Ann", "Bob"}));
    t.refused("Cyd", commit(t, "Cyd"), ErrorCode::NOT_A_COMMITTER);
    t.all_commit();
    const auto face = face_from(t, {"Ann", "Bob"});
    t.all_reveal();
    EXPECT_EQ(t.points("Ann"), face);
    EXPECT_EQ(t.points("Cyd"), -5);
    EXPECT_EQ(digest_of(t.derived_again().back()).hex(), digest_of(t.state()).hex());
  }
}

TEST(DiceTooLate, IsLeftOut) {
  DiceTable t(THREE, "time_to_reveal { hours: 1 } missing: LEFT_OUT");
  t.all_commit();
  const auto face = face_from(t, {"Ann", "Bob"});
  const auto emitted = withheld(t);
  EXPECT_EQ(one(emitted, Kind::kDiceThrown).dice_thrown().faces(0), face);
  EXPECT_EQ(of_kind(emitted, Kind::kScore).size(), 1U);  // no penalty is set
  EXPECT_EQ(t.points("Ann"), face);
}

TEST(DiceTooLate, GivesTheLeastFace) {
  DiceTable t(THREE, "time_to_reveal { hours: 1 } missing: LEAST_FACE penalty_thousandths: 1");
  const auto emitted = withheld(t);
  EXPECT_EQ(one(emitted, Kind::kDiceThrown).dice_thrown().faces(0), 1U);
  EXPECT_EQ(t.points("Ann"), 1);
  EXPECT_DOUBLE_EQ(t.points("Cyd"), -0.001);
}

TEST(DiceTooLate, WhereNobodyRevealsTheFaceIsTheLeast) {
  for (const std::string missing : {"AGAIN", "LEFT_OUT", "LEAST_FACE"}) {
    DiceTable t(THREE, "time_to_reveal { hours: 1 } missing: " + missing);
    t.all_commit();
    t.later += 3'700;
    EXPECT_EQ(one(t.ok("Bob", time_passes()), Kind::kDiceThrown).dice_thrown().faces(0), 1U) << missing;
  }
}

TEST(DiceTooLate, WithACommitmentTheRoundGoesOnWithoutHim) {
  DiceTable t(THREE, "time_to_commit { minutes: 10 } penalty_thousandths: 2000");
  t.ok("Ann", commit(t, "Ann"));
  t.ok("Cyd", commit(t, "Cyd"));
  t.later += 600;
  const auto emitted = t.ok("Ann", time_passes());
  EXPECT_EQ(one(emitted, Kind::kDiceMissed).dice_missed().player(), "Bob");
  EXPECT_EQ(t.points("Bob"), -2);
  EXPECT_TRUE(round_of(t).revealing());
  t.refused("Bob", commit(t, "Bob"), ErrorCode::NOT_A_COMMITTER);
  const auto face = face_from(t, {"Ann", "Cyd"});
  t.all_reveal();
  EXPECT_EQ(t.points("Ann"), face);
}

TEST(DiceTooLate, WhereNobodyCommitsTheFaceIsTheLeast) {
  DiceTable t(THREE, "time_to_commit { minutes: 10 }");
  t.later += 600;
  const auto emitted = t.ok("Cyd", time_passes());
  EXPECT_EQ(of_kind(emitted, Kind::kDiceMissed).size(), 3U);
  EXPECT_EQ(one(emitted, Kind::kDiceThrown).dice_thrown().faces(0), 1U);
  EXPECT_TRUE(has(emitted, Kind::kTurnEnded));
}

TEST(DiceTooLate, ALateSecretIsRefusedAfterItsTime) {
  DiceTable t(THREE, "time_to_reveal { hours: 1 }");
  t.all_commit();
  const auto late = reveal(t, "Cyd");
  t.ok("Ann", reveal(t, "Ann"));
  t.ok("Bob", reveal(t, "Bob"));
  t.later += 4'000;
  t.refused("Cyd", late, ErrorCode::OTHER_THROW);  // by then it is the next round's turn, which this move would begin
}

// ---- Judgments -----------------------------------------------------------------------------------------------------

TEST(DiceStrikes, AStruckSecretBeginsANewRound) {
  DiceTable t({"Ann", "Bob", "Cyd", "Dan"});
  t.all_commit();
  t.all_reveal();
  const auto thrown = t.last();
  const auto emitted = settled(t, "Bob", "Dan", judge(0).strikes({thrown}));
  EXPECT_TRUE(has(emitted, Kind::kMoveStruck));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  EXPECT_EQ(round_of(t).position().round(), 2U);
  EXPECT_TRUE(round_of(t).secrets().empty());
  t.all_commit();
  const auto face = face_from(t, {"Ann", "Bob", "Cyd", "Dan"});
  t.all_reveal();
  EXPECT_EQ(t.points("Ann"), face);
}

TEST(DiceStrikes, AStruckCommitmentTakesTheRoundWithIt) {
  DiceTable t({"Ann", "Bob", "Cyd", "Dan"});
  t.ok("Ann", commit(t, "Ann"));
  const auto struck = t.last();
  t.all_commit();
  t.all_reveal();
  const auto emitted = settled(t, "Bob", "Dan", judge(0).strikes({struck}));
  EXPECT_EQ(of_kind(emitted, Kind::kMoveFallen).size(), 7U);  // three commitments and four secrets
  EXPECT_EQ(round_of(t).position().round(), 2U);
  EXPECT_EQ(waiting(t).size(), 4U);
  t.all_commit();
  t.all_reveal();
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
}

// A Judge who knows the face may not have it thrown again by that; what it came of can be struck all the same.
TEST(DiceStrikes, OfASecretCanBeForbidden) {
  DiceTable t({"Ann", "Bob", "Cyd", "Dan"}, "secrets_stand: true");
  const auto ballot = t.last();
  t.ok("Ann", commit(t, "Ann"));
  const auto committed = t.last();
  t.all_commit();
  t.ok("Ann", reveal(t, "Ann"));
  const auto revealed = t.last();
  t.ok("Bob", invoke());
  const auto asked = t.last();
  for (const auto record : {committed, revealed}) {
    EXPECT_EQ(t.refused("Dan", judge(asked).strikes({record}), ErrorCode::NOT_STRIKABLE),
              std::vector<std::uint32_t>{301});
  }
  const auto emitted = t.ok("Dan", judge(asked).strikes({ballot}));
  EXPECT_FALSE(t.state().turn().has_dice());
  EXPECT_TRUE(has(emitted, Kind::kMoveFallen));
}

TEST(DiceStrikes, AStruckBallotTakesTheThrowWithIt) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.ok("Ann", amend(202, "By secrets.", {thrown_by_secrets()}));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  const auto ballot = t.last();
  t.ok("Ann", commit(t, "Ann"));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).strikes({ballot}));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  EXPECT_FALSE(t.state().turn().has_dice());
  EXPECT_TRUE(has(emitted, Kind::kMoveFallen));
}

}  // namespace
}  // namespace nomic::replay::test
