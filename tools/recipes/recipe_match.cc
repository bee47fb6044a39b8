// Of which recipe provisions are: values are read off them, and the recipe filled with those must give them again.
#include <google/protobuf/message.h>

#include <algorithm>
#include <charconv>

#include "nomic/recipes/recipes.h"
#include "nomic/replay/decimal_points.h"
#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using Provisions = std::vector<v1::Provision>;

// What a parameter's place leads to: a field of a message.
struct Found {
  const Message* message = nullptr;
  const FieldDescriptor* field = nullptr;
};

std::optional<int> index_in(std::string_view digits) {
  int index = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return index;
}

// "turn_parts.parts.1.throw.dice"
std::optional<Found> follow(const Message& whole, std::string_view path) {
  Found found{&whole, nullptr};
  while (true) {
    const std::size_t dot = path.find('.');
    const auto& look = *found.message->GetReflection();
    found.field = found.message->GetDescriptor()->FindFieldByName(std::string(path.substr(0, dot)));
    if (found.field == nullptr) return std::nullopt;
    if (dot == std::string_view::npos) return found;
    path.remove_prefix(dot + 1);
    if (found.field->message_type() == nullptr) return std::nullopt;
    if (!found.field->is_repeated()) {
      if (!look.HasField(*found.message, found.field)) return std::nullopt;
      found.message = &look.GetMessage(*found.message, found.field);
      continue;
    }
    const std::size_t end = path.find('.');
    const auto index = index_in(path.substr(0, end));
    if (!index || *index >= look.FieldSize(*found.message, found.field)) return std::nullopt;
    found.message = &look.GetRepeatedMessage(*found.message, found.field, *index);
    path.remove_prefix(end + 1);
  }
}

std::optional<std::string> value_at(const Provisions& provisions, const v1::Recipe::Parameter& parameter) {
  const std::string_view place = parameter.place();
  const std::size_t dot = place.find('.');
  const auto index = index_in(place.substr(0, dot));
  if (!index || static_cast<std::size_t>(*index) >= provisions.size()) return std::nullopt;
  const auto found = follow(provisions[static_cast<std::size_t>(*index)], place.substr(dot + 1));
  if (!found) return std::nullopt;
  const auto& look = *found->message->GetReflection();
  switch (parameter.kind()) {
    case v1::Recipe::NUMBER:
      return replay::numeral(look.GetUInt32(*found->message, found->field));
    case v1::Recipe::POINTS:
      return replay::as_decimal(look.GetInt64(*found->message, found->field));
    default: {
      const auto& quota = static_cast<const v1::Quota&>(look.GetMessage(*found->message, found->field));
      return std::to_string(quota.numerator()) + "/" + std::to_string(quota.denominator());
    }
  }
}

bool same(const Provisions& a, const Provisions& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const v1::Provision& one, const v1::Provision& other) {
    return one.SerializeAsString() == other.SerializeAsString();
  });
}

bool of_same_kinds(const Provisions& a, const Provisions& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const v1::Provision& one, const v1::Provision& other) {
    return one.kind_case() == other.kind_case();
  });
}

// Tries every choice from the parameter at `at` on.
std::optional<FilledRecipe> try_choices(const v1::Recipe& recipe, RecipeValues& values, int at,
                                        const Provisions& provisions) {
  while (at < recipe.parameters_size() && recipe.parameters(at).kind() != v1::Recipe::CHOICE) ++at;
  if (at == recipe.parameters_size()) {
    auto filled = fill(recipe, values);
    if (!filled || !same(filled->provisions, provisions)) return std::nullopt;
    return *std::move(filled);
  }
  for (const v1::Recipe::Choice& choice : recipe.parameters(at).choices()) {
    values[recipe.parameters(at).name()] = choice.value();
    if (auto found = try_choices(recipe, values, at + 1, provisions)) return found;
  }
  return std::nullopt;
}

std::optional<FilledRecipe> match(const FilledRecipe& usual, const Provisions& provisions) {
  if (!of_same_kinds(usual.provisions, provisions)) return std::nullopt;
  RecipeValues values;
  for (const v1::Recipe::Parameter& parameter : usual.recipe->parameters()) {
    if (parameter.kind() == v1::Recipe::CHOICE) continue;
    auto value = value_at(provisions, parameter);
    if (!value) return std::nullopt;
    values[parameter.name()] = std::move(*value);
  }
  return try_choices(*usual.recipe, values, 0, provisions);
}

// Every recipe with its defaults.
const std::vector<FilledRecipe>& usual_recipes() {
  static const auto ALL = [] {
    std::vector<FilledRecipe> all;
    for (const v1::Recipe& recipe : all_recipes()) {
      if (auto usual = fill(recipe, {})) all.push_back(*std::move(usual));
    }
    return all;
  }();
  return ALL;
}

}  // namespace

std::optional<FilledRecipe> recipe_of(const Provisions& provisions) {
  if (provisions.empty()) return std::nullopt;
  for (const FilledRecipe& usual : usual_recipes()) {
    if (auto found = match(usual, provisions)) return found;
  }
  return std::nullopt;
}

std::vector<ProvisionGroup> grouped(const google::protobuf::RepeatedPtrField<v1::Provision>& provisions) {
  std::vector<ProvisionGroup> groups;
  for (int at = 0; at < provisions.size();) {
    ProvisionGroup group;
    for (int end = provisions.size(); end > at && !group.recipe; --end) {
      group.provisions.assign(provisions.begin() + at, provisions.begin() + end);
      group.recipe = recipe_of(group.provisions);
    }
    at += static_cast<int>(group.provisions.size());
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace nomic::tools
