#include "render/explanation_text.h"

#include <fmt/format.h>

#include "nomic/replay/reference.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"
#include "render/form_text.h"
#include "render/history_text.h"
#include "render/layout.h"
#include "render/rule_text.h"
#include "score_table.h"

namespace nomic::tools {
namespace {

constexpr std::size_t UNDER_IT = 4;

std::string step_text(const v1::ExplainView::Step& step, std::size_t width) {
  const std::string& due = step.consequence().happened_at();
  std::string line = fmt::format("{}  {}  {}", bold(fmt::format("#{}", step.record())),
                                 dim(due.empty() ? day_or_time(step) : due), step.in_words());
  if (step.has_reckoned() && step.in_words().find(step.reckoned()) == std::string::npos) {
    line += fmt::format(" For: {}.", step.reckoned());
  }
  if (!step.consequence().rule().empty()) {
    line += dim(
        fmt::format(" [rule {} as it stood since #{}]", step.consequence().rule(), step.consequence().rule_since()));
  }
  return wrap(line, width, 0);
}

// What was played by, in a paragraph a rule: the whole texts of many rules would hide the table above them.
std::string rule_in_short(const v1::RulesView::Rule& rule, std::size_t width) {
  constexpr std::size_t SHORT = 160;
  std::string says;
  for (const std::string& words : rule.in_words()) says += (says.empty() ? "" : "; ") + words;
  if (says.empty()) says = cut(rule.text(), SHORT);
  return wrap(fmt::format("Rule {} as it stood since #{}: {}{}", bold(rule.number()), rule.since(), says,
                          says.ends_with('.') ? "" : "."),
              width, 0);
}

}  // namespace

std::string explanation_text(const v1::ExplainView& view, std::size_t width) {
  const bool of_score = view.what().starts_with("score ");
  std::string out;
  if (of_score) {
    out += score_table(view, width);
  } else {
    for (const auto& step : view.steps()) out += step_text(step, width);
    for (const auto& proposal : view.proposals()) {
      out += wrap(proposal_words(proposal), width, 0);
      if (const auto votes = votes_words(proposal); !votes.empty()) out += wrap(votes, width, UNDER_IT);
      if (view.what().starts_with("proposal ")) out += form_text(proposal.changes(), width, UNDER_IT);
    }
  }
  for (const auto& dependent : view.dependents()) {
    out += wrap(fmt::format("{} {}.", bold(fmt::format("#{}", dependent.record())), dependent.why()), width, 0);
  }
  if (!view.rules().empty()) out += "\nThe rules cited, as they stood:\n";
  for (const auto& rule : view.rules()) {
    out += of_score ? rule_in_short(rule, width) : rule_text(rule, {}, width, Provisions::IN_WORDS);
  }
  if (of_score && !view.rules().empty()) {
    out += wrap(fmt::format("Their texts: nomic show-rules {} --at {}", view.rules(0).number(), view.rules(0).since()),
                width, 0);
  }
  return out;
}

}  // namespace nomic::tools
