#include "nomic/views/score_votes.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "nomic/replay/game_index.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_history.h"
#include "nomic/views/history_view.h"

namespace nomic::tools {
namespace {

// The number of the proposal whose votes the entry counts; 0: it counts none, or that of one without a number.
std::uint32_t proposal_counted(const v1::ExplainView::Step& step) {
  const auto& score = step.consequence().score();
  const bool counts = score.reckoning().has_share() || score.reckoning().has_per_vote();
  return counts ? replay::number_in(score.proposal()) : 0;
}

// Those that bear one of the numbers, in the order of their making. Without an index the game is derived once for all.
replay::Result<std::vector<replay::ProposalHistory>> those_of(replay::Game& game, std::uint64_t size,
                                                              const std::set<std::uint32_t>& numbers) {
  NOMIC_ASSIGN(auto index, game.index(size));
  std::vector<replay::ProposalHistory> found;
  const std::set<std::uint32_t> asked = index ? numbers : std::set<std::uint32_t>{0};
  for (const std::uint32_t number : asked) {
    NOMIC_ASSIGN(auto made, replay::proposals_made(game, number, size, {}));
    std::copy_if(made.begin(), made.end(), std::back_inserter(found),
                 [&](const replay::ProposalHistory& life) { return numbers.contains(life.number); });
  }
  return found;
}

}  // namespace

replay::Status add_votes_behind(replay::Game& game, std::uint64_t size, v1::ExplainView& view) {
  std::set<std::uint32_t> numbers;
  for (const auto& step : view.steps()) numbers.insert(proposal_counted(step));
  numbers.erase(0);
  if (numbers.empty()) return ledger::Done{};
  NOMIC_ASSIGN(const auto lives, those_of(game, size, numbers));
  for (const replay::ProposalHistory& life : lives) {
    NOMIC_ASSIGN(auto made, proposal_view(game.history(), life));
    *view.add_proposals() = std::move(made);
  }
  return ledger::Done{};
}

const v1::HistoryView::Proposal* votes_behind(const v1::ExplainView& view, const v1::ExplainView::Step& step) {
  const std::uint32_t number = proposal_counted(step);
  for (const auto& proposal : view.proposals()) {
    if (number != 0 && replay::number_in(proposal.number()) == number) return &proposal;
  }
  return nullptr;
}

}  // namespace nomic::tools
