// Electorate: who votes on a proposal, with how many votes, and who is away (105, 207, inactivity).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nomic/replay/law.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// A proposal, and a player, as a case for the law.
Case case_of(const v1::Proposal& proposal, const std::string& player = {});

// Whether the player is inactive, and a rule in force suspends them from that.
bool is_suspended(const Law& law, const v1::Player& player, v1::Inactivity::Suspended from);

// In the game, and not passed over as inactive: their place in the ring counts.
bool takes_turns(const Law& law, const v1::Player& player);

// Whether the player votes on the proposal, as things stand now.
bool is_eligible(const Law& law, const v1::Proposal& proposal, const v1::Player& player);

// The votes that the player has on the proposal (207).
std::uint32_t votes_of(const Law& law, const v1::Proposal& proposal, const std::string& player);

// The ballot of that player that stands; null if there is none.
const v1::Ballot* ballot_of(const v1::Ballots& ballots, const std::string& player);

// Whether the proponent's vote counts in favour though they have cast none.
bool vote_is_implied(const Law& law, const v1::Proposal& proposal, const std::string& player);

// Eligible voters whose vote is missing, in seating order.
std::vector<const v1::Player*> voters_missing(const State& state, const Law& law, const v1::Proposal& proposal);

// Asks of many open votes whether everyone has voted. What they have in common is found once, when it is asked for
// first. The state and the law outlive it, and do not change meanwhile.
class OpenVotes {
 public:
  OpenVotes(const State& state, const Law& law) : state_(state), law_(law) {}

  // Whether every eligible voter has voted, and there is one. Ends at the first whose vote is missing.
  bool everyone_has_voted(const v1::Proposal& proposal);

 private:
  void look();

  const State& state_;
  const Law& law_;
  bool looked_ = false;
  std::size_t electors_ = 0;  // who votes in any case
  std::map<std::uint32_t, const v1::Ballots*> ballots_;
};

}  // namespace nomic::replay
