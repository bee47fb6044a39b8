#include "nomic/words/sentences.h"

#include <fmt/format.h>

#include "nomic/replay/reference.h"
#include "nomic/words/dispute_sentences.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

std::string dice(const v1::DiceThrown& thrown) {
  std::string faces;
  for (const std::uint32_t face : thrown.faces()) faces += (faces.empty() ? "" : " and ") + std::to_string(face);
  return faces;
}

}  // namespace

std::string_view word_of(v1::RuleStatus status) {
  return status == v1::IMMUTABLE ? "immutable" : "mutable";
}

namespace {

std::string what_changes(const v1::RuleChange& change) {
  switch (change.kind()) {
    case v1::NO_CHANGE:
      return "change no rule";
    case v1::ENACT:
      return "enact a rule";
    case v1::AMEND:
      return fmt::format("amend rule {}", change.rule());
    case v1::REPEAL:
      return fmt::format("repeal rule {}", change.rule());
    case v1::TRANSMUTE_TO_MUTABLE:
      return fmt::format("transmute rule {} to mutable", change.rule());
    case v1::TRANSMUTE_TO_IMMUTABLE:
      return fmt::format("transmute rule {} to immutable", change.rule());
    case v1::REENACT:
      return fmt::format("enact rule {} again", change.rule());
    case v1::RESTORE:
      return fmt::format("repeal the latest amendment of rule {}", change.rule());
    case v1::RETITLE:
      return fmt::format("retitle rule {}", change.rule());
    default:
      return "make an unknown rule-change";
  }
}

// How the proposal is numbered, where that is somebody's word.
std::string as_numbered(const v1::ProposalMade& made) {
  if (made.number_unknown()) return ", in a proposal whose number is not known,";
  return made.number().empty() ? "" : fmt::format(", in {},", the_proposal(made.number()));
}

}  // namespace

std::string words_of(const v1::RuleChange& change) {
  std::string words = what_changes(change);
  if (!change.number().empty()) words += fmt::format(" as rule {}", change.number());
  if (change.text_unknown()) words += " (its text is not on record)";
  return words;
}

std::string sentence_of(const v1::Event& event, std::string_view author) {
  const std::string who = author.empty() ? "The keeper" : on_one_line(author);
  switch (event.kind_case()) {
    case v1::Event::kGameFounded:
      return fmt::format("The game {} is founded{}.", in_quotes(event.game_founded().name()),
                         event.game_founded().has_rehearsal() ? ", and rehearsed here" : "");
    case v1::Event::kRuleFounded:
      return fmt::format("Rule {}, {}, is in the Initial Set.", event.rule_founded().rule().number(),
                         word_of(event.rule_founded().rule().status()));
    case v1::Event::kPlayerSeated:
      return fmt::format("{} is seated.", on_one_line(event.player_seated().player().name()));
    case v1::Event::kPlayerJoined:
      return fmt::format("{} asks to join.", on_one_line(event.player_joined().player().name()));
    case v1::Event::kPlayerForfeited:
      return fmt::format("{} forfeits.", who);
    case v1::Event::kProposalMade:
      return fmt::format("{} proposes{} to {}.", who, as_numbered(event.proposal_made()),
                         words_of_all(event.proposal_made().changes()));
    case v1::Event::kProposalRevised:
      return fmt::format("{} revises {}: to {}.", who, the_proposal(event.proposal_revised().proposal()),
                         words_of_all(event.proposal_revised().changes()));
    case v1::Event::kDebateSpoken:
      return fmt::format("{} on {}: {}", who, the_proposal(event.debate_spoken().proposal()),
                         on_one_line(event.debate_spoken().text()));
    case v1::Event::kVoteCalled:
      return fmt::format("{} calls the vote on {}.", who, the_proposal(event.vote_called().proposal()));
    case v1::Event::kVoteCast:
      if (event.vote_cast().choice() == v1::VoteCast::ABSTAIN) {
        return fmt::format("{} abstains on {}.", who, the_proposal(event.vote_cast().proposal()));
      }
      return fmt::format("{} votes {} {}.", who, event.vote_cast().choice() == v1::VoteCast::FOR ? "for" : "against",
                         the_proposal(event.vote_cast().proposal()));
    case v1::Event::kVoteWithdrawn:
      return fmt::format("{} takes back the vote on {}.", who, the_proposal(event.vote_withdrawn().proposal()));
    case v1::Event::kProposalWithdrawn:
      return fmt::format("{} takes back {}.", who, the_proposal(event.proposal_withdrawn().proposal()));
    case v1::Event::kActivityChanged:
      return fmt::format("{} says: {}.", who,
                         event.activity_changed().active() ? "I am active again" : "I am inactive");
    case v1::Event::kApprovalGiven:
      return fmt::format("{} {} of what {} has asked.", who,
                         event.approval_given().approve() ? "approves" : "does not approve",
                         on_one_line(event.approval_given().player()));
    case v1::Event::kTimePassed:
      return "Time has passed.";
    case v1::Event::kGameWentLive:
      return "The game goes live.";
    case v1::Event::kDiceThrown:
      return fmt::format("{} throws {} {}.", who, dice(event.dice_thrown()),
                         event.dice_thrown().source() == v1::DiceThrown::HAND ? "by hand" : "by the program's dice");
    case v1::Event::kDiceCommitted:
      return fmt::format("{} commits to a secret.", who);
    case v1::Event::kDiceRevealed:
      return fmt::format("{} reveals a secret.", who);
    default: {
      std::string sentence = dispute_sentence_of(event, who);
      return sentence.empty() ? fmt::format("{}: {}.", who, kind_name(event)) : sentence;
    }
  }
}

std::string kind_name(const v1::Event& event) {
  const auto* field = v1::Event::descriptor()->FindFieldByNumber(event.kind_case());
  if (field == nullptr) return "UNKNOWN";
  std::string name = field->name();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return name;
}

}  // namespace nomic::tools
