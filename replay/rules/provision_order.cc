// What can be met of the kinds that are about rules among themselves, and about players.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "nomic/replay/text.h"
#include "provision_kinds.h"
#include "schema_words.h"

namespace nomic::replay::provisions {
namespace {

constexpr std::uint32_t MOST_JUDGES = 100;
constexpr std::uint32_t MOST_MISSED = 1'000;

Status check_claimed_rules(const v1::PrecedenceClaim& claim) {
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

Status check_claimed_kinds(const v1::PrecedenceClaim& claim) {
  const std::vector<std::string> known = field_names(*v1::Provision::descriptor()->oneof_decl(0));
  std::set<std::string> seen;
  for (const std::string& kind : claim.kinds()) {
    if (std::find(known.begin(), known.end(), kind) == known.end()) {
      const std::string near = nearest(kind, known);
      return bad(
          "precedence_claim.kinds", fmt::format("names \"{}\", which is no kind of provision", kind),
          near.empty() ? fmt::format("it may be {}", fmt::join(known, ", ")) : fmt::format("did you mean {}?", near));
    }
    if (!seen.insert(kind).second) {
      return bad("precedence_claim.kinds", fmt::format("names {} twice", kind), "name each once");
    }
  }
  return fine();
}

Status check_bound(std::uint64_t least, std::uint64_t most, std::string_view what) {
  if (least <= most) return fine();
  return bad("ruleset_bounds", fmt::format("asks for at least {} and at most {}{}", least, most, what),
             "the least is at most the most");
}

}  // namespace

Status check(const v1::PrecedenceClaim& claim) {
  Status relation = said("precedence_claim.relation", claim.relation(), *v1::PrecedenceClaim::Relation_descriptor());
  if (!relation) return relation;
  if (claim.rules().empty() && claim.kinds().empty() && claim.type() == v1::PrecedenceClaim::RULE_TYPE_UNSPECIFIED) {
    return bad("precedence_claim", "names no rule, no type of rule and no kind of provision",
               "set rules, type: ANY_RULE, or kinds");
  }
  return all_of(check_claimed_rules(claim), check_claimed_kinds(claim));
}

Status check(const v1::RulesetBounds& bounds) {
  const std::uint64_t least = std::uint64_t{bounds.min_mutable()} + bounds.min_immutable();
  return all_of(
      bounds.has_max_mutable() ? check_bound(bounds.min_mutable(), bounds.max_mutable(), " mutable rules") : fine(),
      bounds.has_max_immutable() ? check_bound(bounds.min_immutable(), bounds.max_immutable(), " immutable rules")
                                 : fine(),
      bounds.has_max_rules() ? check_bound(least, bounds.max_rules(), " rules") : fine());
}

Status check(const v1::SelfRepeal& repeal) {
  switch (repeal.when_case()) {
    case v1::SelfRepeal::kAfterCircuit:
      return in_range("self_repeal.after_circuit", repeal.after_circuit(), 1, LARGEST_NUMBER);
    case v1::SelfRepeal::kAfterTurn:
      return in_range("self_repeal.after_turn", repeal.after_turn(), 1, LARGEST_NUMBER);
    case v1::SelfRepeal::kAt:
      return check_time(repeal.at(), "self_repeal.at");
    case v1::SelfRepeal::kPoints:
      return amount_in_bounds("self_repeal.points", repeal.points());
    case v1::SelfRepeal::WHEN_NOT_SET:
      break;
  }
  return bad("self_repeal", "does not say when", "set after_circuit, after_turn, at or points");
}

Status check(const v1::Forfeit& forfeit) {
  if (!forfeit.has_approval()) return fine();
  if (forfeit.always()) {
    return bad("forfeit.approval", "is asked of nobody where a player may always forfeit",
               "set always: false, or leave approval out");
  }
  return check_share(forfeit.approval(), "forfeit.approval");
}

Status check(const v1::Judgment& judgment) {
  const bool named = judgment.seat() == v1::Judgment::NAMED;
  if (named && !judgment.has_judge()) return missing("judgment.judge", "seat: NAMED needs it: judge: \"Ann\"");
  if (!named && judgment.has_judge()) {
    return bad("judgment.judge", "goes with seat: NAMED only", "set seat: NAMED, or leave judge out");
  }
  // The Initial Set says of whom these shares are taken beside the fields that say so themselves; it adds nothing.
  Status parts = all_of(judgment.has_judge() ? check_name(judgment.judge(), "judgment.judge") : fine(),
                        judgment.has_overrule() ? check_quota(judgment.overrule(), "judgment.overrule", false) : fine(),
                        judgment.has_consent() ? check_quota(judgment.consent(), "judgment.consent", false) : fine());
  if (!parts || !judgment.has_judges()) return parts;
  if (judgment.judges() % 2 == 0) {
    return bad(
        "judgment.judges", fmt::format("is {}", judgment.judges()),
        fmt::format("it may be an odd number up to {}, so that their answers are never equal in number", MOST_JUDGES));
  }
  return in_range("judgment.judges", judgment.judges(), 1, MOST_JUDGES);
}

Status check(const v1::Inactivity& inactivity) {
  if (!inactivity.has_missed_votes()) return fine();
  return in_range("inactivity.missed_votes", inactivity.missed_votes(), 1, MOST_MISSED);
}

Status check(const v1::Joining& joining) {
  if (joining.has_approval() && joining.has_open() && !joining.open()) {
    return bad("joining.approval", "is asked of nobody where none may come in", "leave it out, or set open: true");
  }
  return all_of(joining.has_approval() ? check_share(joining.approval(), "joining.approval") : fine(),
                amount_in_bounds("joining.points", joining.points()),
                joining.has_most_players()
                    ? in_range("joining.most_players", joining.most_players(), FEWEST_PLAYERS, MOST_PLAYERS)
                    : fine());
}

}  // namespace nomic::replay::provisions
