// Whether a provision can be met: the bounds that schema/nomic/v1/provisions.proto documents, kind by kind.
#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <set>
#include <string>

#include "editions/provision_parts.h"
#include "editions/schema_words.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace provisions {
namespace {

constexpr std::uint32_t MOST_CHANGES = 100;
constexpr std::uint32_t MOST_VOTES = 1'000;
constexpr std::uint32_t MOST_PARTS = 100;
constexpr std::uint32_t MOST_DICE = 100;
constexpr std::uint32_t FEWEST_FACES = 2;
constexpr std::uint32_t MOST_FACES = 1'000;

Status check_scope(const v1::Scope& scope) {
  std::set<std::string> folded;
  for (const std::string& player : scope.players()) {
    Result<v1::PlayerNames> names = player_names(player, {}, {});
    if (!names) return bad("scope.players", fmt::format("names nobody: {}", names.error().what), names.error().hint);
    if (names->name() != player) return bad("scope.players", "has a name that is not in NFC", "write it in NFC");
    if (!folded.insert(names->folded()).second) {
      return bad("scope.players", fmt::format("names {} twice", player), "name each once");
    }
  }
  return fine();
}

Status check(const v1::RuleChangeKinds& kinds) {
  if (!kinds.has_per_proposal()) return fine();
  return in_range("rule_change_kinds.per_proposal", kinds.per_proposal(), 1, MOST_CHANGES);
}

Status check(const v1::Franchise& franchise) {
  if (!franchise.has_votes_per_player()) return fine();
  return in_range("franchise.votes_per_player", franchise.votes_per_player(), 1, MOST_VOTES);
}

Status check(const v1::Numbering& numbering) {
  return numbering.has_first() ? in_range("numbering.first", numbering.first(), 1, LARGEST_NUMBER) : fine();
}

Status check(const v1::Adoption& adoption) {
  if (adoption.has_quota()) {
    Status quota = check_quota(adoption.quota(), "adoption.quota", true);
    if (!quota) return quota;
  }
  if (!adoption.has_later()) return fine();
  const v1::AutomaticChange& later = adoption.later();
  if (!later.has_quota()) return missing("adoption.later.quota", "say what is needed from then on");
  return all_of(in_range("adoption.later.after_circuit", later.after_circuit(), 1, LARGEST_NUMBER),
                check_quota(later.quota(), "adoption.later.quota", true));
}

Status check(const v1::PrecedenceClaim& claim) {
  Status relation = said("precedence_claim.relation", claim.relation(), *v1::PrecedenceClaim::Relation_descriptor());
  if (!relation) return relation;
  if (claim.rules().empty() && claim.type() == v1::PrecedenceClaim::RULE_TYPE_UNSPECIFIED) {
    return bad("precedence_claim", "names no rule and no type of rule", "set rules, or type: ANY_RULE");
  }
  std::set<std::uint32_t> seen;
  for (const std::uint32_t rule : claim.rules()) {
    Status number = in_range("precedence_claim.rules", rule, 1, LARGEST_NUMBER);
    if (!number) return number;
    if (!seen.insert(rule).second) {
      return bad("precedence_claim.rules", fmt::format("names {} twice", rule), "name each once");
    }
  }
  return fine();
}

Status check(const v1::Victory& victory) {
  switch (victory.way_case()) {
    case v1::Victory::kPoints:
      return amount_in_bounds("victory.points", victory.points());
    case v1::Victory::kUnableToCompleteTurn:
      if (victory.unable_to_complete_turn()) return fine();
      return bad("victory.unable_to_complete_turn", "is false, and so no way to win", "leave the provision out");
    case v1::Victory::WAY_NOT_SET:
      break;
  }
  return bad("victory", "says no way to win", "set points (thousandths of a point) or unable_to_complete_turn");
}

Status check(const v1::RulesetBounds& bounds) {
  if (bounds.has_min_mutable() && bounds.has_max_mutable() && bounds.min_mutable() > bounds.max_mutable()) {
    return bad("ruleset_bounds",
               fmt::format("asks for at least {} and at most {}", bounds.min_mutable(), bounds.max_mutable()),
               "the least is at most the most");
  }
  return fine();
}

Status check(const v1::TurnOrder& order) {
  return amount_in_bounds("turn_order.starting_points", order.starting_points());
}

Status check_throw(const v1::ThrowPart& part, const std::string& path) {
  if (part.points_per_pip() == 0) return missing(below(path, "points_per_pip"), "1000 is one point for each pip");
  return all_of(in_range(below(path, "dice"), part.dice(), 1, MOST_DICE),
                in_range(below(path, "faces"), part.faces(), FEWEST_FACES, MOST_FACES),
                amount_in_bounds(below(path, "points_per_pip"), part.points_per_pip()));
}

Status check_part(const v1::TurnPart& part, bool first, const std::string& path) {
  switch (part.part_case()) {
    case v1::TurnPart::kProposal:
      return first ? fine() : bad(path, "is a second proposal", "a turn has one proposal, its first part");
    case v1::TurnPart::kThrow:
      if (!first) return check_throw(part.throw_(), below(path, "throw"));
      break;
    case v1::TurnPart::kAward:
      if (!first) {
        const std::string here = below(path, "award");
        return all_of(check_amount(part.award().has_amount(), part.award().amount(), below(here, "amount")),
                      said(below(here, "reckoned"), part.award().reckoned(), *v1::Reckoned_descriptor()));
      }
      break;
    case v1::TurnPart::PART_NOT_SET:
      return bad(path, "is empty", "set proposal {}, throw or award");
  }
  return bad(path, "is not the proposal", "the first part of a turn is proposal {}");
}

Status check(const v1::TurnParts& turn) {
  Status count =
      in_range("the number of turn_parts.parts", static_cast<std::uint32_t>(turn.parts_size()), 1, MOST_PARTS);
  if (!count) return count;
  for (int i = 0; i < turn.parts_size(); ++i) {
    Status part = check_part(turn.parts(i), i == 0, fmt::format("turn_parts.parts[{}]", i));
    if (!part) return part;
  }
  return fine();
}

Status check(const v1::Award& award) {
  return all_of(said("award.occasion", award.occasion(), *v1::Award::Occasion_descriptor()),
                said("award.recipient", award.recipient(), *v1::Award::Recipient_descriptor()),
                check_amount(award.has_amount(), award.amount(), "award.amount"),
                said("award.reckoned", award.reckoned(), *v1::Reckoned_descriptor()));
}

Status check(const v1::Judgment& judgment) {
  // Of whom the share is taken is said by the fields themselves, so a base adds nothing.
  return all_of(judgment.has_overrule() ? check_quota(judgment.overrule(), "judgment.overrule", false) : fine(),
                judgment.has_consent() ? check_quota(judgment.consent(), "judgment.consent", false) : fine());
}

Status check(const v1::Transmutation& transmutation) {
  for (const int kind : transmutation.explicit_kinds()) {
    if (kind == v1::TRANSMUTE_TO_MUTABLE || kind == v1::TRANSMUTE_TO_IMMUTABLE) continue;
    return bad("transmutation.explicit_kinds", fmt::format("names {}", v1::ChangeKind_Name(kind)),
               "it may be TRANSMUTE_TO_MUTABLE, TRANSMUTE_TO_IMMUTABLE");
  }
  return fine();
}

Status check_kind(const v1::Provision& provision) {
  switch (provision.kind_case()) {
    case v1::Provision::kRuleChangeKinds:
      return check(provision.rule_change_kinds());
    case v1::Provision::kFranchise:
      return check(provision.franchise());
    case v1::Provision::kNumbering:
      return check(provision.numbering());
    case v1::Provision::kAdoption:
      return check(provision.adoption());
    case v1::Provision::kPrecedenceClaim:
      return check(provision.precedence_claim());
    case v1::Provision::kVictory:
      return check(provision.victory());
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
    // Nothing but switches and enumerations, which are checked for every kind.
    case v1::Provision::kEffectiveness:
    case v1::Provision::kPrecedenceMethod:
    case v1::Provision::kVotingDuty:
    case v1::Provision::kVictoryBound:
    case v1::Provision::kDebate:
    case v1::Provision::kForfeit:
    case v1::Provision::kConsultation:
      return fine();
    case v1::Provision::KIND_NOT_SET:
      break;
  }
  const auto& kinds = *v1::Provision::descriptor()->oneof_decl(0);
  return bad("the provision", "is of no kind", fmt::format("set one of {}", fmt::join(field_names(kinds), ", ")));
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
  return provisions::all_of(provisions::check_enums(provision, ""), provisions::check_scope(provision.scope()),
                            provisions::check_not_empty(provision), provisions::check_kind(provision));
}

}  // namespace nomic::replay
