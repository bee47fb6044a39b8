#include "nomic/views/audit_asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/replay/audit.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/game_audit.h"
#include "nomic/views/viewpoint.h"

namespace nomic::tools {

Result<std::vector<std::string>> checks_of_rules(const replay::Game& game, const std::vector<std::string>& typed) {
  std::vector<std::string> wanted;
  const auto all = replay::Auditor::checks();
  const auto& state = game.engine().state();
  for (const auto& number : typed) {
    std::uint32_t lineage = 0;
    const auto known = [&](const auto& rule) {
      const auto former = replay::former_numbers(state, rule);
      const bool bore = std::any_of(former.begin(), former.end(), [&](auto n) { return replay::numeral(n) == number; });
      if (replay::numeral(rule.number()) == number || bore) lineage = rule.lineage();
    };
    std::for_each(state.rules().begin(), state.rules().end(), known);
    if (lineage == 0) std::for_each(state.repealed().begin(), state.repealed().end(), known);
    const auto named = "R" + (lineage == 0 ? number : replay::numeral(lineage));
    if (std::find(all.begin(), all.end(), named) == all.end()) {
      return usage(fmt::format("no check is named after rule {}.", number),
                   "The checks: " + fmt::format("{}", fmt::join(all, " ")) + ".");
    }
    wanted.push_back(named);
  }
  return wanted;
}

Status audit_asked(ledger::Ledger& ledger, replay::Game& game, AuditAsked asked, VerdictSink& sink,
                   const std::function<void(std::uint64_t)>& progress) {
  NOMIC_ASSIGN(auto known, Moment::of(game, asked.size));
  NOMIC_ASSIGN(auto hash, hash_at(ledger, game, asked.size));
  GameAudit audit(game, known.engine().state(), sink, std::move(asked.evidence_of));
  auto derived = game.replay(asked.size, [&](const replay::Played& played) {
    audit.see(played);
    progress(played.record.index.value);
    return true;
  });
  if (!derived) return failure_of(derived.error());
  NOMIC_TRY(or_failure(audit.finish(hash, asked.some_checks)));
  if (auto afterwards = afterwards_view(game.engine().state()))
    *sink.view.mutable_afterwards() = *std::move(afterwards);
  return ledger::Done{};
}

}  // namespace nomic::tools
