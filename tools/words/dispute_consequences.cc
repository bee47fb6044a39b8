#include "dispute_consequences.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/words/act_words.h"
#include "nomic/words/clerical_words.h"
#include "nomic/words/points_words.h"
#include "nomic/words/proposal_words.h"
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
      return fmt::format("{} {} {}{}", on_one_line(finding.ballot().player()), deed_of(finding.ballot().choice()),
                         the_proposal(finding.ballot().proposal()), remark);
    case v1::Finding::kOutcome:
      return fmt::format("{} is {}{}", the_proposal(finding.outcome().proposal()), outcome(finding.outcome().adopted()),
                         remark);
    case v1::Finding::kPoints:
      return fmt::format("{} is due {}", on_one_line(finding.points().player()),
                         print_change(finding.points().points()));
    case v1::Finding::kWinner:
      return fmt::format("{} has won", on_one_line(finding.winner()));
    case v1::Finding::kEndOfDebate:
      return fmt::format("the debate ends at {}", replay::print_time(finding.end_of_debate()));
    case v1::Finding::kNumber:
      return number_in_words(replay::number_in(finding.number().rule()), replay::number_in(finding.number().number()),
                             finding.number().all_along());
    case v1::Finding::KIND_NOT_SET:
      break;
  }
  return "nothing";
}

std::string why_fallen(const Consequence::MoveFallen& emitted) {
  switch (emitted.why()) {
    case Consequence::MoveFallen::NOT_UPHELD:
      return "it is upheld no longer";
    case Consequence::MoveFallen::NOT_DERIVED:
      return "the game that is derived anew does not allow it";
    default:
      return all_in_words(emitted.refusals());
  }
}

// How what is attested differs from what is on record; empty: it does not.
std::string difference(const Consequence::OutcomeAttested& emitted) {
  const auto& recorded = emitted.recorded();
  switch (emitted.differs()) {
    case Consequence::OutcomeAttested::BY_RULES:
      return fmt::format("; by the rules in force these votes make it {}", outcome(!emitted.adopted()));
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

bool is_long(const Consequence::TextSlip& slip) {
  constexpr std::size_t LONG = 200;
  return slip.whole() || std::max(slip.before().size(), slip.after().size()) > LONG;
}

std::string what_is_corrected(const Consequence::Corrected& emitted) {
  switch (emitted.what_case()) {
    case Consequence::Corrected::kText:
      if (is_long(emitted.text())) {
        return fmt::format("rule {}: {}", emitted.text().rule(),
                           difference_in_words(emitted.text().before(), emitted.text().after()));
      }
      return fmt::format(R"(rule {}: "{}" becomes "{}")", emitted.text().rule(), emitted.text().before(),
                         emitted.text().after());
    case Consequence::Corrected::kTitle:
      return title_in_words(replay::number_in(emitted.title().rule()), emitted.title().before(),
                            emitted.title().after());
    case Consequence::Corrected::kRenumbering:
      return number_in_words(replay::number_in(emitted.renumbering().from_number()),
                             replay::number_in(emitted.renumbering().to_number()), emitted.renumbering().all_along());
    case Consequence::Corrected::kTime:
      return fmt::format(
          "#{} happened at {}{}", emitted.about(), replay::print_time(emitted.time().after()),
          emitted.time().before() == 0 ? "" : fmt::format(", not at {}", replay::print_time(emitted.time().before())));
    case Consequence::Corrected::kName:
      return fmt::format("{} is called {}", emitted.name().before(), emitted.name().after());
    case Consequence::Corrected::WHAT_NOT_SET:
      break;
  }
  return "nothing";
}

}  // namespace

std::string record_of(std::uint64_t record, const std::string& player) {
  return fmt::format("#{}{}", record, player.empty() ? "" : fmt::format(", by {},", on_one_line(player)));
}

std::string say(const Consequence::JudgmentInvoked& emitted, const std::string& by) {
  return fmt::format("{} invokes Judgment{}: {}.", on_one_line(emitted.player()), by,
                     emitted.judges().empty() ? "nobody is left to judge it" : all_of(emitted.judges()) + " judges");
}

std::string say(const Consequence::JudgmentDelivered& emitted, const std::string& by) {
  return fmt::format("{} judges the question of #{}{}{}.", on_one_line(emitted.player()), emitted.about(), by,
                     emitted.awaits_others() ? "; the other Judges have yet to agree" : "");
}

std::string say(const Consequence::OverruleVoted& emitted, const std::string& by) {
  return fmt::format("{} votes {} overruling the Judgment of #{}{}.", on_one_line(emitted.player()),
                     emitted.overrules() ? "for" : "against", emitted.about(), by);
}

std::string say(const Consequence::JudgmentOverruled& emitted, const std::string& by) {
  return fmt::format("The Judgment of {}, #{}, is {}{}: {}.", on_one_line(emitted.player()), emitted.about(),
                     red("overruled"), by,
                     emitted.judges().empty() ? "nobody is left to judge the question, which stays open"
                                              : all_of(emitted.judges()) + " judges the question anew");
}

std::string say(const Consequence::Consented& emitted, const std::string& by) {
  return fmt::format("{} {}{}: {} so far, {}.", on_one_line(emitted.player()),
                     emitted.given() ? "consents" : "takes back the consent", by, emitted.consents(),
                     emitted.needed() == 0 ? "which is enough" : fmt::format("{} more needed", emitted.needed()));
}

std::string say(const Consequence::Found& emitted, const std::string& by) {
  if (emitted.has_paradox()) {
    return fmt::format("Found{}: a paradox; {}.", by,
                       emitted.paradox().wins() ? "the first player unable to complete a turn wins"
                                                : "no rule in force says who wins by one");
  }
  return fmt::format("Found{}: {}.", by,
                     what_is_found(emitted.finding(), emitted.remark() ? ", on which no vote is open: a remark" : ""));
}

std::string say(const Consequence::DebateEndAsked& emitted, const std::string& by) {
  return fmt::format("{} asks the Judge, {}, to end the debate on {}{}.", on_one_line(emitted.player()),
                     all_of(emitted.judges()), the_proposal(emitted.proposal()), by);
}

std::string say(const Consequence::MoveFallen& emitted, const std::string& by) {
  return yellow(fmt::format("{} falls{} and has no effect: {}.", record_of(emitted.about(), emitted.player()), by,
                            on_one_line(why_fallen(emitted))));
}

std::string say(const Consequence::FindingFallen& emitted, const std::string& by) {
  return yellow(fmt::format(
      "The finding of {} that {} falls{} and has no effect: {}.", record_of(emitted.about(), emitted.player()),
      on_one_line(what_is_found(emitted.finding(), "")), by, on_one_line(words_of(emitted.refusal()).what)));
}

std::string say(const Consequence::FindingStands& emitted, const std::string& by) {
  return fmt::format("The finding of {} that {} counts again{}.", record_of(emitted.about(), emitted.player()),
                     on_one_line(what_is_found(emitted.finding(), "")), by);
}

std::string say(const Consequence::MoveContested& emitted, const std::string& by) {
  const std::string why =
      emitted.refusals().empty() ? emitted.recorded_refusal() + by : all_in_words(emitted.refusals());
  return yellow(fmt::format("{} contests it: without effect unless a Judgment of this turn upholds it; {}.",
                            on_one_line(emitted.player()), on_one_line(why)));
}

std::string say(const Consequence::NotLawful& emitted, const std::string& by) {
  return yellow(
      fmt::format("Not lawful, and so without effect: {}{}.", on_one_line(words_of(emitted.refusal()).what), by));
}

std::string say(const Consequence::Acted& emitted, const std::string& by) {
  std::string act = fmt::format("{} acts{}: {}.", on_one_line(emitted.player()), by, on_one_line(emitted.text()));
  if (emitted.effects().empty()) return act;
  return act + " " + yellow(fmt::format("It {}: no program can judge that.", effects_in_words(emitted.effects())));
}

std::string say(const Consequence::AttributeSet& emitted, const std::string& by) {
  const std::string what =
      emitted.value().empty() ? emitted.key() + " is removed" : emitted.key() + " = " + emitted.value();
  return fmt::format("{}: {}{}.", emitted.player().empty() ? "The game" : on_one_line(emitted.player()),
                     on_one_line(what), by);
}

std::string say(const Consequence::HoldingChanged& emitted, const std::string& by) {
  return fmt::format("{} {} {}{} = {}.", on_one_line(emitted.player()), print_change(emitted.amount()),
                     on_one_line(emitted.thing()), by, print_points(emitted.total()));
}

std::string say(const Consequence::OutcomeAttested& emitted, const std::string& by) {
  const bool tally = emitted.votes_for() + emitted.votes_against() != 0;
  std::string votes;
  if (emitted.votes_unknown()) {
    votes = " by votes that are not known";
  } else if (tally) {
    votes = fmt::format(" {}-{}", emitted.votes_for(), emitted.votes_against());
  }
  std::string more = difference(emitted);
  if (!emitted.contradicted_by().empty()) {
    more += fmt::format("; contradicted by ballots #{}", fmt::join(emitted.contradicted_by(), ", #"));
  }
  if (emitted.needed() != 0) {
    more += fmt::format(": {} of the {} votes that settle it", emitted.assenting(), emitted.needed());
  }
  return fmt::format("{} attests that {} was {}{}{}{}.", on_one_line(emitted.player()),
                     the_proposal(emitted.proposal()), outcome(emitted.adopted()), votes, by, more);
}

std::string say(const Consequence::Corrected& emitted) {
  return fmt::format("{} corrects #{}: {}.", on_one_line(emitted.player()), emitted.about(),
                     on_one_line(what_is_corrected(emitted)));
}

std::string say(const Consequence::CorrectionObjected& emitted) {
  const std::string number = emitted.to_number().empty() ? ""
                                                         : fmt::format("; rule {} is rule {} again",
                                                                       emitted.from_number(), emitted.to_number());
  return fmt::format("{} objects to the correction of #{}, which stands no longer{}{}.", on_one_line(emitted.player()),
                     emitted.about(),
                     emitted.rests_on() == 0 ? "" : fmt::format("; it rests on #{}", emitted.rests_on()), number);
}

std::string say(const Consequence::RuleAnnotated& emitted) {
  if (emitted.about() != 0) {
    return fmt::format("{} takes away the note of #{} under rule {}.", on_one_line(emitted.player()), emitted.about(),
                       emitted.number());
  }
  const std::string judgment =
      emitted.judgment() == 0 ? "" : fmt::format(", of the Judgment in #{}", emitted.judgment());
  return fmt::format("{} notes under rule {}{}: {}", on_one_line(emitted.player()), emitted.number(), judgment,
                     in_quotes(emitted.note()));
}

std::string say(const Consequence::TeamSet& emitted, const std::string& by) {
  const std::string player = on_one_line(emitted.player());
  return emitted.team().empty() ? fmt::format("{} is of no team{}.", player, by)
                                : fmt::format("{} is of team {}{}.", player, on_one_line(emitted.team()), by);
}

}  // namespace nomic::tools
