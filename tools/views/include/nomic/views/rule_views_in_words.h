// Views of rules with what is said of them in English: their provisions in words, and the conflicts that they lose.
#pragma once

#include <string>
#include <vector>

#include "nomic/service/rule_views.h"

namespace nomic::tools {

// As rule_view() and rules_view() make them, `in_words` and `conflicts` filled in.
v1::RulesView::Rule worded_rule_view(const replay::Engine& engine, const v1::Rule& rule,
                                     const std::vector<std::string>& langs);
replay::Result<v1::RulesView> worded_rules_view(const replay::Engine& engine, const replay::History& history,
                                                const std::vector<std::string>& langs);

}  // namespace nomic::tools
