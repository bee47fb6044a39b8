#include "nomic/ledger/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace nomic::ledger {
namespace {

// FIPS 180-4's examples.
TEST(Hash, IsSha256) {
  EXPECT_EQ(sha256("").hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").hex(),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Hash, LeavesAndNodesArePrefixed) {
  EXPECT_EQ(leaf_hash("abc"), sha256(std::string("\0abc", 4)));
  const Hash left = sha256("left");
  const Hash right = sha256("right");
  EXPECT_EQ(node_hash(left, right), sha256("\x01" + left.raw() + right.raw()));
}

TEST(Hash, InPiecesIsTheSame) {
  Sha256 pieces;
  pieces.add("a");
  pieces.add("");
  pieces.add("bc");
  EXPECT_EQ(pieces.finish(), sha256("abc"));
  // finish() begins anew.
  pieces.add("abc");
  EXPECT_EQ(pieces.finish(), sha256("abc"));
  EXPECT_EQ(pieces.finish(), sha256(""));
}

TEST(Hash, HexOfEitherCaseIsRead) {
  const Hash hash = sha256("abc");
  EXPECT_EQ(Hash::from_hex(hash.hex()), hash);
  EXPECT_EQ(Hash::from_hex("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"), hash);
  EXPECT_EQ(Hash::from_raw(hash.raw()), hash);
}

TEST(Hash, NothingElseIsRead) {
  const std::string hex = sha256("abc").hex();
  EXPECT_FALSE(Hash::from_hex(""));
  EXPECT_FALSE(Hash::from_hex(hex.substr(1)));
  EXPECT_FALSE(Hash::from_hex(hex + "0"));
  EXPECT_FALSE(Hash::from_hex("g" + hex.substr(1)));
  EXPECT_FALSE(Hash::from_hex(" " + hex.substr(1)));
  EXPECT_FALSE(Hash::from_raw(std::string(31, 'x')));
  EXPECT_FALSE(Hash::from_raw(std::string(33, 'x')));
}

TEST(Hash, ThreadsDoNotShareTheirContext) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&wrong, t] {
      for (int i = 0; i < 2000; ++i) {
        if (sha256("abc").hex().substr(0, 8) != "ba7816bf") ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(RandomBytes, DifferEachTime) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) seen.insert(random_bytes(16));
  EXPECT_EQ(seen.size(), 100U);
  EXPECT_EQ(seen.begin()->size(), 16U);
}

}  // namespace
}  // namespace nomic::ledger
