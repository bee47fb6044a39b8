// What a Judgment can order: which moves it can strike and uphold (212).

#include <algorithm>
#include <vector>

#include "dispute/contested.h"
#include "dispute/dispute.h"
#include "dispute/judge.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// The throw that a commitment or a secret is for, as the rules have it now; of anything else, none.
Supplied<v1::ThrowPart> throw_of_secret(const Play& play, const v1::Event& event) {
  if (!event.has_dice_committed() && !event.has_dice_revealed()) return {};
  const auto& place = event.has_dice_committed() ? event.dice_committed().position() : event.dice_revealed().position();
  std::string mover;
  const auto look = [&](const v1::Turn& turn) {
    if (turn.first_record() == place.turn_record()) mover = turn.mover();
  };
  look(play.state.turn());
  for (const auto& turn : play.state.other_turns()) look(turn);
  const auto parts = play.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = mover});
  if (place.part() >= static_cast<std::uint32_t>(parts.value.parts_size())) return {};
  return {parts.value.parts(static_cast<int>(place.part())).throw_(), parts.source("parts"), {}};
}

}  // namespace

Result<v1::JudgmentDelivered> with_upheld_judgments(const Play& play, const v1::JudgmentDelivered& judgment) {
  v1::JudgmentDelivered whole = judgment;
  for (int at = 0; at < whole.upholds_size(); ++at) {
    NOMIC_ASSIGN(auto move, play.history.at(whole.upholds(at)));
    const auto event = event_in(move);
    if (!event.has_judgment_delivered()) continue;
    const auto& inner = event.judgment_delivered();
    // Upholding waives who may judge, not what a Judgment can do.
    for (const auto record : inner.strikes()) {
      const auto may = is_derived_again(play) ? Status(ledger::Done{}) : may_strike(play, record);
      if (!may && kind_of(may.error().code) == Kind::LEDGER) return may.error();
      if (may) whole.add_strikes(record);
    }
    for (const auto record : inner.upholds()) {
      const bool new_one = !contains(whole.upholds(), record);
      if (new_one && (is_derived_again(play) || may_uphold(play, record))) whole.add_upholds(record);
    }
    for (const auto& finding : inner.findings()) {
      if (may_find(play, finding)) *whole.add_findings() = finding;
    }
  }
  return whole;
}

namespace {

// The rules that the Judgment cites, by lineage.
std::vector<std::uint32_t> lineages_cited(const State& state, const v1::JudgmentDelivered& judgment) {
  std::vector<std::uint32_t> lineages;
  for (const auto number : numbers_in(judgment.cited())) {
    if (const auto* rule = find_rule(state, number)) lineages.push_back(rule->lineage());
  }
  return lineages;
}

bool cites(const std::vector<std::uint32_t>& cited, const v1::Prohibition& prohibition) {
  const auto& rules = prohibition.rules();
  return std::find_first_of(rules.begin(), rules.end(), cited.begin(), cited.end()) != rules.end();
}

void waive(v1::Waiver& waiver, const v1::ContestedMove& contested, const std::vector<std::uint32_t>& cited) {
  const auto& all = contested.prohibitions();
  const bool names_some =
      std::any_of(all.begin(), all.end(), [&](const auto& prohibition) { return cites(cited, prohibition); });
  for (const auto& prohibition : all) {
    const bool impossible = prohibition.code() == 0;
    // What no rule says no Judgment could cite.
    const bool waived = !names_some || prohibition.rules().empty() || cites(cited, prohibition);
    if (waived && !impossible) *waiver.add_prohibitions() = prohibition;
  }
}

// The rules cited of each Judgment that upholds the move: of this one, and of contested ones that it upholds.
std::vector<std::vector<std::uint32_t>> citations_for(const Play& play, std::uint64_t record,
                                                      const v1::JudgmentDelivered& judgment,
                                                      const v1::JudgmentDelivered& whole) {
  std::vector<std::vector<std::uint32_t>> all;
  const auto own = lineages_cited(play.state, judgment);
  if (contains(judgment.upholds(), record)) all.push_back(own);
  for (const auto& other : play.state.contested()) {
    if (!contains(whole.upholds(), other.record()) || !contains(other.upholds(), record)) continue;
    auto& cited = all.emplace_back(own);
    cited.insert(cited.end(), other.cited().begin(), other.cited().end());
  }
  return all;
}

}  // namespace

std::vector<v1::Waiver> waivers_of(const Play& play, const v1::JudgmentDelivered& judgment,
                                   const v1::JudgmentDelivered& whole) {
  // The consent to the next turn may be missing only since Judgment was invoked after the move (L63).
  const auto rule = judgment_rule(play.state, play.law());
  const auto consent = prohibition_of(
      play.state, refuse(ErrorCode::CONSENT_MISSING, "", {}, {rule.source("consent"), rule.source("consent_among")}));
  std::vector<v1::Waiver> waivers;
  for (const auto& contested : play.state.contested()) {
    if (!contains(whole.upholds(), contested.record())) continue;
    auto& waiver = waivers.emplace_back();
    waiver.set_record(contested.record());
    for (const auto& cited : citations_for(play, contested.record(), judgment, whole)) {
      waive(waiver, contested, cited);
      if (cites(cited, consent)) *waiver.add_prohibitions() = consent;
    }
  }
  return waivers;
}

Status may_strike(const Play& play, std::uint64_t record) {
  const auto& dispute = play.state.dispute();
  const std::vector<v1::RuleVersion> rule = {judgment_rule(play.state, play.law()).source("seat")};
  const auto first = first_record_of_turn(play.state);
  if (record < first || record >= play.move.index) {
    const bool none = first >= play.move.index;
    return none ? refuse(ErrorCode::NOT_OF_THIS_TURN, "no_records", {{"record", record}}, rule)
                : refuse(ErrorCode::NOT_OF_THIS_TURN, "other_turn",
                         {{"record", record}, {"first", first}, {"last", play.move.index - 1}}, rule);
  }
  // What is struck, or has fallen, may be struck again: the second order counts if the first falls (L53).
  if (contains(dispute.refused(), record)) {
    return refuse(ErrorCode::NOT_STRIKABLE, "without_effect", {{"record", record}}, rule);
  }
  NOMIC_ASSIGN(auto move, play.history.at(record));
  const auto& event = move.event;
  const bool was_upheld =
      is_upheld(play.state, record) || contains(dispute.struck(), record) || contains(dispute.fallen(), record);
  if (event.has_move_contested() && !was_upheld) {
    return refuse(ErrorCode::NOT_STRIKABLE, "contested", {{"record", record}}, rule);
  }
  if (event.has_judgment_invoked() || event.has_judgment_delivered() || event.has_overrule_voted()) {
    return refuse(ErrorCode::NOT_STRIKABLE, "judgment", {{"record", record}}, rule);
  }
  if (const auto throws = throw_of_secret(play, event); throws.value.secrets_stand()) {
    return refuse(ErrorCode::NOT_STRIKABLE, "secrets_stand", {{"record", record}}, {throws.source});
  }
  const bool a_move = event.kind_case() >= v1::Event::kPlayerJoined && event.kind_case() < v1::Event::kKeyRegistered;
  if (a_move && !event.has_consent_given()) return ledger::Done{};
  return event.has_consent_given() ? refuse(ErrorCode::NOT_STRIKABLE, "consent", {{"record", record}}, rule)
                                   : refuse(ErrorCode::NOT_STRIKABLE, "no_move", {{"record", record}}, rule);
}

Status may_uphold(const Play& play, std::uint64_t record) {
  const std::vector<v1::RuleVersion> rule = {judgment_rule(play.state, play.law()).source("seat")};
  if (place_of_record(play.state.contested(), record) >= 0) return ledger::Done{};
  // An act that no program can judge: that the rule provides for it is what the Judge says.
  if (place_of_record(play.state.acts(), record) >= 0) return ledger::Done{};
  const auto first = first_record_of_turn(play.state);
  if (record < first) {
    return refuse(ErrorCode::NOT_OF_THIS_TURN, "turn_begins", {{"record", record}, {"first", first}}, rule);
  }
  return refuse(ErrorCode::NOT_CONTESTED, "", {{"record", record}}, rule);
}

bool is_prohibition(ErrorCode code) {
  switch (code) {
    case ErrorCode::JOIN_BETWEEN_TURNS:
    case ErrorCode::FORFEIT_NOT_ALLOWED:
    case ErrorCode::OUT_OF_TURN:
    case ErrorCode::TURN_NOT_COMPLETE:
    case ErrorCode::TOO_MANY_PROPOSALS:
    case ErrorCode::SEVERAL_CHANGES:
    case ErrorCode::KIND_NOT_ALLOWED:
    case ErrorCode::RULE_IMMUTABLE:
    case ErrorCode::BOUND_BROKEN:
    case ErrorCode::NOT_PROPONENT:
    case ErrorCode::VOTE_CALLED_ALREADY:
    case ErrorCode::VOTED_ALREADY:
    case ErrorCode::CHOICE_NOT_ALLOWED:
    case ErrorCode::NOT_ELIGIBLE:
    case ErrorCode::VOTE_STAYS:
    case ErrorCode::MAY_NOT_WITHDRAW:
    case ErrorCode::DEBATE_TOO_SHORT:
    case ErrorCode::INACTIVE:
    case ErrorCode::ACTIVITY_NOT_PROVIDED:
    case ErrorCode::JOINING_CLOSED:
    case ErrorCode::DEFEATED_BEFORE:
    case ErrorCode::EFFECT_NOT_ALLOWED:
    case ErrorCode::RULE_IS_VOID:
    case ErrorCode::ACT_HAS_PROVISION:
    case ErrorCode::ACT_GIVES_NOTHING:
    case ErrorCode::ACTS_NOT_PROVIDED:
    case ErrorCode::TEAMS_BETWEEN_TURNS:
    case ErrorCode::CONSENT_MISSING:
    case ErrorCode::NOT_THE_JUDGE:
    case ErrorCode::NO_THROW_DUE:
    case ErrorCode::SOURCE_NOT_ALLOWED:
    case ErrorCode::OUTCOME_CONTRADICTED:
    case ErrorCode::OUTCOME_FOR_JUDGE:
      return true;
    default:
      return false;
  }
}

bool Play::waives(const Error& refusal) const {
  return is_prohibition(refusal.code) && is_among(waivers, state, refusal);
}

bool bars(const Play& play, const Status& status) {
  return !status && !play.waives(status.error());
}

}  // namespace nomic::replay
