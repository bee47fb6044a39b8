#include "recipe_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <optional>
#include <vector>

#include "nomic/replay/decimal_points.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::tools {
namespace {

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

}  // namespace

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

const v1::Recipe::Parameter* parameter_named(const v1::Recipe& recipe, std::string_view name) {
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) {
    if (parameter.name() == name) return &parameter;
  }
  return nullptr;
}

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

}  // namespace nomic::tools
