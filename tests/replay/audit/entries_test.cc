// The entries in scores that a finding shows: as the game has them, and as the auditor reckons them by itself.
#include <gtest/gtest.h>

#include "audit/arithmetic.h"
#include "audit/reckon.h"
#include "game/voting/tally.h"
#include "replay/audit/broken_game.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

// What was found in the game up to a record, which is altered: one finding.
AuditFinding finding_in(std::uint64_t record, const Alter& alter) {
  const GameToBreak t;
  const auto found = found_in(t, record, alter);
  EXPECT_EQ(found.findings.size(), 1U) << found.words;
  return found.findings.empty() ? AuditFinding() : found.findings.front();
}

TEST(AuditedEntries, StandBesideEachOtherWhereTheyDiffer) {
  // Bob throws 3 in #62, and is said to gain 4.
  const auto finding = finding_in(62, [](Shown& s) { gain(s, the(s, Kind::kScore), 4000); });
  ASSERT_EQ(finding.entries.size(), 2U);
  const ReckonedEntry& in_game = finding.entries[0];
  const ReckonedEntry& due = finding.entries[1];
  EXPECT_FALSE(in_game.due);
  EXPECT_EQ(in_game.score.points(), 4000);
  EXPECT_TRUE(due.due);
  EXPECT_EQ(due.record, 62U);
  EXPECT_EQ(due.rule, 202U);
  EXPECT_EQ(due.score.player(), "Bob");
  EXPECT_EQ(due.score.points(), 3000);
  ASSERT_EQ(due.score.reckoning().thrown().faces_size(), 1);
  EXPECT_EQ(due.score.reckoning().thrown().faces(0), 3U);
  EXPECT_EQ(due.score.reckoning().thrown().pips(), 3U);
  EXPECT_EQ(due.score.reckoning().thrown().points_per_pip(), 1000);
}

TEST(AuditedEntries, OfWhatIsNotReportedAreWhatIsDue) {
  // 302 is defeated in #43, which costs Bob ten points.
  const auto finding = finding_in(43, [](Shown& s) {
    gain(s, the(s, Kind::kScore), 0);
    drop(s, Kind::kScore);
  });
  ASSERT_EQ(finding.entries.size(), 1U);
  EXPECT_TRUE(finding.entries[0].due);
  EXPECT_EQ(finding.entries[0].score.points(), -10'000);
  EXPECT_EQ(finding.entries[0].score.proposal(), "302");
  EXPECT_EQ(finding.entries[0].score.reckoning().occasion(), v1::Award::DEFEATED);
}

TEST(AuditedEntries, OfWhatIsNotDueAreWhatIsReported) {
  const auto finding = finding_in(58, [](Shown& s) {
    auto& score = tell(s, Kind::kScore, 201);
    score.mutable_score()->set_player("Ann");
    score.mutable_score()->set_points(1000);
    score.mutable_score()->set_total(s.after.players(0).points() + 1000);
    s.after.edit_players().edit(0).set_points(score.score().total());
  });
  ASSERT_EQ(finding.entries.size(), 1U);
  EXPECT_FALSE(finding.entries[0].due);
  EXPECT_EQ(finding.entries[0].score.points(), 1000);
}

TEST(AuditedEntries, AFindingOfSomethingElseHasNone) {
  EXPECT_TRUE(finding_in(50, [](Shown& s) { drop(s, Kind::kCircuitEnded); }).entries.empty());
}

// Two roads to one answer: the auditor's parts are those that the engine reckons with.
TEST(AuditedArithmetic, OfVotesIsThatOfTheGame) {
  v1::Amount share;
  share.mutable_popularity()->set_minus(291);
  share.mutable_popularity()->set_decimals(1);
  v1::Amount in_favour;
  in_favour.set_per_vote_for_thousandths(2500);
  v1::Amount against;
  against.set_per_vote_against_thousandths(-1000);
  v1::Amount fixed;
  fixed.set_fixed_thousandths(4000);
  for (const v1::Amount& amount : {share, in_favour, against, fixed}) {
    for (std::uint32_t cast = 0; cast <= 5; ++cast) {
      for (std::uint32_t votes = 0; votes <= cast; ++votes) {
        EXPECT_EQ(audit::arithmetic_of(amount, 305, votes, cast).SerializeAsString(),
                  reckoning_of(amount, 305, votes, cast).SerializeAsString())
            << amount.ShortDebugString() << votes << "/" << cast;
      }
    }
  }
}

// What the parts come to is what the auditor reckons at once.
TEST(AuditedArithmetic, OfAThrowGivesItsPoints) {
  for (const auto scoring : {v1::ThrowPart::SCORING_UNSPECIFIED, v1::ThrowPart::SUM, v1::ThrowPart::HIGHEST,
                             v1::ThrowPart::LOWEST, v1::ThrowPart::PRODUCT}) {
    v1::ThrowPart part;
    part.set_scoring(scoring);
    part.set_points_per_pip_thousandths(1500);
    auto& own = *part.add_face_points();
    own.set_face(6);
    own.set_points_thousandths(-500);
    for (const std::vector<std::uint32_t>& faces :
         {std::vector<std::uint32_t>{4}, std::vector<std::uint32_t>{6, 1}, std::vector<std::uint32_t>{2, 6, 6}}) {
      const auto how = audit::arithmetic_of(part, faces);
      EXPECT_EQ(how.thrown().pips() * how.thrown().points_per_pip() + how.thrown().face_points(),
                audit::points_thrown(part, faces))
          << how.ShortDebugString();
    }
  }
  v1::ThrowPart highest;
  highest.set_scoring(v1::ThrowPart::HIGHEST);
  EXPECT_EQ(audit::arithmetic_of(highest, {2, 5, 3}).thrown().pips(), 5U);
  EXPECT_EQ(audit::arithmetic_of(v1::ThrowPart(), {2, 5, 3}).thrown().scoring(), v1::ThrowPart::SUM);
}

}  // namespace
}  // namespace nomic::replay::test
