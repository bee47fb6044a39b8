// A recipe filled: its values checked, its provisions made of them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/recipes/recipes.h"
#include "nomic/replay/decimal_points.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/error.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/v1/recipe.pb.h"

namespace nomic::tools {
namespace {

// Values of parameters: what people set, within its bounds and in its one spelling.

// "2/3" in two. The value was checked.
struct Share {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
};

Share share_of(std::string_view value);

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

// Large enough for every bound, small enough that products of two fit in 64 bits.
constexpr std::uint64_t LARGEST = 1'000'000;

// Digits alone.
std::optional<std::uint64_t> whole_in(std::string_view digits) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  std::uint64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || number > LARGEST) return std::nullopt;
  return number;
}

std::optional<Share> share_in(std::string_view words) {
  const std::size_t slash = words.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto numerator = whole_in(words.substr(0, slash));
  const auto denominator = whole_in(words.substr(slash + 1));
  if (!numerator || !denominator || *denominator == 0) return std::nullopt;
  return Share{*numerator, *denominator};
}

bool is_less(const Share& a, const Share& b) {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

// A value, and whether it lies within the bounds.
struct Read {
  std::string value;
  bool within = false;
};

std::optional<Read> number_in(const v1::Recipe::Parameter& parameter, std::string_view typed) {
  const auto number = whole_in(typed);
  if (!number) return std::nullopt;
  return Read{replay::numeral(*number),
              *number >= whole_in(parameter.least()).value() && *number <= whole_in(parameter.most()).value()};
}

std::optional<Read> points_of_recipe(const v1::Recipe::Parameter& parameter, std::string_view typed) {
  const auto points = replay::thousandths_in(typed);
  if (!points) return std::nullopt;
  return Read{replay::as_decimal(*points), *points >= replay::thousandths_in(parameter.least()).value() &&
                                               *points <= replay::thousandths_in(parameter.most()).value()};
}

std::optional<Read> fraction_in(const v1::Recipe::Parameter& parameter, std::string_view typed) {
  const auto share = share_in(typed);
  if (!share) return std::nullopt;
  const bool within = !is_less(*share, share_of(parameter.least())) && !is_less(share_of(parameter.most()), *share);
  return Read{fmt::format("{}/{}", share->numerator, share->denominator), within};
}

Result<std::string> bounded(const v1::Recipe& recipe, const v1::Recipe::Parameter& parameter, std::string_view typed,
                            const std::optional<Read>& read, std::string_view form) {
  if (read && read->within) return read->value;
  return error_of(ErrorCode::BAD_RECIPE, read ? "out_of_bounds" : form,
                  {{"recipe", recipe.name()},
                   {"parameter", parameter.name()},
                   {"typed", typed},
                   {"least", parameter.least()},
                   {"most", parameter.most()}});
}

// "Taking_Part" is what whoever types it means by "taking-part".
std::string as_choice(std::string_view typed) {
  std::string word(typed);
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return word;
}

Result<std::string> chosen(const v1::Recipe& recipe, const v1::Recipe::Parameter& parameter, std::string_view typed) {
  const std::string word = as_choice(typed);
  std::vector<std::string> known;
  for (const v1::Recipe::Choice& choice : parameter.choices()) {
    if (choice.value() == word) return word;
    known.push_back(choice.value());
  }
  return error_of(
      ErrorCode::BAD_RECIPE, "no_choice",
      {{"recipe", recipe.name()}, {"parameter", parameter.name()}, {"typed", typed}, {"known", std::move(known)}});
}

// BAD_RECIPE where it is no value of the parameter's kind, out of its bounds, or no word of its choices.
Result<std::string> value_within(const v1::Recipe& recipe, const v1::Recipe::Parameter& parameter,
                                 std::string_view typed) {
  switch (parameter.kind()) {
    case v1::Recipe::NUMBER:
      return bounded(recipe, parameter, typed, number_in(parameter, typed), "no_number");
    case v1::Recipe::POINTS:
      return bounded(recipe, parameter, typed, points_of_recipe(parameter, typed), "no_points");
    case v1::Recipe::FRACTION:
      return bounded(recipe, parameter, typed, fraction_in(parameter, typed), "no_fraction");
    default:
      return chosen(recipe, parameter, typed);
  }
}

// The parameter of that name; null: there is none.
const v1::Recipe::Parameter* parameter_named(const v1::Recipe& recipe, std::string_view name) {
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) {
    if (parameter.name() == name) return &parameter;
  }
  return nullptr;
}

// The choice that bears this value. There is one: the value was checked.
const v1::Recipe::Choice& choice_of(const v1::Recipe::Parameter& parameter, std::string_view value) {
  const auto found = std::find_if(parameter.choices().begin(), parameter.choices().end(),
                                  [value](const v1::Recipe::Choice& choice) { return choice.value() == value; });
  assert(found != parameter.choices().end());
  return *found;
}

Share share_of(std::string_view value) {
  const auto share = share_in(value);
  assert(share);
  return share.value_or(Share{});
}

// Places for parameters in texts and provisions: <points>, <points.size>, <points|point|points>, <points+gains|loses>
// (schema/nomic/v1/recipe.proto).

// Where points have a comma: 0,5.
constexpr std::array<std::string_view, 3> WITH_COMMA = {"es", "it", "nl"};

// The words with what `put` makes of each place.
template <class Put>
std::string with_places(std::string_view words, Put put) {
  std::string out;
  while (true) {
    const std::size_t open = words.find('<');
    out += words.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = words.find('>', open);
    assert(close != std::string_view::npos);
    out += put(words.substr(open + 1, close - open - 1));
    words.remove_prefix(close + 1);
  }
}

std::string_view size_of(std::string_view value) {
  if (value.starts_with('-')) value.remove_prefix(1);
  return value;
}

std::string written(const v1::Recipe::Parameter& parameter, std::string_view value, std::string_view lang) {
  if (parameter.kind() == v1::Recipe::CHOICE) {
    for (const v1::Text& words : choice_of(parameter, value).words()) {
      if (words.lang() == lang) return words.text();
    }
    return {};
  }
  std::string digits(value);
  if (std::find(WITH_COMMA.begin(), WITH_COMMA.end(), lang) != WITH_COMMA.end()) {
    std::replace(digits.begin(), digits.end(), '.', ',');
  }
  return digits;
}

std::string in_provision(const v1::Recipe::Parameter& parameter, const std::string& value) {
  if (parameter.kind() == v1::Recipe::CHOICE) return choice_of(parameter, value).provision();
  if (parameter.kind() != v1::Recipe::FRACTION) return value;
  const Share share = share_of(value);
  return fmt::format("numerator: {} denominator: {}", share.numerator, share.denominator);
}

// The provision as text format has it, with the values in their places.
std::string provision_with(const v1::Recipe& recipe, const RecipeValues& values, std::string_view provision) {
  return with_places(provision, [&](std::string_view place) -> std::string {
    const v1::Recipe::Parameter* parameter = parameter_named(recipe, place);
    assert(parameter != nullptr);
    return in_provision(*parameter, values.at(parameter->name()));
  });
}

// The text in that language, with the values in their places as people write them there.
std::string text_with(const v1::Recipe& recipe, const RecipeValues& values, std::string_view text,
                      std::string_view lang) {
  return with_places(text, [&](std::string_view place) -> std::string {
    const std::size_t end = place.find_first_of(".|+");
    const v1::Recipe::Parameter* parameter = parameter_named(recipe, place.substr(0, end));
    assert(parameter != nullptr);
    const std::string& value = values.at(parameter->name());
    if (end == std::string_view::npos) return written(*parameter, value, lang);
    if (place[end] == '.') return written(*parameter, size_of(value), lang);
    const bool first = place[end] == '|' ? size_of(value) == "1" : !value.starts_with('-');
    const std::string_view forms = place.substr(end + 1);
    const std::size_t bar = forms.find('|');
    return std::string(first ? forms.substr(0, bar) : forms.substr(bar + 1));
  });
}

using replay::Status;

Status check_names(const v1::Recipe& recipe, const RecipeValues& set) {
  std::vector<std::string> known;
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) known.push_back(parameter.name());
  for (const auto& [name, value] : set) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = replay::nearest(name, known);
    const std::string_view variant = known.empty()  ? "no_parameters"
                                     : near.empty() ? "no_parameter"
                                                    : "no_parameter_near";
    return error_of(ErrorCode::BAD_RECIPE, variant,
                    {{"recipe", recipe.name()}, {"typed", name}, {"near", near}, {"known", known}});
  }
  return ledger::Done{};
}

// Whether a choice goes with the value that another parameter has.
bool goes_with(const v1::Recipe::Choice& choice, const std::string& setting) {
  const auto& all = choice.goes_with();
  return all.empty() || std::find(all.begin(), all.end(), setting) != all.end();
}

// "occasion=joined" of the parameter that limits these choices.
std::string limit_of(const v1::Recipe::Choice& choice, const RecipeValues& values) {
  const std::string& first = choice.goes_with(0);
  const std::string name = first.substr(0, first.find('='));
  return name + "=" + values.at(name);
}

Status check_choices(const v1::Recipe& recipe, const RecipeValues& values) {
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) {
    if (parameter.kind() != v1::Recipe::CHOICE) continue;
    const std::string& value = values.at(parameter.name());
    const v1::Recipe::Choice& choice = choice_of(parameter, value);
    if (choice.goes_with().empty()) continue;
    const std::string limit = limit_of(choice, values);
    if (goes_with(choice, limit)) continue;
    std::vector<std::string> fitting;
    for (const v1::Recipe::Choice& other : parameter.choices()) {
      if (goes_with(other, limit)) fitting.push_back(other.value());
    }
    return error_of(ErrorCode::BAD_RECIPE, "not_together",
                    {{"recipe", recipe.name()},
                     {"setting", parameter.name() + "=" + value},
                     {"parameter", parameter.name()},
                     {"limit", limit},
                     {"known", std::move(fitting)}});
  }
  return ledger::Done{};
}

}  // namespace

Result<FilledRecipe> fill(const v1::Recipe& recipe, const RecipeValues& set) {
  NOMIC_TRY(check_names(recipe, set));
  FilledRecipe filled{&recipe, {}, {}};
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) {
    const auto typed = set.find(parameter.name());
    NOMIC_ASSIGN(auto value, value_within(recipe, parameter, typed == set.end() ? parameter.value() : typed->second));
    filled.values[parameter.name()] = std::move(value);
  }
  NOMIC_TRY(check_choices(recipe, filled.values));
  for (const std::string& provision : recipe.provisions()) {
    auto parsed = replay::parse_provision(provision_with(recipe, filled.values, provision));
    if (!parsed) {
      return error_of(ErrorCode::BAD_RECIPE, "cannot_be_met",
                      {{"recipe", recipe.name()}, {"line", print_recipe_line(filled)}}, parsed.error());
    }
    filled.provisions.push_back(std::move(*parsed));
  }
  return filled;
}

Result<std::string> text_of(const FilledRecipe& filled, std::string_view lang) {
  for (const v1::Text& text : filled.recipe->texts()) {
    if (text.lang() == lang) return text_with(*filled.recipe, filled.values, text.text(), lang);
  }
  return error_of(ErrorCode::BAD_RECIPE, "no_language",
                  {{"recipe", filled.recipe->name()}, {"lang", lang}, {"languages", recipe_languages()}});
}

}  // namespace nomic::tools
