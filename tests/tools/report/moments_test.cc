// The game after each record, as changes: put together again they are the moments.
#include "moments.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "page_difference.h"

namespace nomic::tools {
namespace {

WholeMoment moment(std::uint32_t turn, const std::string& mover, std::vector<std::uint32_t> rules) {
  WholeMoment made;
  made.fields.set_turn(turn);
  made.fields.set_turn_of(mover);
  made.fields.set_judge("");
  made.rules = ChunkedList<std::uint32_t>(std::move(rules));
  return made;
}

std::vector<std::uint32_t> rules_of(const v1::ReportMoment& changes) {
  return {changes.rules().rules().begin(), changes.rules().rules().end()};
}

TEST(Moments, WhatIsAsItWasIsLeftOut) {
  MomentChanges changes;
  changes.see(moment(1, "Ann", {0, 1}));
  EXPECT_EQ(changes.see(moment(1, "Ann", {0, 1})).ByteSizeLong(), 0U);
  const auto turned = changes.see(moment(2, "Ann", {0, 1}));
  EXPECT_TRUE(turned.has_turn());
  EXPECT_FALSE(turned.has_turn_of());
  EXPECT_FALSE(turned.has_rules());
}

TEST(Moments, TheFirstIsWhole) {
  const auto first = MomentChanges().see(moment(0, "", {4, 7}));
  EXPECT_TRUE(first.has_turn());
  EXPECT_TRUE(first.has_turn_of());
  EXPECT_TRUE(first.has_judge());
  EXPECT_EQ(rules_of(first), (std::vector<std::uint32_t>{4, 7}));
}

TEST(Moments, WhatIsEmptyNowIsSaid) {
  MomentChanges changes;
  changes.see(moment(1, "Ann", {0, 1}));
  const auto empty = changes.see(moment(0, "", {}));
  EXPECT_TRUE(empty.has_turn());
  EXPECT_EQ(empty.turn(), 0U);
  EXPECT_TRUE(empty.has_turn_of());
  EXPECT_TRUE(empty.has_rules());
  EXPECT_EQ(empty.rules().rules_size(), 0);
  EXPECT_EQ(empty.rules().spans_size(), 0);
}

// "at -removed +added", as in ListSpan.
std::string spans_of(const v1::ReportMoment& changes) {
  std::string text;
  for (const auto& span : changes.rules().spans()) {
    text += fmt::format("{} -{} +{};", span.at(), span.removed(), span.added());
  }
  return text;
}

TEST(Moments, AListIsGivenByItsChanges) {
  MomentChanges changes;
  std::vector<std::uint32_t> list(100);
  std::iota(list.begin(), list.end(), 0U);
  changes.see(moment(1, "Ann", list));
  struct Row {
    const char* what;
    std::function<void()> edit;
    const char* spans;
    std::vector<std::uint32_t> added;
  };
  const std::vector<Row> rows = {
      {"one element", [&] { list[1] = 900; }, "1 -1 +1;", {900}},
      {"both ends",
       [&] {
         list.front() = 901;
         list.back() = 902;
       },
       "0 -1 +1;99 -1 +1;",
       {901, 902}},
      {"one goes at the front and one comes at the back",
       [&] {
         list.erase(list.begin());
         list.push_back(903);
       },
       "0 -1 +0;100 -0 +1;",
       {903}},
      {"an element moves",
       [&] { std::rotate(list.begin() + 50, list.begin() + 51, list.end()); },
       "50 -1 +0;100 -0 +1;",
       {51}},
      {"the last goes", [&] { list.pop_back(); }, "99 -1 +0;", {}},
  };
  for (const Row& row : rows) {
    row.edit();
    const auto changed = changes.see(moment(1, "Ann", list));
    EXPECT_EQ(spans_of(changed), row.spans) << row.what;
    EXPECT_EQ(rules_of(changed), row.added) << row.what;
  }
}

// Each record changes the first and the last of 1,000 elements.
TEST(Moments, ChangesFarApartDoNotRepeatTheElementsBetween) {
  MomentChanges changes;
  std::vector<std::uint32_t> list(1000);
  std::iota(list.begin(), list.end(), 0U);
  changes.see(moment(1, "Ann", list));
  std::size_t given = 0;
  for (std::uint32_t step = 0; step < 100; ++step) {
    list.front() = 2000 + step;
    list.back() = 3000 + step;
    given += rules_of(changes.see(moment(1, "Ann", list))).size();
  }
  EXPECT_EQ(given, 200U);
}

TEST(Moments, AListIsGivenWholeOnceItsChangesAreAsMany) {
  MomentChanges changes;
  changes.see(moment(1, "Ann", {0, 1, 2, 3}));
  // Each change costs its elements and one more: two, four, then six, which are more than the list has.
  EXPECT_EQ(rules_of(changes.see(moment(1, "Ann", {0, 1, 2, 5}))).size(), 1U);
  EXPECT_EQ(rules_of(changes.see(moment(1, "Ann", {0, 1, 2, 6}))).size(), 1U);
  const auto whole = changes.see(moment(1, "Ann", {0, 1, 2, 7}));
  EXPECT_EQ(rules_of(whole), (std::vector<std::uint32_t>{0, 1, 2, 7}));
  EXPECT_EQ(whole.rules().spans_size(), 0);
}

// As the document is read.
std::vector<std::uint32_t> put_together(const std::vector<std::uint32_t>& before, const v1::ReportMoment& changes) {
  if (!changes.has_rules()) return before;
  const std::vector<std::uint32_t> came = rules_of(changes);
  if (changes.rules().spans().empty()) return came;
  std::vector<std::uint32_t> now;
  std::size_t kept = 0;
  std::size_t taken = 0;
  for (const auto& span : changes.rules().spans()) {
    while (kept < span.at()) now.push_back(before.at(kept++));
    for (std::uint32_t i = 0; i < span.added(); ++i) now.push_back(came.at(taken++));
    kept += span.removed();
  }
  while (kept < before.size()) now.push_back(before.at(kept++));
  EXPECT_EQ(taken, came.size());
  return now;
}

TEST(Moments, PutTogetherAgainTheyAreWhatTheyWere) {
  std::mt19937 random(38);
  MomentChanges changes;
  std::vector<std::uint32_t> list;
  std::vector<std::uint32_t> read;
  std::size_t given = 0;
  std::size_t changed = 0;
  for (int step = 0; step < 3000; ++step) {
    const std::size_t at = random() % (list.size() + 1);
    if (at == list.size() || random() % 3 == 0) {
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint32_t>(random() % 5));
    } else if (random() % 2 == 0) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      list[at] = static_cast<std::uint32_t>(random() % 5);
    }
    const auto moment_of_step = changes.see(moment(1, "Ann", list));
    read = put_together(read, moment_of_step);
    ASSERT_EQ(read, list) << step;
    given += rules_of(moment_of_step).size();
    changed += 2;
  }
  EXPECT_LE(given, 2 * changed);
}

// A page has room for a hundred million elements that may have changed: those of a chunk that is shared have not.
TEST(ChunkedLists, SharedChunksAreNotCompared) {
  const auto chunk = [](std::uint32_t from) {
    return std::make_shared<const std::vector<std::uint32_t>>(std::vector{from, from + 1, from + 2});
  };
  ChunkedList<std::uint32_t> before;
  for (const auto from : {0U, 10U, 20U}) before.add(chunk(from));
  EXPECT_EQ(changes_between({}, before).compared, 3U + 9U);
  EXPECT_EQ(changes_between(before, before).compared, 3U);
  ChunkedList<std::uint32_t> now;
  now.add(before.chunks()[0]);
  now.add(chunk(40));
  now.add(before.chunks()[2]);
  EXPECT_EQ(changes_between(before, now).compared, 3U + 3U);
  now.add(chunk(50));
  EXPECT_EQ(changes_between(before, now).compared, 4U + 6U);
  EXPECT_EQ(changes_between(before, now).spans.size(), 2U);
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
  page.add_rules()->set_number("101");
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
