// nomic import-history: a repository of rules becomes a play.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/file_time.h"
#include "commands/all.h"
#include "found/import_history_report.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/past/play_of_past.h"
#include "nomic/past/posted_history.h"
#include "nomic/past/repository.h"
#include "nomic/past/told_proposals.h"
#include "nomic/replay/past.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/views/json.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/suggest.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "shared/csv_rows.h"
#include "shared/dated_pages.h"
#include "shared/page_source.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// What import-history reads: repositories, dated pages, and tables of what people know besides.

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

// A table of two columns: who commits (folded), and which player that is.
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
// Whether rules say that what changes takes its proposal's number; where no provision does, whether they are numbered
// as the Initial Set is, whose rule on numbers says so.
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

// A repository; else dated pages.
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

namespace fs = std::filesystem;

Failure not_written(const std::string& path, int error) {
  if (error == EEXIST) {
    return usage(fmt::format("{} is there already, and may hold corrections.", in_quotes(path)),
                 "remove it, or name another");
  }
  return {Exit::UNAVAILABLE, fmt::format("{} cannot be written: {}", in_quotes(path), std::strerror(error)), ""};
}

// "game.nomic" has its texts in "game.texts/".
std::string texts_of(const std::string& play) {
  const std::size_t slash = play.rfind('/');
  const std::size_t dot = play.rfind('.');
  const bool ends = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot != 0;
  return (ends ? play.substr(0, dot) : play) + ".texts/";
}

class ImportHistory : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words(
        "SOURCE...",
        "A git repository: a working copy, a bare one, or a bundle. Or dated pages: files and folders whose "
        "names carry a date, a folder of such, or a table at,page.",
        words_);
    arguments.option("-o", "FILE", "The play file, a new one; its texts go into a folder beside it.", output_);
    arguments.option("--conduct", "HOW",
                     "open (unless said otherwise): without provisions on turns, adoption, awards, voting and victory; "
                     "outcomes are attested. strict: with those that the first rules have.",
                     conduct_);
    arguments.option("--players", "CSV",
                     "Who is which player: lines of a committer's name or address, a comma, the name.", players_);
    arguments.option("--proposals", "CSV",
                     "What is known of proposals: lines of number,commit,rule,proponent,proposed,for,against, and of "
                     "those that were defeated outcome,voted,change,text. What is not known is left empty, and columns "
                     "may be left out.",
                     proposals_);
    arguments.section("The rules");
    arguments.option("--branch", "NAME", "The branch that is followed. Else HEAD.", branch_);
    arguments.list("--rules-in", "GLOB",
                   "Which files hold the rules: 'rules/*.md'; of a range of commits: 'A..B=rules/*.md', from A to B, "
                   "either of which may be left out. Of several patterns the first that fits a file of a version "
                   "counts. Else they are found.",
                   rules_in_);
    arguments.option("--lang", "CODE", "The language of the rules, where a page has several.", lang_);
    page_.declare_reading(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.empty()) {
      return usage("which repository is to be imported?", "for example: nomic import-history SOURCE -o game.nomic");
    }
    if (!output_) return usage("where is the play to be written?", "name a new file: -o game.nomic");
    if (conduct_ && *conduct_ != "open" && *conduct_ != "strict") {
      return unknown_word("conduct", *conduct_, {"open", "strict"});
    }
    const FileTime time(call.io, size_of_files(call.io, words_));
    NOMIC_ASSIGN(auto history, read(call));
    replay::Past past = replay::tell_past(history.versions, {changed_rules_renumbered(history.first)});
    std::vector<ToldProposal> told;
    if (proposals_) {
      NOMIC_ASSIGN(auto read, read_proposals(call, *proposals_));
      told = std::move(read);
    }
    auto of_moves = apply(told, history, past);
    if (!of_moves) return usage(of_moves.error().what, of_moves.error().hint);
    add_slips_of_files(history, past);
    const auto defeated = std::count_if(told.begin(), told.end(), [](const auto& one) { return one.defeated; });
    std::string command = "nomic import-history";
    for (const std::string& word : words_) command += ' ' + as_shell_word(word);
    command += " -o " + as_shell_word(*output_);
    auto made = play_of_past(
        history, past, {texts_of(*output_), command, std::move(*of_moves), std::move(told), conduct_ == "strict"});
    if (!made) return usage(made.error().what, made.error().hint);
    const PlayOfPast& play = *made;
    NOMIC_TRY(write(call, play));
    v1::PastView view = past_view(history, past);
    view.set_source(as_utf8(words_.size() == 1 ? words_[0] : fmt::format("{} pages", words_.size())));
    view.set_play(as_utf8(*output_));
    view.set_texts(as_utf8(texts_of(*output_)));
    view.set_moves(static_cast<std::uint32_t>(play.moves));
    view.set_defeated(static_cast<std::uint32_t>(defeated));
    for (const std::string& player : play.players) view.add_players(as_utf8(player));
    if (!view.cut_at().empty()) {
      call.out.warning(fmt::format("the clone is shallow: its history is cut at {}, and the game begins there",
                                   on_one_line(view.cut_at(0))));
    }
    if (call.out.is_text()) {
      call.out.text(past_text(view));
      call.out.text(fmt::format("Play it: nomic play {}\n", as_shell_word(*output_)));
    } else {
      call.out.json(view);
    }
    return Exit::DONE;
  }

 private:
  Result<PostedHistory> read(const Call& call) const {
    HistoryOptions options;
    std::vector<std::string> langs;
    if (lang_) {
      NOMIC_ASSIGN(auto read, read_langs(*lang_));
      langs = std::move(read);
    }
    options.reading = page_.reading(std::move(langs));
    options.branch = branch_.value_or("");
    for (const std::string& typed : rules_in_) options.rules_in.push_back(read_rules_in(typed));
    if (players_) {
      NOMIC_ASSIGN(auto players, read_players(call, *players_));
      options.players = std::move(players);
    }
    return read_history_source(call, words_, options);
  }

  // The play last: where it is, its texts are.
  Status write(const Call& call, const PlayOfPast& play) const {
    const std::string folder = texts_of(*output_);
    std::error_code error;
    if (fs::exists(path_in(call.io, *output_), error)) return not_written(*output_, EEXIST);
    const bool is_new = fs::create_directory(path_in(call.io, folder), error);
    if (error) return not_written(folder, error.value());
    if (!is_new) return not_written(folder, EEXIST);
    // The folder is new: nothing is left in it. Many small files are on the disk sooner if they go there together.
    constexpr auto FREE = ledger::WholeFile::Place::FREE;
    constexpr auto MODE = ledger::FileMode::DOCUMENT;
    for (const auto& [name, text] : play.texts) {
      const int failed =
          ledger::put_one_of_many(path_in(call.io, folder + name), text, FREE, ledger::WholeFile::Sync::NO, MODE);
      if (failed != 0) return not_written(folder + name, failed);
    }
    if (const int failed = ledger::sync_file_system_of(path_in(call.io, folder)); failed != 0) {
      return not_written(folder, failed);
    }
    const int failed =
        ledger::put_whole(path_in(call.io, *output_), play.lines, FREE, ledger::WholeFile::Sync::YES, MODE);
    return failed == 0 ? Status(ledger::Done{}) : not_written(*output_, failed);
  }

  std::vector<std::string> words_;
  std::optional<std::string> output_;
  std::optional<std::string> conduct_;
  std::optional<std::string> players_;
  std::optional<std::string> proposals_;
  std::optional<std::string> branch_;
  std::vector<std::string> rules_in_;
  std::optional<std::string> lang_;
  PageOptions page_;
};

}  // namespace

const CommandSpec IMPORT_HISTORY = {
    "import-history",
    "Found a game",
    "SOURCE... -o FILE [--conduct open|strict] [--players CSV] [--proposals CSV] [--rules-in GLOB]...",
    "Tells a game from the repository or the dated pages in which its rules were kept.",
    "Follows the main branch. Versions of the rules are matched by their texts, and each difference becomes a move: an "
    "enactment, amendment, repeal, transmutation, renumbering, another title, or a clerical correction. What a merge "
    "brings was proposed in its branch and adopted when it was merged, as one proposal unless it shows several "
    "numbers; "
    "what nothing tells the play file asks for, and a table (--proposals) says. The play file founds the game and "
    "makes "
    "the moves; it is there to be read, mended and played.\n"
    "Commits seldom tell votes, proponents and numbers: outcomes are attested by votes that are not known, a number "
    "that stands nowhere is not known either, and nothing is called defeated.\n"
    "The report lists what the players should look at, each with its commit: numbers that a rule on numbers would not "
    "give, rules changed without a proposal, superseded and still posted, statuses that moved, stale references, other "
    "pages with the same rules that differ, points that do not add up.",
    "printf '101. All players obey the rules of the game.\\n201. The players take turns, one by one.\\n' > "
    "2018-03-29.txt\n"
    "printf '101. All players obey the rules of the game.\\n301. The players take turns, two by two.\\n' > "
    "2018-04-12.txt\n"
    "nomic import-history 2018-03-29.txt 2018-04-12.txt -o game.nomic\n"
    "nomic play game.nomic\n"
    "nomic import-history nomic.bundle -o other.nomic || echo 'no repository of this name'",
    make_command<ImportHistory>,
};

}  // namespace nomic::tools
