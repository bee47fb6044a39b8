// The worked example of docs/format.md, section 1, byte by byte. It was reckoned there by a program that shares no code
// with this one: if this test fails, the format has changed.
#include <gtest/gtest.h>

#include <string>

#include "nomic/ledger/base/merkle.h"
#include "nomic/ledger/hash.h"
#include "nomic/ledger/log/record.h"

namespace nomic::ledger {
namespace {

std::string from_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

const std::string GAME = "6bd0e73c635b730d588bf11ba916757878a6a9bd754eca65511246672caa4478";
const std::string HEAD = "a383b9de473881ea0dee77f9e83a9f0ce301601bdf582c4b6696a4198d10427e";
const std::string ROOT = "e94d4afbaf678a4c9b71f9eea33bfdc3027a0be3a644f074837dd2d97c1ed3a3";
const std::string RECORD_0 =
    "0a321220000000000000000000000000000000000000000000000000000000000000000018"
    "80d08c9de0a7b002220532036f6e65";
const std::string RECORD_1 =
    "0a7f080112206bd0e73c635b730d588bf11ba916757878a6a9bd754eca65511246672caa447818c0d4c99de0a7b002"
    "22500a206bd0e73c635b730d588bf11ba916757878a6a9bd754eca65511246672caa447810011a206bd0e73c635b73"
    "0d588bf11ba916757878a6a9bd754eca65511246672caa44782203416e6e320374776f";
constexpr std::int64_t TEN_O_CLOCK = 1'338'372'000'000'000;

RecordParts first_record() {
  RecordParts parts;
  parts.recorded_at = {TEN_O_CLOCK};
  parts.payload = "one";
  return parts;
}

RecordParts second_record() {
  RecordParts parts;
  parts.index = 1;
  parts.previous_hash = *Hash::from_hex(GAME);
  parts.recorded_at = {TEN_O_CLOCK + 1'000'000};
  parts.game = GameId{*Hash::from_hex(GAME)};
  parts.seen_size = 1;
  parts.seen_hash = *Hash::from_hex(GAME);
  parts.author = "Ann";
  parts.payload = "two";
  return parts;
}

TEST(FormatExample, RecordsAreTheseBytes) {
  EXPECT_EQ(encode_record(first_record()), from_hex(RECORD_0));
  EXPECT_EQ(encode_record(second_record()), from_hex(RECORD_1));
}

TEST(FormatExample, TheseBytesAreReadAsTheseRecords) {
  RecordDecoder decoder;
  RecordParts parts;
  ASSERT_TRUE(decoder.decode(from_hex(RECORD_1), parts).ok());
  EXPECT_EQ(parts.index, 1U);
  EXPECT_EQ(parts.author, "Ann");
  EXPECT_EQ(parts.payload, "two");
  EXPECT_EQ(parts.recorded_at.value, TEN_O_CLOCK + 1'000'000);
}

TEST(FormatExample, HashesAndRootAreThese) {
  EXPECT_EQ(leaf_hash(from_hex(RECORD_0)).hex(), GAME);
  EXPECT_EQ(leaf_hash(from_hex(RECORD_1)).hex(), HEAD);
  Frontier tree;
  tree.add(*Hash::from_hex(GAME));
  tree.add(*Hash::from_hex(HEAD));
  EXPECT_EQ(tree.root().hex(), ROOT);
}

}  // namespace
}  // namespace nomic::ledger
