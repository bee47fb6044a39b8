#include "nomic/ledger/base/utf8.h"

#include <gtest/gtest.h>

#include <string_view>

namespace nomic::ledger {
namespace {

TEST(Utf8, IsJudgedAsTheStandardDoes) {
  for (const char* good : {"", "Ann", "Zoë", "\xe2\x82\xac", "\xf0\x9f\x8e\xb2", "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad :
       {"\x80", "\xc3", "\xc3\x28", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80",
        "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xe2\x82"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
}

}  // namespace
}  // namespace nomic::ledger
