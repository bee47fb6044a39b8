// What stands after each record, as changes: put together again it is what stood.
#include "moments.h"

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include "page_difference.h"

namespace nomic::tools {
namespace {

v1::ReportMoment moment(std::uint32_t turn, const std::string& mover, std::vector<std::uint32_t> rules) {
  v1::ReportMoment made;
  made.set_turn(turn);
  made.set_turn_of(mover);
  made.mutable_rules();
  for (const auto rule : rules) made.mutable_rules()->add_rules(rule);
  return made;
}

TEST(Moments, WhatIsAsItWasIsLeftOut) {
  const auto before = moment(1, "Ann", {0, 1});
  EXPECT_EQ(moment_changes(before, before).ByteSizeLong(), 0U);
  const auto turned = moment_changes(before, moment(2, "Ann", {0, 1}));
  EXPECT_TRUE(turned.has_turn());
  EXPECT_FALSE(turned.has_turn_of());
  EXPECT_FALSE(turned.has_rules());
}

TEST(Moments, WhatIsEmptyNowIsSaid) {
  const auto changes = moment_changes(moment(1, "Ann", {0, 1}), moment(0, "", {}));
  EXPECT_TRUE(changes.has_turn());
  EXPECT_EQ(changes.turn(), 0U);
  EXPECT_TRUE(changes.has_turn_of());
  EXPECT_TRUE(changes.has_rules());
  EXPECT_EQ(changes.rules().rules_size(), 0);
}

TEST(Moments, AListIsGivenWhole) {
  const auto changes = moment_changes(moment(1, "Ann", {0, 1}), moment(1, "Ann", {0, 1, 2}));
  ASSERT_TRUE(changes.has_rules());
  EXPECT_EQ(changes.rules().rules_size(), 3);
}

TEST(PageDifference, NamesThePlaceAndBothValues) {
  v1::ReportView page;
  page.add_entries();
  auto& score = *page.add_moments()->mutable_scores()->add_scores();
  score.set_player("Ann");
  score.set_points(17);
  v1::ReportView derived = page;
  derived.mutable_moments(0)->mutable_scores()->mutable_scores(0)->set_points(14.5);
  Differences differences(5);
  differences.compare(page, derived);
  ASSERT_EQ(differences.found().size(), 1U);
  EXPECT_EQ(differences.found()[0].where, "moments[0].scores.scores[0].points");
  EXPECT_EQ(differences.found()[0].page, "17");
  EXPECT_EQ(differences.found()[0].derived, "14.5");
}

TEST(PageDifference, WhatIsMissingAndWhatIsTooMuch) {
  v1::ReportView page;
  page.add_rules()->set_number(101);
  v1::ReportView derived;
  derived.add_moments()->set_turn(3);
  derived.mutable_status();
  Differences differences(2);
  differences.compare(page, derived);
  ASSERT_EQ(differences.found().size(), 2U);
  EXPECT_EQ(differences.found()[0].where, "status");
  EXPECT_EQ(differences.found()[0].page, "nothing");
  EXPECT_EQ(differences.found()[1].where, "rules");
  EXPECT_EQ(differences.found()[1].page, "1 of them");
  EXPECT_EQ(differences.left_out(), 1U);
}

}  // namespace
}  // namespace nomic::tools
