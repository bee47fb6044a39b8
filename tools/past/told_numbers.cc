// The numbers of proposals once the table is applied.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "told_moves.h"

namespace nomic::tools {

PastError error_in_row(const ToldProposal& told, const std::string& what, const std::string& hint) {
  return {fmt::format("line {} of the table of proposals {}", told.line, what), hint};
}

std::optional<PastError> number_once(const PostedHistory& history, const std::vector<ToldProposal>& told,
                                     ToldMoves& moves) {
  std::map<std::uint32_t, std::pair<const ToldProposal*, std::size_t>> taken;
  for (const ToldProposal& one : told) {
    if (one.defeated && one.number != 0 && !taken.emplace(one.number, std::pair(&one, 0)).second) {
      return error_in_row(one, fmt::format("is of proposal {}, as another is", one.number),
                          "number one of them otherwise");
    }
  }
  for (const ToldMove& one : moves) {
    if (one.row == nullptr || one.move.proposal == 0) continue;
    const auto [known, is_new] = taken.emplace(one.move.proposal, std::pair(one.row, one.move.group));
    if (is_new || (one.move.group != 0 && known->second.second == one.move.group)) continue;
    return error_in_row(*one.row,
                        fmt::format("is of proposal {}, as line {} is", one.move.proposal, known->second.first->line),
                        "number one of them otherwise");
  }
  for (ToldMove& one : moves) {
    const auto known = one.row != nullptr ? taken.end() : taken.find(one.move.proposal);
    if (known == taken.end()) continue;
    if (one.move.proposal == one.move.number) {
      return error_in_row(*known->second.first,
                          fmt::format("is of proposal {}, which makes rule {} in {}", one.move.proposal,
                                      one.move.number, history.versions[one.move.version].name),
                          "name that commit, or correct the number");
    }
    one.move.proposal = 0;
  }
  return std::nullopt;
}

}  // namespace nomic::tools
