// Page series: dated pages compared with the game, each at its time: one table, one list of differences, each with the
// pages on which it stands, and one verdict.
#pragma once

#include <cstddef>
#include <string>

#include "check/posted_differences.h"
#include "nomic/v1/view.pb.h"
#include "shared/dated_pages.h"
#include "shared/moment_options.h"

namespace nomic::tools {

// Puts the table and the findings into the view. A page that cannot be read, or belongs to no point of the game, is a
// finding too. A difference that stands on consecutive pages is one finding; it ends where a page is without it, or
// where another record is behind it.
Status compare_series(const Call& call, replay::Game& game, const DatedPages& pages, const MomentOptions& when,
                      PostedCompare& comparing, v1::FindingsView& view);

// For people: the table.
std::string series_table(const v1::PostedPagesView& pages, std::size_t width);
// Where a finding stands: "on 3 pages, 2018-03-29.md to 2018-05-02.md".
std::string pages_of(const v1::PostedView& posted);
// "Of 63 pages 60 are the same as the game; 3 differences."
std::string series_verdict(const v1::FindingsView& view);

}  // namespace nomic::tools
