// forfeit, an act that wins, an outcome by somebody's word: asked about on a terminal, meant by --yes elsewhere, and as
// they stand in a play.
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

TEST_F(AskedMoves, AnActThatWinsIsAskedAboutAndNoOther) {
  with_tea();
  desk.ok("act --cite 301 'Bob made tea.' --points Bob=+2 --as Bob");
  const Ran refused = desk.run("act --cite 301 'Much tea.' --points Bob=+98 --as Bob");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("this act wins"));
  EXPECT_THAT(refused.err, HasSubstr("Bob"));
  EXPECT_THAT(refused.err, HasSubstr("--yes"));
  desk.ok("act --cite 301 'Much tea.' --points Bob=+97 --as Bob");
  at_terminal();
  EXPECT_EQ(desk.run("act --cite 301 'More.' --points Bob=+1 --as Bob", "no\n").status, 2);
  const Ran asked = desk.run("act --cite 301 'More.' --points Bob=+1 --as Bob", "yes\n");
  EXPECT_EQ(asked.status, 0) << asked.err;
  EXPECT_THAT(asked.err, HasSubstr("Record it? [y/N]"));
  EXPECT_THAT(asked.out, HasSubstr("Bob wins"));
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
  EXPECT_THAT(asked.err, HasSubstr("By Bob's word alone"));
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
  Desk without;
  without.write("rules.txtpb",
                "rules { number: 1 status: MUTABLE texts { text: 'We vote.' } } modes: TABLE modes: MAIL");
  without.founded("--rules rules.txtpb Ann Bob");
  without.ok("propose enact --text 'Cake.' --call-vote --as Ann");
  without.ok("vote for --as Ann");
  without.ok("vote for --as Bob");
  ASSERT_THAT(without.ok("status"), HasSubstr("no rule says with what outcome"));
  const std::string shown = without.ok("status");
  EXPECT_LT(shown.find("nomic attest 2 "), shown.find("asked about first:"));
  without.ok("attest 2 adopted --as Ann");
}

}  // namespace
}  // namespace nomic::tools
