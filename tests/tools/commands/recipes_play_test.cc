// Recipes in games: each is proposed by the commands that `nomic recipes` gives, adopted, and in effect.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/v1/recipe_view.pb.h"
#include "nomic/v1/view.pb.h"
#include "tools/desk.h"
#include "tools/recipes/filled_recipes.h"

namespace nomic::tools {
namespace {

const std::vector<std::string> PLAYERS = {"Ann", "Bob", "Cleo"};

struct Setting {
  std::string founding;
  bool table = true;
};

template <class View>
View view_of(Desk& desk, const std::string& line) {
  View view;
  const std::string json = desk.ok(line + " --format json");
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &view).ok()) << json;
  return view;
}

std::string typed_settings(const FilledRecipe& filled) {
  std::string out;
  for (const auto& [name, value] : filled.values) out += fmt::format(" --set {}={}", name, value);
  return out;
}

// Each command is a proposal of who is next, for which everybody votes; after each but the last the turn is ended.
std::string as_a_play(const v1::RecipesView::Recipe& recipe, const Setting& setting) {
  std::string play;
  for (int i = 0; i < recipe.commands_size(); ++i) {
    const std::string& mover = PLAYERS[static_cast<std::size_t>(i) % PLAYERS.size()];
    std::string command = recipe.commands(i).substr(std::string("nomic ").size());
    command.replace(command.find("NAME"), 4, mover);
    play += command + " --call-vote\n";
    for (const std::string& player : PLAYERS) play += "vote for --as " + player + "\n";
    if (setting.table && i + 1 < recipe.commands_size()) play += "roll 1 --as " + mover + "\n";
  }
  return play;
}

// A throw is what it is about: by mail there is none.
bool fits(const FilledRecipe& filled, const Setting& setting) {
  return setting.table || filled.recipe->name() != "second-die";
}

void expect_in_effect(const FilledRecipe& filled, const Setting& setting) {
  const std::string what = print_recipe_line(filled) + " in " + setting.founding;
  Desk desk;
  desk.founded(setting.founding);
  const auto shown = view_of<v1::RecipesView>(desk, "recipes " + filled.recipe->name() + typed_settings(filled));
  const v1::RecipesView::Recipe& recipe = shown.recipes(0);
  const Ran played = desk.play(as_a_play(recipe, setting));
  ASSERT_EQ(played.status, 0) << what << "\n" << played.err;
  const std::string proposal = std::to_string(300 + recipe.commands_size());
  const auto rules = view_of<v1::RulesView>(desk, "show-rules");
  const auto rule = std::find_if(rules.rules().begin(), rules.rules().end(),
                                 [&](const auto& one) { return one.proposal() == proposal; });
  ASSERT_NE(rule, rules.rules().end()) << what << " is not in force\n" << played.out;
  EXPECT_FALSE(rule->is_void()) << what;
  EXPECT_EQ(rule->conflicts_size(), 0) << what << ": " << (rule->conflicts_size() > 0 ? rule->conflicts(0) : "");
  EXPECT_EQ(rule->text(), *text_of(filled, "en")) << what;
  EXPECT_EQ(rule->lineage(), recipe.replaces().empty() ? proposal : recipe.replaces()) << what;
  ASSERT_EQ(static_cast<std::size_t>(rule->provisions_size()), filled.provisions.size()) << what;
  for (int i = 0; i < rule->provisions_size(); ++i) {
    EXPECT_EQ(rule->provisions(i), replay::print_provision(filled.provisions[static_cast<std::size_t>(i)])) << what;
  }
}

class RecipeInAGame : public testing::TestWithParam<const v1::Recipe*> {};

TEST_P(RecipeInAGame, IsInEffectByItsOwnCommands) {
  const std::vector<Setting> settings = {
      {"Ann Bob Cleo", true}, {"--edition 1982 Ann Bob Cleo", true}, {"--mode mail Ann Bob Cleo", false}};
  for (const FilledRecipe& filled : all_filled()) {
    if (filled.recipe != GetParam()) continue;
    for (const Setting& setting : settings) {
      if (fits(filled, setting)) expect_in_effect(filled, setting);
    }
  }
}

std::vector<const v1::Recipe*> each_recipe() {
  std::vector<const v1::Recipe*> all;
  for (const v1::Recipe& recipe : all_recipes()) all.push_back(&recipe);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Every, RecipeInAGame, testing::ValuesIn(each_recipe()), [](const auto& tested) {
  std::string name = tested.param->name();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

std::string file_text(const std::string& path) {
  std::ifstream file(std::string(NOMIC_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A table enacts ten rules by recipes and --edit alone (tests/transcripts/hand plays it, with figures).
TEST(RecipesAtATable, TakeNoLineOfProtobuf) {
  const std::string play = file_text("tests/transcripts/hand/ten-rules.play");
  EXPECT_GE(std::count(play.begin(), play.end(), '\n'), 100);
  for (const std::string& text : {play, file_text("tests/transcripts/hand/ten-rules-away.txt")}) {
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos);
    EXPECT_EQ(text.find("--provision"), std::string::npos);
  }
}

// The house rules of the examples are these, and each of them has a play whose figures were worked out by hand.
TEST(RecipesOfTheExamples, SayWhatTheFilesSay) {
  const std::vector<std::pair<std::string, std::string>> named_otherwise = {{"inactive-players", "inactivity"},
                                                                            {"joining-by-vote", "joining"}};
  int compared = 0;
  for (const v1::Recipe& recipe : all_recipes()) {
    std::string name = recipe.name();
    for (const auto& [here, there] : named_otherwise) {
      if (name == here) name = there;
    }
    const std::string text = file_text("examples/rules/" + name + ".txtpb");
    if (text.empty()) continue;
    const auto rules =
        replay::parse_ruleset("rules { number: '1' status: MUTABLE texts { text: \"A.\" } " + text + " }", name);
    ASSERT_TRUE(rules.ok()) << name;
    const auto& provisions = rules->rules(0).provisions();
    const auto found = recipe_of({provisions.begin(), provisions.end()});
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(print_recipe_line(*found), print_recipe_line(filled(recipe.name())));
    ++compared;
  }
  EXPECT_EQ(compared, 16);
}

}  // namespace
}  // namespace nomic::tools
