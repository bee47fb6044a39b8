#include "unvoted.h"

#include <algorithm>
#include <utility>

namespace nomic::replay::past {

void Unvoted::gone(const std::vector<PastMove>& moves, const std::vector<Held>& held) {
  for (const PastMove& move : moves) {
    if (move.kind != PastMoveKind::REPEAL || move.proposed) continue;
    for (const Held& rule : held) {
      if (rule.copy.number != move.rule || !rule.unvoted) continue;
      leave_unproposed(past_.moves[rule.unvoted->move]);
    }
  }
}

void Unvoted::come(std::size_t first, std::size_t slips, std::vector<Held>& held) const {
  for (std::size_t i = slips; i < past_.slips.size(); ++i) {
    const PastSlip& slip = past_.slips[i];
    if (slip.kind != PastSlipKind::NO_PROPOSAL || slip.rules.size() != 1) continue;
    for (std::size_t move = first; move < past_.moves.size(); ++move) {
      const PastMove& made = past_.moves[move];
      if (made.kind != PastMoveKind::ENACT || made.number != slip.rules.front()) continue;
      const auto rule =
          std::find_if(held.begin(), held.end(), [&](const Held& one) { return one.copy.number == made.number; });
      if (rule != held.end()) rule->unvoted = Held::Unvoted{move, i};
    }
  }
}

void Unvoted::leave_unproposed(PastMove& enacts) {
  enacts.proposed = false;
  const std::uint32_t number = std::exchange(enacts.proposal, 0);
  const std::size_t group = std::exchange(enacts.group, 0);
  std::vector<PastMove*> others;  // of the same proposal, which is still one
  for (PastMove& move : past_.moves) {
    if (group != 0 && move.group == group) others.push_back(&move);
  }
  if (others.size() == 1) others.front()->group = 0;
  if (others.empty()) numbers_.give_back(number);
}

}  // namespace nomic::replay::past
