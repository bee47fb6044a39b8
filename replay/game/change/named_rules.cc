#include "change/named_rules.h"

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

void rename_findings(const PresentNumbers& present, v1::JudgmentDelivered& judgment) {
  for (auto& finding : *judgment.mutable_findings()) {
    finding.set_cited(reference(present(number_in(finding.cited()))));
    switch (finding.kind_case()) {
      case v1::Finding::kVoidRule:
        finding.set_void_rule(reference(present(number_in(finding.void_rule()))));
        break;
      case v1::Finding::kPrevailingRule:
        finding.set_prevailing_rule(reference(present(number_in(finding.prevailing_rule()))));
        break;
      case v1::Finding::kNumber:
        finding.mutable_number()->set_rule(reference(present(number_in(finding.number().rule()))));
        if (finding.number().swap())
          finding.mutable_number()->set_number(reference(present(number_in(finding.number().number()))));
        break;
      case v1::Finding::kBallot:
      case v1::Finding::kOutcome:
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
void rename_in_correction(const PresentNumbers& present, v1::RecordCorrected& correction) {
  if (correction.has_text())
    correction.mutable_text()->set_rule(reference(present(number_in(correction.text().rule()))));
  if (correction.has_title())
    correction.mutable_title()->set_rule(reference(present(number_in(correction.title().rule()))));
  if (!correction.has_number()) return;
  auto& number = *correction.mutable_number();
  number.set_rule(reference(present(number_in(number.rule()))));
  if (number.swap()) number.set_number(reference(present(number_in(number.number()))));
}

}  // namespace

std::uint32_t PresentNumbers::operator()(std::uint32_t number) const {
  const auto was =
      std::find_if(before_.begin(), before_.end(), [&](const auto& rule) { return rule.number() == number; });
  if (was == before_.end()) return number;
  const auto& rules = now_.rules();
  const auto is =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.lineage() == was->lineage(); });
  return is == rules.end() ? number : is->number();
}

std::optional<v1::Event> with_present_numbers(const PresentNumbers& present, const v1::Event& event) {
  if (!present.any()) return std::nullopt;
  v1::Event now = event;
  switch (event.kind_case()) {
    case v1::Event::kProposalMade:
      present.rename(*now.mutable_proposal_made());
      break;
    case v1::Event::kProposalRevised:
      present.rename(*now.mutable_proposal_revised());
      break;
    case v1::Event::kActPerformed:
      now.mutable_act_performed()->set_cited(reference(present(number_in(event.act_performed().cited()))));
      present.rename(*now.mutable_act_performed());
      break;
    case v1::Event::kRecordCorrected:
      rename_in_correction(present, *now.mutable_record_corrected());
      break;
    case v1::Event::kRuleAnnotated:
      now.mutable_rule_annotated()->set_rule(reference(present(number_in(event.rule_annotated().rule()))));
      break;
    case v1::Event::kJudgmentDelivered:
      rename_findings(present, *now.mutable_judgment_delivered());
      break;
    case v1::Event::kMoveContested: {
      v1::Event inner;
      if (!inner.ParseFromString(event.move_contested().event())) break;
      const auto renamed = with_present_numbers(present, inner);
      if (renamed) now.mutable_move_contested()->set_event(renamed->SerializeAsString());
      break;
    }
    // What names no rule. A new kind is asked for here by the compiler.
    case v1::Event::kGameFounded:
    case v1::Event::kRuleFounded:
    case v1::Event::kPlayerSeated:
    case v1::Event::kPlayerJoined:
    case v1::Event::kPlayerForfeited:
    case v1::Event::kTeamAssigned:
    case v1::Event::kActivityChanged:
    case v1::Event::kApprovalGiven:
    case v1::Event::kProposalWithdrawn:
    case v1::Event::kDebateSpoken:
    case v1::Event::kVoteCalled:
    case v1::Event::kVoteCast:
    case v1::Event::kVoteWithdrawn:
    case v1::Event::kDebateEndAsked:
    case v1::Event::kOutcomeAttested:
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
      return std::nullopt;
  }
  return now;
}

}  // namespace nomic::replay
