// An auditor who watches a game of the tests: what he was shown can be altered on the way, as if the engine were
// broken.
//
//     Watch watch;
//     watch.see(table, [](Emitted& emitted) { one(emitted, Kind::kScore).mutable_score()->set_points(11'000); });
//     EXPECT_EQ(watch.found(), "R204 #41");
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "nomic/replay/audit.h"
#include "replay/game/table.h"

namespace nomic::replay::test {

// A record as the auditor is to see it.
struct Shown {
  Move move;
  Consequences emitted;
  State after;
};

class Watch : public AuditSink {
 public:
  explicit Watch(const AuditOptions& options = {});
  void finding(const AuditFinding& finding) override { findings.push_back(finding); }
  void not_judged(const AuditFinding& what) override { open.push_back(what); }
  void evidence(const AuditFinding& what) override { evidences.push_back(what); }
  void act(const AuditedAct& what) override { acts.push_back(what); }

  void see(const Shown& shown);
  // Every record of the game, derived from record 0; `alter` may change each before it is seen.
  void see_all(const Table& table, const std::function<void(Shown&)>& alter = {});
  AuditReport finish() { return auditor.finish(); }

  // "R204 #41; R101 #42": every finding, in order.
  [[nodiscard]] std::string found() const;
  // The same with its words, for failures.
  [[nodiscard]] std::string words() const;

  std::vector<AuditFinding> findings;
  std::vector<AuditFinding> open;
  std::vector<AuditFinding> evidences;
  std::vector<AuditedAct> acts;
  std::map<std::uint64_t, v1::Event> seen;  // what the auditor reads again
  Auditor auditor;

 private:
  AuditOptions reading(AuditOptions options);
};

const CheckReport& report_on(const AuditReport& report, const std::string& check);

}  // namespace nomic::replay::test
