// The numbers of proposals once the table is applied.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "nomic/replay/reference.h"
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
      return error_in_row(one, fmt::format("is of proposal {}, as another is", replay::numeral(one.number)),
                          "number one of them otherwise");
    }
  }
  for (const ToldMove& one : moves) {
    if (one.row == nullptr || one.move.proposal == 0) continue;
    const auto [known, is_new] = taken.emplace(one.move.proposal, std::pair(one.row, one.move.group));
    if (is_new || (one.move.group != 0 && known->second.second == one.move.group)) continue;
    return error_in_row(
        *one.row,
        fmt::format("is of proposal {}, as line {} is", replay::numeral(one.move.proposal), known->second.first->line),
        "number one of them otherwise");
  }
  for (ToldMove& one : moves) {
    const auto known = one.row != nullptr ? taken.end() : taken.find(one.move.proposal);
    if (known == taken.end()) continue;
    if (one.move.proposal == one.move.number) {
      return error_in_row(
          *known->second.first,
          fmt::format("is of proposal {}, which makes rule {} in {}", replay::numeral(one.move.proposal),
                      replay::numeral(one.move.number), history.versions[one.move.version].name),
          "name that commit, or correct the number");
    }
    one.move.proposal = 0;
  }
  return std::nullopt;
}

void wait_for_numbers(const PostedHistory& history, const std::vector<ToldProposal>& told, ToldMoves& moves) {
  // Until when those before are promised each number.
  std::map<std::uint32_t, std::set<std::int64_t>> promised;
  for (const ToldProposal& one : told) {
    if (one.defeated && one.number != 0) promised[one.number].insert(*one.voted);
  }
  std::map<std::size_t, std::vector<replay::PastMove*>> groups;
  for (ToldMove& one : moves) {
    if (one.move.group != 0) groups[one.move.group].push_back(&one.move);
  }
  for (ToldMove& first : moves) {
    std::vector<replay::PastMove*> parts = {&first.move};
    if (first.move.group != 0) {
      auto group = groups.extract(first.move.group);
      if (group.empty()) continue;
      parts = std::move(group.mapped());
    }
    if (!first.move.proposed) continue;
    std::set<std::uint32_t> numbers;
    for (const replay::PastMove* part : parts) numbers.insert({part->proposal, part->number});
    numbers.erase(0);
    const std::int64_t posted = history.versions[first.move.version].posted;
    std::int64_t since = first.move.since;
    for (const std::uint32_t number : numbers) {
      std::set<std::int64_t>& until = promised[number];
      const auto later = until.upper_bound(posted);
      if (later != until.begin()) since = std::max(since, *std::prev(later));
      until.insert(posted);
    }
    for (replay::PastMove* part : parts) part->since = since;
  }
}

}  // namespace nomic::tools
