// Sentences for consequences: one a kind, each with the rule that required it.
#include <fmt/format.h>

#include "dispute_consequences.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/words/listing.h"
#include "nomic/words/point_words.h"
#include "nomic/words/points_words.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/reckoning_words.h"
#include "nomic/words/refusals.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using v1::Consequence;

std::string by_rule(const Consequence& c) {
  return c.rule().number() == 0 ? std::string() : fmt::format(" (rule {})", replay::reference(c.rule().number()));
}

// "Ann joins (rule 112)."
std::string of_player(const std::string& player, std::string_view what, const std::string& by) {
  return fmt::format("{} {}{}.", on_one_line(player), what, by);
}

// ---- Players -------------------------------------------------------------------------------------------------------

std::string say(const Consequence::ApprovalAsked& emitted, const std::string& by) {
  return fmt::format("{} asks {}, which the players must approve{}.", on_one_line(emitted.player()),
                     emitted.leaving() ? "to leave" : "to join", by);
}

std::string say(const Consequence::ApprovalGiven& emitted, const std::string& by) {
  return fmt::format("{} {} of {}{}.", on_one_line(emitted.player()),
                     emitted.approves() ? "approves" : "does not approve", on_one_line(emitted.applicant()), by);
}

std::string why_inactive(const Consequence::BecameInactive& emitted) {
  switch (emitted.why()) {
    case Consequence::BecameInactive::NO_MOVE:
      return "no move since so long";
    case Consequence::BecameInactive::NO_BALLOT:
      return "no ballot in so many votes";
    default:
      return emitted.reason().empty() ? "by their word" : emitted.reason();
  }
}

// ---- Turns and time ------------------------------------------------------------------------------------------------

std::string_view what_ended(Consequence::TimeUp::What what) {
  switch (what) {
    case Consequence::TimeUp::DEBATE:
      return "the debate ended";
    case Consequence::TimeUp::VOTE:
      return "the vote ended";
    case Consequence::TimeUp::THROW:
      return "the time for the throw ended";
    default:
      return "the time to begin the turn ended";
  }
}

std::string say(const Consequence::TimeUp& emitted, const std::string& by) {
  const std::string whose = !emitted.proposal().empty() ? fmt::format("Of {}", the_proposal(emitted.proposal()))
                                                        : "For " + on_one_line(emitted.player());
  return fmt::format("{}, {} at {}{}.", whose, what_ended(emitted.what()), replay::print_time(emitted.at()), by);
}

// ---- Proposals and votes -------------------------------------------------------------------------------------------

std::string still_missing(std::uint32_t cast, std::uint32_t missing) {
  return missing == 0 ? "every vote is cast" : fmt::format("{} cast, {} missing", cast, missing);
}

std::string say(const Consequence::ProposalMade& emitted, const std::string& by) {
  const std::string number = !emitted.players_number() ? ""
                             : replay::is_unnumbered(replay::number_in(emitted.proposal()))
                                 ? ", whose number is not known,"
                                 : ", as the players numbered it,";
  const std::string where = emitted.has_about() ? fmt::format(" in #{}", emitted.about()) : "";
  return fmt::format("{}{} is made by {}{}{}.", capital_proposal(emitted.proposal()), number,
                     on_one_line(emitted.player()), where, by);
}

std::string say(const Consequence::Ballot& emitted, std::string_view now, const std::string& by) {
  const auto* how = emitted.choice() == v1::VoteCast::ABSTAIN ? "abstains on"
                    : emitted.choice() == v1::VoteCast::FOR   ? "votes for"
                                                              : "votes against";
  return fmt::format("{}{} {} {}{}: {}.", on_one_line(emitted.player()), now, how, the_proposal(emitted.proposal()), by,
                     still_missing(emitted.cast(), emitted.missing()));
}

std::string say(const Consequence::VoteWithdrawn& emitted, const std::string& by) {
  return fmt::format("{} takes back the vote on {}{}: {}.", on_one_line(emitted.player()),
                     the_proposal(emitted.proposal()), by, still_missing(emitted.cast(), emitted.missing()));
}

// "5-2", or "5-2, 1 abstaining".
std::string tally(const Consequence::Outcome& emitted) {
  if (emitted.votes_unknown()) return "by votes that are not on record";
  const std::string votes = fmt::format("{}-{}", emitted.votes_for(), emitted.votes_against());
  return emitted.abstentions() == 0 ? votes : fmt::format("{}, {} abstaining", votes, emitted.abstentions());
}

// ", attested by Ann and Bob", and what contradicts it.
std::string attested(const Consequence::Outcome& emitted) {
  if (!emitted.has_attested()) return {};
  std::vector<std::string> names;
  for (const auto& name : emitted.attested().players()) names.push_back(on_one_line(name));
  const auto& ballots = emitted.attested().contradicted_by();
  return ", attested by " + listed(names) +
         (ballots.empty() ? "" : fmt::format(", contradicted by ballots #{}", fmt::join(ballots, ", #")));
}

std::string say(const Consequence::Outcome& emitted, const std::string& how, const std::string& by) {
  return fmt::format("{} {} {}{}{}.", capital_proposal(emitted.proposal()), how, tally(emitted), attested(emitted), by);
}

std::string say(const Consequence::ChangeNotAdopted& emitted, const std::string& by) {
  return fmt::format(
      "Of {} the change {} is not adopted{}.", the_proposal(emitted.proposal()),
      emitted.from_number().empty() ? "that enacts a rule" : fmt::format("of rule {}", emitted.from_number()), by);
}

std::string when_awaited(const Consequence::EffectAwaited& emitted) {
  switch (emitted.when()) {
    case v1::Effectiveness::TURN_ENDS:
      return "when the turn ends";
    case v1::Effectiveness::NEXT_TURN:
      return "when the next turn begins";
    case v1::Effectiveness::CIRCUIT_ENDS:
      return "when the circuit ends";
    default:
      return "at " + replay::print_time(emitted.at());
  }
}

// ---- Rules ---------------------------------------------------------------------------------------------------------

// "Rule 206 is now rule 305 (amended; rule 108)."
std::string say(const Consequence::RuleChanged& emitted, std::string_view how, const Consequence& c) {
  if (replay::number_in(emitted.from_number()) == replay::number_in(emitted.to_number()) ||
      emitted.to_number().empty()) {
    return fmt::format("Rule {} is {}{}.", emitted.from_number(), how, by_rule(c));
  }
  const std::string rule = emitted.players_number() ? "; as the players numbered it"
                           : c.rule().number() == 0 ? ""
                                                    : fmt::format("; rule {}", replay::reference(c.rule().number()));
  return fmt::format("Rule {} is now rule {} ({}{}).", emitted.from_number(), emitted.to_number(), how, rule);
}

std::string quoted(const std::string& title) {
  return fmt::format("\"{}\"", on_one_line(title));
}

// "Rule 301 is retitled "Tea", not "Biscuits" (rule 205)." "Rule 301 is now rule 305 (retitled "Tea"; rule 108)."
std::string say(const Consequence::RuleRetitled& emitted, const Consequence& c) {
  std::string how = emitted.after().empty() ? "without a title" : "retitled " + quoted(emitted.after());
  if (!emitted.before().empty()) how += (emitted.after().empty() ? "; it was " : ", not ") + quoted(emitted.before());
  Consequence::RuleChanged changed;
  changed.set_from_number(emitted.from_number());
  changed.set_to_number(emitted.to_number());
  changed.set_players_number(emitted.players_number());
  return say(changed, how, c);
}

// "Rule 204 says 305 where it said 301, since that rule bears another number (rule 310)."
std::string say(const Consequence::ReferencesFollowed& emitted, const std::string& by) {
  return fmt::format("Rule {} says {} where it said {}, since that rule bears another number{}.", emitted.number(),
                     emitted.mentions(), emitted.mentioned(), by);
}

std::string say(const Consequence::RuleReckoned& emitted, const std::string& by) {
  const auto from = replay::number_in(emitted.from_number());
  const auto to = replay::number_in(emitted.to_number());
  const std::string how = from != 0 && to != 0 && from != to ? fmt::format("rule {}", replay::numeral(to))
                          : to == 0                          ? "not in force"
                          : from == 0                        ? "in force"
                                                             : "in force as another version";
  return fmt::format("Reckoned anew, rule {} is {}{}.", replay::numeral(from == 0 ? to : from), how, by);
}

std::string say(const Consequence::ReckonedAnew& emitted, const std::string& by) {
  switch (emitted.what_case()) {
    case Consequence::ReckonedAnew::kRule:
      return say(emitted.rule(), by);
    case Consequence::ReckonedAnew::kNotWon:
      return fmt::format("Reckoned anew, {} has not won{}.", on_one_line(emitted.not_won()), by);
    case Consequence::ReckonedAnew::kNoOutcome:
      return fmt::format("Reckoned anew, {} has no outcome any more{}.", the_proposal(emitted.no_outcome()), by);
    case Consequence::ReckonedAnew::WHAT_NOT_SET:
      break;
  }
  return fmt::format("Reckoned anew{}.", by);
}

// ---- Dice, points and victory --------------------------------------------------------------------------------------

std::string say(const Consequence::DiceRound& emitted, const std::string& by) {
  return fmt::format("The faces of {}'s throw will follow from secrets{}: {} commit{} first (round {}).",
                     on_one_line(emitted.player()), by,
                     on_one_line(fmt::format("{}", fmt::join(emitted.committers(), ", "))),
                     emitted.committers_size() > 1 ? "" : "s", emitted.round());
}

std::string say(const Consequence::DiceStep& emitted, std::string_view what, std::string_view done,
                const std::string& by) {
  const std::string steps = emitted.missing() == 0
                                ? fmt::format("everybody has {}", done)
                                : fmt::format("{} {}, {} missing", emitted.done(), done, emitted.missing());
  return fmt::format("{} has {}{}: {}.", on_one_line(emitted.player()), what, by, steps);
}

std::string say(const Consequence::DiceMissed& emitted, const std::string& by) {
  return fmt::format("{} {} by {}{}.", on_one_line(emitted.player()),
                     emitted.revealing() ? "has not revealed" : "has not committed", replay::print_time(emitted.by()),
                     by);
}

std::string say(const Consequence::DiceThrown& emitted, const std::string& by) {
  return fmt::format("{} throws {}{}.", on_one_line(emitted.player()), fmt::join(emitted.faces(), " "), by);
}

std::string say(const Consequence::CannotTell& emitted, const std::string& by) {
  using CannotTell = Consequence::CannotTell;
  const auto what = [&]() -> std::string {
    switch (emitted.what()) {
      case CannotTell::DEBATE:
        return fmt::format("the debate of {} was over", the_proposal(emitted.proposal()));
      case CannotTell::VOTE:
        return fmt::format("the vote on {} was over", the_proposal(emitted.proposal()));
      case CannotTell::TURN:
        return fmt::format("{}'s time was over", on_one_line(emitted.player()));
      case CannotTell::ROUND:
        return fmt::format("the time for the secrets of {}'s throw was over", on_one_line(emitted.player()));
      case CannotTell::EFFECT:
        return fmt::format("{} had taken effect", the_proposal(emitted.proposal()));
      case CannotTell::RULE_CHANGE:
        return fmt::format("rule {} had changed by itself", emitted.number());
      case CannotTell::RULE_REPEAL:
        return fmt::format("rule {} had gone by itself", emitted.number());
      case CannotTell::VOTE_CHANGE:
        return fmt::format("votes on {} could be changed no more", the_proposal(emitted.proposal()));
      default:
        return fmt::format("{} had become inactive", on_one_line(emitted.player()));
    }
  };
  const std::string earliest = replay::print_time(emitted.earliest());
  const std::string latest = replay::print_time(emitted.latest());
  return fmt::format("Whether {} by then cannot be told{}: that was {}.", what(), by,
                     earliest == latest ? "at " + latest : fmt::format("between {} and {}", earliest, latest));
}

std::string say(const Consequence::Score& emitted, const std::string& by) {
  const std::string how = arithmetic_words(emitted);
  return fmt::format("{} {}{} = {}{}{}{}.", on_one_line(emitted.player()), print_change(emitted.points()), by,
                     print_points(emitted.total()), emitted.total_unknown() ? " and what is not known" : "",
                     how.empty() ? "" : ": ", how);
}

std::string say(const Consequence::NotKnown& emitted, const std::string& by) {
  std::vector<std::string> players;
  for (const std::string& player : emitted.players()) players.push_back(on_one_line(player));
  const std::string after = emitted.circuit() == 0 ? "" : fmt::format(" after circuit {}", emitted.circuit());
  const std::string of = emitted.proposal().empty() ? "" : fmt::format(" for {}", the_proposal(emitted.proposal()));
  switch (emitted.what()) {
    case Consequence::NotKnown::RULE_CHANGE:
      return fmt::format("Whether rule {} changes by itself{} is not known{}.", emitted.number(), after, by);
    case Consequence::NotKnown::RULE_REPEAL:
      return fmt::format("Whether rule {} goes by itself{} is not known{}.", emitted.number(), after, by);
    case Consequence::NotKnown::VICTORY:
      return fmt::format("Whether {} wins is not known{}.", listed(players), by);
    default:
      return fmt::format("What {} gains or loses{} is not known{}.",
                         players.size() == 1 ? players.front() : "each of " + listed(players), of, by);
  }
}

std::string say(const Consequence::Victory& emitted, const Consequence& c) {
  std::string out =
      fmt::format("{} wins {}with {} points{}", on_one_line(emitted.player()),
                  emitted.ends() == v1::Victory::ROUND ? "the round " : "", print_points(emitted.total()), by_rule(c));
  if (emitted.ends() == v1::Victory::NOTHING) out += ", and play goes on";
  if (emitted.reached_at() != c.record()) out += fmt::format(", having stood there since #{}", emitted.reached_at());
  return bold(out + ".");
}

}  // namespace

// One case a kind, so that the compiler names the kind that has no sentence.
// NOLINTNEXTLINE(readability-function-size)
std::string sentence_of(const Consequence& c) {
  const std::string by = by_rule(c);
  switch (c.kind_case()) {
    case Consequence::kGameBegan:
      return "The game begins.";
    case Consequence::kPlayerJoined:
      return of_player(c.player_joined().player(), "joins", by);
    case Consequence::kPlayerLeft:
      return of_player(c.player_left().player(), "leaves the game", by);
    case Consequence::kApprovalAsked:
      return say(c.approval_asked(), by);
    case Consequence::kApprovalGiven:
      return say(c.approval_given(), by);
    case Consequence::kApprovalDenied:
      return fmt::format("What {} asked is refused{}.", on_one_line(c.approval_denied().player()), by);
    case Consequence::kBecameInactive:
      return fmt::format("{} is inactive{}: {}.", on_one_line(c.became_inactive().player()), by,
                         on_one_line(why_inactive(c.became_inactive())));
    case Consequence::kBecameActive:
      return of_player(c.became_active().player(), "is active again", by);
    case Consequence::kTurnBegan:
      return fmt::format("Turn {} begins, in circuit {}: {} moves{}.", c.turn_began().turn(), c.turn_began().circuit(),
                         on_one_line(c.turn_began().player()), by);
    case Consequence::kTurnPassed:
      return fmt::format("Turn {}, in circuit {}, passes over {}{}.", c.turn_passed().turn(), c.turn_passed().circuit(),
                         on_one_line(c.turn_passed().player()), by);
    case Consequence::kTurnEnded:
      return fmt::format("Turn {} is complete{}.", c.turn_ended().turn(), by);
    case Consequence::kCircuitEnded:
      return fmt::format("Circuit {} is complete{}.", c.circuit_ended().circuit(), by);
    case Consequence::kRoundEnded:
      return fmt::format("Round {} is over{}.", c.round_ended().round(), by);
    case Consequence::kTimeUp:
      return say(c.time_up(), by);
    case Consequence::kCannotTell:
      return say(c.cannot_tell(), by);
    case Consequence::kWentLive:
      return fmt::format("The game is live from {} on: its clock is the recorder's.",
                         replay::print_time(c.went_live().at()));
    case Consequence::kProposalMade:
      return say(c.proposal_made(), by);
    case Consequence::kProposalRevised:
      return fmt::format("{} has a new form{}.", capital_proposal(c.proposal_revised().proposal()), by);
    case Consequence::kProposalWithdrawn:
      return fmt::format("{} takes back {}{}.", on_one_line(c.proposal_withdrawn().player()),
                         the_proposal(c.proposal_withdrawn().proposal()), by);
    case Consequence::kDebated:
      return fmt::format("{} has spoken on {}{}.", on_one_line(c.debated().player()),
                         the_proposal(c.debated().proposal()), by);
    case Consequence::kDebateEndAsked:
      return say(c.debate_end_asked(), by);
    case Consequence::kVoteCalled:
      return fmt::format("The vote on {} is called{}.", the_proposal(c.vote_called().proposal()), by);
    case Consequence::kVoteCast:
      return say(c.vote_cast(), "", by);
    case Consequence::kVoteChanged:
      return say(c.vote_changed(), " now", by);
    case Consequence::kVoteWithdrawn:
      return say(c.vote_withdrawn(), by);
    case Consequence::kBallotDropped:
      return fmt::format("The ballot of {} on {} no longer counts{}.", on_one_line(c.ballot_dropped().player()),
                         the_proposal(c.ballot_dropped().proposal()), by);
    case Consequence::kProposalAdopted:
      return say(c.proposal_adopted(), green("adopted"), by);
    case Consequence::kProposalDefeated:
      return say(c.proposal_defeated(), red("defeated"), by);
    case Consequence::kOutcomeUndetermined:
      if (c.outcome_undetermined().late_or_not()) {
        return fmt::format(
            "{} has {} votes; whether all of them came before the end of the vote cannot be told{}, and "
            "decides "
            "what they make of it.",
            capital_proposal(c.outcome_undetermined().proposal()), tally(c.outcome_undetermined()), by);
      }
      if (c.rule().number() != 0) {
        return fmt::format(
            "{} has {} votes; whether rule {} has changed by itself is not known, and decides what they make "
            "of it.",
            capital_proposal(c.outcome_undetermined().proposal()), tally(c.outcome_undetermined()),
            replay::reference(c.rule().number()));
      }
      return fmt::format("{} has {} votes, and no rule in force says what adopts it.",
                         capital_proposal(c.outcome_undetermined().proposal()), tally(c.outcome_undetermined()));
    case Consequence::kChangeNotAdopted:
      return say(c.change_not_adopted(), by);
    case Consequence::kWithoutEffect:
      return fmt::format("{} is without effect{}: {}.", capital_proposal(c.without_effect().proposal()), by,
                         on_one_line(words_of(c.without_effect().refusal()).what));
    case Consequence::kEffectAwaited:
      return fmt::format("{} takes effect {}{}.", capital_proposal(c.effect_awaited().proposal()),
                         when_awaited(c.effect_awaited()), by);
    case Consequence::kAppliesFrom:
      return fmt::format("{} applies from #{} on{}: the game is reckoned anew from there.",
                         capital_proposal(c.applies_from().proposal()), c.applies_from().from(), by);
    case Consequence::kReckonedAnew:
      return say(c.reckoned_anew(), by);
    case Consequence::kOutcomeAttested:
      return say(c.outcome_attested(), by);
    case Consequence::kRuleEnacted:
      return fmt::format("Rule {} is enacted{}{}.", c.rule_enacted().to_number(),
                         c.rule_enacted().players_number() ? ", as the players numbered it" : "", by);
    case Consequence::kRuleAmended:
      return say(c.rule_amended(), "amended", c);
    case Consequence::kRuleRepealed:
      return fmt::format("Rule {} is repealed{}.", c.rule_repealed().from_number(), by);
    case Consequence::kRuleTransmuted:
      return say(c.rule_transmuted(), fmt::format("transmuted, {}", word_of(c.rule_transmuted().status())), c);
    case Consequence::kRuleReenacted:
      return say(c.rule_reenacted(), "enacted again", c);
    case Consequence::kRuleRestored:
      return say(c.rule_restored(), "its latest amendment repealed", c);
    case Consequence::kRuleRetitled:
      return say(c.rule_retitled(), c);
    case Consequence::kReferencesFollowed:
      return say(c.references_followed(), by);
    case Consequence::kRuleChangedItself:
      return fmt::format("Rule {} changes by itself{}.", c.rule_changed_itself().number(), by);
    case Consequence::kRuleVoid:
      return fmt::format("Rule {} is void: it conflicts with rule {}.", c.rule_void().number(),
                         replay::reference(c.rule().number()));
    case Consequence::kRuleRevived:
      return fmt::format("Rule {} is no longer void.", c.rule_revived().number());
    case Consequence::kRuleYields:
      return fmt::format("Rule {} yields to rule {} on {}.", c.rule_yields().number(),
                         replay::reference(c.rule().number()), on_one_line(words_of_point(c.rule_yields().point())));
    case Consequence::kDiceThrown:
      return say(c.dice_thrown(), by);
    case Consequence::kDiceRound:
      return say(c.dice_round(), by);
    case Consequence::kDiceCommitted:
      return say(c.dice_committed(), "committed to a secret", "committed", by);
    case Consequence::kDiceRevealed:
      return say(c.dice_revealed(), "revealed the secret", "revealed", by);
    case Consequence::kDiceMissed:
      return say(c.dice_missed(), by);
    case Consequence::kScore:
      return say(c.score(), by);
    case Consequence::kVictory:
      return say(c.victory(), c);
    case Consequence::kNotKnown:
      return say(c.not_known(), by);
    case Consequence::kGameClosed:
      return fmt::format("The game is closed{}: the victory stands.", by);
    case Consequence::kJudgmentInvoked:
      return say(c.judgment_invoked(), by);
    case Consequence::kJudgmentDelivered:
      return say(c.judgment_delivered(), by);
    case Consequence::kOverruleVoted:
      return say(c.overrule_voted(), by);
    case Consequence::kJudgmentOverruled:
      return say(c.judgment_overruled(), by);
    case Consequence::kConsented:
      return say(c.consented(), by);
    case Consequence::kMoveStruck:
      return yellow(fmt::format("{} is struck{} and has no effect.",
                                record_of(c.move_struck().about(), c.move_struck().player()), by));
    case Consequence::kMoveUpheld:
      return fmt::format("{} is upheld{} and has effect.", record_of(c.move_upheld().about(), c.move_upheld().player()),
                         by);
    case Consequence::kMoveStands:
      return fmt::format("{} stands again{}.", record_of(c.move_stands().about(), c.move_stands().player()), by);
    case Consequence::kMoveFallen:
      return say(c.move_fallen(), by);
    case Consequence::kFindingFallen:
      return say(c.finding_fallen(), by);
    case Consequence::kFindingStands:
      return say(c.finding_stands(), by);
    case Consequence::kEffectsFallen:
      return yellow(fmt::format("Some of what {} brought about has no effect{}.",
                                record_of(c.effects_fallen().about(), c.effects_fallen().player()), by));
    case Consequence::kEffectsStand:
      return fmt::format("All that {} brought about has effect again{}.",
                         record_of(c.effects_stand().about(), c.effects_stand().player()), by);
    case Consequence::kMoveContested:
      return say(c.move_contested(), by);
    case Consequence::kFound:
      return say(c.found(), by);
    case Consequence::kNotLawful:
      return say(c.not_lawful(), by);
    case Consequence::kActed:
      return say(c.acted(), by);
    case Consequence::kAttributeSet:
      return say(c.attribute_set(), by);
    case Consequence::kHoldingChanged:
      return say(c.holding_changed(), by);
    case Consequence::kTeamSet:
      return say(c.team_set(), by);
    case Consequence::kCorrected:
      return say(c.corrected());
    case Consequence::kCorrectionObjected:
      return say(c.correction_objected());
    case Consequence::kRuleAnnotated:
      return say(c.rule_annotated());
    case Consequence::kKeyRegistered:
      return fmt::format("The key {} speaks for {}.", on_one_line(c.key_registered().key()),
                         on_one_line(c.key_registered().player()));
    case Consequence::kKeyRetired:
      return fmt::format("The key {} of {} never signs again.", on_one_line(c.key_retired().key()),
                         on_one_line(c.key_retired().player()));
    case Consequence::kKeyAdmitted:
      return fmt::format("{} may register the key {}{}.", on_one_line(c.key_admitted().player()),
                         on_one_line(c.key_admitted().key()), by);
    case Consequence::KIND_NOT_SET:
      break;
  }
  return "A newer program brought about something that this one does not know.";
}

}  // namespace nomic::tools
