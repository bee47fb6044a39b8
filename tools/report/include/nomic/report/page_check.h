// Comparing a page with what its records give: every figure of the document, the text that is readable without a
// script, and the script and style themselves.
#pragma once

#include "nomic/report/page.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Of more differences, only how many there are.
inline constexpr int PAGE_FINDINGS = 20;

// Adds a finding for each difference: DOCUMENT (a figure or a text of the document), TEXT (what is readable without a
// script), SCRIPTS (script, style, policy, or anything else of the file). `derived` and `shown` are what the records
// give: the document is read only where it is not the text that would be written of them.
void compare_page(const PageParts& parts, const v1::ReportView& derived, const ShownMoment& shown,
                  v1::FindingsView& findings);

}  // namespace nomic::tools
