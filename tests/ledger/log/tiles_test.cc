#include "nomic/ledger/log/tiles.h"

#include <gtest/gtest.h>

#include <map>

#include "ledger/support/by_the_book.h"
#include "ledger/support/world.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/log/tree.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

using test::root_by_the_book;
using test::some_leaves;

// A tile has the roots, by the book, of the complete subtrees that it covers.
void expect_by_the_book(const std::vector<Hash>& leaves, const Tile& tile) {
  const std::uint64_t covered = records_per_hash(tile.id.level);
  for (std::uint64_t at = 0; at < TILE_WIDTH; ++at) {
    const std::uint64_t first = (tile.id.index * TILE_WIDTH + at) * covered;
    ASSERT_EQ(tile_hash(tile.bytes, at), root_by_the_book(leaves, first, covered)) << tile.id.index << " " << at;
  }
}

TEST(Tiles, HoldTheTreesNodesByTheBook) {
  const std::vector<Hash> leaves = some_leaves(TILE_WIDTH * TILE_WIDTH + 300);
  std::map<TileId, Tile> tiles;
  TileBuilder builder([&](const Tile& tile) { tiles[tile.id] = tile; });
  for (const Hash& leaf : leaves) builder.add(leaf);
  EXPECT_EQ(tiles.size(), 257U + 1U);  // 257 of level 0, one of level 1
  expect_by_the_book(leaves, tiles.at({0, 0}));
  expect_by_the_book(leaves, tiles.at({0, 256}));
  expect_by_the_book(leaves, tiles.at({1, 0}));
  EXPECT_EQ(builder.frontier().root(), root_by_the_book(leaves));
}

TEST(Tiles, BuilderKnowsTheFrontierAtEverySize) {
  const std::vector<Hash> leaves = some_leaves(1100);
  TileBuilder builder([](const Tile&) {});
  Frontier frontier;
  for (const Hash& leaf : leaves) {
    ASSERT_EQ(builder.frontier(), frontier) << frontier.size();
    builder.add(leaf);
    frontier.add(leaf);
  }
}

// A store that holds the records and full tiles of a game, as a ledger would have written them.
class KeptTree : public ::testing::Test {
 protected:
  void keep(std::size_t count) {
    for (std::size_t i = leaves_.size(); i < count; ++i) {
      const std::string record = "leaf " + std::to_string(i);
      store_.rows(Table::RECORDS)[record_key(game_, i)] = record;
      leaves_.push_back(leaf_hash(record));
    }
    TileBuilder builder([&](const Tile& tile) { store_.rows(Table::TILES)[tile_key(game_, tile.id)] = tile.bytes; });
    for (const Hash& leaf : leaves_) builder.add(leaf);
    for (const Tile& tile : builder.unfinished()) store_.rows(Table::TILES)[tile_key(game_, tile.id)] = tile.bytes;
  }

  MemoryStore store_;
  GameId game_{sha256("game")};
  std::vector<Hash> leaves_;
};

TEST_F(KeptTree, GivesTheFrontierAtPastSizes) {
  keep(TILE_WIDTH * TILE_WIDTH + 700);
  Tree tree(store_, game_, leaves_.size());
  for (const std::uint64_t size : {0UL, 1UL, 2UL, 255UL, 256UL, 257UL, 511UL, 512UL, 1023UL, 40000UL, 65535UL, 65536UL,
                                   65537UL, 65792UL, 66236UL}) {
    const auto frontier = tree.frontier_at(size);
    ASSERT_OK(frontier);
    EXPECT_EQ(frontier->root(), root_by_the_book(leaves_, 0, size)) << size;
  }
}

// The tiles that an append completes are those that a builder would have made, however the leaves are split.
TEST_F(KeptTree, CompletesTheSameTilesAsABuilder) {
  const std::vector<Hash> all = some_leaves(1300);
  std::map<TileId, std::string> expected;
  TileBuilder builder([&](const Tile& tile) { expected[tile.id] = tile.bytes; });
  for (const Hash& leaf : all) builder.add(leaf);
  for (const Tile& tile : builder.unfinished()) expected[tile.id] = tile.bytes;
  for (const std::size_t step : {1UL, 7UL, 255UL, 256UL, 257UL, 700UL, 1300UL}) {
    std::map<TileId, std::string> made;
    for (std::size_t size = 0; size < all.size(); size += step) {
      keep(size);
      Tree tree(store_, game_, size);
      const std::vector<Hash> fresh(all.begin() + static_cast<std::ptrdiff_t>(size),
                                    all.begin() + static_cast<std::ptrdiff_t>(std::min(size + step, all.size())));
      auto tiles = tree.completed_by(fresh);
      ASSERT_OK(tiles);
      for (const Tile& tile : *tiles) made[tile.id] = tile.bytes;
    }
    EXPECT_EQ(made, expected) << step;
    leaves_.clear();
    store_.rows(Table::RECORDS).clear();
    store_.rows(Table::TILES).clear();
  }
}

TEST_F(KeptTree, CompletesATileOfLevelOne) {
  keep(TILE_WIDTH * TILE_WIDTH - 1);
  const Hash last = leaf_hash("leaf " + std::to_string(TILE_WIDTH * TILE_WIDTH - 1));
  auto tiles = Tree(store_, game_, leaves_.size()).completed_by({last});
  ASSERT_OK(tiles);
  leaves_.push_back(last);
  ASSERT_EQ(tiles->size(), 3U);
  EXPECT_EQ((*tiles)[0].id, (TileId{0, 255}));
  EXPECT_EQ((*tiles)[1].id, (TileId{1, 0}));
  expect_by_the_book(leaves_, (*tiles)[0]);
  expect_by_the_book(leaves_, (*tiles)[1]);
  EXPECT_EQ((*tiles)[2].id, (TileId{2, 0}));
  EXPECT_EQ((*tiles)[2].bytes, root_by_the_book(leaves_).raw());
}

// What an older program wrote, which kept no unfinished tiles, and what is cut, gives the same hashes.
TEST_F(KeptTree, AnUnfinishedTileIsMadeGoodFromThoseBelow) {
  keep(5 * TILE_WIDTH + 3);
  const std::string key = tile_key(game_, {1, 0});
  const auto kept = Tree(store_, game_, leaves_.size()).hashes(1, 0, 5);
  ASSERT_OK(kept);
  const std::string whole = store_.rows(Table::TILES).at(key);
  ASSERT_EQ(whole.size(), 5 * Hash::SIZE);
  for (const std::string& shorter : {whole.substr(0, 64), whole.substr(0, 33), std::string()}) {
    store_.rows(Table::TILES)[key] = shorter;
    const auto made = Tree(store_, game_, leaves_.size()).hashes(1, 0, 5);
    ASSERT_OK(made);
    EXPECT_EQ(*made, *kept);
  }
  store_.rows(Table::TILES).erase(key);
  const auto made = Tree(store_, game_, leaves_.size()).hashes(1, 0, 5);
  ASSERT_OK(made);
  EXPECT_EQ(*made, *kept);
}

TEST_F(KeptTree, MissingPartsAreDamage) {
  keep(600);
  Tree tree(store_, game_, 600);
  store_.rows(Table::RECORDS).erase(record_key(game_, 599));
  EXPECT_REFUSED(tree.leaf(599), DAMAGED);
  EXPECT_REFUSED(tree.frontier_at(600), DAMAGED);
  store_.rows(Table::TILES).erase(tile_key(game_, {0, 1}));
  EXPECT_OK(tree.frontier_at(512));  // the unfinished tile above has its root
  store_.rows(Table::TILES).erase(tile_key(game_, {1, 0}));
  EXPECT_REFUSED(tree.frontier_at(512), DAMAGED);
  EXPECT_OK(tree.frontier_at(256));
}

}  // namespace
}  // namespace nomic::ledger
