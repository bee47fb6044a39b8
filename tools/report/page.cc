#include "nomic/report/page.h"

#include <fmt/format.h>

#include <array>
#include <cassert>

#include "html_text.h"
#include "nomic/ledger/hash.h"
#include "nomic/ledger/packed_bundle.h"
#include "packed.h"
#include "static_page.h"
#include "web_files.h"

namespace nomic::tools {
namespace {

constexpr std::string_view BEGINNING = "<!DOCTYPE html>\n<!-- A game of Nomic: nomic report, form ";
// The blocks, whose type is none that a browser runs.
constexpr std::string_view DOCUMENT_BLOCK = R"(<script type="application/x-nomic-document" id="document">)";
constexpr std::string_view BUNDLE_BLOCK = R"(<script type="application/x-nomic-bundle" id="bundle">)";
constexpr std::string_view BLOCK_END = "</script>";

std::string_view web_file(std::string_view name) {
  for (const WebFile& file : web_files()) {
    if (file.name == name) return file.text;
  }
  return {};
}

// As a policy names a script or style that may stand in the page.
std::string source_hash(std::string_view text) {
  const auto hash = ledger::sha256(text);
  return fmt::format("'sha256-{}'", base64_of(hash.raw()));
}

std::string policy() {
  return fmt::format(
      "default-src 'none'; script-src {}; style-src {}; connect-src 'none'; base-uri 'none'; form-action 'none'; "
      "require-trusted-types-for 'script'; trusted-types 'none'",
      source_hash(web_file("script")), source_hash(web_file("style")));
}

std::string head(const v1::ReportView& view, const PageWords& words) {
  return fmt::format(
      "{}{} -->\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n",
      BEGINNING, REPORT_FORM, words.lang(), policy(), html(view.name()), web_file("style"));
}

std::string foot(const v1::ReportView& view, const PageWords& words) {
  const std::string made =
      words.filled(view.made_at().empty() ? "page.made" : "page.made.at", {{"program", html(view.program())},
                                                                           {"time", html_time(view.made_at())},
                                                                           {"game", html(view.game().substr(0, 16))}});
  return fmt::format(
      "<footer class=\"about\"><p>{} {}</p><details><summary>{}</summary><pre "
      "lang=\"en\">{}</pre></details></footer>\n",
      made, words.filled("page.verify", {{"command", "<code lang=\"en\">nomic verify</code>"}}), words("page.licences"),
      html(web_file("licences")));
}

std::string assembled(const v1::ReportView& view, const ShownMoment& shown, std::string_view document,
                      std::string_view bundle) {
  const PageWords words = page_words_of(view, shown);
  std::string out = head(view, words);
  out += "<body>\n<div id=\"app\" hidden></div>\n<div id=\"static\">\n<header>" + static_heading(view, words) +
         "</header>\n";
  out += "<main>" + static_now(view, shown, words) + "\n" + static_rules(view, shown, words) + "</main>\n</div>\n";
  out += foot(view, words);
  out += fmt::format("{}{}{}\n", DOCUMENT_BLOCK, document, BLOCK_END);
  out += fmt::format("{}{}{}\n", BUNDLE_BLOCK, bundle, BLOCK_END);
  out += fmt::format("<script>{}</script>\n</body>\n</html>\n", web_file("script"));
  return out;
}

// Takes what stands in the block out of the page; nothing if there is not one such block.
std::optional<std::string> take_block(std::string& page, std::string_view begins) {
  const std::size_t block = page.find(begins);
  if (block == std::string::npos || page.find(begins, block + 1) != std::string::npos) return std::nullopt;
  const std::size_t from = block + begins.size();
  const std::size_t to = page.find(BLOCK_END, from);
  if (to == std::string::npos) return std::nullopt;
  std::string held = page.substr(from, to - from);
  page.erase(from, to - from);
  return held;
}

// The bundle as the page holds it.
std::string records_of(std::string_view bundle) {
  if (bundle.empty()) return {};
  auto records = ledger::pack_bundle(bundle);
  assert(records);
  return *std::move(records);
}

}  // namespace

bool has_page() {
  return !web_file("script").empty();
}

std::optional<std::string> page_of(const v1::ReportView& view, const ShownMoment& shown, std::string_view bundle) {
  const std::string records = records_of(bundle);
  const std::string document = document_text(view, records);
  if (document.size() > MAX_DOCUMENT_BYTES) return std::nullopt;
  return assembled(view, shown, packed(document), records.empty() ? "" : packed(records));
}

std::string frame_of(const v1::ReportView& view, const ShownMoment& shown) {
  return assembled(view, shown, "", "");
}

bool looks_like_page(std::string_view begins) {
  return begins.starts_with(BEGINNING.substr(0, begins.size())) && begins.size() >= BEGINNING.size();
}

std::optional<PageParts> read_page(std::string html, std::string& why) {
  PageParts parts;
  parts.frame = std::move(html);
  auto document = take_block(parts.frame, DOCUMENT_BLOCK);
  auto bundle = take_block(parts.frame, BUNDLE_BLOCK);
  if (!document || !bundle) {
    why = "it does not hold one document and one place for records, as a page does";
    return std::nullopt;
  }
  auto text = unpacked(*document, MAX_DOCUMENT_BYTES);
  if (!text) {
    why = fmt::format("its document is not in base64 and gzip, or is of more than {} MB", MAX_DOCUMENT_BYTES >> 20U);
    return std::nullopt;
  }
  parts.document = *std::move(text);
  document.reset();
  parts.frame.shrink_to_fit();
  if (bundle->empty()) return parts;
  auto records = unpacked(*bundle, MAX_BUNDLE_BYTES);
  bundle.reset();
  auto whole = records ? ledger::unpack_bundle(*records, MAX_BUNDLE_BYTES) : std::nullopt;
  if (!whole) {
    why = fmt::format("its records are not a packed bundle in base64 and gzip, or are of more than {} MB",
                      MAX_BUNDLE_BYTES >> 20U);
    return std::nullopt;
  }
  parts.bundle = *std::move(whole);
  parts.records = *std::move(records);
  return parts;
}

}  // namespace nomic::tools
