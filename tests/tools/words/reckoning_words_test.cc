// How points are reckoned, in words. What is expected is worked out by hand.
#include "nomic/words/reckoning_words.h"

#include <gtest/gtest.h>

#include "nomic/replay/reference.h"
#include "nomic/service/reckoning_view.h"
#include "nomic/words/sentences.h"

namespace nomic::tools {
namespace {

v1::Consequence::Score share(std::uint32_t number, std::uint32_t in_favour, std::uint32_t cast, std::uint32_t decimals,
                             std::int64_t points) {
  v1::Consequence::Score score;
  score.set_player("Ellis");
  score.set_points(points);
  auto& how = *score.mutable_reckoning()->mutable_share();
  how.set_number(replay::reference(number));
  how.set_minus(291);
  how.set_votes_for(in_favour);
  how.set_votes_cast(cast);
  how.set_decimals(decimals);
  return score;
}

TEST(ReckoningWords, AShareOfVotesIsReckonedOut) {
  EXPECT_EQ(reckoning_words(share(305, 3, 5, 0, 8'000)), "(305 - 291) x 3/5 = 8.4, to the nearest point 8");
  EXPECT_EQ(reckoning_words(share(305, 3, 5, 1, 8'400)), "(305 - 291) x 3/5 = 8.4");
  EXPECT_EQ(reckoning_words(share(301, 1, 2, 0, 5'000)), "(301 - 291) x 1/2 = 5");
  EXPECT_EQ(reckoning_words(share(305, 5, 5, 0, 14'000)), "(305 - 291) x 5/5 = 14");
  // 14 x 2/3 is 9 and a third; 10 x 2/3 is 6 and two thirds.
  EXPECT_EQ(reckoning_words(share(305, 2, 3, 0, 9'000)), "(305 - 291) x 2/3 = 9.333..., to the nearest point 9");
  EXPECT_EQ(reckoning_words(share(301, 2, 3, 1, 6'700)), "(301 - 291) x 2/3 = 6.666..., to one decimal 6.7");
  EXPECT_EQ(reckoning_words(share(301, 2, 3, 2, 6'670)), "(301 - 291) x 2/3 = 6.666..., to 2 decimals 6.67");
  // A number below what is taken from it: -1/3, and -1/2, of which a half goes up.
  EXPECT_EQ(reckoning_words(share(290, 1, 3, 0, 0)), "(290 - 291) x 1/3 = -0.333..., to the nearest point 0");
  EXPECT_EQ(reckoning_words(share(290, 1, 2, 0, 0)), "(290 - 291) x 1/2 = -0.5, to the nearest point 0");
  EXPECT_EQ(reckoning_words(share(305, 0, 0, 0, 0)), "(305 - 291) x 0/0: no vote was cast, no points");
}

TEST(ReckoningWords, PointsForEachVoteAreMultipliedOut) {
  v1::Consequence::Score score;
  auto& how = *score.mutable_reckoning()->mutable_per_vote();
  how.set_points(500);
  how.set_votes(3);
  EXPECT_EQ(reckoning_words(score), "0.5 for each of 3 votes in favour = 1.5");
  how.set_votes(1);
  how.set_against(true);
  EXPECT_EQ(reckoning_words(score), "0.5 for each of 1 vote against = 0.5");
}

v1::Consequence::Score thrown(const std::vector<std::uint32_t>& faces, v1::ThrowPart::Scoring scoring,
                              std::uint32_t pips) {
  v1::Consequence::Score score;
  auto& how = *score.mutable_reckoning()->mutable_thrown();
  *how.mutable_faces() = {faces.begin(), faces.end()};
  how.set_scoring(scoring);
  how.set_pips(pips);
  how.set_points_per_pip(1'000);
  return score;
}

TEST(ReckoningWords, AThrowHasItsFaces) {
  EXPECT_EQ(reckoning_words(thrown({4}, v1::ThrowPart::SUM, 4)), "thrown 4");
  EXPECT_EQ(arithmetic_words(thrown({4}, v1::ThrowPart::SUM, 4)), "");
  EXPECT_EQ(reckoning_words(thrown({4, 5}, v1::ThrowPart::SUM, 9)), "thrown 4 + 5 = 9");
  EXPECT_EQ(arithmetic_words(thrown({4, 5}, v1::ThrowPart::SUM, 9)), "thrown 4 + 5 = 9");
  EXPECT_EQ(reckoning_words(thrown({4, 5}, v1::ThrowPart::PRODUCT, 20)), "thrown 4 x 5 = 20");
  EXPECT_EQ(reckoning_words(thrown({4, 5}, v1::ThrowPart::HIGHEST, 5)), "thrown 4 and 5, the highest 5");
  EXPECT_EQ(reckoning_words(thrown({4, 5}, v1::ThrowPart::LOWEST, 4)), "thrown 4 and 5, the lowest 4");
  auto half = thrown({4, 5}, v1::ThrowPart::SUM, 9);
  half.mutable_reckoning()->mutable_thrown()->set_points_per_pip(500);
  EXPECT_EQ(reckoning_words(half), "thrown 4 + 5 = 9, x 0.5 = 4.5");
  half.mutable_reckoning()->mutable_thrown()->set_face_points(-2'000);
  EXPECT_EQ(reckoning_words(half), "thrown 4 + 5 = 9, x 0.5 = 4.5, and -2 for single faces = 2.5");
}

TEST(ReckoningWords, PointsThatARuleNamesAreForSomething) {
  v1::Consequence::Score score;
  EXPECT_EQ(reckoning_words(score), "");
  score.set_proposal("301");
  score.mutable_reckoning()->set_occasion(v1::Award::DEFEATED);
  EXPECT_EQ(reckoning_words(score), "proposal 301 is defeated");
  EXPECT_EQ(arithmetic_words(score), "");
  for (int at = 1; at <= v1::Award::Occasion_MAX; ++at) {
    score.mutable_reckoning()->set_occasion(static_cast<v1::Award::Occasion>(at));
    EXPECT_NE(reckoning_words(score), "") << at;
  }
  score.mutable_reckoning()->mutable_anew()->set_before(17'000);
  EXPECT_EQ(reckoning_words(score), "all begin anew: from 17 to 0");
}

TEST(ReckoningWords, StandBehindTheEntry) {
  v1::Consequence c;
  c.mutable_rule()->set_number(202);
  *c.mutable_score() = share(305, 3, 5, 0, 8'000);
  c.mutable_score()->set_total(25'000);
  EXPECT_EQ(sentence_of(c), "Ellis +8 (rule 202) = 25: (305 - 291) x 3/5 = 8.4, to the nearest point 8.");
}

TEST(ReckoningView, HasThePartsAsNumbersOfPoints) {
  const auto view = reckoning_view(share(305, 3, 5, 0, 8'000).reckoning());
  EXPECT_EQ(view.share().minus(), 291U);
  EXPECT_EQ(view.share().votes_for(), 3U);
  EXPECT_DOUBLE_EQ(view.share().exact(), 8.4);
  EXPECT_FALSE(view.has_occasion());
  const auto dice = reckoning_view(thrown({4, 5}, v1::ThrowPart::SUM, 9).reckoning());
  EXPECT_EQ(dice.thrown().faces_size(), 2);
  EXPECT_EQ(dice.thrown().scoring(), "SUM");
  EXPECT_DOUBLE_EQ(dice.thrown().points_per_pip(), 1);
}

}  // namespace
}  // namespace nomic::tools
