// The commands that say why: history, diff, blame, explain, check-references, compare.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

// Ann and Bob by mail: (n - 291) x the fraction in favour (202), -10 for a defeat (206).
void play_two_turns(Desk& desk) {
  desk.founded("--mode mail Ann Bob");
  desk.ok("propose enact --text 'Cake. See rule 206.' --call-vote --as Ann");  // 301, #32
  desk.ok("vote for --as Ann");
  desk.ok("vote against --as Bob");  // #34: defeated 1-1: Ann +5 (10 x 1/2), -10
  desk.ok("propose amend 206 --text 'Lose 10.' --keep-provisions --call-vote --as Bob");  // 302, #35
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");  // #37: adopted: Bob +11
}

TEST(HistoryCommand, ShowsALifeByAnyNumber) {
  Desk desk;
  play_two_turns(desk);
  const std::string life = desk.ok("history 206");
  EXPECT_EQ(life, desk.ok("history 302"));
  EXPECT_THAT(life,
              testing::StartsWith(
                  "Rule 302, of the lineage of 206\nIt bore the number 206 from #31 to #37, then 302 since #37."));
  EXPECT_THAT(life, HasSubstr("By proposal 302 of Bob, made at #35, its vote called at #35, adopted 2-0 at #37"));
  EXPECT_THAT(life, HasSubstr("Votes: Ann for (#36), Bob for (#37)."));
  EXPECT_THAT(life, HasSubstr("    After: Lose 10.\n"));
  EXPECT_THAT(desk.run("history 301").err, HasSubstr("it was given to a proposal, made at #32"));
  EXPECT_EQ(desk.run("history 301").status, 3);
  EXPECT_EQ(desk.run("history").status, 2);
  EXPECT_EQ(desk.run("history x").status, 2);
}

TEST(DiffCommand, ShowsRulesScoresAndPlayers) {
  Desk desk;
  play_two_turns(desk);
  const std::string between = desk.ok("diff start");
  EXPECT_THAT(between, HasSubstr("Rule 302, which was rule 206, since #37, by proposal 302"));
  EXPECT_THAT(between, HasSubstr("Ann  0  -> -5"));
  EXPECT_THAT(between, HasSubstr("Bob  0  -> 11"));
  EXPECT_EQ(desk.ok("diff 34 35"), "No rule, score or player differs.\n");
  EXPECT_EQ(desk.run("diff").status, 2);
  EXPECT_EQ(desk.run("diff 400").status, 2);
}

TEST(BlameCommand, NamesWhoBroughtEachSentence) {
  Desk desk;
  play_two_turns(desk);
  EXPECT_THAT(desk.ok("blame 206"), HasSubstr("proposal 302  Bob  Lose 10."));
  EXPECT_THAT(desk.ok("blame 203"), HasSubstr("founded"));
  EXPECT_EQ(desk.run("blame 206 --lang xx").status, 3);
}

TEST(BlameCommand, TellsActsAndCorrectionsFromTheFounding) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose enact --text 'The Ministry enacts taxes.' --call-vote --as Ann");  // 301
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  desk.write("tax", R"(changes { kind: ENACT texts { text: "Tea is taxed." } })");
  desk.ok("act --cite 301 'The Ministry meets.' --changes tax --as Bob --yes");  // #35
  desk.write("more", R"(changes { kind: AMEND rule: '302' texts { text: "Tea is taxed. So is caek." } })");
  desk.ok("act --cite 301 'It meets again.' --changes more --as Ann --yes");                      // #36
  desk.ok("correct --cause 'a slip of the pen' --rule 302 --before caek --after cake --as Bob");  // #37
  EXPECT_EQ(desk.ok("blame 302"),
            "#35  2012-05-30  act         Bob  Tea is taxed.\n"
            "#37  2012-05-30  correction  Bob  So is cake.\n");
  desk.ok("object 37 --as Ann");
  EXPECT_THAT(desk.ok("blame 302"), HasSubstr("act  Ann  So is caek."));
  const std::string json = desk.ok("blame 302 --format json");
  EXPECT_THAT(json, HasSubstr(R"("proposal":"","proponent":"","number":"302","broughtBy":"ACT","author":"Bob")"));
  EXPECT_THAT(desk.ok("blame 203 --format jsonl"), HasSubstr(R"("broughtBy":"FOUNDING","author":"")"));
  EXPECT_THAT(desk.ok("blame 301 --format jsonl"), HasSubstr(R"("broughtBy":"PROPOSAL","author":"")"));
}

TEST(ExplainCommand, AddsUp) {
  Desk desk;
  play_two_turns(desk);
  const std::string why = desk.ok("explain score ann");
  EXPECT_THAT(why, testing::StartsWith("Turn  Record  Points  Score  Why\n"
                                       "   1  #34         +5     -5  rule 202: (301 - 291) x 1/2 = 5\n"
                                       "                             Votes: Ann for (#33), Bob against (#34).\n"
                                       "      #34        -10    -10  rule 206: proposal 301 is defeated\n"
                                       "Together: -5.\n"));
  EXPECT_THAT(why, Not(HasSubstr("By proposal")));
  EXPECT_THAT(desk.ok("log --from 34 --limit 1"), HasSubstr("Ann +5 (rule 202) = -5: (301 - 291) x 1/2 = 5."));
  const std::string json = desk.ok("explain score ann --format json");
  EXPECT_THAT(json, HasSubstr(R"("reckoning":{"share":{"number":"301","minus":291,"votesFor":1,"votesCast":2,)"
                              R"("decimals":0,"exact":5}})"));
  EXPECT_THAT(json, HasSubstr(R"("reckoning":{"occasion":"DEFEATED"}}})"));
  EXPECT_THAT(json, AllOf(HasSubstr(R"("turn":1)"), Not(HasSubstr("\"before\""))));
  EXPECT_THAT(why, HasSubstr("The rules cited, as they stood:"));
  EXPECT_THAT(desk.ok("explain proposal 302"), HasSubstr("Rule 206 is now rule 302"));
  EXPECT_THAT(desk.ok("explain record 35 --dependents"), HasSubstr("#36 is about proposal 302, which #35 made."));
  EXPECT_THAT(desk.ok("explain rule 302"), HasSubstr("By proposal 302 of Bob"));
  EXPECT_EQ(desk.run("explain winner").status, 3);
  EXPECT_EQ(desk.run("explain").status, 2);
  EXPECT_EQ(desk.run("explain record 99").status, 2);
  EXPECT_EQ(desk.run("explain score Zed").status, 2);
  EXPECT_EQ(desk.run("explain score Ann --dependents").status, 2);
}

TEST(ExplainCommand, ShowsTheLastChangesOfAScoreAndWhatItWasBeforeThem) {
  Desk desk;
  play_two_turns(desk);
  const std::string why = desk.ok("explain score Ann --limit 1");
  EXPECT_THAT(why, AllOf(HasSubstr("#34         +5     -5  rule 202"), Not(HasSubstr("rule 206: proposal 301"))));
  EXPECT_THAT(why, HasSubstr("Before these: -10.\nTogether: -5."));
  EXPECT_THAT(desk.ok("explain score Ann --limit 1 --format json"), HasSubstr(R"("before":-10)"));
  EXPECT_THAT(desk.ok("explain score Ann --limit 0"), HasSubstr("Before these: -5.\nTogether: -5."));
  EXPECT_EQ(desk.run("explain winner --limit 1").status, 2);
}

// A rule 301 of these words, then an amendment of 206, which is rule 302 by it (108).
void with_206_amended_after(Desk& desk, const std::string& text) {
  desk.founded("Ann Bob");
  EXPECT_EQ(desk.run("check-references").status, 0);
  desk.ok("propose enact --text '" + text + "' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  desk.ok("roll 1 --as Ann");
  desk.ok("propose amend 206 --text 'Lose 10.' --keep-provisions --call-vote --as Bob");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
}

TEST(CheckReferences, FindsTheStaleOnesAndPutsThemRight) {
  Desk desk;
  with_206_amended_after(desk, "Cake. See rule 206.");
  const Ran stale = desk.run("check-references");
  EXPECT_EQ(stale.status, 1);
  EXPECT_THAT(stale.out, HasSubstr("Rule 301: rule 206 is rule 302 now (written at #34)."));
  EXPECT_THAT(stale.out, HasSubstr("nomic propose amend 301 --text 'Cake. See rule 302.'"));
  EXPECT_THAT(desk.ok("show-rules 301 --references"), HasSubstr("206, written at #34: rule 206 is rule 302 now."));
  EXPECT_EQ(desk.run("check-references --at 34").status, 0);
}

// A range names rules that are not written: no command puts it right, and people are told to.
TEST(CheckReferences, LeavesTheEndsOfARangeToPeople) {
  Desk desk;
  with_206_amended_after(desk, "Cake, by rules 201 to 206.");
  const Ran stale = desk.run("check-references");
  EXPECT_EQ(stale.status, 1);
  EXPECT_THAT(stale.out, HasSubstr("Rule 301: rule 206 is rule 302 now, and ends a range of rules here: say anew which "
                                   "are meant (written at #34)."));
  EXPECT_THAT(stale.out, Not(HasSubstr("nomic propose amend 301")));
  EXPECT_THAT(desk.run("check-references --format json").out, HasSubstr(R"("ranged":true)"));
}

TEST(CompareCommand, TracesAPostedScoreToItsRecord) {
  Desk desk;
  play_two_turns(desk);
  desk.write("right.csv", "player,points\nAnn,-5\nBob,11\n");
  EXPECT_EQ(desk.ok("compare --scores right.csv"), "They are the same.\n");
  desk.write("wrong.csv", "player,points\nAnn,5\nBob,11\n");  // Ann's -10 is forgotten
  const Ran wrong = desk.run("compare --scores wrong.csv");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.out,
              HasSubstr("#34  Ann is posted with 5, and the ledger has -5: it leaves out Ann -10 (rule 206)"));
  EXPECT_THAT(wrong.out, HasSubstr("Rule 206 as it stood since #31"));
  EXPECT_THAT(wrong.out, Not(HasSubstr("Bob")));
  EXPECT_EQ(desk.run("compare").status, 2);
  EXPECT_EQ(desk.run("compare other --scores right.csv").status, 2);
}

// The facts of the forum's game of 2010: its first scoreboard had forgotten Baker's 9 and his -10 for proposal 301.
TEST(CompareCommand, FindsWhatAForumsScoreboardForgot) {
  Desk desk;
  desk.ok("play " NOMIC_SOURCE_DIR "/tests/transcripts/forum-2010.play");
  desk.write(
      "posted.csv",
      "after,Baker,Barrett,Leek,Lynch,Miles,Symington,Titmarsh,Young\n301,0,0,0,0,0,0,0,0\n302,0,11,0,0,0,0,0,0\n");
  const Ran compared = desk.run("compare --scores posted.csv");
  EXPECT_EQ(compared.status, 1);
  EXPECT_THAT(
      compared.out,
      HasSubstr("#46  Baker is posted with 0 after 301, and the ledger has -1: it leaves out Baker +9 (rule 202)"));
  EXPECT_THAT(
      compared.out,
      HasSubstr("#46  Baker is posted with 0 after 301, and the ledger has -1: it leaves out Baker -10 (rule 206)"));
  EXPECT_THAT(compared.out, Not(HasSubstr("Barrett")));
  // Told once, though the board of 302 lacks it too.
  EXPECT_THAT(compared.out, Not(HasSubstr("after 302")));
  desk.write(
      "right.csv",
      "after,Baker,Barrett,Leek,Lynch,Miles,Symington,Titmarsh,Young\n301,-1,0,0,0,0,0,0,0\n302,-1,11,0,0,0,0,0,0\n");
  EXPECT_EQ(desk.run("compare --scores right.csv").status, 0);
}

TEST(CompareCommand, SaysWhatAPostedScoreGivesForAProposal) {
  Desk desk;
  play_two_turns(desk);
  desk.write("posted.csv", "after,Bob\n302,9\n");
  EXPECT_THAT(
      desk.run("compare --scores posted.csv").out,
      HasSubstr("#37  Bob is posted with 9 after 302, and the ledger has 11: it gives 9 there, and the ledger has "
                "Bob +11 (rule 202)"));
}

TEST(CompareCommand, TracesAPostedRuleToItsRecord) {
  Desk desk;
  play_two_turns(desk);
  const Ran differs = desk.run("compare --rules 1990");
  EXPECT_EQ(differs.status, 1);
  EXPECT_THAT(differs.out, HasSubstr("#37  rule 302 (posted as 206) is posted as it stood before #37 (proposal 302)."));
  EXPECT_THAT(differs.out,
              HasSubstr("#37  rule 206 is posted, and in the game it is rule 302 since #37 (proposal 302)."));
  EXPECT_EQ(desk.run("compare --rules 1990 --at start").status, 0);
}

}  // namespace
}  // namespace nomic::tools
