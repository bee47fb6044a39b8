#include "check/verify_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/progress.h"
#include "nomic/replay/game.h"
#include "nomic/report/page_check.h"
#include "nomic/service/fault_view.h"
#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// More than any page that this program writes.
constexpr std::size_t PAGE_LIMIT = std::size_t{1} << 30U;

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
  v1::ReportView view;
};

Result<ReadPage> read_parts(const Call& call, const std::string& path) {
  auto html = read_file(call, path, PAGE_LIMIT);
  if (!html) return html.error();
  std::string why;
  auto parts = read_page(*html, why);
  if (!parts) return usage(fmt::format("{} is no page that nomic report wrote: {}.", in_quotes(path), why));
  auto view = read_document(parts->document);
  if (!view) return usage(fmt::format("the document in {} cannot be read, or is of a newer nomic.", in_quotes(path)));
  if (view->form() != REPORT_FORM) {
    return usage(fmt::format("the document in {} is of form {}, and this nomic knows form {}.", in_quotes(path),
                             view->form(), REPORT_FORM),
                 fmt::format("verify it with nomic {}", on_one_line(view->program())));
  }
  if (parts->bundle.empty()) {
    return usage(fmt::format("{} holds no records, so there is nothing to compare it with.", in_quotes(path)),
                 "ask for a page that was made without --no-records");
  }
  return ReadPage{*std::move(parts), *std::move(view)};
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
  return !report->fault && report->from == 0 && report->following == 0;
}

// What this program would have written of the same records.
Status compare_with_derived(Call& call, const std::string& path, const ReadPage& page, v1::FindingsView& view) {
  auto scratch = call.session.scratch(path);
  if (!scratch) return scratch.error();
  const auto source = source_of(page.parts.bundle);
  replay::BundleImport bundle;
  auto taken = replay::Game::import_from(**scratch, *source, bundle);
  if (!taken) {
    v1::FindingView& finding = *view.add_findings();
    finding.set_check("DERIVE");
    finding.set_what(failure_of(taken.error()).what);
    return ledger::Done{};
  }
  auto game = replay::Game::open(**scratch, "");
  if (!game) return failure_of(game.error());
  ReportRequest request;
  request.size = game->head().size;
  request.records = true;
  request.lang = page.view.lang();
  request.program = page.view.program();
  request.made_at = page.view.made_at();
  Progress progress(call.io, "derive", request.size);
  auto derived = report_view(**scratch, *game, request, [&](std::uint64_t done) { progress.at(done); });
  if (!derived) return failure_of(derived.error());
  auto shown = shown_at(game->engine(), game->history(), game->head(), game->head().head_hash);
  if (!shown) return failure_of(shown.error());
  compare_page(page.parts, page.view, *derived, *shown, view);
  return ledger::Done{};
}

}  // namespace

bool is_page(const Call& call, const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_regular_file(path_in(call.io, path), error)) return false;
  constexpr std::size_t BEGINNING = 1;
  const auto begins = read_file(call, path, BEGINNING);
  return begins && looks_like_page(*begins);
}

Status verify_page(Call& call, const std::string& path, v1::FindingsView& view) {
  auto page = read_parts(call, path);
  if (!page) return page.error();
  auto sound = check_bundle(call, page->parts, view);
  if (!sound) return sound.error();
  if (!*sound) {
    if (view.findings().empty()) return usage("the records in the page are not a whole game.");
    return ledger::Done{};
  }
  return compare_with_derived(call, path, *page, view);
}

}  // namespace nomic::tools
