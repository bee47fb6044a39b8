// Rules, for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// How much is shown of a rule's provisions.
enum class Provisions : std::uint8_t {
  LEFT_OUT,
  IN_WORDS,
  IN_FULL,  // in words, and below as they are recorded
};

// "Note #45, by Ann, of the Judgment in #44: ..."
std::string note_line(const v1::RulesView::Rule::Note& note);

// Of a version whose text nobody has any more.
std::string text_not_on_record();

// A rule with its heading, text and, if asked for, its provisions.
std::string rule_text(const v1::RulesView::Rule& rule, const std::vector<std::string>& langs, std::size_t width,
                      Provisions provisions);

// "Played by: adoption needs two thirds of the eligible voters."
std::string played_by(std::string_view in_words, std::size_t width);

// One line a rule: number, status, and how its text begins.
std::string rules_table(const v1::RulesView& rules, std::size_t width);

}  // namespace nomic::tools
