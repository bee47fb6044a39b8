#include "nomic/views/rule_views_in_words.h"

#include <cstdint>
#include <set>
#include <unordered_map>

#include "nomic/replay/content.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {
namespace {

// Whether the rule of that number is told of the conflict: it loses it, or the conflict is undecided.
bool is_told_of(std::uint32_t number, const replay::Conflict& conflict) {
  const bool undecided = conflict.end == replay::Conflict::End::UNDECIDED;
  return conflict.loser.number() == number || (undecided && conflict.winner.number() == number);
}

v1::RulesView::Rule without_conflicts(const replay::Engine& engine, const v1::Rule& rule,
                                      const std::vector<std::string>& langs) {
  v1::RulesView::Rule view = rule_view(engine, rule, langs);
  for (const v1::Provision& provision : rule.provisions()) view.add_in_words(words_of(provision));
  return view;
}

}  // namespace

v1::RulesView::Rule worded_rule_view(const replay::Engine& engine, const v1::Rule& rule,
                                     const std::vector<std::string>& langs) {
  v1::RulesView::Rule view = without_conflicts(engine, rule, langs);
  for (const replay::Conflict& conflict : engine.law().conflicts()) {
    if (is_told_of(rule.number(), conflict)) view.add_conflicts(words_of(remark_of(conflict)));
  }
  return view;
}

replay::Result<v1::RulesView> worded_rules_view(const replay::Engine& engine, const replay::History& history,
                                                const std::vector<std::string>& langs) {
  NOMIC_ASSIGN(auto rules, replay::rules_with_texts(history, engine.state()));
  v1::RulesView view;
  std::unordered_map<std::uint32_t, v1::RulesView::Rule*> by_number;
  for (const v1::Rule& rule : rules) {
    replay::spend_work(replay::WorkStep::LARGE);
    auto& added = *view.add_rules();
    added = without_conflicts(engine, rule, langs);
    by_number[rule.number()] = &added;
  }
  for (const replay::Conflict& conflict : engine.law().conflicts()) {
    const std::string words = words_of(remark_of(conflict));
    for (const std::uint32_t number : std::set{conflict.loser.number(), conflict.winner.number()}) {
      const auto found = by_number.find(number);
      if (found != by_number.end() && is_told_of(number, conflict)) found->second->add_conflicts(words);
    }
  }
  return view;
}

}  // namespace nomic::tools
