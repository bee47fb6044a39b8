#include "found/import_history_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "nomic/past/repository.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/words/terminal_text.h"
#include "shared/csv_rows.h"
#include "shared/dated_pages.h"
#include "shared/page_source.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

// The number of the rule on numbers in the Initial Set.
constexpr std::uint32_t NUMBERS = 108;

Result<std::vector<CsvRow>> read_table(const Call& call, const std::string& path) {
  NOMIC_ASSIGN(auto table, read_file(call, path));
  if (!is_utf8(table)) return usage(fmt::format("the table {} is not UTF-8.", in_quotes(path)));
  return parse_csv(table);
}

// Dated pages, as files, folders or a table.
Result<std::vector<PostedPage>> read_pages(const Call& call, const std::vector<std::string>& paths,
                                           std::vector<std::string>& undated) {
  NOMIC_ASSIGN(auto dated, dated_pages(call, paths));
  undated = dated.undated;
  std::vector<PostedPage> pages;
  DatedPagesReader reader;
  for (const DatedPage& one : dated.pages) {
    if (one.when.kind != replay::Point::Kind::TIME) {
      return usage(fmt::format("{} is no time: the game is not there yet.", in_quotes(one.at)),
                   "date the pages: 2018-03-29");
    }
    NOMIC_ASSIGN(auto page, reader.read(call, one));
    pages.push_back({one.name, one.when.time, page.folder, std::move(page.files)});
  }
  return pages;
}

}  // namespace

Result<std::map<std::string, std::string>> read_players(const Call& call, const std::string& path) {
  NOMIC_ASSIGN(auto rows, read_table(call, path));
  std::map<std::string, std::string> players;
  for (const CsvRow& row : rows) {
    const bool whole = row.cells.size() == 2 && !row.cells[0].empty() && !row.cells[1].empty();
    if (!whole) {
      return usage(fmt::format("line {} of {} does not say which player somebody is.", row.line, in_quotes(path)),
                   "write a name or address, a comma and the player: ann@example.org,Ann");
    }
    // The heading, if it has one, is a row as any.
    if (auto name = replay::player_names(row.cells[1], {}, {}); !name) {
      Failure failure = failure_of(name.error());
      failure.what = fmt::format("line {} of {}: {}", row.line, in_quotes(path), failure.what);
      return failure;
    }
    players[replay::fold(row.cells[0])] = row.cells[1];
  }
  players.erase("identity");
  return players;
}

Result<std::vector<ToldProposal>> read_proposals(const Call& call, const std::string& path) {
  NOMIC_ASSIGN(auto rows, read_table(call, path));
  std::vector<TableRow> table;
  table.reserve(rows.size());
  for (CsvRow& row : rows) table.push_back({row.line, std::move(row.cells)});
  auto told = read_told_proposals(table, path);
  if (!told) return usage(told.error().what, told.error().hint);
  return std::move(*told);
}

// Whether rules say that what changes takes its proposal's number; where none speaks of numbers, 108 of the Initial
// Set.
bool changed_rules_renumbered(const v1::Ruleset& ruleset) {
  for (const v1::RuleBody& rule : ruleset.rules()) {
    for (const v1::Provision& provision : rule.provisions()) {
      if (provision.has_numbering() && provision.numbering().has_changed_rule()) {
        return provision.numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS;
      }
    }
  }
  return std::any_of(ruleset.rules().begin(), ruleset.rules().end(),
                     [](const v1::RuleBody& rule) { return replay::number_in(rule.number()) == NUMBERS; });
}

Result<PostedHistory> read_history_source(const Call& call, const std::vector<std::string>& sources,
                                          const HistoryOptions& options) {
  const std::string path = path_in(call.io, sources[0]);
  const bool repository = sources.size() == 1 && Repository::is_at(path);
  const bool dated = sources.size() > 1 || sources[0].ends_with(".csv") || is_folder(call, sources[0]) ||
                     !date_in(fs::path(sources[0]).filename().string()).empty();
  if (dated && !repository) {
    if (!options.rules_in.empty() || !options.branch.empty()) {
      return usage("--rules-in and --branch are of repositories, and these are dated pages.",
                   "name the pages themselves");
    }
    std::vector<std::string> undated;
    NOMIC_ASSIGN(auto read, read_pages(call, sources, undated));
    auto history = history_of_pages(std::move(read), "Keeper", options);
    if (!history) return usage(history.error().what, history.error().hint);
    history->undated = std::move(undated);
    return std::move(*history);
  }
  auto history = read_history(path, options);
  if (!history) return usage(history.error().what, history.error().hint);
  return std::move(*history);
}

}  // namespace nomic::tools
