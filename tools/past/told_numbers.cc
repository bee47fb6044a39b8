// The numbers of proposals once the table is applied.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
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

void wait_for_numbers(const PostedHistory& history, const std::vector<ToldProposal>& told, ToldMoves& moves) {
  // Until when the numbers of those before are promised.
  std::vector<std::pair<std::set<std::uint32_t>, std::int64_t>> promised;
  for (const ToldProposal& one : told) {
    if (one.defeated && one.number != 0) promised.push_back({{one.number}, *one.voted});
  }
  std::set<std::size_t> groups;
  for (const ToldMove& first : moves) {
    const bool known = first.move.group != 0 && !groups.insert(first.move.group).second;
    if (!first.move.proposed || known) continue;
    std::vector<replay::PastMove*> parts;
    for (ToldMove& one : moves) {
      const bool part = first.move.group == 0 ? &one == &first : one.move.group == first.move.group;
      if (part) parts.push_back(&one.move);
    }
    std::set<std::uint32_t> numbers;
    for (const replay::PastMove* part : parts) numbers.insert({part->proposal, part->number});
    numbers.erase(0);
    const std::int64_t posted = history.versions[first.move.version].posted;
    std::int64_t since = first.move.since;
    for (const auto& [others, until] : promised) {
      const bool shared =
          std::any_of(others.begin(), others.end(), [&](std::uint32_t number) { return numbers.count(number) != 0; });
      if (shared && until <= posted) since = std::max(since, until);
    }
    for (replay::PastMove* part : parts) part->since = since;
    promised.emplace_back(std::move(numbers), posted);
  }
}

}  // namespace nomic::tools
