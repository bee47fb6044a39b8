// Recipes as people write them: what comes of a line, and what is refused of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nomic/replay/edition.h"
#include "tools/recipes/filled_recipes.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;

std::string text(const std::string& line, const std::string& lang) {
  const auto words = text_of(filled(line), lang);
  return words ? *words : "no text";
}

std::string provisions(const std::string& line) {
  std::string all;
  for (const v1::Provision& provision : filled(line).provisions) all += replay::print_provision(provision) + "\n";
  return all;
}

TEST(RecipeLines, WriteNumbersAsEachLanguageDoes) {
  EXPECT_EQ(text("voting-award: points=1", "en"),
            "When a proposal is adopted, every player who voted for it gains 1 point, except its proponent.");
  EXPECT_EQ(text("voting-award: points=2.5", "en"),
            "When a proposal is adopted, every player who voted for it gains 2.5 points, except its proponent.");
  EXPECT_THAT(text("voting-award: points=2.5", "it"), HasSubstr("guadagna 2,5 punti,"));
  EXPECT_THAT(text("voting-award: points=1", "it"), HasSubstr("guadagna 1 punto,"));
  EXPECT_THAT(text("voting-award: points=2.5", "nl"), HasSubstr("2,5 punten,"));
  EXPECT_THAT(text("voting-award: points=2.5", "es"), HasSubstr("gana 2,5 puntos,"));
  EXPECT_THAT(text("voting-award: points=2.5", "ja"), HasSubstr("それぞれ2.5点を得る"));
  EXPECT_EQ(text("own-award: points=-1", "en"), "When a proposal is defeated, its proponent loses 1 point.");
  EXPECT_EQ(text("own-award: occasion=joined, to=everyone-else, points=0.5", "en"),
            "When a player joins, every player but the one whom it is about gains 0.5 points.");
  EXPECT_EQ(text("own-award: points=-1", "nl"),
            "Wanneer een voorstel wordt verworpen, verliest de indiener ervan 1 punt.");
  EXPECT_THAT(text("quorum: hours=1", "en"), HasSubstr("A vote ends 1 hour after"));
  EXPECT_THAT(text("second-die: dice=1", "en"), HasSubstr("throws 1 die of 6 faces"));
}

TEST(RecipeLines, MakeProvisionsOfWhatIsSet) {
  EXPECT_EQ(provisions("two-thirds: share=3/4, how=more-than, of=cast"),
            "adoption { quota { numerator: 3 denominator: 4 strict: true base: CAST } }\n");
  EXPECT_EQ(provisions("own-award: occasion=adopted, to=first-voter, points=2.5"),
            "award { occasion: ADOPTED recipient: FIRST_VOTER amount { fixed_thousandths: 2500 } reckoned: "
            "BEFORE_EFFECT }\n");
  EXPECT_EQ(provisions("own-award: occasion=turn-ended, to=player, points=1"),
            "award { occasion: TURN_ENDED recipient: THE_PLAYER amount { fixed_thousandths: 1000 } }\n");
  EXPECT_EQ(provisions("changing-votes: take-back=no"),
            "franchise { votes_per_player: 1 }\nvote_changes { change: true withdraw: false }\n");
  EXPECT_EQ(provisions("winning-points: points=12.5"), "victory { points_thousandths: 12500 }\n");
  // White space, capitals and underscores are what people write.
  EXPECT_EQ(provisions(" own-award :  occasion = Voted_On,to=voters ,points=+2 "),
            provisions("own-award: occasion=voted-on, to=voters, points=2"));
}

struct Bad {
  std::string line;
  std::string what;
  std::string hint;
};

TEST(RecipeLines, RefuseWhatTheyCannotBe) {
  const std::vector<Bad> cases = {
      {"two-third", "there is no recipe \"two-third\"", "did you mean two-thirds?"},
      {"gravity", "there is no recipe \"gravity\"", "the recipes are two-thirds, "},
      {"", "there is no recipe \"\"", "the recipes are "},
      {"abstention: points=1", "nothing is to be set of the recipe abstention: it has no \"points\"", "leave it out"},
      {"voting-award: pionts=2", "the recipe voting-award has no \"pionts\"", "did you mean points?"},
      {"quorum: speed=2", "the recipe quorum has no \"speed\"", "to be set are quorum, share and hours"},
      {"voting-award: points", "\"points\" sets nothing", "points=2"},
      {"voting-award: =2", "\"=2\" sets nothing", "points=2"},
      {"voting-award: points=", "\"points=\" sets nothing", "points=2"},
      {"voting-award: points=1, points=2", "in the recipe voting-award, points is set twice", "set it once"},
      {"voting-award: points=two", "in the recipe voting-award, points is \"two\", which is no number of points",
       "it may be 0.001 to 1000"},
      {"voting-award: points=1.2345", "which is no number of points", "at most three decimals"},
      {"voting-award: points=0", "in the recipe voting-award, points is 0", "it may be 0.001 to 1000"},
      {"voting-award: points=1000.001", "in the recipe voting-award, points is 1000.001", "it may be 0.001 to 1000"},
      {"own-award: points=-1000.5", "is -1000.5", "it may be -1000 to 1000"},
      {"second-die: dice=2.5", "in the recipe second-die, dice is \"2.5\", which is no whole number",
       "it may be 1 to 10"},
      {"second-die: dice=-1", "which is no whole number", "it may be 1 to 10"},
      {"second-die: dice=0", "in the recipe second-die, dice is 0", "it may be 1 to 10"},
      {"second-die: dice=11", "in the recipe second-die, dice is 11", "it may be 1 to 10"},
      {"second-die: dice=99999999999999999999", "which is no whole number", "it may be 1 to 10"},
      {"two-thirds: share=two", "in the recipe two-thirds, share is \"two\", which is no share", "write it as 2/3"},
      {"two-thirds: share=2", "which is no share", "it may be 1/100 to 1/1"},
      {"two-thirds: share=1/0", "which is no share", "it may be 1/100 to 1/1"},
      {"two-thirds: share=3/2", "in the recipe two-thirds, share is 3/2", "it may be 1/100 to 1/1"},
      {"two-thirds: share=0/3", "is 0/3", "it may be 1/100 to 1/1"},
      {"quorum: share=1/1", "in the recipe quorum, share is 1/1", "it may be 1/100 to 99/100"},
      {"two-thirds: of=all", "in the recipe two-thirds, of is \"all\"", "it may be eligible or cast or taking-part"},
      {"own-award: occasion=joined", "in the recipe own-award, to=proponent does not go with occasion=joined",
       "with occasion=joined, to may be player or everyone or everyone-else"},
      {"own-award: occasion=circuit-ended, to=player", "to=player does not go with occasion=circuit-ended",
       "to may be everyone"},
      {"two-thirds: share=1/1, how=more-than",
       "no rule can say two-thirds: share=1/1, how=more-than, of=eligible: adoption.quota asks for more than all",
       "nomic recipes two-thirds says what may be set"},
  };
  for (const Bad& one : cases) {
    const auto recipe = parse_recipe_line(one.line);
    ASSERT_FALSE(recipe.ok()) << one.line;
    EXPECT_EQ(recipe.error().code, replay::ErrorCode::BAD_RECIPE) << one.line;
    const Sentence sentence = words_of(recipe.error());
    EXPECT_THAT(sentence.what, HasSubstr(one.what)) << one.line;
    EXPECT_THAT(sentence.hint, HasSubstr(one.hint)) << one.line;
  }
  const auto none = text_of(filled("abstention"), "fr");
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(words_of(none.error()).what, HasSubstr("the recipe abstention has no text in \"fr\""));
  EXPECT_THAT(words_of(none.error()).hint, HasSubstr("en, es, it, ja and nl"));
}

// Every pair of choices of one recipe is refused by the recipe itself, or can be met: no refusal is left to protobuf.
TEST(RecipeLines, SayThemselvesWhichChoicesGoTogether) {
  const v1::Recipe& recipe = **find_recipe("own-award");
  for (const std::string& occasion : values_of(recipe.parameters(0))) {
    int fitting = 0;
    for (const std::string& to : values_of(recipe.parameters(1))) {
      const auto one = fill(recipe, {{"occasion", occasion}, {"to", to}});
      EXPECT_TRUE(one.ok() || one.error().variant == "not_together") << occasion << ", " << to;
      fitting += one.ok() ? 1 : 0;
    }
    EXPECT_GE(fitting, 1) << occasion;
  }
}

}  // namespace
}  // namespace nomic::tools
