// References: where a rule's text names rules by number, and what those numbers mean by now.
//
// Rule 108 gives a changed rule a new number, so a mention goes stale: "rule 206" of a text written before 206 was
// amended means the rule that bears 302 now. Where no rule bore the number when the text was written, the last one that
// had borne it is meant. Cost: that of rule_histories.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/mentions.h"
#include "nomic/replay/rule_history.h"

namespace nomic::replay {

struct Reference {
  enum class State {
    HOLDS,     // the number means the same rule now
    MOVED,     // that rule bears another number now
    REPEALED,  // that rule is no longer in force
    NOTHING,   // no rule had borne the number when the text was written, and none bears it now
    LATER,     // none had borne it then, and one bears it now
  };
  std::uint32_t rule = 0;  // whose text it is, by its number now
  std::string lang;
  Mention mention;
  std::uint64_t written = 0;  // the record from which the sentence with it stands there
  std::uint32_t lineage = 0;  // of the rule that was meant; 0: none
  State state = State::HOLDS;
  std::uint32_t now = 0;  // the number that it bears now, or bore last; 0: none
};

// The mentions in the texts of the rules that are in force by the end of `histories`, which holds all of them. Text by
// text.
std::vector<Reference> references(const Histories& histories);

// The text with every number that has moved put right, but for the ends of ranges: "203 to 206" names 204 too, and what
// it should say by now is for people to say.
std::string mended(std::string_view text, const std::vector<Reference>& references);

}  // namespace nomic::replay
