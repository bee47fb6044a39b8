#include "nomic/report/page_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/words/terminal_text.h"
#include "page_difference.h"

namespace nomic::tools {
namespace {

// A document is taken apart, to name what differs, if it is at most so many times as long as what its records give, or
// so long in any case.
constexpr std::size_t TAKEN_APART = 2;
constexpr std::size_t ALWAYS_TAKEN_APART = std::size_t{1} << 18U;
// Of a text, so much before and after the place where two begin to differ.
constexpr std::size_t AROUND = 40;

void add(v1::FindingsView& findings, const char* check, std::uint32_t record, std::string what) {
  v1::FindingView& finding = *findings.add_findings();
  finding.set_check(check);
  finding.set_index(record);
  finding.set_what(std::move(what));
}

std::string_view between(std::string_view text, std::string_view begins, std::string_view ends) {
  const std::size_t from = text.find(begins);
  if (from == std::string_view::npos) return {};
  const std::size_t to = text.find(ends, from);
  return text.substr(from, to == std::string_view::npos ? to : to - from);
}

// Around the first byte that differs, cut where characters begin.
std::string excerpt(std::string_view text, std::size_t at) {
  const auto is_within = [&](std::size_t place) {
    return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0U) == 0x80U;
  };
  std::size_t from = at > AROUND ? at - AROUND : 0;
  while (is_within(from)) ++from;
  std::size_t to = std::min(text.size(), at + AROUND);
  while (is_within(to)) ++to;
  return in_quotes(on_one_line(text.substr(from, to - from)));
}

std::size_t first_difference(std::string_view one, std::string_view other) {
  const auto [at, ignored] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  static_cast<void>(ignored);
  return static_cast<std::size_t>(at - one.begin());
}

void compare_frames(std::string_view page, std::string_view derived, const std::string& program,
                    v1::FindingsView& findings) {
  if (page == derived) return;
  constexpr std::string_view BODY = "<div id=\"static\">";
  constexpr std::string_view AFTER = "<footer class=\"about\">";
  const std::string_view said = between(page, BODY, AFTER);
  const std::string_view meant = between(derived, BODY, AFTER);
  if (said != meant) {
    const std::size_t at = first_difference(said, meant);
    add(findings, "TEXT", 0,
        fmt::format("what can be read without a script differs: the page has {}, its records give {}",
                    excerpt(said, at), excerpt(meant, at)));
  }
  // What is left of both once that is taken out.
  const auto rest = [&](std::string_view text, std::string_view part) {
    std::string out(text);
    if (!part.empty()) out.erase(static_cast<std::size_t>(part.data() - text.data()), part.size());
    return out;
  };
  if (rest(page, said) == rest(derived, meant)) return;
  add(findings, "SCRIPTS", 0,
      fmt::format("its script, style, policy or frame is not that of this program; it says that nomic {} made it. What "
                  "it shows in a browser is not vouched for",
                  on_one_line(program)));
}

void compare_documents(const PageParts& parts, std::string_view meant, const v1::ReportView& derived,
                       v1::FindingsView& findings) {
  const std::string_view page = parts.document;
  const auto is_as_long = [](std::size_t one, std::size_t other) {
    return one <= TAKEN_APART * other || one <= ALWAYS_TAKEN_APART;
  };
  // JSON takes the most memory for its length.
  const bool is_taken_apart =
      is_as_long(page.size(), meant.size()) && is_as_long(tables_begin(page), tables_begin(meant));
  const auto view = is_taken_apart ? read_document(page, parts.records) : std::nullopt;
  Differences differences(PAGE_FINDINGS);
  if (view) differences.compare(*view, derived);
  for (const Differences::One& one : differences.found()) {
    add(findings, "DOCUMENT", one.record,
        fmt::format("{}: the page has {}, its records give {}", one.where, one.page, one.derived));
  }
  if (differences.left_out() > 0) {
    add(findings, "DOCUMENT", 0, fmt::format("and {} more differences", differences.left_out()));
  }
  if (!differences.found().empty()) return;
  // Columns or names twice, or in another order: a browser may read such a document otherwise.
  const std::size_t at = first_difference(page, meant);
  add(findings, "DOCUMENT", 0,
      fmt::format("its document is not written as nomic writes one, and a browser may read something else in it: the "
                  "page has {}, nomic writes {}",
                  excerpt(page, at), excerpt(meant, at)));
}

}  // namespace

void compare_page(const PageParts& parts, const v1::ReportView& derived, const ShownMoment& shown,
                  v1::FindingsView& findings) {
  if (const std::string meant = document_text(derived, parts.records); meant != parts.document) {
    compare_documents(parts, meant, derived, findings);
  }
  compare_frames(parts.frame, frame_of(derived, shown), derived.program(), findings);
}

}  // namespace nomic::tools
