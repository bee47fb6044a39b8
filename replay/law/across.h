// Contradictions between provisions of two kinds: a duty of every voter to take part, and a period at whose end the
// missing are left out.
#pragma once

#include <optional>

#include "nomic/v1/provisions.pb.h"

namespace nomic::replay {

// The points of both that cannot be obeyed beside each other: fields by number, 0: all of it.
struct Across {
  int first = 0;
  int second = 0;
  const char* name = "";  // "VotingPeriod.vote"
};

// Whether provisions of these two kinds can contradict each other in this way, in either order.
bool meet_across(v1::Provision::KindCase one, v1::Provision::KindCase other);

// Looks one way only: whether what `first` allows or asks for contradicts what `second` demands. Nothing for kinds that
// do not meet.
std::optional<Across> contradicts_across(const v1::Provision& first, const v1::Provision& second);

}  // namespace nomic::replay
