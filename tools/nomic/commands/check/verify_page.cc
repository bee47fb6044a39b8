#include "check/verify_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/file_time.h"
#include "cli/progress.h"
#include "nomic/replay/game.h"
#include "nomic/replay/point.h"
#include "nomic/report/page_check.h"
#include "nomic/service/fault_view.h"
#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// What is wrong with the file itself.
constexpr const char* PAGE = "PAGE";

void add_page_finding(v1::FindingsView& view, std::string what) {
  v1::FindingView& finding = *view.add_findings();
  finding.set_check(PAGE);
  finding.set_what(std::move(what));
}

// The bundle's bytes as a source.
std::unique_ptr<ledger::BundleSource> source_of(const std::string& bytes) {
  return std::make_unique<ledger::BundleSource>(
      [rest = std::string_view(bytes)](char* into, std::size_t count) mutable -> std::ptrdiff_t {
        const std::size_t taken = std::min(count, rest.size());
        std::memcpy(into, rest.data(), taken);
        rest.remove_prefix(taken);
        return static_cast<std::ptrdiff_t>(taken);
      });
}

struct ReadPage {
  PageParts parts;
  v1::ReportView head;
};

// The page shows both, and no record gives them.
bool is_version(std::string_view program) {
  constexpr std::size_t MOST = 64;
  constexpr std::string_view REST = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-~";
  return !program.empty() && program.size() <= MOST && program.front() >= '0' && program.front() <= '9' &&
         program.find_first_not_of(REST) == std::string_view::npos;
}

bool is_time_or_empty(const std::string& made_at) {
  if (made_at.empty()) return true;
  const auto time = replay::parse_time(made_at, /*end_of_day=*/false);
  return time && replay::print_time(*time) == made_at;
}

// Nothing: it is damaged, and the view says so.
Result<std::optional<ReadPage>> read_parts(const Call& call, const std::string& path, v1::FindingsView& view) {
  NOMIC_ASSIGN(auto html, read_file(call, path, MAX_PAGE_BYTES));
  std::string why;
  auto parts = read_page(std::move(html), why);
  if (!parts) {
    add_page_finding(view, "it is not as nomic report writes a page: " + why);
    return std::optional<ReadPage>();
  }
  auto head = read_head(parts->document);
  if (!head) {
    add_page_finding(view, "its document cannot be read");
    return std::optional<ReadPage>();
  }
  if (head->form() != REPORT_FORM) {
    return usage(fmt::format("the document in {} is of form {}, and this nomic knows form {}.", in_quotes(path),
                             head->form(), REPORT_FORM),
                 fmt::format("verify it with nomic {}", on_one_line(head->program())));
  }
  if (!is_version(head->program()) || !is_time_or_empty(head->made_at())) {
    add_page_finding(view,
                     "the version of the program in its document is no version, or the time at which it was made "
                     "is no time");
    return std::optional<ReadPage>();
  }
  if (parts->bundle.empty()) {
    return usage(fmt::format("{} holds no records, so there is nothing to compare it with.", in_quotes(path)),
                 "ask for a page that was made without --no-records");
  }
  return std::optional<ReadPage>({*std::move(parts), *std::move(head)});
}

// Whether the records are sound; what is not is a finding.
Result<bool> check_bundle(Call& call, const PageParts& parts, v1::FindingsView& view) {
  Progress progress(call.io, "verify", 0);
  const auto source = source_of(parts.bundle);
  auto report = ledger::verify_bundle(*source, [&](std::uint64_t done) { progress.at(done); });
  if (!report) return failure_of(report.error());
  view.set_size(count32(report->size));
  view.set_game(report->game.hash.hex());
  view.set_head_hash(report->head_hash.hex());
  view.set_root(report->root.hex());
  if (report->fault) *view.add_findings() = finding_view(*report->fault);
  if (report->size > MAX_REPORT_RECORDS) {
    add_page_finding(view,
                     fmt::format("it holds {} records, and a page holds at most {}", report->size, MAX_REPORT_RECORDS));
    return false;
  }
  return !report->fault && report->from == 0 && report->following == 0;
}

// What this program would have written of the same records.
// The bundle is given up once it is taken in.
Status compare_with_derived(Call& call, const std::string& path, ReadPage& page, v1::FindingsView& view) {
  // The file's own size: what is unpacked of it can be a thousand times as large.
  const FileTime time(call.io, size_of_file(call.io, path));
  NOMIC_ASSIGN(auto scratch, call.session.scratch(path));
  const auto source = source_of(page.parts.bundle);
  replay::BundleImport bundle;
  auto taken = replay::Game::import_from(*scratch, *source, bundle);
  if (!taken) {
    v1::FindingView& finding = *view.add_findings();
    finding.set_check("DERIVE");
    finding.set_what(failure_of(taken.error()).what);
    return ledger::Done{};
  }
  page.parts.bundle = {};
  NOMIC_ASSIGN(auto game, replay::Game::open(*scratch, ""));
  ReportRequest request;
  request.size = game.head().size;
  request.records = true;
  request.lang = page.head.lang();
  request.program = page.head.program();
  request.made_at = page.head.made_at();
  Progress progress(call.io, "derive", request.size);
  auto derived = report_view(*scratch, game, request, [&](std::uint64_t done) { progress.at(done); });
  if (!derived && derived.error().exit == Exit::USAGE) {
    add_page_finding(view, derived.error().what);
    return ledger::Done{};
  }
  if (!derived) return derived.error();
  NOMIC_ASSIGN(auto shown, shown_at(game.engine(), game.history(), game.head(), game.head().head_hash));
  compare_page(page.parts, *derived, shown, view);
  return ledger::Done{};
}

}  // namespace

bool is_page(const Call& call, const std::string& path) {
  // A pipe is not opened twice: each time may wait for a writer.
  std::error_code error;
  if (path == "-" || !std::filesystem::is_regular_file(path_in(call.io, path), error)) return false;
  constexpr std::size_t BEGINNING = 4096;
  auto file = open_input(call.io, path);
  if (!file || !file->is_regular()) return false;
  std::string begins(BEGINNING, '\0');
  begins.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(file->read(begins.data(), begins.size()), 0)));
  return looks_like_page(begins);
}

Status verify_page(Call& call, const std::string& path, v1::FindingsView& view) {
  NOMIC_ASSIGN(auto page, read_parts(call, path, view));
  if (!page) return ledger::Done{};
  NOMIC_ASSIGN(auto sound, check_bundle(call, page->parts, view));
  if (sound) return compare_with_derived(call, path, *page, view);
  if (view.findings().empty()) add_page_finding(view, "its records are not a whole game");
  return ledger::Done{};
}

}  // namespace nomic::tools
