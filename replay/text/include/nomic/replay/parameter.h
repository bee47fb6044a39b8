// Parameter: a value that the sentence of an error needs, under a name.
//
// The value keeps its kind (a number is not a time), so that whoever shows it can format it and a program can read it.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nomic::replay {

// Thousandths of a point.
struct Thousandths {
  std::int64_t value = 0;
  friend bool operator==(const Thousandths&, const Thousandths&) = default;
};

// Microseconds since 1970-01-01T00:00:00Z.
struct Moment {
  std::int64_t value = 0;
  friend bool operator==(const Moment&, const Moment&) = default;
};

// A length of time in microseconds.
struct Length {
  std::int64_t value = 0;
  friend bool operator==(const Length&, const Length&) = default;
};

struct Parameter {
  using Names = std::vector<std::string>;
  using Value = std::variant<std::uint64_t, Thousandths, Moment, Length, std::string, Names>;

  // Counts, numbers of rules and proposals, indexes of records: never negative.
  template <std::integral Number>
  Parameter(std::string_view name_in, Number number) : name(name_in), value(static_cast<std::uint64_t>(number)) {}
  Parameter(std::string_view name_in, Thousandths points) : name(name_in), value(points) {}
  Parameter(std::string_view name_in, Moment time) : name(name_in), value(time) {}
  Parameter(std::string_view name_in, Length time) : name(name_in), value(time) {}
  // A name of a player, a thing or a field, as the game or the caller spells it.
  Parameter(std::string_view name_in, std::string text) : name(name_in), value(std::move(text)) {}
  Parameter(std::string_view name_in, std::string_view text) : name(name_in), value(std::string(text)) {}
  Parameter(std::string_view name_in, const char* text) : name(name_in), value(std::string(text)) {}
  // Several of those, in order.
  Parameter(std::string_view name_in, Names names) : name(name_in), value(std::move(names)) {}

  friend bool operator==(const Parameter&, const Parameter&) = default;

  std::string name;
  Value value;
};

}  // namespace nomic::replay
