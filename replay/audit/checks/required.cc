// R107: every consequence was required by a rule that speaks of it, in a version in force at its record; and nothing
// that was derived before is derived anew, unless a rule permits that.

#include <algorithm>
#include <set>
#include <vector>

#include "check.h"

namespace nomic::replay::audit {
namespace {

using Provision = v1::Provision;
using Kinds = std::vector<Provision::KindCase>;

// The kinds of provision that can require a consequence. Empty: any, or none.
Kinds required_by(v1::Consequence::Kind kind) {
  switch (kind) {
    case Kind::TURN_BEGAN:
    case Kind::CIRCUIT_ENDED:
    case Kind::TURN_PASSED:
      return {Provision::kTurnOrder};
    case Kind::TURN_ENDED:
    case Kind::DICE_THROWN:
    case Kind::DICE_ROUND:
    case Kind::DICE_COMMITTED:
    case Kind::DICE_REVEALED:
    case Kind::DICE_MISSED:
      return {Provision::kTurnParts};
    case Kind::PROPOSAL_MADE:
      return {Provision::kNumbering};
    case Kind::VOTE_CALLED:
      return {Provision::kDebate, Provision::kVotingPeriod, Provision::kVotingDuty};
    case Kind::VOTE_CAST:
    case Kind::VOTE_CHANGED:
    case Kind::VOTE_WITHDRAWN:
    case Kind::BALLOT_DROPPED:
      return {Provision::kFranchise};
    case Kind::VICTORY:
    case Kind::ROUND_ENDED:
      return {Provision::kVictory};
    case Kind::PROPOSAL_WITHDRAWN:
      return {Provision::kProposing};
    case Kind::BECAME_INACTIVE:
    case Kind::BECAME_ACTIVE:
      return {Provision::kInactivity};
    case Kind::JUDGMENT_INVOKED:
    case Kind::JUDGMENT_DELIVERED:
    case Kind::OVERRULE_VOTED:
    case Kind::JUDGMENT_OVERRULED:
    case Kind::CONSENTED:
    case Kind::GAME_CLOSED:
      return {Provision::kJudgment};
    case Kind::DEBATE_END_ASKED:
      return {Provision::kDebate};
    case Kind::EFFECT_AWAITED:
      return {Provision::kEffectiveness};
    default:
      return {};
  }
}

class Required final : public Check {
 public:
  Required() : Check("R107", "every consequence is required by the rules at its record, and none is derived anew") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene&) override {
    differences_ = 0;
    permitted_ = false;
    judged_ = false;
  }

  void told(const v1::Consequence& told, const Scene& scene) override {
    if (scene.derived_anew) {
      derived_anew(told, scene);
      return;
    }
    if (!told.text().empty() && told.kind() == Kind::SCORE) {
      broken(scene, told.rule().number(),
             fmt::format("the score of {} is derived anew, and no rule permits that", told.player()), {shown(told)});
      return;
    }
    const auto kinds = required_by(told.kind());
    if (kinds.empty()) {
      holds(scene, told.rule().number(), [&] { return shown(told); });
      return;
    }
    if (told.rule().number() == 0) {
      required_by_none(told, scene, kinds);
      return;
    }
    const auto* rule = scene.books.rule(told.rule().number());
    // One that is not in force is R101's.
    const bool speaks =
        rule == nullptr || std::any_of(rule->provisions.begin(), rule->provisions.end(), [&](const auto& p) {
          return std::find(kinds.begin(), kinds.end(), p.kind_case()) != kinds.end();
        });
    if (!speaks) {
      broken(scene, rule->number,
             fmt::format("{} cites rule {}, which says nothing of it", v1::Consequence::Kind_Name(told.kind()),
                         rule->number),
             {shown(told)});
      return;
    }
    holds(scene, told.rule().number(), [&] { return shown(told); });
  }

  void after(const Scene& scene) override {
    if (differences_ == 0) return;
    const auto& event = *scene.entry.event;
    const bool disputed = judged_ || event.has_judgment_delivered() || event.has_overrule_voted();
    if (permitted_) {
      not_judged(scene, 0,
                 fmt::format("the game was derived anew, as a rule-change in force permits: {} things that "
                             "this tells are taken as told",
                             differences_));
    } else if (disputed) {
      not_judged(scene, 0,
                 fmt::format("the turn was derived again as a Judgment has it: {} things that this tells are "
                             "taken as told",
                             differences_));
    } else {
      broken(scene, 0,
             fmt::format("{} things are derived anew, and neither a Judgment nor a rule-change asks for it",
                         differences_));
    }
  }

 private:
  void derived_anew(const v1::Consequence& told, const Scene& scene) {
    ++differences_;
    judged_ = judged_ || told.kind() == Kind::JUDGMENT_OVERRULED || told.kind() == Kind::JUDGMENT_DELIVERED;
    if (told.kind() == Kind::MOVE_UPHELD) upheld_.insert(told.reached_at());
    if (told.kind() == Kind::MOVE_STRUCK || told.kind() == Kind::MOVE_FALLEN) upheld_.erase(told.reached_at());
    if (told.kind() != Kind::APPLIES_FROM) return;
    const auto* open =
        scene.books.adopted.count(told.proposal()) != 0 ? &scene.books.adopted.at(told.proposal()).proposal : nullptr;
    bool may = open != nullptr && open->effect_from && *open->effect_from == told.reached_at();
    std::uint32_t rule = 0;
    if (open != nullptr) {
      for (const auto& change : open->changes) {
        const auto& ban =
            scene.law.point(Provision::kEffectiveness, v1::Effectiveness::kRetroactiveFieldNumber, {change.kind(), {}});
        if (!ban || ban.says->effectiveness().retroactive()) continue;
        may = false;
        rule = ban.by.front()->number;
      }
    }
    permitted_ = true;
    // A Judgment that upholds a proposal lifts what prohibits it; the moment that it names is its own all the same.
    const bool lifted = rule != 0 && upheld_.count(open->form_at) != 0 && open->effect_from == told.reached_at();
    if (lifted) {
      not_judged(scene, rule,
                 fmt::format("proposal {} applies from #{} on, which is prohibited; it was contested at #{}, and a "
                             "Judgment has upheld it",
                             told.proposal(), told.reached_at(), open->form_at));
      return;
    }
    // Adopted in this very record, by the rules in force when its form was made: those may have changed since.
    if (!may) {
      broken(scene, rule,
             fmt::format("proposal {} applies from #{} on, and the rules in force prohibit that", told.proposal(),
                         told.reached_at()),
             {shown(told)});
    }
  }

  void required_by_none(const v1::Consequence& told, const Scene& scene, const Kinds& kinds) {
    const bool regulated = told.kind() == Kind::VICTORY || told.kind() == Kind::ROUND_ENDED;
    if (!regulated || !std::any_of(kinds.begin(), kinds.end(), [&](auto kind) { return scene.law.any(kind); })) {
      holds(scene, 0, [&] { return shown(told) + ": no rule in force says anything of it"; });
      return;
    }
    broken(scene, 0, fmt::format("{} cites no rule", v1::Consequence::Kind_Name(told.kind())), {shown(told)});
  }

  std::uint64_t differences_ = 0;
  bool permitted_ = false;
  bool judged_ = false;
  std::set<std::uint64_t> upheld_;  // contested records to which a Judgment has given effect
};

}  // namespace

void add_required(Checks& checks) {
  checks.push_back(std::make_unique<Required>());
}

}  // namespace nomic::replay::audit
