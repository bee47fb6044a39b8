#include "nomic/replay/text.h"

#include <ctime>
#include <string>

#include "replay/expect.h"

namespace nomic::replay {
namespace {

using namespace std::string_literals;

struct Accepted {
  std::string raw;
  std::string clean;
};

TEST(CleanText, AcceptsAndNormalises) {
  const std::vector<Accepted> cases = {
      {"Players obey.", "Players obey."},
      {"one\ntwo\tthree", "one\ntwo\tthree"},
      {"one\r\ntwo\r\n", "one\ntwo"},
      {"\xEF\xBB\xBFwith a mark", "with a mark"},
      {"\n \t\n  first\n\nlast  \n\n\xE3\x80\x80\n", "  first\n\nlast  "},
      {"e\xCC\x81", "\xC3\xA9"},                     // e and acute: one letter
      {"\xE2\x84\xAB", "\xC3\x85"},                  // the angstrom sign is a letter with a ring
      {"\xE1\x84\x80\xE1\x85\xA1", "\xEA\xB0\x80"},  // two jamo: one syllable
      {"\xEF\xAC\x81", "\xEF\xAC\x81"},              // a ligature stays: NFC, not NFKC
      {"\xE5\x85\xA8\xE3\x81\xA6", "\xE5\x85\xA8\xE3\x81\xA6"},
      {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80",
       "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80"},  // with a joiner
      {"\xEE\x80\x80", "\xEE\x80\x80"},                  // private use is assigned to whoever uses it
  };
  for (const Accepted& one : cases) {
    const Result<std::string> clean = clean_text(one.raw, "the text");
    ASSERT_TRUE(clean.ok()) << why(clean);
    EXPECT_EQ(*clean, one.clean);
    EXPECT_EQ(*clean_text(*clean, "the text"), *clean) << "cleaning twice changes nothing more";
  }
}

// In canonical order: by class, and within one as they came. Sorting them took seconds.
TEST(CleanText, SortsAnyNumberOfMarksSoon) {
  constexpr std::size_t MANY = 9'000;
  const auto times = [](std::size_t count, const std::string& text) {
    std::string all;
    for (std::size_t at = 0; at < count; ++at) all += text;
    return all;
  };
  const std::string acute = "\xCC\x81";           // class 230
  const std::string dot_below = "\xCC\xA3";       // class 220
  const std::string both_below = "\xE0\xBD\xB3";  // no mark itself: decomposes into one of class 129 and one of 130
  const std::string first_below = "\xE0\xBD\xB1";
  const std::string second_below = "\xE0\xBD\xB2";
  const std::clock_t begun = std::clock();
  EXPECT_EQ(*clean_text("x" + times(MANY, acute + dot_below), "the text"),
            "x" + times(MANY, dot_below) + times(MANY, acute));
  EXPECT_EQ(*clean_text("x" + times(MANY, both_below), "the text"),
            "x" + times(MANY, first_below) + times(MANY, second_below));
  // Two runs, each by itself; a letter with its first mark is one.
  EXPECT_EQ(*clean_text("a" + times(40, acute + dot_below) + "e" + times(40, acute), "the text"),
            "\xE1\xBA\xA1" + times(39, dot_below) + times(40, acute) + "\xC3\xA9" + times(39, acute));
  EXPECT_LT(static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC, 0.5);
}

struct Refused {
  std::string raw;
  ErrorCode code;
  std::vector<std::string> words;
};

TEST(CleanText, RefusesAndSaysWhere) {
  const std::vector<Refused> cases = {
      {"", ErrorCode::TEXT_EMPTY, {"the rule's text is empty"}},
      {" \n\t\n", ErrorCode::TEXT_EMPTY, {}},
      {"\xE2\x80\x8B\xE2\x81\xA0", ErrorCode::TEXT_EMPTY, {"can be seen"}},
      {"abc\xFF", ErrorCode::TEXT_NOT_UTF8, {"0xFF", "line 1, column 4"}},
      {"ab\n\xC3", ErrorCode::TEXT_NOT_UTF8, {"0xC3", "line 2, column 1"}},
      {"\xC0\x80", ErrorCode::TEXT_NOT_UTF8, {"0xC0", "line 1, column 1"}},  // overlong
      {"\xED\xA0\x80", ErrorCode::TEXT_NOT_UTF8, {"0xED"}},                  // a surrogate
      {"\xF4\x90\x80\x80", ErrorCode::TEXT_NOT_UTF8, {"0xF4"}},              // beyond U+10FFFF
      {"a\0b"s, ErrorCode::TEXT_CONTROL, {"U+0000", "line 1, column 2"}},
      {"ok\nnow\x1B[2J", ErrorCode::TEXT_CONTROL, {"U+001B", "a control character", "line 2, column 4"}},
      {"a\rb", ErrorCode::TEXT_CONTROL, {"U+000D"}},  // without its LF
      {"\x7F", ErrorCode::TEXT_CONTROL, {"U+007F"}},
      {"\xC2\x9B"
       "31m",
       ErrorCode::TEXT_CONTROL,
       {"U+009B", "line 1, column 1"}},
      {"\xE2\x80\xAE", ErrorCode::TEXT_CONTROL, {"U+202E", "writing direction"}},
      {"x\xE2\x81\xA6", ErrorCode::TEXT_CONTROL, {"U+2066", "column 2"}},
      {"\xD8\x9C", ErrorCode::TEXT_CONTROL, {"U+061C"}},
      {"\xE2\x80\x8F", ErrorCode::TEXT_CONTROL, {"U+200F"}},
      {"\xEF\xBF\xBE", ErrorCode::TEXT_CONTROL, {"U+FFFE", "noncharacter"}},
      {"\xEF\xB7\x90", ErrorCode::TEXT_CONTROL, {"U+FDD0", "noncharacter"}},
      {"\xF4\x8F\xBF\xBF", ErrorCode::TEXT_CONTROL, {"U+10FFFF", "noncharacter"}},
      {"\xCD\xB8", ErrorCode::TEXT_CONTROL, {"U+0378", "unassigned"}},
      {std::string(60'001, 'a'), ErrorCode::TEXT_TOO_LONG, {"60,001", "60,000"}},
  };
  for (const Refused& one : cases) expect_refused(clean_text(one.raw, "the rule's text"), one.code, one.words);
}

TEST(CleanText, MeasuresTheNormalForm) {
  EXPECT_TRUE(clean_text(std::string(60'000, 'a'), "the text").ok());
  // 30,000 times two bytes in NFC, three as written.
  std::string accents;
  for (int i = 0; i < 30'000; ++i) accents += "e\xCC\x81";
  const Result<std::string> clean = clean_text(accents, "the text");
  ASSERT_TRUE(clean.ok()) << why(clean);
  EXPECT_EQ(clean->size(), 60'000U);
  expect_refused(clean_text(accents + "x", "the text"), ErrorCode::TEXT_TOO_LONG, {"60,001"});
  // Blank lines around it do not count.
  EXPECT_TRUE(clean_text(std::string(300'000, '\n') + "a", "the text").ok());
  expect_refused(clean_text(std::string(1'000'000, 'a'), "the text"), ErrorCode::TEXT_TOO_LONG, {"1,000,000"});
}

// What is clean stays as it is: a byte order mark that comes first once blank lines are gone, goes too.
TEST(CleanText, IsCleanOnceAndForAll) {
  EXPECT_EQ(*clean_text("\n\xEF\xBB\xBF"
                        "a\n",
                        "the text"),
            "a");
  EXPECT_EQ(*clean_text("\xEF\xBB\xBF\n\xEF\xBB\xBF\xEF\xBB\xBF\n\n a", "the text"), " a");
  EXPECT_EQ(*clean_line(" \xEF\xBB\xBF a", "the title", 200), "a");
  EXPECT_EQ(*clean_name("\xEF\xBB\xBF\xEF\xBB\xBF"
                        "Ann",
                        "the team"),
            "Ann");
}

TEST(LanguageTag, IsOfLettersAndDigitsJoinedByHyphens) {
  for (const char* tag : {"en", "pt-BR", "zh-Hant-TW", "x-1"}) EXPECT_TRUE(is_language_tag(tag)) << tag;
  for (const char* tag : {"", "-", "en-", "-en", "en--US", "en_US", "e n", "d\xC3\xA9"}) {
    EXPECT_FALSE(is_language_tag(tag)) << tag;
  }
  EXPECT_TRUE(is_language_tag(std::string(35, 'a')));
  EXPECT_FALSE(is_language_tag(std::string(36, 'a')));
}

TEST(CleanLine, IsOneLineAndMayBeEmpty) {
  EXPECT_EQ(*clean_line("", "the title", 200), "");
  EXPECT_EQ(*clean_line("  \xE3\x80\x80 ", "the title", 200), "");
  EXPECT_EQ(*clean_line(" A title\n", "the title", 200), "A title");
  EXPECT_EQ(*clean_line("e\xCC\x81", "the title", 2), "\xC3\xA9");
  expect_refused(clean_line("one\ntwo", "the title", 200), ErrorCode::TEXT_CONTROL, {"the title", "U+000A", "after 3"});
  expect_refused(clean_line("a\tb", "the title", 200), ErrorCode::TEXT_CONTROL, {"a tab"});
  expect_refused(clean_line("a\xE2\x80\xA8"
                            "b",
                            "the title", 200),
                 ErrorCode::TEXT_CONTROL, {"U+2028"});
  expect_refused(clean_line("\x07", "the title", 200), ErrorCode::TEXT_CONTROL, {"U+0007"});
  expect_refused(clean_line("\xFF", "the title", 200), ErrorCode::TEXT_NOT_UTF8, {"the title"});
  expect_refused(clean_line(std::string(201, 'a'), "the title", 200), ErrorCode::TEXT_TOO_LONG, {"201", "200"});
}

}  // namespace
}  // namespace nomic::replay
