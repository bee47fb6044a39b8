// What was proposed, and what it changes: proposals, status, log, explain proposal.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const char* const FIVE = "'The proponent of a rule-change that is defeated loses 5 points.'";
const char* const LOSES_TEN =
    "the proponent of a defeated proposal loses 10 points, by the rules just before its effect.\n";

// 301 is defeated, 302 is voted on.
void play_two(Desk& desk) {
  desk.founded("--mode mail Ann Bob");
  desk.ok("propose enact --title Cake --text 'Cake is had.' --call-vote --as Ann");  // 301, #32
  desk.ok("vote for --as Ann");
  desk.ok("vote against --as Bob");                                                                      // #34: 1-1
  desk.ok(std::string("propose amend 206 --text ") + FIVE + " --keep-provisions --call-vote --as Bob");  // 302, #35
  desk.ok("vote for --as Ann");                                                                          // #36
}

TEST(ProposalsCommand, ListsWhatWasProposedAndHowItStands) {
  Desk desk;
  desk.founded("--game empty Ann Bob");
  EXPECT_EQ(desk.ok("proposals"), "Nothing has been proposed yet.\n");
  Desk other;
  play_two(other);
  const std::string first = "301  Ann  defeated 1-1 at #34         enact a rule: Cake\n";
  const std::string second = "302  Bob  being voted on, 1-0 so far  amend rule 206: The proponent of a...\n";
  EXPECT_EQ(other.ok("proposals"), first + second);
  EXPECT_EQ(other.ok("proposals --standing open"), second);
  EXPECT_EQ(other.ok("proposals --limit 1"), second);
  EXPECT_EQ(other.ok("proposals --limit 9"), first + second);
  EXPECT_THAT(other.ok("proposals --limit 1 --standing defeated"), AllOf(HasSubstr("301  Ann"), Not(HasSubstr("302"))))
      << "the last of those that are so";
  EXPECT_EQ(other.ok("proposals --limit 1 --standing withdrawn"), "No proposal is withdrawn.\n");
  EXPECT_EQ(other.ok("proposals --standing withdrawn"), "No proposal is withdrawn.\n");
  EXPECT_THAT(other.ok("proposals --standing defeated"), AllOf(HasSubstr("301  Ann"), Not(HasSubstr("302"))));
  EXPECT_THAT(other.ok("proposals --at 33"), HasSubstr("301  Ann  being voted on, 1-0 so far  enact a rule: Cake"));
  const std::string json = other.ok("proposals --format json");
  EXPECT_THAT(json, HasSubstr(R"("standing":"DEFEATED")"));
  EXPECT_THAT(json, HasSubstr(R"("standing":"VOTED_ON")"));
  EXPECT_THAT(json, HasSubstr(R"("change":"enact a rule","reason":"")"));
}

TEST(ProposalsCommand, SaysWhatIsWrong) {
  Desk desk;
  play_two(desk);
  EXPECT_THAT(desk.run("proposals --standing opn").err, HasSubstr("open"));
  EXPECT_EQ(desk.run("proposals --standing opn").status, 2);
  EXPECT_EQ(desk.run("proposals 301 302").status, 2);
  EXPECT_EQ(desk.run("proposals 301 --limit 1").status, 2);
  EXPECT_EQ(desk.run("proposals x").status, 2);
  const Ran none = desk.run("proposals 999");
  EXPECT_EQ(none.status, 3);
  EXPECT_THAT(none.err, HasSubstr("there was no proposal 999 in the first 37 records"));
}

TEST(ProposalsCommand, ShowsADefeatedOneWithEveryWord) {
  Desk desk;
  play_two(desk);
  const std::string defeated = desk.ok("proposals 301");
  EXPECT_THAT(defeated, StartsWith("Proposal 301 by Ann, to enact a rule: defeated 1-1 at #34 (rule 203 as it stood "
                                   "since #31).\n    Made at #32 (2012-05-30T10:00:"));
  EXPECT_THAT(defeated, HasSubstr("), its vote called at #32.\n    Votes: Ann for (#33), Bob against (#34).\n"
                                  "    Cake\n    \"Cake is had.\"\n"));
  EXPECT_THAT(desk.ok("explain proposal 301"), HasSubstr("    Cake\n    \"Cake is had.\"\n"));
  EXPECT_THAT(desk.ok("log --from 32 --limit 1"), HasSubstr("enact a rule.\n    Cake\n    \"Cake is had.\"\n"));
}

TEST(ProposalsCommand, ShowsWhatAnAmendmentStrikesAndAdds) {
  Desk desk;
  play_two(desk);
  const std::string changes =
      "    Penalty for defeat\n"
      "    The proponent of a rule-change that is defeated loses [-10-]{+5+} points.\n"
      "    Played by: " +
      std::string(LOSES_TEN);
  EXPECT_THAT(desk.ok("proposals 302"), HasSubstr("    Votes: Ann for (#36).\n" + changes));
  for (const char* look : {"status", "log --from 35 --limit 1", "explain proposal 302"}) {
    EXPECT_THAT(desk.ok(look), HasSubstr(changes)) << look;
  }
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("any more")));
  for (const char* look : {"proposals 302", "status", "log --from 35 --limit 1", "explain proposal 302"}) {
    const std::string json = desk.ok(std::string(look) + " --format json");
    EXPECT_THAT(json, HasSubstr(R"("target":{"number":"206","lineage":"206","since":31,"title":"Penalty for defeat")"))
        << look;
    EXPECT_THAT(json, HasSubstr(R"("passages":[{"kind":"REVISED","before":"The proponent)")) << look;
    EXPECT_THAT(json, HasSubstr(R"({"kind":"GONE","text":"10"},{"kind":"NEW","text":"5"})")) << look;
  }
  EXPECT_THAT(desk.ok("history 206 --format json"), Not(HasSubstr("\"target\"")));
  // Once it is adopted, the rule is another; what it changed is what it was then.
  desk.ok("vote for --as Bob");  // #37
  EXPECT_THAT(
      desk.ok("proposals 302"),
      AllOf(StartsWith("Proposal 302 by Bob, to amend rule 206: adopted 2-0 at #37 (rule 203"), HasSubstr(changes)));
  EXPECT_THAT(desk.ok("log --from 35 --limit 1"), HasSubstr(changes));
  // And what is taken back of it comes as it was before.
  desk.ok("propose restore 302 --as Ann");
  EXPECT_THAT(desk.ok("status"), HasSubstr("    The proponent of a rule-change that is defeated loses [-5-]{+10+} "
                                           "points.\n"));
}

TEST(ProposalsCommand, ShowsWhatIsRewrittenAsItWasAndAsItWouldBe) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose amend 206 --title Mercy --text 'A defeated proponent loses 5 points.' --as Ann");
  EXPECT_THAT(desk.ok("status"),
              HasSubstr("    Title: [-Penalty for defeat-] {+Mercy+}\n"
                        "    Before: The proponent of a rule-change that is defeated loses 10 points.\n"
                        "    After: A defeated proponent loses 5 points.\n"
                        "    - no longer played by: " +
                        std::string(LOSES_TEN)));
  const std::string json = desk.ok("status --format json");
  EXPECT_THAT(json, HasSubstr(R"("newTitle":"Mercy")"));
  EXPECT_THAT(json, HasSubstr(R"({"kind":"REWRITTEN","before":"The proponent of a rule-change that is defeated loses )"
                              R"(10 points.","after":"A defeated proponent loses 5 points.","pieces":[]})"));
}

TEST(ProposalsCommand, ShowsWhatARepealTakesAway) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 206 --as Ann");
  EXPECT_THAT(desk.ok("proposals 301"),
              HasSubstr("    Penalty for defeat\n"
                        "    [-The proponent of a rule-change that is defeated loses 10 points.-]\n"
                        "    - no longer played by: " +
                        std::string(LOSES_TEN)));
}

// A struck proposal keeps its number (108): the next has the next.
TEST(ProposalsCommand, ShowsAStruckOneBesideTheNext) {
  Desk desk;
  ASSERT_EQ(desk.play("init Ann Bob Cleo\n"
                      "propose repeal 209 --as Ann\n"
                      "judgment invoke 'May she?' --about 33 --as Bob\n"
                      "judgment deliver No. --reasons 'She may not.' --strike 33 --cite 202 --as Cleo\n"
                      "propose repeal 206 --as Ann\n")
                .status,
            0);
  const std::string list = desk.ok("proposals");
  EXPECT_THAT(list, StartsWith("301  Ann  struck: without effect  repeal rule 209\n"));
  EXPECT_THAT(list, HasSubstr("302  Ann  being debated           repeal rule 206\n"));
}

}  // namespace
}  // namespace nomic::tools
