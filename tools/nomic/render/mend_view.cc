#include "render/mend_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/service/view_values.h"
#include "nomic/words/listing.h"
#include "nomic/words/sentences.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "render/command_layout.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

using OutBy = replay::WayOut::Kind;
using MarkIs = replay::Mark::Standing;

const char* kind_word(OutBy kind) {
  switch (kind) {
    case OutBy::DO_OVER:
      return "DO_OVER";
    case OutBy::VOTE_AGAIN:
      return "VOTE_AGAIN";
    case OutBy::TAKE_BACK:
      return "TAKE_BACK";
    case OutBy::REVISE:
      return "REVISE";
    case OutBy::UNDO:
      return "UNDO";
    case OutBy::OBJECT:
      return "OBJECT";
    case OutBy::CORRECT:
      return "CORRECT";
    case OutBy::OVERRULE:
      return "OVERRULE";
    case OutBy::STRIKE:
      return "STRIKE";
    case OutBy::FIND:
      return "FIND";
  }
  return "";
}

// What the blank of a correction is about.
const char* corrected_thing(replay::LeftOpen blank) {
  if (blank == replay::LeftOpen::TITLE) return "The title is corrected.";
  if (blank == replay::LeftOpen::NAME) return "The name is corrected.";
  if (blank == replay::LeftOpen::TIME) return "The time at which it is said to have happened is corrected.";
  return "The words are corrected, but not what they do.";
}

// Of a throw the points that are due beside those on record; else all that the record gave is taken back.
bool is_difference(const replay::WayOut& way) {
  return std::any_of(way.steps.begin(), way.steps.end(),
                     [](const replay::StepOut& step) { return step.blank == replay::LeftOpen::POINTS; });
}

std::string what_comes_of(const replay::WayOut& way, std::uint64_t record, bool turn_is_over) {
  const std::string who = on_one_line(way.steps.front().player);
  switch (way.kind) {
    case OutBy::DO_OVER:
      return fmt::format("What is left to do: {} makes it again, as it was meant.", who);
    case OutBy::VOTE_AGAIN:
      return fmt::format("{} votes otherwise.", who);
    case OutBy::TAKE_BACK:
      return fmt::format("{} takes it back.", who);
    case OutBy::REVISE:
      return fmt::format("{} gives the proposal another form, before its vote is called.", who);
    case OutBy::UNDO:
      return fmt::format("{} does the opposite.", who);
    case OutBy::OBJECT:
      return fmt::format("{} objects: the correction stands no longer.", who);
    case OutBy::CORRECT:
      return corrected_thing(way.steps.front().blank);
    case OutBy::OVERRULE:
      return "The Judgment is overruled, and counts no longer.";
    case OutBy::STRIKE:
      return fmt::format("A Judgment strikes #{}: it stays on record, without effect.", record);
    case OutBy::FIND:
      return fmt::format(
          "A Judgment finds {}: {} #{}{}.",
          is_difference(way) || way.for_faces ? "the difference due" : "the points due the other way round",
          turn_is_over ? "the turn of" : "none can strike", record, turn_is_over ? " is over" : "");
  }
  return {};
}

void note_what_follows(const replay::WayOut& way, std::uint64_t record, v1::MendView::Way& view) {
  if (way.asked_at != 0) view.add_notes(fmt::format("#{} asks it already.", way.asked_at));
  if (way.words_at != 0) {
    view.add_notes(fmt::format("The words in force are those of #{}: that is for a slip which still stands in them.",
                               way.words_at));
  }
  if (is_difference(way)) {
    view.add_notes(
        fmt::format("DIFFERENCE is what the throw should have given, less what it gave. It is worked out "
                    "from what the dice showed: nomic mend {} --showed FACE",
                    record));
  } else if (way.kind == OutBy::FIND && !way.for_faces) {
    view.add_notes("If only the amount was wrong, the points to find are the difference.");
  }
  if (way.may_be_objected_to)
    view.add_notes("Until a turn of another player begins, any player may object to the correction.");
  if (way.may_be_overruled)
    view.add_notes("Until the next turn begins, the others together may overrule the Judgment.");
  if (way.consents == 0) return;
  const std::string all = listed(way.consenters);
  const std::string of = way.consents == way.consenters.size() ? all : fmt::format("{} of {}", way.consents, all);
  view.add_notes(fmt::format("The next turn then begins with the consent of {}.", of));
}

// Why there is nothing to mend.
std::string without_effect(const replay::Mark& mark) {
  switch (mark.standing) {
    case MarkIs::STRUCK:
      return fmt::format("It has no effect: #{} strikes it.", mark.by);
    case MarkIs::FALLEN:
      return fmt::format("It has no effect: it fell with what #{} strikes.", mark.by);
    case MarkIs::OVERRULED:
      return "It has no effect: it is overruled.";
    case MarkIs::OBJECTED:
      return fmt::format("It has no effect: #{} objects to it.", mark.by);
    case MarkIs::NOT_LAWFUL:
      return "It has no effect: the rules do not allow it.";
    case MarkIs::CONTESTED:
      return "It has no effect: the rules refused it, and no Judgment upholds it.";
    case MarkIs::STANDS:
    case MarkIs::UPHELD:
    case MarkIs::CORRECTED:
    case MarkIs::PARTLY:
      break;
  }
  return {};
}

void note_what_stays(const replay::WaysOut& found, const replay::State& state, v1::MendView& view) {
  if (std::string none = without_effect(found.mark); !none.empty()) {
    view.add_notes(std::move(none));
  } else if (found.record.index < state.founding().founding_records()) {
    view.add_notes("It founds the game: what the game began with is changed by proposals.");
  } else if (found.turn_is_over) {
    view.add_notes(
        fmt::format("Its turn is over: no Judgment can strike what is before #{}. What is due from here on can be "
                    "found by one, and "
                    "rules are changed by proposals.",
                    found.turn_since));
  } else if (found.ways.empty()) {
    view.add_notes("The rules as they are offer no way to undo it.");
  }
}

}  // namespace

v1::MendView mend_view(const replay::WaysOut& found, const replay::State& state, bool key) {
  v1::MendView view;
  view.set_record(count32(found.record.index));
  view.set_in_words(paint(sentence_of(found.record.event, found.record.author), false));
  view.set_author(found.record.author);
  for (const replay::WayOut& way : found.ways) {
    v1::MendView::Way& shown = *view.add_ways();
    shown.set_kind(kind_word(way.kind));
    shown.set_in_words(what_comes_of(way, found.record.index, found.turn_is_over));
    for (const replay::StepOut& step : way.steps) {
      v1::MendView::Step& out = *shown.add_steps();
      out.set_player(step.player);
      std::string command = "nomic";
      for (const std::string& word : words_of(step, state, key)) command += " " + as_shell_word(word);
      out.set_command(std::move(command));
      for (const std::string& blank : blanks_in(step, state, key)) out.add_blanks(blank);
    }
    shown.mutable_needs()->Add(way.needs.begin(), way.needs.end());
    note_what_follows(way, found.record.index, shown);
  }
  note_what_stays(found, state, view);
  return view;
}

std::string mend_text(const v1::MendView& view, std::size_t width) {
  constexpr std::size_t UNDER = 3;
  constexpr std::size_t COMMANDS = 5;
  std::string out = wrap(bold(fmt::format("#{}", view.record())) + " " + view.in_words(), width, 0);
  for (int at = 0; at < view.ways_size(); ++at) {
    const v1::MendView::Way& way = view.ways(at);
    std::string first = fmt::format("{}. {}", at + 1, way.in_words());
    if (!way.needs().empty()) {
      first += fmt::format(" It takes {}.", listed({way.needs().begin(), way.needs().end()}));
    }
    out += wrap(first, width, 0);
    for (const v1::MendView::Step& step : way.steps()) out += wrap_command(step.command(), width, COMMANDS);
    for (const std::string& note : way.notes()) out += wrap(note, width, UNDER);
  }
  for (const std::string& note : view.notes()) out += wrap(note, width, 0);
  return out;
}

}  // namespace nomic::tools
