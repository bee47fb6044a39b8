// Recipes: what all of them must have, and what comes of their parameters.
#include "nomic/recipes/recipes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nomic/replay/edition.h"
#include "tools/recipes/filled_recipes.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Recipes, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  const auto& kinds = *v1::Provision::descriptor();
  for (const v1::Recipe& recipe : all_recipes()) {
    EXPECT_TRUE(names.insert(recipe.name()).second) << recipe.name();
    EXPECT_EQ(recipe.name().find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string::npos) << recipe.name();
    std::string as_kind = recipe.name();
    std::replace(as_kind.begin(), as_kind.end(), '-', '_');
    EXPECT_EQ(kinds.FindFieldByName(as_kind), nullptr) << recipe.name() << " is a kind of provision";
    EXPECT_FALSE(recipe.summary().empty()) << recipe.name();
    for (const auto& need : recipe.needs()) {
      EXPECT_NE(need.recipe().empty(), need.mutable_rule().empty()) << recipe.name();
      EXPECT_TRUE(need.recipe().empty() || find_recipe(need.recipe()).ok()) << need.recipe();
      EXPECT_EQ(need.recipe().empty(), need.why().empty()) << recipe.name();
      EXPECT_NE(need.recipe().empty(), replay::parse_provision(need.stands_while()).ok()) << recipe.name();
    }
  }
  // Those that the issue of the players' wishes names, and the house rules of examples/rules.
  for (const char* name :
       {"two-thirds", "quorum", "voluntary-vote", "abstention", "changing-votes", "inactive-players", "joining-by-vote",
        "voting-award", "quick-voter", "second-die", "round-wins", "parallel-turns", "parallel-proposals", "next-turn",
        "keep-numbers", "sunset", "own-award"}) {
    EXPECT_EQ(names.count(name), 1U) << name;
  }
}

TEST(Recipes, HaveATextInEachLanguageThatCarriesEachParameter) {
  const std::vector<std::string> langs = {"en", "es", "it", "ja", "nl"};
  EXPECT_EQ(recipe_languages(), langs);
  for (const v1::Recipe& recipe : all_recipes()) {
    std::vector<std::string> there;
    for (const v1::Text& one : recipe.texts()) {
      there.push_back(one.lang());
      for (const auto& parameter : recipe.parameters()) {
        EXPECT_THAT(one.text(), HasSubstr("<" + parameter.name())) << recipe.name() << ", " << one.lang();
      }
    }
    EXPECT_EQ(there, langs) << recipe.name();
    for (const auto& parameter : recipe.parameters()) {
      for (const auto& choice : parameter.choices()) {
        std::vector<std::string> words;
        for (const v1::Text& one : choice.words()) words.push_back(one.lang());
        EXPECT_EQ(words, langs) << recipe.name() << ", " << parameter.name() << "=" << choice.value();
      }
    }
  }
}

TEST(Recipes, SayOtherThingsWithOtherValues) {
  for (const FilledRecipe& one : all_filled()) {
    const FilledRecipe usual = filled(one.recipe->name());
    const std::string line = print_recipe_line(one);
    for (const std::string& lang : recipe_languages()) {
      const auto words = text_of(one, lang);
      ASSERT_TRUE(words.ok()) << line;
      EXPECT_THAT(*words, Not(HasSubstr("<"))) << line;
      EXPECT_THAT(*words, Not(HasSubstr("  "))) << line;
      // What is set shows in every text, as it shows in the provisions.
      EXPECT_EQ(*words == *text_of(usual, lang), one.values == usual.values) << line << " in " << lang;
    }
    ASSERT_EQ(one.provisions.size(), usual.provisions.size());
    bool same = true;
    for (std::size_t i = 0; i < one.provisions.size(); ++i) {
      EXPECT_TRUE(replay::check_provision(one.provisions[i]).ok()) << line;
      same = same && one.provisions[i].SerializeAsString() == usual.provisions[i].SerializeAsString();
    }
    EXPECT_EQ(same, one.values == usual.values) << line;
  }
}

TEST(Recipes, AreKnownByTheirProvisions) {
  for (const FilledRecipe& one : all_filled()) {
    const auto found = recipe_of(one.provisions);
    ASSERT_TRUE(found) << print_recipe_line(one);
    // The award of the players' own can say what a recipe before it says.
    EXPECT_EQ(print_recipe_line(*found), print_recipe_line(one));
    const FilledRecipe again = filled(print_recipe_line(one));
    EXPECT_EQ(again.values, one.values);
  }
  EXPECT_FALSE(recipe_of({}));
  EXPECT_FALSE(recipe_of({*replay::parse_provision("ruleset_bounds { max_rules: 60 }")}));
  // A scope is more than the recipe says, and so is a field.
  EXPECT_FALSE(
      recipe_of({*replay::parse_provision("scope { changes: REPEAL } adoption { fraction: \"2/3\" of: CAST }")}));
  EXPECT_FALSE(recipe_of({*replay::parse_provision("adoption { fraction: \"2/3\" of: CAST quorum_votes: 2 }")}));
}

TEST(Recipes, AreFoundAmongOtherProvisions) {
  google::protobuf::RepeatedPtrField<v1::Provision> rule;
  *rule.Add() = *replay::parse_provision("ruleset_bounds { max_rules: 60 }");
  for (const char* line : {"quorum: quorum=1/3", "own-award: points=-7.5"}) {
    for (const v1::Provision& provision : filled(line).provisions) *rule.Add() = provision;
  }
  const auto groups = grouped(rule);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_FALSE(groups[0].recipe);
  EXPECT_EQ(print_recipe_line(*groups[1].recipe), "quorum: quorum=1/3, share=1/2, hours=72");
  EXPECT_EQ(groups[1].provisions.size(), 2U);
  EXPECT_EQ(print_recipe_line(*groups[2].recipe), "own-award: occasion=defeated, to=proponent, points=-7.5");
}

}  // namespace
}  // namespace nomic::tools
