// Unknown is not zero: what rests on the votes behind an attested outcome, where nobody says how many there were or
// whose they were, does not happen and is told as not known (semantics 2, or votes that are said to be unknown).

#include <algorithm>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using NamesTold = std::vector<std::string>;

// A game that is recorded afterwards: the word of one player settles a vote.
struct RecordedThen : Table {
  explicit RecordedThen(const std::vector<std::string>& players, v1::Mode mode = v1::TABLE)
      : Table(players, *edition("1990"), mode, Table::Afterwards{}) {}
};

// Ann's proposal 301 is open to votes.
struct OpenVote : RecordedThen {
  explicit OpenVote(v1::Mode mode) : RecordedThen({"Ann", "Bob", "Cyd"}, mode) { begin(); }
  void begin() {
    ok("Ann", enact("Cake is served at noon."));
    ok("Ann", call());
  }
};

// Who is told of points that are not known, by the rule.
NamesTold not_known_by(const Consequences& all, std::uint32_t rule) {
  NamesTold names;
  for (const auto& one : of_kind(all, Kind::kNotKnown)) {
    if (one.rule().number() != rule || one.not_known().what() != Kind::NotKnown::POINTS) continue;
    names.insert(names.end(), one.not_known().players().begin(), one.not_known().players().end());
  }
  return names;
}

bool is_known(const Table& t, const std::string& name) {
  const auto& players = t.state().players();
  return std::any_of(players.begin(), players.end(), [&](const v1::Player& player) {
    return player.names().name() == name && player.points_unknown() == 0;
  });
}

TEST(UnknownVotes, PayNothing) {
  OpenVote t(v1::MAIL);
  const auto done = t.ok("Bob", attest_unknown(301, true));
  EXPECT_TRUE(one(done, Kind::kOutcomeAttested).outcome_attested().votes_unknown());
  EXPECT_TRUE(one(done, Kind::kProposalAdopted).proposal_adopted().votes_unknown());
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  // The popularity of the proposal (202), and whoever voted against it (204).
  EXPECT_EQ(not_known_by(done, 202), (NamesTold{"Ann"}));
  EXPECT_EQ(not_known_by(done, 204), (NamesTold{"Ann", "Bob", "Cyd"}));
  EXPECT_FALSE(has(done, Kind::kScore));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) {
    EXPECT_EQ(t.points(name), 0);
    EXPECT_FALSE(is_known(t, name));
  }
  EXPECT_TRUE(has(done, Kind::kTurnEnded));
  expect_derived_alike(t);
}

TEST(UnknownVotes, AreThoseThatNobodyStates) {
  OpenVote t(v1::TABLE);
  const auto done = t.ok("Ann", attest(301, false));
  EXPECT_EQ(not_known_by(done, 206), (NamesTold{"Ann"}));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_TRUE(is_known(t, "Bob"));
}

TEST(UnknownVotes, AreThoseOfWhichOnlyOneSideIsStated) {
  OpenVote t(v1::MAIL);
  const auto done = t.ok("Ann", attest(301, true, 2));
  const auto outcome = one(done, Kind::kProposalAdopted).proposal_adopted();
  EXPECT_TRUE(outcome.votes_unknown());
  EXPECT_EQ(outcome.votes_for(), 2U);
  EXPECT_EQ(t.points("Ann"), 0);
}

TEST(UnknownVotes, AreNoneIfOneSideIsAllThereIs) {
  OpenVote t(v1::MAIL);
  const auto done = t.ok("Ann", attest(301, true, 3));
  EXPECT_FALSE(one(done, Kind::kProposalAdopted).proposal_adopted().votes_unknown());
  EXPECT_EQ(t.points("Ann"), 10);  // (301 - 291) x 3/3
  EXPECT_TRUE(is_known(t, "Ann"));
}

// A live game, in which all must attest the same.
// One player's word settles a vote there.
TEST(UnknownVotes, UnderSemantics1CountAsNone) {
  const auto attested = [](Table& t, const v1::Event& outcome) {
    t.ok("Ann", enact("Cake is served at noon."));
    t.ok("Ann", call());
    return t.ok("Ann", outcome);
  };
  Table t({"Ann", "Bob", "Cyd"}, *edition("1990"), v1::TABLE, 1);
  EXPECT_FALSE(has(attested(t, attest(301, false)), Kind::kNotKnown));
  EXPECT_EQ(t.points("Ann"), -10);
  // But not if they are said to be unknown.
  Table said({"Ann", "Bob", "Cyd"}, *edition("1990"), v1::TABLE, 1);
  EXPECT_TRUE(has(attested(said, attest_unknown(301, false)), Kind::kNotKnown));
  EXPECT_EQ(said.points("Ann"), 0);
}

// From proposal 302 on two thirds adopt.
struct ByTwoThirds : RecordedThen {
  ByTwoThirds() : RecordedThen({"Ann", "Bob", "Cyd"}) {
    turn("Ann", amend(203, "Two thirds.", {"adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }"}));
    ok("Bob", enact("Cake."));
    ok("Bob", call());
  }
};

TEST(UnknownVotes, WhoVotedIsNotKnownByHowMany) {
  ByTwoThirds t;
  const auto done = t.ok("Ann", attest(302, true, 2, 1));
  EXPECT_FALSE(one(done, Kind::kProposalAdopted).proposal_adopted().votes_unknown());
  EXPECT_EQ(not_known_by(done, 204), (NamesTold{"Ann", "Bob", "Cyd"}));
  const auto thrown = one(t.ok("Bob", roll(3)), Kind::kScore).score();
  EXPECT_EQ(thrown.total(), 3'000);
  EXPECT_TRUE(thrown.total_unknown());
  expect_derived_alike(t);
}

TEST(UnknownVotes, WhoVotedIsKnownByAsManyBallots) {
  ByTwoThirds t;
  t.ok("Cyd", vote(AGAINST));
  const auto done = t.ok("Ann", attest(302, true, 2, 1));
  EXPECT_FALSE(has(done, Kind::kNotKnown));
  EXPECT_EQ(t.points("Cyd"), 10);
}

// Four turns of two players are two circuits.
TEST(UnknownVotes, LeaveTheChangeOf203Unknown) {
  RecordedThen t({"Ann", "Bob"});
  Consequences last;
  for (std::uint32_t number = 301; number <= 304; ++number) {
    const std::string mover = number % 2 == 1 ? "Ann" : "Bob";
    t.ok(mover, enact("Number " + std::to_string(number)));
    t.ok(mover, call());
    if (number == 302) {
      t.ok(mover, attest_unknown(number, false));
    } else {
      t.everyone_votes(FOR);
    }
    last = t.ok(mover, roll(1));
  }
  EXPECT_FALSE(has(last, Kind::kRuleChangedItself));
  const auto unknown = one(last, Kind::kNotKnown).not_known();
  EXPECT_EQ(unknown.what(), Kind::NotKnown::RULE_CHANGE);
  EXPECT_EQ(unknown.number(), "203");
  EXPECT_EQ(unknown.circuit(), 2U);
  EXPECT_EQ(t.rule(203)->change_unknown(), t.last());
  // All votes adopt by either share; by half of them it cannot be told.
  t.ok("Ann", enact("All."));
  t.ok("Ann", call());
  EXPECT_TRUE(has(t.everyone_votes(FOR), Kind::kProposalAdopted));
  t.ok("Ann", roll(1));
  t.ok("Bob", amend(203, "All of them.", {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }"}));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  // Amended, it says what it says.
  EXPECT_EQ(t.rule(306)->change_unknown(), 0U);
  expect_derived_alike(t);
}

TEST(UnknownVotes, LeaveWhatDependsOnTheChangeUndetermined) {
  RecordedThen t({"Ann", "Bob", "Cyd"});
  for (std::uint32_t number = 301; number <= 306; ++number) {
    const std::string mover = t.state().turn().phase() == v1::Turn::PROPOSING ? "Ann"
                              : t.state().turn().mover() == "Ann"             ? "Bob"
                              : t.state().turn().mover() == "Bob"             ? "Cyd"
                                                                              : "Ann";
    t.ok(mover, enact("Number " + std::to_string(number)));
    t.ok(mover, call());
    t.ok(mover, number == 301 ? attest_unknown(301, true) : attest(number, false, 0, 3));
    t.ok(mover, roll(1));
  }
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  const auto undetermined = one(t.ok("Cyd", vote(AGAINST)), Kind::kOutcomeUndetermined);
  EXPECT_EQ(undetermined.rule().number(), 203);
  EXPECT_TRUE(has(t.ok("Bob", attest(307, true, 2, 1)), Kind::kProposalAdopted));
  expect_derived_alike(t);
}

TEST(UnknownVotes, LeaveAVictoryUnknown) {
  Table t(
      {"Ann", "Bob"},
      rules_with(
          {"adoption { quota { numerator: 1 denominator: 2 base: CAST } }", "numbering { first: 20 }",
           "turn_order { order: SEATING }",
           "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } }",
           "award { occasion: ADOPTED recipient: VOTERS amount { fixed_thousandths: 1000 } reckoned: BEFORE_EFFECT }",
           "victory { points_thousandths: 5000 }"}),
      v1::TABLE, Table::Afterwards{});
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Bob", attest_unknown(20, true));
  const auto thrown = t.ok("Ann", roll(6));
  EXPECT_FALSE(has(thrown, Kind::kVictory));
  const auto unknown = one(thrown, Kind::kNotKnown);
  EXPECT_EQ(unknown.not_known().what(), Kind::NotKnown::VICTORY);
  EXPECT_EQ(unknown.not_known().players(0), "Ann");
  EXPECT_EQ(unknown.rule().number(), 6);
}

TEST(UnknownVotes, AreKnownAgainIfTheAttestationIsStruck) {
  OpenVote t(v1::TABLE);
  t.ok("Bob", attest_unknown(301, true));
  const auto attested = t.last();
  t.ok("Cyd", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {attested}));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) EXPECT_TRUE(is_known(t, name));
  EXPECT_EQ(t.state().turn().unknown_since(), 0U);
  expect_derived_alike(t);
}

}  // namespace
}  // namespace nomic::replay::test
