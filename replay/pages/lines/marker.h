// Markers: how a line begins a rule. "101", "101.", "101. Text", "101 - text", "Rule 101 (immutable)",
// "**101** *Title*", "**101. Title** text", "## 101 (IMMUTABLE) Title", "第101条", and "1. text" in a page that lost
// its numbers. A number with letters, "307b", only where markup or the word for a rule shows that it is one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lines/line.h"

namespace nomic::replay::import {

struct Marker {
  std::uint32_t number = 0;
  v1::RuleStatus status = v1::RULE_STATUS_UNSPECIFIED;  // as the marker itself says
  std::string title;                                    // what markup says is a title
  std::string rest;                                     // the first line of the text; may be empty
  bool strong = false;                                  // the number is in bold or italic
  bool bare = false;   // only a space stands behind it: "101 競技者は", in a language without spaces
  bool named = false;  // "Rule 101": the word for a rule stands before the number
};

// How the line begins a rule, if it does. It does not ask whether the number makes sense there. `in_lists`: so does the
// item of a list whose first words are strong and name a rule, "- **Rule 6: Votes**".
std::optional<Marker> marker_of(const Line& line, bool in_lists = false);

}  // namespace nomic::replay::import
