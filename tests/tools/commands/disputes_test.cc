// Disputes at the command line: what is shown of them, both times, names as corrected, requests made once.
#include <algorithm>
#include <sstream>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

// The records of a log, by their numbers, in the order in which they are shown.
std::string order_of(const std::string& log) {
  std::istringstream lines(log);
  std::string order;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] == '#') order += line.substr(0, line.find(' '));
  }
  return order;
}

// Ann's proposal is #33 (the founding is #0 to #32); what follows is said to have happened long before.
void noted_late(Desk& desk) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann --occurred-at 2012-05-01T10:00Z");
  desk.ok("vote for --as Ann --occurred-at 2012-05-03T10:00Z");
  desk.ok("vote for --as Bob --occurred-at 2012-05-02T10:00Z");
  desk.ok("vote for --as Cleo");
}

TEST(TwoTimes, LogPutsRecordsInTheOrderInWhichTheyHappened) {
  Desk desk;
  noted_late(desk);
  EXPECT_EQ(order_of(desk.ok("log --from 33")), "#33#34#35#36");
  EXPECT_EQ(order_of(desk.ok("log --by occurred --to 2012-05-29")), "#33#35#34");
  EXPECT_EQ(order_of(desk.ok("log --by occurred --from 2012-05-02 --to 2012-05-03")), "#35#34");
  EXPECT_EQ(order_of(desk.ok("log --by occurred --from 2012-05-02T10:01Z --to 2012-05-03T09:59Z")), "");
  EXPECT_EQ(order_of(desk.ok("log --by occurred --from 35 --limit 2")), "#35#34");
  EXPECT_EQ(order_of(desk.ok("log --by occurred --limit 1")), "#36");
  EXPECT_THAT(desk.ok("log --by occurred --to 2012-05-01 --format jsonl"),
              HasSubstr("\"happenedAt\":\"2012-05-01T10:00:00Z\""));
}

TEST(TwoTimes, AMomentIsNamedByEither) {
  Desk desk;
  noted_late(desk);
  // On the second of May Ann had yet to vote, as is said; by then nothing was recorded.
  EXPECT_EQ(desk.run("status --at 2012-05-02").status, 2);
  EXPECT_THAT(desk.ok("status --at 2012-05-02 --by occurred"), HasSubstr("36 records"));
  EXPECT_THAT(desk.ok("status --at 2012-05-01 --by occurred"), HasSubstr("34 records"));
  EXPECT_THAT(desk.ok("status --at ^2012-05-01 --by occurred"), HasSubstr("33 records"));
  EXPECT_THAT(desk.run("status --at 2012-04-30 --by occurred").err, HasSubstr("nothing is said to have happened"));
  EXPECT_EQ(desk.run("status --by claimed").status, 2);
  EXPECT_EQ(desk.run("status --by").status, 2);
}

TEST(TwoTimes, WhatWasKnownOnADateLeavesOutWhatWasCorrectedLater) {
  Desk desk;
  noted_late(desk);
  desk.clock += std::int64_t{24} * 3'600 * 1'000'000;
  desk.ok("correct 34 --cause 'it was the first' --occurred-at-was 2012-05-01T12:00Z --as Ann");
  EXPECT_EQ(order_of(desk.ok("log --by occurred --to 2012-05-29")), "#33#34#35");
  EXPECT_EQ(order_of(desk.ok("log --by occurred --to 2012-05-29 --known 2012-05-30")), "#33#35#34");
  EXPECT_THAT(desk.ok("log --from 34 --limit 1"), HasSubstr("corrected by #37"));
  EXPECT_THAT(desk.ok("log --from 34 --limit 1 --known 36"), Not(HasSubstr("corrected")));
  EXPECT_THAT(desk.ok("status --at 2012-05-01 --by occurred"), HasSubstr("35 records"));
  EXPECT_THAT(desk.ok("status --at 2012-05-01 --by occurred --known 36"), HasSubstr("34 records"));
  EXPECT_THAT(desk.ok("status --known 34"), HasSubstr("35 records"));
  EXPECT_EQ(desk.run("status --at 37 --known 36").status, 2);
  EXPECT_THAT(desk.ok("show-rules --known start --format json"), HasSubstr("\"number\":\"209\""));
}

TEST(Status, SaysWhatEachPlayerMustAndMayDo) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("judgment invoke 'May she?' --as Bob");
  const std::string all = desk.ok("status");
  EXPECT_THAT(all, HasSubstr("Question #34, by Bob: \"May she?\" Open: Cleo judges."));
  EXPECT_THAT(all, HasSubstr("Waiting for: Ann, Bob and Cleo."));
  EXPECT_THAT(all, HasSubstr("nomic vote for|against 301 --as Ann|Bob|Cleo  (rule 105)"));
  EXPECT_THAT(all, HasSubstr("nomic judgment deliver ANSWER --reasons REASONS --question 34 --as Cleo  (rule 212)"));
  EXPECT_LT(all.find("judgment deliver"), all.find("Allowed:"));
  EXPECT_LT(all.find("Allowed:"), all.find("nomic consent --as Ann|Cleo"));
  const std::string bob = desk.ok("status --player bob");
  EXPECT_THAT(bob, HasSubstr("nomic vote for|against 301 --as Bob"));
  EXPECT_THAT(bob, Not(HasSubstr("--as Cleo")));
  EXPECT_THAT(bob, Not(HasSubstr("nomic consent")));
  EXPECT_EQ(desk.run("status --player Zed").status, 2);
  EXPECT_THAT(
      desk.ok("status --player Bob --format json"),
      HasSubstr("\"actors\":[{\"player\":\"Bob\",\"must\":true,\"ways\":[{\"player\":\"Bob\",\"command\":\"nomic "
                "vote for|against 301 --as Bob\",\"rule\":\"105\",\"must\":true,\"kind\":\"vote_cast\",\"blanks\":"
                "[\"CHOICE\"],\"choices\":[\"for\",\"against\"],\"proposal\":\"301\"}"));
}

TEST(Status, ShowsQuestionsSafely) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  EXPECT_EQ(desk.run_words({"judgment", "invoke", "red \x1b[31m", "--as", "Bob"}).status, 2);
  EXPECT_EQ(desk.run_words({"judgment", "invoke", "caf\xe9", "--as", "Bob"}).status, 2);
  EXPECT_EQ(desk.run("judgment invoke '' --as Bob").status, 2);
  desk.ok("judgment invoke - --as Bob", "two\nlines\n");
  EXPECT_THAT(desk.ok("status"), HasSubstr("\"two / lines"));
}

TEST(Contested, AndJudgmentsAreRecordedOnceARequest) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("vote for --as Bob");
  const std::string first = desk.ok("contest vote against --as Bob --request-id c1");
  EXPECT_EQ(desk.ok("contest vote against --as Bob --request-id c1"), first);
  EXPECT_EQ(desk.run("vote against --as Bob --request-id c1").status, 3) << "another request";
  const std::string asked = desk.ok("judgment invoke 'Which?' --as Ann --request-id q1");
  EXPECT_EQ(desk.ok("judgment invoke 'Which?' --as Ann --request-id q1"), asked);
  const std::string deliver = "judgment deliver 'Both.' --reasons 'R.' --points Ann=+1 --cite 204 --as Cleo";
  EXPECT_THAT(desk.ok(deliver + " --dry-run"), HasSubstr("#37"));
  EXPECT_EQ(desk.run(deliver + " --expect 36").status, 5);
  desk.ok(deliver + " --request-id d1");
  desk.ok(deliver + " --request-id d1");
  EXPECT_EQ(
      desk.run("judgment deliver 'Both.' --reasons 'R.' --points Ann=+1 --cite 207 --as Cleo --request-id d1").status,
      3);
  EXPECT_THAT(desk.ok("scores"), HasSubstr("Ann   1"));
}

TEST(Names, AreShownAsCorrected) {
  Desk desk;
  desk.founded("Ann Bbo Cleo");
  desk.ok("correct 31 --cause 'a slip' --name Bob --as Ann");
  EXPECT_THAT(desk.ok("scores"), HasSubstr("Bob"));
  EXPECT_THAT(desk.ok("scores"), Not(HasSubstr("Bbo")));
  EXPECT_THAT(desk.ok("scores --format json"), HasSubstr("\"player\":\"Bob\""));
  EXPECT_THAT(desk.ok("scores --format json"), HasSubstr("\"recordedAs\":\"Bbo\""));
  EXPECT_THAT(desk.ok("status"), HasSubstr("In playing order: Ann, Bob and Cleo."));
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("vote for --as Bob");
  EXPECT_THAT(desk.ok("status"), HasSubstr("Voted: Bob."));
  EXPECT_EQ(desk.run("correct 32 --cause 'a slip' --name bob --as Ann").status, 3);
  EXPECT_THAT(desk.ok("log --from 31 --limit 1"), HasSubstr("Bbo is seated. [corrected by #33]"));
}

// A correction is a road for names like any other.
TEST(Names, AreNotCorrectedIntoOneThatLooksLikeAnothers) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  for (const char* name : {"'B\u043Eb'", "'\uFF22\uFF4F\uFF42'"}) {
    const std::string line = std::string("correct 30 --cause 'a slip' --as Ann --name ") + name;
    const Ran asked = desk.run(line);
    EXPECT_EQ(asked.status, 2) << name << asked.err;
    EXPECT_THAT(asked.err, HasSubstr("--alike")) << name;
    EXPECT_EQ(desk.run(line + " --alike --dry-run").status, 0) << name;
    const Ran contested = desk.run("contest " + line);
    EXPECT_EQ(contested.status, 2) << name << contested.err;
    EXPECT_THAT(contested.err, HasSubstr("--alike")) << name;
  }
  // One's own name may look like one's own.
  desk.ok("correct 31 --cause 'a slip' --as Ann --name 'B\u043Eb'");
}

TEST(RulesCompare, TracesEachDifferenceToItsRecord) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose amend 206 --text 'Lose five.' --keep-provisions --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  desk.write("posted.txt",
             "101. All players obey the rules of the game.\n206. This is an old rule.\n301. Lose ten.\n999. This is "
             "the new one.\n");
  const Ran ran = desk.run("rules compare posted.txt game");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("Rule 301 (in the game since #34, by proposal 301)"));
  EXPECT_THAT(ran.out, HasSubstr("[-ten.-]{+five.+}"));
  EXPECT_THAT(ran.out, HasSubstr("Rule 206: only in posted.txt (in the game it is rule 301 since #34)"));
  EXPECT_THAT(ran.out, HasSubstr("Rule 999: only in posted.txt (in the game no rule has ever borne that number)"));
  EXPECT_THAT(ran.out, Not(HasSubstr("award")));
  EXPECT_THAT(desk.run("rules compare game:start 1990 --format json").out, HasSubstr("\"first\":\"game:start\""));
  EXPECT_EQ(desk.run("rules compare game:start game:^proposal:301").status, 0);
  EXPECT_EQ(desk.run("rules compare game game:start").status, 1);
  EXPECT_EQ(desk.run("rules compare game:99 1990").status, 2);
  EXPECT_EQ(desk.run("rules compare game:soon 1990").status, 2);
}

}  // namespace
}  // namespace nomic::tools
