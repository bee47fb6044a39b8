// An audit of a game as it is asked for: which checks, how far, and what is found.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/views/failure.h"
#include "nomic/views/verdict_sink.h"

namespace nomic::tools {

// The checks that rules' numbers name: by the rule that bears the number, or whose lineage does.
Result<std::vector<std::string>> checks_of_rules(const replay::Game& game, const std::vector<std::string>& typed);

struct AuditAsked {
  std::uint64_t size = 0;                     // records that are looked at
  bool some_checks = false;                   // not all of them are wanted: the sink knows which
  std::vector<std::string> evidence_of = {};  // checks of which the sink is told what holds
};
// What is found is in the sink's view. The game is of that ledger.
Status audit_asked(ledger::Ledger& ledger, replay::Game& game, AuditAsked asked, VerdictSink& sink,
                   const std::function<void(std::uint64_t)>& progress);

}  // namespace nomic::tools
