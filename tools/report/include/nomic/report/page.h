// A page: the file that `nomic report` writes, and its parts read again.
//
// One HTML file that needs nothing beside it: what stands now as plain HTML, the document (report.h) and the bundle of
// its records, packed (ledger/packed_bundle.h), each compressed with gzip and in base64, in a data block that no
// browser runs, and the script and style that make views of them. What players wrote is in the records alone, and the
// document says where; without records it is in the document. A policy in its head lets this script and this style
// run and nothing else, and lets nothing be fetched.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "nomic/report/report.h"

namespace nomic::tools {

// What a page is of: more is neither written nor read. The file; its document as text; the bundle of its records.
inline constexpr std::size_t MAX_PAGE_BYTES = std::size_t{64} << 20U;
inline constexpr std::size_t MAX_DOCUMENT_BYTES = std::size_t{48} << 20U;
inline constexpr std::size_t MAX_BUNDLE_BYTES = std::size_t{64} << 20U;

// Whether this program was built with the packages that the page's script needs.
bool has_page();

// `bundle` is empty where the records are left out. The same arguments give the same bytes. Nothing: its document would
// have more than MAX_DOCUMENT_BYTES.
std::optional<std::string> page_of(const v1::ReportView& view, const ShownMoment& shown, std::string_view bundle);

// Whether a file that begins so claims to be such a page.
bool looks_like_page(std::string_view begins);

// What a page says, in parts.
struct PageParts {
  std::string document;  // as text: document_text()
  std::string bundle;    // empty: none
  std::string records;   // the bundle as the page holds it, packed: what the document names
  // The file with its data blocks emptied.
  std::string frame;
};
// Nothing: it is no page of ours, or its data cannot be read; `why` is then a sentence.
std::optional<PageParts> read_page(std::string html, std::string& why);

// The frame that page_of() would write around any data.
std::string frame_of(const v1::ReportView& view, const ShownMoment& shown);

}  // namespace nomic::tools
