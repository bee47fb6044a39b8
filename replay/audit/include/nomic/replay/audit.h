// Audit: a second opinion on a game, for whoever was handed a ledger and trusts nobody.
//
//     class Printed : public AuditSink { ... };
//     Auditor auditor(printed, {});
//     game.replay(size, [&](const Played& played) { auditor.see(entry_of(played)); return true; });
//     auto report = auditor.finish();
//
// The auditor reads each record with the consequences that the engine emitted about it, keeps books of its own (rules,
// players, turns, ballots, scores, numbers), reads the rules for itself, and reckons everything anew. It never asks the
// engine what is lawful or what is due: one's bug cannot hide in the other.
//
// The one thing that it takes from the state that the engine keeps is where to go on after a Judgment has had a turn
// derived again, or a rule-change that acts on the past the game: what happened there is reported as not judged.
//
// Memory does not grow with the number of records, but with what is in play: players, rules, open proposals.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/consequence.h"
#include "nomic/replay/remark.h"
#include "nomic/replay/state.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

// A record, with what the engine says that it brought about. All of it outlives the call only.
struct AuditEntry {
  std::uint64_t index = 0;
  std::string author;  // empty: the keeper
  // Its time in the game, at the earliest: when it was recorded or, in a game recorded afterwards, when it is said to
  // have happened; and how much later it may be, of a day without a time of day.
  std::int64_t recorded_at = 0;
  std::int64_t within = 0;
  const v1::Event* event = nullptr;
  std::string_view bytes;  // exact bytes of the ledger's record; empty: of a game that is in no ledger
  const std::vector<v1::Consequence>* emitted = nullptr;
  const State* after = nullptr;  // as the engine keeps it after this record
  // It is what fell due before the record, as if a tick had been recorded then: the auditor's own.
  bool fell_due = false;

  // Where a period begins with it.
  [[nodiscard]] std::int64_t latest() const { return recorded_at + within; }
};

// An entry in a score that a finding is about: as the game has it, or as it is due by the auditor's own reckoning.
struct ReckonedEntry {
  bool due = false;
  std::uint64_t record = 0;
  std::uint32_t rule = 0;  // by the number that it bore there; 0: none
  // The player, the points, the proposal and how they are reckoned; of what is due nothing else.
  v1::Consequence::Score score;
};

struct AuditFinding {
  std::string check;  // "R108"; "CHAIN"
  std::uint64_t index = 0;
  std::uint32_t rule = 0;  // by the number that it bore there; 0: none
  Remark what;             // AUDIT
  std::vector<Remark> evidence;
  std::vector<ReckonedEntry> entries = {};
};

// An act that changes a rule, declares a winner or changes another player's score. Whether the rule that it cites
// provides for that, no program can tell.
struct AuditedAct {
  enum class Judged : std::uint8_t {
    NOT_JUDGED,  // no Judgment of its turn decides on it
    UPHELD,      // by a Judgment
    STRUCK,      // by a Judgment: it has no effect
    FALLEN,      // it has no effect, since it rested on what a Judgment struck
  };
  std::uint64_t record = 0;
  std::string player;
  std::string text;                                     // what is done, in the player's words
  std::uint32_t rule = 0;                               // that it cites, by the number that it had there
  std::uint64_t rule_since = 0;                         // the record since which that version was in force
  std::vector<v1::Consequence::Acted::Effect> effects;  // ascending, each once
  Judged judged = Judged::NOT_JUDGED;
  std::uint64_t by = 0;  // the record of the Judgment, or of what it fell with; 0: none
};

// What becomes known while records are read.
class AuditSink {
 public:
  AuditSink() = default;
  virtual ~AuditSink() = default;
  AuditSink(const AuditSink&) = delete;
  AuditSink& operator=(const AuditSink&) = delete;

  virtual void finding(const AuditFinding& finding) = 0;
  // A case that is beyond the check.
  virtual void not_judged(const AuditFinding& what) = 0;
  // What holds, case by case: only if asked for.
  virtual void evidence(const AuditFinding& what) = 0;
  // Once its turn is over, or with the last record.
  virtual void act(const AuditedAct& /*what*/) {}
};

enum class Verdict : std::uint8_t {
  HOLDS,
  BROKEN,
  NOT_IN_FORCE,  // no rule in force says anything that this check looks after
  NOT_JUDGED,    // nothing broken, but some cases were beyond the check
};

struct CheckReport {
  std::string check;
  Verdict verdict = Verdict::HOLDS;
  std::uint64_t held = 0;  // cases that hold
  std::uint64_t broken = 0;
  std::uint64_t not_judged = 0;
  std::uint64_t since = 0;  // NOT_IN_FORCE: the record since which that is so
};

struct AuditReport {
  std::uint64_t size = 0;
  std::vector<CheckReport> checks;  // in the order of their names
  [[nodiscard]] bool ok() const;
};

// The event of an earlier record, which holds texts of rules; nothing: it cannot be read.
using RecordReader = std::function<std::optional<v1::Event>(std::uint64_t record)>;

struct AuditOptions {
  // Checks of which the evidence is wanted; empty: of none.
  std::vector<std::string> evidence_of;
  // By which the auditor reads again what rules said. Left out: what rests on their texts is not judged.
  RecordReader reader = {};
};

class Auditor {
 public:
  Auditor(AuditSink& sink, const AuditOptions& options);
  ~Auditor();
  Auditor(Auditor&&) noexcept;
  Auditor& operator=(Auditor&&) noexcept;

  // The next record, from record 0 on.
  void see(const AuditEntry& given);
  [[nodiscard]] AuditReport finish();

  // The names of all checks, in their order.
  static std::vector<std::string> checks();

 private:
  struct Self;
  std::unique_ptr<Self> self_;
};

}  // namespace nomic::replay
