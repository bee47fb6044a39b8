// --recipe and --set: a house rule proposed by its name.
#include "shared/typed_provisions.h"
#include "tools/desk.h"
#include "tools/recipes/filled_recipes.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string last_record(Desk& desk) {
  return desk.ok("log --limit 1 --format jsonl");
}

TEST(RecipeOptions, ProposeANewRuleWithItsTextAndProvisions) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("propose --recipe voting-award --set points=2.5 --as Ann");
  EXPECT_THAT(last_record(desk),
              AllOf(HasSubstr("\"kind\":\"ENACT\""), HasSubstr("gains 2.5 points, except its proponent."),
                    HasSubstr("OTHER_VOTERS_FOR amount { fixed_thousandths: 2500 }")));
  // The line that --edit writes is understood as well.
  desk.ok("revise --recipe 'voting-award: points=3' --as Ann");
  EXPECT_THAT(last_record(desk), HasSubstr("fixed_thousandths: 3000"));
  // A revision by another recipe says what is other in the form that there is.
  desk.ok("revise --recipe quick-voter --set hours=12 --as Ann");
  EXPECT_THAT(last_record(desk), AllOf(HasSubstr("within 12 hours"), HasSubstr("within { hours: 12 }")));
}

TEST(RecipeOptions, ProposeItInThePlaceOfTheRuleWhateverItsNumberIs) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("play -",
          "propose --recipe two-thirds --call-vote --as Ann\nvote for --as Ann\nvote for --as Bob\nroll 1 --as Ann\n");
  EXPECT_THAT(desk.ok("show-rules 301"), HasSubstr("of the lineage of 203"));
  desk.ok("propose --recipe quorum --as Bob --dry-run");
  desk.ok("propose amend --recipe two-thirds --set share=3/4 --as Bob");
  EXPECT_THAT(last_record(desk), AllOf(HasSubstr("\"kind\":\"AMEND\",\"rule\":\"301\""), HasSubstr("at least 3/4 of")));
}

TEST(RecipeOptions, LeaveTheKindAndTheTextToWhoProposes) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("propose amend 206 --recipe own-award --text 'A defeat costs 5.' --title Defeat --as Ann");
  EXPECT_THAT(last_record(desk), AllOf(HasSubstr("\"kind\":\"AMEND\",\"rule\":\"206\""), HasSubstr("A defeat costs 5."),
                                       HasSubstr("fixed_thousandths: -5000"), Not(HasSubstr("its proponent loses"))));
  desk.ok("revise enact --recipe two-thirds --provision 'ruleset_bounds { max_rules: 60 }' --as Ann");
  EXPECT_THAT(last_record(desk), AllOf(HasSubstr("\"kind\":\"ENACT\""), HasSubstr("numerator: 2 denominator: 3"),
                                       HasSubstr("max_rules: 60")));
  EXPECT_THAT(desk.ok("try propose --recipe winning-points --set points=12"),
              HasSubstr("first player to reach 12 points"));
}

TEST(RecipeOptions, SpeakTheLanguagesOfTheGame) {
  Desk desk;
  desk.founded("--lang ja,en Ann Bob");
  desk.ok("propose --recipe winning-points --as Ann");
  EXPECT_THAT(last_record(desk), AllOf(HasSubstr("最初に50点に達した者が、ゲームに勝つ。"),
                                       HasSubstr("first to reach 50 points wins the game"), Not(HasSubstr("Vince"))));
  Desk italian;
  italian.founded("--lang it Ann Bob");
  italian.ok("propose --recipe voting-award --set points=0.5 --as Ann");
  EXPECT_THAT(last_record(italian), HasSubstr("guadagna 0,5 punti, tranne il suo proponente."));
  italian.ok("revise --recipe voting-award --lang nl --as Ann");
  EXPECT_THAT(last_record(italian), AllOf(HasSubstr("\"lang\":\"nl\""), HasSubstr("wint iedere speler")));
}

TEST(RecipeOptions, AreRefusedWithWhatWouldBeRight) {
  Desk desk;
  desk.founded("Ann Bob");
  const auto refused = [&](const std::string& line, int status, const std::string& what, const std::string& hint) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, status) << line;
    EXPECT_THAT(ran.err, AllOf(HasSubstr(what), HasSubstr(hint))) << line;
  };
  refused("propose --recipe two-third --as Ann", 2, "there is no recipe \"two-third\"", "did you mean two-thirds?");
  refused("propose --recipe voting-award --set points=0 --as Ann", 2, "points is 0", "it may be 0.001 to 1000");
  refused("propose --recipe voting-award --set 2 --as Ann", 2, "\"2\" sets nothing", "points=2");
  refused("propose enact --set points=2 --text T --as Ann", 2, "--set is for a recipe", "--recipe voting-award");
  refused("propose repeal 206 --recipe two-thirds --as Ann", 2, "a recipe is a new rule, or takes the place of one",
          "nomic propose --recipe two-thirds");
  refused("propose amend --recipe voting-award --as Ann", 2, "which rule is it to amend?", "amend N");
  refused("propose --recipe voting-award --lang fr --as Ann", 2, "no text in \"fr\"", "--text");
  desk.write("changes.txtpb", "changes { kind: REPEAL rule: '209' }\n");
  refused("propose --changes changes.txtpb --recipe two-thirds --as Ann", 2, "a recipe is one rule-change",
          "--changes");
  // What is immutable is transmuted first: the rules say so (103, 109).
  refused("propose --recipe abstention --as Ann", 3, "rule 105", "transmute");
}

// In the file that --edit opens a recipe is a line, beside lines of kinds.
TEST(RecipeOptions, AreLinesOfARuleThatIsWritten) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.write("house.txt",
             "text:\nOf our own.\n\nprovisions:\nvoting-award: points=2\nchanging-votes\n"
             "award: occasion=joined, recipient=everyone_else, points=1\n");
  desk.ok("propose enact --edited house.txt --as Ann");
  EXPECT_THAT(last_record(desk), AllOf(HasSubstr("OTHER_VOTERS_FOR amount { fixed_thousandths: 2000 }"),
                                       HasSubstr("vote_changes { change: true withdraw: true }"),
                                       HasSubstr("EVERYONE_ELSE amount { fixed_thousandths: 1000 }")));
  desk.write("slip.txt", "text:\nOf our own.\n\nprovisions:\nvoting-awrad: points=2\n");
  const Ran slip = desk.run("revise --edited slip.txt --as Ann");
  EXPECT_EQ(slip.status, 2);
  EXPECT_THAT(slip.err,
              AllOf(HasSubstr("there is no recipe \"voting-awrad\""), HasSubstr("did you mean voting-award?")));
}

TEST(RecipeOptions, AreHowARuleOfARecipeIsWritten) {
  const auto lines = [](const std::string& line) { return provision_entries(filled(line).provisions); };
  EXPECT_THAT(lines("quorum: hours=24"), testing::ElementsAre("quorum: quorum=1/2, share=1/2, hours=24"));
  // What a line of its kind says as well is that line.
  EXPECT_THAT(lines("own-award"), testing::ElementsAre("award: occasion=defeated, recipient=the_proponent, points=-5, "
                                                       "reckoned=before_effect"));
  auto both = filled("quorum").provisions;
  both.push_back(filled("winning-points").provisions.front());
  EXPECT_EQ(provision_entries(both).size(), 3U);
}

TEST(RecipeOptions, KnowTheRulesOfAnEditionOnly) {
  Desk desk;
  desk.write("own.txtpb",
             "authoritative_lang: 'en' modes: TABLE rules { number: '1' status: MUTABLE texts { text: 'Play.' } "
             "provisions { adoption { fraction: '1/2' of: CAST } } }\n");
  desk.founded("--rules own.txtpb Ann Bob");
  const Ran ran = desk.run("propose --recipe two-thirds --as Ann");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("takes the place of rule 203 of the Initial Set, and that is not in force"),
                             HasSubstr("nomic propose amend N --recipe two-thirds")));
  desk.ok("propose amend 1 --recipe two-thirds --as Ann");
}

}  // namespace
}  // namespace nomic::tools
