// Questions that can be put to a consequence of any kind: whom it is about, which proposal, which rule. A field of one
// name means the same in every kind (nomic/v1/consequence.proto), so the answer does not depend on the kind; a kind
// without such a field answers with the empty value. Whoever wants what only one kind has, asks that kind.
//
// Cost: a look-up in a small table each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nomic/v1/consequence.pb.h"

namespace nomic::replay {

using ConsequenceKind = v1::Consequence::KindCase;

// Every kind there is, in the order of their numbers.
const std::vector<ConsequenceKind>& consequence_kinds();

// "VOTE_CAST"; empty for none.
std::string kind_name(ConsequenceKind kind);

// The message of its kind, or null if it has none (a newer program made it).
const google::protobuf::Message* body_of(const v1::Consequence& consequence);

// As the game spells the name.
const std::string& player_of(const v1::Consequence& consequence);
// The number (108).
std::uint32_t proposal_of(const v1::Consequence& consequence);
// The number of the rule that it is about: that it bore before, and bears from here on.
std::uint32_t from_number_of(const v1::Consequence& consequence);
std::uint32_t to_number_of(const v1::Consequence& consequence);
std::uint32_t turn_of(const v1::Consequence& consequence);
std::uint32_t circuit_of(const v1::Consequence& consequence);
// The record that it is about.
std::uint64_t about(const v1::Consequence& consequence);
// The rule-change that it tells of, or whose outcome.
v1::ChangeKind change_of(const v1::Consequence& consequence);

// How a vote ended; null: it is about no end of a vote.
const v1::Consequence::Outcome* outcome_in(const v1::Consequence& consequence);
// What a voter chooses now; null: no ballot is cast or changed by it.
const v1::Consequence::Ballot* ballot_in(const v1::Consequence& consequence);

}  // namespace nomic::replay
