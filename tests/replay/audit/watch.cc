#include "replay/audit/watch.h"

#include <fmt/core.h>

#include <algorithm>

#include "nomic/words/remarks.h"

namespace nomic::replay::test {

Watch::Watch(const AuditOptions& options) : auditor(*this, reading(options)) {}

AuditOptions Watch::reading(AuditOptions options) {
  options.reader = [this](std::uint64_t record) -> std::optional<v1::Event> {
    const auto found = seen.find(record);
    return found == seen.end() ? std::nullopt : std::optional(found->second);
  };
  return options;
}

void Watch::see(const Shown& shown) {
  AuditEntry entry;
  entry.index = shown.move.index;
  entry.author = shown.move.author;
  entry.recorded_at = shown.move.recorded_at;
  entry.within = shown.move.within;
  entry.event = &shown.move.event;
  entry.emitted = &shown.emitted;
  entry.after = &shown.after;
  seen[shown.move.index] = shown.move.event;
  auditor.see(entry);
}

void Watch::see_all(const Table& table, const std::function<void(Shown&)>& alter) {
  Engine again;
  for (const auto& move : table.moves) {
    auto emitted = again.replay(move, table);
    ASSERT_TRUE(emitted) << label_of(emitted.error());
    Shown shown{move, *emitted, again.state()};
    if (alter) alter(shown);
    see(shown);
  }
}

std::string Watch::found() const {
  std::string all;
  for (const auto& one : findings) all += fmt::format("{}{} #{}", all.empty() ? "" : "; ", one.check, one.index);
  return all;
}

std::string Watch::words() const {
  std::string all;
  for (const auto& one : findings) {
    all += fmt::format("\n{} #{} rule {}: {}", one.check, one.index, one.rule, tools::words_of(one.what));
    for (const auto& line : one.evidence) all += "\n    " + tools::words_of(line);
  }
  return all;
}

const CheckReport& report_on(const AuditReport& report, const std::string& check) {
  const auto found =
      std::find_if(report.checks.begin(), report.checks.end(), [&](const auto& one) { return one.check == check; });
  EXPECT_NE(found, report.checks.end()) << check;
  return *found;
}

}  // namespace nomic::replay::test
