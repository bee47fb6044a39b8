// R103: only rule-changes of a kind that the rules admit are proposed, or made by an act, and of a rule that they fit.

#include <algorithm>

#include "check.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

class Kinds final : public Check {
 public:
  Kinds() : Check("R103") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kRuleChangeKinds); }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    const auto event = event_within(*scene.entry.event);
    const bool looks = emitted.kind_case() == Kind::kProposalMade || emitted.kind_case() == Kind::kProposalRevised ||
                       (emitted.kind_case() == Kind::kActed && !event->act_performed().changes().empty());
    if (!looks) return;
    if (emitted.kind_case() == Kind::kProposalMade) look(emitted, scene, event->proposal_made().changes(), false);
    if (emitted.kind_case() == Kind::kProposalRevised) {
      const auto* open = scene.books.proposal(proposal_of(emitted));
      if (open != nullptr && open->waived) {
        not_judged(scene, 0, fact("upheld", {{"proposal", proposal_of(emitted)}}));
        return;
      }
      look(emitted, scene, event->proposal_revised().changes(), false);
    }
    if (emitted.kind_case() == Kind::kActed) look(emitted, scene, event->act_performed().changes(), true);
  }

 private:
  using Changes = google::protobuf::RepeatedPtrField<v1::RuleChange>;

  void look(const v1::Consequence& emitted, const Scene& scene, const Changes& changes, bool act) {
    if (changes.empty()) {
      broken(scene, 0, fact("no_change"), {shown(emitted)});
      return;
    }
    const auto& most = scene.law.point(v1::Provision::kRuleChangeKinds, v1::RuleChangeKinds::kPerProposalFieldNumber,
                                       {changes.Get(0).kind(), {}});
    if (!act && most) {
      const auto allowed = most.says->rule_change_kinds().per_proposal();
      if (static_cast<std::uint32_t>(changes.size()) > allowed) {
        broken(scene, most.by.front()->number,
               fact("too_many_changes", {{"changes", changes.size()}, {"allowed", allowed}}),
               {shown(emitted), shown(*most.by.front())});
      }
    }
    for (const auto& change : changes) look_at(emitted, scene, change, act);
  }

  void look_at(const v1::Consequence& emitted, const Scene& scene, const v1::RuleChange& change, bool act) {
    // What players proposed beside rule-changes is on record in a game recorded afterwards.
    if (change.kind() == v1::NO_CHANGE && scene.entry.event->afterwards()) {
      holds(scene, 0, [&] { return fact("no_rule_change", {{"shown", shown(emitted)}}); });
      return;
    }
    const auto& kinds =
        scene.law.point(v1::Provision::kRuleChangeKinds, v1::RuleChangeKinds::kKindsFieldNumber, {change.kind(), {}});
    const std::string& name = v1::ChangeKind_Name(change.kind());
    if (kinds.unclear) {
      not_judged(scene, 0, fact("kinds_unclear"));
      return;
    }
    if (kinds) {
      const auto& allowed = kinds.says->rule_change_kinds().kinds();
      if (std::find(allowed.begin(), allowed.end(), change.kind()) == allowed.end()) {
        broken(scene, kinds.by.front()->number, fact("kind_not_allowed", {{"change", name}}),
               {shown(emitted), shown(*kinds.by.front())});
        return;
      }
    }
    const Fact wrong = misfit(scene.books, change, act);
    if (!wrong.empty()) {
      broken(scene, number_in(change.rule()), wrong, {shown(emitted)});
      return;
    }
    holds(scene, kinds ? kinds.by.front()->number : 0, [&] {
      if (!kinds) return fact("kind_unregulated", {{"shown", shown(emitted)}, {"change", name}});
      const BookRule& rule = *kinds.by.front();
      return fact("kind_allowed",
                  {{"shown", shown(emitted)}, {"change", name}, {"rule", rule.number}, {"record", rule.since}});
    });
  }

  // What is wrong with the rule that is to be changed; empty: nothing.
  static Fact misfit(const Books& books, const v1::RuleChange& change, bool act) {
    if (change.kind() == v1::ENACT || change.kind() == v1::NO_CHANGE) return {};
    if (change.kind() == v1::REENACT) {
      if (books.repealed_rule(number_in(change.rule())) != nullptr) return {};
      return fact("not_repealed", {{"rule", number_in(change.rule())}});
    }
    const auto* rule = books.of_lineage(books.lineage_named(number_in(change.rule())));
    if (rule == nullptr) return fact("target_not_in_force", {{"rule", number_in(change.rule())}});
    const bool must_be_immutable = change.kind() == v1::TRANSMUTE_TO_MUTABLE;
    if (must_be_immutable && act) return fact("act_on_immutable", {{"rule", number_in(change.rule())}});
    if ((rule->status == v1::IMMUTABLE) != must_be_immutable) {
      return fact("other_status", {{"change", v1::ChangeKind_Name(change.kind())},
                                   {"rule", number_in(change.rule())},
                                   {"status", must_be_immutable ? "mutable" : "immutable"}});
    }
    if (change.kind() == v1::RESTORE && rule->versions.size() < 2) {
      return fact("nothing_to_restore", {{"rule", number_in(change.rule())}});
    }
    return {};
  }
};

}  // namespace

void add_kinds(Checks& checks) {
  checks.push_back(std::make_unique<Kinds>());
}

}  // namespace nomic::replay::audit
