#include "voting/electorate.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "play.h"

namespace nomic::replay {

Case case_of(const v1::Proposal& proposal, const std::string& player) {
  return {.change = proposal.changes().empty() ? v1::CHANGE_KIND_UNSPECIFIED : proposal.changes(0).kind(),
          .player = player};
}

bool is_suspended(const Law& law, const v1::Player& player, v1::Inactivity::Suspended from) {
  if (player.inactive_since() == 0) return false;
  const auto rule = law.inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = player.names().name()}).value;
  return std::find(rule.suspends().begin(), rule.suspends().end(), from) != rule.suspends().end();
}

bool takes_turns(const Law& law, const v1::Player& player) {
  return in_game(player) && !is_suspended(law, player, v1::Inactivity::TURNS);
}

bool is_eligible(const Law& law, const v1::Proposal& proposal, const v1::Player& player) {
  if (!in_game(player) || is_suspended(law, player, v1::Inactivity::VOTING)) return false;
  const auto& name = player.names().name();
  const auto electorate = law.franchise(case_of(proposal, name)).value.electorate();
  return electorate != v1::Franchise::OTHERS_THAN_PROPONENT || name != proposal.proponent();
}

std::uint32_t votes_of(const Law& law, const v1::Proposal& proposal, const std::string& player) {
  const auto franchise = law.franchise(case_of(proposal, player)).value;
  return franchise.has_votes_per_player() ? franchise.votes_per_player() : 1;
}

const v1::Ballot* ballot_of(const v1::Ballots& ballots, const std::string& player) {
  const auto& all = ballots.ballots();
  const auto found = std::find_if(all.begin(), all.end(), [&](const v1::Ballot& ballot) {
    return ballot.player() == player && !ballot.withdrawn();
  });
  return found == all.end() ? nullptr : &*found;
}

bool vote_is_implied(const Law& law, const v1::Proposal& proposal, const std::string& player) {
  return player == proposal.proponent() &&
         law.franchise(case_of(proposal, player)).value.proponents_vote() == v1::Franchise::COUNTS_FOR;
}

namespace {

// Whose ballot stands, to be asked for many players.
class Voters {
 public:
  explicit Voters(const v1::Ballots& ballots) {
    for (const auto& ballot : ballots.ballots()) {
      if (!ballot.withdrawn()) names_.push_back(ballot.player());
    }
  }

  [[nodiscard]] std::size_t count() const { return names_.size(); }
  [[nodiscard]] bool has(std::string_view name) {
    if (!sorted_) std::sort(names_.begin(), names_.end());
    sorted_ = true;
    return std::binary_search(names_.begin(), names_.end(), name);
  }

 private:
  std::vector<std::string_view> names_;
  bool sorted_ = false;
};

// Who has voted is found sooner than who may.
bool is_missing(const Law& law, const v1::Proposal& proposal, Voters& voters, const v1::Player& player) {
  const auto& name = player.names().name();
  return !voters.has(name) && is_eligible(law, proposal, player) && !vote_is_implied(law, proposal, name);
}

}  // namespace

std::vector<const v1::Player*> voters_missing(const State& state, const Law& law, const v1::Proposal& proposal) {
  Voters voters(ballots_on(state, proposal.number()));
  std::vector<const v1::Player*> missing;
  for (const auto& player : state.players()) {
    if (is_missing(law, proposal, voters, player)) missing.push_back(&player);
  }
  return missing;
}

void OpenVotes::look() {
  looked_ = true;
  const auto& players = state_.players();
  electors_ = static_cast<std::size_t>(std::count_if(players.begin(), players.end(), [&](const v1::Player& player) {
    return in_game(player) && !is_suspended(law_, player, v1::Inactivity::VOTING);
  }));
  for (const v1::Ballots& ballots : state_.ballots()) ballots_.emplace(ballots.proposal(), &ballots);
}

bool OpenVotes::everyone_has_voted(const v1::Proposal& proposal) {
  if (!looked_) look();
  const auto found = ballots_.find(proposal.number());
  Voters voters(found == ballots_.end() ? v1::Ballots::default_instance() : *found->second);
  // Fewer ballots than players who vote in any case: all but the proponent, whom the rules may leave out. With many
  // votes open at once nearly all of them are told by that.
  if (voters.count() + 1 < electors_) return false;
  const auto& players = state_.players();
  return std::none_of(players.begin(), players.end(),
                      [&](const auto& player) { return is_missing(law_, proposal, voters, player); }) &&
         std::any_of(players.begin(), players.end(),
                     [&](const auto& player) { return is_eligible(law_, proposal, player); });
}

}  // namespace nomic::replay
