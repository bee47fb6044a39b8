// Values of parameters: what people set, within its bounds and in its one spelling.
#pragma once

#include <string>
#include <string_view>

#include "nomic/replay/error.h"
#include "nomic/v1/recipe.pb.h"

namespace nomic::tools {

// BAD_RECIPE where it is no value of the parameter's kind, out of its bounds, or no word of its choices.
replay::Result<std::string> value_within(const v1::Recipe& recipe, const v1::Recipe::Parameter& parameter,
                                         std::string_view typed);

// The parameter of that name; null: there is none.
const v1::Recipe::Parameter* parameter_named(const v1::Recipe& recipe, std::string_view name);

// The choice that bears this value. There is one: the value was checked.
const v1::Recipe::Choice& choice_of(const v1::Recipe::Parameter& parameter, std::string_view value);

// "2/3" in two. The value was checked.
struct Share {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
};
Share share_of(std::string_view value);

}  // namespace nomic::tools
