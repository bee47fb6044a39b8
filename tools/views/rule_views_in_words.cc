#include "nomic/views/rule_views_in_words.h"

#include "nomic/replay/content.h"
#include "nomic/replay/law.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {

v1::RulesView::Rule worded_rule_view(const replay::Engine& engine, const v1::Rule& rule,
                                     const std::vector<std::string>& langs) {
  v1::RulesView::Rule view = rule_view(engine, rule, langs);
  for (const v1::Provision& provision : rule.provisions()) view.add_in_words(words_of(provision));
  for (const replay::Conflict& conflict : engine.law().conflicts()) {
    const bool undecided = conflict.end == replay::Conflict::End::UNDECIDED;
    if (conflict.loser.number() == rule.number() || (undecided && conflict.winner.number() == rule.number())) {
      view.add_conflicts(words_of(remark_of(conflict)));
    }
  }
  return view;
}

replay::Result<v1::RulesView> worded_rules_view(const replay::Engine& engine, const replay::History& history,
                                                const std::vector<std::string>& langs) {
  auto rules = replay::rules_with_texts(history, engine.state());
  if (!rules) return rules.error();
  v1::RulesView view;
  for (const v1::Rule& rule : *rules) *view.add_rules() = worded_rule_view(engine, rule, langs);
  return view;
}

}  // namespace nomic::tools
