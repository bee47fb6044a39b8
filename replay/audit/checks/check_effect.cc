// R205: an adopted rule-change takes effect when the rules say, every part of it, and nothing takes effect otherwise.

#include <algorithm>
#include <map>

#include "check.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

class Effect final : public Check {
 public:
  Effect() : Check("R205") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kEffectiveness); }

  void before(const Scene& scene) override {
    due_now_.clear();
    if (scene.entry.index != next_) take_up(scene);
    next_ = scene.entry.index + (scene.entry.fell_due ? 0 : 1);
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    switch (emitted.kind_case()) {
      case Kind::kRuleEnacted:
      case Kind::kRuleAmended:
      case Kind::kRuleRepealed:
      case Kind::kRuleTransmuted:
      case Kind::kRuleReenacted:
      case Kind::kRuleRestored:
      case Kind::kRuleRetitled:
        takes_effect(emitted, scene);
        break;
      case Kind::kWithoutEffect:
        without_effect(emitted, scene);
        break;
      case Kind::kEffectAwaited:
        awaited(emitted, scene);
        break;
      case Kind::kChangeNotAdopted:
        if (const auto at = scene.books.change_emitted(emitted)) {
          due_now_[proposal_of(emitted)].erase(*at);
          waiting_[proposal_of(emitted)].erase(*at);
        }
        break;
      default:
        break;
    }
  }

  void applied(const v1::Consequence& emitted, const Scene& scene) override {
    switch (emitted.kind_case()) {
      case Kind::kProposalAdopted:
        adopted(emitted, scene);
        break;
      case Kind::kActed:
        if (const auto found = scene.books.adopted.find(proposal_of(emitted));
            found != scene.books.adopted.end() && found->second.by_act) {
          for (std::size_t at = 0; at < found->second.done.size(); ++at) due_now_[proposal_of(emitted)][at] = {};
        }
        break;
      // The moments at which what waits takes effect.
      case Kind::kTurnEnded:
        fall_due(v1::Effectiveness::TURN_ENDS);
        break;
      case Kind::kCircuitEnded:
        fall_due(v1::Effectiveness::CIRCUIT_ENDS);
        break;
      // What takes effect with the turn has by now: what the turn's own proposal adopts waits for the next.
      case Kind::kTurnBegan:
        fall_due(v1::Effectiveness::NEXT_TURN);
        break;
      default:
        break;
    }
  }

  void after(const Scene& scene) override {
    for (const auto& [number, changes] : waiting_) {
      for (const auto& [at, moment] : changes) {
        const bool over = moment.when == v1::Effectiveness::AFTER_DELAY && moment.at <= scene.entry.recorded_at;
        if (over && !scene.books.won) due_now_[number][at] = moment;
      }
    }
    for (const auto& [number, changes] : due_now_) {
      for (const auto& [at, moment] : changes) {
        broken(scene, moment.rule, fact("effect_missing", {{"proposal", number}, {"change", at + 1}}));
        waiting_[number].erase(at);
      }
    }
    std::erase_if(waiting_, [](const auto& entry) { return entry.second.empty(); });
  }

 private:
  using Changes = std::map<std::size_t, Moment>;  // by their places in the proposal

  // After the game was derived anew what waits is what the books were told to wait for; until when is not in them.
  void take_up(const Scene& scene) {
    waiting_.clear();
    for (const auto& [number, adopted] : scene.books.adopted) {
      for (std::size_t at = 0; at < adopted.done.size(); ++at) {
        if (!adopted.done[at]) waiting_[number][at] = {v1::Effectiveness::MOMENT_UNSPECIFIED, 0, 0};
      }
    }
  }

  void adopted(const v1::Consequence& emitted, const Scene& scene) {
    const auto found = scene.books.adopted.find(proposal_of(emitted));
    if (found == scene.books.adopted.end() || found->second.proposal.effect_from) return;
    const auto& proposal = found->second.proposal;
    const bool together = hang_together(scene.law, proposal);
    for (std::size_t at = 0; at < proposal.changes.size(); ++at) {
      if (proposal.changes[at].kind() == v1::NO_CHANGE) continue;
      const auto moment = moment_of(scene.law, proposal, together ? 0 : at, scene.entry.latest());
      auto& list = moment.when == v1::Effectiveness::VOTE_COMPLETE ? due_now_ : waiting_;
      list[proposal_of(emitted)][at] = moment;
    }
  }

  void fall_due(v1::Effectiveness::Moment moment) {
    for (auto& [number, changes] : waiting_) {
      for (auto at = changes.begin(); at != changes.end();) {
        if (at->second.when != moment) {
          ++at;
          continue;
        }
        due_now_[number][at->first] = at->second;
        at = changes.erase(at);
      }
    }
  }

  // Whether the change may take effect now; it is then done with.
  bool is_due(std::uint32_t proposal, std::size_t at, const Scene& scene, bool& unknown) {
    auto& now = due_now_[proposal];
    if (now.erase(at) != 0) return true;
    auto& later = waiting_[proposal];
    const auto found = later.find(at);
    if (found == later.end()) return false;
    const auto moment = found->second;
    unknown = moment.when == v1::Effectiveness::MOMENT_UNSPECIFIED;
    const bool time = moment.when == v1::Effectiveness::AFTER_DELAY && moment.at <= scene.entry.recorded_at;
    // What waits for the next turn takes effect as its proposal is looked at, before the turn is told to begin.
    const bool next =
        moment.when == v1::Effectiveness::NEXT_TURN && event_within(*scene.entry.event)->has_proposal_made();
    if (!unknown && !time && !next) return false;
    later.erase(found);
    return true;
  }

  void takes_effect(const v1::Consequence& emitted, const Scene& scene) {
    const auto at = scene.books.change_emitted(emitted);
    if (!at && proposal_of(emitted) == 0) {
      repeals_itself(emitted, scene);
      return;
    }
    if (!at) return;  // of no form that was adopted: R106
    bool unknown = false;
    if (!is_due(proposal_of(emitted), *at, scene, unknown)) {
      broken(scene, emitted.rule().number(),
             fact("effect_not_due", {{"proposal", proposal_of(emitted)}, {"record", scene.entry.index}}),
             {shown(emitted)});
      return;
    }
    if (unknown) {
      not_judged(scene, emitted.rule().number(), fact("waited_before", {{"shown", shown(emitted)}}));
      return;
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  void without_effect(const v1::Consequence& emitted, const Scene& scene) {
    const auto found = scene.books.adopted.find(proposal_of(emitted));
    const auto at = scene.books.change_emitted(emitted);
    if (!at || found == scene.books.adopted.end()) {
      broken(scene, emitted.rule().number(), fact("no_effect_due", {{"proposal", proposal_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    const bool together = found->second.together;
    bool unknown = false;
    for (std::size_t one = 0; one < found->second.done.size(); ++one) {
      if (one == *at || (together && !found->second.done[one])) is_due(proposal_of(emitted), one, scene, unknown);
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  void awaited(const v1::Consequence& emitted, const Scene& scene) {
    if (waiting_.count(proposal_of(emitted)) != 0 && !waiting_[proposal_of(emitted)].empty()) {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
      return;
    }
    due_now_.erase(proposal_of(emitted));
    broken(scene, emitted.rule().number(), fact("not_later", {{"proposal", proposal_of(emitted)}}), {shown(emitted)});
  }

  // A rule that says of itself when it goes.
  void repeals_itself(const v1::Consequence& emitted, const Scene& scene) {
    const auto* rule = scene.books.rule(from_number_of(emitted));
    bool says = false;
    bool due = false;
    for (std::size_t place = 0; rule != nullptr && place < rule->provisions.size(); ++place) {
      if (!rule->provisions[place].has_self_repeal()) continue;
      says = true;
      due = due || (!rule->passed.contains(place) && has_come(rule->provisions[place].self_repeal(), scene));
    }
    if (!says || emitted.kind_case() != Kind::kRuleRepealed) {
      broken(scene, from_number_of(emitted), fact("changed_by_nothing", {{"rule", from_number_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    if (!due) {
      broken(scene, from_number_of(emitted), fact("self_repeal_not_due", {{"rule", from_number_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    holds(scene, from_number_of(emitted), [&] { return shown(emitted); });
  }

  // Whether the moment has come, or was there before and a bound held the rule back.
  static bool has_come(const v1::SelfRepeal& repeal, const Scene& scene) {
    switch (repeal.when_case()) {
      case v1::SelfRepeal::kAfterCircuit:
        return repeal.after_circuit() <= scene.books.circuits_complete;
      case v1::SelfRepeal::kAfterTurn:
        return scene.books.turn_complete(repeal.after_turn());
      case v1::SelfRepeal::kAt: {
        const auto time = parse_time(repeal.at(), false);
        return !time || *time <= scene.entry.recorded_at;
      }
      case v1::SelfRepeal::kPointsThousandths:
        return std::any_of(scene.books.players.begin(), scene.books.players.end(), [&](const auto& player) {
          return !player.left && player.points >= repeal.points_thousandths();
        });
      default:
        return false;
    }
  }

  std::map<std::uint32_t, Changes> due_now_;
  std::map<std::uint32_t, Changes> waiting_;
  std::uint64_t next_ = 0;
};

}  // namespace

void add_effect(Checks& checks) {
  checks.push_back(std::make_unique<Effect>());
}

}  // namespace nomic::replay::audit
