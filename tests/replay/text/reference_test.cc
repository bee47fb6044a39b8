// References to rules and proposals. Expected values are reckoned by hand: a is 1, z 26, aa 27, az 52, ba 53, zz
// 702.
#include "nomic/replay/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace nomic::replay::test {
namespace {

TEST(RuleNumber, StandsForItsNumberAndLetters) {
  EXPECT_EQ(with_letters(340, 1), 3'000'340'001U);
  EXPECT_EQ(with_letters(999'999, 702), 3'999'999'702U);
  EXPECT_EQ(plain_of(3'000'340'001U), 340U);
  EXPECT_EQ(letters_of(3'000'340'001U), 1U);
  EXPECT_EQ(plain_of(340), 340U);
  EXPECT_EQ(letters_of(340), 0U);
  EXPECT_EQ(with_letters(3'000'340'001U, 2), 3'000'340'002U) << "of any 340";
  for (const auto none :
       {with_letters(0, 1), with_letters(1'000'000, 1), with_letters(340, 0), with_letters(340, 703)}) {
    EXPECT_EQ(none, 0U);
  }
}

TEST(RuleNumber, IsNoOtherNumber) {
  for (const std::uint32_t plain : {1U, 340U, 999'999'999U, 1'000'000'057U, 2'999'999'999U}) {
    EXPECT_FALSE(is_lettered(plain)) << plain;
  }
  // Within the range, and yet no number with letters: 0a, 340 without any, 340 with one beyond zz.
  for (const std::uint32_t hole : {3'000'000'001U, 3'000'340'000U, 3'000'340'703U, 4'000'000'001U, UINT32_MAX}) {
    EXPECT_FALSE(is_lettered(hole)) << hole;
    EXPECT_FALSE(is_number(hole)) << hole;
  }
  EXPECT_TRUE(is_number(999'999'999));
  EXPECT_FALSE(is_number(0));
  EXPECT_FALSE(is_number(1'000'000'000));
  // What stands for a proposal without a number is none of these.
  EXPECT_TRUE(is_unnumbered(unnumbered_of(57)));
  EXPECT_FALSE(is_unnumbered(with_letters(340, 1)));
  EXPECT_FALSE(is_lettered(unnumbered_of(UINT64_MAX)));
}

TEST(RuleNumber, IsReadAndWritten) {
  const std::vector<std::pair<std::string, std::uint32_t>> all = {
      {"340", 340},
      {"340a", 3'000'340'001U},
      {"340z", 3'000'340'026U},
      {"340aa", 3'000'340'027U},
      {"340az", 3'000'340'052U},
      {"340ba", 3'000'340'053U},
      {"340zz", 3'000'340'702U},
      {"1a", 3'000'001'001U},
      {"999999zz", 3'999'999'702U},
      {"999999999", 999'999'999},
  };
  for (const auto& [words, number] : all) {
    EXPECT_EQ(read_numeral(words), number) << words;
    EXPECT_EQ(numeral(number), words);
  }
  EXPECT_EQ(read_numeral("340A"), 3'000'340'001U);
  for (const char* none : {"", "a", "0", "0a", "0340a", "340abc", "340 a", "340a ", "340-a", "340\u00E4", "1000000a",
                           "1000000000", "3000340001", "-340a", "34a0"}) {
    EXPECT_FALSE(read_numeral(none)) << none;
  }
}

TEST(RuleNumber, StandsBetweenPlainOnes) {
  std::vector<std::uint32_t> mixed;
  for (const char* words : {"341", "340b", "1000", "340", "340aa", "9a", "340z", "10", "340a", "9"}) {
    mixed.push_back(*read_numeral(words));
  }
  std::sort(mixed.begin(), mixed.end(), comes_before);
  std::string sorted;
  for (const auto number : mixed) sorted += numeral(number) + " ";
  EXPECT_EQ(sorted, "9 9a 10 340 340a 340b 340z 340aa 341 1000 ");
  EXPECT_EQ(next_plain(*read_numeral("340b")), 341U);
  EXPECT_EQ(next_plain(340), 341U);
  EXPECT_FALSE(comes_before(340, 340));
}

// What stands on the wire, and the 32 bits that stand for it within: by the comment of reference.h.
TEST(Reference, IsWrittenInOneForm) {
  const std::vector<std::pair<std::string, std::uint32_t>> all = {
      {"", 0},
      {"340", 340},
      {"999999999", 999'999'999},
      {"340a", 3'000'340'001U},
      {"999999zz", 3'999'999'702U},
      {"#1", 1'000'000'001U},
      {"#57", 1'000'000'057U},
      {"#1999999998", 2'999'999'998U},
  };
  for (const auto& [text, number] : all) {
    EXPECT_EQ(reference(number), text);
    EXPECT_EQ(number_in(text), number) << text;
    EXPECT_TRUE(is_reference(text)) << text;
  }
  EXPECT_EQ(typed_reference(1'000'000'057U), "record:57");
  EXPECT_EQ(typed_reference(3'000'340'001U), "340a");
}

TEST(Reference, IsNothingElse) {
  for (const char* text : {"0",           "0340",
                           "-1",          "+340",
                           " 340",        "340 ",
                           "340A",        "340aaa",
                           "3.4",         "1000000000",
                           "1000000a",    "3000340001",
                           "4294967296",  "#",
                           "#0",          "#057",
                           "#-1",         "#5 ",
                           "#5a",         "##5",
                           "#2000000000", "#99999999999999999999",
                           "a",           "record:57",
                           "340\n",       "\xEF\xBC\x93"}) {
    EXPECT_EQ(number_in(text), 0U) << text;
    EXPECT_FALSE(is_reference(text)) << text;
  }
  EXPECT_FALSE(is_reference(std::string_view("340\0", 4)));
}

}  // namespace
}  // namespace nomic::replay::test
