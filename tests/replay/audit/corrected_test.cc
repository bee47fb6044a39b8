// Rules that are found to bear other numbers (R108): the auditor keeps them in his own books, and play goes on by them.

#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "replay/audit/broken_game.h"
#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Ann's proposal, #33, is rule 301, Bob's rule 302; Cyd is next.
struct TwoRules : Table {
  static constexpr std::uint64_t CAKE = 33;
  std::uint64_t tea = 0;
  TwoRules() : Table({"Ann", "Bob", "Cyd"}) {
    turn("Ann", enact("Cake is served at noon."));
    tea = state().size();
    turn("Bob", enact("Tea is served at five."));
  }
};

TEST(AuditOfNumbers, FindsThemAsTheyAreCorrectedAndPlayedOn) {
  TwoRules t;
  t.ok("Bob", correct_number(TwoRules::CAKE, bears_number(301, 305, Bears::ALL_ALONG)));
  t.ok("Ann", correct_number(t.tea, bears_number(302, 301)));
  t.ok("Ann", correct_number(t.tea, bears_number(301, 305, Bears::ONWARD, true)));
  t.ok("Bob", object_to(t.last()));
  t.ok("Bob", correct_title(TwoRules::CAKE, 305, "", "Cake"));
  t.ok("Bob", correct_whole(TwoRules::CAKE, 305, "Cake is served at one."));
  // 303 is amended from 305; 304 is enacted; 305 was borne, so that the next is 306.
  t.turn("Cyd", amend(305, "Cake is served at two."));
  t.turn("Ann", enact("A."));
  t.turn("Bob", enact("B."));
  EXPECT_NE(t.rule(306), nullptr);
  Watch watch;
  watch.see_all(t);
  EXPECT_THAT(watch.words(), IsEmpty());
}

TEST(AuditOfNumbers, TakesUpWhatAJudgmentFinds) {
  TwoRules t;
  t.ok("Bob", ask_judge());
  t.ok("Ann", judge_finds_number(t.last(), 108, bears_number(301, 340)));
  const auto judgment = t.last();
  t.ok("Cyd", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  Watch watch;
  watch.see_all(t);
  EXPECT_THAT(watch.words(), IsEmpty());
}

// Rules 5 to 7 are for people. The vote on a transmutation of rule 5 ends at the time of the correction: then the
// rule that the record calls 5 bears 20.
struct EndsByTime : Table {
  EndsByTime()
      : Table({"Ann", "Bob", "Cyd"},
              rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                        {"numbering { first: 20 changed_rule: TAKES_PROPOSALS }"},
                        {"voting_period { vote { hours: 1 } at_end: COUNT_CAST }"},
                        {"turn_order { order: NO_TURNS }"},
                        {},
                        {},
                        {}}),
              v1::MAIL) {
    ok("Ann", propose(v1::TRANSMUTE_TO_IMMUTABLE, 5));
    ok("Ann", call());
    ok("Ann", vote(FOR));
    later = 2 * 3'600;
  }
};

TEST(AuditOfNumbers, ReadsThoseInARecordAsTheyWereBeforeIt) {
  for (const bool swap : {false, true}) {
    for (const auto& [rule, number] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{{5, 6}, {6, 5}}) {
      EndsByTime t;
      t.ok("Bob", correct_number(rule, bears_number(rule, swap ? number : 40, Bears::ONWARD, swap)));
      Watch watch;
      watch.see_all(t);
      EXPECT_THAT(watch.words(), IsEmpty()) << rule << (swap ? " swapped" : "");
      EXPECT_EQ(t.rule(40) == nullptr, swap);
    }
  }
}

TEST(AuditOfNumbers, FindsOneThatTheRecordDoesNotSay) {
  TwoRules t;
  t.ok("Bob", correct_number(TwoRules::CAKE, bears_number(301, 340)));
  const auto seen = found_in(t, t.last(), [](Shown& shown) {
    the(shown, v1::Consequence::kCorrected).mutable_corrected()->mutable_renumbering()->set_to_number("341");
    kept(shown, 340).set_number(341);
  });
  EXPECT_THAT(seen.all, HasSubstr("R108 #" + std::to_string(t.last()))) << seen.words;
}

// Rule 301 yields to 201 by its number; under 150 it prevails, which one player does not decide.
TEST(AuditOfNumbers, FindsOneByWhichAnotherRulePrevails) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Anyone begins.", {"turn_order { order: NO_TURNS }"}));
  t.ok("Bob", correct_number(TwoRules::CAKE, bears_number(301, 340)));
  const auto seen = found_in(t, t.last(), [](Shown& shown) {
    shown.move.event.mutable_record_corrected()->mutable_number()->set_number("150");
    the(shown, v1::Consequence::kCorrected).mutable_corrected()->mutable_renumbering()->set_to_number("150");
    kept(shown, 340).set_number(150);
  });
  EXPECT_THAT(seen.all, HasSubstr("R211 #" + std::to_string(t.last()))) << seen.words;
  EXPECT_THAT(seen.words, HasSubstr("by that alone another rule prevails")) << seen.words;
}

}  // namespace
}  // namespace nomic::replay::test
