// Whether a provision can be satisfied: the bounds that schema/nomic/v1/provisions.proto documents, kind by kind.
#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <set>
#include <string>
#include <vector>

#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "provision_kinds.h"
#include "provision_parts.h"
#include "schema_words.h"

namespace nomic::replay {
namespace provisions {
namespace {

Status check_scope(const v1::Scope& scope) {
  NOMIC_TRY(not_too_many("scope.players", scope.players_size()));
  std::set<std::string> folded;
  for (const std::string& player : scope.players()) {
    Status name = check_name(player, "scope.players");
    if (!name) return name;
    if (!folded.insert(fold(player)).second) {
      return bad("names_twice", "scope.players", {{"value", player}});
    }
  }
  return fine();
}

// Everywhere in the message: points are in thousandths, as they are recorded, and not as people write them.
Status check_no_shorthand(const google::protobuf::Message& message, const std::string& path) {
  const auto& look = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  look.ListFields(message, &fields);
  for (const auto* field : fields) {
    const std::string here = below(path, field->name());
    if (const auto* recorded = recorded_as(*field)) {
      return bad("points_shorthand", here, {{"recorded", recorded->name()}});
    }
    if (field->message_type() == nullptr) continue;
    const int count = field->is_repeated() ? look.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      Status status = field->is_repeated() ? check_no_shorthand(look.GetRepeatedMessage(message, field, i),
                                                                fmt::format("{}[{}]", here, i))
                                           : check_no_shorthand(look.GetMessage(message, field), here);
      if (!status) return status;
    }
  }
  return fine();
}

Status check_kind(const v1::Provision& provision) {
  switch (provision.kind_case()) {
    case v1::Provision::kRuleChangeKinds:
      return check(provision.rule_change_kinds());
    case v1::Provision::kFranchise:
      return check(provision.franchise());
    case v1::Provision::kEffectiveness:
      return check(provision.effectiveness());
    case v1::Provision::kNumbering:
      return check(provision.numbering());
    case v1::Provision::kAdoption:
      return check(provision.adoption());
    case v1::Provision::kPrecedenceClaim:
      return check(provision.precedence_claim());
    case v1::Provision::kVictory:
      return check(provision.victory());
    case v1::Provision::kForfeit:
      return check(provision.forfeit());
    case v1::Provision::kRulesetBounds:
      return check(provision.ruleset_bounds());
    case v1::Provision::kTurnOrder:
      return check(provision.turn_order());
    case v1::Provision::kTurnParts:
      return check(provision.turn_parts());
    case v1::Provision::kAward:
      return check(provision.award());
    case v1::Provision::kJudgment:
      return check(provision.judgment());
    case v1::Provision::kTransmutation:
      return check(provision.transmutation());
    case v1::Provision::kVoteChanges:
      return check(provision.vote_changes());
    case v1::Provision::kVotingPeriod:
      return check(provision.voting_period());
    case v1::Provision::kInactivity:
      return check(provision.inactivity());
    case v1::Provision::kProposing:
      return check(provision.proposing());
    case v1::Provision::kJoining:
      return check(provision.joining());
    case v1::Provision::kSelfRepeal:
      return check(provision.self_repeal());
    // Nothing but switches and enumerations, which are checked for every kind.
    case v1::Provision::kPrecedenceMethod:
    case v1::Provision::kVotingDuty:
    case v1::Provision::kVictoryBound:
    case v1::Provision::kDebate:
    case v1::Provision::kConsultation:
    case v1::Provision::kPermission:
    case v1::Provision::kActs:
      return fine();
    case v1::Provision::KIND_NOT_SET:
      break;
  }
  const auto& kinds = *v1::Provision::descriptor()->oneof_decl(0);
  return bad("no_kind", {}, {{"fields", field_names(kinds)}});
}

// The message that the oneof holds, by its field's name.
Status check_not_empty(const v1::Provision& provision) {
  const auto& look = *v1::Provision::GetReflection();
  const auto* field = look.GetOneofFieldDescriptor(provision, v1::Provision::descriptor()->oneof_decl(0));
  return field == nullptr ? fine() : says_something(look.GetMessage(provision, field), field->name());
}

}  // namespace
}  // namespace provisions

Status check_provision(const v1::Provision& provision) {
  return provisions::all_of(provisions::check_no_shorthand(provision, ""), provisions::check_enums(provision, ""),
                            provisions::check_periods(provision, ""), provisions::check_scope(provision.scope()),
                            provisions::check_not_empty(provision), provisions::check_kind(provision));
}

}  // namespace nomic::replay
