// Which moves of a version are one proposal.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "nomic/replay/reference.h"
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

// Whose number all of them are given: the one that any of them shows, or 301 where they show 301, 301a and 301b; 0:
// they show none. Nothing: they show several.
std::optional<std::uint32_t> one_number(const std::vector<PastMove*>& moves) {
  std::set<std::uint32_t, InOrder> numbers;
  for (const PastMove* move : moves) {
    if (move->proposal != 0) numbers.insert(move->proposal);
  }
  if (numbers.empty()) return 0;
  const std::uint32_t first = *numbers.begin();
  const bool are_letters_of_it = !is_lettered(first) && plain_of(*numbers.rbegin()) == first;
  return numbers.size() == 1 || are_letters_of_it ? std::optional(first) : std::nullopt;
}

void make_one(const std::vector<PastMove*>& moves, std::uint32_t number, std::size_t group) {
  std::int64_t since = 0;
  for (const PastMove* move : moves) since = std::max(since, move->since);
  for (PastMove* move : moves) {
    move->group = group;
    move->since = since;
    move->proposal = number;
  }
}

}  // namespace

void join(const std::vector<Held>& held, std::vector<PastMove>& moves, bool as_one, std::size_t& groups) {
  const std::vector<PastMove*> together = made_at_once(held, moves);
  if (const auto number = one_number(together); as_one && number) {
    if (together.size() >= 2) make_one(together, *number, ++groups);
    return;
  }
  std::map<std::uint32_t, std::vector<PastMove*>> with_letters;
  for (PastMove* move : together) {
    if (move->proposal != 0) with_letters[plain_of(move->proposal)].push_back(move);
  }
  for (const auto& [plain, parts] : with_letters) {
    if (parts.size() >= 2 && one_number(parts) == plain) make_one(parts, plain, ++groups);
  }
}

}  // namespace nomic::replay::past
