#include "render/state_diff_text.h"

#include <fmt/format.h>

#include "nomic/replay/reference.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/rule_diff_text.h"
#include "render/rule_text.h"

namespace nomic::tools {
namespace {

std::string changed_heading(const v1::DiffView::Changed& changed) {
  std::string out = fmt::format("Rule {}", changed.after());
  if (replay::number_in(changed.before()) != replay::number_in(changed.after()))
    out += fmt::format(", which was rule {}", changed.before());
  if (changed.is_void() && !changed.was_void()) out += ", void now";
  if (changed.was_void() && !changed.is_void()) out += ", void no longer";
  out += fmt::format(", since #{}", changed.since());
  if (!changed.proposal().empty()) out += ", by " + the_proposal(changed.proposal());
  return bold(out) + "\n";
}

// What is not on record of the one or the other, and the notes that have come and gone.
std::string beside_the_text(const v1::DiffView::Changed& changed, std::size_t width) {
  constexpr std::size_t DEEPER = 4;
  std::string out;
  if (changed.text_was_unknown()) out += wrap("what it said before is not on record", width, DEEPER);
  if (changed.text_is_unknown()) out += wrap("what it says now is not on record", width, DEEPER);
  for (const auto& note : changed.notes_gone().all()) out += wrap(red("- " + note_line(note)), width, DEEPER);
  for (const auto& note : changed.notes_new().all()) out += wrap(green("+ " + note_line(note)), width, DEEPER);
  return out;
}

std::string points_words(double points) {
  return fmt::format("{:.15g}", points);
}

}  // namespace

std::string diff_text(const v1::DiffView& view, std::size_t width) {
  if (view.same()) return "No rule, score or player differs.\n";
  std::string out;
  for (const auto& rule : view.enacted()) out += green("+ ") + rule_text(rule, {}, width, Provisions::IN_WORDS);
  for (const auto& rule : view.repealed()) out += red("- ") + rule_text(rule, {}, width, Provisions::LEFT_OUT);
  for (const auto& changed : view.changed()) {
    out += changed_heading(changed) + rule_difference_text(changed.rule(), width) + beside_the_text(changed, width);
  }
  Table table({Align::LEFT, Align::RIGHT, Align::RIGHT});
  for (const auto& score : view.scores()) {
    table.row({on_one_line(score.player()), points_words(score.before()), "-> " + points_words(score.after())});
  }
  out += table.print(width);
  for (const std::string& player : view.joined()) out += on_one_line(player) + " has joined.\n";
  for (const std::string& player : view.left()) out += on_one_line(player) + " has left the game.\n";
  for (const std::string& player : view.winners()) out += on_one_line(player) + " has won.\n";
  return out;
}

}  // namespace nomic::tools
