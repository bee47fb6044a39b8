// Views: the messages made for output (schema/nomic/v1/view.proto), filled from states, records and consequences.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/game.h"
#include "nomic/replay/marks.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::ScoresView scores_view(const replay::Engine& engine);

// How the player is called: as records know him, unless a clerical correction says otherwise.
std::string shown_name(const v1::Player& player);
std::string shown_name(const v1::State& state, const std::string& name);

// The rule with its texts in these languages (none: all it has, its first shown), and its authoritative one where it
// has none in one of them.
v1::RulesView::Rule rule_view(const replay::Engine& engine, const v1::Rule& rule,
                              const std::vector<std::string>& langs);
v1::RulesView rules_view(const replay::Engine& engine, const std::vector<std::string>& langs);
bool has_text_in(const replay::Engine& engine, const v1::Rule& rule, std::string_view lang);

// `head` names the game; `head_hash` is the leaf hash of the state's last record.
v1::StatusView status_view(const replay::Engine& engine, const replay::History& history, const ledger::Head& head,
                           const ledger::Hash& head_hash);

v1::ConsequenceView consequence_view(const v1::Consequence& consequence);
v1::MoveView move_view(const replay::Receipt& receipt);
// `mark` is what later records say of it; `happened_at` when it happened, as far as it is known.
v1::LogView log_view(const replay::Played& played, const replay::Mark& mark, std::int64_t happened_at);
v1::FindingView finding_view(const ledger::Fault& fault);

v1::ChangeView change_view(const v1::RuleChange& change);
v1::EventView event_view(const v1::Event& event);

// Points as they are shown: 14300 thousandths are 14.3.
double in_points(std::int64_t thousandths);

// "VOTE_CAST".
std::string kind_name(const v1::Event& event);

}  // namespace nomic::tools
