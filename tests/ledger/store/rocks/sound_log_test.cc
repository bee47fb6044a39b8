#include "store/rocks/sound_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace nomic::ledger {
namespace {

// A record as RocksDB lays it out; nobody looks at the checksum here.
std::string record(char type, std::size_t length) {
  return std::string("crc.") + static_cast<char>(length & 0xffU) + static_cast<char>(length >> 8U) + type +
         std::string(length, 'x');
}

// How many bytes pass if they come in pieces of this size.
std::size_t passes(const std::string& log, std::size_t piece) {
  LogHeaders headers;
  std::size_t passed = 0;
  for (std::size_t at = 0; at < log.size(); at += piece) {
    passed += headers.pass(log.data() + at, std::min(piece, log.size() - at));
  }
  return passed;
}

void expect_passes(const std::string& log, std::size_t expected) {
  for (const std::size_t piece : {1UL, 2UL, 5UL, 6UL, 7UL, 8UL, 100UL, 32768UL, 100000UL}) {
    // A header in pieces has partly passed before its type is seen.
    const std::size_t passed = passes(log, piece);
    EXPECT_GE(passed, expected) << piece;
    EXPECT_LE(passed, expected + 6) << piece;
  }
  EXPECT_EQ(passes(log, log.size() + 1), expected);
}

TEST(LogHeaders, LetSoundRecordsPass) {
  const std::string log = record(1, 10) + record(2, 0) + record(3, 500) + record(4, 1);
  expect_passes(log, log.size());
  // A torn last record is RocksDB's business.
  for (std::size_t length = 0; length < log.size(); ++length) EXPECT_EQ(passes(log.substr(0, length), 64), length);
}

TEST(LogHeaders, EndTheLogAtTypesThatAreNeverWritten) {
  const std::string sound = record(1, 10) + record(1, 20);
  for (const int type : {0, 5, 6, 7, 8, 9, 10, 128, 255}) {
    expect_passes(sound + record(static_cast<char>(type), 10) + record(1, 5), sound.size());
  }
}

TEST(LogHeaders, KnowThatRecordsStayWithinTheirBlock) {
  const std::string first = record(1, 32768 - 7 - 20);
  expect_passes(first + record(1, 13) + record(1, 4), first.size() + 20 + 11);
  expect_passes(first + record(1, 14) + record(1, 4), first.size());
}

TEST(LogHeaders, SkipTheFillerAtABlocksEnd) {
  for (std::size_t filler = 0; filler < 7; ++filler) {
    const std::string block = record(1, 32768 - 7 - filler) + std::string(filler, '\0');
    expect_passes(block + record(1, 10), block.size() + 17);
    expect_passes(block + record(6, 10), block.size());
  }
}

}  // namespace
}  // namespace nomic::ledger
