// A provision in plain words: its scope, then what it says.
#include "nomic/words/provision_words.h"

#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>

#include "clauses.h"
#include "nomic/replay/edition.h"

namespace nomic::tools {
namespace phrases {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Whether it, or a message in it, has fields that only a later schema knows.
bool has_unknown_fields(const Message& message) {
  const auto& look = *message.GetReflection();
  if (!look.GetUnknownFields(message).empty()) return true;
  std::vector<const FieldDescriptor*> fields;
  look.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated() && has_unknown_fields(look.GetMessage(message, field))) return true;
    for (int i = 0; field->is_repeated() && i < look.FieldSize(message, field); ++i) {
      if (has_unknown_fields(look.GetRepeatedMessage(message, field, i))) return true;
    }
  }
  return false;
}

// "in games by mail, for Ann and Bob, to repeal a rule, "
std::string scope_words(const v1::Provision& provision) {
  const v1::Scope& scope = provision.scope();
  std::string out;
  if (scope.mode() == v1::MAIL) out += "in games by mail, ";
  if (scope.mode() == v1::TABLE) out += "in games around a table, ";
  if (!scope.players().empty()) {
    out += fmt::format("for {}, ", listed({scope.players().begin(), scope.players().end()}, "and"));
  }
  if (!scope.changes().empty()) {
    out += fmt::format("{}to {}, ", provision.has_adoption() ? "" : "of proposals ", to_change(scope.changes()));
  }
  return out;
}

Clauses clauses_of_kind(const v1::Provision& provision) {
  switch (provision.kind_case()) {
    case v1::Provision::kRuleChangeKinds:
      return clauses_of(provision.rule_change_kinds());
    case v1::Provision::kFranchise:
      return clauses_of(provision.franchise());
    case v1::Provision::kEffectiveness:
      return clauses_of(provision.effectiveness());
    case v1::Provision::kNumbering:
      return clauses_of(provision.numbering());
    case v1::Provision::kAdoption:
      return clauses_of(provision.adoption());
    case v1::Provision::kPrecedenceMethod:
      return clauses_of(provision.precedence_method());
    case v1::Provision::kPrecedenceClaim:
      return clauses_of(provision.precedence_claim());
    case v1::Provision::kVotingDuty:
      return clauses_of(provision.voting_duty());
    case v1::Provision::kVictoryBound:
      return clauses_of(provision.victory_bound());
    case v1::Provision::kDebate:
      return clauses_of(provision.debate());
    case v1::Provision::kVictory:
      return clauses_of(provision.victory());
    case v1::Provision::kForfeit:
      return clauses_of(provision.forfeit());
    case v1::Provision::kRulesetBounds:
      return clauses_of(provision.ruleset_bounds());
    case v1::Provision::kTurnOrder:
      return clauses_of(provision.turn_order());
    case v1::Provision::kTurnParts:
      return clauses_of(provision.turn_parts());
    case v1::Provision::kAward:
      return clauses_of(provision.award());
    case v1::Provision::kJudgment:
      return clauses_of(provision.judgment());
    case v1::Provision::kTransmutation:
      return clauses_of(provision.transmutation());
    case v1::Provision::kConsultation:
      return clauses_of(provision.consultation());
    case v1::Provision::kVoteChanges:
      return clauses_of(provision.vote_changes());
    case v1::Provision::kVotingPeriod:
      return clauses_of(provision.voting_period());
    case v1::Provision::kInactivity:
      return clauses_of(provision.inactivity());
    case v1::Provision::kProposing:
      return clauses_of(provision.proposing());
    case v1::Provision::kJoining:
      return clauses_of(provision.joining());
    case v1::Provision::kSelfRepeal:
      return clauses_of(provision.self_repeal());
    case v1::Provision::kPermission:
      return clauses_of(provision.permission());
    case v1::Provision::kActs:
      return clauses_of(provision.acts());
    case v1::Provision::KIND_NOT_SET:
      break;
  }
  return {};
}

}  // namespace
}  // namespace phrases

std::string words_of(const v1::Provision& provision) {
  v1::Provision full = provision;
  if (phrases::has_unknown_fields(full) || !replay::expand_shorthand(full) || !replay::check_provision(full)) {
    return replay::print_provision(provision);
  }
  return phrases::scope_words(full) + fmt::format("{}", fmt::join(phrases::clauses_of_kind(full).all(), "; "));
}

}  // namespace nomic::tools
