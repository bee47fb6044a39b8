// What every store must do (nomic/ledger/store.h; docs/design/stores.md). A new one is added to kinds.cc and passes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "ledger/store/conformance/kinds.h"
#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::StoreHome;
using test::StoreKind;

using Rows = std::map<std::string, std::string>;
using Tables = std::array<Rows, TABLES>;

constexpr std::array<Table, TABLES> ALL_TABLES = {Table::CATALOG, Table::RECORDS, Table::TILES, Table::SNAPSHOTS,
                                                  Table::INDEX};

// All rows of a table, by a scan.
Rows rows_of(Store& store, Table table, std::string_view from = {}, std::string_view until = {}) {
  Rows rows;
  std::string before;
  const auto cursor = store.scan(table, from, until);
  for (; cursor->valid(); cursor->next()) {
    const std::string key(cursor->key());
    EXPECT_TRUE(rows.empty() || before < key) << "rows come in the order of their keys, each once";
    before = key;
    rows.emplace(key, cursor->value());
  }
  EXPECT_OK(cursor->status());
  return rows;
}

Tables tables_of(Store& store) {
  Tables tables;
  for (const Table table : ALL_TABLES) tables.at(static_cast<std::size_t>(table)) = rows_of(store, table);
  return tables;
}

std::optional<std::string> value_of(Store& store, Table table, const std::string& key) {
  auto found = store.get(table, key);
  EXPECT_OK(found);
  return found ? *found : std::nullopt;
}

// What a group does, by the words of store.h: one batch after the other, all or none.
bool carry_out(Tables& tables, std::span<const Batch> group) {
  Tables after = tables;
  for (const Batch& batch : group) {
    Rows& catalog = after.at(0);
    const auto found = catalog.find(batch.condition_key);
    const std::optional<std::string> now =
        found == catalog.end() ? std::nullopt : std::optional<std::string>(found->second);
    if (now != batch.condition_value) return false;
    for (const Row& row : batch.rows) {
      Rows& rows = after.at(static_cast<std::size_t>(row.table));
      if (row.is_new && rows.contains(row.key)) return false;
      if (row.value) {
        rows.insert_or_assign(row.key, *row.value);
      } else {
        rows.erase(row.key);
      }
    }
  }
  tables = std::move(after);
  return true;
}

class AnyStore : public ::testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override {
    if (!GetParam().missing.empty()) GTEST_SKIP() << GetParam().missing;
    home_ = GetParam().make();
    auto opened = home_->open(Access::WRITE);
    ASSERT_OK(opened);
    store_ = *std::move(opened);
  }
  void TearDown() override { store_.reset(); }

  void open_again() {
    store_.reset();
    auto opened = home_->open(Access::WRITE);
    ASSERT_OK(opened);
    store_ = *std::move(opened);
  }

  std::unique_ptr<StoreHome> home_;
  std::unique_ptr<Store> store_;
};

// An append: the game's row from `old` to `now`, with a record and its witness.
Batch append_of(const std::string& game, std::optional<std::string> old, const std::string& now) {
  Batch batch;
  batch.condition_key = game;
  batch.condition_value = std::move(old);
  batch.witness = "A" + game + now;
  batch.rows = {{Table::CATALOG, game, now},
                {Table::RECORDS, game + now, "record " + now},
                {Table::CATALOG, batch.witness, "entry " + now}};
  return batch;
}

TEST_P(AnyStore, BeginsEmpty) {
  EXPECT_EQ(tables_of(*store_), Tables());
  for (const Table table : ALL_TABLES) {
    EXPECT_EQ(value_of(*store_, table, "k"), std::nullopt);
    auto last = store_->last(table, {}, {});
    ASSERT_OK(last);
    EXPECT_FALSE(*last);
  }
  auto faults = store_->check();
  ASSERT_OK(faults);
  EXPECT_TRUE(faults->empty());
}

TEST_P(AnyStore, ComparesKeysAsBytes) {
  const std::vector<std::string> keys = {"\x01",
                                         std::string("\x01\0", 2),
                                         std::string("\x01\0\xff", 3),
                                         "A",
                                         "B",
                                         "a",
                                         "\x7f",
                                         "\x80",
                                         "\xc3\xa4",
                                         "\xff",
                                         "\xff\xff"};
  Batch batch;
  batch.condition_key = "none";
  for (const std::string& key : keys) {
    for (const Table table : ALL_TABLES) batch.rows.push_back({table, key, "of " + key});
  }
  ASSERT_OK(store_->write(batch));
  for (const Table table : ALL_TABLES) {
    Rows expected;
    for (const std::string& key : keys) expected[key] = "of " + key;
    EXPECT_EQ(rows_of(*store_, table), expected);
    // Every range.
    for (const std::string& from : keys) {
      EXPECT_EQ(value_of(*store_, table, from), "of " + from);
      for (const std::string& until : keys) {
        Rows within;
        for (const auto& [key, value] : expected) {
          if (key >= from && key < until) within.emplace(key, value);
        }
        EXPECT_EQ(rows_of(*store_, table, from, until), within);
        auto last = store_->last(table, from, until);
        ASSERT_OK(last);
        ASSERT_EQ(last->has_value(), !within.empty());
        if (*last) {
          EXPECT_EQ((*last)->key, within.rbegin()->first);
          EXPECT_EQ((*last)->value, within.rbegin()->second);
        }
      }
    }
  }
}

TEST_P(AnyStore, KeepsValuesOfEverySize) {
  std::mt19937 random(7);
  Batch batch;
  batch.condition_key = "none";
  for (const std::size_t size : {0U, 1U, 2'000U, 2'100U, 8'192U, 100'000U, 3'000'000U}) {
    std::string value(size, '\0');
    for (char& each : value) each = static_cast<char>(random());
    batch.rows.push_back({Table::TILES, fmt::format("{}", size), std::move(value)});
  }
  ASSERT_OK(store_->write(batch));
  if (GetParam().keeps) open_again();
  for (const Row& row : batch.rows) {
    EXPECT_EQ(value_of(*store_, row.table, row.key), row.value) << row.key;
  }
}

TEST_P(AnyStore, ScansWhatTakesManyPages) {
  Batch batch;
  batch.condition_key = "none";
  Rows expected;
  for (int number = 0; number < 3'000; ++number) {
    // Some of them are longer than a page is.
    expected[fmt::format("{:05}", number)] = std::string(number % 500 == 499 ? 700'000 : 20, 'x');
  }
  for (const auto& [key, value] : expected) batch.rows.push_back({Table::INDEX, key, value});
  ASSERT_OK(store_->write(batch));
  EXPECT_TRUE(rows_of(*store_, Table::INDEX) == expected);
  expected.erase(expected.begin(), expected.find("01234"));
  expected.erase(expected.find("02345"), expected.end());
  EXPECT_TRUE(rows_of(*store_, Table::INDEX, "01234", "02345") == expected);
}

// As verify does, whose threads look at different tables.
TEST_P(AnyStore, SeveralThreadsReadAtOnce) {
  Batch batch;
  batch.condition_key = "none";
  for (int number = 0; number < 700; ++number) {
    for (const Table table : ALL_TABLES)
      batch.rows.push_back({table, fmt::format("{:04}", number), std::string(50, 'x')});
  }
  ASSERT_OK(store_->write(batch));
  const auto read_all = [&](Store& store) {
    std::vector<std::thread> threads;
    for (const Table table : ALL_TABLES) {
      threads.emplace_back([&, table] {
        for (int again = 0; again < 5; ++again) {
          EXPECT_EQ(rows_of(store, table).size(), 700U);
          EXPECT_EQ(value_of(store, table, "0042"), std::string(50, 'x'));
          auto last = store.last(table, {}, {});
          EXPECT_TRUE(last.ok() && *last && (*last)->key == "0699");
        }
      });
    }
    for (std::thread& each : threads) each.join();
  };
  read_all(*store_);
  if (!GetParam().keeps) return;
  if (!GetParam().many_writers) store_.reset();
  auto reader = home_->open(Access::READ);
  ASSERT_OK(reader);
  read_all(**reader);
}

TEST_P(AnyStore, AConditionThatDoesNotHoldWritesNothing) {
  ASSERT_OK(store_->write(append_of("g", std::nullopt, "1")));
  const Tables before = tables_of(*store_);
  struct Case {
    const char* what;
    std::vector<Batch> group;
  };
  const std::vector<Case> cases = {
      {"made twice", {append_of("g", std::nullopt, "1")}},
      {"another value", {append_of("g", "0", "2")}},
      {"a row that is not there", {append_of("h", "1", "2")}},
      {"the second of a group", {append_of("g", "1", "2"), append_of("g", "1", "3")}},
      {"the second of a group, of another game", {append_of("g", "1", "2"), append_of("h", "1", "3")}},
      {"the first of a group", {append_of("g", "7", "8"), append_of("h", std::nullopt, "3")}},
      {"what the group itself has removed",
       {Batch{"g", "1", {{Table::CATALOG, "g", std::nullopt}}}, append_of("g", "1", "2")}},
      {"what must not be there, and nothing is made of it", {Batch{"g", std::nullopt, {{Table::TILES, "t", "x"}}}}},
      {"what must be as it was, and stays", {Batch{"g", "0", {{Table::TILES, "t", "x"}}}}},
      {"what must be new", {Batch{"h", std::nullopt, {{Table::CATALOG, "Ag1", "x", true}, {Table::TILES, "t", "x"}}}}},
      {"what must be new, and was made by the group itself",
       {Batch{"h", std::nullopt, {{Table::CATALOG, "n", "x"}}},
        Batch{"h", std::nullopt, {{Table::CATALOG, "n", "y", true}}}}},
      {"what is to be removed", {Batch{"g", "0", {{Table::CATALOG, "g", std::nullopt}}}}},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.what);
    EXPECT_REFUSED(store_->write_group(each.group), SIZE_MISMATCH);
    EXPECT_EQ(tables_of(*store_), before) << each.what;
  }
  // It goes on.
  ASSERT_OK(store_->write(append_of("g", "1", "2")));
  EXPECT_EQ(value_of(*store_, Table::CATALOG, "g"), "2");
}

TEST_P(AnyStore, NothingToWriteIsWritten) {
  ASSERT_OK(store_->write_group({}));
  Batch condition_only;
  condition_only.condition_key = "none";
  ASSERT_OK(store_->write(condition_only));
  EXPECT_EQ(tables_of(*store_), Tables());
}

// Random groups over few keys, so that batches meet in every way, beside what the words say.
TEST_P(AnyStore, GroupsDoWhatTheirBatchesDoOneAfterTheOther) {
  Tables expected;
  std::size_t done = 0;
  std::size_t refused = 0;
  for (std::uint32_t seed = 1; seed <= test::scaled(400); ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](std::uint32_t count) { return static_cast<std::uint32_t>(random() % count); };
    const auto value = [&]() -> std::optional<std::string> {
      if (pick(4) == 0) return std::nullopt;
      return fmt::format("v{}", pick(3));
    };
    std::vector<Batch> group(1 + pick(3));
    Tables guess = expected;
    std::set<std::pair<Table, std::string>> made_new;
    for (Batch& batch : group) {
      batch.condition_key = fmt::format("k{}", pick(4));
      // Most conditions hold, else no group with several would.
      const auto now = guess.at(0).find(batch.condition_key);
      if (now != guess.at(0).end()) batch.condition_value = now->second;
      if (pick(12) == 0) batch.condition_value = value();
      for (std::uint32_t rows = pick(4); rows > 0; --rows) {
        const auto table = pick(2) == 0 ? Table::CATALOG : static_cast<Table>(pick(TABLES));
        Row row{table, fmt::format("k{}", pick(4)), value()};
        const std::pair<Table, std::string> name{row.table, row.key};
        // What must be new is not removed by the same group.
        if (!row.value && made_new.contains(name)) continue;
        if (row.value && table == Table::CATALOG && pick(3) == 0) {
          row.is_new = pick(4) == 0 || !guess.at(0).contains(row.key);
          if (row.is_new) made_new.insert(name);
        }
        batch.rows.push_back(std::move(row));
      }
      carry_out(guess, {&batch, 1});
    }
    const bool holds = carry_out(expected, group);
    const Status written = store_->write_group(group);
    (holds ? done : refused) += 1;
    ASSERT_EQ(written.ok(), holds) << "seed " << seed;
    if (!holds) {
      EXPECT_REFUSED(written, SIZE_MISMATCH);
    }
    ASSERT_EQ(tables_of(*store_), expected) << "seed " << seed;
  }
  // The generator does both.
  EXPECT_GT(done, 20U);
  EXPECT_GT(refused, 3U);
}

TEST_P(AnyStore, WhatIsAcknowledgedIsThereAfterOpeningAgain) {
  if (!GetParam().keeps) GTEST_SKIP() << "it keeps nothing";
  for (int number = 1; number <= 20; ++number) {
    const std::string now = fmt::format("{}", number);
    ASSERT_OK(
        store_->write(append_of("g", number == 1 ? std::nullopt : std::optional(fmt::format("{}", number - 1)), now)));
    open_again();
    EXPECT_EQ(value_of(*store_, Table::CATALOG, "g"), now);
  }
  EXPECT_EQ(rows_of(*store_, Table::RECORDS).size(), 20U);
  EXPECT_TRUE(store_->undecided().empty());
}

TEST_P(AnyStore, AReaderShowsOneMomentAndWritesNothing) {
  if (!GetParam().keeps) GTEST_SKIP() << "it is opened once";
  ASSERT_OK(store_->write(append_of("g", std::nullopt, "1")));
  if (!GetParam().many_writers) store_.reset();
  auto reader = home_->open(Access::READ);
  ASSERT_OK(reader);
  const Tables shown = tables_of(**reader);
  EXPECT_EQ(shown.at(0).at("g"), "1");
  EXPECT_REFUSED((*reader)->write(append_of("g", "1", "2")), READ_ONLY);
  EXPECT_REFUSED((*reader)->load(), READ_ONLY);
  if (!store_) open_again();
  ASSERT_OK(store_->write(append_of("g", "1", "2")));
  EXPECT_EQ(tables_of(**reader), shown);
  auto later = home_->open(Access::READ);
  ASSERT_OK(later);
  EXPECT_EQ(value_of(**later, Table::CATALOG, "g"), "2");
  // Where others write while somebody reads, a reader has views; whoever looks through them gives its moment up.
  EXPECT_EQ((*reader)->shared() != nullptr, GetParam().many_writers);
}

TEST_P(AnyStore, ALoadAppearsAtOnceOrNotAtAll) {
  ASSERT_OK(store_->write(append_of("g", std::nullopt, "1")));
  const Tables before = tables_of(*store_);
  const auto add_all = [&](Load& load) {
    for (int number = 0; number < 5'000; ++number) {
      // Out of order, and some twice.
      const std::string key = fmt::format("l{:05}", number * 7919 % 4'000);
      ASSERT_OK(load.add(Table::RECORDS, key, "of " + key));
      ASSERT_OK(load.add(Table::TILES, key, std::string(400, 'x')));
    }
  };
  {
    auto load = store_->load();
    if (!load) GTEST_SKIP() << "it takes no loads";
    add_all(**load);
  }
  if (!GetParam().is_thrown_away) {
    EXPECT_EQ(tables_of(*store_), before) << "what is not finished goes";
  }
  {
    auto load = store_->load();
    ASSERT_OK(load);
    add_all(**load);
    ASSERT_OK((*load)->finish());
  }
  EXPECT_EQ(rows_of(*store_, Table::TILES).size(), 4'000U) << "the store itself shows it";
  ASSERT_OK(store_->write(append_of("h", std::nullopt, "1")));
  if (GetParam().keeps) open_again();
  EXPECT_EQ(rows_of(*store_, Table::TILES).size(), 4'000U);
  EXPECT_EQ(value_of(*store_, Table::RECORDS, "l00042"), "of l00042");
  EXPECT_EQ(value_of(*store_, Table::CATALOG, "g"), "1");
}

TEST_P(AnyStore, WhereOthersWriteALoadIsSeenWithTheNextWrite) {
  if (!store_->has_other_writers()) GTEST_SKIP() << "nobody else writes";
  auto other = home_->open(Access::WRITE);
  ASSERT_OK(other);
  const auto load_one = [&] {
    auto load = store_->load();
    ASSERT_OK(load);
    ASSERT_OK((*load)->add(Table::RECORDS, "loaded", "x"));
    ASSERT_OK((*load)->finish());
    EXPECT_EQ(value_of(*store_, Table::RECORDS, "loaded"), "x");
    EXPECT_EQ(value_of(**other, Table::RECORDS, "loaded"), std::nullopt);
  };
  load_one();
  store_->drop_load();
  EXPECT_EQ(value_of(*store_, Table::RECORDS, "loaded"), std::nullopt);
  load_one();
  EXPECT_REFUSED(store_->write(append_of("g", "0", "1")), SIZE_MISMATCH);
  EXPECT_EQ(value_of(*store_, Table::RECORDS, "loaded"), std::nullopt) << "it went with the write";
  load_one();
  ASSERT_OK(store_->write(append_of("g", std::nullopt, "1")));
  EXPECT_EQ(value_of(**other, Table::RECORDS, "loaded"), "x");
  EXPECT_EQ(value_of(**other, Table::CATALOG, "g"), "1");
  // Two who load the same.
  auto first = store_->load();
  ASSERT_OK(first);
  ASSERT_OK((*first)->add(Table::RECORDS, "both", "x"));
  ASSERT_OK((*first)->finish());
  ASSERT_OK(store_->write(append_of("h", std::nullopt, "1")));
  auto second = (*other)->load();
  ASSERT_OK(second);
  ASSERT_OK((*second)->add(Table::RECORDS, "both", "y"));
  ASSERT_OK((*second)->finish());
  EXPECT_REFUSED((*other)->write(append_of("h", std::nullopt, "1")), SIZE_MISMATCH);
  EXPECT_EQ(value_of(*store_, Table::RECORDS, "both"), "x");
}

TEST_P(AnyStore, AViewShowsOneMomentPerLook) {
  const auto shared = store_->shared();
  if (!shared) GTEST_SKIP() << "it takes no part in that";
  const auto view = shared->view();
  EXPECT_REFUSED(view->get(Table::CATALOG, "g"), HANDLE_SHUT);
  ASSERT_TRUE(view->look());
  EXPECT_EQ(value_of(*view, Table::CATALOG, "g"), std::nullopt);
  ASSERT_OK(store_->write(append_of("g", std::nullopt, "1")));
  EXPECT_EQ(tables_of(*view), Tables()) << "what came after the look";
  view->rest();
  EXPECT_REFUSED(view->last(Table::CATALOG, {}, {}), HANDLE_SHUT);
  EXPECT_REFUSED(view->scan(Table::CATALOG, {}, {})->status(), HANDLE_SHUT);
  ASSERT_TRUE(view->look());
  EXPECT_EQ(value_of(*view, Table::CATALOG, "g"), "1");
  EXPECT_REFUSED(view->write(append_of("g", "1", "2")), READ_ONLY);
  auto faults = view->check();
  ASSERT_OK(faults);
  EXPECT_TRUE(faults->empty());
  view->rest();
  store_.reset();
  EXPECT_FALSE(view->look());
}

// Threads that look while one writes: what a look shows is whole, and never older than that before.
TEST_P(AnyStore, LooksNeverGoBackNorShowHalfAWrite) {
  const auto shared = store_->shared();
  if (!shared) GTEST_SKIP() << "it takes no part in that";
  std::atomic<bool> over = false;
  std::atomic<int> looks = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < 3; ++number) {
    threads.emplace_back([&] {
      const auto view = shared->view();
      int before = 0;
      while (!over && view->look()) {
        const auto size = value_of(*view, Table::CATALOG, "g");
        const int now = size ? std::stoi(*size) : 0;
        EXPECT_GE(now, before);
        EXPECT_EQ(rows_of(*view, Table::RECORDS).size(), static_cast<std::size_t>(now));
        before = now;
        view->rest();
        ++looks;
      }
    });
  }
  for (int number = 1; number <= 100; ++number) {
    EXPECT_OK(store_->write(append_of("g", number == 1 ? std::nullopt : std::optional(fmt::format("{}", number - 1)),
                                      fmt::format("{}", number))));
  }
  while (looks < 20) std::this_thread::yield();
  over = true;
  for (std::thread& each : threads) each.join();
}

// Who was overtaken may be let write next; but who does nothing with that holds nobody up, and is shown nothing old.
TEST_P(AnyStore, WhoWasOvertakenHoldsNobodyUp) {
  if (!GetParam().many_writers) GTEST_SKIP() << "it has one writer";
  ASSERT_OK(store_->write(append_of("g", std::nullopt, "1")));
  auto other = home_->open(Access::WRITE);
  ASSERT_OK(other);
  ASSERT_OK((*other)->write(append_of("g", "1", "2")));
  EXPECT_REFUSED(store_->write(append_of("g", "1", "3")), SIZE_MISMATCH);
  EXPECT_EQ(value_of(*store_, Table::CATALOG, "g"), "2");
  const auto began = std::chrono::steady_clock::now();
  ASSERT_OK((*other)->write(append_of("g", "2", "4")));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
  EXPECT_EQ(value_of(*store_, Table::CATALOG, "g"), "4");
  ASSERT_OK(store_->write(append_of("g", "4", "5")));
  // One that goes on at once is the next to write.
  ASSERT_OK((*other)->write(append_of("g", "5", "6")));
  EXPECT_REFUSED(store_->write(append_of("g", "5", "7")), SIZE_MISMATCH);
  EXPECT_EQ(value_of(*store_, Table::CATALOG, "g"), "6");
  ASSERT_OK(store_->write(append_of("g", "6", "8")));
  EXPECT_EQ(value_of(**other, Table::CATALOG, "g"), "8");
}

TEST_P(AnyStore, OfManyWritersOfOneGameEachAppendIsThereOnce) {
  if (!GetParam().many_writers) GTEST_SKIP() << "it has one writer";
  constexpr int WRITERS = 8;
  constexpr int EACH = 40;
  std::atomic<int> overtaken = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < WRITERS; ++number) {
    threads.emplace_back([&, number] {
      auto store = home_->open(Access::WRITE);
      ASSERT_OK(store);
      // The first half of them share a game.
      const std::string game = number < WRITERS / 2 ? "g" : fmt::format("h{}", number);
      for (int done = 0; done < EACH;) {
        const auto old = value_of(**store, Table::CATALOG, game);
        const std::string now = fmt::format("{:04}", (old ? std::stoi(*old) : 0) + 1);
        Batch batch = append_of(game, old, now);
        batch.rows.push_back({Table::INDEX, fmt::format("by {} {}", number, done), now});
        const Status written = (*store)->write(batch);
        if (written) {
          ++done;
        } else {
          EXPECT_REFUSED(written, SIZE_MISMATCH);
          ++overtaken;
        }
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(value_of(*store_, Table::CATALOG, "g"), fmt::format("{:04}", WRITERS / 2 * EACH));
  EXPECT_EQ(rows_of(*store_, Table::RECORDS).size(), static_cast<std::size_t>(WRITERS * EACH));
  // Each append of the shared game has a number of its own.
  std::set<std::string> numbers;
  for (const auto& [key, value] : rows_of(*store_, Table::INDEX)) {
    const bool shares = std::stoi(key.substr(3)) < WRITERS / 2;
    EXPECT_TRUE(!shares || numbers.insert(value).second) << key;
  }
  EXPECT_EQ(numbers.size(), static_cast<std::size_t>(WRITERS / 2 * EACH));
  EXPECT_GT(overtaken, 0);
}

// Whatever breaks, and wherever: what is acknowledged is there, what is refused is not, and what is neither is there
// whole or not at all.
TEST_P(AnyStore, AWriteThatFailsAnywhereIsThereWholeOrNotAtAll) {
  if (!home_->break_next_write(0)) GTEST_SKIP() << "nothing of it can be broken";
  home_->mend();
  std::string size = "0";
  ASSERT_OK(store_->write(append_of("g", std::nullopt, size)));
  std::map<std::string, int> ends;
  for (std::size_t at = 0; home_->break_next_write(at); ++at) {
    const std::string now = fmt::format("{}", at + 1);
    std::vector<Batch> group = {append_of("g", size, now)};
    // Two games at once, every other time.
    if (at % 2 == 0) group.push_back(append_of("h" + now, std::nullopt, now));
    const Status written = store_->write_group(group);
    home_->mend();
    if (!written && written.error().code == ErrorCode::OUTCOME_UNKNOWN) {
      EXPECT_REFUSED(store_->write(append_of("g", size, "more")), HANDLE_SHUT);
    }
    open_again();
    // A reader that came first might be shown less: whoever writes has decided.
    const auto found = value_of(*store_, Table::CATALOG, "g");
    ASSERT_TRUE(found == std::optional(now) || (found == std::optional(size) && !written)) << at;
    const bool there = found == std::optional(now);
    EXPECT_EQ(value_of(*store_, Table::RECORDS, "g" + now).has_value(), there) << at;
    EXPECT_EQ(value_of(*store_, Table::CATALOG, "Ag" + now).has_value(), there) << at;
    EXPECT_EQ(value_of(*store_, Table::CATALOG, "h" + now).has_value(), there && group.size() == 2) << at;
    const bool is_unknown = !written && written.error().code == ErrorCode::OUTCOME_UNKNOWN;
    EXPECT_TRUE(written || is_unknown || !there) << at;
    const char* end = is_unknown ? "unknown" : "refused";
    ++ends[written ? "done" : end];
    if (there) size = now;
  }
  if (GetParam().settles) {
    EXPECT_EQ(ends["unknown"], 0);
  } else {
    EXPECT_EQ(ends["done"], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, AnyStore, ::testing::ValuesIn(test::store_kinds()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace nomic::ledger
