// Which moves of a version are one proposal.
#include <algorithm>
#include <set>

#include "planning.h"

namespace nomic::replay::past {
namespace {

bool is_rule_change(const PastMove& move) {
  return move.proposed && (move.kind == PastMoveKind::ENACT || move.kind == PastMoveKind::AMEND ||
                           move.kind == PastMoveKind::TRANSMUTE || move.kind == PastMoveKind::REPEAL);
}

// Those that can be made at once: each of a rule of its own, as it stood before, under a number that was free.
std::vector<PastMove*> made_at_once(const std::vector<Held>& held, std::vector<PastMove>& moves) {
  std::set<std::uint32_t> before;
  for (const Held& rule : held) before.insert(rule.copy.number);
  std::set<std::uint32_t> touched;
  std::vector<PastMove*> made;
  for (PastMove& move : moves) {
    const bool is_new = move.kind == PastMoveKind::ENACT;
    const bool stood = is_new || (before.count(move.rule) != 0 && touched.count(move.rule) == 0);
    const bool free = move.number == 0 || move.number == move.rule || before.count(move.number) == 0;
    if (is_rule_change(move) && stood && free) made.push_back(&move);
    touched.insert({move.rule, move.number});
  }
  return made;
}

}  // namespace

void join(const std::vector<Held>& held, std::vector<PastMove>& moves, std::size_t& groups) {
  const std::vector<PastMove*> together = made_at_once(held, moves);
  std::set<std::uint32_t> numbers;
  std::int64_t since = 0;
  for (const PastMove* move : together) {
    if (move->proposal != 0) numbers.insert(move->proposal);
    since = std::max(since, move->since);
  }
  if (together.size() < 2 || numbers.size() > 1) return;
  ++groups;
  for (PastMove* move : together) {
    move->group = groups;
    move->since = since;
    if (!numbers.empty()) move->proposal = *numbers.begin();
  }
}

}  // namespace nomic::replay::past
