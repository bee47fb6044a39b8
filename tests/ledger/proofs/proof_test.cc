// Proofs made from tiles against the RFC's own recursion, and what the verifiers refuse.
#include "nomic/ledger/proof.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ledger/support/by_the_book.h"
#include "ledger/support/world.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/proofs/prover.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

using test::Book;
using test::some_leaves;

// A store in which the records of some_leaves() lie, with the tiles that a ledger keeps for them.
class KeptProofs : public ::testing::Test {
 protected:
  void keep(std::size_t count) {
    TileBuilder builder([&](const Tile& tile) { store_.rows(Table::TILES)[tile_key(game_, tile.id)] = tile.bytes; });
    for (std::size_t i = 0; i < count; ++i) {
      const std::string record = "leaf " + std::to_string(i);
      store_.rows(Table::RECORDS)[record_key(game_, i)] = record;
      builder.add(leaf_hash(record));
    }
    for (const Tile& tile : builder.unfinished()) store_.rows(Table::TILES)[tile_key(game_, tile.id)] = tile.bytes;
  }

  MemoryStore store_;
  GameId game_{sha256("game")};
};

TEST_F(KeptProofs, InclusionIsRightForEverySizeUpToAThousandAndEveryIndex) {
  constexpr std::size_t SIZES = 1000;
  keep(SIZES);
  Book book(some_leaves(SIZES));
  for (std::size_t size = 1; size <= SIZES; ++size) {
    Prover prover(store_, game_, size);
    const Hash root = book.root(0, size);
    const auto made = prover.root(size);
    ASSERT_OK(made);
    ASSERT_EQ(*made, root) << size;
    for (std::size_t index = 0; index < size; ++index) {
      const auto path = prover.inclusion(index, size);
      ASSERT_OK(path);
      ASSERT_EQ(*path, book.path(index, size)) << index << " of " << size;
      ASSERT_EQ(path->size(), inclusion_length(index, size));
      ASSERT_OK(verify_inclusion(book.leaf(index), index, size, *path, root));
    }
  }
}

TEST_F(KeptProofs, ConsistencyIsRightForEveryPairUpToThreeHundredAndSomeBeyond) {
  constexpr std::size_t SIZES = 1000;
  keep(SIZES);
  Book book(some_leaves(SIZES));
  Prover prover(store_, game_, SIZES);
  const auto check = [&](std::size_t first, std::size_t second) {
    const auto path = prover.consistency(first, second);
    ASSERT_OK(path);
    ASSERT_EQ(*path, first == 0 ? ProofPath{} : book.proof(first, second)) << first << " of " << second;
    ASSERT_EQ(path->size(), consistency_length(first, second));
    ASSERT_OK(verify_consistency(first, book.root(0, first), second, book.root(0, second), *path));
  };
  for (std::size_t second = 0; second <= 300; ++second) {
    for (std::size_t first = 0; first <= second; ++first) check(first, second);
  }
  for (std::size_t second = 301; second <= SIZES; ++second) {
    for (std::size_t first = second % 7; first <= second; first += 1 + second % 11) check(first, second);
  }
}

// Past sizes of a game that has grown since, with tiles of two levels.
TEST_F(KeptProofs, AreRightAtPastSizesAcrossLevels) {
  constexpr std::size_t SIZE = TILE_WIDTH * TILE_WIDTH + 900;
  keep(SIZE);
  Book book(some_leaves(SIZE));
  Prover prover(store_, game_, SIZE);
  for (const std::size_t size :
       {std::size_t{65535}, std::size_t{65536}, std::size_t{65537}, std::size_t{66000}, SIZE}) {
    for (const std::size_t index : {std::size_t{0}, std::size_t{255}, std::size_t{256}, std::size_t{40000}, size - 1}) {
      const auto path = prover.inclusion(index, size);
      ASSERT_OK(path);
      EXPECT_EQ(*path, book.path(index, size)) << index << " of " << size;
      const auto proof = prover.consistency(index + 1, size);
      ASSERT_OK(proof);
      EXPECT_EQ(*proof, book.proof(index + 1, size)) << index + 1 << " of " << size;
    }
  }
}

// How many tiles, and stretches of records in place of one, a proof reads: two a level at most.
TEST_F(KeptProofs, ReadFewTiles) {
  constexpr std::size_t SIZE = TILE_WIDTH * TILE_WIDTH + 900;  // three levels of tiles
  keep(SIZE);
  std::size_t most = 0;
  for (std::size_t index = 0; index < SIZE; index += 97) {
    Prover prover(store_, game_, SIZE);
    ASSERT_OK(prover.inclusion(index, SIZE));
    most = std::max(most, prover.reads());
    Prover other(store_, game_, SIZE);
    ASSERT_OK(other.consistency(index, SIZE));
    most = std::max(most, other.reads());
  }
  EXPECT_LE(most, 6U);
}

// Leaves of certificate transparency's own test data: PATH(5, 8) and PROOF(6, 8) from its published results.
TEST(Proofs, GiveTheKnownAnswers) {
  const auto hex = [](const char* digits) { return *Hash::from_hex(digits); };
  const Hash root8 = hex("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
  const ProofPath path = {hex("bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"),
                          hex("ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"),
                          hex("d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7")};
  EXPECT_OK(verify_inclusion(leaf_hash("\x40\x41\x42\x43"), 5, 8, path, root8));
  const ProofPath proof = {hex("0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"),
                           hex("ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"),
                           hex("d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7")};
  EXPECT_OK(
      verify_consistency(6, hex("76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"), 8, root8, proof));
}

TEST(Proofs, InclusionOfAnythingElseIsRefused) {
  Book book(some_leaves(70));
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{64}, std::size_t{70}}) {
    const Hash root = book.root(0, size);
    for (std::size_t index = 0; index < size; ++index) {
      const ProofPath path = book.path(index, size);
      const Hash leaf = book.leaf(index);
      for (std::size_t other = 0; other < size + 3; ++other) {
        if (other == index) continue;
        EXPECT_REFUSED(verify_inclusion(leaf, other, size, path, root), BAD_PROOF);
      }
      EXPECT_REFUSED(verify_inclusion(book.leaf((index + 1) % 70), index, size, path, root), BAD_PROOF);
      EXPECT_REFUSED(verify_inclusion(leaf, index, size, path, book.root(0, size - 1)), BAD_PROOF);
      ProofPath longer = path;
      longer.push_back(root);
      EXPECT_REFUSED(verify_inclusion(leaf, index, size, longer, root), BAD_PROOF);
      for (std::size_t i = 0; i < path.size(); ++i) {
        ProofPath changed = path;
        changed[i].bytes[31] ^= 1U;
        EXPECT_REFUSED(verify_inclusion(leaf, index, size, changed, root), BAD_PROOF);
        ProofPath shorter = path;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_REFUSED(verify_inclusion(leaf, index, size, shorter, root), BAD_PROOF);
      }
    }
  }
  EXPECT_REFUSED(verify_inclusion(book.leaf(0), 0, 0, {}, sha256({})), BAD_PROOF);
  EXPECT_REFUSED(verify_inclusion(book.leaf(0), UINT64_MAX, UINT64_MAX, {}, book.leaf(0)), BAD_PROOF);
  EXPECT_REFUSED(verify_inclusion(book.leaf(0), UINT64_MAX - 1, UINT64_MAX, ProofPath(64), book.leaf(0)), BAD_PROOF);
}

TEST(Proofs, ConsistencyOfAnythingElseIsRefused) {
  Book book(some_leaves(70));
  for (const std::size_t second : {std::size_t{2}, std::size_t{7}, std::size_t{8}, std::size_t{64}, std::size_t{70}}) {
    const Hash new_root = book.root(0, second);
    for (std::size_t first = 1; first < second; ++first) {
      const Hash old_root = book.root(0, first);
      const ProofPath path = book.proof(first, second);
      EXPECT_REFUSED(verify_consistency(first, new_root, second, new_root, path), BAD_PROOF);
      EXPECT_REFUSED(verify_consistency(first, old_root, second, old_root, path), BAD_PROOF);
      EXPECT_REFUSED(verify_consistency(second, new_root, first, old_root, path), BAD_PROOF);
      EXPECT_REFUSED(verify_consistency(first - 1, book.root(0, first - 1), second, new_root, path), BAD_PROOF);
      ProofPath longer = path;
      longer.push_back(new_root);
      EXPECT_REFUSED(verify_consistency(first, old_root, second, new_root, longer), BAD_PROOF);
      for (std::size_t i = 0; i < path.size(); ++i) {
        ProofPath changed = path;
        changed[i].bytes[0] ^= 128U;
        EXPECT_REFUSED(verify_consistency(first, old_root, second, new_root, changed), BAD_PROOF);
        ProofPath shorter = path;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_REFUSED(verify_consistency(first, old_root, second, new_root, shorter), BAD_PROOF);
      }
    }
    EXPECT_REFUSED(verify_consistency(second, new_root, second, book.leaf(0), {}), BAD_PROOF);
    EXPECT_REFUSED(verify_consistency(second, new_root, second, new_root, {new_root}), BAD_PROOF);
  }
  EXPECT_OK(verify_consistency(0, sha256({}), 5, book.root(0, 5), {}));
  EXPECT_REFUSED(verify_consistency(0, book.leaf(0), 5, book.root(0, 5), {}), BAD_PROOF);
  EXPECT_REFUSED(verify_consistency(0, sha256({}), 5, book.root(0, 5), {book.leaf(0)}), BAD_PROOF);
  EXPECT_REFUSED(verify_consistency(1, book.leaf(0), UINT64_MAX, book.leaf(0), {}), BAD_PROOF);
}

// Through a ledger: proofs fit its heads, and nothing beyond it can be had.
TEST(LedgerProofs, FitTheHeadAndEveryCheckpointOfIt) {
  const auto ledger = Ledger::in_memory();
  const auto founded = test::found_game(*ledger, "friday", 300);
  ASSERT_OK(founded);
  std::vector<Head> heads;
  for (int i = 0; i < 30; ++i) {
    heads.push_back(*ledger->head(founded->game));
    ASSERT_OK(test::say(*ledger, founded->game, fmt::format("move {}", i)));
  }
  for (const Head& head : heads) {
    const auto root = ledger->root_at(founded->game, head.size);
    ASSERT_OK(root);
    EXPECT_EQ(*root, head.root);
    const auto grown = ledger->prove_consistency(founded->game, head.size, 330);
    ASSERT_OK(grown);
    EXPECT_EQ(grown->first_root, head.root);
    EXPECT_OK(verify_consistency(head.size, head.root, 330, ledger->head(founded->game)->root, grown->path));
    const auto inside = ledger->prove_inclusion(founded->game, {7}, head.size);
    ASSERT_OK(inside);
    EXPECT_EQ(inside->leaf, ledger->record(founded->game, {7})->leaf);
    EXPECT_OK(verify_inclusion(inside->leaf, 7, head.size, inside->path, head.root));
  }
  EXPECT_REFUSED(ledger->root_at(founded->game, 331), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger->prove_inclusion(founded->game, {330}, 330), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger->prove_inclusion(founded->game, {0}, 331), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger->prove_consistency(founded->game, 0, 331), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger->prove_consistency(founded->game, 5, 4), BAD_INPUT);
  EXPECT_REFUSED(ledger->root_at({sha256("no game")}, 1), NO_SUCH_GAME);
  EXPECT_EQ(*ledger->root_at(founded->game, 0), sha256({}));
}

// A tile that was altered proves nothing false: its proofs do not fit the head.
TEST(LedgerProofs, AreRefusedFromAlteredTiles) {
  auto kept = std::make_unique<MemoryStore>();
  MemoryStore& store = *kept;
  const auto ledger = *Ledger::over(std::move(kept), {});
  const GameId game = test::found_game(*ledger, "friday", 1300)->game;
  store.rows(Table::TILES).at(tile_key(game, {0, 1}))[40] ^= 1;
  EXPECT_REFUSED(ledger->prove_inclusion(game, {300}, 1300), DAMAGED);
  EXPECT_OK(ledger->prove_inclusion(game, {1}, 1300));
  store.rows(Table::TILES).at(tile_key(game, {1, 0}))[40] ^= 1;
  EXPECT_REFUSED(ledger->prove_inclusion(game, {1}, 1300), DAMAGED);
  EXPECT_REFUSED(ledger->root_at(game, 600), DAMAGED);
  EXPECT_REFUSED(ledger->prove_consistency(game, 600, 1300), DAMAGED);
}

}  // namespace
}  // namespace nomic::ledger
