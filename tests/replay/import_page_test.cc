// Pages in the shapes that people publish, and pages that cannot be taken. The pages here are the project's own words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "nomic/replay/edition.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"

namespace nomic::replay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string texts_of(const v1::Ruleset& ruleset) {
  std::string out;
  for (const v1::RuleBody& rule : ruleset.rules()) {
    out += std::to_string(number_in(rule.number())) + (rule.status() == v1::IMMUTABLE ? "i" : "m");
    if (!rule.title().empty()) out += " <" + rule.title() + ">";
    for (const v1::Text& text : rule.texts()) out += " " + text.lang() + ":" + text.text();
    out += "\n";
  }
  return out;
}

std::string doubts_of(const ImportReport& report) {
  std::string out;
  for (const Doubt& doubt : report.doubts) out += tools::words_of(doubt.what) + "\n";
  return out;
}

ImportOptions in_langs(std::vector<std::string> langs) {
  ImportOptions options;
  options.langs = std::move(langs);
  return options;
}

ImportOptions between(std::string from, std::string until) {
  ImportOptions options;
  options.from = std::move(from);
  options.until = std::move(until);
  return options;
}

ImportOptions of_edition(std::string edition) {
  ImportOptions options;
  options.edition = std::move(edition);
  return options;
}

ImportOptions strictly() {
  ImportOptions options;
  options.strict = true;
  return options;
}

Imported taken(const std::string& page, const ImportOptions& options = {}) {
  auto imported = import_page(page, "page.txt", options);
  EXPECT_TRUE(imported) << (imported ? "" : tools::words_of(imported.error()).what);
  return imported ? *imported : Imported();
}

struct Shape {
  const char* name;
  std::string page;
  std::string texts;
};

void PrintTo(const Shape& each, std::ostream* out) {
  *out << each.name;
}

class Shapes : public ::testing::TestWithParam<Shape> {};

TEST_P(Shapes, AreRead) {
  EXPECT_EQ(texts_of(taken(GetParam().page).ruleset), GetParam().texts);
}

const std::vector<Shape> SHAPES = {
    {"NumberAndFullStop",
     "Immutable rules\n101. All players obey the rules.\n102. And they are all of them equal.\nMutable rules\n201. "
     "They take "
     "turns, and that is all.\n",
     "101i en:All players obey the rules.\n102i en:And they are all of them equal.\n201m en:They take turns, and that "
     "is all.\n"},
    {"NumberAloneOnItsLine",
     "101\nAll players obey the rules that there are.\n102\nThey may be changed by a vote.\nThe vote is to be "
     "unanimous.\n201\nThey take turns.\n",
     "101i en:All players obey the rules that there are.\n102i en:They may be changed by a vote.\n\nThe vote is to be "
     "unanimous.\n201m en:They take turns.\n"},
    {"NumberAndDash",
     "101 - All players obey the rules that there are.\n201 - They take turns, and they may not pass.\n",
     "101i en:All players obey the rules that there are.\n201m en:They take turns, and they may not pass.\n"},
    {"NamedWithStatus",
     "Rule 101 (mutable)\nAll players obey the rules that there are.\n\nRule 102 (immutable): They may not be changed "
     "by "
     "one player.\n",
     "101m en:All players obey the rules that there are.\n102i en:They may not be changed by one player.\n"},
    {"MarkdownHeadings",
     "# The game\n\n## 101 (IMMUTABLE) Obeying\n\nAll players obey the rules that there are.\n\n## 201 "
     "(MUTABLE)\n\nThey take "
     "*turns*, and they may not pass.\n",
     "101i <Obeying> en:All players obey the rules that there are.\n201m en:They take *turns*, and they may not "
     "pass.\n"},
    {"BoldNumberAndTitle",
     "**101** *Obeying*\n\nAll players obey the rules that there are.\n\n**201** *Turns*\n\nThey take turns, and may "
     "not pass.\n",
     "101i <Obeying> en:All players obey the rules that there are.\n201m <Turns> en:They take turns, and may not "
     "pass.\n"},
    {"TitlesOnTheFirstLine",
     "101. Obeying\nAll players obey the rules that there are.\n102. Changing\nThey may be changed by a vote.\n201. "
     "Turns\nThey are "
     "taken by the players.\n",
     "101i <Obeying> en:All players obey the rules that there are.\n102i <Changing> en:They may be changed by a "
     "vote.\n201m "
     "<Turns> en:They are taken by the players.\n"},
    {"NumbersLost",
     "Immutable rules\n\n  1. All players obey the rules that there are.\n\n  1. They may be changed by a "
     "vote.\n\nMutable "
     "rules\n\n  1. They take turns, and that is all.\n",
     "101i en:All players obey the rules that there are.\n102i en:They may be changed by a vote.\n201m en:They take "
     "turns, and "
     "that is all.\n"},
    {"TwoLanguagesInOneItem",
     "101. All players obey the rules that there are.\n\n競技者は規則を守る。\n\n102. They may be changed by a "
     "vote.\n\n規則は投票で変えられる。\n\nMutable "
     "rules\n\n201. They take turns.\n",
     "101i en:All players obey the rules that there are. ja:競技者は規則を守る。\n102i en:They may be changed by a "
     "vote. "
     "ja:規則は投票で変えられる。\n201m en:They take turns.\n"},
    {"SmallNumbersOfItsOwn",
     "1. All players obey the rules that there are.\n2. They may be changed by a vote.\n3. They are not many, and they "
     "are short.\n",
     "1m en:All players obey the rules that there are.\n2m en:They may be changed by a vote.\n3m en:They are not many, "
     "and they "
     "are short.\n"},
    {"WrappedAtAMargin",
     "101. All players of this game are bound by all of the rules that\nare in force at that time, and by nothing else "
     "that may "
     "be.\nThe rules are to be read by all of them before the game, and\nthey are to be read aloud to all of the "
     "players that "
     "are there.\n\n201. They take turns.\n",
     "101i en:All players of this game are bound by all of the rules that are in force at that time, and by nothing "
     "else that "
     "may be. The rules are to be read by all of them before the game, and they are to be read aloud to all of the "
     "players "
     "that are there.\n201m en:They take turns.\n"},
};

INSTANTIATE_TEST_SUITE_P(Pages, Shapes, ::testing::ValuesIn(SHAPES),
                         [](const auto& shape) { return shape.param.name; });

TEST(ImportPage, WhiteSpaceIsNormalisedAndParagraphsStay) {
  const Imported imported =
      taken("101.  All\tplayers \u00a0 obey the rules.  \n\n\n  And they are all   equal.\n201. They take turns.\n");
  EXPECT_EQ(imported.ruleset.rules(0).texts(0).text(), "All players obey the rules.\n\nAnd they are all equal.");
}

TEST(ImportPage, ASentenceBrokenOverTwoLinesIsOneParagraphAndIsTold) {
  const Imported imported = taken("101. All players obey the rules that are\nin force.\n\n201. They take turns.\n");
  EXPECT_EQ(imported.ruleset.rules(0).texts(0).text(), "All players obey the rules that are in force.");
  ASSERT_FALSE(imported.report.doubts.empty());
  EXPECT_EQ(imported.report.doubts.front().at.line, 2U);
}

TEST(ImportPage, WhatFollowsTheLastRuleIsLeftOutByName) {
  const Imported imported = taken(
      "101. All players obey the rules.\n\n201. They take turns.\n\nAnd they may not pass.\n\nMonday, 2 March\n\nMy "
      "cat is the best "
      "of all.\n\nhttps://example.org\n");
  EXPECT_EQ(imported.ruleset.rules(1).texts(0).text(), "They take turns.\n\nAnd they may not pass.");
  std::vector<std::size_t> lines;
  for (const LeftOut& line : imported.report.left_out) lines.push_back(line.at.line);
  EXPECT_THAT(lines, ElementsAre(7, 9, 11));
  EXPECT_THAT(doubts_of(imported.report), HasSubstr("is taken to end before this line"));
}

TEST(ImportPage, FromAndUntilCutByHand) {
  const Imported imported = taken(
      "101. No rule of ours, but of the book.\nBEGIN\n101. All players obey the rules.\n201. They take turns\n\nand so "
      "on\nEND\nThe rest.\n",
      between("^BEGIN", "^END$"));
  EXPECT_EQ(texts_of(imported.ruleset), "101i en:All players obey the rules.\n201m en:They take turns\n\nand so on\n");
  EXPECT_EQ(imported.report.left_out.size(), 4U);
}

TEST(ImportPage, NumbersThatAreMissingOrOutOfOrderAreTold) {
  const Imported imported = taken(
      "101. All players obey the rules.\n104. They are all of them equal.\n103. And they may not pass.\n201. They take "
      "turns.\n");
  EXPECT_THAT(doubts_of(imported.report), HasSubstr("rule 102 is missing between 101 and 103"));
  EXPECT_THAT(doubts_of(imported.report), HasSubstr("rule 103 stands after rule 104"));
  EXPECT_EQ(imported.ruleset.rules(1).number(), "103");
}

TEST(ImportPage, TheSameTextTwiceIsOneRule) {
  const Imported imported =
      taken("101. All players obey the rules.\n201. They take turns.\n101. All players obey the rules.\n");
  EXPECT_EQ(imported.ruleset.rules_size(), 2);
  EXPECT_THAT(doubts_of(imported.report), HasSubstr("for the second time"));
}

// The first text under the number is compared as the edition's, and the page has both.
TEST(ImportPage, ANumberOverTwoTextsIsReadAndFoundsNoGame) {
  const Imported imported = taken(
      "101. All players obey the rules.\n201. They take turns.\n\n201. They may pass.\n\n201. They take "
      "turns.\n202. They may sing.\n");
  EXPECT_EQ(texts_of(imported.ruleset),
            "101i en:All players obey the rules.\n201m en:They take turns.\n201m en:They may pass.\n202m en:They may "
            "sing.\n");
  ASSERT_EQ(imported.report.slips.size(), 1U);
  const Slip& slip = imported.report.slips.front();
  EXPECT_EQ(slip.at.line, 4U);
  EXPECT_EQ(slip.rule, 201U);
  EXPECT_THAT(tools::words_of(slip.what), HasSubstr("another text stands under this number on line 2"));
  EXPECT_THAT(doubts_of(imported.report), HasSubstr("for the second time"));
  ASSERT_TRUE(imported.unplayable);
  EXPECT_EQ(label_of(*imported.unplayable), "PAGE_RULE_TWICE/two_texts");
  EXPECT_THAT(tools::words_of(*imported.unplayable).what,
              HasSubstr("gives rule 201 two texts in en: on line 2 and on line 4"));
  EXPECT_FALSE(check_ruleset(imported.ruleset));
}

TEST(ImportPage, ANumberOverTwoTextsKeepsItsLanguagesTogether) {
  const Imported imported = taken(
      "201. They take turns, one by one.\n\n順番に行う。\n\n201. They may pass their "
      "turns.\n\n順番を飛ばせる。\n\n202. They may "
      "sing all they want to.\n");
  EXPECT_EQ(texts_of(imported.ruleset),
            "201m en:They take turns, one by one. ja:順番に行う。\n201m en:They may pass their turns. "
            "ja:順番を飛ばせる。\n202m en:They may "
            "sing all they want to.\n");
  EXPECT_EQ(imported.report.slips.size(), 1U);
}

TEST(ImportPage, APageWithoutAMutableRuleIsReadAndFoundsNoGame) {
  const Imported imported = taken("Immutable rules\n101. All players obey the rules.\n");
  EXPECT_EQ(texts_of(imported.ruleset), "101i en:All players obey the rules.\n");
  ASSERT_TRUE(imported.unplayable);
  EXPECT_EQ(label_of(*imported.unplayable), "BAD_RULESET/nothing_mutable");
  EXPECT_FALSE(taken("101. All players obey the rules.\n201. They take turns.\n").unplayable);
}

TEST(ImportPage, TheSmallerLanguageIsATranslation) {
  const Imported imported = taken(
      "<不可変規則>\n101\n規則を守らなければならない。\n<Immutable Rules>\n101. All players obey the rules.\n<Mutable "
      "Rules>\n201. They take turns.\n");
  EXPECT_EQ(imported.ruleset.authoritative_lang(), "en");
  EXPECT_EQ(texts_of(imported.ruleset),
            "101i en:All players obey the rules. ja:規則を守らなければならない。\n201m en:They take turns.\n");
  const Imported other = taken(
      "<不可変規則>\n101\n規則を守らなければならない。\n<Immutable Rules>\n101. All players obey the rules.\n<Mutable "
      "Rules>\n201. They take turns.\n",
      in_langs({"ja", "en"}));
  EXPECT_EQ(other.ruleset.authoritative_lang(), "ja");
  EXPECT_EQ(other.ruleset.rules(0).texts(0).lang(), "ja");
  EXPECT_THAT(doubts_of(other.report), HasSubstr("1 rules have no text in ja"));
}

// A whole Initial Set, printed from the built-in one: what it is, is found again.
std::string printed(const std::string& name, const std::string& lang) {
  const auto ruleset = edition(name, {lang});
  std::string page = "The rules\n\n";
  v1::RuleStatus last = v1::RULE_STATUS_UNSPECIFIED;
  for (const v1::RuleBody& rule : ruleset->rules()) {
    if (rule.status() != last) page += rule.status() == v1::IMMUTABLE ? "Immutable rules\n\n" : "Mutable rules\n\n";
    last = rule.status();
    page += std::to_string(number_in(rule.number())) + ". " + rule.texts(0).text() + "\n\n";
  }
  return page;
}

TEST(ImportPage, EveryBuiltInSetIsReadBackWithItsEditionAndNoSlip) {
  int sets = 0;
  for (const std::string& name : edition_names()) {
    for (const std::string& lang : edition_languages(name)) {
      SCOPED_TRACE(name + " in " + lang);
      const Imported imported = taken(printed(name, lang));
      EXPECT_EQ(imported.report.edition, name);
      EXPECT_EQ(imported.ruleset.authoritative_lang(), lang);
      for (const Slip& slip : imported.report.slips) ADD_FAILURE() << slip.rule << ": " << tools::words_of(slip.what);
      for (const Doubt& doubt : imported.report.doubts) ADD_FAILURE() << tools::words_of(doubt.what);
      const auto original = edition(name, {lang});
      ASSERT_EQ(imported.ruleset.rules_size(), original->rules_size());
      for (int i = 0; i < original->rules_size(); ++i) {
        EXPECT_EQ(imported.ruleset.rules(i).texts(0).text(), original->rules(i).texts(0).text());
        EXPECT_EQ(imported.ruleset.rules(i).provisions_size(), original->rules(i).provisions_size());
      }
      ++sets;
    }
  }
  EXPECT_GE(sets, 2);
}

TEST(ImportPage, SlipsOfAnInitialSetAreReportedAndNotMended) {
  std::string page = printed("1982", "en");
  const auto swap = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(page.find(from), std::string::npos) << from;
    page.replace(page.find(from), from.size(), to);
  };
  swap("201 to 213", "210-213");
  swap("101 to 116", "101-116");
  swap("first to reach 100 points", "first to reach 150 points");
  swap("Immutable rules", "Mutable rules");
  const Imported imported = taken("It has 17 immutable rules.\n" + page);
  std::string slips;
  for (const Slip& slip : imported.report.slips)
    slips += std::to_string(slip.rule) + ": " + tools::words_of(slip.what) + "\n";
  EXPECT_THAT(
      slips,
      HasSubstr("101: it says that the set consists of 101-116 and 210-213, and the page holds 101-116 and 201-213"));
  EXPECT_THAT(slips, HasSubstr("208: its figures differ from those of its edition: it has 150; it has not 100"));
  EXPECT_THAT(slips,
              HasSubstr("0: the heading calls the rules from 101 on mutable; by their numbers they are immutable"));
  EXPECT_THAT(slips, HasSubstr("0: it counts 17 immutable rules, and the page holds 16"));
  for (const v1::RuleBody& rule : imported.ruleset.rules()) {
    if (rule.number() == "101") {
      EXPECT_EQ(rule.status(), v1::MUTABLE) << "what the page says stays";
    }
    if (rule.number() == "208") {
      EXPECT_THAT(rule.texts(0).text(), HasSubstr("150"));
      EXPECT_EQ(rule.provisions(0).victory().points_thousandths(), 150'000);
    }
  }
}

struct Refusal {
  const char* name;
  std::string page;
  ImportOptions options;
  ErrorCode code;
  std::string says;
};

void PrintTo(const Refusal& each, std::ostream* out) {
  *out << each.name;
}

class Refusals : public ::testing::TestWithParam<Refusal> {};

TEST_P(Refusals, SayWhatIsWrongAndWhatToDo) {
  const Refusal& row = GetParam();
  const auto imported = import_page(row.page, "page.txt", row.options);
  ASSERT_FALSE(imported);
  EXPECT_EQ(name_of(imported.error().code), name_of(row.code));
  const tools::Sentence sentence = tools::words_of(imported.error());
  EXPECT_THAT(sentence.what, HasSubstr(row.says));
  EXPECT_FALSE(sentence.hint.empty());
}

const std::vector<Refusal> REFUSALS = {
    {"Empty", "", {}, ErrorCode::PAGE_NO_RULES, "no rules"},
    {"NoRules", "This is a letter, and there are no rules in it.\n", {}, ErrorCode::PAGE_NO_RULES, "no rules"},
    {"NumbersWithoutTexts", "101.\n\n102.\n", {}, ErrorCode::PAGE_NO_RULES, "no texts"},
    {"LanguageNotThere", "101. All players obey the rules.\n", in_langs({"es"}), ErrorCode::PAGE_NO_RULES, "\"es\""},
    {"UnknownLanguage", "101. Kaikki pelaajat noudattavat sääntöjä.\n", {}, ErrorCode::PAGE_AMBIGUOUS, "language"},
    {"TwoLanguagesAlike",
     "101. All players obey the rules.\n\n規則を守らなければならない。\n\n201. They take turns, and they may not "
     "pass.\n\n順番に行う。\n",
     {},
     ErrorCode::PAGE_AMBIGUOUS,
     "several languages"},
    {"LostNumbersWithoutHeadings",
     "1. All players obey the rules.\n1. They are all of them equal.\n",
     {},
     ErrorCode::PAGE_AMBIGUOUS,
     "no numbers of their own"},
    {"FromNowhere", "101. All players obey the rules.\n", between("BEGIN", ""), ErrorCode::PAGE_NO_RULES, "--from"},
    {"UntilNowhere", "101. All players obey the rules.\n", between("", "END"), ErrorCode::PAGE_NO_RULES, "--until"},
    {"NoExpression", "101. All players obey the rules.\n", between("((", ""), ErrorCode::BAD_RULESET,
     "no regular expression"},
    {"UnknownEdition", "101. All players obey the rules.\n", of_edition("1991"), ErrorCode::BAD_RULESET, "1991"},
    {"Strict", "101. All players obey the rules.\n201. They take turns.\n", strictly(), ErrorCode::PAGE_DOUBTFUL,
     "leaves doubts"},
    {"Binary",
     std::string("\x7f"
                 "ELF\0\0\1\2\3",
                 9),
     {},
     ErrorCode::PAGE_NOT_TEXT,
     "page.txt"},
    {"TooLarge", std::string(PAGE_LIMIT + 1, 'a'), {}, ErrorCode::PAGE_NOT_TEXT, "page.txt"},
};

INSTANTIATE_TEST_SUITE_P(Pages, Refusals, ::testing::ValuesIn(REFUSALS),
                         [](const auto& row) { return row.param.name; });

TEST(ImportPage, AnUnknownLanguageCanBeNamed) {
  const Imported imported =
      taken("101. Kaikki pelaajat noudattavat sääntöjä.\n201. Pelaajat vuorottelevat.\n", in_langs({"fi"}));
  EXPECT_EQ(texts_of(imported.ruleset),
            "101i fi:Kaikki pelaajat noudattavat sääntöjä.\n201m fi:Pelaajat vuorottelevat.\n");
}

TEST(PrintRuleset, IsReadBackAsItWas) {
  for (const std::string& name : edition_names()) {
    auto ruleset = edition(name);
    ruleset->mutable_rules(0)->mutable_texts(0)->set_text("A \"quoted\" back\\slash,\n\na\ttab\nand 規則.");
    ruleset->set_prevailing_lang("la");
    const std::string printed = print_ruleset(*ruleset);
    EXPECT_TRUE(is_ruleset_file(printed));
    const auto again = parse_ruleset(printed, "it");
    ASSERT_TRUE(again) << tools::words_of(again.error()).what;
    EXPECT_EQ(again->SerializeAsString(), ruleset->SerializeAsString());
  }
}

TEST(IsRulesetFile, TellsItFromAPage) {
  EXPECT_TRUE(is_ruleset_file("# a comment\n\nrules { number: '1' }"));
  EXPECT_TRUE(is_ruleset_file("edition: \"1990\""));
  EXPECT_FALSE(is_ruleset_file("Rules of the game\n101. All obey."));
  EXPECT_FALSE(is_ruleset_file("rules are rules"));
  EXPECT_FALSE(is_ruleset_file(""));
}

}  // namespace
}  // namespace nomic::replay
