#include "move_forms.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::tools {

using replay::PastMove;
using replay::PastMoveKind;

bool is_act(const PastMove& move) {
  if (move.proposed) return false;
  if (move.kind == PastMoveKind::ENACT) return true;
  const bool of_mutable = move.kind == PastMoveKind::REPEAL ? move.status == v1::MUTABLE : move.status == v1::IMMUTABLE;
  return (move.kind == PastMoveKind::REPEAL || move.kind == PastMoveKind::TRANSMUTE) && of_mutable;
}

bool take_numbers(const PostedHistory& history, const replay::Past& past) {
  for (const v1::RuleBody& rule : history.first.rules()) {
    if (std::find(past.unchanged.begin(), past.unchanged.end(), replay::number_in(rule.number())) ==
        past.unchanged.end())
      continue;
    for (const v1::Provision& provision : rule.provisions()) {
      if (provision.numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS) return true;
    }
  }
  return false;
}

bool is_proposal(const PastMove& move) {
  return move.proposed || move.kind == PastMoveKind::REPEAL || move.kind == PastMoveKind::TRANSMUTE;
}

std::string words_of_kind(const PastMove& move) {
  switch (move.kind) {
    case PastMoveKind::ENACT:
      return " enact";
    case PastMoveKind::AMEND:
      return fmt::format(" amend {}", replay::numeral(move.rule));
    case PastMoveKind::TRANSMUTE:
      return fmt::format(" transmute {}", replay::numeral(move.rule));
    default:
      return fmt::format(" repeal {}", replay::numeral(move.rule));
  }
}

}  // namespace nomic::tools
