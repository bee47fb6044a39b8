// Random provisions of every kind of the schema: every field and every value of its enumerations, made by reflection,
// so that what the schema gains is played with from then on.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "nomic/v1/provisions.pb.h"

namespace nomic::replay::test {

// Random choices, the same for the same seed on every machine.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits() % count); }
  bool percent(unsigned share) { return below(100) < share; }
  template <class List>
  auto one_of(const List& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 engine_;
};

// What there is to be named when a provision is made.
struct Scene {
  std::vector<std::string> players;
  std::vector<std::uint32_t> rules;
  std::uint32_t next_number = 1;
  std::int64_t now = 0;  // microseconds since 1970-01-01T00:00:00Z
};

// One that can be satisfied, of any kind, or of that kind (the number of its field).
v1::Provision random_provision(Choices& choose, const Scene& scene, int kind = 0);

// Mostly one that cannot be satisfied: something of it is out of bounds, missing, of no known value or contradicts
// itself.
v1::Provision random_nonsense(Choices& choose, const Scene& scene);

// Any value at all in any field.
void scramble(google::protobuf::Message& message, Choices& choose, int depth = 0);

// The numbers of the fields that hold the kinds.
const std::vector<int>& provision_kinds();

}  // namespace nomic::replay::test
