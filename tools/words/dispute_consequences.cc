#include "dispute_consequences.h"

#include <fmt/format.h>

#include "nomic/replay/point.h"
#include "nomic/words/points_words.h"
#include "nomic/words/refusals.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using v1::Consequence;

template <class Names>
std::string all_of(const Names& names) {
  return on_one_line(fmt::format("{}", fmt::join(names, " and ")));
}

std::string_view outcome(bool adopted) {
  return adopted ? "adopted" : "defeated";
}

std::string_view deed_of(v1::VoteCast::Choice choice) {
  return choice == v1::VoteCast::FOR       ? "votes for"
         : choice == v1::VoteCast::AGAINST ? "votes against"
         : choice == v1::VoteCast::ABSTAIN ? "abstains on"
                                           : "has cast no vote on";
}

std::string what_is_found(const v1::Finding& finding, std::string_view remark) {
  switch (finding.kind_case()) {
    case v1::Finding::kVoidRule:
      return fmt::format("rule {} is void", finding.void_rule());
    case v1::Finding::kPrevailingRule:
      return fmt::format("rule {} prevails", finding.prevailing_rule());
    case v1::Finding::kPlayer:
      return fmt::format("{} is {} player", on_one_line(finding.player().player()), finding.player().in() ? "a" : "no");
    case v1::Finding::kBallot:
      return fmt::format("{} {} proposal {}{}", on_one_line(finding.ballot().player()),
                         deed_of(finding.ballot().choice()), finding.ballot().proposal(), remark);
    case v1::Finding::kOutcome:
      return fmt::format("proposal {} is {}{}", finding.outcome().proposal(), outcome(finding.outcome().adopted()),
                         remark);
    case v1::Finding::kPoints:
      return fmt::format("{} is due {}", on_one_line(finding.points().player()),
                         print_change(finding.points().points()));
    case v1::Finding::kWinner:
      return fmt::format("{} has won", on_one_line(finding.winner()));
    case v1::Finding::kEndOfDebate:
      return fmt::format("the debate ends at {}", replay::print_time(finding.end_of_debate()));
    case v1::Finding::KIND_NOT_SET:
      break;
  }
  return "nothing";
}

std::string why_fallen(const Consequence::MoveFallen& told) {
  switch (told.why()) {
    case Consequence::MoveFallen::NOT_UPHELD:
      return "it is upheld no longer";
    case Consequence::MoveFallen::NOT_DERIVED:
      return "the game that is derived anew does not allow it";
    default:
      return words_of(told.refusal()).what;
  }
}

// How what is attested differs from what is on record; empty: it does not.
std::string difference(const Consequence::OutcomeAttested& told) {
  const auto& recorded = told.recorded();
  switch (told.differs()) {
    case Consequence::OutcomeAttested::BY_RULES:
      return fmt::format("; by the rules in force these votes make it {}", outcome(!told.adopted()));
    case Consequence::OutcomeAttested::OTHER_VOTES:
      return fmt::format("; the votes on record are {} for and {} against", recorded.votes_for(),
                         recorded.votes_against());
    case Consequence::OutcomeAttested::NO_VOTE:
      return "; no vote on it was completed";
    case Consequence::OutcomeAttested::OTHER_OUTCOME:
      return fmt::format("; it was {} at #{}, with {} for and {} against: that holds", outcome(recorded.adopted()),
                         recorded.about(), recorded.votes_for(), recorded.votes_against());
    default:
      return {};
  }
}

std::string what_is_corrected(const Consequence::Corrected& told) {
  switch (told.what_case()) {
    case Consequence::Corrected::kText:
      return fmt::format(R"(rule {}: "{}" becomes "{}")", told.text().rule(), told.text().before(),
                         told.text().after());
    case Consequence::Corrected::kTime:
      return fmt::format(
          "#{} happened at {}{}", told.about(), replay::print_time(told.time().after()),
          told.time().before() == 0 ? "" : fmt::format(", not at {}", replay::print_time(told.time().before())));
    case Consequence::Corrected::kName:
      return fmt::format("{} is called {}", told.name().before(), told.name().after());
    case Consequence::Corrected::WHAT_NOT_SET:
      break;
  }
  return "nothing";
}

}  // namespace

std::string record_of(std::uint64_t record, const std::string& player) {
  return fmt::format("#{}{}", record, player.empty() ? "" : fmt::format(", by {},", on_one_line(player)));
}

std::string say(const Consequence::JudgmentInvoked& told, const std::string& by) {
  return fmt::format("{} invokes Judgment{}: {}.", on_one_line(told.player()), by,
                     told.judges().empty() ? "nobody is left to judge it" : all_of(told.judges()) + " judges");
}

std::string say(const Consequence::JudgmentDelivered& told, const std::string& by) {
  return fmt::format("{} judges the question of #{}{}{}.", on_one_line(told.player()), told.about(), by,
                     told.awaits_others() ? "; the other Judges have yet to agree" : "");
}

std::string say(const Consequence::OverruleVoted& told, const std::string& by) {
  return fmt::format("{} votes {} overruling the Judgment of #{}{}.", on_one_line(told.player()),
                     told.overrules() ? "for" : "against", told.about(), by);
}

std::string say(const Consequence::JudgmentOverruled& told, const std::string& by) {
  return fmt::format("The Judgment of {}, #{}, is {}{}: {}.", on_one_line(told.player()), told.about(),
                     red("overruled"), by,
                     told.judges().empty() ? "nobody is left to judge the question, which stays open"
                                           : all_of(told.judges()) + " judges the question anew");
}

std::string say(const Consequence::Consented& told, const std::string& by) {
  return fmt::format("{} {}{}: {} so far, {}.", on_one_line(told.player()),
                     told.given() ? "consents" : "takes back the consent", by, told.consents(),
                     told.needed() == 0 ? "which is enough" : fmt::format("{} more needed", told.needed()));
}

std::string say(const Consequence::Found& told, const std::string& by) {
  if (told.has_paradox()) {
    return fmt::format("Found{}: a paradox; {}.", by,
                       told.paradox().wins() ? "the first player unable to complete a turn wins"
                                             : "no rule in force says who wins by one");
  }
  return fmt::format("Found{}: {}.", by,
                     what_is_found(told.finding(), told.remark() ? ", on which no vote is open: a remark" : ""));
}

std::string say(const Consequence::DebateEndAsked& told, const std::string& by) {
  return fmt::format("{} asks the Judge, {}, to end the debate on proposal {}{}.", on_one_line(told.player()),
                     all_of(told.judges()), told.proposal(), by);
}

std::string say(const Consequence::MoveFallen& told, const std::string& by) {
  return yellow(fmt::format("{} falls{} and has no effect: {}.", record_of(told.about(), told.player()), by,
                            on_one_line(why_fallen(told))));
}

std::string say(const Consequence::MoveContested& told, const std::string& by) {
  const std::string why = told.has_refusal() ? words_of(told.refusal()).what : told.recorded_refusal();
  return yellow(fmt::format("{} contests it: without effect unless a Judgment of this turn upholds it; {}{}.",
                            on_one_line(told.player()), on_one_line(why), by));
}

std::string say(const Consequence::NotLawful& told, const std::string& by) {
  return yellow(
      fmt::format("Not lawful, and so without effect: {}{}.", on_one_line(words_of(told.refusal()).what), by));
}

std::string say(const Consequence::Acted& told, const std::string& by) {
  return fmt::format("{} acts{}: {}.", on_one_line(told.player()), by, on_one_line(told.text()));
}

std::string say(const Consequence::AttributeSet& told, const std::string& by) {
  const std::string what = told.value().empty() ? told.key() + " is removed" : told.key() + " = " + told.value();
  return fmt::format("{}: {}{}.", told.player().empty() ? "The game" : on_one_line(told.player()), on_one_line(what),
                     by);
}

std::string say(const Consequence::HoldingChanged& told, const std::string& by) {
  return fmt::format("{} {} {}{} = {}.", on_one_line(told.player()), print_change(told.amount()),
                     on_one_line(told.thing()), by, print_points(told.total()));
}

std::string say(const Consequence::OutcomeAttested& told, const std::string& by) {
  const bool tally = told.votes_for() + told.votes_against() != 0;
  return fmt::format("{} attests that proposal {} was {}{}{}{}.", on_one_line(told.player()), told.proposal(),
                     outcome(told.adopted()),
                     tally ? fmt::format(" {}-{}", told.votes_for(), told.votes_against()) : "", by, difference(told));
}

std::string say(const Consequence::Corrected& told) {
  return fmt::format("{} corrects #{}: {}.", on_one_line(told.player()), told.about(),
                     on_one_line(what_is_corrected(told)));
}

std::string say(const Consequence::CorrectionObjected& told) {
  return fmt::format("{} objects to the correction of #{}, which stands no longer{}.", on_one_line(told.player()),
                     told.about(), told.rests_on() == 0 ? "" : fmt::format("; it rests on #{}", told.rests_on()));
}

std::string say(const Consequence::TeamSet& told, const std::string& by) {
  const std::string player = on_one_line(told.player());
  return told.team().empty() ? fmt::format("{} is of no team{}.", player, by)
                             : fmt::format("{} is of team {}{}.", player, on_one_line(told.team()), by);
}

}  // namespace nomic::tools
