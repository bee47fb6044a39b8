// The structure of a page: what is a rule's heading and what is not, and what belongs to a rule. The pages are the
// project's own words, in the layouts of real games.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/replay/page_import.h"
#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"

namespace nomic::replay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Imported structured(const std::string& page) {
  auto imported = import_page(page, "page.md", {});
  EXPECT_TRUE(imported) << (imported ? "" : tools::words_of(imported.error()).what);
  return imported ? *imported : Imported();
}

Imported structured(const std::vector<PageFile>& files) {
  auto imported = import_folder(files, "rules", {});
  EXPECT_TRUE(imported) << (imported ? "" : tools::words_of(imported.error()).what);
  return imported ? *imported : Imported();
}

// "101i <Title> text", a rule each.
std::vector<std::string> rules_of(const Imported& imported) {
  std::vector<std::string> rules;
  for (const v1::RuleBody& rule : imported.ruleset.rules()) {
    std::string& out = rules.emplace_back(rule.number() + (rule.status() == v1::IMMUTABLE ? "i" : "m"));
    if (!rule.title().empty()) out += " <" + rule.title() + ">";
    out += ' ' + rule.texts(0).text();
  }
  return rules;
}

std::vector<std::string> headings_of(const Imported& imported) {
  std::vector<std::string> headings;
  for (const Heading& heading : imported.report.headings) headings.push_back(heading.text);
  return headings;
}

// "7 text: why"
std::vector<std::string> left_out_of(const Imported& imported) {
  std::vector<std::string> lines;
  for (const LeftOut& line : imported.report.left_out)
    lines.push_back(std::to_string(line.at.line) + ' ' + line.text + ": " + tools::words_of(line.why));
  return lines;
}

TEST(Structure, WordsOfAHeadingWithinAWrappedParagraphAreText) {
  const Imported imported = structured(
      "# Rules\n\n## Mutable\n\n### 201: Scope\n\nThe players who take part may change each\nmutable rule of the "
      "ruleset\nwhen all of them agree that this is what they want.\n\nThey say so to all of the others.\nThe "
      "ruleset\nis theirs.\n\n### 202: Turns\n\nThey take turns.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("201m <Scope> The players who take part may change each mutable rule of the ruleset when all "
                          "of them agree that this is what they want.\n\nThey say so to all of the others. The ruleset "
                          "is theirs.",
                          "202m <Turns> They take turns."));
  EXPECT_THAT(headings_of(imported), ElementsAre("Rules", "Mutable"));
}

TEST(Structure, InPlainTextAHeadingStandsAlone) {
  const Imported imported = structured(
      "Immutable rules\n101. All players obey the rules that there are, and each\nrule of the kind that is called here "
      "a mutable rule of the\nruleset is one of them. They are all of them bound by it and\nby the rest of the rules "
      "for as long as they take part.\nMutable rules\n201. They take turns, and that is all that there is to be said "
      "of it.\n");
  EXPECT_THAT(headings_of(imported), ElementsAre("Immutable rules", "Mutable rules"));
  ASSERT_EQ(imported.ruleset.rules_size(), 2);
  EXPECT_THAT(rules_of(imported)[0], HasSubstr("is called here a mutable rule of the ruleset is one of them. They"));
}

TEST(Structure, NumbersInFencesAndQuotesBeginNoRule) {
  const Imported imported = structured(
      "## 301 Forms\n\nA proposal has this form:\n\n```\n302. The words of the rule\nand more of them\n```\n\nAnd it "
      "is "
      "posted.\n\n## 303 Quotes\n\nPlayers may quote, as in this:\n\n> Words that were said by another\nplayer of the "
      "game.\n\n>Rule 105\n>Nobody may vote.\n>\n>And nobody may speak.\n\nThey say whom they quote.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("301m <Forms> A proposal has this form:\n\n302. The words of the rule\nand more of "
                          "them\n\nAnd it is posted.",
                          "303m <Quotes> Players may quote, as in this:\n\nWords that were said by another player of "
                          "the game.\n\nThey say whom they quote."));
  EXPECT_THAT(left_out_of(imported),
              ElementsAre("5 ```: markup: begins a fenced block", "8 ```: markup: ends a fenced block",
                          "19 Rule 105: a quote that begins with a rule's number",
                          "20 Nobody may vote.: a quote that begins with a rule's number",
                          "22 And nobody may speak.: a quote that begins with a rule's number"));
}

TEST(Structure, DeeperHeadingsListsAndTablesBelongToTheRule) {
  const Imported imported = structured(
      "### 307: Goods\n\nThere are goods in this game.\n\n#### 307a: Coins\n\n* Coins are round\n  and may be given\n* "
      "They are counted\n\n#### 307b: Items\n\n1. An item has an owner\n2. It has a name\n\n| item | worth |\n| --- | "
      "--- |\n| cup | 2 |\n\n### 308: Trade\n\nPlayers may trade the goods that they have.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("307m <Goods> There are goods in this game.\n\n307a: Coins\n\n- Coins are round and may be "
                          "given\n\n- They are counted\n\n307b: Items\n\n1. An item has an owner\n\n2. It has a "
                          "name\n\n| item | worth |\n| --- | --- |\n| cup | 2 |",
                          "308m <Trade> Players may trade the goods that they have."));
}

// A number with letters begins a rule where it stands as those of the others do.
TEST(Structure, ANumberWithLettersIsARuleWhereTheOthersStandSo) {
  const std::vector<std::string> rules = {
      "307m <Goods> There are goods in this game.", "307am <Coins> Coins are round and may be given.",
      "307bm <Items> An item has an owner.", "308m <Trade> Players may trade the goods that they have."};
  const auto page = [](const std::string& before, const std::string& behind) {
    std::string text;
    const std::vector<std::pair<std::string, std::string>> parts = {
        {"307: Goods", "There are goods in this game."},
        {"307a: Coins", "Coins are round and may be given."},
        {"307B: Items", "An item has an owner."},
        {"308: Trade", "Players may trade the goods that they have."}};
    for (const auto& [heading, words] : parts) text += before + heading + behind + "\n\n" + words + "\n\n";
    return text;
  };
  EXPECT_EQ(rules_of(structured(page("### ", ""))), rules);
  EXPECT_EQ(rules_of(structured(page("#### Rule ", ""))), rules);
  EXPECT_EQ(rules_of(structured(page("**", "**"))), rules);
}

// In a running text it is a part, and so it is in a list.
TEST(Structure, ANumberWithLettersInATextIsAPart) {
  const Imported imported = structured(
      "301. There are goods in this game.\n\n301a. Coins are round.\n\n- 301b: Items have owners.\n\n302. Players "
      "may trade.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("301m There are goods in this game.\n\n301a. Coins are round.\n\n- 301b: Items have owners.",
                          "302m Players may trade."));
}

// A file a rule: by its name, and by what stands above its text.
TEST(Structure, FilesOfRulesMayHaveLetters) {
  const Imported imported = structured(
      std::vector<PageFile>{{"rule-301.md", "There are goods in this game.\n"},
                            {"rule-301a.md", "Coins are round and may be given.\n"},
                            {"b.md", "---\nnumber: 301b\ntitle: Items\n---\nAn item has an owner in this game.\n"},
                            {"rule-302.md", "Players may trade the goods that they have.\n"}});
  EXPECT_THAT(rules_of(imported),
              ElementsAre("301m There are goods in this game.", "301am Coins are round and may be given.",
                          "301bm <Items> An item has an owner in this game.",
                          "302m Players may trade the goods that they have."));
}

TEST(Structure, AStatusHoldsForWhatStandsBelowIt) {
  const Imported imported = structured(
      "# Voting\n\n## Immutable Rules\n\n**105** *Voters*\n\nAll players are voters.\n\n## Mutable Rules\n\n**309** "
      "*Votes*\n\nA vote is made in writing.\n\n# Turns\n\n**302** *Turns*\n\nThe players take turns.\n\n**305** *One* "
      "or *two*\n\nA turn has a part or two of them.\n");
  EXPECT_THAT(
      rules_of(imported),
      ElementsAre("105i <Voters> All players are voters.", "302m <Turns> The players take turns.",
                  "305m <One or two> A turn has a part or two of them.", "309m <Votes> A vote is made in writing."));
}

TEST(Structure, AFenceThatNothingEndsDoesNotSwallowTheNextRule) {
  const Imported imported = structured(
      "## 301 Forms\n\nThe form of all that they write is this:\n\n```\nsome words\n\n## 302 Turns\n\nThey take the "
      "turns of the game and may not pass.\n");
  EXPECT_THAT(rules_of(imported), ElementsAre("301m <Forms> The form of all that they write is this:\n\nsome words",
                                              "302m <Turns> They take the turns of the game and may not pass."));
  EXPECT_THAT(left_out_of(imported), ElementsAre(HasSubstr("that nothing ends")));
}

TEST(Structure, AQuotedOriginalIsNoPartOfTheRule) {
  const Imported imported = structured(
      "## 202 Turns\n\nAll the players may take turns.\n\n### Original wording\n\n> They took none.\n\nNor did they "
      "want "
      "to.\n\n### "
      "Notes\n\nThis is a note on the turns.\n\n## 203 Ends\n\nIt ends when all of them want it to.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("202m <Turns> All the players may take turns.\n\nNotes\n\nThis is a note on the turns.",
                          "203m <Ends> It ends when all of them want it to."));
  EXPECT_THAT(left_out_of(imported), ElementsAre(HasSubstr("5 Original"), HasSubstr("7 They"), HasSubstr("9 Nor")));
}

TEST(Structure, ANumberInAnotherShapeBeginsARuleOnlyWhereItFits) {
  const Imported imported = structured(
      "## 301 One\n\nThe first of the rules is this.\n\n**302** *Two*\n\nThe second is in bold.\n\n## 303 "
      "Three\n\n**301** "
      "is what the first of them is called.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("301m <One> The first of the rules is this.", "302m <Two> The second is in bold.",
                          "303m <Three> **301** is what the first of them is called."));
  ASSERT_FALSE(imported.report.doubts.empty());
  EXPECT_EQ(imported.report.doubts.front().at.line, 5U);
}

TEST(Structure, RulesMayBeTheItemsOfAList) {
  const Imported imported = structured(
      "The rules of the round:\n\n- **Rule 6: Votes**\nEach player has one vote.\n\n- **Rule 7: Coins**\nA proposal "
      "that "
      "passes gives 40 coins.\n\n  - **Note** that rule 6 holds.\n\n- **Rule 9** Players speak in turn.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("6m <Votes> Each player has one vote.",
                          "7m <Coins> A proposal that passes gives 40 coins.\n\n- **Note** that rule 6 holds.",
                          "9m Players speak in turn."));
  // Beside headings of rules they are items.
  EXPECT_THAT(
      rules_of(structured("## Rule 6\n\nThe players who take part may read these of the rules:\n\n- **Rule 7** is a "
                          "long one.\n- **Rule 8** is a short one.\n\n## Rule 7\n\nEach of the players shall say so "
                          "to all of the others when it is their turn.\n")),
      ElementsAre("6m The players who take part may read these of the rules:\n\n- **Rule 7** is a long one.\n\n- "
                  "**Rule 8** is a short one.",
                  "7m Each of the players shall say so to all of the others when it is their turn."));
}

TEST(Structure, ASentenceThatNamesARuleBeginsNone) {
  const Imported imported = structured(
      "Rule 101: All players obey the rules.\nRule 101 governs the others too.\n\nRule 201: They take turns, and they "
      "may not pass.\n");
  EXPECT_THAT(rules_of(imported), ElementsAre("101i All players obey the rules.\n\nRule 101 governs the others too.",
                                              "201m They take turns, and they may not pass."));
}

TEST(Structure, WikiText) {
  const Imported imported = structured(
      "== Immutable rules ==\n=== 101: Obeying ===\nAll players obey '''all''' the rules\nthat there are.\n* And so "
      "on.\n** And on.\n\n== Mutable rules ==\n=== 201: Turns ===\n<pre>\nRule 105: no rule\n</pre>\nThey take "
      "turns.\n");
  EXPECT_EQ(imported.report.shape, PageShape::WIKI);
  EXPECT_THAT(rules_of(imported), ElementsAre("101i <Obeying> All players obey **all** the rules that there are.\n\n- "
                                              "And so on.\n\n- And on.",
                                              "201m <Turns> Rule 105: no rule\n\nThey take turns."));
}

TEST(Structure, ARulesetInTheCodeOfAPost) {
  for (const auto& [open, close] : {std::pair("```", "```"), std::pair("[code]", "[/code]")}) {
    const Imported imported =
        structured(std::string("Hello all, these are the rules that we have now:\n\n") + open +
                   "\nImmutable\n\n101. All players obey the rules.\n\nMutable\n\n201. They take turns, "
                   "and may not pass.\n" +
                   close + "\n");
    EXPECT_THAT(rules_of(imported),
                ElementsAre("101i All players obey the rules.", "201m They take turns, and may not pass."));
  }
}

TEST(Structure, AFileHoldsItsRuleAndWhatStandsBesideIt) {
  const Imported imported = structured(std::vector<PageFile>{
      {"rule101.md",
       "---\nRULE: 101\nStatus: Accepted\nType: Immutable\n---\n\n# Rule\n\nAll players obey the rules\nthat there "
       "are.\n\n## Notes\n\nAnd they like it.\n\n# Copyright\n\nBy nobody.\n"},
      {"rule201.md", "# 201 Turns\n\nThey take turns in the game.\n\n# History\n\nIt was so from the beginning.\n"}});
  EXPECT_THAT(rules_of(imported),
              ElementsAre("101i All players obey the rules that there are.\n\nNotes\n\nAnd they like it.",
                          "201m <Turns> They take turns in the game."));
  EXPECT_THAT(left_out_of(imported),
              ElementsAre("3 Status: Accepted: front matter that means nothing here",
                          "7 Rule: a heading that only says that the rule's text follows",
                          "16 Copyright: another section of the rule's file, beside the rule",
                          "18 By nobody.: another section of the rule's file, beside the rule",
                          "5 History: another section of the rule's file, beside the rule",
                          "7 It was so from the beginning.: another section of the rule's file, beside the rule"));
}

TEST(Structure, AFileWithNothingButAHeadingIsARuleThatSaysSo) {
  const Imported imported = structured({PageFile{"201_Turns.md", "# Turns\n\nThe players take turns.\n"},
                                        PageFile{"316_Nothing_At_All.md", "# Nothing At All"}});
  EXPECT_THAT(rules_of(imported), ElementsAre("201m <Turns> The players take turns.", "316m Nothing At All"));
}

TEST(Structure, YamlWithARuleAFile) {
  const Imported imported = structured(std::vector<PageFile>{
      {"101.yml",
       "number: 101\ntitle: Obeying\nmutable: false\ntext: |\n  All players obey the rules\n  that there "
       "are.\n\n  - And so on\nvotes:\n  - Ann\n"},
      {"b.yaml", "# ours\n---\nid: 201\ntype: mutable\nbody: \"They take turns.\\n\\nThey may not pass.\"\n"}});
  EXPECT_THAT(rules_of(imported),
              ElementsAre("101i <Obeying> All players obey the rules that there are.\n\n- And so on",
                          "201m They take turns.\n\nThey may not pass."));
  EXPECT_THAT(left_out_of(imported), ElementsAre(HasSubstr("9 votes:"), HasSubstr("10 - Ann")));
  EXPECT_EQ(imported.report.texts.front().first_line, 5U);
}

TEST(Structure, YamlNamesATextAsItLikes) {
  const Imported imported = structured(
      std::vector<PageFile>{{"101.yml", "title: Obeying\nmutable: false\ndescription: All players obey the rules.\n"},
                            {"201.yml", "name: Turns\ndescription: of turns\ntext: They take turns.\n"},
                            {"202.yml", "name: Parts\nprose: |\n  They have parts.\n  Of their own.\nauthor: Ann\n"}});
  EXPECT_THAT(rules_of(imported),
              ElementsAre("101i <Obeying> All players obey the rules.", "201m <Turns> They take turns.",
                          "202m <Parts> They have parts. Of their own."));
  EXPECT_THAT(left_out_of(imported), ElementsAre(HasSubstr("2 description: of turns"), HasSubstr("5 author: Ann")));
}

TEST(Structure, TwoFilesOfOneNumberAreBothRead) {
  const Imported imported =
      structured(std::vector<PageFile>{{"rule101.md", "# Obeying\n\nAll players obey the rules.\n"},
                                       {"rule201.md", "# Turns\n\nThey take turns.\n"},
                                       {"old/rule201.md", "# Parts\n\nThey have parts.\n"}});
  EXPECT_THAT(rules_of(imported), ElementsAre("101i <Obeying> All players obey the rules.",
                                              "201m <Turns> They take turns.", "201m <Parts> They have parts."));
  ASSERT_EQ(imported.report.slips.size(), 1U);
  EXPECT_EQ(tools::words_of(imported.report.slips.front().what).substr(0, 54),
            "another text stands under this number in rule201.md: b");
  ASSERT_TRUE(imported.unplayable);
  EXPECT_EQ(tools::words_of(*imported.unplayable).what,
            "rules gives rule 201 two texts in en: in rule201.md and in old/rule201.md");
}

TEST(Structure, TitlesInTheEmphasisOfTheirNumber) {
  const Imported imported = structured(
      "**101. Obeying** All players obey the rules.\n\n**201: Turns**\n\nThey take *turns* in this game.\n\n**Rule 202 "
      "Parts:**\nThey have parts of *their* own.\n\n**203 Ends**\n\nThe game ends when all of them want it to, and "
      "not\n**204 points** before.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("101i <Obeying> All players obey the rules.", "201m <Turns> They take *turns* in this game.",
                          "202m <Parts> They have parts of *their* own.",
                          "203m <Ends> The game ends when all of them want it to, and not **204 points** before."));
}

TEST(Structure, ASentenceInAHeadingWithNothingBelowItIsTheText) {
  const Imported imported =
      structured("## 101. All players obey the rules.\n\n## 201. They take turns in this game.\n\n## 202 Ends\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("101i All players obey the rules.", "201m They take turns in this game."));
  EXPECT_THAT(left_out_of(imported), ElementsAre(HasSubstr("5 Ends")));
}

TEST(Structure, WhatStandsOutsideOfTheBlockOfTheRulesIsNobodys) {
  const Imported imported = structured(
      "Ann wrote: 101 things and more.\n\n[code]\nImmutable\n\n101. All players obey the rules.\n\nMutable\n\n201. "
      "They take "
      "turns.\n[/code]\n\nAnd that was it for the rules.\n\nBob wrote: fine!\n");
  EXPECT_THAT(rules_of(imported), ElementsAre("101i All players obey the rules.", "201m They take turns."));
  EXPECT_THAT(left_out_of(imported),
              ElementsAre(HasSubstr("1 Ann"), HasSubstr("3 [code]"), HasSubstr("11 [/code]"),
                          "13 And that was it for the rules.: outside of the block in which the rules stand",
                          HasSubstr("15 Bob")));
}

TEST(Structure, NumbersOfJapanesePages) {
  const Imported spaces =
      structured("不可変規則\n\n101　競技者は規則を守らなければならない。\n\n可変規則\n\n201　順番に行う。\n");
  EXPECT_THAT(rules_of(spaces), ElementsAre("101i 競技者は規則を守らなければならない。", "201m 順番に行う。"));
  const Imported wide =
      structured("第１０１条　競技者は規則を守らなければならない。\n\n２０１．順番に行う。\n\n300 点を得る。\n");
  EXPECT_THAT(rules_of(wide),
              ElementsAre("101i 競技者は規則を守らなければならない。", "201m 順番に行う。\n\n300 点を得る。"));
}

TEST(Structure, ACommentThatNothingEndsIsText) {
  const Imported imported = structured(
      "## 101 One\n\nAll players obey the rules.\n\n<!-- so be it\n\n## 201 Two\n\nThey take turns in this game.\n");
  EXPECT_THAT(rules_of(imported), ElementsAre("101i <One> All players obey the rules.\n\n<!-- so be it",
                                              "201m <Two> They take turns in this game."));
}

TEST(Structure, AStatusUnderAWrongHeadingIsReportedAndStays) {
  const Imported imported = structured(
      "## Immutable rules\n\n**101** *Obeying*\n\nAll players obey the rules.\n\n**201** *Turns*\n\nThey take "
      "turns.\n\n## "
      "Mutable rules\n\n**202** *Parts*\n\nThey have parts of their own.\n");
  EXPECT_THAT(rules_of(imported),
              ElementsAre("101i <Obeying> All players obey the rules.", "201i <Turns> They take turns.",
                          "202m <Parts> They have parts of their own."));
  std::vector<std::string> slips;
  for (const Slip& slip : imported.report.slips) slips.push_back(tools::words_of(slip.what));
  EXPECT_THAT(slips, ElementsAre("the heading above it calls it immutable; by its number it is mutable"));
  EXPECT_EQ(imported.report.slips.front().rule, 201U);
}

TEST(Structure, TheMarksOfAMergeAreNoHeadings) {
  const Imported imported = structured(
      "**301** *One*\n\nThe first of the rules.\n\n<<<<<<< HEAD\nIt has more\n=======\nIt has less\n>>>>>>> "
      "other\n\n**302** "
      "*Two*\n\nThe second of the rules.\n");
  EXPECT_THAT(rules_of(imported), ElementsAre("301m <One> The first of the rules.\n\nIt has more\n\nIt has less",
                                              "302m <Two> The second of the rules."));
  EXPECT_THAT(left_out_of(imported),
              ElementsAre(HasSubstr("5 <<<<<<<"), HasSubstr("7 ======="), HasSubstr("9 >>>>>>>")));
}

}  // namespace
}  // namespace nomic::replay
