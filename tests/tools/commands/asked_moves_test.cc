// forfeit, an act that does something to others, an outcome by one player's word: asked about on a terminal, meant by
// --yes elsewhere, and as they stand in a play.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

class AskedMoves : public testing::Test {
 protected:
  AskedMoves() { desk.founded("Ann Bob Cleo"); }
  void at_terminal() {
    desk.in_terminal = true;
    desk.err_terminal = true;
  }
  // Whoever makes tea gains points: rule 301. The next turn is Bob's.
  void with_tea() {
    desk.ok("propose enact --text 'Whoever makes tea gains points.' --call-vote --as Ann");
    for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
    desk.ok("roll 1 --as Ann");
  }
  std::string size() { return desk.ok("head"); }

  Desk desk;
};

TEST_F(AskedMoves, ForfeitNeedsYesWhereNobodyCanBeAsked) {
  const std::string before = size();
  const Ran refused = desk.run("forfeit --as Cleo");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("leave the game for good"));
  EXPECT_THAT(refused.err, HasSubstr("--yes"));
  EXPECT_EQ(size(), before) << "nothing was recorded";
  desk.ok("forfeit --as Cleo --dry-run");
  EXPECT_EQ(size(), before);
  EXPECT_THAT(desk.ok("forfeit --as Cleo --yes"), HasSubstr("Cleo leaves the game"));
  // Who has left, and who never played, is told that first.
  EXPECT_EQ(desk.run("forfeit --as Cleo").status, 3);
  EXPECT_EQ(desk.run("forfeit --as Zoe").status, 2);
  EXPECT_THAT(desk.run("forfeit --as Zoe").err, Not(HasSubstr("--yes")));
}

TEST_F(AskedMoves, ATerminalIsAsked) {
  at_terminal();
  const std::string before = size();
  for (const char* answer : {"n\n", "\n", "", "maybe\n"}) {
    const Ran declined = desk.run("forfeit --as Cleo", answer);
    EXPECT_EQ(declined.status, 2) << answer;
    EXPECT_THAT(declined.err, HasSubstr("Cleo would leave the game for good. Forfeit? [y/N] "));
    EXPECT_THAT(declined.err, HasSubstr("nothing was recorded"));
  }
  EXPECT_EQ(size(), before);
  EXPECT_EQ(desk.run("forfeit --as Cleo", "y\n").status, 0);
  EXPECT_THAT(desk.run("forfeit --as Bob --yes").err, Not(HasSubstr("Forfeit?"))) << "it is said already";
}

TEST_F(AskedMoves, ALineOfAPlayIsMeantAsItStands) {
  at_terminal();
  const Ran played = desk.play("forfeit --as Cleo\n!3 forfeit --as Cleo\n");
  EXPECT_EQ(played.status, 0) << played.err;
  EXPECT_THAT(played.err, Not(HasSubstr("[y/N]")));
}

TEST_F(AskedMoves, ARetriedForfeitIsAnsweredAsTheFirst) {
  desk.ok("forfeit --as Cleo --yes --request-id mail-7");
  EXPECT_THAT(desk.run("forfeit --as Cleo --yes --request-id mail-7").err, HasSubstr("mail-7"));
  EXPECT_EQ(desk.run("forfeit --as Cleo --request-id mail-7").status, 0) << "it is on record: nothing is to be asked";
}

TEST_F(AskedMoves, AnActThatWinsIsAskedAbout) {
  with_tea();
  desk.ok("act --cite 301 'Bob made tea.' --points Bob=+2 --as Bob");
  const Ran refused = desk.run("act --cite 301 'Much tea.' --points Bob=+98 --as Bob");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("this act declares a winner"));
  EXPECT_THAT(refused.err, HasSubstr("--yes"));
  desk.ok("act --cite 301 'Much tea.' --points Bob=+97 --as Bob");
  at_terminal();
  EXPECT_EQ(desk.run("act --cite 301 'More.' --points Bob=+1 --as Bob", "no\n").status, 2);
  const Ran asked = desk.run("act --cite 301 'More.' --points Bob=+1 --as Bob", "yes\n");
  EXPECT_EQ(asked.status, 0) << asked.err;
  EXPECT_THAT(asked.err, HasSubstr("Bob wins"));
  EXPECT_THAT(asked.err, HasSubstr("Record it? [y/N]"));
  EXPECT_THAT(asked.out, HasSubstr("Bob wins"));
}

// The text of the rule that is cited stands beside what the act does (issue: an act that cites 207 rewrites 208).
TEST_F(AskedMoves, AnActThatDoesSomethingToOthersShowsTheRuleThatItCites) {
  with_tea();
  desk.write("changes.txt", "changes { kind: AMEND rule: '208' texts { text: 'Ann wins.' } }\n");
  const std::string before = size();
  const std::string cites = "Rule 207, which it cites, says: \"The number of votes that a player has is one";
  for (const auto& [command, does] : std::vector<std::pair<std::string, std::string>>{
           {"act --cite 207 'A new end.' --changes changes.txt --as Cleo", "this act changes the rules"},
           {"act --cite 207 'Less.' --points Ann=-3 --as Cleo", "this act changes another player's score"},
           {"act --cite 207 'A crown.' --give Ann:crown=+1 --as Cleo", "this act changes another player's score"},
           {"act --cite 207 'A title.' --set Ann.title=Queen --as Cleo", "this act changes another player's score"},
           {"act --cite 207 'All.' --points Cleo=+100 --points Ann=-1 --as Cleo",
            "this act declares a winner and changes another player's score"}}) {
    const Ran refused = desk.run(command);
    EXPECT_EQ(refused.status, 2) << command;
    EXPECT_THAT(refused.err, HasSubstr(does));
    EXPECT_THAT(refused.err, HasSubstr(cites));
    EXPECT_THAT(refused.err, HasSubstr("--yes"));
  }
  EXPECT_EQ(size(), before);
  desk.ok(
      "act --cite 207 'A title.' --set Cleo.title=Queen --give Cleo:crown=+1 --give bank:gold=+1 --points Cleo=+1 "
      "--as Cleo");
  at_terminal();
  EXPECT_EQ(desk.run("act --cite 207 'Less.' --points Ann=-3 --as Cleo", "n\n").status, 2);
  const Ran asked = desk.run("act --cite 207 'Less.' --points Ann=-3 --as Cleo", "y\n");
  EXPECT_EQ(asked.status, 0) << asked.err;
  // A terminal has 80 columns.
  EXPECT_THAT(asked.err, HasSubstr("Rule 207, which it cites, says: \"The number\nof votes that a player has is one"));
  EXPECT_THAT(asked.err, HasSubstr("Ann -3 (rule 207)"));
  EXPECT_THAT(desk.run("act --cite 207 'Less.' --points Ann=-3 --as Cleo --yes").err, Not(HasSubstr("Record it?")));
}

TEST_F(AskedMoves, StatusTellsOfAnActUntilTheNextTurnAndTheAuditForEver) {
  with_tea();
  desk.ok("act --cite 207 'Less.' --points Ann=-3 --as Cleo --yes");
  // Records 0 to 32 found the game: 29 rules, 3 players. Then the proposal, 3 votes, a throw, the act.
  const std::string contest = "nomic judgment invoke 'Does rule 207 provide for #38?' --about 38 --as NAME";
  for (const char* asked : {"status", "status --player Ann", "status --player Bob", "status --player Cleo"}) {
    const std::string told = desk.ok(asked);
    EXPECT_THAT(told, HasSubstr("It changes another player's score. Not judged."));
    EXPECT_THAT(told, HasSubstr("Rule 207 says: The number of votes that a player has is one"));
  }
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr(R"("contest":")" + contest));
  EXPECT_THAT(desk.ok("status"), HasSubstr(contest));
  EXPECT_THAT(desk.ok("explain record 38"), HasSubstr("It changes another player's score: no program can judge that."));
  EXPECT_THAT(desk.ok("log --from 38 --format jsonl"), HasSubstr(R"("effects":["CHANGES_ANOTHERS_SCORE"])"));
  const std::string audit = desk.ok("audit");
  EXPECT_THAT(audit, HasSubstr("nothing is broken"));
  EXPECT_THAT(audit,
              HasSubstr("Act #38, by Cleo, under rule 207: \"Less.\" It changes another player's score. Not judged."));
  EXPECT_THAT(audit, HasSubstr("Rule 207 says: The number of votes that a player has is one"));
  // Ann is moving, and Cleo sits before her (212).
  desk.ok("judgment invoke 'Does rule 207 provide for #38?' --about 38 --as Bob");
  desk.ok("judgment deliver No. --reasons 'It speaks of votes.' --strike 38 --cite 207 --as Cleo");
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("Rule 207 says:")));
  EXPECT_THAT(desk.ok("audit"), HasSubstr("Struck by #40."));
  desk.ok("consent --as Ann");
  desk.ok("consent --as Cleo");
  desk.ok("act --cite 207 'Less.' --points Ann=-3 --as Cleo --yes");
  EXPECT_THAT(desk.ok("status"), HasSubstr("Rule 207 says:"));
  desk.ok("propose repeal 210 --as Bob");
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("Rule 207 says:")));
  EXPECT_THAT(desk.ok("audit"), HasSubstr("Rule 207 says:"));
}

// It is the word of whoever records the game, most of whose acts are other players'.
TEST(AskedActs, OfAGameRecordedAfterwardsAreAskedAboutWhereTheyWin) {
  Desk desk;
  desk.founded("--retrospective Ann Bob");
  desk.ok("act --cite 207 'Less.' --points Ann=-3 --as Bob --occurred-at 2012-05-01");
  EXPECT_THAT(desk.ok("audit"), HasSubstr("It changes another player's score. Not judged."));
  EXPECT_EQ(desk.run("act --cite 207 'All.' --points Bob=+200 --as Bob --occurred-at 2012-05-01").status, 2);
}

// Where a vote is held in the program, whoever attests has seldom meant anything but to vote.
TEST_F(AskedMoves, AnOutcomeByWordIsAskedAboutInAGameThatIsPlayedHere) {
  desk.ok("propose repeal 209 --call-vote --as Ann");
  const std::string before = size();
  const Ran refused = desk.run("attest 301 adopted --as Bob");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("to attest is to declare by one's own word that the proposal was adopted"));
  EXPECT_THAT(refused.err, HasSubstr("--yes"));
  EXPECT_EQ(desk.run("attest 999 adopted --as Bob").status, 3) << "what the rules refuse is refused first";
  desk.ok("attest 301 adopted --as Bob --dry-run");
  EXPECT_EQ(size(), before);
  at_terminal();
  EXPECT_EQ(desk.run("attest 301 adopted --as Bob", "n\n").status, 2);
  const Ran asked = desk.run("attest 301 adopted --as Bob", "y\n");
  EXPECT_EQ(asked.status, 0) << asked.err;
  EXPECT_THAT(asked.err, HasSubstr("Bob would declare that the proposal was adopted, which is no vote on it"));
  EXPECT_THAT(asked.err, HasSubstr("Attest it? [y/N]"));
}

TEST_F(AskedMoves, ALineOfAPlayAttestsAsItStands) {
  EXPECT_EQ(desk.play("propose repeal 209 --call-vote --as Ann\nattest 301 adopted --as Bob\n").status, 0);
}

// In a game recorded afterwards outcomes are known by word; and so is one that no rule tells.
TEST(AskedAttestations, AreOrdinaryWhereNothingElseTells) {
  Desk afterwards;
  afterwards.founded("--retrospective Ann Bob");
  afterwards.ok("propose repeal 209 --call-vote --as Ann --occurred-at 2012-05-01");
  afterwards.ok("attest 301 adopted --as Bob --occurred-at 2012-05-02");
  // Rule 2 has lost its provisions: the program cannot read what it asks for.
  Desk without;
  without.write(
      "rules.txtpb",
      "rules { number: '1' status: MUTABLE texts { text: 'We vote.' } } "
      "rules { number: '2' status: MUTABLE texts { text: 'All.' } "
      "provisions { adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } } } } modes: TABLE modes: MAIL");
  without.founded("--rules rules.txtpb Ann Bob");
  without.ok("propose amend 2 --text 'All of us.' --call-vote --as Ann");
  without.ok("vote for --as Ann");
  without.ok("vote for --as Bob");
  without.ok("propose enact --text 'Cake.' --call-vote --as Ann");
  without.ok("vote for --as Ann");
  without.ok("vote for --as Bob");
  const std::string shown = without.ok("status");
  ASSERT_THAT(shown, HasSubstr("no rule says with what outcome"));
  EXPECT_LT(shown.find("nomic attest 4 "), shown.find("asked about first:"));
  without.ok("attest 4 adopted --as Ann");
}

}  // namespace
}  // namespace nomic::tools
