// nomic report: a game as one page that anybody can read.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/pager.h"
#include "cli/progress.h"
#include "cli/version.h"
#include "commands/all.h"
#include "look/site_folder.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/point.h"
#include "nomic/report/game_site.h"
#include "nomic/report/page.h"
#include "nomic/report/report.h"
#include "nomic/service/view_values.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

// report --site DIR: the options, and the folder of pages that they ask for.

class SiteOptions {
 public:
  // --site and --url.
  void declare(Arguments& arguments);
  [[nodiscard]] bool asked() const { return folder_.has_value(); }
  // `other`: whether something else than a folder is asked for as well.
  [[nodiscard]] Status check(bool other) const;

  // `bundle`: the records; empty: they are left out.
  Status write(Call& call, const v1::ReportView& view, const ShownMoment& shown, std::string bundle, bool force) const;
  // The path of its first page.
  [[nodiscard]] std::string front() const { return *folder_ + "/index.html"; }

 private:
  std::optional<std::string> folder_;
  std::optional<std::string> url_;
};

// The records, in the folder.
constexpr const char* BUNDLE = "game.bundle";

// What may stand in an address (RFC 3986) of a web server, so far as a feed may name it.
bool is_web_address(std::string_view url) {
  const bool is_web = url.starts_with("https://") || url.starts_with("http://");
  const std::size_t host = url.find("//") + 2;
  static constexpr std::string_view SIGNS = "-._~:/[]@!$&'()*+,;=%";
  return is_web && url.size() > host && url[host] != '/' && std::all_of(url.begin(), url.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  SIGNS.find(c) != std::string_view::npos;
         });
}

std::string without_slash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

void SiteOptions::declare(Arguments& arguments) {
  arguments.option("--site", "DIR", "The folder to write a page a rule and a proposal into, with a feed.", folder_);
  arguments.option("--url", "URL", "Where the folder will be found, for its feed to say.", url_);
}

Status SiteOptions::check(bool other) const {
  if (url_ && !folder_)
    return usage("--url says where a folder of pages will be found.", "nomic report --site DIR --url URL");
  if (!folder_) return ledger::Done{};
  if (other)
    return usage("a folder of pages, or one page, or Markdown: one at a time.", "leave out -o and --format md");
  if (folder_->empty() || *folder_ == STANDARD_STREAM) return usage("a site is a folder.", "nomic report --site DIR");
  if (url_ && !is_web_address(*url_)) {
    return usage(fmt::format("{} is no address of a web server.", in_quotes(*url_)), "--url https://example.org/game");
  }
  return ledger::Done{};
}

Status SiteOptions::write(Call& call, const v1::ReportView& view, const ShownMoment& shown, std::string bundle,
                          bool force) const {
  SiteRequest request;
  request.url = without_slash(url_.value_or(""));
  if (!bundle.empty()) request.bundle = BUNDLE;
  std::vector<SiteFile> files = site_of(view, shown, request);
  if (!bundle.empty()) files.push_back({BUNDLE, std::move(bundle)});
  NOMIC_ASSIGN(auto done, write_site_folder(call, *folder_, view.game(), force, files));
  if (call.out.is_text()) {
    call.out.text(fmt::format("The pages of #0 to #{} are in {}: {} files, {} KB; {} written, {} removed.\n",
                              view.size() - 1, in_quotes(*folder_), done.files, (done.bytes + 999) / 1000, done.written,
                              done.removed));
    return ledger::Done{};
  }
  v1::SiteView answer;
  answer.set_folder(*folder_);
  answer.set_game(view.game());
  answer.set_size(view.size());
  answer.set_head_hash(view.head_hash());
  answer.set_root(view.root());
  answer.set_files(count32(done.files));
  answer.set_written(count32(done.written));
  answer.set_removed(count32(done.removed));
  answer.set_bytes(static_cast<double>(done.bytes));
  answer.set_records(view.records());
  call.out.json(answer);
  return ledger::Done{};
}

// What a report is made of and where it goes: the records; a file, standard output, a browser.

// Under its name only once it is whole, and in no other file's place unless `force` says so; - is standard output.
Status write_report(const Call& call, const std::string& path, bool force, std::string_view bytes) {
  NOMIC_ASSIGN(auto output, BundleOutput::open(call, path, force));
  const int error = output->write()(bytes);
  if (error != 0 && !output->reader_left()) {
    return Failure{
        Exit::UNAVAILABLE, fmt::format("{} cannot be written: {}", in_quotes(path), std::strerror(error)), {}};
  }
  return output->finish();
}

// The game's first records as a bundle.
Result<std::string> bundle_of(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size) {
  std::string bundle;
  ledger::ExportRequest request;
  request.game = game;
  request.to = size;
  auto report = ledger.export_to(
      [&](std::string_view bytes) {
        bundle += bytes;
        return 0;
      },
      request, {});
  if (!report) return failure_of(report.error());
  return bundle;
}

// By BROWSER, else xdg-open; where none can be started, that is a warning.
void open_in_browser(const Call& call, const std::string& path) {
  const std::string browser = call.io.env("BROWSER").value_or("");
  const std::string command = fmt::format("{} {}", browser.empty() ? "xdg-open" : as_shell_word(browser),
                                          as_shell_word(path_in(call.io, path)));
  auto started = call.io.start_pager ? call.io.start_pager(command) : nullptr;
  if (!started || started->finish() != 0) call.out.warning("no browser could be started: " + command);
}

class Report : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.option("-o", "FILE", "Where to write the page; - is standard output.", output_);
    site_.declare(arguments);
    declare_point(arguments, "--at", "The game up to a point, and nothing of what came later. Default: head.", at_);
    arguments.flag("--no-records", "Leaves out the records: a smaller page, which nobody can verify.", no_records_);
    arguments.option("--lang", "CODE",
                     "The language of the page, of en, es, it, ja and nl, and of rules that have a text in it.", lang_);
    arguments.flag("--force", "Overwrites the file, if there is one, and writes into any folder.", force_);
    arguments.flag("--open", "Opens the page, or the first of the folder: BROWSER, else xdg-open.", open_);
  }

  [[nodiscard]] bool is_paged() const override { return false; }
  [[nodiscard]] bool knows_markdown() const override { return true; }

  Result<Exit> run(Call& call) override {
    const bool markdown = call.settings.format == "md";
    NOMIC_TRY(check_words(call, markdown));
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto size, size_at(game, at_));
    NOMIC_ASSIGN(auto shown, shown_then(call, game, size));
    if (markdown) return write_markdown(call, shown);
    NOMIC_ASSIGN(auto ledger, call.session.ledger(folder, ledger::Access::READ));
    NOMIC_ASSIGN(auto view, derive(call, *ledger, game, size));
    if (site_.asked()) return write_site(call, *ledger, game.head().game, view, shown);
    if (!output_) {
      // Whatever is printed of a rehearsal says so (output.h).
      view.clear_rehearsal();
      call.out.json(view);
      return Exit::DONE;
    }
    return write_page(call, *ledger, game.head().game, view, shown);
  }

 private:
  [[nodiscard]] Status check_words(const Call& call, bool markdown) const {
    const bool to_file = output_ && *output_ != STANDARD_STREAM;
    NOMIC_TRY(site_.check(markdown || output_.has_value()));
    if (open_ && !to_file && !site_.asked())
      return usage("only a page in a file can be opened.", "nomic report -o game.html --open");
    if (markdown && (no_records_ || open_)) {
      return usage("--no-records and --open are about pages.", "leave out --format md");
    }
    if (!output_ && !site_.asked() && call.out.is_text() && !markdown) {
      return usage("where to?",
                   "nomic report -o game.html; --site DIR, for a server; or --format md, to post in a forum");
    }
    if (output_ && !markdown && !has_page()) {
      return usage("this nomic was built without the page: mithril and d3 were not installed.",
                   "install node-mithril, node-d3-scale and node-d3-shape (tools/install-deps.sh) and build it again; "
                   "--site DIR and --format md need none of them");
    }
    return ledger::Done{};
  }

  static Result<ShownMoment> shown_then(Call& call, replay::Game& game, std::uint64_t size) {
    NOMIC_ASSIGN(auto moment, Moment::of(game, size));
    NOMIC_ASSIGN(auto hash, hash_at(call, game, size));
    return or_failure(shown_at(moment.engine(), game.history(), game.head(), hash));
  }

  Result<v1::ReportView> derive(Call& call, ledger::Ledger& ledger, replay::Game& game, std::uint64_t size) const {
    if (size < game.engine().state().founding().founding_records()) {
      return usage(fmt::format("after {} records the game was not founded yet, and there is nothing to show.", size),
                   "its first moment: --at start");
    }
    if (size > MAX_REPORT_RECORDS) {
      return usage(fmt::format("a page holds at most {} records, and this would be {}.", MAX_REPORT_RECORDS, size),
                   "take a part of the game with --at, or --format md");
    }
    ReportRequest request;
    request.size = size;
    request.records = !no_records_;
    request.lang = lang_.value_or(call.settings.language);
    request.program = std::string(program_version());
    // The same game makes the same folder, whenever that is.
    if (!site_.asked()) request.made_at = replay::print_time(call.io.now());
    Progress progress(call.io, "report", size);
    return report_view(ledger, game, request, [&](std::uint64_t done) { progress.at(done); });
  }

  Result<Exit> write_markdown(Call& call, const ShownMoment& shown) const {
    const std::string text = report_markdown(shown, lang_.value_or(call.settings.language));
    if (!output_ || *output_ == STANDARD_STREAM) {
      call.out.exact(text);
      return Exit::DONE;
    }
    NOMIC_TRY(write_report(call, *output_, force_, text));
    call.out.text(fmt::format("The rules and the scores are in {}.\n", in_quotes(*output_)));
    return Exit::DONE;
  }

  // As a bundle; empty: they are left out.
  [[nodiscard]] Result<std::string> records(ledger::Ledger& ledger, const ledger::GameId& game,
                                            std::uint64_t size) const {
    return no_records_ ? Result<std::string>(std::string()) : bundle_of(ledger, game, size);
  }

  Result<Exit> write_site(Call& call, ledger::Ledger& ledger, const ledger::GameId& game, const v1::ReportView& view,
                          const ShownMoment& shown) const {
    NOMIC_ASSIGN(auto bundle, records(ledger, game, view.size()));
    NOMIC_TRY(site_.write(call, view, shown, std::move(bundle), force_));
    warn(call, view);
    if (open_) open_in_browser(call, site_.front());
    return Exit::DONE;
  }

  Result<Exit> write_page(Call& call, ledger::Ledger& ledger, const ledger::GameId& game, const v1::ReportView& view,
                          const ShownMoment& shown) const {
    NOMIC_ASSIGN(auto bundle, records(ledger, game, view.size()));
    const auto page = page_of(view, shown, bundle);
    if (!page || page->size() > MAX_PAGE_BYTES || bundle.size() > MAX_BUNDLE_BYTES) {
      return usage(
          fmt::format("the page would be larger than a page can be: {} MB, with {} MB of document and {} MB of "
                      "records.",
                      MAX_PAGE_BYTES >> 20U, MAX_DOCUMENT_BYTES >> 20U, MAX_BUNDLE_BYTES >> 20U),
          "take a part of the game with --at, or leave the records out: --no-records");
    }
    NOMIC_TRY(write_report(call, *output_, force_, *page));
    if (*output_ == STANDARD_STREAM) return Exit::DONE;
    print(call, view, page->size());
    if (open_) open_in_browser(call, *output_);
    return Exit::DONE;
  }

  void print(Call& call, const v1::ReportView& view, std::size_t bytes) const {
    if (!call.out.is_text()) {
      v1::PageView answer;
      answer.set_file(*output_);
      answer.set_game(view.game());
      answer.set_size(view.size());
      answer.set_head_hash(view.head_hash());
      answer.set_root(view.root());
      answer.set_bytes(count32(bytes));
      answer.set_records(view.records());
      call.out.json(answer);
      return;
    }
    call.out.text(fmt::format("The page of #0 to #{} is in {}, {} KB{}.\n", view.size() - 1, in_quotes(*output_),
                              (bytes + 999) / 1000, view.records() ? ", with its records" : ", without its records"));
    warn(call, view);
  }

  static void warn(Call& call, const v1::ReportView& view) {
    if (!call.out.is_text()) return;
    if (!view.verified().ok())
      call.out.warning("the ledger is not what it claims to be, and what was written says so: nomic verify");
    if (!view.audited().ok())
      call.out.warning("the audit finds what does not hold, and what was written says so: nomic audit");
  }

  std::optional<std::string> output_;
  SiteOptions site_;
  std::optional<replay::Point> at_;
  std::optional<std::string> lang_;
  bool no_records_ = false;
  bool force_ = false;
  bool open_ = false;
};

}  // namespace

const CommandSpec REPORT = {
    "report",
    "Look",
    "-o FILE | --site DIR | --format md  [--at POINT] [--no-records] [--lang CODE] [--url URL] [--force] [--open]",
    "Writes the game as one page that anybody can read in a browser, as a folder of pages, or its rules and scores "
    "for a forum.",
    "The page is one file that needs nothing else: it opens from a disk or a mail, offline. It shows whose turn it is, "
    "who must act, open proposals, scores and rules, readable without a script; and with one, everything as it was at "
    "any moment, every score with its arithmetic, the life of every rule, all proposals, disputes and records. The "
    "records are in it, and the browser checks them again; nomic verify FILE derives the game from them and compares "
    "every figure of the page. What players wrote is shown as text, never as markup.\n"
    "--site DIR writes a folder for any static server: a page a rule, a proposal and a hundred records, each at an "
    "address that stays (rules/301.html, proposals/305.html), readable without a script, and a feed of what happened "
    "(feed.atom). Written again, it replaces what has changed, removes pages that are gone, and touches nothing that "
    "it has not made. With --format json it says what it wrote.\n"
    "--format md prints the rules in force and the scores in Markdown. --format json without -o prints the document "
    "that the page is made of (schema/nomic/v1/report.proto).",
    "nomic init Ann Bob Cleo\n"
    "nomic propose amend 206 --text 'A defeated proponent loses 5 points.' --call-vote --as Ann\n"
    "nomic report -o game.html\n"
    "nomic verify game.html\n"
    "nomic report --site public\n"
    "nomic report --format md",
    make_command<Report>,
};

}  // namespace nomic::tools
