#include "shared/rules_in_force.h"

#include <algorithm>
#include <utility>

#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "shared/moment_options.h"

namespace nomic::tools {

Result<RulesInForce> RulesInForce::of(replay::Game& game, std::uint64_t size) {
  NOMIC_ASSIGN(auto moment, Moment::of(game, size));
  const replay::State& state = moment.engine().state();
  NOMIC_ASSIGN(auto rules, replay::rules_with_texts(game.history(), state));
  return RulesInForce(state, std::move(rules));
}

v1::Ruleset RulesInForce::ruleset() const {
  v1::Ruleset ruleset;
  ruleset.set_authoritative_lang(lang());
  for (const v1::Rule& rule : rules_) {
    v1::RuleBody& body = *ruleset.add_rules();
    body.set_number(replay::reference(rule.number()));
    body.set_status(rule.status());
    body.set_title(rule.title());
    *body.mutable_texts() = rule.texts();
    *body.mutable_provisions() = rule.provisions();
  }
  return ruleset;
}

const v1::Text* RulesInForce::text_of(const v1::Rule& rule, const std::string& lang) const {
  for (const v1::Text& text : rule.texts()) {
    if ((text.lang().empty() ? this->lang() : text.lang()) == lang) return &text;
  }
  return nullptr;
}

bool RulesInForce::has(const std::string& lang) const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [&](const v1::Rule& rule) { return text_of(rule, lang) != nullptr; });
}

std::vector<replay::RuleCopy> RulesInForce::copies(const std::string& lang) const {
  std::vector<replay::RuleCopy> all;
  all.reserve(rules_.size());
  for (const v1::Rule& rule : rules_) {
    replay::RuleCopy& copy = all.emplace_back();
    copy.number = rule.number();
    copy.status = rule.status();
    copy.title = rule.title();
    copy.former_numbers = replay::former_numbers(state_, rule);
    if (const v1::Text* text = text_of(rule, lang)) copy.text = text->text();
  }
  return all;
}

}  // namespace nomic::tools
