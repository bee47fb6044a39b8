#include "nomic/ledger/base/bytes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace nomic::ledger {
namespace {

TEST(Bytes, NumbersHaveTheirGreatestByteFirst) {
  EXPECT_EQ(big_endian(0x0102030405060708), "\x01\x02\x03\x04\x05\x06\x07\x08");
  EXPECT_EQ(big_endian(0), std::string(8, '\0'));
  EXPECT_EQ(big_endian(UINT64_MAX), std::string(8, '\xFF'));
  EXPECT_EQ(from_big_endian("\x80\x01\x01\x01\x01\x01\x01\xFF"), 0x80010101010101FF);
}

TEST(Bytes, TheOrderOfNumbersIsThatOfTheirBytes) {
  EXPECT_LT(big_endian(255), big_endian(256));
  EXPECT_LT(big_endian(INT64_MAX), big_endian(std::uint64_t{INT64_MAX} + 1));
}

}  // namespace
}  // namespace nomic::ledger
