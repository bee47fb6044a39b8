// nomic compare: a ledger with another one, with posted scores, with posted rules.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "check/compare_scores.h"
#include "check/page_series.h"
#include "check/posted_differences.h"
#include "cli/file_kind.h"
#include "cli/file_time.h"
#include "commands/all.h"
#include "nomic/ledger/address.h"
#include "nomic/past/posted_pages.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/views/state_diff.h"
#include "nomic/words/listing.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/entries_text.h"
#include "render/layout.h"
#include "render/state_diff_text.h"
#include "shared/bundle_files.h"
#include "shared/dated_pages.h"
#include "shared/moment_options.h"
#include "shared/rules_compare.h"

namespace nomic::tools {
namespace {

// Committed pages: the rules of a git repository as dated pages, for `compare --dated REPOSITORY`: a page a commit that
// changes them, named as git abbreviates it, at the time at which it was committed.

namespace fs = std::filesystem;

bool holds_dated_names(const Call& call, const std::string& path) {
  std::error_code error;
  for (fs::directory_iterator entry(path_in(call.io, path), error), end; !error && entry != end;
       entry.increment(error)) {
    if (!date_in(entry->path().filename().string()).empty()) return true;
  }
  return false;
}

// Whether that is a repository (a working copy, a bare one or a bundle) and no folder of dated pages.
bool are_committed(const Call& call, const std::vector<std::string>& paths) {
  if (paths.size() != 1 || !Repository::is_at(path_in(call.io, paths[0]))) return false;
  return !is_folder(call, paths[0]) || !holds_dated_names(call, paths[0]);
}

// Of the main branch. `rules_in` names the rules' files by patterns; empty: they are found.
Result<DatedPages> committed_pages(const Call& call, const std::string& path, const std::vector<std::string>& rules_in,
                                   const replay::ImportOptions& reading) {
  auto posted = read_posted_pages(path_in(call.io, path), rules_in, reading);
  if (!posted) return usage(posted.error().what, posted.error().hint);
  DatedPages pages;
  for (PostedPage& one : *posted) {
    DatedPage page;
    page.name = one.name;
    page.at = replay::print_time(one.posted);
    NOMIC_ASSIGN(auto when, replay::parse_point(page.at));
    page.when = std::move(when);
    page.read = [bytes = PageBytes{fmt::format("the commit {}", one.name), one.folder, std::move(one.files)}](
                    const Call&) -> Result<PageBytes> { return bytes; };
    pages.pages.push_back(std::move(page));
  }
  return pages;
}

v1::FindingView& add(v1::FindingsView& view, const std::string& check, std::uint64_t index, std::uint32_t rule,
                     std::string what) {
  auto* finding = view.add_findings();
  finding->set_check(check);
  finding->set_index(count32(index));
  finding->set_rule(replay::reference(rule));
  finding->set_what(std::move(what));
  return *finding;
}

class Compare : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words(
        "[OTHER]",
        "Another ledger's folder, or a bundle of the same game; with --dated the pages, or a git repository (a "
        "working copy, a bare one or a bundle).",
        words_);
    arguments.option("--scores", "FILE", "Posted scores: CSV (player,points; or after,NAME,NAME...) or JSON.", scores_);
    arguments.option("--rules", "FILE",
                     "Posted rules: a page, a folder with a file a rule, a ruleset file, or an edition.", rules_);
    arguments.flag("--dated",
                   "Many pages, each with the game at its time: files and folders whose names carry a date "
                   "(2018-03-29.md), a folder of such, a table (.csv) of the lines at,page, or a git repository, of "
                   "which each commit of the main branch that changes the rules is a page.",
                   dated_);
    arguments.list("--rules-in", "GLOB",
                   "The files of a repository that hold the rules: 'rules/*.md'. Else they are found.", rules_in_);
    ignored_.declare(arguments);
    arguments.option("--lang", "CODE", "The language of a page that does not tell its own, or is in several.", lang_);
    when_.declare(arguments);
    reading_.declare_reading(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (!dated_ && words_.size() > 1) return usage("a ledger is compared with one other at a time.");
    if (dated_ && when_.has_point()) return usage("with --dated each page has a time of its own, and --at names none.");
    if (dated_ && words_.empty()) return usage("which pages?", "for example: nomic compare --dated pages/");
    const int given = static_cast<int>(!words_.empty()) + static_cast<int>(scores_.has_value()) +
                      static_cast<int>(rules_.has_value());
    if (given != 1) {
      return usage(given == 0 ? "with what is it compared?" : "with one thing at a time.",
                   "a ledger's folder, --scores FILE, --rules FILE or --dated PAGE...");
    }
    std::vector<std::string> files = words_;
    for (const auto& file : {scores_, rules_}) {
      if (file) files.push_back(*file);
    }
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    call.session.take_time_for(size_of_files(call.io, files));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto size, when_.size(game));
    v1::FindingsView view;
    view.set_game(game.head().game.hash.hex());
    view.set_size(count32(size));
    NOMIC_TRY(scores_  ? compare_scores(call, game, *scores_, size, view)
              : rules_ ? with_rules(call, game, size, view)
              : dated_ ? with_pages(call, game, view)
                       : with_ledger(call, game, size, view));
    view.set_ok(view.findings().empty());
    print(call, view);
    return view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

 private:
  // ---- Rules -------------------------------------------------------------------------------------------------------

  Status with_rules(Call& call, replay::Game& game, std::uint64_t size, v1::FindingsView& view) const {
    NOMIC_ASSIGN(auto named, rules_named(call, *rules_));
    PostedCompare comparing(game, reading_, lang_.value_or(""), ignored_);
    NOMIC_ASSIGN(auto compared,
                 comparing.compare({.page = std::move(named.page), .ruleset = std::move(named.rules)}, size));
    for (const PostedDifference& difference : compared.differences) *view.add_findings() = finding_of(difference);
    if (!compared.texts_compared)
      call.out.note("the two have no language in common: only numbers, titles and statuses were compared.");
    return ledger::Done{};
  }

  Status with_pages(const Call& call, replay::Game& game, v1::FindingsView& view) const {
    const bool committed = are_committed(call, words_);
    if (!committed && !rules_in_.empty()) {
      return usage("--rules-in names the files of a repository, and these pages are in none.", "leave it out");
    }
    NOMIC_ASSIGN(auto pages, committed ? committed_pages(call, words_[0], rules_in_, reading_.reading({}))
                                       : dated_pages(call, words_));
    if (!pages.undated.empty())
      call.out.note(fmt::format("no date is in the name of {}.", listed(pages.undated, "and")));
    PostedCompare comparing(game, reading_, lang_.value_or(""), ignored_);
    return compare_series(call, game, pages, when_, comparing, view);
  }

  // ---- Another ledger ----------------------------------------------------------------------------------------------

  static Result<ledger::Hash> leaf(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t index) {
    NOMIC_ASSIGN(auto record, ledger.record(game, {index}));
    return record.leaf;
  }

  // The other's folder, or a bundle that came from them.
  Result<ledger::Ledger*> others(Call& call) const {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path_in(call.io, words_[0]), error)) return call.session.copy(words_[0]);
    NOMIC_TRY(check_is_no_text(path_in(call.io, words_[0]), words_[0]));
    NOMIC_ASSIGN(auto input, BundleInput::open(call, words_[0]));
    return call.session.copy_of_bundles(words_[0], input->source());
  }

  Status with_ledger(Call& call, replay::Game& game, std::uint64_t size, v1::FindingsView& view) const {
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    NOMIC_ASSIGN(auto ours, call.session.ledger(folder, ledger::Access::READ));
    NOMIC_ASSIGN(auto theirs, others(call));
    NOMIC_ASSIGN(auto found, theirs->games());
    const bool there = std::any_of(found.begin(), found.end(),
                                   [&](const ledger::Head& head) { return head.game == game.head().game; });
    if (!there) {
      add(view, "game", 0, 0,
          fmt::format("{} has no game of the identity {}: it is another game.",
                      in_quotes(ledger::without_passwords(words_[0])), view.game()));
      return ledger::Done{};
    }
    NOMIC_ASSIGN(auto other, call.session.copy_of_game(words_[0], game.head().game.hash.hex()));
    return compare_records(*ours, *theirs, game, *other, size, view);
  }

  // Hashes are chained: where two records are the same, all before them are.
  static Status compare_records(ledger::Ledger& ours, ledger::Ledger& theirs, replay::Game& game, replay::Game& other,
                                std::uint64_t size, v1::FindingsView& view) {
    const ledger::GameId id = game.head().game;
    const std::uint64_t common = std::min(size, other.head().size);
    std::uint64_t same = 0;
    std::uint64_t differs = common + 1;
    while (same + 1 < differs) {
      const std::uint64_t middle = same + (differs - same) / 2;
      NOMIC_ASSIGN(auto here, leaf(ours, id, middle - 1));
      NOMIC_ASSIGN(auto there, leaf(theirs, id, middle - 1));
      (here == there ? same : differs) = middle;
    }
    if (same == common) {
      if (size == other.head().size) return ledger::Done{};
      const bool longer = size > other.head().size;
      add(view, "length", common, 0,
          fmt::format("they are the same up to #{}; {} goes on to #{}.", common - 1,
                      longer ? "this ledger" : "the other", std::max(size, other.head().size) - 1));
      return ledger::Done{};
    }
    auto& finding = add(view, "records", same, 0, fmt::format("they part at #{}.", same));
    for (auto* one : {&game, &other}) {
      NOMIC_ASSIGN(auto move, one->history().at(same));
      finding.add_evidence(
          fmt::format("{}: {}", one == &game ? "here" : "there", sentence_of(move.event, move.author)));
    }
    NOMIC_ASSIGN(auto here, game.at(size));
    NOMIC_ASSIGN(const auto between, diff_view({other.engine(), other.history()}, {here, game.history()}));
    finding.add_evidence(paint("from the other to this one:\n" + diff_text(between, 0), false));
    return ledger::Done{};
  }

  static void print(Call& call, const v1::FindingsView& view) {
    if (call.out.format() == Format::JSON) return call.out.json(view);
    if (call.out.format() == Format::JSONL) {
      for (const auto& finding : view.findings()) call.out.json(finding);
      return;
    }
    if (view.has_pages()) call.out.text(series_table(view.pages(), call.out.wrap_width()) + (view.ok() ? "" : "\n"));
    for (const auto& finding : view.findings()) call.out.text(finding_text(finding, call.out.wrap_width()));
    if (view.has_pages()) {
      call.out.text((view.ok() ? "" : "\n") + series_verdict(view));
    } else if (view.ok()) {
      call.out.text("They are the same.\n");
    }
  }

  static std::string finding_text(const v1::FindingView& finding, std::size_t width) {
    constexpr std::size_t INDENT = 4;
    // Of rules, only what a record is behind has one; who is missing from a board, or unknown, none.
    const bool recordless = finding.check() == "page" || finding.check() == "player" ||
                            (finding.has_posted() && !finding.posted().has_since());
    const std::string record = recordless ? "" : bold(fmt::format("#{}", finding.index())) + "  ";
    std::string out = wrap(record + on_one_line(finding.what()), width, 0);
    if (finding.posted().has_pages()) out += wrap(pages_of(finding.posted()), width, INDENT);
    for (const std::string& evidence : finding.evidence()) out += wrap(evidence, width, INDENT);
    return out + entries_text(finding, width, INDENT);
  }

  std::vector<std::string> words_;
  std::optional<std::string> scores_;
  std::optional<std::string> rules_;
  bool dated_ = false;
  std::vector<std::string> rules_in_;
  IgnoredKinds ignored_;
  std::optional<std::string> lang_;
  MomentOptions when_;
  PageOptions reading_;
};

}  // namespace

const CommandSpec COMPARE = {
    "compare",
    "Check",
    "OTHER | --scores FILE | --rules FILE | --dated PAGE...|REPOSITORY",
    "Compares the ledger with another one, with posted scores or with posted rules.",
    "Two ledgers of one game, or this one and a bundle: where they part, and how rules and scores differ from there. "
    "Posted scores: each difference with the records that account for it, all that do so equally well, and the rule "
    "that "
    "required them. Posted rules: each rule that is posted otherwise than it is in force, with the record that made it "
    "what it is.\n"
    "Which posted rule is which is told by the texts first, then by the titles, by the numbers last; a page needs no "
    "edition. Differences are of kinds, which --ignore leaves out: words, layout, title, status, number, missing (from "
    "the page or from the game), provisions (of a ruleset file or an edition). What a page does not say, a status or "
    "titles, is not compared.\n"
    "With --dated there are a table of the pages and a list of differences, each with the pages on which it stands.\n"
    "Scores are CSV or JSON: a row a player after the line player,points; or a row a point of the game after the line "
    "after,NAME,NAME. Who plays and is not in them is a difference. Ends with 1 if anything differs.",
    "nomic init Ann Bob Cleo\n"
    "printf 'player,points\\nAnn,0\\nBob,0\\nCleo,0\\n' > scores.csv && nomic compare --scores scores.csv\n"
    "nomic show-rules > page.txt && nomic compare --rules page.txt\n"
    "mkdir pages && cp page.txt pages/$(date -u +%F).txt && nomic compare --dated pages --ignore layout",
    make_command<Compare>,
};

}  // namespace nomic::tools
