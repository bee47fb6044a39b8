#include "rule_forms.h"

#include "nomic/replay/content.h"
#include "nomic/replay/law.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {
namespace {

// What other rules have to say to it.
std::string said_by_others(const replay::Engine& engine, const v1::Rule& rule) {
  std::string said = engine.law().is_void(rule.number()) ? "void" : "";
  for (const replay::Conflict& conflict : engine.law().conflicts()) {
    if (conflict.loser.number() != rule.number() && conflict.winner.number() != rule.number()) continue;
    said += '\n' + words_of(remark_of(conflict));
  }
  return said;
}

}  // namespace

v1::RulesView::Rule as_in_report(v1::RulesView::Rule rule) {
  rule.clear_text();
  rule.clear_lang();
  rule.clear_provisions();
  return rule;
}

replay::Result<v1::ReportMoment::InForce> RuleForms::in_force(const replay::Engine& engine) {
  v1::ReportMoment::InForce all;
  for (const v1::Rule& rule : engine.state().rules()) {
    auto place = place_of(engine, rule);
    if (!place) return place.error();
    all.add_rules(*place);
  }
  return all;
}

replay::Result<std::uint32_t> RuleForms::place_of(const replay::Engine& engine, const v1::Rule& rule) {
  const std::string seen = rule.SerializeAsString() + said_by_others(engine, rule);
  Last& last = last_[rule.lineage()];
  if (last.seen == seen) return last.place;
  v1::Rule read = rule;
  NOMIC_TRY(replay::fetch_texts(history_, {&read}));
  const v1::RulesView::Rule view = as_in_report(worded_rule_view(engine, read, {}));
  const auto known = places_.try_emplace(view.SerializeAsString(), static_cast<std::uint32_t>(view_.rules_size()));
  if (known.second) *view_.add_rules() = view;
  last = {seen, known.first->second};
  return last.place;
}

}  // namespace nomic::tools
