// Offers filled in: the moves that they stand for, and whether a move is among them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/offers.h"
#include "replay/game/table.h"

namespace nomic::replay::test {

// One thing that an offer promises: at least one of the alternatives is taken.
struct Promise {
  std::string what;
  std::string author;
  std::vector<v1::Event> alternatives;
};

// A promise for each choice and each kind of rule-change that the offer lists; `state`: as of the offer.
std::vector<Promise> promises_of(const State& state, const Offer& offer);

// The move, made by that author at that time, as it would be recorded; signed where it brings a key.
Move made_by(const Engine& engine, const std::string& author, v1::Event event, std::int64_t at);

// Why the engine does not take it; nothing if it does.
std::optional<Error> refusal_of(const Engine& engine, const History& history, const Move& move);

// Why none of the promise's alternatives is taken, that of the last; nothing if one is.
std::optional<std::string> broken(const Engine& engine, const History& history, const Promise& promise,
                                  std::int64_t at);

// Whether the move is one of those that are offered: its kind, to its author, about what it is about.
bool is_offered(const std::vector<Offer>& offers, const std::string& author, const v1::Event& event);

// "Ann vote_cast 301"
std::string label_of(const Offer& offer);

}  // namespace nomic::replay::test
