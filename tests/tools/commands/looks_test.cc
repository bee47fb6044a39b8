// The commands that look: text for people.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "nomic/ledger/base/utf8.h"
#include "nomic/v1/event.pb.h"
#include "nomic/words/terminal_text.h"
#include "tools/desk.h"
#include "tools/plays.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ShowRules, SaysWhatBecameOfANumber) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose amend 206 --text 'Lose five.' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  const Ran gone = desk.run("show-rules 206");
  EXPECT_EQ(gone.status, 3);
  EXPECT_THAT(gone.err, HasSubstr("rule 206 is rule 301 since #34"));
  EXPECT_THAT(desk.ok("show-rules 301"), testing::StartsWith("Rule 301, mutable, of the lineage of 206"));
  EXPECT_THAT(desk.ok("show-rules 206 --at ^proposal:301"), testing::StartsWith("Rule 206, mutable"));

  desk.ok("roll 3 --as Ann");
  desk.ok("propose repeal 301 --call-vote --as Bob");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  EXPECT_THAT(desk.run("show-rules 206").err, HasSubstr("was repealed at #38"));
}

TEST(ShowRules, ProvisionsAreShownWhereTheyAreAskedFor) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok("show-rules 206"), Not(HasSubstr("award {")));
  EXPECT_THAT(desk.ok("show-rules 206 --provisions"), HasSubstr("award {"));
  EXPECT_EQ(desk.run("show-rules --lang ja").status, 3);
}

TEST(ShowRules, SaysInWordsWhatASingleRuleIsPlayedBy) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string words = "the proponent of a defeated proposal loses 10 points, by the rules just before its effect";
  EXPECT_THAT(desk.ok("show-rules 206"), HasSubstr("    Played by: " + words + ".\n"));
  EXPECT_THAT(desk.ok("show-rules 101"), Not(HasSubstr("Played by")));
  EXPECT_THAT(desk.ok("show-rules"), Not(HasSubstr("Played by")));
  const std::string both = desk.ok("show-rules --provisions");
  EXPECT_THAT(both, HasSubstr(words + ".\n    award { occasion: DEFEATED"));
  EXPECT_THAT(desk.ok("show-rules 206 --format json"), HasSubstr("\"inWords\":[\"" + words + "\"]"));
}

TEST(ShowRules, SaysInWordsWhatAProposalWouldBePlayedBy) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose amend 203 --text T --provision 'adoption { fraction: \"2/3\" of: ELIGIBLE }' --as Ann");
  const std::string words = "adoption needs two thirds of the eligible voters";
  EXPECT_THAT(desk.ok("status"), HasSubstr("    + played by: " + words + ".\n"));
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"inWords\":[\"" + words + "\"]"));
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("    + played by: " + words + ".\n"));
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"), HasSubstr("\"inWords\":[\"" + words + "\"]"));
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"),
              HasSubstr("adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }"));
}

TEST(ShowRules, MarksWhatIsVoid) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok(
      "propose enact --text 'Whoever cannot move wins.' --provision 'victory { unable_to_complete_turn: true }' "
      "--provision 'effectiveness { retroactive: true }' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  const std::string rule = desk.ok("show-rules 301");
  EXPECT_THAT(rule, testing::StartsWith("Rule 301, mutable, void"));
  EXPECT_THAT(rule, HasSubstr("107"));
}

TEST(Scores, LineUpInEightyColumns) {
  Desk desk;
  desk.founded("山田太郎 Ann 'ピーター・サーバー' Zo\xc3\xab");
  const std::string table = desk.ok("scores");
  std::istringstream lines(table);
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(width_of(line), 80U);
    if (width == 0) width = width_of(line);
    EXPECT_EQ(width_of(line), width) << table;
  }
}

TEST(Colour, IsForTerminalsThatWantIt) {
  Desk desk;
  desk.founded("Ann Bob");
  const char* escape = "\x1b[";
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr(escape)));
  EXPECT_THAT(desk.ok("status --color always"), HasSubstr(escape));
  desk.terminal = true;
  EXPECT_THAT(desk.ok("status"), HasSubstr(escape));
  EXPECT_THAT(desk.ok("status --color never"), Not(HasSubstr(escape)));
  desk.environment["NO_COLOR"] = "1";
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr(escape)));
  desk.environment["NO_COLOR"] = "";
  EXPECT_THAT(desk.ok("status"), HasSubstr(escape)) << "empty is as good as not set";
}

TEST(Wrapping, IsForTerminals) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.terminal = true;
  desk.width = 60;
  std::istringstream lines(desk.ok("show-rules --color never"));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), 60U) << line;
}

TEST(Log, ShowsEachRecordWithWhatItBroughtAbout) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote against --as Bob");
  const std::string log = desk.ok("log --from 33");
  EXPECT_THAT(log, HasSubstr("#33  2012-05-30T10:00:"));
  EXPECT_THAT(log, HasSubstr("Bob votes against proposal 301.\n    Proposal 301 defeated 1-1 (rule 203)."));
  EXPECT_THAT(desk.ok("log --limit 1"), testing::StartsWith("#34 "));
  EXPECT_THAT(desk.ok("log --from 1 --limit 1"), testing::StartsWith("#1 "));
  EXPECT_THAT(desk.ok("log --at start --limit 1"), testing::StartsWith("#31 "));
  EXPECT_EQ(desk.run("log --at 3 --to 4").status, 2);
}

TEST(Replay, DerivesThePastAndFindsWhatWasKept) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string before = desk.ok("replay --format json");
  desk.ok("propose repeal 209 --as Ann");
  EXPECT_EQ(desk.ok("replay --to ^32 --format json"), before);
  EXPECT_THAT(desk.ok("replay --check"), HasSubstr("Kept while playing, and the same"));
}

// What it prints can be posted, and compared, and founds the same rules again.
TEST(ShowRules, IsAPageThatReadsAsTheRulesThatItShows) {
  for (const char* edition : {"1990", "1982"}) {
    for (const char* lang : {"en", "es", "ja"}) {
      SCOPED_TRACE(std::string(edition) + " " + lang);
      Desk desk;
      if (desk.run(std::string("init Ann Bob --edition ") + edition + " --lang " + lang).status != 0) continue;
      const std::string shown = desk.ok("show-rules");
      desk.write("page.txt", shown);
      EXPECT_EQ(desk.ok("compare --rules page.txt"), "They are the same.\n");
      desk.ok("init Ann Bob --game again --rules page.txt");
      EXPECT_EQ(desk.ok("show-rules --game again"), shown);
    }
  }
}

// A move recorded against the rules, past the game: the ledger does not know them.
TEST(Verify, NamesWhatTheRulesDoNotAllow) {
  Desk desk;
  desk.founded("Ann Bob");
  v1::Event vote;
  vote.mutable_vote_cast()->set_proposal("301");
  vote.mutable_vote_cast()->set_choice(v1::VoteCast::FOR);
  record_unasked(desk, "Ann", vote);
  const Ran ran = desk.run("verify");
  EXPECT_EQ(ran.status, 4);
  EXPECT_THAT(ran.out, HasSubstr("NOT_LAWFUL  #32  "));
  EXPECT_THAT(desk.run("verify --format json").out,
              HasSubstr("{\"ok\":false,\"findings\":[{\"check\":\"NOT_LAWFUL\",\"index\":32,"));
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("Not lawful, and so without effect"));
  const Ran audited = desk.run("audit");
  EXPECT_EQ(audited.status, 1);
  EXPECT_THAT(audited.out, HasSubstr("LAWFUL  #32  "));
  EXPECT_THAT(audited.out, testing::StartsWith("Not all of the game was played by its rules: 1 finding in 33 records"));
  EXPECT_THAT(desk.run("audit --verbose").out, HasSubstr("BROKEN: 1 of 33"));
  EXPECT_THAT(desk.run("audit --format json").out, HasSubstr(R"("remark":{"code":"NO_SUCH_PROPOSAL",)"));
  // Marks of what is a name, or of style, are gone from whatever is shown.
  for (const std::string look :
       {"status", "scores", "log", "show-rules", "proposals", "explain record 32", "verify", "audit", "replay --check",
        "history 101", "blame 101", "diff start", "check-references"}) {
    for (const char* form : {"", " --format json", " --format jsonl"}) {
      const Ran shown = desk.run(look + form);
      EXPECT_LT(shown.status, 5) << look << form << shown.err;
      EXPECT_TRUE(ledger::is_utf8(shown.out)) << look << form << "\n" << shown.out;
      const bool plain = std::all_of(shown.out.begin(), shown.out.end(),
                                     [](char byte) { return byte == '\n' || static_cast<unsigned char>(byte) >= ' '; });
      EXPECT_TRUE(plain) << look << form << "\n" << shown.out;
    }
  }
}

// A program reads the case and its parameters, and not the sentence.
TEST(Audit, GivesCaseAndParametersBesideTheSentence) {
  Desk desk;
  ASSERT_EQ(desk.play("init Ann Bob Cleo\n"
                      "propose repeal 209 --call-vote --as Ann\n"
                      "vote for --as Bob\n"
                      "judgment invoke 'Did he?' --about 34 --as Bob\n"
                      "judgment deliver No. --reasons 'Rule 207.' --strike 34 --cite 207 --as Cleo\n")
                .status,
            0);
  const std::string audited = desk.ok("audit --format json");
  EXPECT_THAT(audited, HasSubstr(R"("notJudged":[{"check":"R107","index":36,)"));
  EXPECT_THAT(audited,
              HasSubstr(R"("remark":{"code":"AUDIT","variant":"anew_by_judgment","parameters":[{"name":"things",)"));
}

TEST(Verify, ReportsDamageThatKeepsALedgerFromOpening) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.write(".nomic/mark", "");
  const Ran ran = desk.run("verify --format json");
  EXPECT_EQ(ran.status, 4);
  EXPECT_THAT(ran.out, testing::StartsWith("{\"ok\":false,\"findings\":[{\"check\":\"OPEN\""));
  EXPECT_EQ(desk.run("status").status, 4);
}

TEST(FindingALedger, OneOfAnotherUserIsOpenedOnlyByName) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  Desk desk;
  desk.founded("Ann Bob");
  const std::string ledger = desk.folder() + "/.nomic";
  ASSERT_EQ(::chown(ledger.c_str(), 65534, 65534), 0);
  for (const std::string line : {"status", "vote for --as Ann", "verify", "inspect", "init Cleo Dan --game other"}) {
    const Ran refused = desk.run(line);
    EXPECT_EQ(refused.status, 2) << line;
    EXPECT_THAT(refused.err, HasSubstr("belongs to another user (number 65534)")) << line;
    EXPECT_THAT(refused.err, HasSubstr("--ledger " + ledger)) << line;
  }
  EXPECT_EQ(desk.run("status --ledger .nomic").status, 0);
  desk.environment["NOMIC_LEDGER"] = ledger;
  EXPECT_EQ(desk.run("status").status, 0);
  desk.environment.erase("NOMIC_LEDGER");
  desk.environment["SUDO_UID"] = "65534";
  EXPECT_EQ(desk.run("status").status, 0);
  desk.environment["SUDO_UID"] = "65534x";
  EXPECT_EQ(desk.run("status").status, 2);
  desk.environment.erase("SUDO_UID");
  std::filesystem::create_directories(desk.folder() + "/settings/nomic");
  desk.environment["XDG_CONFIG_HOME"] = desk.folder() + "/settings";
  desk.write("settings/nomic/safe", "# mine\n/elsewhere\n");
  EXPECT_EQ(desk.run("status").status, 2);
  desk.write("settings/nomic/safe", "/elsewhere\n" + ledger + "\n");
  EXPECT_EQ(desk.run("status").status, 0);
}

// Whoever is to vote reads what it is about, and programs what it is called.
TEST(Status, NamesTheOpenProposalsWordByWord) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose enact --title Courtesy --text 'Say please.' --as Ann");
  const std::string text = desk.ok("status");
  EXPECT_THAT(text, HasSubstr("Proposal 301 by Ann, to enact a rule: debated; its vote is not called.\n"
                              "    Courtesy\n    \"Say please.\"\n    #32; form "));
  const std::string json = desk.ok("status --format json");
  EXPECT_THAT(
      json,
      HasSubstr("\"changes\":[{\"kind\":\"ENACT\",\"rule\":\"\",\"title\":\"Courtesy\",\"text\":\"Say please.\","));
  EXPECT_THAT(json, HasSubstr("\"record\":32,\"formRecord\":32,\"form\":\""));
  desk.ok("revise 301 --text 'Say thanks.' --as Ann");
  EXPECT_THAT(desk.ok("status"), HasSubstr("\"Say thanks.\"\n    #32, as revised at #33; form "));
  const std::string revised = desk.ok("status --format json");
  EXPECT_THAT(revised, HasSubstr("\"record\":32,\"formRecord\":33,\"form\":\""));
  // The form is called what the history calls it, once it is adopted.
  const std::string form = revised.substr(revised.find("\"form\":\"") + 8, 64);
  desk.ok("call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  EXPECT_THAT(desk.ok("history 301 --format json"), HasSubstr("\"digest\":\"" + form + "\""));
}

// Nobody's ballot is on record, and nobody has said how many there were.
TEST(Attested, OutcomesHaveNoVotesThatNobodyNamed) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("attest 301 adopted --as Ann --yes");
  const std::string said = desk.ok("attest 301 adopted --as Bob --yes");
  EXPECT_THAT(said, HasSubstr("Proposal 301 adopted by votes that are not on record"));
  for (const char* line : {"log", "history 209", "explain proposal 301"}) {
    const std::string text = desk.ok(line);
    EXPECT_THAT(text, HasSubstr("by votes that are not on record")) << line;
    EXPECT_THAT(text, Not(HasSubstr("0-0"))) << line;
  }
  EXPECT_THAT(desk.ok("explain proposal 301 --format json"), HasSubstr("\"votesUnknown\":true"));
  desk.ok("verify");
  desk.ok("audit");
}

TEST(Attested, OutcomesHaveTheVotesThatWereNamed) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("attest 301 adopted --for 2 --against 0 --as Ann --yes");
  EXPECT_THAT(desk.ok("attest 301 adopted --for 2 --against 0 --as Bob --yes"),
              HasSubstr("Proposal 301 adopted 2-0, attested by Ann and Bob"));
  EXPECT_THAT(desk.ok("history 209 --format json"), Not(HasSubstr("votesUnknown")));
}

// #32 proposes, #33 votes, #34 and #35 attest (203: both must).
TEST(Attested, OutcomesAreMarkedInEveryView) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose enact --text 'Whoever moves makes tea.' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("attest 301 adopted --for 2 --against 0 --as Ann --yes");
  const std::string status = desk.ok("status");
  EXPECT_THAT(status, HasSubstr("y the word of Ann proposal 301 was adopted, 2 for and 0 against"));
  EXPECT_THAT(status, HasSubstr("1 of the 2 votes that settle it"));
  EXPECT_THAT(status, HasSubstr("nomic attest 301 adopted --for 2 --against 0"));
  EXPECT_THAT(status, HasSubstr("nomic judgment invoke QUESTION --about 34"));
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"attested\":[{\"proposal\":\"301\","));
  EXPECT_THAT(desk.ok("proposals"), HasSubstr("being voted on, 1-0 so far")) << "a word is no ballot";
  EXPECT_THAT(desk.ok("proposals 301"), HasSubstr("Attested, and no ballots: Ann adopted 2-0 (#34)."));
  desk.ok("attest 301 adopted --for 2 --against 0 --as Bob --yes");
  for (const char* line : {"proposals", "proposals 301", "explain proposal 301", "history 301", "log --from 35"}) {
    EXPECT_THAT(desk.ok(line), HasSubstr("attested by Ann and Bob")) << line;
  }
  EXPECT_THAT(desk.ok("show-rules 301"), HasSubstr("by proposal 301, whose outcome was attested"));
  EXPECT_THAT(desk.ok("show-rules 301 --format json"), HasSubstr("\"attested\":true"));
  EXPECT_THAT(desk.ok("proposals 301 --format json"), HasSubstr("\"attestedBy\":[\"Ann\",\"Bob\"]"));
  EXPECT_THAT(desk.ok("audit"), HasSubstr("proposal 301 was adopted by the word of Ann, Bob (#34, #35)"));
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("y the word of")));
}

// #40 and #41 attest what no rule determined at #38 (203 has lost its provisions, so both of the players must).
TEST(Attested, TheirVoteWasCompleteBeforeTheOutcomeWasDeclared) {
  Desk desk;
  desk.founded("Ann Bob");
  for (const char* line : {"propose amend 203 --text 'Unanimity, for good.' --call-vote --as Ann", "vote for --as Ann",
                           "vote for --as Bob", "roll 1 --as Ann", "propose enact --text t --call-vote --as Bob",
                           "vote for --as Ann", "vote against --as Bob", "roll 1 --as Bob"}) {
    desk.ok(line);
  }
  EXPECT_EQ(desk.run("scores --at outcome:302").status, 2);
  desk.ok("attest 302 defeated --as Ann");
  desk.ok("attest 302 defeated --as Bob");
  // #32 to #39 are those moves; the votes on 302 are #37 and #38. 206 takes 10 of Bob when the outcome is declared.
  EXPECT_THAT(desk.ok("scores --at proposal:302"), HasSubstr("Bob  0"));
  EXPECT_EQ(desk.ok("scores --at proposal:302"), desk.ok("scores --at 38"));
  EXPECT_EQ(desk.ok("scores --at outcome:302"), desk.ok("scores --at 41"));
  EXPECT_THAT(desk.ok("scores --at outcome:302"), HasSubstr("-9"));
  EXPECT_EQ(desk.ok("scores --at outcome:301"), desk.ok("scores --at proposal:301"));
  EXPECT_THAT(desk.run("scores --at outcome:303").err, HasSubstr("there is no proposal 303"));
  desk.ok("reindex");
  EXPECT_EQ(desk.ok("scores --at outcome:302"), desk.ok("scores --at 41"));
  desk.ok("verify");
}

}  // namespace
}  // namespace nomic::tools
