#include "score_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "nomic/replay/reference.h"
#include "nomic/views/score_votes.h"
#include "nomic/words/terminal_text.h"
#include "render/history_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

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

}  // namespace

std::string score_table(const v1::ExplainView& view, std::size_t width) {
  const std::vector<Row> rows = rows_of(view);
  std::string out = rows.empty() ? "" : table_of(rows, width);
  if (view.has_before()) out += fmt::format("Before these: {}.\n", number(view.before()));
  out +=
      fmt::format("Together: {}{}{}\n", number(view.total()), view.has_unknown_since() ? ", and what is not known" : "",
                  view.adds_up() ? "." : ", which the entries do not add up to.");
  return out;
}

}  // namespace nomic::tools
