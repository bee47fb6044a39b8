// Plays: many commands in one process, and where they stop.
#include <algorithm>
#include <sstream>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Play, FoundsAndPlaysInOneGo) {
  Desk desk;
  const Ran ran = desk.play(
      "# a game\n"
      "\n"
      "  init Ann Bob   # two of them\r\n"
      "nomic propose enact --text \"It's \\\"tea\\\".\" --call-vote --as Ann\n"
      "vote for --as Ann\n"
      "vote for --as Bob");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Proposal 301 adopted 2-0"));
  EXPECT_THAT(desk.ok("show-rules 301"), HasSubstr("It's \"tea\"."));
}

TEST(Play, StopsAtTheFirstFailureAndNamesTheLine) {
  Desk desk;
  desk.write("game.txt", "init Ann Bob\npropose repeal 209 --as Ann\n\nvote for --as Ann\ndebate later --as Bob\n");
  const Ran ran = desk.run("play game.txt");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, HasSubstr("nomic: game.txt:4: "));
  EXPECT_THAT(ran.err, HasSubstr("the play stops here"));
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"size\":33"));
}

TEST(Play, ExpectedRefusalsLetItGoOn) {
  Desk desk;
  const Ran ran = desk.play(
      "init Ann Bob\n!3 vote for --as Ann\n!2 vote fro --as Ann\n!5 propose repeal 209 --as Ann --expect 7\n"
      "!2 --ledger state status\npropose repeal 209 --as Ann\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("standard input:2: status 3, as expected: no proposal is open"));
}

TEST(Play, EveryAnswerForProgramsHasTheNumberOfItsLine) {
  Desk desk;
  const Ran ran = desk.run("play - --format json",
                           "# a game\ninit Ann Bob\n\n!3 vote for --as Ann\n"
                           "propose repeal 209 --as Ann\nlog --limit 1\n"
                           "log --limit 2 --format jsonl\nstatus\nhead --format text\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::istringstream answers(ran.out);
  for (const char* wanted :
       {"{\"line\":2,\"game\":\"", "{\"line\":5,\"index\":", "{\"line\":6,\"records\":[{\"index\":",
        "{\"line\":7,\"index\":", "{\"line\":7,\"index\":", "{\"line\":8,\"game\":\""}) {
    std::string line;
    std::getline(answers, line);
    EXPECT_THAT(line, testing::StartsWith(wanted));
  }
  // The refusal that was expected, too.
  EXPECT_THAT(ran.err, HasSubstr("\"line\":4,\"expected\":true}"));
  EXPECT_THAT(desk.ok("status --format json"), testing::StartsWith("{\"game\":"));
}

TEST(Play, GoesOnAfterAFailureIfItIsTold) {
  Desk desk;
  const std::string lines =
      "init Ann Bob\nvote for --as Ann\npropose repeal 209 --as Ann\nvote fro --as Ann\n!3 debate hm --as Bob\n";
  const Ran ran = desk.run("play - --keep-going", lines);
  EXPECT_EQ(ran.status, 3) << "as the first line that failed";
  EXPECT_THAT(ran.err, HasSubstr("nomic: standard input:2: no proposal is open"));
  EXPECT_THAT(ran.err, HasSubstr("nomic: standard input:4: there is no vote \"fro\""));
  EXPECT_THAT(ran.err, HasSubstr("nomic: standard input:5: status 3 was expected, and it ended with 0"));
  EXPECT_THAT(ran.err, HasSubstr("nomic: 3 lines of standard input failed, the first of them line 2"));
  EXPECT_THAT(ran.err, Not(HasSubstr("stops here")));
  EXPECT_THAT(ran.out, HasSubstr("Bob has spoken on proposal 301"));

  const Ran json = desk.run("play - --keep-going --format jsonl", "vote fro --as Ann\nvote for --as Zoe\nstatus\n");
  EXPECT_EQ(json.status, 2);
  EXPECT_EQ(std::count(json.err.begin(), json.err.end(), '\n'), 3) << json.err;
  EXPECT_THAT(json.err, HasSubstr("\"line\":1}"));
  EXPECT_THAT(json.err, HasSubstr("\"line\":2}"));
}

TEST(Play, AnExpectationThatDoesNotHoldStopsIt) {
  Desk desk;
  const Ran done = desk.play("init Ann Bob\n!3 propose repeal 209 --as Ann\n");
  EXPECT_EQ(done.status, 1);
  EXPECT_THAT(done.err, HasSubstr("standard input:2: status 3 was expected, and it ended with 0"));
  const Ran other = desk.play("!3 vote fro --as Ann\n");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr("it ended with 2: there is no vote \"fro\""));
}

TEST(Play, LinesThatAreNoCommands) {
  Desk desk;
  EXPECT_EQ(desk.play("status 'open\n").status, 2);
  EXPECT_EQ(desk.play("!7 status\n").status, 2);
  EXPECT_EQ(desk.play("!3\n").status, 2);
  EXPECT_EQ(desk.play("!3 # nothing\n").status, 2);
  EXPECT_THAT(desk.play("play other.txt\n").err, HasSubstr("a play does not play another"));
}

TEST(Play, WhatIsGivenToItHoldsForItsLines) {
  Desk desk;
  desk.write("game.txt",
             "init Ann Bob\npropose repeal 209 --call-vote\nvote for\nvote for --as Bob\nstatus --format text\n");
  const Ran ran = desk.run("play game.txt --as Ann --game evening --ledger there --format jsonl");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"kind\":\"PROPOSAL_ADOPTED\""));
  EXPECT_THAT(ran.out, HasSubstr("evening: turn 1"));
  EXPECT_EQ(desk.run("--ledger there status").status, 0);
}

TEST(Play, ALineCannotReadTheInputThatThePlayIsReadFrom) {
  Desk desk;
  const Ran ran = desk.play("init Ann Bob\npropose enact - --as Ann\nsome text\n");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("standard input is the play itself"));
}

TEST(Play, ReadsSeeTheMovesBeforeThem) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.play(
      "scores\npropose repeal 209 --as Ann\nstatus --format json\nlog --limit 1\nverify\nverify --ledger-only\n"
      "replay --check\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"size\":33"));
  EXPECT_THAT(ran.out, HasSubstr("#32 "));
  EXPECT_THAT(ran.out, HasSubstr("33 records: chain, tree and game hold."));
  EXPECT_THAT(ran.out, HasSubstr("33 records: chain and tree hold."));
  EXPECT_THAT(ran.out, HasSubstr("the same: 2 digests and snapshots"));
}

TEST(Play, TwoGamesInOneLedgerAreToldApart) {
  Desk desk;
  const Ran ran = desk.play(
      "init --game a Ann Bob\nstatus\ninit --game b Cleo Dora\n!2 status\npropose repeal 209 --as Ann --game a\n"
      "propose repeal 209 --as Cleo --game b\nstatus --game a\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
}

}  // namespace
}  // namespace nomic::tools
