// Dated pages: what was posted, and when.
//
// A source of them gives names, times and a way to read each; where they lie is its own affair. Here they are files
// and folders whose names carry a date (2018-03-29.md, rules-20180329.html, 2018-03-29T1005Z/), a folder of such, or a
// table:
//
//     at,page
//     2018-03-29,first.md          a time, or any other point of the game (proposal:301, 57)
//     proposal:301,second.md       paths are relative to the table's folder
//
// A time without a zone is UTC; a date alone is its end. Pages are read one at a time, when they are asked for.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/replay/point.h"
#include "shared/page_source.h"

namespace nomic::tools {

struct DatedPage {
  std::string name;    // for people
  std::string at;      // as it is given
  replay::Point when;  // the same
  std::function<Result<PageBytes>(const Call&)> read;
};

struct DatedPages {
  std::vector<DatedPage> pages;        // in the order in which they are given, those of a folder by name
  std::vector<std::string> undated{};  // files of a folder whose names carry no date
};

// Reads dated pages. A table may name one page many times, and a small repository has versions of any size, so that the
// bytes of all pages together are limited.
class DatedPagesReader {
 public:
  static constexpr std::size_t MOST_BYTES = 100'000'000;

  // Errors: those of the page's source; the pages have more than MOST_BYTES.
  Result<PageBytes> read(const Call& call, const DatedPage& page);
  // Whether the pages have more than MOST_BYTES: no other page can be read.
  [[nodiscard]] bool is_exhausted() const { return bytes_ > MOST_BYTES; }

 private:
  std::size_t bytes_ = 0;
};

// The pages at these paths: each a page, a folder or a table (.csv).
Result<DatedPages> dated_pages(const Call& call, const std::vector<std::string>& paths);

// The time that a name carries, as points have it: "2018-03-29T10:05:00Z", "2018-03-29"; empty: none.
std::string date_in(std::string_view name);

}  // namespace nomic::tools
