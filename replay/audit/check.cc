#include "check.h"

#include <algorithm>
#include <utility>

#include "nomic/replay/reference.h"

namespace nomic::replay::audit {

Fact fact(std::string_view variant, std::vector<Parameter> parameters) {
  return remark_of(Topic::AUDIT, variant, std::move(parameters));
}

Check::Check(std::string name) {
  report_.check = std::move(name);
}

void Check::report_to(AuditSink& sink, bool evidence) {
  sink_ = &sink;
  evidence_ = evidence;
}

void Check::read_with(RecordReader reader) {
  reader_ = std::move(reader);
}

std::optional<v1::Event> Check::event_at(std::uint64_t record) const {
  return reader_ ? reader_(record) : std::nullopt;
}

void Check::note_in_force(const Scene& scene) {
  const bool now = in_force(scene.law);
  if (in_force_ && !now) report_.since = scene.entry.index;
  in_force_ = now;
}

void Check::close() {
  if (report_.broken != 0) {
    report_.verdict = Verdict::BROKEN;
  } else if (report_.not_judged != 0) {
    report_.verdict = Verdict::NOT_JUDGED;
  } else if (!in_force_) {
    report_.verdict = Verdict::NOT_IN_FORCE;
  }
}

void Check::holds(const Scene& scene, std::uint32_t rule, const std::function<Fact()>& what) {
  ++report_.held;
  if (evidence_) sink_->evidence({report_.check, scene.entry.index, rule, what().remark, {}});
}

void Check::broken(const Scene& scene, std::uint32_t rule, const Fact& what, const std::vector<Fact>& evidence,
                   std::vector<ReckonedEntry> entries) {
  if (scene.method_changed) {
    not_judged(scene, rule, Fact(remark_of(Topic::AUDIT, "method_changed", {}, what.remark)));
    return;
  }
  ++report_.broken;
  std::vector<Remark> lines;
  lines.reserve(evidence.size());
  for (const Fact& one : evidence) lines.push_back(one.remark);
  sink_->finding({report_.check, scene.entry.index, rule, what.remark, std::move(lines), std::move(entries)});
}

void Check::not_judged(const Scene& scene, std::uint32_t rule, const Fact& why) {
  ++report_.not_judged;
  sink_->not_judged({report_.check, scene.entry.index, rule, why.remark, {}});
}

void Check::report_act(const AuditedAct& act) {
  ++(act.judged == AuditedAct::Judged::NOT_JUDGED ? report_.not_judged : report_.held);
  sink_->act(act);
}

std::string shown(std::int64_t thousandths) {
  const bool negative = thousandths < 0;
  const auto value = negative ? 0 - static_cast<std::uint64_t>(thousandths) : static_cast<std::uint64_t>(thousandths);
  std::string text = fmt::format("{}{}", negative ? "-" : "", value / 1000);
  if (value % 1000 == 0) return text;
  text += fmt::format(".{:03}", value % 1000);
  while (text.back() == '0') text.pop_back();
  return text;
}

Fact shown(const BookRule& rule) {
  return fact("rule_since", {{"rule", rule.number}, {"record", rule.since}});
}

std::string shown(const v1::Consequence& emitted) {
  std::string text = fmt::format("#{}.{} {}", emitted.record(), emitted.order(), kind_name(emitted.kind_case()));
  if (!player_of(emitted).empty()) text += " " + player_of(emitted);
  if (proposal_of(emitted) != 0) text += " proposal " + reference(proposal_of(emitted));
  if (emitted.has_score()) {
    text += fmt::format(" {} = {}", shown(emitted.score().points()), shown(emitted.score().total()));
  }
  for (const auto& player : emitted.not_known().players()) text += " " + player;
  if (from_number_of(emitted) != 0) text += fmt::format(" rule {}", numeral(from_number_of(emitted)));
  if (to_number_of(emitted) != 0) text += fmt::format(" -> {}", numeral(to_number_of(emitted)));
  if (emitted.has_references_followed()) {
    const auto& followed = emitted.references_followed();
    text += fmt::format(" {} for {}", followed.mentions(), followed.mentioned());
  }
  if (const auto* outcome = outcome_in(emitted)) {
    text += fmt::format(" {}-{}", outcome->votes_for(), outcome->votes_against());
  }
  if (emitted.rule().number() != 0)
    text += fmt::format(" (rule {} since #{})", reference(emitted.rule().number()), emitted.rule().since());
  return text;
}

ReckonedEntry entry_of(const v1::Consequence& score) {
  return {/*due=*/false, score.record(), score.rule().number(), score.score()};
}

Fact by_rule(std::string_view variant, const v1::Consequence& emitted, const BookRule& rule) {
  return fact(variant, {{"shown", shown(emitted)}, {"rule", rule.number}, {"record", rule.since}});
}

std::vector<std::unique_ptr<Check>> all_checks() {
  Checks checks;
  add_chain(checks);
  add_in_force(checks);
  add_kinds(checks);
  add_voted_on(checks);
  add_franchise(checks);
  add_form(checks);
  add_required(checks);
  add_numbers(checks);
  add_precedence(checks);
  add_call(checks);
  add_victory(checks);
  add_forfeit(checks);
  add_bounds(checks);
  add_turn_order(checks);
  add_adoption(checks);
  add_points(checks);
  add_effect(checks);
  add_judgment(checks);
  add_sums(checks);
  add_references(checks);
  add_signatures(checks);
  add_dice(checks);
  add_acts(checks);
  std::stable_sort(checks.begin(), checks.end(),
                   [](const auto& a, const auto& b) { return a->report().check < b->report().check; });
  return checks;
}

}  // namespace nomic::replay::audit
