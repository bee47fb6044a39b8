#include "nomic/views/audit_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "nomic/words/listing.h"

namespace nomic::tools {

std::uint64_t cases_not_judged(const v1::FindingsView& view) {
  std::uint64_t cases = 0;
  for (const auto& check : view.checks()) cases += check.not_judged();
  return cases;
}

std::string audit_verdict(const v1::FindingsView& view, bool some_checks) {
  std::uint64_t broken = 0;
  std::uint64_t first = UINT64_MAX;
  for (const auto& check : view.checks()) broken += check.broken();
  for (const auto& finding : view.findings()) first = std::min<std::uint64_t>(first, finding.index());
  const std::uint64_t open = cases_not_judged(view);
  const std::string records = so_many(view.size(), "record", "records");
  std::string out;
  if (broken == 0) {
    out = some_checks ? fmt::format("By these checks nothing is broken in {}", records)
                      : fmt::format("The game was played by its rules: nothing is broken in {}", records);
  } else {
    const std::string where = first == UINT64_MAX ? "" : fmt::format(", the first at #{}", first);
    out = fmt::format("Not all of the game was played by its rules: {} in {}{}", so_many(broken, "finding", "findings"),
                      records, where);
  }
  if (open != 0) out += fmt::format("; {} could not be judged", so_many(open, "case", "cases"));
  return out + ".";
}

}  // namespace nomic::tools
