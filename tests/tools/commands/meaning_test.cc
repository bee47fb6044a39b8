// What a proposal means is told before it is recorded, and what can hardly be undone is asked on a terminal.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const char* const AWARD = "'award: occasion=defeated, recipient=the_proponent, points=-5, reckoned=before_effect'";

// Ann stands at 4 points, and Bob moves.
void play_to_four(Desk& desk) {
  desk.founded("Ann Bob");
  desk.ok("propose enact --text 'Tea is served.' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  desk.ok("roll 4 --as Ann");
}

TEST(Meaning, ProvisionsAreToldInWordsBeforeTheRecord) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok(std::string("propose enact --text T --as Ann --provision ") + AWARD),
              StartsWith("The new rule, if this is adopted:\n"
                         "  + played by: the proponent of a defeated proposal loses 5 points, by the rules just before "
                         "its effect.\n"
                         "#32 Turn 1 begins"));
}

TEST(Meaning, AnAmendmentSaysWhatIsLostGainedAndKept) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok(std::string("propose amend 206 --text T --as Ann --provision ") + AWARD),
              StartsWith("Rule 206, if this is adopted:\n"
                         "  - no longer played by: the proponent of a defeated proposal loses 10 points, by the rules "
                         "just before its effect.\n"
                         "  + played by: the proponent of a defeated proposal loses 5 points, by the rules just before "
                         "its effect.\n"
                         "#32 "));
  EXPECT_THAT(desk.ok("revise amend 206 --text U --keep-provisions --as Ann"),
              AllOf(HasSubstr("  still played by: the proponent of a defeated proposal loses 10 points"),
                    Not(HasSubstr("no longer"))));
  EXPECT_THAT(desk.ok("revise amend 206 --text V --as Ann"), HasSubstr("- no longer played by: the proponent of"));
}

TEST(Meaning, ARepealLosesAll) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(
      desk.ok("propose repeal 209 --as Ann"),
      StartsWith("Rule 209, if this is adopted:\n  - no longer played by: there must be at most 25 mutable rules."));
}

TEST(Meaning, WhatHasNoneSaysNothing) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok("propose transmute 101 --as Ann"), StartsWith("#32 "));
}

TEST(Meaning, IsInPartsForPrograms) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string json =
      desk.ok(std::string("propose amend 206 --text T --as Ann --format json --provision ") + AWARD);
  EXPECT_THAT(json, HasSubstr(R"("meaning":{"changes":[{"kind":"AMEND","rule":"206","gained":["the proponent of a )"
                              R"(defeated proposal loses 5 points, by the rules just before its effect"],"lost":["the )"
                              R"(proponent of a defeated proposal loses 10 points)"));
  EXPECT_THAT(json, HasSubstr(R"("kept":[],"forPeople":false}],"grave":[]})"));
  EXPECT_THAT(desk.ok("debate hm --as Bob --format json"), Not(HasSubstr("meaning")));
  EXPECT_THAT(desk.ok("revise enact --text T --as Ann --format json"), HasSubstr(R"("forPeople":true)"));
}

TEST(Meaning, WhatIsRefusedIsNotTold) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run("propose repeal 209 --as Bob");
  EXPECT_EQ(ran.status, 3);
  EXPECT_EQ(ran.out, "");
}

TEST(Meaning, ARetriedRequestIsAnsweredAsThen) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok("propose repeal 209 --as Ann --request-id r"), StartsWith("Rule 209"));
  EXPECT_THAT(desk.ok("propose repeal 209 --as Ann --request-id r"), StartsWith("#32 "));
}

TEST(Meaning, ARuleForPeopleIsToldToBeOneOnce) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.run("propose enact --text T --as Ann").err,
              HasSubstr("note: rule 301 would be for people, and the program plays no part of it: carry it out with "
                        "nomic act --cite 301\n"));
  EXPECT_EQ(desk.run("revise --text U --as Ann").err, "");
  EXPECT_EQ(desk.run("call-vote --as Ann").err, "");
}

TEST(Meaning, WhatIsGraveIsAWarningWhereNobodyCanBeAsked) {
  Desk desk;
  play_to_four(desk);
  const std::string line = "propose enact --text 'Three win.' --provision 'victory: points=3' --as Bob";
  const Ran tried = desk.run(line + " --dry-run");
  EXPECT_EQ(tried.status, 0);
  EXPECT_THAT(tried.err,
              HasSubstr("warning: if it is adopted, Ann would win at once, as the scores stand, by rule 302"));
  EXPECT_THAT(desk.ok(line + " --format json"), HasSubstr(R"("grave":["would_win"])"));
}

TEST(Meaning, WhatIsGraveIsAskedOnATerminal) {
  Desk desk;
  play_to_four(desk);
  desk.err_terminal = desk.in_terminal = true;
  desk.width = 200;
  const std::string line = "propose enact --text 'Three win.' --provision 'victory: points=3' --as Bob";
  for (const char* no : {"", "\n", "n\n", "no\n", "yess\n", "yes please\n"}) {
    const Ran ran = desk.run(line, no);
    EXPECT_EQ(ran.status, 2) << no;
    EXPECT_THAT(ran.out, HasSubstr("+ played by: the first player to reach 3 points wins"))
        << "told before it is asked";
    EXPECT_THAT(ran.err, HasSubstr("If it is adopted, Ann would win at once, as the scores stand, by rule 302.\n"
                                   "Propose it all the same? [y/N] nomic: nothing was proposed\n"));
  }
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"size\":36,"));
  for (const char* yes : {"y\n", " YES \n", "yes"}) {
    const Ran ran = desk.run(line + " --request-id r", yes);
    EXPECT_EQ(ran.status, 0) << yes << ": asked once, as it is known by then";
    EXPECT_THAT(ran.err, Not(HasSubstr("warning:"))) << "what was asked about was told";
  }
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"size\":37,"));
  EXPECT_EQ(desk.run("revise --text 'Three points win.' --as Bob", "n\n").err.find("Revise it so all the same?") !=
                std::string::npos,
            true);
}

TEST(Meaning, NobodyIsAskedOfWhatIsNotGraveOrNotRecorded) {
  Desk desk;
  play_to_four(desk);
  desk.err_terminal = desk.in_terminal = true;
  EXPECT_EQ(desk.run("propose enact --text T --provision 'victory: points=3' --as Bob --dry-run").status, 0);
  const Ran ran = desk.run("propose enact --text T --provision 'victory: points=5' --as Bob");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, Not(HasSubstr("[y/N]")));
  EXPECT_EQ(desk.run("play -", "revise --provision 'victory: points=3' --as Bob\n").status, 0) << "a play is not asked";
}

// Somebody else moves while it is thought about: what was told may be so no more.
TEST(Meaning, TheGameMustStandStillWhileItIsAsked) {
  Desk desk;
  play_to_four(desk);
  desk.err_terminal = desk.in_terminal = true;
  Desk* const seat = &desk;
  desk.thinks = [seat] {
    seat->thinks = {};
    seat->err_terminal = seat->in_terminal = false;
    EXPECT_EQ(seat->run("forfeit --yes --as Ann").status, 0) << "the ledger is not held";
  };
  const Ran ran = desk.run("propose enact --text T --provision 'victory: points=3' --as Bob", "y\n");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr("the game has 37 records, not the 36"));
}

TEST(Meaning, ALineIsReadInPlaceOfTextFormat) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run("propose enact --text T --as Ann --provision 'award: ocasion=adopted'");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, "nomic: award has no \"ocasion\"\n  did you mean occasion?\n");
  EXPECT_THAT(desk.run("propose enact --text T --as Ann --provision 'adoption: quota=3/2 of cast'").err,
              HasSubstr("adoption.quota is 3/2, more than all"));
}

}  // namespace
}  // namespace nomic::tools
