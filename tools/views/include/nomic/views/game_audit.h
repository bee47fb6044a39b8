// An audit of a game while it is derived: the auditor's own checks, and beside them those that ask the engine (LAWFUL,
// TIMES). `nomic audit` prints what it finds, and a page (`nomic report`) has it in its document: one answer.
//
//     VerdictSink sink;
//     GameAudit audit(game, known, sink, {});
//     game.replay(size, [&](const Played& played) { audit.see(played); return true; });
//     audit.finish(head_hash);                    // sink.view is the answer
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/audit.h"
#include "nomic/replay/game.h"
#include "nomic/views/engine_checks.h"
#include "nomic/views/verdict_sink.h"
#include "nomic/views/via_view.h"

namespace nomic::tools {

class GameAudit {
 public:
  // `known`: the state at the last of the records that are looked at. `evidence_of`: checks of which the sink is told
  // what holds. All but these outlive it.
  GameAudit(replay::Game& game, const replay::State& known, VerdictSink& sink, std::vector<std::string> evidence_of);

  // Each record in turn.
  void see(const replay::Played& played);
  // After the last, whose leaf hash is given: fills the sink's view, its verdict included. `some_checks`: not all of
  // them are wanted. Fails as the history does.
  replay::Status finish(const ledger::Hash& head_hash, bool some_checks);

 private:
  void note_cited(const replay::State& state);
  replay::Status fill_cited();

  replay::Game& game_;
  VerdictSink& sink_;
  replay::Auditor auditor_;
  LawfulCheck lawful_;
  TimesCheck times_;
  CameBook came_;
  // What rules said when acts cited them, by number and the record since which the version was in force.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::string> cited_;
  replay::Status cannot_read_ = ledger::Done{};  // a text that is cited
};

}  // namespace nomic::tools
