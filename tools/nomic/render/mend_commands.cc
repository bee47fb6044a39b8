// The commands of the ways out of a record.
#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/player_keys.h"
#include "nomic/replay/reference.h"
#include "nomic/words/points_words.h"
#include "render/mend_view.h"

namespace nomic::tools {
namespace {

using replay::LeftOpen;
using CommandWords = std::vector<std::string>;

constexpr const char* KEY_FILE = "FILE";
constexpr const char* DIFFERENCE = "DIFFERENCE";

const char* choice_word(v1::VoteCast::Choice choice) {
  return choice == v1::VoteCast::FOR ? "for" : choice == v1::VoteCast::AGAINST ? "against" : "abstain";
}

void add_words(CommandWords& words, CommandWords more) {
  words.insert(words.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

CommandWords correction_words(const v1::RecordCorrected& event, const v1::GameFounded& founding, LeftOpen blank) {
  CommandWords words = {"correct"};
  if (blank == LeftOpen::NAME || blank == LeftOpen::TIME) words.push_back(std::to_string(event.record()));
  add_words(words, {"--cause", "a slip of the pen"});
  if (blank == LeftOpen::NAME) add_words(words, {"--name", "NAME"});
  if (blank == LeftOpen::TIME) add_words(words, {"--occurred-at-was", "TIME"});
  if (blank == LeftOpen::TITLE) add_words(words, {"--rule", event.title().rule(), "--title", "TITLE"});
  if (blank != LeftOpen::WORDS) return words;
  add_words(words, {"--rule", event.text().rule(), "--before", "WRONG", "--after", "RIGHT"});
  if (!event.text().lang().empty() && event.text().lang() != founding.lang())
    add_words(words, {"--lang", event.text().lang()});
  return words;
}

CommandWords judgment_words(const v1::JudgmentDelivered& event, const replay::State& state, LeftOpen blank) {
  CommandWords words = {"judgment", "deliver", "It was a slip, and counts no more.", "--reasons",
                        "All saw what was meant."};
  const auto& asked = state.questions();
  // Else the answer would be to the oldest that is open.
  if (std::any_of(asked.begin(), asked.end(), [](const auto& question) { return question.answered_by() == 0; })) {
    add_words(words, {"--question", std::to_string(event.question())});
  }
  for (const std::uint64_t record : event.strikes()) add_words(words, {"--strike", std::to_string(record)});
  for (const v1::Finding& finding : event.findings()) {
    const std::string change =
        blank == LeftOpen::POINTS ? std::string(DIFFERENCE) : print_change(finding.points().points());
    add_words(words, {"--points", finding.points().player() + "=" + change, "--cite", finding.cited()});
  }
  return words;
}

CommandWords move_words(const replay::StepOut& step, const replay::State& state) {
  const v1::Event& event = step.event;
  if (event.has_vote_cast()) {
    return {"vote", step.blank == LeftOpen::CHOICE ? "CHOICE" : choice_word(event.vote_cast().choice()),
            replay::typed_reference(replay::number_in(event.vote_cast().proposal()))};
  }
  if (event.has_vote_withdrawn())
    return {"vote", "withdraw", replay::typed_reference(replay::number_in(event.vote_withdrawn().proposal()))};
  if (event.has_proposal_withdrawn())
    return {"withdraw", replay::typed_reference(replay::number_in(event.proposal_withdrawn().proposal()))};
  if (event.has_proposal_revised()) {
    CommandWords words = {"revise", replay::typed_reference(replay::number_in(event.proposal_revised().proposal()))};
    add_words(words, step.blank == LeftOpen::TEXT ? CommandWords{"--text", "TEXT"} : CommandWords{"KIND", "N"});
    return words;
  }
  if (event.has_team_assigned()) {
    return {"team", event.team_assigned().team().empty() ? "--none" : event.team_assigned().team()};
  }
  if (event.has_activity_changed()) return {event.activity_changed().active() ? "active" : "inactive"};
  if (event.has_approval_given()) {
    CommandWords words = {"approve", event.approval_given().player()};
    if (!event.approval_given().approve()) words.emplace_back("--refuse");
    return words;
  }
  if (event.has_consent_given()) {
    return event.consent_given().withdrawn() ? CommandWords{"consent", "--withdraw"} : CommandWords{"consent"};
  }
  if (event.has_objection_raised()) return {"object", std::to_string(event.objection_raised().record())};
  if (event.has_rule_annotated()) {
    const v1::RuleAnnotated& note = event.rule_annotated();
    if (note.removes() != 0) return {"annotate", "--remove", std::to_string(note.removes())};
    CommandWords words = {"annotate", note.rule(), note.text()};
    if (note.judgment() != 0) add_words(words, {"--judgment", std::to_string(note.judgment())});
    return words;
  }
  if (event.has_record_corrected()) {
    return correction_words(event.record_corrected(), state.founding(), step.blank);
  }
  if (event.has_overrule_voted()) {
    return {"judgment", "overrule", "for", "--judgment", std::to_string(event.overrule_voted().judgment())};
  }
  if (event.has_judgment_invoked()) {
    const std::uint64_t about = event.judgment_invoked().about(0);
    return {"judgment", "invoke", fmt::format("Was #{} a slip, and should it count no more?", about), "--about",
            std::to_string(about)};
  }
  if (event.has_judgment_delivered()) return judgment_words(event.judgment_delivered(), state, step.blank);
  if (event.has_dice_thrown()) {
    CommandWords words = {"roll"};
    for (const std::uint32_t face : event.dice_thrown().faces()) {
      words.push_back(step.blank == LeftOpen::FACES ? "FACE" : std::to_string(face));
    }
    return words;
  }
  return {};
}

bool must_sign(const replay::State& state, const std::string& name) {
  if (state.founding().has_rehearsal()) return false;
  if (state.founding().signatures_required()) return true;
  const auto& players = state.players();
  return std::any_of(players.begin(), players.end(), [&](const v1::Player& player) {
    return player.names().name() == name && replay::has_had_key(player);
  });
}

// The words that are to be filled in.
bool is_to_fill(const replay::StepOut& step, const std::string& word) {
  switch (step.blank) {
    case LeftOpen::NONE:
      return false;
    case LeftOpen::TEXT:
      return word == "TEXT";
    case LeftOpen::CHANGE:
      return word == "KIND" || word == "N";
    case LeftOpen::WORDS:
      return word == "WRONG" || word == "RIGHT";
    case LeftOpen::TITLE:
      return word == "TITLE";
    case LeftOpen::NAME:
      return word == "NAME";
    case LeftOpen::TIME:
      return word == "TIME";
    case LeftOpen::CHOICE:
      return word == "CHOICE";
    case LeftOpen::FACES:
      return word == "FACE";
    case LeftOpen::POINTS:
      return word.ends_with(std::string("=") + DIFFERENCE);
  }
  return false;
}

}  // namespace

std::vector<std::string> words_of(const replay::StepOut& step, const replay::State& state, bool key) {
  CommandWords words = move_words(step, state);
  add_words(words, {"--as", step.player});
  if (replay::is_recorded_afterwards(state))
    add_words(words, {"--occurred-at", replay::print_time(state.recorded_at())});
  if (key && must_sign(state, step.player)) add_words(words, {"--key", KEY_FILE});
  return words;
}

std::vector<std::string> blanks_in(const replay::StepOut& step, const replay::State& state, bool key) {
  CommandWords blanks;
  for (const std::string& word : move_words(step, state)) {
    if (is_to_fill(step, word)) blanks.push_back(step.blank == LeftOpen::POINTS ? DIFFERENCE : word);
  }
  if (key && must_sign(state, step.player)) blanks.emplace_back(KEY_FILE);
  return blanks;
}

}  // namespace nomic::tools
