#include "render/explanation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/reference.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/score_votes.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"
#include "render/form_text.h"
#include "render/history_text.h"
#include "render/layout.h"
#include "render/rule_text.h"

namespace nomic::tools {
namespace {

// The explanation of a score as a table by turn, the last change first.
//
//     Turn  Record  Points  Score  Why
//        2  #41         +5     22  rule 202: thrown 5
//           #40        +13     17  rule 202: (302 - 291) x 3/3 = 11
//                                  Votes: Ann for (#38), Bob for (#39), Cleo for (#40).
//     Before these: 4.
//     Together: 22.

constexpr std::size_t GAP = 2;
constexpr std::size_t FIGURES = 4;  // the columns before the reason

struct Row {
  std::array<std::string, FIGURES> figures;  // turn, record, points, score
  std::string why;
};

// What brought it about, where nothing is reckoned.
std::string cause_of(const v1::ExplainView::Step& step) {
  const auto& score = step.consequence().score();
  const std::string author = on_one_line(step.author());
  if (score.derived_from() != 0) return fmt::format("derived anew from #{} on", score.derived_from());
  if (step.kind() == "act_performed") return "an act of " + author;
  if (step.kind() == "judgment_delivered") return "the Judgment of " + author;
  return {};
}

// "rule 202"; where several versions of that number are cited, which of them.
std::string rule_of(const v1::ExplainView& view, const v1::ConsequenceView& consequence) {
  if (consequence.rule().empty()) return {};
  const auto versions = std::count_if(view.rules().begin(), view.rules().end(),
                                      [&](const auto& rule) { return rule.number() == consequence.rule(); });
  return versions > 1 ? fmt::format("rule {} as it stood since #{}", consequence.rule(), consequence.rule_since())
                      : fmt::format("rule {}", consequence.rule());
}

std::string why(const v1::ExplainView& view, const v1::ExplainView::Step& step) {
  // What is not known has no points, and a sentence that says so.
  if (!step.consequence().has_score()) return step.in_words();
  const std::string rule = rule_of(view, step.consequence());
  const std::string cause = step.has_reckoned() ? step.reckoned() : cause_of(step);
  if (rule.empty() || cause.empty()) return rule + cause;
  return rule + ": " + cause;
}

std::string number(double points) {
  return fmt::format("{:.15g}", points);
}

std::vector<Row> rows_of(const v1::ExplainView& view) {
  std::vector<Row> rows;
  std::uint32_t turn = 0;
  for (int at = view.steps_size() - 1; at >= 0; --at) {
    const auto& step = view.steps(at);
    const auto& score = step.consequence().score();
    const bool same_turn = !rows.empty() && step.turn() == turn;
    turn = step.turn();
    const bool known = step.consequence().has_score();
    Row row{{same_turn || turn == 0 ? "" : std::to_string(turn), fmt::format("#{}", step.record()),
             known ? fmt::format("{:+.15g}", score.points()) : "?",
             known ? number(score.total()) + (score.total_unknown() ? "?" : "") : "?"},
            why(view, step)};
    if (const auto* counted = votes_behind(view, step)) row.why += "\n" + votes_words(*counted);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string table_of(const std::vector<Row>& rows, std::size_t width) {
  const std::array<std::string, FIGURES> heads = {"Turn", "Record", "Points", "Score"};
  std::array<std::size_t, FIGURES> widths{};
  for (std::size_t i = 0; i < FIGURES; ++i) {
    widths.at(i) = width_of(heads.at(i));
    for (const Row& row : rows) widths.at(i) = std::max(widths.at(i), width_of(row.figures.at(i)));
  }
  std::size_t before = 0;
  for (const std::size_t one : widths) before += one + GAP;
  const auto line = [&](const std::array<std::string, FIGURES>& figures) {
    std::string out;
    for (std::size_t i = 0; i < FIGURES; ++i) {
      constexpr std::size_t RECORD = 1;
      const std::string cell =
          i == RECORD ? pad_right(figures.at(i), widths.at(i)) : pad_left(figures.at(i), widths.at(i));
      out += cell + std::string(GAP, ' ');
    }
    return out;
  };
  std::string out = bold(line(heads) + "Why") + "\n";
  for (const Row& row : rows) {
    // Its first line goes behind the figures.
    out += line(row.figures) + (row.why.empty() ? "\n" : wrap(row.why, width, before).substr(before));
  }
  return out;
}

// `width` 0: lines are not broken.
std::string score_table(const v1::ExplainView& view, std::size_t width) {
  const std::vector<Row> rows = rows_of(view);
  std::string out = rows.empty() ? "" : table_of(rows, width);
  if (view.has_before()) out += fmt::format("Before these: {}.\n", number(view.before()));
  out +=
      fmt::format("Together: {}{}{}\n", number(view.total()), view.has_unknown_since() ? ", and what is not known" : "",
                  view.adds_up() ? "." : ", which the entries do not add up to.");
  return out;
}

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
