#include "render/references_text.h"

#include <fmt/format.h>

#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {

std::string references_text(const v1::ReferencesView& view, std::size_t width) {
  constexpr std::size_t DEEPER = 4;
  if (view.ok()) return "Every number in the rules' texts means the rule that was meant.\n";
  std::string out;
  for (const auto& one : view.references()) {
    const std::string lang = one.lang().empty() ? "" : fmt::format(" ({})", on_one_line(one.lang()));
    out += wrap(fmt::format("{}{}: {} (written at #{}).", bold(fmt::format("Rule {}", one.rule())), lang,
                            one.in_words(), one.written()),
                width, 0);
  }
  for (const auto& mend : view.mends()) {
    out += fmt::format("To put rule {} right:\n", mend.rule());
    out += mend.command().empty() ? wrap(mend.text(), width, DEEPER) : "  " + mend.command() + "\n";
  }
  return out;
}

}  // namespace nomic::tools
