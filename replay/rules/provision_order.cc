// What can be satisfied of the kinds that are about rules among themselves, and about players.
#include <algorithm>
#include <set>

#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "provision_kinds.h"
#include "schema_words.h"

namespace nomic::replay::provisions {
namespace {

constexpr std::uint32_t MOST_JUDGES = 100;
constexpr std::uint32_t MOST_MISSED = 1'000;

Status check_claimed_rules(const v1::PrecedenceClaim& claim) {
  NOMIC_TRY(not_too_many("precedence_claim.rules", claim.rules_size()));
  std::set<std::string> seen;
  for (const std::string& rule : claim.rules()) {
    if (!is_number(number_in(rule))) return bad("no_rule", "precedence_claim.rules", {{"value", rule}});
    if (!seen.insert(rule).second) return bad("names_twice", "precedence_claim.rules", {{"value", rule}});
  }
  return fine();
}

Status check_claimed_kinds(const v1::PrecedenceClaim& claim) {
  const std::vector<std::string> known = field_names(*v1::Provision::descriptor()->oneof_decl(0));
  std::set<std::string> seen;
  for (const std::string& kind : claim.kinds()) {
    if (std::find(known.begin(), known.end(), kind) == known.end()) {
      const std::string near = nearest(kind, known);
      return bad(near.empty() ? "unknown_kind" : "unknown_kind_near", "precedence_claim.kinds",
                 {{"value", kind}, {"near", near}, {"values", known}});
    }
    if (!seen.insert(kind).second) {
      return bad("names_twice", "precedence_claim.kinds", {{"value", kind}});
    }
  }
  return fine();
}

Status check_bound(std::uint64_t least, std::uint64_t most, std::string_view variant) {
  if (least <= most) return fine();
  return bad(variant, "ruleset_bounds", {{"least", least}, {"most", most}});
}

}  // namespace

Status check(const v1::PrecedenceClaim& claim) {
  Status relation =
      must_be_set("precedence_claim.relation", claim.relation(), *v1::PrecedenceClaim::Relation_descriptor());
  if (!relation) return relation;
  if (claim.rules().empty() && claim.kinds().empty() && claim.type() == v1::PrecedenceClaim::RULE_TYPE_UNSPECIFIED) {
    return bad("claims_nothing", "precedence_claim");
  }
  return all_of(check_claimed_rules(claim), check_claimed_kinds(claim));
}

Status check(const v1::RulesetBounds& bounds) {
  const std::uint64_t least = std::uint64_t{bounds.min_mutable()} + bounds.min_immutable();
  return all_of(
      bounds.has_max_mutable() ? check_bound(bounds.min_mutable(), bounds.max_mutable(), "bounds_of_mutable") : fine(),
      bounds.has_max_immutable() ? check_bound(bounds.min_immutable(), bounds.max_immutable(), "bounds_of_immutable")
                                 : fine(),
      bounds.has_max_rules() ? check_bound(least, bounds.max_rules(), "bounds_of_all") : fine());
}

Status check(const v1::SelfRepeal& repeal) {
  switch (repeal.when_case()) {
    case v1::SelfRepeal::kAfterCircuit:
      return in_range("self_repeal.after_circuit", repeal.after_circuit(), 1, LARGEST_NUMBER);
    case v1::SelfRepeal::kAfterTurn:
      return in_range("self_repeal.after_turn", repeal.after_turn(), 1, LARGEST_NUMBER);
    case v1::SelfRepeal::kAt:
      return check_time(repeal.at(), "self_repeal.at");
    case v1::SelfRepeal::kPointsThousandths:
      return amount_in_bounds("self_repeal.points_thousandths", repeal.points_thousandths());
    case v1::SelfRepeal::kPoints:
    case v1::SelfRepeal::WHEN_NOT_SET:
      break;
  }
  return bad("repeal_without_when", "self_repeal");
}

Status check(const v1::Forfeit& forfeit) {
  if (!forfeit.has_approval()) return fine();
  if (forfeit.always()) {
    return bad("forfeit_approval", "forfeit.approval");
  }
  return check_share(forfeit.approval(), "forfeit.approval");
}

Status check(const v1::Judgment& judgment) {
  const bool named = judgment.seat() == v1::Judgment::NAMED;
  if (named && !judgment.has_judge()) return bad("missing_judge", "judgment.judge");
  if (!named && judgment.has_judge()) {
    return bad("judge_not_named", "judgment.judge");
  }
  // The Initial Set says of whom these shares are taken beside the fields that say so themselves; it adds nothing.
  Status parts = all_of(judgment.has_judge() ? check_name(judgment.judge(), "judgment.judge") : fine(),
                        judgment.has_overrule() ? check_quota(judgment.overrule(), "judgment.overrule", false) : fine(),
                        judgment.has_consent() ? check_quota(judgment.consent(), "judgment.consent", false) : fine());
  if (!parts || !judgment.has_judges()) return parts;
  if (judgment.judges() % 2 == 0) {
    return bad("judges_even", "judgment.judges", {{"value", judgment.judges()}, {"most", MOST_JUDGES}});
  }
  return in_range("judgment.judges", judgment.judges(), 1, MOST_JUDGES);
}

Status check(const v1::Inactivity& inactivity) {
  if (!inactivity.has_missed_votes()) return fine();
  return in_range("inactivity.missed_votes", inactivity.missed_votes(), 1, MOST_MISSED);
}

Status check(const v1::Joining& joining) {
  if (joining.has_approval() && joining.has_open() && !joining.open()) {
    return bad("joining_approval", "joining.approval");
  }
  return all_of(joining.has_approval() ? check_share(joining.approval(), "joining.approval") : fine(),
                amount_in_bounds("joining.points_thousandths", joining.points_thousandths()),
                joining.has_most_players()
                    ? in_range("joining.most_players", joining.most_players(), FEWEST_PLAYERS, MOST_PLAYERS)
                    : fine());
}

}  // namespace nomic::replay::provisions
