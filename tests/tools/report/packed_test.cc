// Blocks of a page: base64 in its one form, gzip that ends where the block ends.
#include "packed.h"

#include <gtest/gtest.h>

#include <string>

namespace nomic::tools {
namespace {

constexpr std::size_t MUCH = 1 << 20;

TEST(Packed, Base64IsThatOfRfc4648) {
  // Its section 10.
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("foob"), "Zm9vYg==");
  EXPECT_EQ(base64_of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64_of(std::string("\xFF\xFE\xFD", 3)), "//79");
}

TEST(Packed, ComesBackAsItWas) {
  std::string bytes;
  for (std::size_t length = 0; length < 600; ++length) {
    EXPECT_EQ(unpacked(packed(bytes), MUCH), bytes) << length;
    bytes += static_cast<char>(length * length);
  }
  EXPECT_EQ(packed(bytes), packed(bytes));
}

TEST(Packed, WhatIsNotInThatFormIsNothing) {
  const std::string whole = packed("a rule");
  EXPECT_EQ(unpacked("", MUCH), std::nullopt);
  EXPECT_EQ(unpacked("a rule", MUCH), std::nullopt);
  EXPECT_EQ(unpacked("Zm9v", MUCH), std::nullopt);  // base64, and no gzip
  EXPECT_EQ(unpacked(whole.substr(0, whole.size() - 4), MUCH), std::nullopt);
  EXPECT_EQ(unpacked(whole + whole, MUCH), std::nullopt);
  EXPECT_EQ(unpacked("\n" + whole, MUCH), std::nullopt);
  EXPECT_EQ(unpacked("Zh==", MUCH), std::nullopt);  // "Zg==" with bits that say nothing
  std::string other = whole;
  other[whole.size() / 2] = '?';
  EXPECT_EQ(unpacked(other, MUCH), std::nullopt);
}

TEST(Packed, MoreThanIsTakenIsNothing) {
  const std::string many(5000, 'x');
  EXPECT_EQ(unpacked(packed(many), 5000), many);
  EXPECT_EQ(unpacked(packed(many), 4999), std::nullopt);
}

}  // namespace
}  // namespace nomic::tools
