// The table of sentences: a row for each case of each code.
//
// A sentence has the error's parameters in braces: "{proposal}". Names are joined by commas, or as ":and" says
// ("{judges:and}"); times and points are written as everywhere. ":kind" is a kind of rule-change as a phrase, ":mode"
// a mode of play as one, ":amount" a kind of amount as one, ":faces" and ":dice" a count of them with its verb,
// ":counted" a number as "60,000", ":thing" what a text or name is (things.h), ":none" names or the word "none",
// ":list" names with commas and a last "and", ":shell" a text as one types it in a shell.
// "{because}" and "{because_hint}" are the sentence and the hint of the error that brought this one about.
#pragma once

#include <string_view>
#include <vector>

#include "nomic/replay/error.h"

namespace nomic::tools {

struct RefusalRow {
  replay::ErrorCode code;
  std::string_view variant;
  // What is wrong: no full stop at its end. It does not repeat the rules cited, which whoever prints it adds.
  std::string_view what;
  // What to do instead; may be empty.
  std::string_view hint;
};

const std::vector<RefusalRow>& refusals_input();
const std::vector<RefusalRow>& refusals_text();
const std::vector<RefusalRow>& refusals_provisions();
const std::vector<RefusalRow>& refusals_rulesets();
const std::vector<RefusalRow>& refusals_pages();
const std::vector<RefusalRow>& refusals_points();
const std::vector<RefusalRow>& refusals_players();
const std::vector<RefusalRow>& refusals_proposals();
const std::vector<RefusalRow>& refusals_disputes();
const std::vector<RefusalRow>& refusals_clerical();
const std::vector<RefusalRow>& refusals_dice();
const std::vector<RefusalRow>& refusals_requests();
const std::vector<RefusalRow>& refusals_recipes();

}  // namespace nomic::tools
