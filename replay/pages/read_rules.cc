// From lines to rules by number, with what the page itself says of each.
#include <algorithm>

#include "compose.h"
#include "nomic/replay/reference.h"
#include "read_page.h"

namespace nomic::replay::import {

Result<PageRules> read_rules(Lines& lines, const ImportOptions& options, std::string_view where) {
  if (Status cut = cut_to_window(lines, options, where); !cut) return cut.error();
  NOMIC_ASSIGN(auto page, recognise(lines, where));
  PageRules read{.page = std::move(page), .rules = {}};
  const bool texts = std::any_of(read.page.entries.begin(), read.page.entries.end(),
                                 [](const Entry& entry) { return !entry.paragraphs.empty(); });
  if (!texts) return error_of(ErrorCode::PAGE_NO_RULES, "no_texts", {{"where", where}});
  if (Status numbered = number_lost_items(read.page, where); !numbered) return numbered.error();
  const std::string named = options.langs.size() == 1 ? options.langs.front() : "";
  if (Status told = detect_languages(read.page, named, where); !told) return told.error();
  if (options.until.empty() && !read.page.ends_stated) end_last_rule(read.page);
  fill_languages(read.page);
  read.rules = gather(read.page, lines.files, where);
  return read;
}

v1::RuleStatus status_by_number(std::uint32_t number) {
  return plain_of(number) / SERIES == 1 ? v1::IMMUTABLE : v1::MUTABLE;
}

v1::RuleStatus posted_status(const Rule& rule) {
  if (rule.stated != v1::RULE_STATUS_UNSPECIFIED) return rule.stated;
  if (rule.under.empty()) return v1::RULE_STATUS_UNSPECIFIED;
  const v1::RuleStatus any = rule.under.begin()->second;
  const bool divided =
      std::any_of(rule.under.begin(), rule.under.end(), [any](const auto& under) { return under.second != any; });
  return divided ? status_by_number(rule.number) : any;
}

}  // namespace nomic::replay::import
