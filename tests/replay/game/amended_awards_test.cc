// An award that is amended counts the vote on its own amendment once (L70). The award in force at the vote says when:
// just before the effect it is still that one, just after it is the amended one.
#include <gmock/gmock.h>

#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

const std::string BEFORE = "BEFORE_EFFECT";
const std::string AFTER = "AFTER_EFFECT";

std::string award(const std::string& recipient, int points, const std::string& reckoned) {
  return "award { occasion: ADOPTED recipient: " + recipient +
         " amount { fixed_thousandths: " + std::to_string(points * 1000) + " } reckoned: " + reckoned + " }";
}

std::string for_proponent(int points, const std::string& reckoned) {
  return award("THE_PROPONENT", points, reckoned);
}

// Rule 5 gives the awards; proposals belong to no turn.
struct Awarding : Table {
  explicit Awarding(const std::vector<std::string>& awards)
      : Table({"Ann", "Bob", "Cyd"},
              rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                        {"numbering { first: 20 changed_rule: KEEPS_ITS_OWN }"},
                        {"turn_order { order: NO_TURNS }"},
                        {"proposing { who: ANYONE several: EACH }"},
                        awards}),
              v1::MAIL) {}

  void adopt(const v1::Event& event) {
    const auto made = ok("Ann", event);
    ok("Ann", call());
    everyone_votes(FOR);
  }
  [[nodiscard]] std::vector<double> scores() const { return {points("Ann"), points("Bob"), points("Cyd")}; }
  [[nodiscard]] std::vector<std::string> told() const {
    const auto found = warnings(engine, state().proposals(0), *this);
    EXPECT_TRUE(found);
    std::vector<std::string> cases;
    for (const Remark& remark : *found) cases.push_back(remark.variant);
    return cases;
  }
  void is_found_right() const {
    expect_derived_alike(*this);
    Watch watch;
    watch.see_all(*this);
    EXPECT_EQ(watch.found(), "") << watch.words();
  }
};

using Scores = std::vector<double>;

// 5 points by now, 7 as amended.
TEST(AmendedAwards, CountTheVoteOnce) {
  struct Row {
    std::string now;
    std::string amended;
    double counts;
    std::string told;
  };
  for (const Row& row :
       {Row{BEFORE, BEFORE, 5, "award_counts_as_it_is"}, Row{BEFORE, AFTER, 5, "award_counts_as_it_is"},
        Row{AFTER, BEFORE, 7, "award_counts_as_amended"}, Row{AFTER, AFTER, 7, "award_counts_as_amended"}}) {
    SCOPED_TRACE(row.now + ", then " + row.amended);
    Awarding t({for_proponent(5, row.now)});
    t.ok("Ann", amend(5, "Seven.", {for_proponent(7, row.amended)}));
    EXPECT_THAT(t.told(), testing::Contains(row.told));
    t.ok("Ann", call());
    t.everyone_votes(FOR);
    EXPECT_EQ(t.points("Ann"), row.counts);
    t.adopt(enact("The next vote."));
    EXPECT_EQ(t.points("Ann"), row.counts + 7);
    t.is_found_right();
  }
}

// The award of a rule goes to other players as amended: it is one award all the same.
TEST(AmendedAwards, CountItForTheOldRecipientsOrTheNew) {
  Awarding before({for_proponent(5, BEFORE)});
  before.adopt(amend(5, "Two each.", {award("VOTERS_FOR", 2, AFTER)}));
  EXPECT_EQ(before.scores(), (Scores{5, 0, 0}));
  before.is_found_right();
  Awarding after({for_proponent(5, AFTER)});
  after.adopt(amend(5, "Two each.", {award("VOTERS_FOR", 2, BEFORE)}));
  EXPECT_EQ(after.scores(), (Scores{2, 2, 2}));
  after.is_found_right();
}

// Each award for itself: the proponent's 5 before the effect, the voters' 2 after it.
TEST(AmendedAwards, EachOfARuleForItself) {
  Awarding t({for_proponent(5, BEFORE), award("VOTERS_FOR", 1, AFTER)});
  t.ok("Ann", amend(5, "More.", {award("VOTERS_FOR", 2, BEFORE), for_proponent(7, AFTER)}));
  EXPECT_THAT(t.told(), testing::Contains("award_counts_by_moment"));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.scores(), (Scores{7, 2, 2}));
  t.is_found_right();
}

// One that the amendment adds has not been in force before: it counts if it is reckoned after the effect.
TEST(AmendedAwards, OneThatIsAddedCountsByItsOwnMoment) {
  Awarding after({for_proponent(5, BEFORE)});
  after.adopt(amend(5, "And one each.", {for_proponent(5, BEFORE), award("VOTERS_FOR", 1, AFTER)}));
  EXPECT_EQ(after.scores(), (Scores{6, 1, 1}));
  after.is_found_right();
  Awarding before({for_proponent(5, BEFORE)});
  before.adopt(amend(5, "And one each.", {for_proponent(5, BEFORE), award("VOTERS_FOR", 1, BEFORE)}));
  EXPECT_EQ(before.scores(), (Scores{5, 0, 0}));
  before.is_found_right();
}

// The repeal of an amendment is a change of the award too: 7 points after the effect, then 5 again.
TEST(AmendedAwards, WhereAnAmendmentIsRepealed) {
  Awarding t({for_proponent(5, BEFORE)});
  t.adopt(amend(5, "Seven.", {for_proponent(7, AFTER)}));  // 5
  t.adopt(propose(v1::RESTORE, 5));                        // 5, by the version that comes back
  EXPECT_EQ(t.points("Ann"), 10);
  t.adopt(enact("The next vote."));
  EXPECT_EQ(t.points("Ann"), 15);
  t.is_found_right();
}

// What does not count such a vote is another award.
TEST(AmendedAwards, OneThatCountedNoSuchVote) {
  Awarding t(
      {"award { occasion: DEFEATED recipient: THE_PROPONENT amount { fixed_thousandths: -5000 } reckoned: "
       "BEFORE_EFFECT }"});
  t.adopt(amend(5, "Seven.", {for_proponent(7, AFTER)}));
  EXPECT_EQ(t.points("Ann"), 7);
  t.is_found_right();
}

TEST(AmendedAwards, ThatCountTwiceAreFound) {
  Awarding t({for_proponent(5, BEFORE)});
  t.adopt(amend(5, "Seven.", {for_proponent(7, AFTER)}));
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    if (shown.move.index != t.last()) return;
    auto& again = shown.emitted.emplace_back();
    again.set_record(t.last());
    again.set_order(static_cast<std::uint32_t>(shown.emitted.size() - 1));
    again.mutable_score()->set_player("Ann");
    again.mutable_score()->set_points(7000);
    again.mutable_score()->set_total(12'000);
    again.mutable_score()->set_proposal("20");
    *again.mutable_rule() = ref_to(*t.rule(5));
  });
  EXPECT_THAT(watch.found(), testing::HasSubstr("R206 #" + std::to_string(t.last()))) << watch.words();
}

}  // namespace
}  // namespace nomic::replay::test
