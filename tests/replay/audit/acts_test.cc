// Acts (116): what a rule gives by an act is due by the rule that was cited, and the auditor says so.

#include <gmock/gmock.h>

#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

TEST(AuditOfActs, FindsTheirPointsDue) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Whoever makes tea gains 2 points; whoever spills it loses 1."));
  t.ok("Bob", act(301, "Bob made tea, which Cyd spilt.").points("Bob", 2).points("Cyd", -1));
  Watch watch;
  watch.see_all(t);
  EXPECT_THAT(watch.words(), testing::IsEmpty());
  EXPECT_EQ(t.points("Bob"), 2);
  EXPECT_EQ(t.points("Cyd"), -1);
}

using Judged = AuditedAct::Judged;
using Effect = v1::Consequence::Acted;

// 301 is in force, and Ann's turn complete: she threw a 1. Cyd judges (212).
struct Tea : Table {
  Tea() : Table({"Ann", "Bob", "Cyd"}) { turn("Ann", enact("Tea is served at four.")); }
  void judged_by(const v1::Event& judgment) {
    ok("Cyd", judgment);
    judgment_at = last();
  }
  std::uint64_t ask() {
    ok("Ann", ask_judge());
    return last();
  }
  std::uint64_t judgment_at = 0;
};

// What the audit of the game lists; it finds nothing.
std::vector<AuditedAct> acts_in(const Table& t, std::uint64_t not_judged) {
  Watch watch;
  watch.see_all(t);
  const auto report = watch.finish();
  EXPECT_THAT(watch.words(), testing::IsEmpty());
  EXPECT_EQ(report_on(report, "R116").not_judged, not_judged);
  return watch.acts;
}

TEST(AuditOfActs, ListsThoseThatDoSomethingToOthers) {
  Tea t;
  t.ok("Bob", act(301, "Bob drinks.").points("Bob", 1));
  t.ok("Bob", act(301, "Bob pours.").points("Ann", 2).change(amend(206, "Tea costs nothing.")));
  const auto acts = acts_in(t, 1);
  ASSERT_EQ(acts.size(), 1U);
  EXPECT_EQ(acts[0].record, t.last());
  EXPECT_EQ(acts[0].player, "Bob");
  EXPECT_EQ(acts[0].text, "Bob pours.");
  EXPECT_EQ(acts[0].rule, 301U);
  EXPECT_EQ(acts[0].rule_since, t.rule(301)->since());
  EXPECT_THAT(acts[0].effects, testing::ElementsAre(Effect::CHANGES_RULES, Effect::CHANGES_ANOTHERS_SCORE));
  EXPECT_EQ(acts[0].judged, Judged::NOT_JUDGED);
  EXPECT_EQ(acts[0].by, 0U);
}

TEST(AuditOfActs, SaysWhichJudgmentUpholdsOrStrikesThem) {
  Tea t;
  t.ok("Bob", act(301).points("Ann", 2));
  const auto upheld = t.last();
  t.ok("Bob", act(301).points("Cyd", 2));
  const auto struck = t.last();
  t.judged_by(judge_upholds(t.ask(), {upheld}));
  const auto first = t.judgment_at;
  t.judged_by(judge_strikes(t.ask(), {struck}));
  auto acts = acts_in(t, 0);
  ASSERT_EQ(acts.size(), 2U);
  EXPECT_EQ(acts[0].judged, Judged::UPHELD);
  EXPECT_EQ(acts[0].by, first);
  EXPECT_EQ(acts[1].judged, Judged::STRUCK);
  EXPECT_EQ(acts[1].by, t.judgment_at);
  // What is overruled has judged nothing.
  for (const auto judgment : {first, t.judgment_at}) {
    t.ok("Ann", vote_to_overrule(judgment));
    t.ok("Bob", vote_to_overrule(judgment));
  }
  acts = acts_in(t, 2);
  ASSERT_EQ(acts.size(), 2U);
  EXPECT_EQ(acts[0].judged, Judged::NOT_JUDGED);
  EXPECT_EQ(acts[1].judged, Judged::NOT_JUDGED);
}

// The second spends what the first gives.
TEST(AuditOfActs, SaysWhatHasFallenWithAnother) {
  Tea t;
  t.ok("Bob", act(301).holding("Ann", "tea", 1));
  const auto first = t.last();
  t.ok("Bob", act(301).holding("Ann", "tea", -1));
  t.judged_by(judge_strikes(t.ask(), {first}));
  const auto acts = acts_in(t, 0);
  ASSERT_EQ(acts.size(), 2U);
  EXPECT_EQ(acts[0].judged, Judged::STRUCK);
  EXPECT_EQ(acts[1].judged, Judged::FALLEN);
  EXPECT_EQ(acts[1].by, t.judgment_at);
}

// 206 gives the points by a provision, which the Judge waives.
TEST(AuditOfActs, ListsAContestedOneOnceItIsUpheld) {
  Tea t;
  t.ok("Bob", insist_on(act(206, "It was forgotten.").points("Ann", 10)));
  const auto contested = t.last();
  EXPECT_THAT(acts_in(t, 0), testing::IsEmpty());
  t.judged_by(judge_upholds(t.ask(), {contested}));
  const auto acts = acts_in(t, 0);
  ASSERT_EQ(acts.size(), 1U);
  EXPECT_EQ(acts[0].record, contested);
  EXPECT_EQ(acts[0].judged, Judged::UPHELD);
  EXPECT_EQ(acts[0].by, t.judgment_at);
}

// A turn that is over is judged no more: its acts are listed once.
TEST(AuditOfActs, ListsThemOfEveryTurn) {
  Tea t;
  t.ok("Bob", act(301).points("Ann", 2));
  t.turn("Bob", enact("X."));
  t.ok("Bob", act(301).points("Ann", 2));
  t.turn("Cyd", enact("Y."));
  EXPECT_EQ(acts_in(t, 2).size(), 2U);
}

TEST(BrokenActs, AreFoundWhereTheyAreNotMarked) {
  Tea t;
  t.ok("Bob", act(301).points("Ann", 2));
  Watch watch;
  watch.see_all(t, [&](Shown& s) {
    if (s.move.index == t.last()) s.emitted.front().mutable_acted()->clear_effects();
  });
  EXPECT_EQ(watch.found(), "R116 #" + std::to_string(t.last()));
}

TEST(BrokenActs, AreFoundUnderARuleThatProvidesForNone) {
  Tea t;
  t.turn("Bob", enact("The moon is full.", {"acts { none: true }"}));
  const auto since = t.rule(302)->since();
  t.ok("Bob", act(301));
  Watch watch;
  watch.see_all(t, [&](Shown& s) {
    if (s.move.index != t.last()) return;
    s.move.event.mutable_act_performed()->set_cited("302");
    for (auto& one : s.emitted) {
      one.mutable_rule()->set_number(302);
      one.mutable_rule()->set_lineage(302);
      one.mutable_rule()->set_since(since);
    }
  });
  EXPECT_EQ(watch.found(), "R116 #" + std::to_string(t.last()));
}

}  // namespace
}  // namespace nomic::replay::test
