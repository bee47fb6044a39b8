// Rules before a game: pages imported and compared, and rules in several languages.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/words/terminal_text.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* PAGE =
    "The rules of our table\n\nImmutable rules\n\n101. All players obey the rules.\n\n102. They are equal, all of "
    "them.\n\nMutable "
    "rules\n\n201. They take turns, one by one.\n\nPosted by Bob\n";

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What was wrapped, as it was before.
std::string in_one_line(const std::string& report) {
  std::istringstream words(report);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

TEST(RulesImport, WritesARulesetAndReportsOnThePage) {
  Desk desk;
  desk.write("page.txt", PAGE);
  const Ran ran = desk.run("rules import page.txt");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("number: \"102\"\n  status: IMMUTABLE"));
  EXPECT_THAT(ran.err, HasSubstr("3 rules from 13 lines of plain text (UTF-8)."));
  EXPECT_THAT(ran.err, HasSubstr("13  Posted by Bob"));
  EXPECT_THAT(ran.err, HasSubstr("line 13: the last rule, 201, is taken to end before this line"));
}

TEST(RulesImport, WhatItWritesFoundsAGameAndIsNotOverwritten) {
  Desk desk;
  desk.write("page.txt", PAGE);
  EXPECT_THAT(desk.ok("rules import page.txt -o rules.txtpb"), HasSubstr("The ruleset is in \"rules.txtpb\""));
  const std::string kept = read(desk.folder() + "/rules.txtpb");
  const Ran again = desk.run("rules import page.txt -o rules.txtpb");
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("may hold corrections"));
  EXPECT_EQ(read(desk.folder() + "/rules.txtpb"), kept);
  desk.ok("init --rules rules.txtpb Ann Bob");
  EXPECT_THAT(desk.ok("show-rules 201"), HasSubstr("They take turns, one by one."));
}

TEST(RulesImport, TakesAFolderAndStandardInput) {
  Desk desk;
  std::filesystem::create_directory(desk.folder() + "/rules");
  desk.write("rules/rule101.md", "---\ntitle: Obeying\nmutable: false\n---\nAll players obey the rules.\n");
  desk.write("rules/rule201.md", "---\ntitle: Turns\nmutable: true\n---\nThey take turns, one by one.\n");
  const Ran folder = desk.run("rules import rules --format json");
  EXPECT_EQ(folder.status, 0) << folder.err;
  EXPECT_THAT(folder.out, HasSubstr("\"shape\":\"a folder of 2 files\""));
  desk.ok("init --rules rules Ann Bob");
  EXPECT_THAT(desk.ok("show-rules"), StartsWith("Rule 101, immutable: Obeying\n"));
  EXPECT_THAT(desk.run("rules import -", PAGE).err, HasSubstr("3 rules"));
}

// The edition of 1990 as a page, with rule 204 under the number 304 and a word more in 105.
std::string page_of_1990() {
  std::string page;
  const v1::Ruleset edition = *replay::edition("1990");
  for (const v1::RuleBody& rule : edition.rules()) {
    const std::uint32_t number = rule.number() == "204" ? 304 : replay::number_in(rule.number());
    const char* more = rule.number() == "105" ? "Nota bene: " : "";
    page += std::to_string(number) + ". " + more + rule.texts(0).text() + "\n\n";
  }
  return page;
}

TEST(RulesImport, SaysOfEachRuleWhoseProvisionsItHas) {
  Desk desk;
  desk.write("page.txt", page_of_1990());
  const std::string report = in_one_line(desk.run("rules import page.txt").err);
  EXPECT_THAT(report, HasSubstr("Provisions, by the texts (28 of 29 rules have them)"));
  EXPECT_THAT(report, HasSubstr("rule 304: the wording of 204 of 1990, and its provisions"));
  EXPECT_THAT(report, HasSubstr("rule 105: "));
  EXPECT_THAT(report, HasSubstr("only here: bene, nota"));
  EXPECT_THAT(report, HasSubstr("--map 105=105 gives them to it"));
  const std::string json = desk.run("rules import page.txt --format json").out;
  EXPECT_THAT(json,
              HasSubstr(R"("taken":[{"rule":"101","known":"101","edition":"1990","alike":100,"provisions":true)"));
  EXPECT_THAT(json, HasSubstr(R"({"rule":"304","known":"204","edition":"1990","alike":100,"provisions":true)"));
  EXPECT_THAT(json, Not(HasSubstr("unplayable")));
  EXPECT_THAT(desk.run("rules import page.txt --map 105=105,301").err, HasSubstr("301"));
  EXPECT_THAT(in_one_line(desk.run("rules import page.txt --map 105=105").err),
              HasSubstr("rule 105: played as 105 of 1990, as asked for"));
  desk.ok("init --rules page.txt --map 101-116 Ann Bob");
  EXPECT_THAT(desk.ok("show-rules 304 --format json"), HasSubstr("\"provisions\":["));
}

TEST(RulesImport, OneNumberOverTwoTextsIsReadAndFoundsNoGame) {
  Desk desk;
  desk.write("page.txt", PAGE);
  desk.write("twice.txt",
             std::string("Immutable rules\n\n101. All players obey the rules.\n\n102. They are equal, all of ") +
                 "them.\n\nMutable rules\n\n201. They may not pass.\n\n201. They take turns, one by one.\n");
  const Ran ran = desk.run("rules import twice.txt -o twice.txtpb");
  EXPECT_EQ(ran.status, 0) << ran.err;
  const std::string report = in_one_line(ran.out);
  EXPECT_THAT(report, HasSubstr("No game can be founded on it as it is: twice.txt gives rule 201 two texts"));
  EXPECT_THAT(report, HasSubstr("another text stands under this number on line 9"));
  EXPECT_THAT(report, HasSubstr("Correct it there first"));
  for (const char* rules : {"twice.txt", "twice.txtpb"}) {
    const Ran founded = desk.run(std::string("init --rules ") + rules + " Ann Bob");
    EXPECT_EQ(founded.status, 2) << rules;
    EXPECT_THAT(founded.err, HasSubstr("201")) << rules;
  }
  EXPECT_THAT(desk.run("rules import twice.txt --format json").out, HasSubstr("\"unplayable\":\"twice.txt gives"));
  // The text that both have is compared with itself.
  const Ran compared = desk.run("rules compare page.txt twice.txt");
  EXPECT_EQ(compared.status, 1);
  EXPECT_EQ(compared.out, "Rule 201: only in twice.txt\n");
  desk.ok("init --rules page.txt Ann Bob");
  EXPECT_EQ(desk.run("rules compare twice.txt game").out,
            "Rule 201: only in twice.txt (in the game it stands over another text)\n");
}

struct Refused {
  const char* line;
  int status;
  const char* says;
};

TEST(RulesImport, RefusesAndSaysWhatToDo) {
  const std::vector<Refused> rows = {
      {"rules", 2, "rules import PAGE"},
      {"rules import", 2, "which page"},
      {"rules import a b", 2, "one page"},
      {"rules imprt page.txt", 2, "import"},
      {"rules import nowhere.txt", 2, "cannot be read"},
      {"rules import page.txt --lang es", 2, "has no rules in \"es\""},
      {"rules import page.txt --lang e,", 2, "names no language"},
      {"rules import page.txt --lang en,en", 2, "named twice"},
      {"rules import page.txt --strict", 2, "leaves doubts"},
      {"rules import page.txt --until '(('", 2, "no regular expression"},
      {"rules import page.txt --encoding KLINGON", 2, "KLINGON"},
      {"rules import page.txt --edition 1991", 2, "1991"},
      {"rules import page.txt -o no/such/folder/rules", 5, "cannot be written"},
      {"rules import page.txt --map 204", 2, "no rule 204"},
      {"rules import page.txt --map 201=299 --edition 1990", 2, "299"},
      {"rules import page.txt --map 201=", 2, "says of no rule"},
      {"rules import page.txt --map 201=x", 2, "says of no rule"},
      {"rules import page.txt --map 213-201", 2, "says of no rule"},
      {"rules import rules.txtpb", 2, "a ruleset file already"},
      {"init --rules rules.txtpb --from x Ann Bob", 2, "no page"},
      {"init --rules rules.txtpb --edition 1990 Ann Bob", 2, "given twice"},
      {"init --rules rules.txtpb --lang ja Ann Bob", 2, "\"ja\""},
      {"init --lang fi Ann Bob", 2, "the languages are en"},
      {"init --rules binary Ann Bob", 2, "binary"},
      {"init --rules huge Ann Bob", 2, "huge"},
      {"rules compare 1990", 2, "two rulesets"},
      {"rules compare 1990 1982 --lang en,ja", 2, "one language"},
      {"rules compare 1990:fi 1982", 2, "the languages are en"},
  };
  Desk desk;
  desk.write("page.txt", PAGE);
  desk.write("binary", std::string("\0\1\2\3\0\0", 6));
  desk.write("huge", std::string(5 << 20, 'x'));
  desk.ok("rules import page.txt -o rules.txtpb");
  for (const Refused& row : rows) {
    const Ran ran = desk.run(row.line);
    EXPECT_EQ(ran.status, row.status) << row.line << "\n" << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(row.says)) << row.line;
    EXPECT_TRUE(ran.out.empty()) << row.line;
  }
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/.nomic"));
}

TEST(RulesCompare, SaysWhereTheEditionsDiffer) {
  Desk desk;
  const Ran same = desk.run("rules compare 1990 1990");
  EXPECT_EQ(same.status, 0);
  EXPECT_THAT(same.out, HasSubstr("the same rules"));
  const Ran differ = desk.run("rules compare 1982 1990");
  EXPECT_EQ(differ.status, 1);
  // The two editions differ in these rules, and in no others.
  std::vector<std::string> headings;
  std::istringstream lines(differ.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("Rule ", 0) == 0) headings.push_back(line.substr(5));
  }
  EXPECT_THAT(headings,
              testing::ElementsAre("103", "108", "109", "110", "111", "116", "201", "202", "203", "208", "210", "212"));
  EXPECT_THAT(differ.out, HasSubstr("    If no rule [-explicitly-] forbids"));
  EXPECT_THAT(differ.out, HasSubstr("    + played by: in games by mail, the first player to reach 200 points wins.\n"));
}

TEST(RulesCompare, ComparesAPageWithAnEdition) {
  Desk desk;
  desk.write("page.txt", PAGE);
  desk.write("other.txt",
             "Immutable rules\n101. All players obey the rules.\nMutable rules\n201. They take turns, two by two.\n");
  const Ran ran = desk.run("rules compare page.txt other.txt");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "Rule 102: only in page.txt\nRule 201\n    They take turns, [-one by one.-]{+two by two.+}\n");
  EXPECT_THAT(desk.run("rules compare page.txt other.txt --format json").out,
              HasSubstr("\"inFirst\":true,\"inSecond\":false"));
}

constexpr const char* TWO =
    "<不可変規則>\n101\n競技者は規則を守る。\n<Immutable Rules>\n101. All players obey the rules.\n102. They are "
    "equal, all of "
    "them.\n<Mutable Rules>\n201. They take turns, one by one.\n";

TEST(ShowRules, StandSideBySideInEightyColumns) {
  Desk desk;
  desk.write("page.txt", TWO);
  desk.ok("init --rules page.txt Ann Bob");
  EXPECT_EQ(desk.ok("show-rules 101 102 --lang en,ja"),
            "Rule 101, immutable\n"
            "    All players obey the rules.            競技者は規則を守る。\n"
            "    Authoritative: en.\n"
            "\n"
            "Rule 102, immutable\n"
            "    They are equal, all of them.\n"
            "    Not in ja: the authoritative text, en.\n");
  EXPECT_EQ(desk.ok("show-rules 101 --lang ja"),
            "Rule 101, immutable\n    競技者は規則を守る。\n    Authoritative: en.\n");
  EXPECT_EQ(desk.ok("show-rules 101"),
            "Rule 101, immutable\n    All players obey the rules.\n    The authoritative text, en; also in ja.\n");
  EXPECT_THAT(desk.ok("show-rules 102 --lang ja --format json"),
              HasSubstr("\"authoritativeLang\":\"en\",\"otherLang\":true,\"texts\":[{\"lang\":\"en\","));
  desk.ok("init --lang en,es --game both Ann Bob");
  desk.terminal = true;
  desk.environment["NOMIC_GAME"] = "both";
  desk.environment["NO_COLOR"] = "1";
  std::istringstream lines(desk.ok("show-rules --lang en,es"));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), 80U) << line;
}

TEST(Propose, CarriesTextsInSeveralLanguages) {
  Desk desk;
  desk.write("page.txt", TWO);
  desk.ok("init --rules page.txt Ann Bob");
  desk.write("ja.txt", "順番に行う。\n");
  EXPECT_EQ(desk.run("propose enact --text Tea. --translation ja=茶 --translation ja=お茶 --as Ann").status, 2);
  EXPECT_EQ(desk.run("propose enact --translation ja=茶 --as Ann").status, 2);
  EXPECT_EQ(desk.run("propose enact --text Tea. --translation 茶 --as Ann").status, 2);
  EXPECT_EQ(desk.run("propose enact --text Tea. --translation en=Coffee. --as Ann").status, 2);
  EXPECT_EQ(desk.run("propose enact --text Tea. --translation ja= --as Ann").status, 2);
  desk.ok("propose enact --text 'Whoever moves makes tea.' --translation-file ja=ja.txt --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  // No rule of this set supplies adoption: what was proposed is seen in the log.
  EXPECT_THAT(desk.ok("log --format jsonl"),
              HasSubstr("{\"lang\":\"ja\",\"text\":\"順番に行う。\",\"authoritative\":false}"));
}

TEST(Propose, WarnsOfLanguagesThatAnAmendmentLoses) {
  Desk desk;
  desk.ok("init --lang en,es Ann Bob");
  const Ran ran = desk.run("propose amend 207 --text 'Each has two votes.' --keep-provisions --as Ann");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("--translation es=TEXT"));
  desk.ok(
      "revise amend 207 --text 'Each has one vote.' --translation 'es=Cada uno tiene un voto.' --keep-provisions --as "
      "Ann");
  desk.ok("call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  EXPECT_THAT(desk.ok("show-rules 301 --lang es"), HasSubstr("Cada uno tiene un voto."));
}

TEST(Init, IsPlayedInTheLanguagesAskedFor) {
  Desk desk;
  desk.ok("init --lang es Ann Bob");
  EXPECT_THAT(desk.ok("show-rules 207"), Not(HasSubstr("votes that a player has")));
  EXPECT_THAT(desk.ok("show-rules 207 --format json"), HasSubstr("\"lang\":\"es\""));
}

TEST(Rules, OfAFoundingHaveFiftyProvisionsOfOneKindAtMost) {
  Desk desk;
  std::string rules = "modes: TABLE\n";
  for (int at = 1; at <= 51; ++at) {
    if (at == 51) desk.write("most.txtpb", rules);
    rules += "rules { number: '" + std::to_string(at) + "'" +
             " status: MUTABLE texts { text: 'All vote.' } provisions { franchise { electorate: PLAYERS } } }\n";
  }
  desk.write("more.txtpb", rules);
  const Ran refused = desk.run("init --rules more.txtpb Ann Bob");
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, testing::HasSubstr("more than 50 provisions of one kind"));
  desk.ok("init --rules most.txtpb Ann Bob");
}

}  // namespace
}  // namespace nomic::tools
