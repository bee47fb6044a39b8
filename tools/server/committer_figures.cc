// How the committer's groups fare, in figures.
#include <algorithm>
#include <chrono>

#include "nomic/server/committer.h"
#include "nomic/server/metrics.h"

namespace nomic::tools {

void Committer::count_waiting(std::int64_t more) {
  if (duties_.metrics != nullptr && more != 0) duties_.metrics->add("nomic_moves_waiting", more);
}

void Committer::measure(const Answers& answers, bool is_durable, std::chrono::nanoseconds making,
                        std::chrono::nanoseconds writing) {
  Metrics& metrics = *duties_.metrics;
  const auto recorded = std::count_if(answers.begin(), answers.end(), [](const auto& each) { return each.ok(); });
  const auto count = static_cast<std::int64_t>(answers.size());
  metrics.add("nomic_groups_total", 1, "result", is_durable ? "durable" : "failed");
  metrics.add("nomic_moves_total", is_durable ? recorded : 0, "result", "made");
  metrics.add("nomic_moves_total", is_durable ? count - recorded : 0, "result", "refused");
  metrics.add("nomic_moves_total", is_durable ? 0 : count, "result", "failed");
  if (!is_durable) return;
  metrics.observe("nomic_group_moves", static_cast<double>(count));
  metrics.observe("nomic_group_seconds", std::chrono::duration<double>(making).count());
  // Where nothing was recorded, nothing is written.
  if (recorded != 0) metrics.observe("nomic_sync_seconds", std::chrono::duration<double>(writing).count());
}

}  // namespace nomic::tools
