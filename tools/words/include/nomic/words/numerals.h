// Numbers with letters in every text of the tools: 340a is one number of 32 bits (nomic/replay/rule_number.h), and what
// stands for it is shown to nobody. So that no sentence can forget it, `fmt` is ours within nomic::tools: what is given
// to fmt::format and fmt::join as 32 bits is printed as people read it, and everything else as ever. A count looks the
// same either way, since none comes near those numbers.
//
// tools/CMakeLists.txt has the compiler include this before every source of the tools; nobody includes it by name.
// Numbers that become text by another way (std::to_string) take replay::numeral.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "nomic/replay/rule_number.h"

namespace nomic::tools {

// A number of 32 bits in a format string.
struct Numeral {
  std::uint32_t value = 0;
};

}  // namespace nomic::tools

// As the number is formatted, whatever that says, unless it has letters.
template <>
struct fmt::formatter<nomic::tools::Numeral> : fmt::formatter<std::uint32_t> {
  template <class Context>
  auto format(nomic::tools::Numeral number, Context& context) const {
    if (!nomic::replay::is_lettered(number.value)) return fmt::formatter<std::uint32_t>::format(number.value, context);
    const std::string words = nomic::replay::numeral(number.value);
    return std::copy(words.begin(), words.end(), context.out());
  }
};

namespace nomic::tools::fmt {

using namespace ::fmt;  // NOLINT(google-build-using-namespace): all of it, but for what is ours

template <class Value>
constexpr bool is_number = std::is_same_v<std::remove_cvref_t<Value>, std::uint32_t>;

template <class Value>
using Shown = std::conditional_t<is_number<Value>, Numeral, Value>;

template <class Value>
decltype(auto) shown(Value& value) {
  if constexpr (is_number<Value>) {
    return Numeral{value};
  } else {
    return (value);
  }
}

template <class... Values>
std::string format(::fmt::format_string<Shown<Values>...> words, Values&&... values) {
  return ::fmt::vformat(words, ::fmt::make_format_args(shown(values)...));
}

template <class Range>
auto join(Range&& range, ::fmt::string_view between) {
  using Value = std::remove_cvref_t<decltype(*std::begin(range))>;
  if constexpr (is_number<Value>) {
    std::string all;
    for (const std::uint32_t number : range) {
      if (!all.empty()) all.append(between.data(), between.size());
      all += replay::numeral(number);
    }
    return all;
  } else {
    return ::fmt::join(range, between);
  }
}

template <class Value>
auto join(std::initializer_list<Value> list, ::fmt::string_view between) {
  return ::fmt::join(list, between);
}

}  // namespace nomic::tools::fmt
