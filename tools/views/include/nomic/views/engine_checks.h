// What an audit asks the engine, beside the auditor's own books: whether each record is a move that the rules allow,
// and what would have come of records at the time at which they are said to have happened.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/replay/audit.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/game.h"
#include "nomic/views/verdict_sink.h"

namespace nomic::tools {

// LAWFUL: a record that was put into the ledger past the engine has no effect, and the auditor's books go on without
// it.
struct LawfulCheck {
  LawfulCheck();
  void see(const replay::Played& played, VerdictSink& sink);

  replay::CheckReport report;
};

// TIMES: what rests on a time of day that is not known; and what would have come of records had the game gone by the
// time at which they are said to have happened. Few games have such records: they are asked about in a second pass, for
// which the game is derived once more, from the first of them to the last.
class TimesCheck {
 public:
  // `known`: at the last of the records that are looked at.
  TimesCheck(replay::Game& game, const replay::State& known);

  // Each record in turn.
  void see(const replay::Played& played, VerdictSink& sink);
  // After the last: about those that are said to have happened at another time.
  replay::Status ask(VerdictSink& sink);

  // Whether any time was somebody's word.
  [[nodiscard]] bool has_cases() const;

  replay::CheckReport report;

 private:
  replay::Status ask(const replay::Engine& before, const replay::Played& played, VerdictSink& sink);
  void leave(const replay::Played& played, replay::Remark what, VerdictSink& sink);

  replay::Game& game_;
  const replay::State& known_;
  std::vector<std::uint64_t> asked_;  // records, ascending
};

}  // namespace nomic::tools
