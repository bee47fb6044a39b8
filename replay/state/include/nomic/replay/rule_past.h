// The past of a rule, as far as a state holds it: where the texts of its versions are found, and the numbers it bore.
//
// Both lists grow with the game. A rule is copied when it is edited and its message digested, and can be amended tens
// of thousands of times; so the message holds the newest elements only, and of the rest a name (rule_chunks.h):
//
//     sources of a rule     chunks of 256, older_sources (a multiple of 16, up to 240), sources (2 to 17)
//     numbers it bore       chunks of 256, former_numbers (up to 255)
//
// How many lie where depends on the length of the list alone, and not on how it came to be. The present source and the
// one before it are always at hand: whether there is one to restore is seen at once.
//
// The rule is one of the state, or about to be. One that stands by_itself() has its numbers with it, whatever the
// state.
#pragma once

#include <google/protobuf/repeated_field.h>

#include <cstdint>
#include <vector>

#include "nomic/replay/state.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

using Sources = google::protobuf::RepeatedPtrField<v1::VersionSource>;

// Adds that of a new version. O(1) on average.
v1::VersionSource& add_source(State& state, v1::Rule& rule);

// Takes the last one away. O(1) on average.
void drop_last_source(const State& state, v1::Rule& rule);

// All of them, oldest first. O(all).
Sources all_sources(const State& state, const v1::Rule& rule);
Sources all_sources(const State& state, const v1::RepealedRule& rule);

// Puts others in their place. O(all).
void put_sources(State& state, v1::Rule& rule, const Sources& sources);
void put_sources(State& state, v1::RepealedRule& rule, const Sources& sources);

// Adds a number that the rule bore until now. O(1) on average.
void add_former_number(State& state, v1::Rule& rule, std::uint32_t number);

// Puts others in their place. O(all).
void put_former_numbers(State& state, v1::Rule& rule, const std::vector<std::uint32_t>& numbers);
void put_former_numbers(State& state, v1::RepealedRule& rule, const std::vector<std::uint32_t>& numbers);

// All of them, oldest first. O(all).
std::vector<std::uint32_t> former_numbers(const State& state, const v1::Rule& rule);
std::vector<std::uint32_t> former_numbers(const State& state, const v1::RepealedRule& rule);

// Whether it bore the number before. O(all), but O(1) for a number that is greater than all of them.
bool formerly_bore(const State& state, const v1::Rule& rule, std::uint32_t number);
bool formerly_bore(const State& state, const v1::RepealedRule& rule, std::uint32_t number);

// The rule by itself, for who shows it without its state: with all its numbers, and of its sources the last.
v1::Rule by_itself(const State& state, const v1::Rule& rule);

// Whether the state has every chunk that its rules name, and every list lies as it is said above. A state that was read
// from elsewhere, and is not so, cannot be gone on from.
bool has_its_chunks(const State& state);

}  // namespace nomic::replay
