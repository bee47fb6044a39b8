// What the number of a proposal meant to a record of this turn: once a proposal is struck its number goes to the next
// (108), and a vote for 305 that was cast before is still for the proposal that bore it then.

#include <algorithm>

#include "dispute/contested.h"
#include "dispute/dispute.h"
#include "nomic/replay/rule_number.h"

namespace nomic::replay {
namespace {

v1::MeantNumber meaning(std::uint32_t number, std::uint64_t proposal_at, std::uint64_t since) {
  v1::MeantNumber meant;
  meant.set_number(number);
  meant.set_proposal_at(proposal_at);
  meant.set_since(since);
  return meant;
}

// The number that the proposal of that record bears as derived so far; 0: none.
std::uint32_t number_of(const v1::Dispute& dispute, std::uint64_t proposal_at) {
  std::uint32_t number = 0;
  for (const auto& meant : dispute.numbers()) {
    if (meant.proposal_at() == proposal_at) number = meant.number();
  }
  return number;
}

// The record of the proposal that the number was given to last; 0: none.
std::uint64_t proposal_with(const v1::Dispute& dispute, std::uint32_t number) {
  std::uint64_t proposal_at = 0;
  for (const auto& meant : dispute.numbers()) {
    if (meant.number() == number) proposal_at = meant.proposal_at();
  }
  return proposal_at;
}

class Renumbering {
 public:
  Renumbering(const State& state, const Disposition& disposition, std::uint64_t record)
      : state_(state), disposition_(disposition), record_(record) {}

  [[nodiscard]] std::uint32_t operator()(std::uint32_t number) const {
    const auto& all = disposition_.numbers;
    const auto found = std::find_if(all.rbegin(), all.rend(), [&](const v1::MeantNumber& meant) {
      return meant.number() == number && meant.since() < record_;
    });
    // A further rule of a proposal bears its number with a letter.
    const bool is_further = found == all.rend() && is_lettered(number);
    if (is_further) {
      const auto plain = (*this)(plain_of(number));
      const auto now = plain == 0 ? 0 : with_letters(plain, letters_of(number));
      return now == 0 ? number : now;
    }
    if (found == all.rend() || found->proposal_at() < disposition_.base) return number;
    return number_of(state_.dispute(), found->proposal_at());
  }

  // Rules that a proposal of this turn made bear its number too, but where rules have a sequence of their own.
  template <class Form>
  void changes(Form& form) const {
    for (auto& change : *form.mutable_changes()) {
      if (change.rule() != 0 && !is_of_another(change.rule())) change.set_rule((*this)(change.rule()));
    }
  }

 private:
  // Whether a rule bears the number, and no proposal gave it.
  [[nodiscard]] bool is_of_another(std::uint32_t number) const {
    const auto* rule = find_rule(state_, number);
    if (rule == nullptr || rule->proposal() == number) return false;
    const auto& rules = state_.rules();
    return std::any_of(rules.begin(), rules.end(), [](const v1::Rule& one) {
      return std::any_of(one.provisions().begin(), one.provisions().end(),
                         [](const auto& provision) { return provision.numbering().has_rules_first(); });
    });
  }

  const State& state_;
  const Disposition& disposition_;
  std::uint64_t record_;
};

void renumber_findings(const Renumbering& present, v1::JudgmentDelivered& judgment) {
  for (auto& finding : *judgment.mutable_findings()) {
    finding.set_cited(present(finding.cited()));
    switch (finding.kind_case()) {
      case v1::Finding::kVoidRule:
        finding.set_void_rule(present(finding.void_rule()));
        break;
      case v1::Finding::kPrevailingRule:
        finding.set_prevailing_rule(present(finding.prevailing_rule()));
        break;
      case v1::Finding::kBallot:
        finding.mutable_ballot()->set_proposal(present(finding.ballot().proposal()));
        break;
      case v1::Finding::kOutcome:
        finding.mutable_outcome()->set_proposal(present(finding.outcome().proposal()));
        break;
      case v1::Finding::kNumber:
        finding.mutable_number()->set_rule(present(finding.number().rule()));
        if (finding.number().swap()) finding.mutable_number()->set_number(present(finding.number().number()));
        break;
      case v1::Finding::kPlayer:
      case v1::Finding::kPoints:
      case v1::Finding::kWinner:
      case v1::Finding::kEndOfDebate:
      case v1::Finding::KIND_NOT_SET:
        break;
    }
  }
}

// The number that a rule is to bear is no name of one, unless it is one that another rule bears.
void renumber_correction(const Renumbering& present, v1::RecordCorrected& correction) {
  if (correction.has_text()) correction.mutable_text()->set_rule(present(correction.text().rule()));
  if (correction.has_title()) correction.mutable_title()->set_rule(present(correction.title().rule()));
  if (!correction.has_number()) return;
  auto& number = *correction.mutable_number();
  number.set_rule(present(number.rule()));
  if (number.swap()) number.set_number(present(number.number()));
}

}  // namespace

void note_meaning(Play& play, std::uint32_t number, bool begins_turn) {
  auto& state = play.state;
  // The only one so far: its number is the turn's. Before that of the first turn others may have been struck, or be
  // upheld.
  const bool only = state.turn().phase() != v1::Turn::PROPOSING ||
                    (state.judgments().empty() && state.contested().empty() && state.dispute().numbers().empty());
  if (begins_turn && only && !is_derived_again(play)) return;
  const auto& turn = state.turn();
  const bool first = state.dispute().numbers().empty() && !is_derived_again(play);
  auto& numbers = *state.edit_dispute().mutable_numbers();
  if (first && turn.proposal() != 0) {
    *numbers.Add() = meaning(turn.proposal(), turn.first_record(), turn.first_record());
  }
  *numbers.Add() = meaning(number, play.move.index, play.move.index);
}

v1::Event with_present_numbers(const State& state, const Disposition& disposition, std::uint64_t record,
                               const v1::Event& event) {
  if (disposition.numbers.empty()) return event;
  const Renumbering present(state, disposition, record);
  v1::Event now = event;
  const auto rename = [&](auto* named) { named->set_proposal(present(named->proposal())); };
  switch (event.kind_case()) {
    case v1::Event::kProposalMade:
      present.changes(*now.mutable_proposal_made());
      break;
    case v1::Event::kProposalRevised:
      rename(now.mutable_proposal_revised());
      present.changes(*now.mutable_proposal_revised());
      break;
    case v1::Event::kProposalWithdrawn:
      rename(now.mutable_proposal_withdrawn());
      break;
    case v1::Event::kDebateSpoken:
      rename(now.mutable_debate_spoken());
      break;
    case v1::Event::kVoteCalled:
      rename(now.mutable_vote_called());
      break;
    case v1::Event::kVoteCast:
      rename(now.mutable_vote_cast());
      break;
    case v1::Event::kVoteWithdrawn:
      rename(now.mutable_vote_withdrawn());
      break;
    case v1::Event::kDebateEndAsked:
      rename(now.mutable_debate_end_asked());
      break;
    case v1::Event::kOutcomeAttested:
      rename(now.mutable_outcome_attested());
      break;
    case v1::Event::kActPerformed:
      now.mutable_act_performed()->set_cited(present(event.act_performed().cited()));
      present.changes(*now.mutable_act_performed());
      break;
    case v1::Event::kRecordCorrected:
      renumber_correction(present, *now.mutable_record_corrected());
      break;
    case v1::Event::kRuleAnnotated:
      now.mutable_rule_annotated()->set_rule(present(event.rule_annotated().rule()));
      break;
    case v1::Event::kJudgmentDelivered:
      renumber_findings(present, *now.mutable_judgment_delivered());
      break;
    case v1::Event::kMoveContested: {
      v1::Event inner;
      if (!inner.ParseFromString(event.move_contested().event())) break;
      now.mutable_move_contested()->set_event(
          with_present_numbers(state, disposition, record, inner).SerializeAsString());
      break;
    }
    // What names no rule or proposal, and what is thrown: a commitment is bound to the numbers it was made for. A new
    // kind is asked for here by the compiler.
    case v1::Event::kGameFounded:
    case v1::Event::kRuleFounded:
    case v1::Event::kPlayerSeated:
    case v1::Event::kPlayerJoined:
    case v1::Event::kPlayerForfeited:
    case v1::Event::kTeamAssigned:
    case v1::Event::kActivityChanged:
    case v1::Event::kApprovalGiven:
    case v1::Event::kDiceThrown:
    case v1::Event::kDiceCommitted:
    case v1::Event::kDiceRevealed:
    case v1::Event::kJudgmentInvoked:
    case v1::Event::kOverruleVoted:
    case v1::Event::kConsentGiven:
    case v1::Event::kObjectionRaised:
    case v1::Event::kKeyRegistered:
    case v1::Event::kKeyRotated:
    case v1::Event::kKeyRevoked:
    case v1::Event::kSeatRestored:
    case v1::Event::kTimePassed:
    case v1::Event::kEngineUpgraded:
    case v1::Event::kGameWentLive:
    case v1::Event::kRollbackAccepted:
    case v1::Event::KIND_NOT_SET:
      break;
  }
  return now;
}

void merge_meanings(v1::Dispute& derived, const v1::Dispute& before, std::uint64_t record) {
  const auto now = derived.numbers();
  *derived.mutable_numbers() = before.numbers();
  if (before.numbers().empty() && now.size() < 2) return;
  for (const auto& meant : now) {
    // A number may come back to a proposal that had it before another did.
    const bool same = number_of(before, meant.proposal_at()) == meant.number() &&
                      proposal_with(before, meant.number()) == meant.proposal_at();
    if (same) continue;
    *derived.mutable_numbers()->Add() = meaning(meant.number(), meant.proposal_at(), record);
  }
}

}  // namespace nomic::replay
