#include "complete/provision_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "nomic/recipes/recipes.h"
#include "nomic/words/provision_line.h"

namespace nomic::tools {
namespace {

// "occasion=adopted|defeated": what is typed before and behind the sign.
struct ItemForm {
  std::string name;
  std::vector<std::string> values;  // that are typed as they stand; empty: anything
  bool is_bare = false;             // it is its name alone
};

// Values that stand for others are in capitals: POINTS, NUMBER.
bool is_spelt_out(const std::string& value) {
  return std::all_of(value.begin(), value.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

ItemForm form_of_item(const std::string& item) {
  ItemForm form;
  const std::size_t equals = item.find('=');
  const std::size_t opens = item.find('(');
  form.name = item.substr(0, std::min(equals, opens));
  form.is_bare = equals == std::string::npos && opens == std::string::npos;
  if (equals == std::string::npos || opens < equals) return form;
  std::string values = item.substr(equals + 1);
  values = values.substr(0, values.find(" and ..."));
  std::istringstream all(values);
  for (std::string value; std::getline(all, value, '|');) {
    if (!is_spelt_out(value)) return form;
    form.values.push_back(value);
  }
  return form;
}

std::vector<ItemForm> items_of(const std::string& kind) {
  std::vector<ItemForm> items;
  if (const auto recipe = find_recipe(kind)) {
    for (const auto& parameter : (*recipe)->parameters()) {
      ItemForm form;
      form.name = parameter.name();
      for (const auto& choice : parameter.choices()) form.values.push_back(choice.value());
      items.push_back(std::move(form));
    }
    return items;
  }
  for (const std::string& item : items_of_lines(kind)) items.push_back(form_of_item(item));
  return items;
}

std::vector<std::string> names_of_lines() {
  std::vector<std::string> names = kinds_of_lines();
  for (const v1::Recipe& recipe : all_recipes()) names.push_back(recipe.name());
  return names;
}

// The items before the one that is typed, each up to its sign.
bool is_said(const std::string& before, const std::string& name) {
  for (const std::string sign : {"=", ",", "("}) {
    if (before.find(fmt::format(" {}{}", name, sign)) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

Completed provision_words(const std::string& word) {
  Completed all;
  const std::size_t colon = word.find(':');
  std::string before;
  std::string kind;
  if (colon == std::string::npos) {
    std::vector<std::string> fit = names_of_lines();
    std::erase_if(fit, [&](const std::string& name) { return !name.starts_with(word); });
    for (const std::string& name : fit) all.words.push_back({name + ": "});
    // Of one that is left its items are told at once: so a shell does not take it for the end of the word.
    if (fit.size() != 1) return all;
    all.words.clear();
    kind = fit.front();
    before = kind + ": ";
  } else {
    kind = word.substr(0, colon);
    const std::size_t comma = word.rfind(", ");
    before = comma == std::string::npos || comma < colon ? kind + ": " : word.substr(0, comma + 2);
  }
  for (const ItemForm& item : items_of(kind)) {
    if (is_said(before, item.name)) continue;
    const std::string typed = before + item.name;
    const std::string to_value = typed + "=";
    const bool is_begun = word.starts_with(to_value);
    if (item.is_bare || (!is_begun && item.values.empty())) {
      all.words.push_back({item.is_bare ? typed : to_value});
    } else if (!is_begun) {
      all.words.push_back({to_value});
    }
    for (const std::string& value : item.values) {
      if (!is_begun) break;
      const std::string whole = fmt::format("{}{}", to_value, value);
      all.words.push_back({whole});
      // The line may go on.
      if (word.size() > to_value.size() && whole.starts_with(word)) all.words.push_back({whole + ", "});
    }
  }
  return all;
}

}  // namespace nomic::tools
