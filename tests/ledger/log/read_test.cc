// Reading what was tampered with: a hole is damage, never the end, and derived state that does not fit is as good as
// none.
#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

using test::say;

class Tampered : public ::testing::Test {
 protected:
  void SetUp() override {
    auto kept = std::make_unique<MemoryStore>();
    store_ = kept.get();
    ledger_ = *Ledger::over(std::move(kept), {});
    game_ = test::found_game(*ledger_, "friday", 3)->game;
    ASSERT_OK(test::say_many(*ledger_, game_, 5));
  }
  std::string& record(std::uint64_t index) { return store_->rows(Table::RECORDS).at(record_key(game_, index)); }
  // What reading all of it gives, and how many records were shown before.
  Status read(std::uint64_t from = 0, std::uint64_t to = 8) {
    shown_ = 0;
    return ledger_->read(game_, {from}, to, [&](const StoredRecord&) {
      ++shown_;
      return true;
    });
  }
  void change_snapshot(const std::function<void(SnapshotRow&)>& change) {
    std::string& bytes = store_->rows(Table::SNAPSHOTS).at(snapshot_key(game_, 8));
    SnapshotRow kept = *decode_snapshot(bytes);
    change(kept);
    bytes = encode(kept);
  }

  MemoryStore* store_ = nullptr;
  std::unique_ptr<Ledger> ledger_;
  GameId game_;
  std::size_t shown_ = 0;
};

TEST_F(Tampered, AHoleIsDamage) {
  store_->rows(Table::RECORDS).erase(record_key(game_, 5));
  const auto refused = read();
  EXPECT_REFUSED(refused, DAMAGED);
  EXPECT_EQ(refused.error().index, 5U);
  EXPECT_LE(shown_, 5U);
  EXPECT_REFUSED(ledger_->record(game_, {5}), DAMAGED);
  EXPECT_OK(ledger_->record(game_, {3}));
}

TEST_F(Tampered, AChangedRecordIsNotShown) {
  RecordDecoder decoder;
  RecordParts parts;
  ASSERT_OK(decoder.decode(record(5), parts));
  parts.payload = "forged";
  record(5) = encode_record(parts);
  const auto refused = read();
  EXPECT_REFUSED(refused, DAMAGED);
  EXPECT_EQ(refused.error().index, 5U);
  EXPECT_EQ(shown_, 5U);
  EXPECT_REFUSED(ledger_->record(game_, {5}), DAMAGED);
  EXPECT_REFUSED(read(5, 6), DAMAGED);
}

TEST_F(Tampered, AChangedLastRecordIsNotShown) {
  RecordDecoder decoder;
  RecordParts parts;
  ASSERT_OK(decoder.decode(record(7), parts));
  parts.payload = "forged";
  record(7) = encode_record(parts);
  const auto refused = read();
  EXPECT_REFUSED(refused, DAMAGED);
  EXPECT_EQ(shown_, 7U);
  EXPECT_REFUSED(ledger_->record(game_, {7}), DAMAGED);
}

TEST_F(Tampered, SwappedRecordsAreDamage) {
  std::swap(record(4), record(5));
  EXPECT_REFUSED(read(), DAMAGED);
}

TEST_F(Tampered, ARecordOfANewerVersionIsSaid) {
  record(5) += std::string("\x78\x01", 2);
  const auto refused = read();
  EXPECT_REFUSED(refused, NEWER_FORMAT);
  EXPECT_EQ(refused.error().index, 5U);
}

TEST_F(Tampered, TheLastRecordIsComparedWithTheHeadOnOpening) {
  record(7) = record(6);
  auto again = std::make_unique<MemoryStore>();
  for (const Table table : {Table::CATALOG, Table::RECORDS, Table::TILES, Table::SNAPSHOTS}) {
    again->rows(table) = store_->rows(table);
  }
  auto ledger = Ledger::over(std::move(again), {});
  ASSERT_OK(ledger);
  EXPECT_REFUSED((*ledger)->head(game_), DAMAGED);
}

TEST_F(Tampered, ASnapshotThatDoesNotFitIsNone) {
  const std::vector<std::function<void(SnapshotRow&)>> changes = {
      [](SnapshotRow& kept) { kept.body = "other"; }, [](SnapshotRow& kept) { kept.head_hash = sha256("other"); },
      [](SnapshotRow& kept) { kept.size = 7; }, [](SnapshotRow& kept) { kept.maker = "other"; }};
  const std::string sound = store_->rows(Table::SNAPSHOTS).at(snapshot_key(game_, 8));
  for (const auto& change : changes) {
    change_snapshot(change);
    const auto kept = ledger_->snapshot(game_, 8, "test 1");
    ASSERT_OK(kept);
    EXPECT_FALSE(*kept);
    std::set<Hash> whole;
    const auto named = ledger_->named_snapshot(game_, 8, "test 1", whole);
    ASSERT_OK(named);
    EXPECT_FALSE(*named);
    store_->rows(Table::SNAPSHOTS).at(snapshot_key(game_, 8)) = sound;
  }
  store_->rows(Table::SNAPSHOTS).at(snapshot_key(game_, 8)) = "no snapshot";
  EXPECT_FALSE(*ledger_->snapshot(game_, 8, "test 1"));
  store_->rows(Table::SNAPSHOTS).at(snapshot_key(game_, 8)) = sound;
  EXPECT_TRUE(*ledger_->snapshot(game_, 8, "test 1"));
}

TEST_F(Tampered, ASnapshotWithAChunkThatDoesNotFitIsNone) {
  const Hash hash = sha256("chunk");
  change_snapshot([&](SnapshotRow& kept) { kept.chunks = {hash}; });
  EXPECT_FALSE(*ledger_->snapshot(game_, 8, "test 1")) << "it is missing";
  store_->rows(Table::SNAPSHOTS)[chunk_key(game_, hash)] = "another";
  EXPECT_FALSE(*ledger_->snapshot(game_, 8, "test 1"));
  store_->rows(Table::SNAPSHOTS)[chunk_key(game_, hash)] = "chunk";
  const auto kept = ledger_->snapshot(game_, 8, "test 1");
  ASSERT_OK(kept);
  ASSERT_TRUE(*kept);
  EXPECT_EQ((*kept)->chunks, std::vector<std::string>{"chunk"});
}

TEST_F(Tampered, ASnapshotByNamesReadsAChunkOnce) {
  const Hash hash = sha256("chunk");
  change_snapshot([&](SnapshotRow& kept) { kept.chunks = {hash}; });
  std::set<Hash> whole;
  EXPECT_FALSE(*ledger_->named_snapshot(game_, 8, "test 1", whole)) << "it is missing";
  store_->rows(Table::SNAPSHOTS)[chunk_key(game_, hash)] = "another";
  EXPECT_FALSE(*ledger_->named_snapshot(game_, 8, "test 1", whole));
  EXPECT_TRUE(whole.empty());
  store_->rows(Table::SNAPSHOTS)[chunk_key(game_, hash)] = "chunk";
  const auto named = ledger_->named_snapshot(game_, 8, "test 1", whole);
  ASSERT_OK(named);
  ASSERT_TRUE(*named);
  EXPECT_EQ((*named)->chunks, std::vector<Hash>{hash});
  EXPECT_EQ((*named)->body, (*ledger_->snapshot(game_, 8, "test 1"))->body);
  EXPECT_EQ(whole, std::set<Hash>{hash});
  store_->rows(Table::SNAPSHOTS)[chunk_key(game_, hash)] = "another";
  EXPECT_TRUE(*ledger_->named_snapshot(game_, 8, "test 1", whole)) << "what was whole is not read again";
  EXPECT_FALSE(*ledger_->named_snapshot(game_, 7, "test 1", whole)) << "there is none of that size";
  EXPECT_FALSE(*ledger_->named_snapshot(game_, 9, "test 1", whole)) << "beyond the game";
}

// One that is kept is not asked for again; one that is kept wrongly is put right.
TEST_F(Tampered, AChunkIsKeptOnce) {
  int asked = 0;
  const Hash hash = sha256("chunk");
  const auto keep = [&] {
    Derived derived;
    derived.maker = "test 1";
    derived.snapshot = "rest";
    derived.chunks.push_back({hash, [&asked] {
                                ++asked;
                                return std::string("chunk");
                              }});
    ASSERT_OK(ledger_->keep(game_, 8, derived));
    EXPECT_EQ((*ledger_->snapshot(game_, 8, "test 1"))->chunks, std::vector<std::string>{"chunk"});
  };
  keep();
  keep();
  EXPECT_EQ(asked, 1);
  store_->rows(Table::SNAPSHOTS).at(chunk_key(game_, hash)) = "another";
  keep();
  EXPECT_EQ(asked, 2);
  store_->rows(Table::SNAPSHOTS).erase(chunk_key(game_, hash));
  keep();
  EXPECT_EQ(asked, 3);
  ASSERT_OK(ledger_->reindex(game_, {}));
  EXPECT_EQ(store_->rows(Table::SNAPSHOTS).count(chunk_key(game_, hash)), 0U);
}

TEST_F(Tampered, ADigestThatCannotBeReadIsNone) {
  store_->rows(Table::CATALOG).at(digest_key(game_, 8)) = "no digest";
  EXPECT_FALSE(*ledger_->kept_digest(game_, 8, "test 1"));
}

TEST_F(Tampered, AStoreThatChangedBehindTheLedgerTakesNoAppend) {
  // Somebody else wrote in between: the batch's condition no longer holds.
  std::string& head = store_->rows(Table::CATALOG).at(game_key(game_));
  const GameRow row = *decode_game(game_key(game_), head);
  Batch batch;
  batch.condition_key = game_key(game_);
  batch.condition_value = "another entry";
  EXPECT_REFUSED(store_->write(batch), SIZE_MISMATCH);
  batch.condition_value = std::nullopt;
  EXPECT_REFUSED(store_->write(batch), SIZE_MISMATCH);
  EXPECT_EQ(row.size(), 8U);
}

}  // namespace
}  // namespace nomic::ledger
