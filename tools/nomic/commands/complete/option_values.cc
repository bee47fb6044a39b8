#include "complete/option_values.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <sstream>

#include "complete/provision_values.h"
#include "nomic/recipes/recipes.h"
#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/event.pb.h"

namespace nomic::tools {
namespace {

bool is_any(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string nth(const std::string& value, std::size_t at) {
  std::istringstream words(value);
  std::string word;
  for (std::size_t i = 0; i <= at; ++i) {
    if (!(words >> word)) return {};
  }
  return word;
}

std::vector<std::string> parts_of(const std::string& alternatives) {
  std::vector<std::string> parts;
  std::istringstream all(alternatives);
  for (std::string part; std::getline(all, part, '|');) parts.push_back(part);
  return parts;
}

// Words that are typed as they stand: "in|out", "unknown". A word in capitals stands for one.
bool is_typed_so(const std::string& word) {
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '|'; });
}

Completed kinds_of_records() {
  std::set<std::string> kinds;
  for (const auto* message : {v1::Event::descriptor(), v1::Consequence::descriptor()}) {
    const auto* kind = message->FindOneofByName("kind");
    for (int i = 0; i < kind->field_count(); ++i) kinds.insert(kind->field(i)->name());
  }
  return these({kinds.begin(), kinds.end()});
}

Completed settings_of_recipe(const std::string& recipe) {
  Completed all;
  const auto found = find_recipe(recipe.substr(0, recipe.find(':')));
  if (!found) return all;
  for (const auto& parameter : (*found)->parameters()) {
    if (parameter.choices().empty()) all.words.push_back({parameter.name() + "="});
    for (const auto& choice : parameter.choices()) all.words.push_back({parameter.name() + "=" + choice.value()});
  }
  return all;
}

Completed recipes() {
  Completed all;
  for (const v1::Recipe& recipe : all_recipes()) all.words.push_back({recipe.name(), recipe.summary()});
  return all;
}

// Of options whose values are a closed list that their help tells in words.
Completed closed_list(const std::string& name, const std::string& value) {
  if (name == "--format") return these({"text", "json", "jsonl", "md"});
  if (name == "--color") return these({"auto", "always", "never"});
  if (name == "--edition") return these({"1990", "1982"});
  if (name == "--mode") return these({"table", "mail"});
  if (name == "--signing") return these({"required", "optional"});
  if (name == "--conduct") return these({"open", "strict"});
  if (name == "--standing") return these({"open", "adopted", "defeated", "withdrawn"});
  if (name == "--lang") return these(recipe_languages());
  if (name == "--by" && value == "TIME") return these({"recorded", "occurred"});
  if (name == "--ignore") {
    return these({"words", "layout", "title", "status", "number", "missing", "provisions"});
  }
  return {};
}

}  // namespace

Completed these(std::vector<std::string> words) {
  Completed all;
  for (std::string& word : words) all.words.push_back({std::move(word)});
  return all;
}

Completed points_at(const CompletingAt& at) {
  Completed all{at.game.points(), false};
  const std::size_t signs = std::min(at.word.find_first_not_of('^'), at.word.size());
  for (Candidate& one : all.words) one.word.insert(0, signs, '^');
  return all;
}

Completed value_of_option(const CompletingAt& at, const Arguments::Option& option, std::size_t given) {
  const std::string& name = option.name;
  const std::string stands = nth(option.value, given);
  if (Completed listed = closed_list(name, option.value); !listed.words.empty()) return listed;
  if (name == "--recipe") return recipes();
  if (name == "--set" && stands == "NAME=VALUE") {
    return settings_of_recipe(at.command == "recipes" && !at.words.empty() ? at.words.front() : at.recipe);
  }
  if (name == "--provision") return provision_words(at.word);
  if (name == "--kind") return kinds_of_records();
  if (name == "--game") return {at.game.games(), false};
  if (is_typed_so(stands)) return these(parts_of(stands));
  if (stands == "NAME" && is_any(name, {"--as", "--player", "--ballot"})) return {at.game.players(), false};
  if (is_any(name, {"--points", "--winner"})) {
    Completed all{at.game.players(), false};
    for (Candidate& one : all.words) one.word += stands == "NAME" ? "" : "=";
    return all;
  }
  if (stands == "P") {
    return {is_any(name, {"--on"}) ? at.game.open_proposals() : at.game.proposals(), false};
  }
  if (stands == "N" && is_any(name, {"--rule", "--cite", "--void", "--prevails", "--swap-numbers", "--number"})) {
    return {at.game.rules(), false};
  }
  if (is_any(stands, {"POINT", "POINT.."})) return points_at(at);
  Completed files;
  files.files = is_any(stands, {"FILE", "DIR", "NOTE", "PAGE", "CSV", "CODE=FILE"});
  return files;
}

}  // namespace nomic::tools
