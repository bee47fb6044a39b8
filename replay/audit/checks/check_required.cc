// R107: every consequence was required by a rule that speaks of it, in a version in force at its record; and nothing
// that was derived before is derived anew, unless a rule permits that.

#include <algorithm>
#include <set>
#include <vector>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

using Provision = v1::Provision;
using Kinds = std::vector<Provision::KindCase>;

// The kinds of provision that can require a consequence. Empty: any, or none.
Kinds required_by(v1::Consequence::KindCase kind) {
  switch (kind) {
    case Kind::kTurnBegan:
    case Kind::kCircuitEnded:
    case Kind::kTurnPassed:
      return {Provision::kTurnOrder};
    case Kind::kTurnEnded:
    case Kind::kDiceThrown:
    case Kind::kDiceRound:
    case Kind::kDiceCommitted:
    case Kind::kDiceRevealed:
    case Kind::kDiceMissed:
      return {Provision::kTurnParts};
    case Kind::kProposalMade:
      return {Provision::kNumbering};
    case Kind::kVoteCalled:
      return {Provision::kDebate, Provision::kVotingPeriod, Provision::kVotingDuty};
    case Kind::kVoteCast:
    case Kind::kVoteChanged:
    case Kind::kVoteWithdrawn:
    case Kind::kBallotDropped:
      return {Provision::kFranchise};
    case Kind::kVictory:
    case Kind::kRoundEnded:
      return {Provision::kVictory};
    case Kind::kProposalWithdrawn:
      return {Provision::kProposing};
    case Kind::kBecameInactive:
    case Kind::kBecameActive:
      return {Provision::kInactivity};
    case Kind::kJudgmentInvoked:
    case Kind::kJudgmentDelivered:
    case Kind::kOverruleVoted:
    case Kind::kJudgmentOverruled:
    case Kind::kConsented:
    case Kind::kGameClosed:
      return {Provision::kJudgment};
    case Kind::kDebateEndAsked:
      return {Provision::kDebate};
    case Kind::kEffectAwaited:
      return {Provision::kEffectiveness};
    default:
      return {};
  }
}

class Required final : public Check {
 public:
  Required() : Check("R107") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene&) override {
    differences_ = 0;
    permitted_ = false;
    judged_ = false;
    anew_.clear();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (scene.derived_anew) {
      derived_anew(emitted, scene);
      return;
    }
    if (emitted.score().derived_from() != 0) {
      broken(scene, emitted.rule().number(), fact("score_anew", {{"player", player_of(emitted)}}), {shown(emitted)},
             {entry_of(emitted)});
      return;
    }
    const auto kinds = required_by(emitted.kind_case());
    if (kinds.empty()) {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
      return;
    }
    if (emitted.rule().number() == 0) {
      required_by_none(emitted, scene, kinds);
      return;
    }
    const auto* rule = scene.books.rule(emitted.rule().number());
    // One that is not in force is R101's.
    const bool judges_still = is_of_judgment(emitted) && scene.books.dispute.rule_before_act.has_value();
    const bool speaks = rule == nullptr || judges_still ||
                        std::any_of(rule->provisions.begin(), rule->provisions.end(), [&](const auto& p) {
                          return std::find(kinds.begin(), kinds.end(), p.kind_case()) != kinds.end();
                        });
    if (!speaks) {
      broken(scene, rule->number,
             fact("cites_silent_rule", {{"kind", kind_name(emitted.kind_case())}, {"rule", rule->number}}),
             {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  void after(const Scene& scene) override {
    if (differences_ == 0) return;
    const auto& event = *scene.entry.event;
    const bool disputed = judged_ || event.has_judgment_delivered() || event.has_overrule_voted();
    if (permitted_) {
      not_judged(scene, 0, fact("anew_by_rule", {{"things", differences_}}));
    } else if (disputed) {
      not_judged(scene, 0, fact("anew_by_judgment", {{"things", differences_}}));
    } else {
      broken(scene, 0, fact("anew_by_nothing", {{"things", differences_}}));
    }
  }

 private:
  void derived_anew(const v1::Consequence& emitted, const Scene& scene) {
    ++differences_;
    judged_ =
        judged_ || emitted.kind_case() == Kind::kJudgmentOverruled || emitted.kind_case() == Kind::kJudgmentDelivered;
    if (emitted.kind_case() == Kind::kMoveUpheld) {
      upheld_.insert(about(emitted));
      judged_ = judged_ || is_upheld_by_judgment(scene.books.dispute, about(emitted)) ||
                is_upheld_by_judgment(scene.books.dispute_before, about(emitted));
    }
    if (emitted.kind_case() == Kind::kMoveStruck || emitted.kind_case() == Kind::kMoveFallen)
      upheld_.erase(about(emitted));
    if (emitted.reckoned_anew().has_no_outcome()) anew_.insert(number_in(emitted.reckoned_anew().no_outcome()));
    if (emitted.kind_case() != Kind::kAppliesFrom) return;
    if (anew_.count(proposal_of(emitted)) != 0) {
      permitted_ = true;
      not_judged(
          scene, emitted.rule().number(),
          fact("past_of_another", {{"proposal", proposal_of(emitted)}, {"record", emitted.applies_from().from()}}));
      return;
    }
    // One that a Judgment finds adopted may have been closed before what it strikes.
    const auto* open = scene.books.proposal_known(proposal_of(emitted));
    bool may = open != nullptr && open->effect_from && *open->effect_from == emitted.applies_from().from();
    std::uint32_t rule = 0;
    std::uint64_t since = 0;
    if (open != nullptr) {
      for (const auto& change : open->changes) {
        const auto& ban =
            scene.law.point(Provision::kEffectiveness, v1::Effectiveness::kRetroactiveFieldNumber, {change.kind(), {}});
        if (!ban || ban.says->effectiveness().retroactive()) continue;
        may = false;
        rule = ban.by.front()->number;
        since = ban.by.front()->since;
      }
    }
    permitted_ = true;
    // A Judgment that upholds a proposal lifts what prohibits it; the moment that it names is its own all the same.
    const bool lifted = rule != 0 && (open->waived || upheld_.count(open->form_at) != 0) &&
                        open->effect_from == emitted.applies_from().from();
    if (lifted) {
      not_judged(scene, rule,
                 fact("past_upheld", {{"proposal", proposal_of(emitted)},
                                      {"record", emitted.applies_from().from()},
                                      {"contested", open->form_at}}));
      return;
    }
    // By the rules in force when its form was made it may; those have changed since.
    if (rule != 0 && since > open->form_at && open->effect_from == emitted.applies_from().from()) {
      not_judged(scene, rule,
                 fact("past_prohibited_since", {{"proposal", proposal_of(emitted)},
                                                {"record", emitted.applies_from().from()},
                                                {"rule", rule},
                                                {"since", since}}));
      return;
    }
    if (!may) {
      broken(scene, rule,
             fact("past_prohibited", {{"proposal", proposal_of(emitted)}, {"record", emitted.applies_from().from()}}),
             {shown(emitted)});
    }
  }

  // A proposal that a Judgment of the turn upheld may begin the next turn later, once nothing but consent was missing.
  static bool is_upheld_by_judgment(const BookDispute& dispute, std::uint64_t contested) {
    return std::any_of(dispute.judgments.begin(), dispute.judgments.end(), [&](const auto& judgment) {
      return !judgment.overruled && judgment.upholds.count(contested) != 0;
    });
  }

  void required_by_none(const v1::Consequence& emitted, const Scene& scene, const Kinds& kinds) {
    const bool regulated = emitted.kind_case() == Kind::kVictory || emitted.kind_case() == Kind::kRoundEnded;
    if (!regulated || !std::any_of(kinds.begin(), kinds.end(), [&](auto kind) { return scene.law.any(kind); })) {
      holds(scene, 0, [&] { return fact("unregulated", {{"shown", shown(emitted)}}); });
      return;
    }
    broken(scene, 0, fact("cites_no_rule", {{"kind", kind_name(emitted.kind_case())}}), {shown(emitted)});
  }

  std::uint64_t differences_ = 0;
  bool permitted_ = false;
  bool judged_ = false;
  std::set<std::uint32_t> anew_;    // numbers whose outcome this record undid: another proposal may bear one now
  std::set<std::uint64_t> upheld_;  // contested records to which a Judgment has given effect
};

}  // namespace

void add_required(Checks& checks) {
  checks.push_back(std::make_unique<Required>());
}

}  // namespace nomic::replay::audit
