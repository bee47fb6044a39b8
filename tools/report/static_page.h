// What a page says without a script: what stands at its point, in plain HTML. It is what a mail's preview shows, and
// what is printed.
#pragma once

#include <string>

#include "nomic/report/report.h"

namespace nomic::tools {

// The parts of the body, in order: the heading; whose turn it is, who must act, what is open, scores; the rules.
std::string static_heading(const v1::ReportView& view);
std::string static_now(const v1::ReportView& view, const ShownMoment& shown);
std::string static_rules(const v1::ReportView& view, const ShownMoment& shown);

// "Turn 3 of circuit 1: Ann is moving, and a vote is open."
std::string turn_sentence(const v1::StatusView& status, const std::string& mover);

}  // namespace nomic::tools
