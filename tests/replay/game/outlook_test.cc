// What becomes of the game if a proposal is adopted is told before anybody votes on it.
#include <gmock/gmock.h>

#include "nomic/words/remarks.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

std::vector<Remark> told(const Table& t) {
  auto found = warnings(t.engine, t.state().proposals(0), t);
  EXPECT_TRUE(found);
  return found ? *found : std::vector<Remark>();
}

std::vector<std::string> cases_of(const std::vector<Remark>& remarks) {
  std::vector<std::string> cases;
  for (const Remark& one : remarks) cases.push_back(one.variant);
  return cases;
}

std::string words_of_case(const std::vector<Remark>& remarks, const std::string& variant) {
  for (const Remark& one : remarks) {
    if (one.variant == variant) return tools::words_of(one);
  }
  return "";
}

// Ann stands at 4 points after her throw, Bob and Cyd at none.
TEST(Outlook, SomebodyWouldWinAtOnce) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Tea is served."), FOR, 4);
  t.ok("Bob", enact("Three points win.", {"victory { points: \"3\" }"}));
  const auto found = told(t);
  EXPECT_EQ(words_of_case(found, "would_win"),
            "if it is adopted, Ann would win at once, as the scores stand, by rule 302");
  for (const Remark& one : found) EXPECT_EQ(is_grave(one), one.variant == "would_win") << one.variant;
}

TEST(Outlook, NobodyWinsAtWhatNobodyStandsAt) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Tea is served."), FOR, 4);
  t.ok("Bob", enact("Five points win.", {"victory { points: \"5\" }"}));
  EXPECT_THAT(cases_of(told(t)), IsEmpty());
}

// Thousandths for points: 0.05 points are soon reached, and whoever stands at more has won.
TEST(Outlook, SeveralWouldWin) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Tea is served."), FOR, 4);
  t.turn("Bob", enact("Cake is served."), FOR, 2);
  t.ok("Cyd", enact("Fifty win.", {"victory { points_thousandths: 50 }"}));
  EXPECT_EQ(words_of_case(told(t), "would_win"),
            "if it is adopted, Ann and Bob would win at once, as the scores stand, by rule 303");
}

TEST(Outlook, NothingCouldBeAdoptedIsToldOnce) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", amend(203, "Four votes.", {"adoption { fraction: \"1/2\" of: CAST least_in_favour: 4 }"}));
  EXPECT_THAT(cases_of(told(t)), Contains("too_few_votes"));
  EXPECT_THAT(cases_of(told(t)), Not(Contains("would_stand_still")));
  EXPECT_TRUE(is_grave(remark_of(Topic::WARNING, "too_few_votes")));
}

// The last mutable rule goes, and with it what says how anything is adopted.
TEST(Outlook, PlayWouldStandStill) {
  Table t({"Ann", "Bob"}, rules_with({"adoption { fraction: \"1/2\" of: CAST }"}), v1::TABLE);
  t.ok("Ann", propose(v1::REPEAL, 1));
  const auto found = told(t);
  EXPECT_THAT(cases_of(found), Contains("adoption_not_regulated"));
  EXPECT_EQ(words_of_case(found, "would_stand_still"),
            "if it is adopted, play would stand still: no rule is mutable any more");
}

// What is so already is no news.
TEST(Outlook, AStandstillThatThereIsIsNotToldAgain) {
  Table t({"Ann", "Bob"}, rules_with({"numbering { first: 301 }"}), v1::TABLE);
  t.ok("Ann", enact("Tea is served.", {"consultation { team_mates_only: false }"}));
  EXPECT_THAT(cases_of(told(t)), IsEmpty());
}

TEST(Outlook, TheFirstRuleForPeopleIsToldToBeOne) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("Tea is served."));
  EXPECT_EQ(
      words_of_case(told(t), "for_people"),
      "rule 301 would be for people, and the program plays no part of it: carry it out with nomic act --cite 301");
  EXPECT_EQ(told(t).front().topic, Topic::NOTE);
  EXPECT_FALSE(is_grave(told(t).front()));
  t.ok("Ann", call());
  EXPECT_THAT(cases_of(told(t)), IsEmpty()) << "once, when it is proposed";
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  t.ok("Bob", enact("Cake is served."));
  EXPECT_THAT(cases_of(told(t)), IsEmpty()) << "who has made one knows";
}

TEST(Outlook, ARuleThatTheProgramPlaysByIsNone) {
  Table t({"Ann", "Bob"});
  t.ok("Ann",
       enact("Tea is served.", {"award { occasion: TURN_ENDED recipient: THE_PLAYER amount { points: \"1\" } }"}));
  EXPECT_THAT(cases_of(told(t)), IsEmpty());
}

// It is tried on a draft.
TEST(Outlook, LeavesTheGameAsItIs) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("Tea is served.", {"victory { points: \"0.5\" }"}));
  const auto before = t.state().size();
  EXPECT_EQ(cases_of(told(t)), cases_of(told(t)));
  EXPECT_EQ(t.state().size(), before) << "nothing was made";
  EXPECT_TRUE(t.state().winners().empty());
}

}  // namespace
}  // namespace nomic::replay::test
