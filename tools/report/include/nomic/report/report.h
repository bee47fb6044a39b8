// Report: a whole game as one page shows it, from its first record to a point.
//
//     auto view = report_view(ledger, game, {.size = 306, .records = true, ...}, {});
//     auto now  = shown_at(engine, game.history(), game.head(), hash);    // what is readable without a script
//     page_of(*view, *now, bundle)                                        // page.h: one HTML file
//
// The document (schema/nomic/v1/report.proto) is derived from the records alone, but for the version of the program,
// the time and the name: so whoever has the records can derive it again and compare (page_check.h).
//
// Cost: one derivation from record 0 with an audit beside it, and one more where the derived index does not reach to
// the point; the document is held in memory, about two kilobytes a record. MAX_REPORT_BYTES and MAX_REPORT_ELEMENTS
// limit both, whatever the records are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/v1/report.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// The form of the document that this program writes.
inline constexpr std::uint32_t REPORT_FORM = 7;
// Records of a game that a browser can be asked to hold.
inline constexpr std::uint64_t MAX_REPORT_RECORDS = 100'000;
// Bytes of a document as messages. Its text is shorter, since that has every string once.
inline constexpr std::size_t MAX_REPORT_BYTES = std::size_t{128} << 20U;
// Elements of the lists of moments that are looked at after their records, since they may have changed; over all
// moments.
inline constexpr std::size_t MAX_REPORT_ELEMENTS = 100'000'000;

struct ReportRequest {
  // Records that it shows: from 1 to the game's size.
  std::uint64_t size = 0;
  // Whether their bundle will be in the page.
  bool records = true;
  // A BCP 47 tag; empty: each text in its authoritative language.
  std::string lang = {};
  // What it says of its making.
  std::string program = {};
  std::string made_at = {};
};

// `progress`: how many records are done. Fails as the ledger and the history do, and if the document would be larger
// than the limits above.
Result<v1::ReportView> report_view(ledger::Ledger& ledger, replay::Game& game, const ReportRequest& request,
                                   const std::function<void(std::uint64_t)>& progress);

// What is shown of one moment.
struct ShownMoment {
  v1::StatusView status;
  v1::ScoresView scores;
  v1::RulesView rules;
  // Of a game that is a rehearsal, a sentence that says so.
  std::string rehearsal = {};
};
replay::Result<ShownMoment> shown_at(const replay::Engine& engine, const replay::History& history,
                                     const ledger::Head& head, const ledger::Hash& head_hash);

// The document as JSON, on one line, and back; nothing where it is none.
std::string document_json(const v1::ReportView& view);
std::optional<v1::ReportView> read_document_json(std::string_view json);

// The document as a page holds it (document_text.cc), and back; nothing where it is none. `records`: those that the
// page holds, packed (ledger/packed_bundle.h), in which texts stand that the document then only names; empty: none. Of
// the first line alone, which is limited: the fields that are no messages.
std::string document_text(const v1::ReportView& view, std::string_view records);
std::optional<v1::ReportView> read_document(std::string_view document, std::string_view records);
std::optional<v1::ReportView> read_head(std::string_view document);
// Where the tables begin, behind two lines of JSON.
std::size_t tables_begin(std::string_view document);

// The ruleset and the scores in Markdown, to post in a forum.
std::string report_markdown(const ShownMoment& shown, const std::string& lang);

}  // namespace nomic::tools
