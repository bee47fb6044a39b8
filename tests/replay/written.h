// A state as it is written down, and read again.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "nomic/replay/state.h"

namespace nomic::replay::test {

inline std::string written(const State& state) {
  return state.to_wire().SerializeAsString();
}

inline State read_again(const std::string& bytes) {
  v1::State wire;
  EXPECT_TRUE(wire.ParseFromString(bytes));
  return State::from_wire(std::move(wire));
}

}  // namespace nomic::replay::test
