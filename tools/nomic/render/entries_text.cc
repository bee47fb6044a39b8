#include "render/entries_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

constexpr const char* DUE = "DUE";

bool is_said(const v1::FindingView& finding, const std::string& words) {
  const auto says = [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; };
  return says(finding.what()) || std::any_of(finding.evidence().begin(), finding.evidence().end(), says);
}

}  // namespace

std::string entries_text(const v1::FindingView& finding, std::size_t width, std::size_t indent) {
  std::string out;
  for (const auto& entry : finding.entries().entries()) {
    if (!entry.has_reckoned() || is_said(finding, entry.reckoned())) continue;
    const std::string rule = entry.rule().empty() ? "" : fmt::format(" (rule {})", entry.rule());
    out += wrap(
        fmt::format("{}: {} {}{}: {}.", entry.is() == DUE ? "By the rules" : "In the game", on_one_line(entry.player()),
                    fmt::format("{:+.15g}", entry.points()), rule, on_one_line(entry.reckoned())),
        width, indent);
  }
  return out;
}

}  // namespace nomic::tools
