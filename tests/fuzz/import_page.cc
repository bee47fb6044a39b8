// The importer on any bytes: it ends, stays within its memory, and what it takes can found a game, or says why not, and
// can be written and read again. What is read to be compared is the same as itself.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "nomic/replay/edition.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/posted_rules.h"
#include "nomic/words/refusals.h"

namespace {

using nomic::replay::Imported;
using nomic::replay::ImportOptions;

void must(bool holds) {
  if (!holds) std::abort();
}

// The first byte chooses among the options, so that the corpus can reach them all.
ImportOptions options_of(std::uint8_t choice) {
  ImportOptions options;
  if ((choice & 1) != 0) options.langs = {"en"};
  if ((choice & 2) != 0) options.langs.emplace_back("ja");
  if ((choice & 4) != 0) options.edition = "1982";
  if ((choice & 8) != 0) options.follow_page = true;
  if ((choice & 16) != 0) options.until = "(?i)end|213";
  if ((choice & 32) != 0) options.encoding = "SHIFT-JIS";
  if ((choice & 64) != 0) options.from = "10[0-9]";
  if ((choice & 128) != 0) options.strict = true;
  return options;
}

void is_whole(const Imported& imported) {
  must(static_cast<bool>(nomic::replay::check_ruleset(imported.ruleset)) != imported.unplayable.has_value());
  const std::string printed = nomic::replay::print_ruleset(imported.ruleset);
  must(nomic::replay::is_ruleset_file(printed));
  const auto again = nomic::replay::parse_ruleset(printed, "it");
  must(again && again->SerializeAsString() == imported.ruleset.SerializeAsString());
  // No line is accounted for twice, but in HTML, where a line of the source can hold many.
  using nomic::replay::PageShape;
  if (imported.report.shape != PageShape::PLAIN_TEXT && imported.report.shape != PageShape::MARKDOWN) return;
  std::set<std::size_t> seen;
  for (const auto& heading : imported.report.headings) must(seen.insert(heading.at.line).second);
  for (const auto& line : imported.report.left_out) {
    // What a reader dropped within a line leaves the line where it is.
    const std::string& why = line.why.variant;
    const bool whole = why == "before_first_rule" || why == "after_last_rule" || why == "after_heading";
    if (whole) must(seen.insert(line.at.line).second);
  }
}

void is_the_same_as_itself(const nomic::replay::PostedRules& posted) {
  for (const nomic::replay::RuleMatch& match : nomic::replay::match_rules(posted.rules, posted.rules))
    must(match.one == match.other && match.differences.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string page(data + 1, data + size);
  const auto imported = nomic::replay::import_page(page, "the page", options_of(data[0]));
  if (imported) is_whole(*imported);
  must(imported || !nomic::tools::words_of(imported.error()).what.empty());
  const auto posted = nomic::replay::read_posted(page, "the page", options_of(data[0]));
  must(posted || !imported);
  if (posted) is_the_same_as_itself(*posted);
  // The same bytes as two files of a folder.
  const std::size_t half = page.size() / 2;
  const auto folder = nomic::replay::import_folder(
      {{"rule101.md", page.substr(0, half)}, {"rule201.md", page.substr(half)}}, "the folder", options_of(data[0]));
  if (folder) is_whole(*folder);
  return 0;
}
