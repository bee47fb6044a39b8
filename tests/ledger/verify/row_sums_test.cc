#include "nomic/ledger/row_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace nomic::ledger {
namespace {

constexpr std::uint64_t REACH = 3 * RowSums::BLOCK;

std::vector<IndexRow> rows_of(std::uint64_t records) {
  std::vector<IndexRow> rows;
  for (std::uint64_t record = 0; record < records; ++record) {
    rows.push_back({"p" + std::to_string(record % 7), record, "value " + std::to_string(record)});
    rows.push_back({"q", record, {}});
  }
  return rows;
}

RowSums sums_of(const std::vector<IndexRow>& rows) {
  RowSums sums(REACH);
  for (const IndexRow& row : rows) sums.add(row.key, row.record, row.value);
  return sums;
}

using Blocks = std::vector<std::uint64_t>;

TEST(RowSums, AreTheSameInAnyOrderAndBeside) {
  std::vector<IndexRow> rows = rows_of(REACH);
  // More than goes over at once; and what reaches beyond counts on neither side.
  for (int i = 0; i < 5; ++i) rows.push_back({"long", static_cast<std::uint64_t>(i), std::string(700'000, 'x')});
  rows.push_back({"long", REACH, "beyond"});
  const RowSums sums = sums_of(rows);
  std::reverse(rows.begin(), rows.end());
  EXPECT_EQ(sums_of(rows).differing(sums), Blocks());
  RowSums beside(REACH);
  for (const IndexRow& row : rows) beside.add_beside(row.key, row.record, row.value);
  beside.wait();
  EXPECT_EQ(beside.differing(sums), Blocks());
}

TEST(RowSums, DifferInTheBlockWhoseRowIsNotTheSame) {
  const std::vector<IndexRow> rows = rows_of(REACH);
  const RowSums sums = sums_of(rows);
  const auto altered = [&](auto change) {
    std::vector<IndexRow> other = rows;
    change(other);
    return sums_of(other).differing(sums);
  };
  const std::size_t in_second = 2 * (RowSums::BLOCK + 5);
  EXPECT_EQ(altered([&](auto& all) { all[in_second].value += '!'; }), Blocks({1}));
  EXPECT_EQ(altered([&](auto& all) { all[in_second].key += 'v'; }), Blocks({1}));
  EXPECT_EQ(altered([&](auto& all) { all.erase(all.begin() + static_cast<std::ptrdiff_t>(in_second)); }), Blocks({1}));
  EXPECT_EQ(altered([&](auto& all) { all.push_back(all[0]); }), Blocks({0})) << "twice is not once";
  EXPECT_EQ(altered([&](auto& all) { all[0].record += 2 * RowSums::BLOCK; }), Blocks({0, 2}));
  EXPECT_EQ(altered([&](auto& all) {
              // What stands between key and value is part of the row.
              all[1].key = "";
              all[1].value = "q";
            }),
            Blocks({0}));
  EXPECT_EQ(altered([&](auto& all) { std::swap(all[0].value, all[4].value); }), Blocks({0})) << "of other records";
  EXPECT_EQ(altered([&](auto& all) { all.push_back({"q", REACH, "beyond"}); }), Blocks());
}

}  // namespace
}  // namespace nomic::ledger
