#include "nomic/words/dispute_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/words/clerical_words.h"
#include "nomic/words/listing.h"
#include "nomic/words/points_words.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

template <class Records>
std::string records(const Records& list) {
  std::vector<std::string> shown;
  for (const auto record : list) shown.push_back(fmt::format("#{}", record));
  return listed(shown);
}

template <class Numbers>
std::string numbers(const Numbers& list) {
  return listed({list.begin(), list.end()});
}

// Free text that another sentence follows.
std::string closed(std::string text) {
  constexpr std::string_view ENDS[] = {".", "!", "?", ":", ";", "\u2026", "\u3002", "\uFF01", "\uFF1F"};
  const bool ends = std::any_of(std::begin(ENDS), std::end(ENDS), [&](auto end) { return text.ends_with(end); });
  return ends || text.empty() ? text : text + ".";
}

std::string delivered(const v1::JudgmentDelivered& judgment, const std::string& who) {
  std::string out = fmt::format("{} judges the question of #{}: {} Reasons: {}", who, judgment.question(),
                                closed(on_one_line(judgment.answer())), closed(on_one_line(judgment.reasons())));
  const std::vector<std::string> orders = orders_of(judgment);
  if (!orders.empty()) out += fmt::format(" The Judgment {}.", listed(orders));
  if (!judgment.cited().empty()) out += fmt::format(" Cited: {}.", numbers(judgment.cited()));
  return out;
}

std::string tally_of(const v1::OutcomeAttested& attested) {
  const auto word = [](bool known, std::uint32_t votes) { return known ? std::to_string(votes) : std::string("?"); };
  if (!attested.has_votes_for() && !attested.has_votes_against()) {
    return attested.votes_unknown() ? " by votes that are not known" : "";
  }
  return fmt::format(" {}-{}", word(attested.has_votes_for(), attested.votes_for()),
                     word(attested.has_votes_against(), attested.votes_against()));
}

// "rule 303 bears the number 304 from here on, and the rule that bore it 303".
std::string number_words(const v1::NumberCorrection& number) {
  const auto words =
      number_in_words(replay::number_in(number.rule()), replay::number_in(number.number()), number.all_along());
  return number.swap() ? fmt::format("{}, and the rule that bore it {}", words, number.rule()) : words;
}

std::string annotated(const v1::RuleAnnotated& note, const std::string& who) {
  if (note.removes() != 0) return fmt::format("{} takes away the note of #{}.", who, note.removes());
  const std::string judgment = note.judgment() == 0 ? "" : fmt::format(", of the Judgment in #{}", note.judgment());
  return fmt::format("{} notes under rule {}{}: {}", who, note.rule(), judgment, on_one_line(note.text()));
}

std::string with_reason(const std::string& reason) {
  return reason.empty() ? "." : ": " + on_one_line(reason);
}

}  // namespace

std::string dispute_sentence_of(const v1::Event& event, const std::string& who) {
  switch (event.kind_case()) {
    case v1::Event::kJudgmentInvoked: {
      const auto& asked = event.judgment_invoked();
      const std::string about = asked.about().empty() ? "" : fmt::format(" on {}", records(asked.about()));
      return fmt::format("{} invokes Judgment{}: {}", who, about, on_one_line(asked.question()));
    }
    case v1::Event::kJudgmentDelivered:
      return delivered(event.judgment_delivered(), who);
    case v1::Event::kOverruleVoted:
      return fmt::format("{} votes {} overruling the Judgment of #{}.", who,
                         event.overrule_voted().overrule() ? "for" : "against", event.overrule_voted().judgment());
    case v1::Event::kDebateEndAsked:
      return fmt::format("{} asks the Judge to end the debate on {}.", who,
                         the_proposal(event.debate_end_asked().proposal()));
    case v1::Event::kConsentGiven:
      return event.consent_given().withdrawn() ? fmt::format("{} takes back the consent.", who)
                                               : fmt::format("{} consents.", who);
    case v1::Event::kMoveContested: {
      const v1::Event inner = contested_event(event.move_contested());
      const auto& against = event.move_contested().against();
      const std::string rules = against.empty() ? "" : fmt::format(" Against it: {}.", numbers(against));
      const std::string sentence = sentence_of(inner, who);
      return fmt::format("{} contests a refusal: {}{}", who, rules.empty() ? sentence : closed(sentence), rules);
    }
    case v1::Event::kTeamAssigned:
      return event.team_assigned().team().empty()
                 ? fmt::format("{} leaves the team.", who)
                 : fmt::format("{} joins team {}.", who, on_one_line(event.team_assigned().team()));
    case v1::Event::kActPerformed:
      return fmt::format("{} acts under rule {}: {}", who, event.act_performed().cited(),
                         on_one_line(event.act_performed().text()));
    case v1::Event::kOutcomeAttested: {
      const auto& attested = event.outcome_attested();
      return fmt::format("{} attests that {} was {}{}.", who, the_proposal(attested.proposal()),
                         attested.adopted() ? "adopted" : "defeated", tally_of(attested));
    }
    case v1::Event::kRecordCorrected: {
      const auto& corrected = event.record_corrected();
      return fmt::format("{} corrects #{}: {}. Cause: {}", who, corrected.record(), words_of(corrected),
                         on_one_line(corrected.cause()));
    }
    case v1::Event::kKeyRegistered:
      return fmt::format("{} registers a key.", who);
    case v1::Event::kKeyRotated:
      return fmt::format("{} puts a new key in the place of an old one.", who);
    case v1::Event::kKeyRevoked:
      return event.key_revoked().judgment() == 0
                 ? fmt::format("{} revokes a key{}", who, with_reason(event.key_revoked().reason()))
                 : fmt::format("{} has a key revoked by the Judgment of #{}{}", who, event.key_revoked().judgment(),
                               with_reason(event.key_revoked().reason()));
    case v1::Event::kSeatRestored:
      return fmt::format("The host restores the seat of {}{}", on_one_line(event.seat_restored().player()),
                         with_reason(event.seat_restored().reason()));
    case v1::Event::kObjectionRaised:
      return fmt::format("{} objects to the correction in #{}{}", who, event.objection_raised().record(),
                         with_reason(event.objection_raised().reason()));
    case v1::Event::kRuleAnnotated:
      return annotated(event.rule_annotated(), who);
    default:
      return {};
  }
}

std::string words_of(const v1::Finding& finding) {
  switch (finding.kind_case()) {
    case v1::Finding::kVoidRule:
      return fmt::format("rule {} is void", finding.void_rule());
    case v1::Finding::kPrevailingRule:
      return fmt::format("rule {} prevails", finding.prevailing_rule());
    case v1::Finding::kPlayer:
      return fmt::format("{} is {} player", on_one_line(finding.player().player()), finding.player().in() ? "a" : "no");
    case v1::Finding::kBallot: {
      const auto choice = finding.ballot().choice();
      const char* how = choice == v1::VoteCast::FOR       ? "for"
                        : choice == v1::VoteCast::AGAINST ? "against"
                        : choice == v1::VoteCast::ABSTAIN ? "abstaining"
                                                          : "none";
      return fmt::format("the ballot of {} on {} is {}", on_one_line(finding.ballot().player()),
                         the_proposal(finding.ballot().proposal()), how);
    }
    case v1::Finding::kOutcome:
      return fmt::format("{} is {}", the_proposal(finding.outcome().proposal()),
                         finding.outcome().adopted() ? "adopted" : "defeated");
    case v1::Finding::kPoints:
      return fmt::format("{} is due {}", on_one_line(finding.points().player()),
                         print_change(finding.points().points()));
    case v1::Finding::kWinner:
      return fmt::format("{} has won", on_one_line(finding.winner()));
    case v1::Finding::kEndOfDebate:
      return fmt::format("the debate ends at {}", replay::print_time(finding.end_of_debate()));
    case v1::Finding::kNumber:
      return number_words(finding.number());
    case v1::Finding::KIND_NOT_SET:
      break;
  }
  return "nothing";
}

std::vector<std::string> orders_of(const v1::JudgmentDelivered& judgment) {
  std::vector<std::string> orders;
  if (!judgment.strikes().empty()) orders.push_back("strikes " + records(judgment.strikes()));
  if (!judgment.upholds().empty()) orders.push_back("upholds " + records(judgment.upholds()));
  if (judgment.paradox()) orders.emplace_back("declares a paradox");
  for (const v1::Finding& finding : judgment.findings()) {
    orders.push_back(fmt::format("finds by rule {} that {}", finding.cited(), words_of(finding)));
  }
  return orders;
}

std::vector<std::string> effects_of(const v1::ActPerformed& act) {
  std::vector<std::string> effects;
  for (const v1::PointsFinding& points : act.points()) {
    effects.push_back(fmt::format("{} {} points", on_one_line(points.player()), print_change(points.points())));
  }
  for (const v1::Holding& holding : act.holdings()) {
    effects.push_back(fmt::format("{} {} {}", on_one_line(holding.owner()), print_change(holding.amount()),
                                  on_one_line(holding.thing())));
  }
  for (const v1::Attribute& attribute : act.attributes()) {
    const std::string of = attribute.player().empty() ? "" : fmt::format(" of {}", on_one_line(attribute.player()));
    effects.push_back(fmt::format("{}{} = {}", on_one_line(attribute.key()), of, on_one_line(attribute.value())));
  }
  for (const v1::RuleChange& change : act.changes()) effects.push_back(words_of(change));
  return effects;
}

std::string words_of(const v1::RecordCorrected& corrected) {
  switch (corrected.what_case()) {
    case v1::RecordCorrected::kText:
      if (corrected.text().whole()) {
        return fmt::format("the whole text of rule {} becomes {}", corrected.text().rule(),
                           in_quotes(corrected.text().after()));
      }
      return fmt::format("in rule {} {} becomes {}", corrected.text().rule(), in_quotes(corrected.text().before()),
                         in_quotes(corrected.text().after()));
    case v1::RecordCorrected::kOccurredAt:
      return fmt::format("it happened at {}", replay::print_time(corrected.occurred_at()));
    case v1::RecordCorrected::kName:
      return fmt::format("the name is {}", on_one_line(corrected.name().name()));
    case v1::RecordCorrected::kTitle:
      return title_in_words(replay::number_in(corrected.title().rule()), corrected.title().before(),
                            corrected.title().after());
    case v1::RecordCorrected::kNumber:
      return number_words(corrected.number());
    case v1::RecordCorrected::WHAT_NOT_SET:
      break;
  }
  return "nothing";
}

v1::Event contested_event(const v1::MoveContested& contested) {
  v1::Event inner;
  if (!inner.ParseFromString(contested.event())) inner.Clear();
  return inner;
}

}  // namespace nomic::tools
