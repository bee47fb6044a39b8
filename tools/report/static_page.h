// What a page says without a script: what stands at its point, in plain HTML. It is what a mail's preview shows, and
// what is printed. Its own words are in the page's language (nomic/words/page_words.h).
#pragma once

#include <string>

#include "nomic/report/report.h"
#include "nomic/words/page_words.h"

namespace nomic::tools {

// In the language asked for, else that of the rules, else in English.
PageWords page_words_of(const v1::ReportView& view, const ShownMoment& shown);
PageWords page_words_in(const std::string& lang, const ShownMoment& shown);

// The parts of the body, in order: the heading; whose turn it is, who must act, what is open, scores; the rules.
std::string static_heading(const v1::ReportView& view, const PageWords& words);
std::string static_now(const v1::ReportView& view, const ShownMoment& shown, const PageWords& words);
std::string static_rules(const v1::ReportView& view, const ShownMoment& shown, const PageWords& words);

// "Turn 3 of circuit 1: Ann is moving, and a vote is open." `mover` is HTML; empty: nobody.
std::string turn_sentence(const v1::StatusView& status, const std::string& mover, const PageWords& words);

// Parts of them, each an element or more. `must`: those who must act, else what may be done besides.
std::string ways_html(const v1::StatusView& status, bool must, const PageWords& words);
std::string open_proposals_html(const v1::ReportView& view, const v1::StatusView& status, const PageWords& words);
std::string scores_html(const v1::ScoresView& scores, const PageWords& words);
// `lang`: of the text that is shown; empty: the authoritative one.
std::string rule_html(const v1::RulesView::Rule& rule, const std::string& lang, const PageWords& words);

}  // namespace nomic::tools
