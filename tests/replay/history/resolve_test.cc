// Points: each kind found where the rules put it, and what does not exist said with what does.
#include "nomic/replay/rule_history.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

class Resolve : public testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Stores, Resolve, testing::Values(Where::MEMORY, Where::FOLDER));

// Records 0-31 found the game; 32-35 are Ann's turn (301 adopted at 34, thrown at 35), 36-39 Bob's (302 defeated at
// 38), which completes the circuit; 40 is Ann's 303, 41 her own vote on it.
void play_two_turns_and_a_half(Kept& t) {
  t.turn("Ann", enact("Cake is served at noon."), FOR);
  t.turn("Bob", enact("Tea is served at five."), AGAINST);
  t.ok("Ann", called(enact("Lunch is at one.")));
  t.ok("Ann", vote(FOR, 303));
}

TEST_P(Resolve, FindsEveryKindOfPoint) {
  Kept t(GetParam(), {"Ann", "Bob"});
  play_two_turns_and_a_half(t);
  const std::vector<std::pair<std::string, std::uint64_t>> cases = {
      {"head", 42},
      {"start", 32},
      {"0", 1},
      {"41", 42},
      {"#40", 41},
      {"^41", 41},
      {"^^41", 40},
      {"^1", 1},
      {"proposal:301", 35},
      {"^proposal:301", 34},
      {"proposal:302", 39},
      {"turn:1", 36},
      {"^turn:1", 35},
      {"turn:2", 40},
      {"circuit:1", 40},
      {"^circuit:1", 39},
      {"^head", 41},
      {"^start", 31},
      // Record 32 is of one second after the founding, record 41 of ten.
      {"2012-05-30T10:00:00Z", 32},
      {"2012-05-30T10:00:01Z", 33},
      {"2012-05-30T10:00:01.999999Z", 33},
      {"2012-05-30T10:00:02Z", 34},
      {"^2012-05-30T10:00:02Z", 33},
      {"2012-05-30T12:00:09+02:00", 41},
      {"2012-05-30T10:00:10Z", 42},
      {"2012-05-30", 42},
      {"2100-01-01", 42},
  };
  for (const bool reopened : {false, true}) {
    if (reopened) t.reopen();
    for (const auto& [words, size] : cases) EXPECT_EQ(t.resolved(words), size) << words;
  }
}

TEST_P(Resolve, SaysWhatExistsWhereAPointDoesNot) {
  Kept t(GetParam(), {"Ann", "Bob"});
  play_two_turns_and_a_half(t);
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"42", {"no record #42", "the last record is #41"}},
      {"9223372036854775807", {"the last record is #41"}},
      {"^0", {"nothing lies before ^0", "#0"}},
      {"^^1", {"nothing lies before"}},
      {"^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^start", {"nothing lies before"}},
      {"proposal:303", {"proposal 303 is still being voted on"}},
      {"proposal:304", {"no proposal 304", "the next will be 304"}},
      {"proposal:12", {"no proposal 12"}},
      {"proposal:9223372036854775807", {"no proposal"}},
      {"turn:3", {"turn 3 is still being played", "#41"}},
      {"turn:4", {"no turn 4", "the last is turn 3"}},
      {"circuit:2", {"circuit 2 is still being played", "circuit 1"}},
      {"circuit:3", {"no circuit 3", "circuit 1"}},
      {"2012-05-30T09:59:59.999999Z", {"not yet founded", "2012-05-30T10:00:00Z"}},
      {"2012-05-29", {"not yet founded"}},
  };
  for (const auto& [words, expected] : cases) {
    SCOPED_TRACE(words);
    expect_refused(t.game->resolve(*parse_point(words)), ErrorCode::NO_SUCH_POINT, expected);
  }
}

TEST_P(Resolve, KnowsNoTurnBeforeTheFirst) {
  Kept t(GetParam(), {"Ann", "Bob"});
  expect_refused(t.game->resolve(*parse_point("turn:1")), ErrorCode::NO_SUCH_POINT, {"turn 1 is still being played"});
  expect_refused(t.game->resolve(*parse_point("circuit:1")), ErrorCode::NO_SUCH_POINT, {"no circuit is complete yet"});
  expect_refused(t.game->resolve(*parse_point("proposal:301")), ErrorCode::NO_SUCH_POINT, {"the next will be 301"});
  t.ok("Ann", enact("Cake is served at noon."));
  expect_refused(t.game->resolve(*parse_point("proposal:301")), ErrorCode::NO_SUCH_POINT, {"still being debated"});
}

TEST_P(Resolve, FindsTheVoteOfAMailGameThatEndsTheTurn) {
  Kept t(GetParam(), founding_of({"Ann", "Bob"}, "1990", v1::MAIL));
  t.ok("Ann", called(enact("Cake is served at noon.")));
  t.ok("Ann", vote(FOR, 301));
  t.ok("Bob", vote(FOR, 301));
  EXPECT_EQ(t.resolved("proposal:301"), 35U);
  EXPECT_EQ(t.resolved("turn:1"), 35U);
}

// 32-34 amend 203, which loses its provisions, and 35 is the throw. 36-38 are the vote on 302, whose outcome no rule
// determines: #38 completes it. #40 and #41 declare its outcome, in the turn that 39 ended (L71).
TEST_P(Resolve, FindsAVoteApartFromItsOutcome) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.turn("Ann", amend(203, "Unanimity, for good."), FOR);
  t.turn("Bob", enact("Tea is served at five."), FOR);
  expect_refused(t.game->resolve(*parse_point("outcome:302")), ErrorCode::NO_SUCH_POINT,
                 {"no outcome of proposal 302"});
  t.ok("Ann", attest(302, true));
  t.ok("Bob", attest(302, true));
  for (const bool reopened : {false, true}) {
    if (reopened) t.reopen();
    EXPECT_EQ(t.resolved("proposal:302"), 39U);
    EXPECT_EQ(t.resolved("outcome:302"), 42U);
    EXPECT_EQ(t.resolved("outcome:301"), t.resolved("proposal:301"));
  }
  expect_refused(t.game->resolve(*parse_point("outcome:303")), ErrorCode::NO_SUCH_POINT, {"the next will be 303"});
}

// 33-36 are the vote on 301, and 37 is the throw. Record 39 strikes the proposal, and 41 overrules that (L71).
TEST_P(Resolve, FindsAVoteWhoseProposalWasStruckInVain) {
  Kept t(GetParam(), {"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Cake is served at noon."), FOR);
  ASSERT_EQ(t.resolved("proposal:301"), 37U);
  const auto made = t.resolved("start");
  t.ok("Bob", invoke());
  const auto asked = t.state().size() - 1;
  t.ok("Cyd", judge(asked).strikes({made}));
  const auto judgment = t.state().size() - 1;
  t.ok("Ann", overrule(judgment));
  t.ok("Bob", overrule(judgment));
  ASSERT_EQ(t.state().size(), 42U);
  for (const bool reopened : {false, true}) {
    if (reopened) t.reopen();
    EXPECT_EQ(t.resolved("proposal:301"), 37U);
    EXPECT_EQ(t.resolved("outcome:301"), 42U);
    const auto made_so = proposals_made(*t.game, 301, 42, {});
    ASSERT_TRUE(made_so);
    ASSERT_EQ(made_so->size(), 1U);
    EXPECT_EQ(made_so->front().outcome.record(), 36U);
    EXPECT_EQ(made_so->front().ended_at, t.record(36).recorded_at.value);
  }
}

// Record 40 completes the vote once more, for the ballot that 39 strikes. With 42 it was complete at 36 again.
TEST_P(Resolve, FindsAVoteWhoseBallotWasStruckInVain) {
  Kept t(GetParam(), {"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Cake is served at noon."), FOR);
  t.ok("Bob", invoke());
  t.ok("Cyd", judge(38).strikes({36}));
  t.ok("Cyd", vote(FOR, 301));
  EXPECT_EQ(t.resolved("proposal:301"), 41U);
  t.ok("Ann", overrule(39));
  t.ok("Bob", overrule(39));
  for (const bool reopened : {false, true}) {
    if (reopened) t.reopen();
    EXPECT_EQ(t.resolved("proposal:301"), 37U);
  }
}

// A victory at the vote: the dice are never thrown, and the turn never ends.
TEST_P(Resolve, SaysThatAVictoryCutATurnOff) {
  Founding founding = founding_of({"Ann", "Bob"});
  for (v1::RuleBody& rule : *founding.ruleset.mutable_rules()) {
    for (v1::Provision& provision : *rule.mutable_provisions()) {
      if (provision.has_victory() && provision.victory().has_points_thousandths())
        provision.mutable_victory()->set_points_thousandths(10'000);
      if (provision.has_award() && provision.award().occasion() == v1::Award::DEFEATED) {
        provision.mutable_award()->set_occasion(v1::Award::ADOPTED);
        provision.mutable_award()->mutable_amount()->set_fixed_thousandths(10'000);
      }
    }
  }
  Kept t(GetParam(), founding);
  t.ok("Ann", called(enact("Cake is served at noon.")));
  t.ok("Ann", vote(FOR, 301));
  t.ok("Bob", vote(FOR, 301));
  ASSERT_EQ(t.state().turn().phase(), v1::Turn::WON);
  EXPECT_EQ(t.resolved("proposal:301"), 35U);
  expect_refused(t.game->resolve(*parse_point("turn:1")), ErrorCode::NO_SUCH_POINT, {"turn 1 has not ended", "won"});
}

}  // namespace
}  // namespace nomic::replay::test
