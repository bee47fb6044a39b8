// The past of a rule: the newest sources and numbers at hand, the older ones in bytes and chunks, none lost.
#include "nomic/replay/rule_past.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "nomic/replay/digest.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

std::vector<std::uint64_t> records(const Sources& sources) {
  std::vector<std::uint64_t> all;
  all.reserve(static_cast<std::size_t>(sources.size()));
  for (const auto& source : sources) all.push_back(source.record());
  return all;
}

std::vector<std::uint64_t> up_to(std::uint64_t last) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t record = 1; record <= last; ++record) all.push_back(record);
  return all;
}

int in_bytes(const v1::Rule& rule) {
  v1::VersionSources older;
  EXPECT_TRUE(older.ParseFromString(rule.older_sources()));
  return older.sources_size();
}

// Where each of n sources lies, by docs/format.md.
void expect_layout(const v1::Rule& rule, int n) {
  const int chunks = n < 2 ? 0 : (n - 2) / 256;
  const int left = n - 256 * chunks;
  const int at_hand = left < 2 ? left : 2 + (left - 2) % 16;
  ASSERT_EQ(rule.source_chunks().count(), static_cast<std::uint32_t>(chunks)) << n;
  ASSERT_EQ(rule.has_source_chunks(), chunks != 0) << n;
  ASSERT_EQ(rule.sources_size(), at_hand) << n;
  ASSERT_EQ(in_bytes(rule), left - at_hand) << n;
}

constexpr int MANY = 1000;

TEST(RulePast, LiesWhereItsLengthAloneSays) {
  State state;
  v1::Rule rule;
  std::vector<std::string> grown(1);
  for (int n = 1; n <= MANY; ++n) {
    add_source(state, rule).set_record(static_cast<std::uint64_t>(n));
    expect_layout(rule, n);
    ASSERT_EQ(rule.sources().rbegin()->record(), static_cast<std::uint64_t>(n));
    grown.push_back(rule.SerializeAsString());
  }
  EXPECT_EQ(records(all_sources(state, rule)), up_to(MANY));
  for (int n = MANY - 1; n >= 1; --n) {
    drop_last_source(state, rule);
    ASSERT_EQ(rule.SerializeAsString(), grown[static_cast<std::size_t>(n)]) << n;
  }
}

TEST(RulePast, IsPutInPlaceAsIfItHadGrown) {
  for (const int n : {1, 2, 17, 18, 257, 258, 259, 700}) {
    State state;
    v1::Rule grown;
    v1::Rule put;
    add_source(state, put).set_record(99);
    Sources all;
    for (int i = 1; i <= n; ++i) {
      add_source(state, grown).set_record(static_cast<std::uint64_t>(i));
      all.Add()->set_record(static_cast<std::uint64_t>(i));
    }
    put_sources(state, put, all);
    EXPECT_EQ(put.SerializeAsString(), grown.SerializeAsString()) << n;
  }
}

TEST(RulePast, KnowsEveryNumberThatTheRuleBore) {
  State state;
  v1::Rule rule;
  std::vector<std::uint32_t> all;
  for (std::uint32_t number = 301; number <= 301 + 2 * MANY; number += 2) {
    add_former_number(state, rule, number);
    all.push_back(number);
    ASSERT_LT(rule.former_numbers_size(), 256);
  }
  EXPECT_EQ(former_numbers(state, rule), all);
  EXPECT_EQ(rule.number_chunks().count(), 3U);
  for (std::uint32_t number = 299; number <= 303 + 2 * MANY; ++number) {
    const bool borne = std::find(all.begin(), all.end(), number) != all.end();
    ASSERT_EQ(formerly_bore(state, rule, number), borne) << number;
  }
  rule.set_number(9999);
  rule.add_sources()->set_record(1);
  rule.add_sources()->set_record(2);
  const v1::Rule alone = by_itself(state, rule);
  EXPECT_EQ(former_numbers(State(), alone), all) << "in need of no state";
  ASSERT_EQ(alone.sources_size(), 1);
  EXPECT_EQ(alone.sources(0).record(), 2U);
}

// The digest of a state names its chunks, and so holds for what is in them.
TEST(RulePast, CountsInTheDigest) {
  const auto state_with = [](std::uint64_t first) {
    State state;
    v1::Rule rule;
    for (std::uint64_t i = 0; i < 600; ++i) add_source(state, rule).set_record(i == 0 ? first : i);
    state.edit_rules().add(rule);
    return state;
  };
  EXPECT_EQ(digest_of(state_with(7)), digest_of(state_with(7)));
  EXPECT_NE(digest_of(state_with(7)), digest_of(state_with(8)));
}

TEST(RulePast, IsMissedWhereAChunkIsNotThere) {
  State state;
  v1::Rule rule;
  for (std::uint64_t i = 1; i <= 600; ++i) add_source(state, rule).set_record(i);
  state.edit_rules().add(rule);
  EXPECT_TRUE(has_its_chunks(state));
  v1::State wire = state.to_wire();
  ASSERT_EQ(wire.chunks_size(), 2);
  for (const int gone : {0, 1}) {
    v1::State other = wire;
    other.mutable_chunks()->DeleteSubrange(gone, 1);
    EXPECT_FALSE(has_its_chunks(State::from_wire(other)));
  }
  v1::State miscounted = wire;
  miscounted.mutable_rules(0)->mutable_source_chunks()->set_count(1);
  EXPECT_FALSE(has_its_chunks(State::from_wire(miscounted)));
  EXPECT_EQ(written(State::from_wire(wire)), written(state));
}

TEST(RulePast, IsMissedWhereAListLiesOtherwise) {
  State state;
  v1::Rule rule;
  for (std::uint64_t i = 1; i <= 600; ++i) add_source(state, rule).set_record(i);
  for (std::uint32_t i = 1; i <= 300; ++i) add_former_number(state, rule, i);
  state.edit_rules().add(rule);
  // 600 = 2 chunks, 80 behind, 8 at hand; 300 = 1 chunk, 44.
  ASSERT_EQ(rule.source_chunks().count(), 2U);
  ASSERT_EQ(rule.sources_size(), 8);
  ASSERT_EQ(rule.former_numbers_size(), 44);
  const v1::State wire = state.to_wire();
  ASSERT_TRUE(has_its_chunks(State::from_wire(wire)));
  const auto older_of = [](int count) {
    v1::VersionSources older;
    for (int i = 0; i < count; ++i) older.add_sources()->set_record(1);
    return older.SerializeAsString();
  };
  v1::State other = wire;
  const auto is_missed_after = [&](const auto& change) {
    other = wire;
    change(*other.mutable_rules(0));
    return !has_its_chunks(State::from_wire(other));
  };
  for (const int count : {1, 15, 17, 79, 255, 256, 272}) {
    EXPECT_TRUE(is_missed_after([&](v1::Rule& one) { one.set_older_sources(older_of(count)); })) << count;
  }
  for (const int count : {0, 16, 240}) {
    EXPECT_FALSE(is_missed_after([&](v1::Rule& one) { one.set_older_sources(older_of(count)); })) << count;
  }
  EXPECT_TRUE(is_missed_after([](v1::Rule& one) { one.set_older_sources("\xFF\xFF"); }));
  EXPECT_TRUE(is_missed_after([](v1::Rule& one) { one.clear_sources(); }));
  EXPECT_TRUE(is_missed_after([](v1::Rule& one) { one.mutable_sources()->DeleteSubrange(0, 7); }));
  EXPECT_TRUE(is_missed_after([](v1::Rule& one) {
    for (int i = 0; i < 10; ++i) one.add_sources();
  }));
  EXPECT_TRUE(is_missed_after([](v1::Rule& one) { one.mutable_former_numbers()->Resize(256, 1); }));
  // A chunk of another size, rightly named.
  for (const bool sources : {true, false}) {
    for (const int count : {0, 255, 257}) {
      State forged = State::from_wire(wire);
      v1::RuleChunk chunk;
      for (int i = 0; i < count; ++i) {
        if (sources) chunk.add_sources();
        if (!sources) chunk.add_numbers(1);
      }
      const std::string name = forged.edit_chunks().add(std::move(chunk));
      v1::Rule& one = forged.edit_rules().edit(0);
      v1::OlderChunks& named = sources ? *one.mutable_source_chunks() : *one.mutable_number_chunks();
      named.set_newest(name);
      named.set_count(1);
      EXPECT_FALSE(has_its_chunks(forged)) << sources << ' ' << count;
    }
  }
}

// A rule amended fifty times, repealed, enacted again, and restored to what it was founded with.
TEST(RulePast, BringsBackEveryVersionOfAMuchAmendedRule) {
  constexpr std::uint32_t TIMES = 50;
  Table t({"Ann", "Bob"});
  const std::string founded = t.text(210);
  std::uint32_t number = 210;
  std::uint32_t next = 301;
  int turn = 0;
  const auto play = [&](const v1::Event& proposal) {
    t.turn(turn++ % 2 == 0 ? "Ann" : "Bob", proposal);
    return next++;
  };
  for (std::uint32_t time = 1; time <= TIMES; ++time) number = play(amend(number, fmt::format("Version {}.", time)));
  play(propose(v1::REPEAL, number));
  number = play(propose(v1::REENACT, number));
  EXPECT_EQ(t.text(number), fmt::format("Version {}.", TIMES));
  for (std::uint32_t time = TIMES - 1; time >= 1; --time) {
    number = play(propose(v1::RESTORE, number));
    ASSERT_EQ(t.text(number), fmt::format("Version {}.", time));
  }
  number = play(propose(v1::RESTORE, number));
  EXPECT_EQ(t.text(number), founded);
  t.refused(turn % 2 == 0 ? "Ann" : "Bob", propose(v1::RESTORE, number), ErrorCode::NEVER_AMENDED);
}

// Amended, repealed, enacted again and restored across the edge of a chunk.
TEST(RulePast, BringsBackAVersionOutOfAChunk) {
  constexpr std::uint32_t TIMES = 260;
  Table t({"Ann", "Bob"}, endless(), v1::TABLE);
  std::uint32_t number = 210;
  std::uint32_t next = 301;
  int turn = 0;
  const auto play = [&](const v1::Event& proposal) {
    t.turn(turn++ % 2 == 0 ? "Ann" : "Bob", proposal);
    return next++;
  };
  for (std::uint32_t time = 1; time <= TIMES; ++time) number = play(amend(number, fmt::format("Version {}.", time)));
  ASSERT_EQ(t.rule(number)->source_chunks().count(), 1U);
  ASSERT_EQ(t.rule(number)->number_chunks().count(), 1U);
  t.refused(turn % 2 == 0 ? "Ann" : "Bob", amend(305, "It bore that number once."), ErrorCode::NO_SUCH_RULE);
  play(propose(v1::REPEAL, number));
  number = play(propose(v1::REENACT, 305));
  EXPECT_EQ(t.text(number), fmt::format("Version {}.", TIMES));
  for (std::uint32_t time = TIMES - 1; time >= TIMES - 10; --time) {
    number = play(propose(v1::RESTORE, number));
    ASSERT_EQ(t.text(number), fmt::format("Version {}.", time));
  }
  EXPECT_FALSE(t.rule(number)->has_source_chunks());
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

}  // namespace
}  // namespace nomic::replay::test
