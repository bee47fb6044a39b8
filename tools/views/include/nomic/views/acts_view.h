// Views of acts that change a rule, declare a winner or change another player's score, by the version of the rule that
// they cite: in `status` of the turn, in `audit` of the game.
#pragma once

#include "nomic/replay/audit.h"
#include "nomic/replay/engine.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// What the rule said when it was cited, in the language that is authoritative. Fails as the history does.
replay::Result<std::string> text_cited(const replay::History& history, const v1::PerformedAct& act);

// Acts of this turn, on which Judgment can be asked for. Fails as the history does.
replay::Status fill_acts(const replay::Engine& engine, const replay::History& history, v1::StatusView& view);

// One that the auditor reports.
void add_act(const replay::AuditedAct& act, v1::ActsView& all);

}  // namespace nomic::tools
