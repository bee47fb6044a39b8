// The window of a page: what its first and last line leave of it.
#include <re2/re2.h>

#include <string>

#include "read_page.h"

namespace nomic::replay::import {

Status cut_to_window(Lines& lines, const ImportOptions& options, std::string_view where) {
  const auto found = [&](const std::string& expression, std::size_t from,
                         std::string_view option) -> Result<std::size_t> {
    const re2::RE2 pattern(expression, re2::RE2::Quiet);
    if (!pattern.ok()) {
      return error_of(ErrorCode::BAD_RULESET, "expression",
                      {{"option", option}, {"typed", expression}, {"complaint", pattern.error()}});
    }
    for (std::size_t i = from; i < lines.lines.size(); ++i) {
      if (re2::RE2::PartialMatch(lines.lines[i].text, pattern)) return i;
    }
    return error_of(ErrorCode::PAGE_NO_RULES, "no_such_line",
                    {{"where", where}, {"option", option}, {"typed", expression}});
  };
  std::size_t first = 0;
  std::size_t end = lines.lines.size();
  if (!options.from.empty()) {
    NOMIC_ASSIGN(auto from, found(options.from, 0, "from"));
    first = from;
  }
  if (!options.until.empty()) {
    NOMIC_ASSIGN(auto until, found(options.until, options.from.empty() ? 0 : first + 1, "until"));
    end = until;
  }
  for (std::size_t i = 0; i < lines.lines.size(); ++i) {
    Line& line = lines.lines[i];
    if ((i >= first && i < end) || line.text.empty()) continue;
    lines.left_out.push_back({PageLine{line.file, line.number}, line.text,
                              remark_of(Topic::LEFT_OUT, i < first ? "before_window" : "after_window")});
  }
  lines.lines = {lines.lines.begin() + static_cast<std::ptrdiff_t>(first),
                 lines.lines.begin() + static_cast<std::ptrdiff_t>(end)};
  return ledger::Done{};
}

}  // namespace nomic::replay::import
