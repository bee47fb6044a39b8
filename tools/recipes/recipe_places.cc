#include "recipe_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "recipe_values.h"

namespace nomic::tools {
namespace {

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

}  // namespace

std::string provision_with(const v1::Recipe& recipe, const RecipeValues& values, std::string_view provision) {
  return with_places(provision, [&](std::string_view place) -> std::string {
    const v1::Recipe::Parameter* parameter = parameter_named(recipe, place);
    assert(parameter != nullptr);
    return in_provision(*parameter, values.at(parameter->name()));
  });
}

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

}  // namespace nomic::tools
