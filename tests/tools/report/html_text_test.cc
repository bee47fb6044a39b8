// What players wrote, in HTML and in Markdown: never markup.
#include "html_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nomic/report/report.h"
#include "static_page.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;

TEST(HtmlText, MarkupIsShown) {
  EXPECT_EQ(html("<b class=\"x\">Tom & 'Ann'</b>"), "&lt;b class=&quot;x&quot;&gt;Tom &amp; &#39;Ann&#39;&lt;/b&gt;");
  EXPECT_EQ(html("two\nlines"), "two\nlines");
}

TEST(HtmlText, WhatCouldRepaintIsShownByItsNumber) {
  EXPECT_EQ(html("a\xE2\x80\xAE"
                 "b"),
            "a&lt;U+202E&gt;b");
  EXPECT_EQ(html(std::string("a\0b", 3)), "a&lt;U+0000&gt;b");
  EXPECT_EQ(html("\xFF"), "&lt;0xFF&gt;");
}

TEST(HtmlText, TextsBearTheirLanguageAndDirection) {
  EXPECT_EQ(html_passage("p", "ja", "<"), "<p lang=\"ja\" class=\"text\" dir=\"auto\">&lt;</p>");
  EXPECT_EQ(html_passage("p", "x\" onload=\"y", "t"),
            "<p lang=\"x&quot; onload=&quot;y\" class=\"text\" dir=\"auto\">t</p>");
  EXPECT_EQ(html_passage("p", "", "t"), "<p lang=\"\" class=\"text\" dir=\"auto\">t</p>");
  EXPECT_EQ(html_name("Ann"), "<bdi>Ann</bdi>");
  EXPECT_EQ(html_time("2012-05-30T10:00:07.5Z"),
            "<time datetime=\"2012-05-30T10:00:07.5Z\">2012-05-30 10:00 UTC</time>");
  EXPECT_EQ(html_time(""), "");
}

TEST(HtmlText, WhatTheProgramSaysIsMarkedInAPageOfAnotherLanguage) {
  EXPECT_EQ(program_words("a < b", PageWords("en")), "a &lt; b");
  EXPECT_EQ(program_words("a < b", PageWords("nl")), "<span lang=\"en\">a &lt; b</span>");
}

// The page's language: that asked for, else that of its rules, else English.
std::string language_of(const std::string& asked, const std::vector<std::string>& texts) {
  v1::ReportView view;
  view.set_lang(asked);
  ShownMoment shown;
  auto& rule = *shown.rules.add_rules();
  for (const std::string& lang : texts) rule.add_texts()->set_lang(lang);
  return page_words_of(view, shown).lang();
}

TEST(StaticPage, ItsLanguageIsThatAskedForElseThatOfItsRules) {
  EXPECT_EQ(language_of("", {"ja", "en"}), "ja");
  EXPECT_EQ(language_of("en", {"ja", "en"}), "en");
  EXPECT_EQ(language_of("es-MX", {"ja"}), "es");
  // Of a language that the page has no words in, the rules' own.
  EXPECT_EQ(language_of("fr", {"nl"}), "nl");
  EXPECT_EQ(language_of("", {"fr"}), "en");
  EXPECT_EQ(language_of("", {}), "en");
}

TEST(StaticPage, ATurnIsSaidInThePagesLanguage) {
  v1::StatusView status;
  status.set_turn(3);
  status.set_circuit(2);
  status.set_phase(v1::StatusView::VOTING);
  EXPECT_EQ(turn_sentence(status, "Ann", PageWords("en")), "Turn 3 of circuit 2: Ann is moving, and a vote is open.");
  EXPECT_EQ(turn_sentence(status, "", PageWords("nl")), "Beurt 3 van ronde 2: een stemming is open.");
}

// A rule of that text, and what follows its heading.
std::string posted(const std::string& text) {
  ShownMoment shown;
  shown.status.set_name("club");
  shown.status.set_size(3);
  auto& rule = *shown.rules.add_rules();
  rule.set_number("301");
  rule.set_status(v1::RulesView::MUTABLE);
  rule.add_texts()->set_text(text);
  const std::string all = report_markdown(shown, "");
  const std::string heading = "**301.**\n\n";
  return all.substr(all.find(heading) + heading.size());
}

TEST(Markdown, NothingOfATextIsMarkup) {
  EXPECT_EQ(posted("Say *please* and <b>thank_you</b>."), "Say \\*please\\* and \\<b\\>thank\\_you\\</b\\>.\n");
  EXPECT_EQ(posted("# heading"), "\\# heading\n");
  EXPECT_EQ(posted("- item\n12. item\n=== \n+ item"), "\\- item  \n12\\. item  \n\\===   \n\\+ item\n");
  EXPECT_EQ(posted("[a](http://b) ![c](d)"), "\\[a\\](http://b) \\!\\[c\\](d)\n");
  EXPECT_EQ(posted("| a | b |\n```\n~~~"), "\\| a \\| b \\|  \n\\`\\`\\`  \n\\~\\~\\~\n");
  EXPECT_EQ(posted("a &lt; b \\ c"), "a \\&lt; b \\\\ c\n");
}

TEST(Markdown, LinesStayLinesAndParagraphsParagraphs) {
  EXPECT_EQ(posted("one\ntwo\n\nthree"), "one  \ntwo\n\nthree\n");
  // Four spaces would make it code.
  EXPECT_EQ(posted("    one"), "one\n");
}

}  // namespace
}  // namespace nomic::tools
