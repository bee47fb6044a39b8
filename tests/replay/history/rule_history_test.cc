// Histories of rules and proposals, whose words a text is made of, and explanations. Ann and Bob: #0 to #31 found the
// game, the first turn is #32 (proposed and called), #33 and #34 (votes), #35 (the throw).
#include "nomic/replay/rule_history.h"

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "nomic/replay/explain.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/references.h"
#include "nomic/words/remarks.h"
#include "replay/game/dispute_moves.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

const std::string LOSE_TEN =
    "award { occasion: DEFEATED recipient: THE_PROPONENT amount { points: \"-10\" } reckoned: BEFORE_EFFECT }";

Histories lives_of(Kept& t, std::uint32_t number) {
  auto histories = rule_histories(*t.game, number, t.game->head().size, {});
  EXPECT_TRUE(histories.ok());
  return std::move(*histories);
}

std::vector<std::uint64_t> records_of(const RuleHistory& life) {
  std::vector<std::uint64_t> records;
  for (const auto& version : life.versions) records.push_back(version.record);
  return records;
}

TEST(RuleHistories, FollowALineageThroughItsNumbers) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.turn("Ann", amend(206, "First.", {LOSE_TEN}), FOR);          // #32-#35: 206 is 301
  t.turn("Bob", amend(301, "First. Second.", {LOSE_TEN}), FOR);  // #36-#39: 301 is 302
  t.turn("Ann", amend(302, "Nothing came of it."), AGAINST);     // #40-#43
  t.turn("Bob", propose(v1::REPEAL, 302), FOR);                  // #44-#47
  for (const std::uint32_t number : {206U, 301U, 302U}) {
    const auto histories = lives_of(t, number);
    ASSERT_EQ(histories.rules.size(), 1U) << number;
    const auto& life = histories.rules[0];
    EXPECT_EQ(life.lineage, 206U);
    EXPECT_EQ(records_of(life), (std::vector<std::uint64_t>{31, 34, 38, 46}));
    EXPECT_TRUE(life.versions[2].in_force);
    EXPECT_FALSE(life.versions[3].in_force);
    ASSERT_EQ(life.numbers.size(), 3U);
    EXPECT_EQ(life.numbers[0].number, 206U);
    EXPECT_EQ(life.numbers[0].until, 34U);
    EXPECT_EQ(life.numbers[2].number, 302U);
    EXPECT_EQ(life.numbers[2].from, 38U);
    EXPECT_EQ(life.numbers[2].until, 46U);
  }
  EXPECT_TRUE(lives_of(t, 303).rules.empty()) << "303 was defeated: no rule ever bore it";
}

// L65: the struck proposal keeps its number, and its history says since when it is without effect; if the Judgment is
// overruled, it has effect again.
TEST(ProposalHistories, SayWhatAJudgmentStruck) {
  Kept t(Where::MEMORY, {"Ann", "Bob", "Cy"});            // #0 to #32
  t.ok("Ann", called(enact("Cake is served at noon.")));  // #33
  t.ok("Bob", invoke("Is it clear?"));                    // #34: Cy judges, who comes before Ann
  t.ok("Cy", judge(34).strikes({33}).cites({111}));       // #35
  EXPECT_EQ(lives_of(t, 301).proposals.at(301).without_effect_since, 35U);
  t.ok("Ann", overrule(35));
  t.ok("Bob", overrule(35));  // #37: all but Cy
  EXPECT_EQ(lives_of(t, 301).proposals.at(301).without_effect_since, 0U);
}

// L61: #39 finds by rule 301, and #40 strikes Bob's vote, on which that rule rests. The proposal has no outcome any
// more, and the finding no effect, until all but the Judge overrule #40.
TEST(ProposalHistories, SayWhichOutcomesAndFindingsFell) {
  Kept t(Where::MEMORY, {"Ann", "Bob", "Cy"});                               // #0 to #32
  t.ok("Ann", called(enact("Two Judges find.")));                            // #33
  for (const auto* name : {"Ann", "Bob", "Cy"}) t.ok(name, vote(FOR, 301));  // #34 to #36
  t.ok("Bob", invoke("One?"));                                               // #37
  t.ok("Bob", invoke("Two?"));                                               // #38
  t.ok("Cy", judge(37).under(301).finds_points("Bob", 5));                   // #39
  t.ok("Cy", judge(38).strikes({35}));                                       // #40
  auto lives = lives_of(t, 301);
  EXPECT_EQ(lives.proposals.at(301).no_outcome_since, 40U);
  EXPECT_EQ(lives.proposals.at(301).outcome.kind_case(), v1::Consequence::KIND_NOT_SET);
  EXPECT_EQ(lives.proposals.at(301).without_effect_since, 0U);
  ASSERT_EQ(lives.rules.at(0).marks.size(), 1U);
  const std::pair place(lives.rules[0].marks[0].record(), lives.rules[0].marks[0].order());
  EXPECT_EQ(place.first, 39U);
  EXPECT_EQ(lives.rules[0].marks_fallen,
            (std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t>{{place, 40}}));
  t.ok("Ann", overrule(40));
  t.ok("Bob", overrule(40));
  lives = lives_of(t, 301);
  EXPECT_EQ(lives.proposals.at(301).no_outcome_since, 0U);
  EXPECT_TRUE(lives.proposals.at(301).outcome.has_proposal_adopted());
  EXPECT_TRUE(lives.rules.at(0).marks_fallen.empty());
}

TEST(RuleHistories, KnowNothingAfterTheSizeAskedFor) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.turn("Ann", amend(206, "First.", {LOSE_TEN}), FOR);
  auto before = rule_histories(*t.game, 206, 34, {});  // just before the vote is complete
  ASSERT_TRUE(before.ok());
  EXPECT_EQ(before->rules[0].versions.size(), 1U);
  EXPECT_TRUE(rule_histories(*t.game, 301, 34, {})->rules.empty());
}

TEST(ProposalHistories, GoFromTheMakingToTheOutcome) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.ok("Ann", enact("Cake."));                        // #32
  t.ok("Ann", revise(301, enact("Cake, and tea.")));  // #33
  t.ok("Ann", call(301));                             // #34
  t.ok("Bob", vote(AGAINST, 301));                    // #35
  t.ok("Ann", vote(FOR, 301));                        // #36: defeated 1-1, since 203 asks for all
  const auto histories = lives_of(t, 301);
  const auto* life = proposal_of(histories, 301, t.game->head().size);
  ASSERT_NE(life, nullptr);
  EXPECT_EQ(life->proponent, "Ann");
  EXPECT_EQ(life->made, 32U);
  EXPECT_EQ(life->form, 33U);
  EXPECT_EQ(life->called, 34U);
  ASSERT_EQ(life->votes.size(), 2U);
  EXPECT_EQ(life->votes[0].player, "Bob");
  EXPECT_EQ(life->votes[0].choice, v1::VoteCast::AGAINST);
  EXPECT_EQ(life->votes[1].record, 36U);
  EXPECT_EQ(life->outcome.kind_case(), v1::Consequence::kProposalDefeated);
  EXPECT_EQ(life->outcome.rule().number(), 203);
  EXPECT_EQ(proposal_of(histories, 301, 31), nullptr) << "not made by then";
}

// The votes on proposal 301 by another method: for each consequence all votes are looked at.
void follow(std::vector<CastVote>& votes, std::uint64_t record, const v1::Consequence& one) {
  using Standing = CastVote::Standing;
  const auto turn = [&](const auto& is_meant, Standing from, Standing to) {
    for (CastVote& vote : votes) {
      if (vote.standing == from && is_meant(vote)) vote.standing = to;
    }
  };
  const auto by = [&](const std::string& player) {
    return [player](const CastVote& vote) { return vote.player == player; };
  };
  const auto at = [&](std::uint64_t its) { return [its](const CastVote& vote) { return vote.record == its; }; };
  if (one.has_vote_cast()) {
    turn(by(one.vote_cast().player()), Standing::COUNTS, Standing::SUPERSEDED);
    votes.push_back({one.vote_cast().player(), one.vote_cast().choice(), record, Standing::COUNTS});
  }
  if (one.has_vote_withdrawn()) turn(by(one.vote_withdrawn().player()), Standing::COUNTS, Standing::WITHDRAWN);
  if (one.has_ballot_dropped()) turn(by(one.ballot_dropped().player()), Standing::COUNTS, Standing::DROPPED);
  if (one.has_move_struck()) turn(at(one.move_struck().about()), Standing::COUNTS, Standing::STRUCK);
  if (one.has_move_stands()) turn(at(one.move_stands().about()), Standing::STRUCK, Standing::COUNTS);
}

RC_GTEST_PROP(ProposalHistories, KnowOfEachVoteWhatBecameOfIt, (const std::vector<std::uint32_t>& choices)) {
  ProposalHistories histories;
  v1::Consequence made;
  made.mutable_proposal_made()->set_proposal("301");
  histories.see(1, 0, made);
  std::vector<CastVote> expected;
  std::uint64_t record = 1;
  for (const std::uint32_t choice : choices) {
    ++record;
    const std::string player = std::vector<std::string>{"Ann", "Bob", "Cleo"}[choice / 8 % 3];
    const std::uint64_t earlier = record - std::min<std::uint64_t>(record, choice / 24 % 6);
    v1::Consequence one;
    const auto vote = [&](auto* body) {
      body->set_proposal("301");
      body->set_player(player);
    };
    if (choice % 8 < 4) {
      vote(one.mutable_vote_cast());
      one.mutable_vote_cast()->set_choice(choice % 2 == 0 ? v1::VoteCast::FOR : v1::VoteCast::AGAINST);
    }
    if (choice % 8 == 4) vote(one.mutable_vote_withdrawn());
    if (choice % 8 == 5) vote(one.mutable_ballot_dropped());
    if (choice % 8 == 6) one.mutable_move_struck()->set_about(earlier);
    if (choice % 8 == 7) one.mutable_move_stands()->set_about(earlier);
    histories.see(record, 0, one);
    follow(expected, record, one);
  }
  const auto& votes = histories.all().find(301)->second.votes;
  RC_ASSERT(votes.size() == expected.size());
  for (std::size_t at = 0; at < votes.size(); ++at) {
    RC_ASSERT(votes[at].player == expected[at].player);
    RC_ASSERT(votes[at].record == expected[at].record);
    RC_ASSERT(votes[at].choice == expected[at].choice);
    RC_ASSERT(votes[at].standing == expected[at].standing);
  }
}

TEST(Sentences, EndWhereSentencesEnd) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"", {}},
      {"No full stop", {"No full stop"}},
      {"One. Two! Three?", {"One. ", "Two! ", "Three?"}},
      {"It is 3.5 points. Then (as said.) more.", {"It is 3.5 points. ", "Then (as said.) ", "more."}},
      {"He said \"Yes.\" And went.", {"He said \"Yes.\" ", "And went."}},
      {"A line\nanother", {"A line\n", "another"}},
      {"規則は強い。提案は弱い。", {"規則は強い。", "提案は弱い。"}},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(sentences(text), expected) << text;
}

TEST(Blame, GivesEachSentenceTheVersionThatBroughtIt) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.turn("Ann", amend(206, "One. Two. Three.", {LOSE_TEN}), FOR);        // #34
  t.turn("Bob", amend(301, "Zero. One. Three.", {LOSE_TEN}), FOR);       // #38
  t.turn("Ann", amend(302, "Zero. One. Two. Three.", {LOSE_TEN}), FOR);  // #42
  const auto life = lives_of(t, 206).rules[0];
  std::vector<std::pair<std::string, std::uint64_t>> found;
  for (const auto& one : blame(life, "")) found.emplace_back(one.sentence, life.versions[one.version].record);
  // Two. was gone in between: what stands now is Ann's of #42.
  EXPECT_EQ(found, (std::vector<std::pair<std::string, std::uint64_t>>{
                       {"Zero. ", 38}, {"One. ", 34}, {"Two. ", 42}, {"Three.", 34}}));
  EXPECT_TRUE(blame(life, "ja").empty());
}

std::vector<std::uint32_t> numbers_in(const std::string& text) {
  std::vector<std::uint32_t> numbers;
  for (const auto& mention : mentions(text)) {
    numbers.push_back(mention.number);
    EXPECT_EQ(text.substr(mention.at, mention.length), std::to_string(mention.number));
  }
  return numbers;
}

TEST(Mentions, AreNumbersThatStandForRules) {
  using Bare = std::vector<std::uint32_t>;
  EXPECT_EQ(numbers_in("See rule 203."), (Bare{203}));
  EXPECT_EQ(numbers_in("Rules 203, 204 and 206 hold"), (Bare{203, 204, 206}));
  EXPECT_EQ(numbers_in("RULES 101-116, which"), (Bare{101, 116}));
  EXPECT_EQ(numbers_in("rules 101 to 116 or rule 305"), (Bare{101, 116, 305}));
  EXPECT_EQ(numbers_in("rule no. 301"), (Bare{301}));
  EXPECT_EQ(numbers_in("las Reglas 201 y 202"), (Bare{201, 202}));
  EXPECT_EQ(numbers_in("規則203と"), (Bare{203}));
  EXPECT_EQ(numbers_in("203 points, 25 rules, rule 0203, overrule 203"), Bare{});
  EXPECT_EQ(numbers_in("rules 7, 8 and 12"), (Bare{7, 8, 12}));
  EXPECT_EQ(numbers_in("by rule 203 and 5 points"), (Bare{203}));
  EXPECT_EQ(numbers_in("\u7B2C3\u56DE, \u7B2C203\u6761"), (Bare{203}));
  EXPECT_EQ(numbers_in("rule 203.5 and rule 1,000"), Bare{});
  EXPECT_EQ(numbers_in("rule 99999999999"), Bare{});
}

TEST(References, AreToTheRuleThatWasMeant) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.turn("Ann", enact("Rule 206 is harsh. Rule 203 holds. Rule 999 will come."), FOR);  // #34: rule 301
  t.turn("Bob", amend(206, "Lose five.", {LOSE_TEN}), FOR);                             // #38: 206 is 302
  t.turn("Ann", enact("Rule 206 was harsh."), FOR);  // #42: rule 303, stale from the start
  const auto histories = lives_of(t, 0);
  std::vector<Reference> of_301;
  std::vector<Reference> of_303;
  for (const auto& one : references(histories)) {
    if (one.rule == 301) of_301.push_back(one);
    if (one.rule == 303) of_303.push_back(one);
  }
  ASSERT_EQ(of_301.size(), 3U);
  EXPECT_EQ(of_301[0].state, Reference::State::MOVED);
  EXPECT_EQ(of_301[0].now, 302U);
  EXPECT_EQ(of_301[0].written, 34U);
  EXPECT_EQ(of_301[1].state, Reference::State::HOLDS);
  EXPECT_EQ(of_301[2].state, Reference::State::NOTHING);
  EXPECT_EQ(mended("Rule 206 is harsh. Rule 203 holds. Rule 999 will come.", of_301),
            "Rule 302 is harsh. Rule 203 holds. Rule 999 will come.");
  ASSERT_EQ(of_303.size(), 1U);
  EXPECT_EQ(of_303[0].state, Reference::State::MOVED) << "the last rule that bore it is meant";
  EXPECT_EQ(of_303[0].lineage, 206U);
}

TEST(Explain, GivesTheVersionOfTheRuleThatRequiredIt) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.turn("Ann", enact("Cake."), AGAINST);                  // #34: Ann -10 (206), #35: +1 (202)
  t.turn("Bob", amend(206, "Lose it.", {LOSE_TEN}), FOR);  // #38: 206 is 302; #39: Bob +1
  t.turn("Ann", enact("Tea."), AGAINST);                   // #42: Ann -10 (302), #43: +1
  const auto why = explain(*t.game, [](const v1::Consequence& emitted) { return emitted.score().player() == "Ann"; },
                           t.game->head().size, {});
  ASSERT_TRUE(why.ok());
  std::vector<std::pair<std::uint64_t, std::int64_t>> moved;
  for (const auto& step : why->steps) moved.emplace_back(step.emitted.record(), step.emitted.score().points());
  EXPECT_EQ(moved, (std::vector<std::pair<std::uint64_t, std::int64_t>>{
                       {34, -10'000}, {35, 1'000}, {42, -10'000}, {43, 1'000}}));
  ASSERT_EQ(why->rules.size(), 3U);
  EXPECT_EQ(why->rules[0].number(), 206U);
  EXPECT_EQ(why->rules[1].number(), 202U);
  EXPECT_EQ(why->rules[2].number(), 302U);
  EXPECT_EQ(why->rules[2].since(), 38U);
}

TEST(Dependents, AreRecordsThatRestOnOne) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.turn("Ann", amend(206, "Lose it.", {LOSE_TEN}), FOR);  // #32 proposes, #33, #34 votes (206 is 301), #35
  t.turn("Bob", enact("Tea."), AGAINST);                   // #38: Bob -10 by rule 301, #39: +1
  const auto of = [&](std::uint64_t index) {
    auto found = dependents(*t.game, index, t.game->head().size, {});
    EXPECT_TRUE(found.ok());
    std::vector<std::pair<std::uint64_t, std::string>> list;
    for (const auto& one : *found) list.emplace_back(one.record, tools::words_of(one.why));
    return list;
  };
  using List = std::vector<std::pair<std::uint64_t, std::string>>;
  EXPECT_EQ(of(34), (List{{38, "is required by rule 301 as #34 made it"}}));
  EXPECT_EQ(of(33), (List{{34, "counts the vote cast at #33"}}));
  EXPECT_EQ(of(38), (List{{39, "reckons on from Bob's score of #38"}}));
  EXPECT_EQ(of(39), List{});
}

}  // namespace
}  // namespace nomic::replay::test
