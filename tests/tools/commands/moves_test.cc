// What every move has in common: who moves, on what condition, once only, and what it answers.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Moves, SayWhatTheyBroughtAboutEachWithItsRule) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_EQ(
      desk.ok("propose enact --text T --call-vote --as Ann"),
      "#32 Turn 1 begins, in circuit 1: Ann moves (rule 201). Proposal 301 is made by Ann (rule 108). The vote on "
      "proposal 301 is called (rule 111).\n");
  EXPECT_THAT(desk.ok("vote for --as Ann"), StartsWith("#33 Ann votes for proposal 301 "));
  EXPECT_THAT(desk.ok("vote against --as Bob"),
              HasSubstr("Proposal 301 defeated 1-1 (rule 203). Ann -10 (rule 206) = -10."));
  EXPECT_THAT(desk.ok("roll 4 --as Ann"), HasSubstr("Ann throws 4 (rule 202). Ann +4 (rule 202) = -6."));
}

TEST(Moves, ARenumberedRuleIsNamedByBothNumbers) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose amend 206 --text T --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  EXPECT_THAT(desk.ok("vote for --as Bob"), HasSubstr("Proposal 301 adopted 2-0 (rule 203). Rule 206 is now rule 301"));
}

TEST(Moves, NeedAnAuthor) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run("propose enact --text T");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, "nomic: who moves?\n  say it with --as NAME, or for good: nomic config player NAME\n");
  desk.environment["NOMIC_PLAYER"] = "ANN";
  EXPECT_EQ(desk.run("propose enact --text T").status, 0);
  EXPECT_EQ(desk.run("forfeit --as Bob --yes").status, 0) << "--as prevails";
}

TEST(Moves, ExpectHoldsOrNothingIsRecorded) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run("propose enact --text T --as Ann --expect 30");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr("the game has 32 records, not the 30"));
  EXPECT_EQ(desk.run("propose enact --text T --as Ann --expect 32").status, 0);
}

TEST(Moves, ARequestIsRecordedOnceEvenWhereItsWordsWouldMeanAnotherThingByNow) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose enact --text T --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  const std::string first = desk.ok("vote for --as Bob --request-id r1");
  // No proposal is open now, and the size is another.
  const Ran again = desk.run("vote for --as bob --request-id r1 --expect 3");
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(again.out, first);
  EXPECT_THAT(again.err, HasSubstr("\"r1\" is known"));
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"size\":35"));
}

TEST(Moves, AnotherRequestUnderAKnownIdIsRefused) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose enact --text T --call-vote --as Ann --request-id r1");
  EXPECT_EQ(desk.run("propose enact --text U --call-vote --as Ann --request-id r1").status, 3);
  EXPECT_EQ(desk.run("propose enact --text T --as Ann --request-id r1").status, 3);
  EXPECT_EQ(desk.run("propose enact --text T --call-vote --as Bob --request-id r1").status, 3);
  // The same text in another way is the same request.
  desk.write("t.txt", "T");
  EXPECT_EQ(desk.run("propose enact --file t.txt --call-vote --as Ann --request-id r1").status, 0);
  EXPECT_EQ(desk.run("propose enact - --call-vote --as Ann --request-id r1", "T").status, 0);
}

TEST(Moves, WhatIsSaidIsOneRequestHoweverItIsGiven) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 209 --as Ann");
  const std::string said = desk.ok("debate 'Why not?' --as Bob --request-id d1");
  EXPECT_EQ(desk.ok("debate - --as Bob --request-id d1", "Why not?"), said);
  EXPECT_EQ(desk.run("debate 'Why?' --as Bob --request-id d1").status, 3);
}

TEST(Moves, AThrowRetriedUnderItsRequestIsThrownOnce) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose enact --text T --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  const std::string thrown = desk.ok("roll --as Ann --request-id dice");
  EXPECT_EQ(desk.ok("roll --as Ann --request-id dice"), thrown);
}

TEST(Moves, RequestIdsHaveTheirBounds) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_EQ(desk.run("forfeit --as Bob --request-id ''").status, 2);
  EXPECT_EQ(desk.run("forfeit --as Bob --request-id " + std::string(129, 'x')).status, 2);
  EXPECT_EQ(desk.run("forfeit --as Bob --yes --request-id " + std::string(128, 'x')).status, 0);
}

TEST(Moves, ADryRunRecordsNothing) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run("propose repeal 209 --as Ann --dry-run --format json");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("\"dryRun\":true"));
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"size\":32"));
  EXPECT_EQ(desk.run("propose repeal 209 --as Bob --dry-run").status, 3) << "the rules are asked all the same";
}

TEST(Moves, SayWhenTheyHappened) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 209 --as Ann --occurred-at 2012-05-01T08:00+02:00");
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"), HasSubstr("\"occurredAt\":\"2012-05-01T06:00:00Z\""));
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("said to have happened at 2012-05-01T06:00:00Z"));
  EXPECT_EQ(desk.run("debate x --as Bob --occurred-at yesterday").status, 2);
}

TEST(Moves, AProposalMayBeLeftOutWhereOneIsOpen) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_EQ(desk.run("vote for --as Ann").status, 3);
  desk.ok("propose repeal 209 --as Ann");
  desk.ok("debate 'I am for it.' --as Bob");
  desk.ok("call-vote --as Ann");
  desk.ok("vote for --as Bob");
}

TEST(Moves, RevisingKeepsWhatIsNotGiven) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok(
      "propose enact --title Tea --text 'Drink tea.' --provision 'award { occasion: ADOPTED recipient: THE_PROPONENT "
      "amount { fixed_thousandths: 1000 } reckoned: BEFORE_EFFECT }' --as Ann");
  const Ran revised = desk.run("revise --text 'Drink coffee.' --as Ann");
  EXPECT_EQ(revised.status, 0);
  EXPECT_THAT(revised.err, HasSubstr("provisions of proposal 301 stay"));
  const std::string record = desk.ok("log --limit 1 --format jsonl");
  EXPECT_THAT(record, HasSubstr("\"title\":\"Tea\",\"text\":\"Drink coffee.\""));
  EXPECT_THAT(record, HasSubstr("fixed_thousandths: 1000"));
  desk.ok("revise 301 repeal 206 --as Ann");
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("Ann revises proposal 301: to repeal rule 206."));
  EXPECT_EQ(desk.run("revise --as Ann").status, 2);
}

TEST(Moves, AnAmendmentKeepsTheTitleAndProvisionsOnRequest) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran bare = desk.run("propose amend 206 --text T --as Ann --dry-run");
  EXPECT_THAT(bare.err, HasSubstr("--keep-provisions"));
  const Ran kept = desk.run("propose amend 206 --text T --keep-provisions --as Ann");
  EXPECT_EQ(kept.status, 0);
  EXPECT_THAT(kept.err, Not(HasSubstr("--keep-provisions")));
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"), HasSubstr("\"provisions\":[\"award"));
  EXPECT_EQ(desk.run("revise repeal 206 --keep-provisions --as Ann").status, 2);
}

TEST(Moves, ProvisionsComeFromFilesToo) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.write("p.txtpb",
             "provisions { victory { points_thousandths: 50000 } }\nprovisions { forfeit { always: true } }\n");
  desk.ok("propose amend 208 --text T --provisions p.txtpb --as Ann");
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"),
              HasSubstr("\"provisions\":[\"victory { points_thousandths: 50000 }\",\"forfeit"));
  desk.write("bad.txtpb", "provisions { victory { points_thousandths: 50000 } }\nnumber: '7'\n");
  EXPECT_THAT(desk.run("revise --provisions bad.txtpb --as Ann").err, HasSubstr("does not hold provisions alone"));
  desk.write("short.txtpb", "provisions { adoption { fraction: '3/4' of: CAST } }\n");
  desk.ok("revise --provisions short.txtpb --as Ann");
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"), HasSubstr("numerator: 3 denominator: 4 base: CAST"));
  desk.write("few.txtpb", "provisions { adoption { fraction: '3' of: CAST } }\n");
  EXPECT_THAT(desk.run("revise --provisions few.txtpb --as Ann").err, HasSubstr("adoption.fraction"));
  desk.write("worse.txtpb", "provisions { victory { points_thousandths: 1 } }\nprovisions { gravity { } }\n");
  EXPECT_THAT(desk.run("revise --provisions worse.txtpb --as Ann").err, HasSubstr("line 2"));
}

TEST(Moves, NamesMayLookLikeLists) {
  Desk desk;
  desk.founded("-- Bob '[a,b]' '{}' '%%'");
  desk.ok("propose repeal 209 --call-vote --as Bob");
  desk.ok("vote for --as '[a,b]'");
  desk.ok("vote for --as={}");
  desk.ok("vote against --as %%");
  EXPECT_THAT(desk.ok("scores"), HasSubstr("[a,b]"));
  EXPECT_EQ(desk.run("vote for --as -x").status, 2) << "a value that looks like an option is a value all the same";
}

TEST(Moves, TextsMayBeAnything) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose enact --text '[x,y]' --title '{}' --as Ann");
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"), HasSubstr("\"title\":\"{}\",\"text\":\"[x,y]\""));
  desk.ok("revise --text --as --as Ann");
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"), HasSubstr("\"text\":\"--as\""));
}

}  // namespace
}  // namespace nomic::tools
