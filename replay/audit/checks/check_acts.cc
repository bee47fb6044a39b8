// R116: no act cites a rule that provides for no acts; what an act does beside giving its author something is reported
// as it is; and each act that does such a thing is listed, with the Judgment that decides on it.
//
// Whether the text of the rule that is cited provides for an act is for players and Judges. So such an act is not
// judged here. A Judgment of its turn may uphold or strike it: it is listed once the turn is over. Clerical corrections
// of rules in a live game are listed as not judged, too: one player makes them alone.

#include <algorithm>
#include <set>

#include "check.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

using Effect = Kind::Acted;
using Effects = std::set<Effect::Effect>;
using Judged = AuditedAct::Judged;

template <class List>
bool has(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// What one consequence of an act does to others than its author.
Effect::Effect effect_of(const v1::Consequence& emitted, const std::string& author, const Books& books) {
  if (is_rule_change(emitted)) return Effect::CHANGES_RULES;
  if (emitted.has_victory()) return Effect::DECLARES_WINNER;
  if (!emitted.has_score() && !emitted.has_attribute_set() && !emitted.has_holding_changed()) {
    return Effect::EFFECT_UNSPECIFIED;
  }
  const auto& name = player_of(emitted);
  const bool of_another = name != author && books.player(name) != nullptr;
  return of_another ? Effect::CHANGES_ANOTHERS_SCORE : Effect::EFFECT_UNSPECIFIED;
}

// The same of what a contested act would do.
Effects effects_of(const v1::ActPerformed& act, const std::string& author, const Books& books) {
  const auto is_another = [&](const std::string& name) { return name != author && books.player(name) != nullptr; };
  Effects effects;
  if (!act.changes().empty()) effects.insert(Effect::CHANGES_RULES);
  const bool others = std::any_of(act.points().begin(), act.points().end(),
                                  [&](const auto& one) { return is_another(one.player()); }) ||
                      std::any_of(act.attributes().begin(), act.attributes().end(),
                                  [&](const auto& one) { return is_another(one.player()); }) ||
                      std::any_of(act.holdings().begin(), act.holdings().end(),
                                  [&](const auto& one) { return is_another(one.owner()); });
  if (others) effects.insert(Effect::CHANGES_ANOTHERS_SCORE);
  return effects;
}

class Acts final : public Check {
 public:
  Acts() : Check("R116") {}

  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene&) override { acting_ = false; }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    switch (emitted.kind_case()) {
      case Kind::kTurnBegan:
      case Kind::kTurnPassed:
        // The first turn begins with the founding: its acts are still to be judged when something is proposed.
        if (scene.books.turn.phase != BookTurn::Phase::NONE) turn_is_over();
        break;
      case Kind::kActed:
        begin_act(emitted, scene);
        break;
      case Kind::kCorrected:
        note_correction(emitted, scene);
        break;
      case Kind::kMoveContested:
        contest(scene);
        break;
      case Kind::kJudgmentDelivered:
        if (!emitted.judgment_delivered().awaits_others()) deliver(scene);
        break;
      case Kind::kJudgmentOverruled:
        std::erase_if(judgments_, [&](const auto& one) { return one.record == about(emitted); });
        break;
      case Kind::kMoveUpheld:
      case Kind::kMoveStands:
        without_effect_.erase(about(emitted));
        take_effect(about(emitted));
        break;
      case Kind::kMoveStruck:
        without_effect_[about(emitted)] = {Judged::STRUCK, scene.entry.index};
        break;
      case Kind::kMoveFallen:
        without_effect_[about(emitted)] = {Judged::FALLEN, scene.entry.index};
        break;
      default:
        break;
    }
    if (!acting_) return;
    const auto effect = effect_of(emitted, act_.player, scene.books);
    if (effect != Effect::EFFECT_UNSPECIFIED) effects_.insert(effect);
  }

  void after(const Scene& scene) override {
    if (!acting_) return;
    // Where a turn is derived again besides, what is emitted is not the act's alone.
    act_.effects = reported_;
    if (!scene.derived_anew) act_.effects = {effects_.begin(), effects_.end()};
    const bool is_act = event_within(*scene.entry.event)->has_act_performed();
    if (act_.effects != reported_ || !is_act) {
      broken(scene, act_.rule, fact("act_does_otherwise", {{"record", act_.record}}));
    } else {
      holds(scene, act_.rule, [&] { return fact("act_cites", {{"record", act_.record}, {"rule", act_.rule}}); });
    }
    if (!act_.effects.empty()) acts_[act_.record] = act_;
  }

  void finish() override { turn_is_over(); }

 private:
  struct Orders {
    std::uint64_t record = 0;
    std::vector<std::uint64_t> upholds;
    std::vector<std::uint64_t> strikes;
  };
  struct Lost {
    Judged how = Judged::STRUCK;
    std::uint64_t by = 0;
  };

  static AuditedAct act_in(const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    const auto* rule = scene.books.rule(number_in(event->act_performed().cited()));
    AuditedAct act;
    act.record = scene.entry.index;
    act.player = scene.entry.author;
    act.text = event->act_performed().text();
    act.rule = number_in(event->act_performed().cited());
    act.rule_since = rule == nullptr ? 0 : rule->since;
    return act;
  }

  // Whether what is corrected was a slip is not for a program.
  void note_correction(const v1::Consequence& emitted, const Scene& scene) {
    const auto rule = from_number_of(emitted);
    if (rule == 0 || scene.derived_anew || scene.entry.event->afterwards()) return;
    not_judged(scene, emitted.rule().number(),
               fact("corrected_alone", {{"rule", rule}, {"player", emitted.corrected().player()}}));
  }

  void begin_act(const v1::Consequence& emitted, const Scene& scene) {
    acting_ = true;
    act_ = act_in(scene);
    effects_.clear();
    reported_.clear();
    for (const auto effect : emitted.acted().effects()) reported_.push_back(static_cast<Effect::Effect>(effect));
    if (scene.entry.event->has_move_contested() || !provides_for_none(scene)) return;
    broken(scene, act_.rule, fact("no_acts_under", {{"record", act_.record}, {"rule", act_.rule}}));
  }

  // Whether the rule that is cited says that no act of this author, or with such rule-changes, may be done under it.
  static bool provides_for_none(const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    const auto& act = event->act_performed();
    const auto all = scene.law.all(v1::Provision::kActs);
    return std::any_of(all.begin(), all.end(), [&](const Clause& clause) {
      if (clause.rule->number != number_in(act.cited()) || !clause.provision->acts().none()) return false;
      const auto& scope = clause.provision->scope();
      if (scene.law.covers(scope, {v1::CHANGE_KIND_UNSPECIFIED, scene.entry.author})) return true;
      return std::any_of(act.changes().begin(), act.changes().end(), [&](const auto& change) {
        return scene.law.covers(scope, {change.kind(), scene.entry.author});
      });
    });
  }

  void contest(const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    if (!event->has_act_performed()) return;
    AuditedAct act = act_in(scene);
    const auto effects = effects_of(event->act_performed(), act.player, scene.books);
    act.effects = {effects.begin(), effects.end()};
    if (!effects.empty()) contested_[act.record] = std::move(act);
  }

  void deliver(const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    const auto& judgment = event->judgment_delivered();
    judgments_.push_back({scene.entry.index,
                          {judgment.upholds().begin(), judgment.upholds().end()},
                          {judgment.strikes().begin(), judgment.strikes().end()}});
  }

  // A contested act, which a Judgment gives effect.
  void take_effect(std::uint64_t record) {
    const auto found = contested_.find(record);
    if (found != contested_.end()) acts_[record] = found->second;
  }

  // By the last of the Judgments that decide on it; else by what it fell with.
  void judge(AuditedAct& act) const {
    for (const auto& orders : judgments_) {
      if (has(orders.upholds, act.record)) act.judged = Judged::UPHELD;
      if (has(orders.strikes, act.record)) act.judged = Judged::STRUCK;
      if (has(orders.upholds, act.record) || has(orders.strikes, act.record)) act.by = orders.record;
    }
    const auto lost = without_effect_.find(act.record);
    if (lost == without_effect_.end() || act.judged == Judged::STRUCK) return;
    act.judged = lost->second.how;
    act.by = lost->second.by;
  }

  void turn_is_over() {
    for (auto& [record, act] : acts_) {
      judge(act);
      report_act(act);
    }
    acts_.clear();
    contested_.clear();
    judgments_.clear();
    without_effect_.clear();
  }

  bool acting_ = false;  // this record is an act
  AuditedAct act_;
  Effects effects_;
  std::vector<Effect::Effect> reported_;
  // Of the present turn.
  std::map<std::uint64_t, AuditedAct> acts_;
  std::map<std::uint64_t, AuditedAct> contested_;
  std::vector<Orders> judgments_;  // that are in force, in their order
  std::map<std::uint64_t, Lost> without_effect_;
};

}  // namespace

void add_acts(Checks& checks) {
  checks.push_back(std::make_unique<Acts>());
}

}  // namespace nomic::replay::audit
