#include "nomic/ledger/base/merkle.h"

#include <gtest/gtest.h>

#include <bit>

#include "ledger/support/by_the_book.h"

namespace nomic::ledger {
namespace {

using test::root_by_the_book;
using test::some_leaves;

Hash hex(const char* digits) {
  return *Hash::from_hex(digits);
}

// Roots of the test data that certificate transparency's own implementations are checked with.
TEST(Frontier, GivesTheKnownRoots) {
  const std::vector<std::string> data = {"",
                                         std::string("\0", 1),
                                         "\x10",
                                         "\x20\x21",
                                         "\x30\x31",
                                         "\x40\x41\x42\x43",
                                         "\x50\x51\x52\x53\x54\x55\x56\x57",
                                         "\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f"};
  const std::vector<Hash> roots = {hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
                                   hex("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
                                   hex("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
                                   hex("aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
                                   hex("d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
                                   hex("4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
                                   hex("76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
                                   hex("ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
                                   hex("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328")};
  Frontier frontier;
  for (std::size_t size = 0; size < roots.size(); ++size) {
    EXPECT_EQ(frontier.root(), roots[size]) << size;
    if (size < data.size()) frontier.add(leaf_hash(data[size]));
  }
}

TEST(Frontier, AgreesWithTheBookAtEverySize) {
  const std::vector<Hash> leaves = some_leaves(600);
  Frontier frontier;
  for (std::size_t size = 0; size <= leaves.size(); ++size) {
    ASSERT_EQ(frontier.root(), root_by_the_book(leaves, 0, size)) << size;
    ASSERT_EQ(frontier.nodes().size(), static_cast<std::size_t>(std::popcount(size)));
    if (size < leaves.size()) frontier.add(leaves[size]);
  }
}

TEST(Frontier, GoesOnFromItsNodes) {
  const std::vector<Hash> leaves = some_leaves(300);
  Frontier whole;
  for (const Hash& leaf : leaves) {
    auto resumed = Frontier::from(whole.size(), whole.nodes());
    ASSERT_TRUE(resumed);
    resumed->add(leaf);
    whole.add(leaf);
    ASSERT_EQ(*resumed, whole);
  }
}

TEST(Frontier, NeedsANodeForEachSetBit) {
  const std::vector<Hash> nodes = some_leaves(2);
  EXPECT_TRUE(Frontier::from(3, nodes));
  EXPECT_TRUE(Frontier::from(6, nodes));
  EXPECT_FALSE(Frontier::from(2, nodes));
  EXPECT_FALSE(Frontier::from(7, nodes));
  EXPECT_FALSE(Frontier::from(0, nodes));
  EXPECT_TRUE(Frontier::from(0, {}));
}

}  // namespace
}  // namespace nomic::ledger
