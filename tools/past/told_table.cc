// The table of proposals, row by row.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>

#include "nomic/past/told_proposals.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::array<std::string_view, 11> COLUMNS = {"number",  "commit",  "rule",  "proponent", "proposed", "for",
                                                      "against", "outcome", "voted", "change",    "text"};
constexpr std::array<std::string_view, 5> CHANGES = {"enact", "amend", "repeal", "transmute", "nothing"};

PastError bad_row(const std::string& where, std::size_t line, const std::string& what) {
  return {
      fmt::format("line {} of {}: {}", line, in_quotes(where), what),
      fmt::format("its columns are {}, in any order; those that nobody knows are left out", fmt::join(COLUMNS, ","))};
}

// The cells of one row, by the names of their columns.
class Row {
 public:
  Row(const std::vector<std::string>& heading, const TableRow& row, const std::string& where)
      : heading_(heading), row_(row), where_(where) {}

  [[nodiscard]] std::string cell(std::string_view column) const {
    const auto found = std::find(heading_.begin(), heading_.end(), column);
    const auto at = static_cast<std::size_t>(found - heading_.begin());
    return at < row_.cells.size() ? row_.cells[at] : "";
  }
  [[nodiscard]] PastError bad(const std::string& what) const { return bad_row(where_, row_.line, what); }

  // Nothing: the cell is empty.
  PastResult<std::optional<std::uint32_t>> number(std::string_view column) const {
    const std::string typed = cell(column);
    if (typed.empty()) return std::optional<std::uint32_t>();
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
    if (error == std::errc() && end == typed.data() + typed.size()) return std::optional(number);
    return bad(fmt::format("{} is no number", in_quotes(typed)));
  }

  // Of a proposal or a rule: it may have letters.
  PastResult<std::optional<std::uint32_t>> numeral(std::string_view column) const {
    if (const auto said = replay::read_numeral(cell(column))) return said;
    auto other = number(column);
    // What stands for a number with letters is none that people write.
    if (other && *other && **other > replay::LARGEST_NUMBER) {
      return bad(fmt::format("{} is no number", in_quotes(cell(column))));
    }
    return other;
  }

  PastResult<std::optional<std::int64_t>> time(std::string_view column) const {
    const std::string typed = cell(column);
    if (typed.empty()) return std::optional<std::int64_t>();
    auto time = replay::parse_time(typed, false);
    if (!time) return bad(fmt::format("{} is no time", in_quotes(typed)));
    return std::optional(*time);
  }

 private:
  const std::vector<std::string>& heading_;
  const TableRow& row_;
  const std::string& where_;
};

// Of a defeated proposal nothing else tells, so the row does.
std::optional<std::string> missing_of_defeated(ToldProposal& told) {
  if (told.proponent.empty()) return "a defeated proposal has a proponent: the page does not show it";
  if (!told.voted) told.voted = told.proposed;
  if (!told.voted) return "a defeated proposal has a date, proposed or voted: the page does not show it";
  if (!told.proposed) told.proposed = told.voted;
  if (*told.voted < *told.proposed) return "it was voted on before it was proposed";
  if (!told.commit.empty()) return "a defeated proposal is in no commit";
  if (told.change.empty()) told.change = told.rule == 0 ? "enact" : "amend";
  const bool names_rule = told.change == "amend" || told.change == "repeal" || told.change == "transmute";
  if (names_rule != (told.rule != 0)) return fmt::format("to {} names {}", told.change, names_rule ? "a rule" : "none");
  return std::nullopt;
}

std::optional<std::string> missing_of_adopted(const ToldProposal& told) {
  if (told.number == 0 && told.commit.empty()) return "it names no proposal and no commit";
  if (told.voted) return "what was adopted was adopted when it was posted: leave voted empty";
  if (!told.change.empty() || !told.text.empty()) return "what was adopted is on the page: leave change and text empty";
  return std::nullopt;
}

PastResult<ToldProposal> told_in(const Row& row, std::size_t line) {
  ToldProposal told;
  told.line = line;
  told.commit = row.cell("commit");
  told.proponent = row.cell("proponent");
  told.change = row.cell("change");
  told.text = row.cell("text");
  if (!told.proponent.empty() && !replay::player_names(told.proponent, {}, {})) {
    return row.bad(fmt::format("{} is no player's name", in_quotes(told.proponent)));
  }
  std::map<std::string_view, std::optional<std::uint32_t>> figures;
  for (const std::string_view column : {"number", "rule", "for", "against"}) {
    NOMIC_ASSIGN(auto figure, column == "number" || column == "rule" ? row.numeral(column) : row.number(column));
    figures[column] = figure;
  }
  told.number = figures["number"].value_or(0);
  told.rule = figures["rule"].value_or(0);
  told.votes_for = figures["for"];
  told.votes_against = figures["against"];
  NOMIC_ASSIGN(auto proposed, row.time("proposed"));
  told.proposed = proposed;
  NOMIC_ASSIGN(auto voted, row.time("voted"));
  told.voted = voted;
  const std::string outcome = row.cell("outcome");
  if (!outcome.empty() && outcome != "adopted" && outcome != "defeated") {
    return row.bad(fmt::format("{} is no outcome: adopted or defeated", in_quotes(outcome)));
  }
  if (!told.change.empty() && std::find(CHANGES.begin(), CHANGES.end(), told.change) == CHANGES.end()) {
    return row.bad(
        fmt::format("{} is no change: {}", in_quotes(told.change), listed({CHANGES.begin(), CHANGES.end()})));
  }
  told.defeated = outcome == "defeated";
  if (const auto missing = told.defeated ? missing_of_defeated(told) : missing_of_adopted(told)) {
    return row.bad(*missing);
  }
  return told;
}

}  // namespace

PastResult<std::vector<ToldProposal>> read_told_proposals(const std::vector<TableRow>& rows, const std::string& where) {
  std::vector<ToldProposal> all;
  for (const TableRow& row : rows) {
    if (&row == &rows.front()) {
      for (const std::string& column : row.cells) {
        if (std::find(COLUMNS.begin(), COLUMNS.end(), column) == COLUMNS.end() ||
            std::count(row.cells.begin(), row.cells.end(), column) > 1) {
          return bad_row(where, row.line, fmt::format("{} heads no column", in_quotes(column)));
        }
      }
      continue;
    }
    if (row.cells.size() > rows.front().cells.size()) {
      return bad_row(where, row.line, fmt::format("it has {} columns", row.cells.size()));
    }
    NOMIC_ASSIGN(auto told, told_in(Row(rows.front().cells, row, where), row.line));
    all.push_back(std::move(told));
  }
  return all;
}

}  // namespace nomic::tools
