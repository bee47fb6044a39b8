#include "nomic/words/sentences.h"

#include <fmt/format.h>

#include "nomic/words/dispute_sentences.h"
#include "nomic/words/points_words.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using v1::Consequence;

std::string by_rule(const Consequence& c) {
  return c.rule().number() == 0 ? std::string() : fmt::format(" (rule {})", c.rule().number());
}

// "5-2", or "5-2, 1 abstaining".
std::string tally(const Consequence& c) {
  const std::string votes = fmt::format("{}-{}", c.votes_for(), c.votes_against());
  return c.abstentions() == 0 ? votes : fmt::format("{}, {} abstaining", votes, c.abstentions());
}

// "Rule 206 is now rule 305 (amended; rule 108)."
std::string changed(const Consequence& c, std::string_view how) {
  const std::string rule = c.rule().number() == 0 ? "" : fmt::format("; rule {}", c.rule().number());
  if (c.from_number() == c.to_number() || c.to_number() == 0) {
    return fmt::format("Rule {} is {}{}.", c.from_number(), how, by_rule(c));
  }
  return fmt::format("Rule {} is now rule {} ({}{}).", c.from_number(), c.to_number(), how, rule);
}

std::string still_missing(const Consequence& c) {
  return c.votes_against() == 0 ? "every vote is cast"
                                : fmt::format("{} cast, {} missing", c.votes_for(), c.votes_against());
}

std::string vote_cast(const Consequence& c) {
  const std::string how = c.abstained() ? "abstains on" : c.in_favour() ? "votes for" : "votes against";
  const std::string now = c.kind() == Consequence::VOTE_CHANGED ? " now" : "";
  return fmt::format("{}{} {} proposal {}{}: {}.", on_one_line(c.player()), now, how, c.proposal(), by_rule(c),
                     still_missing(c));
}

std::string victory(const Consequence& c) {
  std::string out =
      fmt::format("{} wins with {} points{}", on_one_line(c.player()), print_points(c.total()), by_rule(c));
  if (c.text() == "the round")
    out =
        fmt::format("{} wins the round with {} points{}", on_one_line(c.player()), print_points(c.total()), by_rule(c));
  if (c.text() == "nothing") out += ", and play goes on";
  if (c.reached_at() != c.record()) out += fmt::format(", having stood there since #{}", c.reached_at());
  return bold(out + ".");
}

std::string of_proposal(const Consequence& c, std::string_view player) {
  switch (c.kind()) {
    case Consequence::PROPOSAL_MADE:
      return fmt::format("Proposal {} is made by {}{}.", c.proposal(), player, by_rule(c));
    case Consequence::PROPOSAL_REVISED:
      return fmt::format("Proposal {} has a new form{}.", c.proposal(), by_rule(c));
    case Consequence::DEBATED:
      return fmt::format("{} has spoken on proposal {}{}.", player, c.proposal(), by_rule(c));
    case Consequence::VOTE_CALLED:
      return fmt::format("The vote on proposal {} is called{}.", c.proposal(), by_rule(c));
    case Consequence::VOTE_CAST:
    case Consequence::VOTE_CHANGED:
      return vote_cast(c);
    case Consequence::VOTE_WITHDRAWN:
      return fmt::format("{} takes back the vote on proposal {}{}: {}.", player, c.proposal(), by_rule(c),
                         still_missing(c));
    case Consequence::PROPOSAL_WITHDRAWN:
      return fmt::format("{} takes back proposal {}{}.", player, c.proposal(), by_rule(c));
    case Consequence::CHANGE_NOT_ADOPTED:
      return fmt::format("Of proposal {} the change {} is not adopted{}.", c.proposal(),
                         c.from_number() == 0 ? "that enacts a rule" : fmt::format("of rule {}", c.from_number()),
                         by_rule(c));
    case Consequence::EFFECT_AWAITED:
      return fmt::format("Proposal {} takes effect {}{}.", c.proposal(), on_one_line(c.text()), by_rule(c));
    case Consequence::APPLIES_FROM:
      return fmt::format("Proposal {} applies from #{} on{}: the game is reckoned anew from there.", c.proposal(),
                         c.reached_at(), by_rule(c));
    case Consequence::PROPOSAL_ADOPTED:
      return fmt::format("Proposal {} {} {}{}.", c.proposal(), green("adopted"), tally(c), by_rule(c));
    case Consequence::PROPOSAL_DEFEATED:
      return fmt::format("Proposal {} {} {}{}.", c.proposal(), red("defeated"), tally(c), by_rule(c));
    case Consequence::OUTCOME_UNDETERMINED:
      return fmt::format("Proposal {} has {} votes, and no rule in force says what adopts it.", c.proposal(), tally(c));
    case Consequence::WITHOUT_EFFECT:
      return fmt::format("Proposal {} is without effect{}: {}.", c.proposal(), by_rule(c), on_one_line(c.text()));
    case Consequence::BALLOT_DROPPED:
      return fmt::format("The ballot of {} on proposal {} no longer counts{}.", player, c.proposal(), by_rule(c));
    default:
      return {};
  }
}

std::string of_rule(const Consequence& c) {
  switch (c.kind()) {
    case Consequence::RULE_ENACTED:
      return fmt::format("Rule {} is enacted{}.", c.to_number(), by_rule(c));
    case Consequence::RULE_AMENDED:
      return changed(c, "amended");
    case Consequence::RULE_REPEALED:
      return fmt::format("Rule {} is repealed{}.", c.from_number(), by_rule(c));
    case Consequence::RULE_TRANSMUTED:
      return changed(c, fmt::format("transmuted, {}", word_of(c.status())));
    case Consequence::RULE_REENACTED:
      return changed(c, "enacted again");
    case Consequence::RULE_RESTORED:
      return changed(c, "its latest amendment repealed");
    case Consequence::RULE_CHANGED_ITSELF:
      return fmt::format("Rule {} changes by itself{}.", c.from_number(), by_rule(c));
    case Consequence::RECKONED_ANEW:
      if (c.from_number() == 0 && c.to_number() == 0) {
        const std::string what =
            c.player().empty() ? fmt::format("proposal {}", c.proposal()) : on_one_line(c.player());
        return fmt::format("Reckoned anew, {} {}{}.", what, on_one_line(c.text()), by_rule(c));
      }
      return fmt::format("Reckoned anew, rule {} is {}{}.", c.from_number() == 0 ? c.to_number() : c.from_number(),
                         c.from_number() != 0 && c.to_number() != 0 && c.from_number() != c.to_number()
                             ? fmt::format("rule {}", c.to_number())
                         : c.to_number() == 0   ? "not in force"
                         : c.from_number() == 0 ? "in force"
                                                : "in force as another version",
                         by_rule(c));
    case Consequence::RULE_VOID:
      return fmt::format("Rule {} is void: it conflicts with rule {}.", c.from_number(), c.rule().number());
    case Consequence::RULE_REVIVED:
      return fmt::format("Rule {} is no longer void.", c.from_number());
    case Consequence::RULE_YIELDS:
      return fmt::format("Rule {} yields to rule {} on {}.", c.from_number(), c.rule().number(), on_one_line(c.text()));
    default:
      return {};
  }
}

std::string of_game(const Consequence& c, std::string_view player) {
  switch (c.kind()) {
    case Consequence::GAME_BEGAN:
      return "The game begins.";
    case Consequence::PLAYER_JOINED:
      return fmt::format("{} joins{}.", player, by_rule(c));
    case Consequence::PLAYER_LEFT:
      return fmt::format("{} leaves the game{}.", player, by_rule(c));
    case Consequence::APPROVAL_ASKED:
      return fmt::format("{} asks {}, which the players must approve{}.", player, on_one_line(c.text()), by_rule(c));
    case Consequence::APPROVAL_GIVEN:
      return fmt::format("{} {} of {}{}.", player, c.in_favour() ? "approves" : "does not approve",
                         on_one_line(c.text()), by_rule(c));
    case Consequence::APPROVAL_DENIED:
      return fmt::format("What {} asked is refused{}.", player, by_rule(c));
    case Consequence::BECAME_INACTIVE:
      return fmt::format("{} is inactive{}: {}.", player, by_rule(c), on_one_line(c.text()));
    case Consequence::BECAME_ACTIVE:
      return fmt::format("{} is active again{}.", player, by_rule(c));
    case Consequence::TIME_UP:
      return c.proposal() != 0 ? fmt::format("Of proposal {}, {}{}.", c.proposal(), on_one_line(c.text()), by_rule(c))
                               : fmt::format("For {}, {}{}.", player, on_one_line(c.text()), by_rule(c));
    case Consequence::TURN_PASSED:
      return fmt::format("Turn {}, in circuit {}, passes over {}{}.", c.turn(), c.circuit(), player, by_rule(c));
    case Consequence::ROUND_ENDED:
      return fmt::format("Round {} is over{}.", c.turn(), by_rule(c));
    case Consequence::TURN_BEGAN:
      return fmt::format("Turn {} begins, in circuit {}: {} moves{}.", c.turn(), c.circuit(), player, by_rule(c));
    case Consequence::SCORE:
      return fmt::format("{} {}{} = {}.", player, print_change(c.points()), by_rule(c), print_points(c.total()));
    case Consequence::TURN_ENDED:
      return fmt::format("Turn {} is complete{}.", c.turn(), by_rule(c));
    case Consequence::CIRCUIT_ENDED:
      return fmt::format("Circuit {} is complete{}.", c.circuit(), by_rule(c));
    case Consequence::VICTORY:
      return victory(c);
    case Consequence::NOT_LAWFUL:
      return yellow(fmt::format("Not lawful, and so without effect: {}{}.", on_one_line(c.text()), by_rule(c)));
    default:
      return {};
  }
}

std::string of_dice(const Consequence& c, std::string_view player) {
  const auto steps = [&c](std::string_view done) {
    return c.votes_against() == 0 ? fmt::format("everybody has {}", done)
                                  : fmt::format("{} {}, {} missing", c.votes_for(), done, c.votes_against());
  };
  switch (c.kind()) {
    case Consequence::DICE_ROUND:
      return fmt::format("The faces of {}'s throw will follow from secrets{}: {} commit{} first (round {}).", player,
                         by_rule(c), on_one_line(c.text()), c.text().find(", ") == std::string::npos ? "s" : "",
                         c.to_number());
    case Consequence::DICE_COMMITTED:
      return fmt::format("{} has committed to a secret{}: {}.", player, by_rule(c), steps("committed"));
    case Consequence::DICE_REVEALED:
      return fmt::format("{} has revealed the secret{}: {}.", player, by_rule(c), steps("revealed"));
    case Consequence::DICE_MISSED:
      return fmt::format("{} {}{}.", player, on_one_line(c.text()), by_rule(c));
    case Consequence::DICE_THROWN:
      return fmt::format("{} throws {}{}.", player, on_one_line(c.text()), by_rule(c));
    default:
      return {};
  }
}

std::string dice(const v1::DiceThrown& thrown) {
  std::string faces;
  for (const std::uint32_t face : thrown.faces()) faces += (faces.empty() ? "" : " and ") + std::to_string(face);
  return faces;
}

}  // namespace

std::string_view word_of(v1::RuleStatus status) {
  return status == v1::IMMUTABLE ? "immutable" : "mutable";
}

std::string sentence_of(const Consequence& consequence) {
  const std::string player = on_one_line(consequence.player());
  std::string out = of_proposal(consequence, player);
  if (out.empty()) out = of_rule(consequence);
  if (out.empty()) out = of_game(consequence, player);
  if (out.empty()) out = of_dice(consequence, player);
  if (out.empty()) out = dispute_sentence_of(consequence, by_rule(consequence));
  return out.empty() ? Consequence::Kind_Name(consequence.kind()) + "." : out;
}

std::string words_of(const v1::RuleChange& change) {
  switch (change.kind()) {
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
    default:
      return "make an unknown rule-change";
  }
}

std::string sentence_of(const v1::Event& event, std::string_view author) {
  const std::string who = author.empty() ? "The keeper" : on_one_line(author);
  switch (event.kind_case()) {
    case v1::Event::kGameFounded:
      return fmt::format("The game {} is founded.", in_quotes(event.game_founded().name()));
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
      return fmt::format("{} proposes to {}.", who, words_of_all(event.proposal_made().changes()));
    case v1::Event::kProposalRevised:
      return fmt::format("{} revises proposal {}: to {}.", who, event.proposal_revised().proposal(),
                         words_of_all(event.proposal_revised().changes()));
    case v1::Event::kDebateSpoken:
      return fmt::format("{} on proposal {}: {}", who, event.debate_spoken().proposal(),
                         on_one_line(event.debate_spoken().text()));
    case v1::Event::kVoteCalled:
      return fmt::format("{} calls the vote on proposal {}.", who, event.vote_called().proposal());
    case v1::Event::kVoteCast:
      if (event.vote_cast().choice() == v1::VoteCast::ABSTAIN) {
        return fmt::format("{} abstains on proposal {}.", who, event.vote_cast().proposal());
      }
      return fmt::format("{} votes {} proposal {}.", who,
                         event.vote_cast().choice() == v1::VoteCast::FOR ? "for" : "against",
                         event.vote_cast().proposal());
    case v1::Event::kVoteWithdrawn:
      return fmt::format("{} takes back the vote on proposal {}.", who, event.vote_withdrawn().proposal());
    case v1::Event::kProposalWithdrawn:
      return fmt::format("{} takes back proposal {}.", who, event.proposal_withdrawn().proposal());
    case v1::Event::kActivityChanged:
      return fmt::format("{} says: {}.", who,
                         event.activity_changed().active() ? "I am active again" : "I am inactive");
    case v1::Event::kApprovalGiven:
      return fmt::format("{} {} of what {} has asked.", who,
                         event.approval_given().approve() ? "approves" : "does not approve",
                         on_one_line(event.approval_given().player()));
    case v1::Event::kTimePassed:
      return "Time has passed.";
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
