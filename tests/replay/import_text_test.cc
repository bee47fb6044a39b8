// Plain text and Markdown become lines: each line of the source once, with its number, and what shows nothing by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "nomic/replay/text.h"
#include "pages/lines/line.h"
#include "pages/lines/spaces.h"
#include "replay/lines.h"

namespace nomic::replay::import {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Result<Lines> read(const std::string& text) {
  return read_text(text, "page.txt");
}

TEST(PlainText, EachLineWithItsNumber) {
  const auto page = read("Rules\n\n101. Obey.\n102. Vote.");
  EXPECT_THAT(all_lines(page), ElementsAre("1 Rules", "2", "3 101. Obey.", "4 102. Vote."));
  EXPECT_EQ(page->shape, PageShape::PLAIN_TEXT);
  EXPECT_THAT(page->files, ElementsAre("page.txt"));
  EXPECT_THAT(page->left_out, IsEmpty());
}

TEST(PlainText, WhiteSpaceIsOneSpaceAndNoneAround) {
  EXPECT_THAT(all_lines(read(" \t one\t \u00A0two\u3000\u2003three \u2028\n\u00A0\n")),
              ElementsAre("1 one two three", "2"));
}

TEST(PlainText, IsInNfc) {
  EXPECT_THAT(all_lines(read("re\u0300gle \u212B")), ElementsAre("1 r\u00E8gle \u00C5"));
}

TEST(PlainText, OnlyIndentedNumbersAreItems) {
  EXPECT_THAT(
      all_lines(read("1. one\n  1. two\n\t12. three\n\u3000103. four\n  1000. five\n  1.six\n")),
      ElementsAre("1 1. one", "2 item 1. two", "3 item 12. three", "4 item 103. four", "5 1000. five", "6 1.six"));
}

TEST(PlainText, SignsOfOtherKindsAreText) {
  const auto page = read("#1 priority\n-----\n* * *\na_b_c __init\n***\n");
  EXPECT_EQ(page->shape, PageShape::PLAIN_TEXT);
  EXPECT_THAT(lines(page), ElementsAre("1 #1 priority", "2 -----", "3 * * *", "4 a_b_c __init", "5 ***"));
}

TEST(PlainText, WhatShowsNothingIsTakenOutByName) {
  const auto page = read("\u200B101\nab\u00ADc\u200Bd\n\u0007\u202Ex\u0007\n");
  EXPECT_THAT(all_lines(page), ElementsAre("1 101", "2 abcd", "3 x"));
  EXPECT_THAT(
      left_out(page),
      testing::UnorderedElementsAre(
          "1 U+200B, U+00AD: characters that show nothing, 3 on 2 lines of which this is the first",
          "3 U+0007: control characters, 2 on this line", "3 U+202E: controls of writing direction, 1 on this line"));
}

TEST(PlainText, WhatShapesTheCharacterBeforeItStays) {
  const std::string persian = "\u0645\u06CC\u200C\u0631\u0648\u0645";
  const std::string family = "\U0001F469\u200D\U0001F469 \u2764\uFE0F";
  EXPECT_THAT(all_lines(read(persian + "\n" + family)), ElementsAre("1 " + persian, "2 " + family));
  EXPECT_THAT(all_lines(read("a\u200Cb\n\uFE0F101")), ElementsAre("1 ab", "2 101"));
}

// What comes out may enter a game as it is.
TEST(PlainText, EveryCharacterThatIsLeftMayEnterAGame) {
  for (std::int32_t point = 1; point < 0x30000; ++point) {
    if (point >= 0xD800 && point < 0xE000) continue;
    std::string text = "a";
    unicode::append(text, point);
    const auto page = read(text + "b");
    ASSERT_TRUE(page.ok());
    for (const Line& line : page->lines) {
      if (line.text.empty()) continue;
      const auto clean = clean_text(line.text, "the text");
      ASSERT_TRUE(clean.ok()) << point << ' ' << why(clean);
      ASSERT_EQ(*clean, line.text) << point;
    }
  }
}

TEST(Markdown, HeadingsByNumberSigns) {
  const auto page = read(
      "# Rules\n## 101 (IMMUTABLE) ##\n### \n##Mutable Rules\n###### six\n####### seven\n    # code\n# C#\n##Shut##\n");
  EXPECT_EQ(page->shape, PageShape::MARKDOWN);
  EXPECT_THAT(lines(page), ElementsAre("1 h1 Rules", "2 h2 101 (IMMUTABLE)", "3 ###", "4 h2 Mutable Rules", "5 h6 six",
                                       "6 ####### seven", "7 # code", "8 h1 C#", "9 h2 Shut"));
}

TEST(Markdown, HeadingsByALineBelow) {
  const auto page = read("Rules\n=====\n\n101\n---\nText\nmore\n---\n\nend\n===\n");
  EXPECT_EQ(page->shape, PageShape::MARKDOWN);
  EXPECT_THAT(lines(page), ElementsAre("1 h1 Rules", "4 h2 101", "6 Text", "7 more", "10 h1 end"));
  EXPECT_THAT(left_out(page),
              ElementsAre("2 =====: markup: underlines the heading", "5 ---: markup: underlines the heading",
                          "8 ---: markup: a line across the page", "11 ===: markup: underlines the heading"));
}

TEST(Markdown, StrongWordsStayAsWritten) {
  const auto page = read("**101** *Obedience*\n\n1. one\n 2. two\n");
  EXPECT_EQ(page->shape, PageShape::MARKDOWN);
  EXPECT_THAT(lines(page), ElementsAre("1 **101** *Obedience*", "3 item 1. one", "4 item 2. two"));
}

TEST(Markdown, WithinFencesNothingIsMarkup) {
  const auto page = read("```text\n# no heading\n1. no item\n~~~\n``\n```\n# heading\n~~~\nto the end\n");
  EXPECT_THAT(lines(page),
              ElementsAre("2 # no heading", "3 1. no item", "4 ~~~", "5 ``", "7 h1 heading", "9 to the end"));
  EXPECT_THAT(
      left_out(page),
      ElementsAre(
          "1 ```text: markup: begins a fenced block", "6 ```: markup: ends a fenced block",
          "8 ~~~: markup: begins a fenced block that nothing ends: it is taken to end before the next heading"));
}

TEST(Markdown, FrontMatterIsLeftOutByName) {
  const auto page = read("---\ntitle: Rules\ntags:\n  - game\n---\n101. Obey.\n");
  EXPECT_THAT(lines(page), ElementsAre("6 item 101. Obey."));
  EXPECT_THAT(left_out(page),
              ElementsAre("2 title: Rules: front matter", "3 tags:: front matter", "4 - game: front matter"));
  EXPECT_THAT(lines(read("---\nA sentence between two lines.\n---\nb\n")),
              ElementsAre("1 ---", "2 A sentence between two lines.", "3 ---", "4 b"));
}

TEST(TextLimits, NothingAndBlankLinesAreNoError) {
  EXPECT_THAT(all_lines(read("")), IsEmpty());
  EXPECT_THAT(all_lines(read("\n \n\t\n")), ElementsAre("1", "2", "3"));
}

TEST(TextLimits, ALineOfExactlyTheLimitIsTaken) {
  EXPECT_TRUE(read("a\n" + std::string(LINE_LIMIT, 'b')).ok());
  expect_refused(read("a\n" + std::string(LINE_LIMIT + 1, 'b')), ErrorCode::PAGE_NOT_TEXT,
                 {"line 2", "200,001", "200,000"});
}

TEST(TextLimits, ManyLinesAreRefused) {
  EXPECT_TRUE(read(times(LINES_LIMIT - 1, "a\n")).ok());
  expect_refused(read(times(LINES_LIMIT + 1, "\n")), ErrorCode::PAGE_NOT_TEXT, {"lines", "limit"});
}

TEST(TextLimits, HeapsOfMarksAreRefused) {
  EXPECT_TRUE(read("a" + times(MARKS_LIMIT, "\u0301")).ok());
  expect_refused(read("x\na" + times(MARKS_LIMIT / 2 + 1, "\u0301\u0316")), ErrorCode::PAGE_NOT_TEXT,
                 {"line 2", "combining marks"});
  // Nor do they hide behind what is taken out, or at the beginning.
  expect_refused(read(times(MARKS_LIMIT + 1, "\u0301\u200B")), ErrorCode::PAGE_NOT_TEXT, {"combining marks"});
}

// The published pages, beside a reader of its own kind: white space by splitting at it, Unicode left as it stands (the
// pages are in NFC).
std::vector<std::string> words_of(std::string text) {
  const std::string hard_space = "\u00A0";
  for (std::size_t at = text.find(hard_space); at != std::string::npos; at = text.find(hard_space, at)) {
    text.replace(at, hard_space.size(), " ");
  }
  const std::string wide_space = "\u3000";
  for (std::size_t at = text.find(wide_space); at != std::string::npos; at = text.find(wide_space, at)) {
    text.replace(at, wide_space.size(), " ");
  }
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

TEST(PublishedPages, EachLineIsThereOnceWithItsNumber) {
  const std::filesystem::path folder = std::filesystem::path(NOMIC_SHARED_DIR) / "seeds";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the published pages are not in " << folder;
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().filename().string());
    ++pages;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    PageEncoding found;
    const auto utf8 = to_utf8(bytes, "page", "", found);
    ASSERT_TRUE(utf8.ok()) << why(utf8);
    const auto page = read_text(*utf8, "page");
    ASSERT_TRUE(page.ok()) << why(page);
    EXPECT_THAT(page->left_out, IsEmpty());

    std::map<std::size_t, std::string> read_lines;
    for (const Line& line : page->lines) {
      EXPECT_TRUE(read_lines.emplace(line.number, line.text).second) << "line " << line.number << " is there twice";
    }
    std::istringstream source(bytes);
    std::string raw;
    for (std::size_t number = 1; std::getline(source, raw); ++number) {
      std::vector<std::string> words = words_of(raw);
      if (!words.empty() && words.front().starts_with("##"))
        words.front().erase(0, words.front().find_first_not_of('#'));
      if (!words.empty() && words.front().empty()) words.erase(words.begin());
      std::string wanted;
      for (const std::string& word : words) wanted += wanted.empty() ? word : ' ' + word;
      EXPECT_EQ(read_lines[number], wanted) << "line " << number;
      read_lines.erase(number);
    }
    EXPECT_THAT(read_lines, IsEmpty());
  }
  EXPECT_EQ(pages, 5U);
}

}  // namespace
}  // namespace nomic::replay::import
