#include "nomic/past/told_proposals.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "nomic/replay/point.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::string_view HEADER = "number,commit,rule,proponent,proposed,for,against";
constexpr std::size_t COLUMNS = 7;

PastError bad_row(const std::string& where, std::size_t line, const std::string& what) {
  return {fmt::format("line {} of {}: {}", line, in_quotes(where), what), fmt::format("its columns are {}", HEADER)};
}

// Nothing: no number. Empty cells are told apart before.
std::optional<std::uint32_t> number_in(const std::string& cell) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return number;
}

PastResult<ToldProposal> told_in(const std::vector<std::string>& cells, const std::string& where, std::size_t line) {
  if (cells.size() != COLUMNS) return bad_row(where, line, fmt::format("it has {} columns", cells.size()));
  ToldProposal told;
  told.line = line;
  told.commit = cells[1];
  told.proponent = cells[3];
  std::optional<std::uint32_t> figures[4];
  const std::size_t columns[] = {0, 2, 5, 6};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string& cell = cells[columns[i]];
    if (cell.empty()) continue;
    figures[i] = number_in(cell);
    if (!figures[i]) return bad_row(where, line, fmt::format("{} is no number", in_quotes(cell)));
  }
  told.number = figures[0].value_or(0);
  told.rule = figures[1].value_or(0);
  told.votes_for = figures[2];
  told.votes_against = figures[3];
  if (told.number == 0 && told.commit.empty()) return bad_row(where, line, "it names no proposal and no commit");
  if (!cells[4].empty()) {
    auto time = replay::parse_time(cells[4], false);
    if (!time) return bad_row(where, line, fmt::format("{} is no time", in_quotes(cells[4])));
    told.proposed = *time;
  }
  return told;
}

bool fits(const ToldProposal& told, const PostedHistory& history, const replay::PastMove& move) {
  if (!move.proposed) return false;
  if (told.commit.empty()) return move.proposal == told.number;
  if (!history.sources[move.version].id.starts_with(told.commit)) return false;
  return told.rule == 0 || told.rule == move.rule || told.rule == move.number;
}

}  // namespace

PastResult<std::vector<ToldProposal>> read_told_proposals(const std::vector<TableRow>& rows, const std::string& where) {
  std::vector<ToldProposal> all;
  for (const TableRow& row : rows) {
    if (&row == &rows.front()) {
      if (fmt::format("{}", fmt::join(row.cells, ",")) != HEADER) return bad_row(where, row.line, "no such heading");
      continue;
    }
    auto told = told_in(row.cells, where, row.line);
    if (!told) return told.error();
    all.push_back(std::move(*told));
  }
  return all;
}

PastResult<std::vector<const ToldProposal*>> apply(const std::vector<ToldProposal>& told, const PostedHistory& history,
                                                   replay::Past& past) {
  std::vector<const ToldProposal*> of_move(past.moves.size(), nullptr);
  for (const ToldProposal& one : told) {
    bool any = false;
    for (std::size_t i = 0; i < past.moves.size(); ++i) {
      replay::PastMove& move = past.moves[i];
      if (of_move[i] != nullptr || !fits(one, history, move)) continue;
      // Of several in a commit a row without a rule is of the first.
      of_move[i] = &one;
      any = true;
      if (one.number != 0) move.proposal = one.number;
      if (one.proposed)
        move.since = std::min(std::max(move.since, *one.proposed), history.versions[move.version].posted);
      for (replay::PastSlip& slip : past.slips) {
        const bool kept = slip.kind == replay::PastSlipKind::KEPT_NUMBER && slip.version == move.version;
        if (kept && slip.other == 0 && slip.rules.front() == move.number) slip.other = one.number;
      }
      break;
    }
    if (!any) {
      return PastError{fmt::format("line {} of the table of proposals fits none that the commits tell", one.line),
                       "name its commit, or leave the row out: write it into the play file by hand"};
    }
  }
  return of_move;
}

}  // namespace nomic::tools
