// Looks: how states show as text, for several commands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/command.h"
#include "nomic/v1/state.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Players and points.
std::string scores_table(const v1::State& state, std::size_t width);

// How much is shown of a rule's provisions.
enum class Provisions : std::uint8_t {
  LEFT_OUT,
  IN_WORDS,
  IN_FULL,  // in words, and below as they are recorded
};

// A rule with its heading, text and, if asked for, its provisions.
std::string rule_text(const v1::RulesView::Rule& rule, const std::vector<std::string>& langs, std::size_t width,
                      Provisions provisions);

// "Played by: adoption needs two thirds of the eligible voters."
std::string played_by(std::string_view in_words, std::size_t width);

// One line a rule: number, status, and how its text begins.
std::string rules_table(const v1::RulesView& rules, std::size_t width);

// Values and holdings, a line an owner; nothing where there are none.
std::string holdings_text(const v1::StatusView& status);
std::string holdings_text(const v1::ScoresView& scores);

// Whose move it is, what is open, what there is to know.
std::string status_text(const v1::StatusView& status, std::size_t width);

}  // namespace nomic::tools
