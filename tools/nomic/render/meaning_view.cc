#include "render/meaning_view.h"

#include <fmt/format.h>

#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/rule_diff_text.h"

namespace nomic::tools {
namespace {

// "The new rule", "Rule 206".
std::string subject_of(const v1::MeaningView::Change& change) {
  return change.rule().empty() ? "The new rule" : fmt::format("Rule {}", change.rule());
}

bool says_something(const v1::MeaningView::Change& change) {
  return !change.gained().empty() || !change.lost().empty() || !change.kept().empty();
}

}  // namespace

std::string meaning_text(const v1::MeaningView& view, std::size_t width) {
  constexpr std::size_t UNDER_RULE = 2;
  std::string out;
  for (const v1::MeaningView::Change& change : view.changes()) {
    if (!says_something(change)) continue;
    out += wrap(fmt::format("{}, if this is adopted:", subject_of(change)), width, 0);
    for (const std::string& words : change.lost()) out += no_longer_played_by(words, width, UNDER_RULE);
    for (const std::string& words : change.gained()) out += newly_played_by(words, width, UNDER_RULE);
    for (const std::string& words : change.kept()) {
      out += wrap(fmt::format("still played by: {}.", on_one_line(words)), width, UNDER_RULE + 2);
    }
  }
  return out;
}

}  // namespace nomic::tools
