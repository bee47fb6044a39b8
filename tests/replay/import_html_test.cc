// HTML becomes the lines that a browser shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <ostream>
#include <string>
#include <vector>

#include "pages/lines/line.h"
#include "pages/lines/tame_html.h"
#include "replay/lines.h"

namespace nomic::replay::import {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Shown {
  const char* name;
  std::string html;
  std::vector<std::string> lines;
};

void PrintTo(const Shown& each, std::ostream* out) {
  *out << each.name;
}

class ShownPages : public testing::TestWithParam<Shown> {};

TEST_P(ShownPages, AreLines) {
  const auto page = read_html(GetParam().html, "page.html");
  EXPECT_EQ(all_lines(page), GetParam().lines);
  EXPECT_THAT(left_out(page), IsEmpty());
}

const std::vector<Shown> SHOWN = {
    {"Nothing", "", {}},
    {"Paragraphs", "<p>one\n<p>two</p>\n<div>three</div>", {"1 one", "2", "2 two", "3", "3 three"}},
    {"CommentsEndInTwoWays", "a<!-- x --!>b<!-- y --z> -- > --!-->c<!---->d<!-- e", {"1 abcd"}},
    {"InlineDoesNotBreak", "<p>a<b>b</b>c <i>d</i>\n e<wbr>f</p>", {"1 abc d ef"}},
    {"BreaksBreak", "<p>one<br>two<br><br>three", {"1 one", "1 two", "1", "1 three"}},
    {"Headings", "<h1>Rules</h1><h3>I.\nImmutable</h3>text", {"1 h1 Rules", "1", "1 h3 I. Immutable", "2", "2 text"}},
    {"Entities", "<p>&lt;a&gt;&nbsp;&eacute;&#x898F;&amp;amp;", {"1 <a> \u00E9\u898F&amp;"}},
    {"OrderedList", "<ol start=101>\n<li>one\n<li><p>two\n</ol>", {"2 item 101. one", "3", "3 item 102. two"}},
    {"OrderedListValues", "<ol><li>a<li value=7>b<li>c</ol>", {"1 item 1. a", "1 item 7. b", "1 item 8. c"}},
    {"OrderedListReversed", "<ol reversed><li>a<li>b</ol>", {"1 item 2. a", "1 item 1. b"}},
    {"OrderedListBadStart", "<ol start=x><li>a</ol>", {"1 item 1. a"}},
    {"ListsOfLetters", "<ol type=a start=26><li>a<li>b</ol>", {"1 z. a", "1 aa. b"}},
    {"ListsOfRomanFigures", "<ol type=I start=1994><li>a</ol>", {"1 MCMXCIV. a"}},
    {"Bullets", "<ul><li>a<li>b</ul>", {"1 \u2022 a", "1 \u2022 b"}},
    {"ListsInLists",
     "<ol><li>one<ul><li>a</ul><li>two<ol><li>b</ol></ol>",
     {"1 item 1. one", "1 \u2022 a", "1 item 2. two", "1 item 1. b"}},
    {"EmptyItemsKeepTheirNumbers", "<ol><li><li>b</ol>", {"1 item 1.", "1 item 2. b"}},
    {"Preformatted", "<pre>\none\n  two\n\n\n<b>th</b>ree</pre>end", {"2 one", "3 two", "6", "6 three", "6", "6 end"}},
    {"TableRows", "<table><tr><td>101<td>one\n<tr><th>102</th><td><b>t</b>wo</table>", {"1 101 one", "2 102 two"}},
    {"ScriptsShowNothing",
     "<head><title>T</title><style>p{}</style></head><script>if (a<b) '<p>'</script><!-- <p>c "
     "--><template>t</template>x",
     {"1 x"}},
    {"Comments", "a<!-- <p>b -->c<!-->d<!--->e<!-- --!>f<!-- > -- >-->g<?php ?>h</3>i<![CDATA[j]]>k", {"1 acdefghik"}},
    {"NumbersAreThoseOfTheSource", "<html>\n\n<body>\n<p>\n\n one\n<!-- c\n -->\n<p>two", {"6 one", "9", "9 two"}},
    {"ALoneLessThan", "<p>1 < 2 << 3 <", {"1 1 < 2 << 3 <"}},
    {"Quotations", "<p>a <q>b</q>", {"1 a \u201Cb\u201D"}},
    {"AFieldOfAForm", "<textarea>one\ntwo</textarea>", {"1 one", "2 two"}},
    {"MisnestedTags", "<p><b>a<i>b</b>c</i>d", {"1 abcd"}},
};
INSTANTIATE_TEST_SUITE_P(Html, ShownPages, testing::ValuesIn(SHOWN),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Html, WhatIsHiddenIsNamed) {
  const auto page = read_html(
      "<p hidden>one <b>two</b></p>\n<div style='display: none'>three</div>\n"
      "<noscript>four</noscript><svg><text>five</text></svg><p hidden></p>six",
      "page.html");
  EXPECT_THAT(lines(page), ElementsAre("3 six"));
  EXPECT_THAT(left_out(page),
              ElementsAre("1 one two: hidden on the page", "2 three: hidden on the page",
                          "3 four: shown only where scripts are not run", "3 five: words in a drawing"));
}

TEST(Html, ALongHiddenTextIsQuotedToAWholeCharacter) {
  const auto page = read_html("<p hidden>a" + times(100, "\u898F") + "</p>", "page.html");
  EXPECT_THAT(left_out(page), ElementsAre("1 a" + times(39, "\u898F") + ": hidden on the page"));
}

TEST(Html, AFieldThatHoldsMarkupIsLeftOutByName) {
  const auto page = read_html("a\n<textarea>one <b>two</b></textarea>b", "page.html");
  EXPECT_THAT(lines(page), ElementsAre("1 a", "2 b"));
  EXPECT_THAT(left_out(page), ElementsAre("2 <textarea>: a field that holds markup"));
}

TEST(Html, IsToldByItsBeginning) {
  for (const char* html : {"<!DOCTYPE html><p>", "\n <HTML lang=en>", "<!-- saved --><html>",
                           "<?xml version='1.0'?>\n<html>", "<head>", "<h2>101</h2>", "<ol>\n", "<p class=x>"}) {
    EXPECT_TRUE(is_html(html)) << html;
  }
  for (const char* text : {"", "101. Obey", "<", "<\u53EF\u5909\u898F\u5247>\n101", "<preface>", "a <p>",
                           "<div>\n\n## 101\n", "<!-- a note -->\n## 101", "<!-- open"}) {
    EXPECT_FALSE(is_html(text)) << text;
  }
}

TEST(Html, NeverTwoBlankLinesInARowNorAtTheEnds) {
  const auto page = read_html("<div><div><p></p><br><br>a</div></div><hr><br><p></p><table></table>b<br><br>", "p");
  EXPECT_THAT(all_lines(page), ElementsAre("1 a", "1", "1 b"));
}

TEST(HtmlLimits, DepthIsTaken) {
  EXPECT_THAT(lines(read_html(times(TAGS_LIMIT - 1, "<div>") + "x", "p")), ElementsAre("1 x"));
  EXPECT_THAT(lines(read_html(times(TAGS_LIMIT / 2 - 1, "<div><span>") + "x", "p")), ElementsAre("1 x"));
  EXPECT_TRUE(read_html(times(TAGS_LIMIT / 2, "<ol><li>") + "x", "p").ok());
  EXPECT_EQ(lines(read_html(times(TAGS_LIMIT, "<"), "p")).size(), 1U);
}

struct TooMuch {
  const char* name;
  std::string html;
  std::string words;
};

void PrintTo(const TooMuch& each, std::ostream* out) {
  *out << each.name;
}

class TooMuchHtml : public testing::TestWithParam<TooMuch> {};

TEST_P(TooMuchHtml, IsRefused) {
  expect_refused(read_html(GetParam().html, "page.html"), ErrorCode::PAGE_NOT_TEXT, {"page.html", GetParam().words});
}

std::string many_attributes(std::size_t count) {
  std::string tag = "<p";
  for (std::size_t i = 0; i < count; ++i) tag += " a" + std::to_string(i);
  return tag + ">";
}

const std::vector<TooMuch> TOO_MUCH = {
    {"Tags", "a\n" + times(TAGS_LIMIT + 1, "<p>"), "tags (line 2)"},
    {"LoneSigns", times(TAGS_LIMIT + 1, "<"), "tags"},
    {"Attributes", many_attributes(ATTRIBUTES_LIMIT + 1), "attributes in one tag"},
    {"AttributesBehindQuotes", "<p x=\">\" y='>" + times(ATTRIBUTES_LIMIT + 1, "' b='") + "'>",
     "attributes in one tag"},
    {"AttributesBehindATitle", "<title><a x=\"</title>" + many_attributes(ATTRIBUTES_LIMIT + 1),
     "attributes in one tag"},
    {"AttributesOfThePage", times(ALL_ATTRIBUTES_LIMIT / 200 + 1, many_attributes(200)), "attributes"},
    {"BoldInBold", times(TAGS_LIMIT - 1, "<b>"), "formatting"},
    {"BoldThatEveryParagraphRepeats", times(500, "<b><i><u>") + times(5000, "<p>x"), "formatting"},
    {"BoldThatItsEndDoesNotEnd", times(3000, "<b><object></b></object>") + times(5000, "<p>x"), "formatting"},
    {"ALongLine", "<p>a<p>" + std::string(300'000, 'b'), "line 1"},
    {"ManyLines", "<pre>" + times(200'000, "\na\n\n"), "lines"},
};
INSTANTIATE_TEST_SUITE_P(Html, TooMuchHtml, testing::ValuesIn(TOO_MUCH),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(HtmlLimits, OrdinaryPagesAreFarFromThem) {
  std::string html = "<html><body><!-- " + times(50'000, "<p>") + " --><script>" + times(50'000, "a<b ") + "</script>";
  html +=
      times(2000, "<p><font size=2 color=red><b>Rule</b> <i>101</i></font><br><a href='x' title='y z'>link</a></p>\n");
  EXPECT_EQ(lines(read_html(html, "p")).size(), 4000U);
}

// It took 100 s when each comment was looked for to the end of the page.
TEST(HtmlLimits, CommentsThatEndSloppilyAreReadInOneGo) {
  const std::clock_t before = std::clock();
  EXPECT_TRUE(
      read_html("<pre>a" + times(29'000, "<!--b--!>\n") + "c" + times(20'000, std::string(50, '-') + "\n"), "p").ok());
  EXPECT_LT((std::clock() - before) / CLOCKS_PER_SEC, 20);
}

// Cut anywhere, a page is still lines or refused in words.
TEST(HtmlLimits, APageCutAtEachByte) {
  const std::string html =
      "<!DOCTYPE html><html><head><title>T</title><script>a<b</script></head><body><!-- c --><ol start=\"101\"><li "
      "value='3'>a&eacute;<textarea><b></textarea><table><tr><td hidden>b</table><![CDATA[x]]><?p?></3></body></html>";
  for (std::size_t size = 0; size <= html.size(); ++size)
    EXPECT_TRUE(read_html(html.substr(0, size), "p").ok()) << size;
}

}  // namespace
}  // namespace nomic::replay::import
