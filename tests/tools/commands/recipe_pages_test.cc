// nomic recipes: the list, and one in full, with what is still to be done in the game at hand.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(RecipePages, ListWhatThereIsWithoutAGame) {
  Desk desk;
  const std::string list = desk.ok("recipes");
  EXPECT_THAT(list, AllOf(HasSubstr("two-thirds"), HasSubstr("amend 203"), HasSubstr("voting-award"),
                          HasSubstr("enact"), HasSubstr("nomic propose --recipe NAME")));
}

TEST(RecipePages, ShowOneInFull) {
  Desk desk;
  EXPECT_EQ(
      desk.ok("recipes voting-award --set points=2"),
      "voting-award, a new rule: 1 point for a vote for another player's proposal that is adopted.\n"
      "    When a proposal is adopted, every player who voted for it gains 2 points, except its proponent.\n"
      "    Also in es, it, ja and nl: --lang.\n"
      "    Played by: each other player who voted for an adopted proposal gains 2 points, by the rules just before "
      "its effect.\n"
      "To be set, each with --set:\n"
      "    points=2  what each of them gains: 0.001 to 1000\n"
      "What brings it about, each by a vote:\n"
      "    nomic propose --recipe voting-award --set points=2 --as NAME\n"
      "To be known:\n"
      "    It stands beside rule 204, which pays those who voted against.\n"
      "    It does not pay for its own adoption: the award is reckoned by the rules as they were when the vote was "
      "taken (107).\n");
  const std::string quorum = desk.ok("recipes quorum");
  EXPECT_THAT(quorum, HasSubstr("quorum, in place of rule 203: "));
  EXPECT_THAT(quorum, HasSubstr("What must be so first:\n    voluntary-vote, or the like: a vote that ends without the "
                                "missing contradicts the duty of every voter to take part.\n"));
  EXPECT_THAT(quorum, HasSubstr("    nomic propose transmute 105 --as NAME\n"
                                "    nomic propose --recipe voluntary-vote --as NAME\n"
                                "    nomic propose --recipe quorum --as NAME\n"));
  EXPECT_THAT(desk.ok("recipes abstention"), HasSubstr("What goes with it:\n    nomic vote abstain --as Cleo\n"));
  EXPECT_THAT(desk.ok("recipes own-award --lang it"), HasSubstr("Quando una proposta è respinta"));
}

TEST(RecipePages, SayWhatIsStillToBeDoneInTheGame) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string vote = " --call-vote --as Ann\nvote for --as Ann\nvote for --as Bob\nroll 1 --as Ann\n";
  const std::string other = " --call-vote --as Bob\nvote for --as Ann\nvote for --as Bob\nroll 1 --as Bob\n";
  EXPECT_THAT(desk.ok("recipes quorum"), HasSubstr("nomic propose transmute 105 --as NAME\n"));
  desk.ok("play -", "propose transmute 105" + vote);
  EXPECT_THAT(desk.ok("recipes quorum"), Not(HasSubstr("transmute")));
  EXPECT_THAT(desk.ok("recipes abstention"), HasSubstr("rule 105 is mutable: it is, as rule 301."));
  desk.ok("play -", "propose --recipe voluntary-vote" + other);
  const std::string quorum = desk.ok("recipes quorum");
  EXPECT_THAT(quorum, AllOf(HasSubstr("(it is so)."), Not(HasSubstr("--recipe voluntary-vote"))));
  desk.ok("play -", "propose --recipe quorum" + vote);
  EXPECT_THAT(desk.ok("recipes two-thirds"), HasSubstr("in place of rule 203, now rule 303: "));
  EXPECT_THAT(desk.ok("recipes"), HasSubstr("amend 303"));
}

TEST(RecipePages, AreForProgramsToo) {
  Desk desk;
  const std::string json = desk.ok("recipes two-thirds --set share=3/4 --format json");
  EXPECT_THAT(json, AllOf(HasSubstr("\"change\":\"amend\",\"replaces\":\"203\""), HasSubstr("\"kind\":\"FRACTION\""),
                          HasSubstr("\"value\":\"3/4\",\"defaultValue\":\"2/3\""),
                          HasSubstr("\"choices\":[\"at-least\",\"more-than\"]"),
                          HasSubstr("adoption { fraction: \\\"3/4\\\" of: ELIGIBLE }")));
  const std::string lines = desk.ok("recipes --format jsonl");
  EXPECT_THAT(lines, testing::StartsWith("{\"name\":\""));
}

TEST(RecipePages, RefuseWhatTheyCannotShow) {
  Desk desk;
  EXPECT_THAT(desk.run("recipes gravity").err, HasSubstr("there is no recipe \"gravity\""));
  EXPECT_THAT(desk.run("recipes two-thirds quorum").err, HasSubstr("one recipe is shown at a time"));
  EXPECT_THAT(desk.run("recipes --set points=1").err, HasSubstr("--set is for one recipe"));
  EXPECT_THAT(desk.run("recipes abstention --lang fr").err, HasSubstr("no text in \"fr\""));
  EXPECT_THAT(desk.run("recipes --ledger nowhere").err, HasSubstr("nowhere"));
}

TEST(HelpProvisions, ListsTheKindsAndShowsOne) {
  Desk desk;
  EXPECT_THAT(desk.ok("help provisions"), AllOf(HasSubstr("  award "), HasSubstr("  voting_period "),
                                                HasSubstr("nomic recipes"), HasSubstr("nomic help provisions KIND")));
  const std::string award = desk.ok("help provisions award");
  EXPECT_THAT(award, AllOf(HasSubstr("award\n"), HasSubstr("  recipient: Who gets it."),
                           HasSubstr("      FIRST_VOTER: whose ballot came first of those that stand\n"),
                           HasSubstr("    award: occasion=proposed, recipient=the_proponent, points=0.5\n"),
                           HasSubstr("\nAmount\n"), HasSubstr("\nPopularity\n"), HasSubstr("\nPeriod\n")));
  EXPECT_THAT(award, AllOf(Not(HasSubstr("`")), Not(HasSubstr("](")), Not(HasSubstr("<br>")), Not(HasSubstr("|")),
                           Not(HasSubstr("{"))))
      << "as it is typed";
  const Ran slip = desk.run("help provisions awrad");
  EXPECT_EQ(slip.status, 2);
  EXPECT_THAT(slip.err, HasSubstr("award"));
  EXPECT_EQ(desk.run("help provisions award victory").status, 2);
  desk.terminal = true;
  EXPECT_THAT(desk.ok("help provisions turn-parts"), HasSubstr("ThrowPart"));
}

}  // namespace
}  // namespace nomic::tools
