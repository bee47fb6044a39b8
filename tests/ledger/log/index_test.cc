// The derived index: rows that come with an append, and are read by key, as of a size.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <algorithm>

#include "ledger/support/world.h"
#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

using Records = std::vector<std::uint64_t>;

constexpr const char* MAKER = "test 1";

AppendRequest append_of(Ledger& ledger, const GameId& game) {
  const auto head = ledger.head(game);
  AppendRequest request;
  request.game = game;
  request.expected_size = head->size;
  request.records = {{"Ann", fmt::format("move {}", head->size)}};
  request.recorded_at = head->recorded_at;
  request.derived.maker = MAKER;
  return request;
}

// A record with a row under "all" and one under "even" or "odd".
void move_with_rows(Ledger& ledger, const GameId& game) {
  AppendRequest request = append_of(ledger, game);
  const std::uint64_t record = request.expected_size;
  request.derived.index = {{"all", record, fmt::format("value {}", record)},
                           {record % 2 == 0 ? "even" : "odd", record}};
  EXPECT_OK(ledger.append(request));
}

GameId found_with_index(Ledger& ledger) {
  FoundRequest request;
  request.name = "friday";
  request.records = {{"", "founding 0"}, {"", "founding 1"}};
  request.recorded_at = {1'000'000};
  request.derived.maker = MAKER;
  request.derived.index = {{"all", 1, "founded"}};
  const auto founded = ledger.found(request);
  EXPECT_OK(founded);
  return founded->game;
}

Records records_of(Ledger& ledger, const GameId& game, const IndexQuery& query, const char* maker = MAKER) {
  Records records;
  EXPECT_OK(ledger.index_rows(game, query, maker, [&](const IndexRow& row) {
    records.push_back(row.record);
    return true;
  }));
  return records;
}

// On both stores: a game of 8 records, of which 1 to 7 have rows.
class Index : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    ledger_ = GetParam() ? *place_.make() : Ledger::in_memory();
    game_ = found_with_index(*ledger_);
    for (int i = 0; i < 6; ++i) move_with_rows(*ledger_, game_);
  }
  Records of_key(const std::string& key, std::uint64_t below) {
    return records_of(*ledger_, game_, IndexQuery::of_key(key, below));
  }

  test::Place place_;
  std::unique_ptr<Ledger> ledger_;
  GameId game_;
};

INSTANTIATE_TEST_SUITE_P(OnBothStores, Index, ::testing::Bool(),
                         [](const auto& each) { return each.param ? "Folder" : "Memory"; });

TEST_P(Index, IsReadByKeyAsOfASize) {
  EXPECT_EQ(of_key("even", 8), (Records{2, 4, 6}));
  EXPECT_EQ(of_key("odd", 8), (Records{3, 5, 7}));
  EXPECT_EQ(of_key("even", 6), (Records{2, 4}));
  EXPECT_EQ(of_key("even", 2), Records{});
  EXPECT_EQ(of_key("eve", 8), Records{}) << "a key is not the beginning of another";
  auto backwards = IndexQuery::of_key("odd", 7);
  backwards.backwards = true;
  EXPECT_EQ(records_of(*ledger_, game_, backwards), (Records{5, 3}));
  EXPECT_EQ(records_of(*ledger_, game_, IndexQuery::under("e", 5)), (Records{2, 4}));
  EXPECT_EQ(records_of(*ledger_, game_, IndexQuery::under("", 3)), (Records{1, 2, 2}));
}

TEST_P(Index, GivesValuesUntilItIsToldToStop) {
  std::vector<std::string> values;
  EXPECT_OK(ledger_->index_rows(game_, IndexQuery::of_key("all", 8), MAKER, [&](const IndexRow& row) {
    EXPECT_EQ(row.key, "all");
    values.push_back(row.value);
    return values.size() < 2;
  }));
  EXPECT_EQ(values, (std::vector<std::string>{"founded", "value 2"}));
}

TEST_P(Index, IsOfItsMakerAlone) {
  EXPECT_EQ(*ledger_->index_reach(game_, MAKER), 8U);
  EXPECT_EQ(*ledger_->index_reach(game_, "test 2"), 0U);
  EXPECT_EQ(records_of(*ledger_, game_, IndexQuery::of_key("all", 8), "test 2"), Records{});
  // Another maker's append leaves no rows, and the reach where it is.
  AppendRequest request = append_of(*ledger_, game_);
  request.derived.maker = "test 2";
  request.derived.index = {{"all", 8}};
  EXPECT_OK(ledger_->append(request));
  EXPECT_EQ(*ledger_->index_reach(game_, MAKER), 8U);
  EXPECT_EQ(*ledger_->index_reach(game_, "test 2"), 0U);
}

TEST_P(Index, StaysBehindAfterAnAppendWithoutRowsAndIsMadeUpFor) {
  EXPECT_OK(test::say(*ledger_, game_, "no rows"));  // record 8
  move_with_rows(*ledger_, game_);                   // record 9: there is a gap before it
  EXPECT_EQ(*ledger_->index_reach(game_, MAKER), 8U);
  EXPECT_EQ(of_key("odd", 10), (Records{3, 5, 7}));
  EXPECT_REFUSED(ledger_->keep_index(game_, 9, 10, MAKER, {}), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger_->keep_index(game_, 8, 11, MAKER, {}), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger_->keep_index(game_, 8, 10, MAKER, {{"odd", 10}}), BAD_INPUT);
  EXPECT_OK(ledger_->keep_index(game_, 8, 10, MAKER, {{"even", 8}, {"odd", 9}}));
  EXPECT_EQ(*ledger_->index_reach(game_, MAKER), 10U);
  EXPECT_EQ(of_key("odd", 10), (Records{3, 5, 7, 9}));
  EXPECT_EQ(test::faults_of(*ledger_, game_), std::vector<std::string>{});
}

TEST_P(Index, BegunAnewLeavesNothingOfWhatWas) {
  EXPECT_OK(ledger_->keep_index(game_, 0, 4, "test 2", {{"all", 3, "anew"}}));
  EXPECT_EQ(*ledger_->index_reach(game_, "test 2"), 4U);
  EXPECT_EQ(records_of(*ledger_, game_, IndexQuery::under("", 8), "test 2"), Records{3});
  EXPECT_EQ(*ledger_->index_reach(game_, MAKER), 0U);
}

TEST_P(Index, GoesWithReindex) {
  EXPECT_OK(ledger_->reindex(game_, {}));
  EXPECT_EQ(*ledger_->index_reach(game_, MAKER), 0U);
  EXPECT_EQ(of_key("all", 8), Records{});
  EXPECT_EQ(test::faults_of(*ledger_, game_), std::vector<std::string>{});
}

TEST_P(Index, RefusesRowsOfOtherRecordsThanThoseAppended) {
  AppendRequest request = append_of(*ledger_, game_);
  request.derived.index = {{"all", 7}};
  EXPECT_REFUSED(ledger_->append(request), BAD_INPUT);
  request.derived.index = {{"", 8}};
  EXPECT_REFUSED(ledger_->append(request), BAD_INPUT);
  EXPECT_EQ(ledger_->head(game_)->size, 8U);
}

TEST_P(Index, IsThereWhenTheLedgerIsOpenedAgain) {
  if (!GetParam()) return;
  ledger_.reset();
  ledger_ = *place_.read();
  EXPECT_EQ(of_key("even", 8), (Records{2, 4, 6}));
  EXPECT_EQ(test::faults_of(*ledger_, game_), std::vector<std::string>{});
}

// As ledgers were made before there was an index.
void drop_the_table(const std::string& store) {
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const std::string name : {"default", "records", "tiles", "snapshots", "index"}) families.push_back({name, {}});
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open({}, store, families, &handles, &db).ok());
  ASSERT_TRUE(db->DropColumnFamily(handles.back()).ok());
  for (auto* handle : handles) ASSERT_TRUE(db->DestroyColumnFamilyHandle(handle).ok());
  ASSERT_TRUE(db->Close().ok());
  delete db;
}

TEST(IndexTable, IsMadeWhenALedgerWithoutItIsOpenedForWriting) {
  test::Place place;
  GameId game;
  {
    auto ledger = *place.make();
    game = test::found_game(*ledger, "friday", 3)->game;
  }
  drop_the_table(place.folder + "/store");
  {
    auto reader = place.read();
    ASSERT_OK(reader);
    EXPECT_EQ(*(*reader)->index_reach(game, MAKER), 0U);
    EXPECT_EQ(records_of(**reader, game, IndexQuery::under("", 3)), Records{});
    EXPECT_EQ(test::payloads(**reader, game).size(), 3U);
  }
  auto writer = place.write();
  ASSERT_OK(writer);
  EXPECT_OK((*writer)->keep_index(game, 0, 3, MAKER, {{"all", 2}}));
  move_with_rows(**writer, game);
  EXPECT_EQ(records_of(**writer, game, IndexQuery::of_key("all", 4)), (Records{2, 3}));
}

// In memory, where rows can be changed behind the ledger's back.
struct Damaged {
  MemoryStore* store = nullptr;
  std::unique_ptr<Ledger> ledger;
  GameId game;

  Damaged() {
    auto kept = std::make_unique<MemoryStore>();
    store = kept.get();
    ledger = *Ledger::over(std::move(kept), {});
    game = found_with_index(*ledger);
    for (int i = 0; i < 3; ++i) move_with_rows(*ledger, game);
  }
};

TEST(DamagedIndex, IsFoundByVerifyAndNeverAnAnswer) {
  Damaged d;
  d.store->rows(Table::INDEX).at(index_key(d.game, "even", 4)) = "no row";
  EXPECT_EQ(test::faults_of(*d.ledger, d.game), std::vector<std::string>{"index"});
  EXPECT_REFUSED(
      d.ledger->index_rows(d.game, IndexQuery::of_key("even", 5), MAKER, [](const IndexRow&) { return true; }),
      DAMAGED);
}

TEST(DamagedIndex, MalformedKeysRowsBeyondAndForeignOnesAreFound) {
  Damaged d;
  auto& rows = d.store->rows(Table::INDEX);
  const std::string sound = rows.at(index_key(d.game, "even", 4));
  rows[index_key(d.game, "", 4)] = sound;
  EXPECT_EQ(test::faults_of(*d.ledger, d.game), std::vector<std::string>{"index"});
  rows.erase(index_key(d.game, "", 4));
  rows[index_key(d.game, "even", 5)] = sound;
  EXPECT_EQ(test::faults_of(*d.ledger, d.game), std::vector<std::string>{"beyond"});
  rows.erase(index_key(d.game, "even", 5));
  rows[index_key({sha256("no game")}, "even", 4)] = sound;
  EXPECT_EQ(test::faults_of(*d.ledger, d.game), std::vector<std::string>{"foreign"});
}

TEST(DamagedIndex, AReachThatCannotBeReadOrGoesTooFarIsFoundAndReachesNowhere) {
  Damaged d;
  auto& reach = d.store->rows(Table::CATALOG).at(reach_key(d.game));
  reach = encode(ReachRow{MAKER, 6});
  EXPECT_EQ(test::faults_of(*d.ledger, d.game), std::vector<std::string>{"beyond"});
  EXPECT_EQ(*d.ledger->index_reach(d.game, MAKER), 5U);
  reach = "no reach";
  EXPECT_EQ(test::faults_of(*d.ledger, d.game), std::vector<std::string>{"index"});
  EXPECT_EQ(*d.ledger->index_reach(d.game, MAKER), 0U);
  move_with_rows(*d.ledger, d.game);  // goes on without
  EXPECT_EQ(d.ledger->head(d.game)->size, 6U);
}

}  // namespace
}  // namespace nomic::ledger
