// Views of rules, in the languages that are asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/engine.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The rule, which has its texts (content.h), with them in these languages (none: all it has, its first shown), and its
// authoritative one where it has none in one of them. What is said in English of its provisions and conflicts is not in
// it.
v1::RulesView::Rule rule_view(const replay::Engine& engine, const v1::Rule& rule,
                              const std::vector<std::string>& langs);
// The same of all in force, whose texts the history has.
replay::Result<v1::RulesView> rules_view(const replay::Engine& engine, const replay::History& history,
                                         const std::vector<std::string>& langs);
// The notes under a rule, which has their words (content.h).
v1::RulesView::Rule::Notes notes_view(const v1::Rule& rule);
bool has_text_in(const replay::Engine& engine, const v1::Rule& rule, std::string_view lang);

// The record since which it bears its number, unless it took it with an earlier version: that of the finding by which
// it does, else that of its version.
std::uint64_t number_since(const v1::Rule& rule);

}  // namespace nomic::tools
