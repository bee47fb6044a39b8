#include "render/audit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "nomic/views/audit_verdict.h"
#include "nomic/views/via_view.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"
#include "render/acts_text.h"
#include "render/entries_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

// Under a finding.
constexpr std::size_t UNDER_FINDING = 4;
constexpr const char* NOT_IN_FORCE = "NOT_IN_FORCE";
constexpr const char* BROKEN = "BROKEN";

std::string verdict_words(const v1::CheckView& check) {
  if (check.verdict() == NOT_IN_FORCE) return fmt::format("not in force since #{}", check.since());
  if (check.verdict() == BROKEN) return fmt::format("BROKEN: {} of {}", check.broken(), check.broken() + check.held());
  if (check.held() == 0 && check.not_judged() == 0) return "holds: no case of it";
  const std::string open = check.not_judged() == 0 ? "" : fmt::format(", {} not judged", check.not_judged());
  return fmt::format("holds: {}{}", so_many(check.held(), "case", "cases"), open);
}

std::string checks_table(const v1::FindingsView& view, std::size_t width) {
  constexpr std::size_t COLUMN = 43;
  std::string out;
  for (const auto& check : view.checks()) {
    const std::string about = wrap(check.about(), width, COLUMN);
    out += fmt::format("{:9} {:32} {}", check.check(), verdict_words(check), about.substr(COLUMN));
  }
  return out;
}

std::string finding_lines(const v1::FindingView& finding, std::size_t width) {
  const std::string index = bold(fmt::format("#{}", finding.index()));
  std::string out = wrap(fmt::format("{}  {}  {}", red(finding.check()), index, on_one_line(finding.what())), width, 0);
  for (const std::string& line : finding.evidence()) out += wrap(on_one_line(line), width, UNDER_FINDING);
  return out + entries_text(finding, width, UNDER_FINDING);
}

// "17 checks hold, 204 cases in all; of 3 there was no case; not in force: R208. The table of them: --verbose"
std::string what_holds(const v1::FindingsView& view) {
  std::uint64_t holding = 0;
  std::uint64_t cases = 0;
  std::uint64_t without = 0;
  std::vector<std::string> idle;
  for (const auto& check : view.checks()) {
    if (check.verdict() == BROKEN) continue;
    if (check.verdict() == NOT_IN_FORCE) {
      idle.push_back(check.check());
    } else if (check.held() == 0 && check.not_judged() == 0) {
      ++without;
    } else {
      ++holding;
      cases += check.held();
    }
  }
  std::string out =
      fmt::format("{}, in {}", so_many(holding, "check holds", "checks hold"), so_many(cases, "case", "cases"));
  if (without != 0) out += fmt::format("; for {} there was no case", so_many(without, "check", "checks"));
  if (!idle.empty()) out += fmt::format("; no rule in force asks for {}", listed(idle));
  return out + ".";
}

std::uint64_t acts_not_judged(const v1::FindingsView& view) {
  std::uint64_t count = 0;
  for (const auto& under : view.acts().rules()) {
    for (const auto& act : under.acts()) count += act.judged() == v1::CitedActView::NOT_JUDGED ? 1 : 0;
  }
  return count;
}

}  // namespace

std::string file_named(std::string_view path) {
  return path == "-" ? "standard input" : in_quotes(path);
}

std::string file_text(const v1::FileView& file, std::size_t width) {
  std::string out =
      wrap(fmt::format("Read from {}, and taken in nowhere. Checked:", file_named(file.path())), width, 0);
  for (const std::string& each : file.checked()) out += wrap("- " + on_one_line(each), width, UNDER_FINDING / 2);
  out += "Not checked, since a file cannot tell:\n";
  for (const std::string& each : file.not_checked()) out += wrap("- " + on_one_line(each), width, UNDER_FINDING / 2);
  return out;
}

std::string audit_text(const v1::FindingsView& view, bool with_table, std::size_t width) {
  std::string out = wrap(view.ok() ? green(view.verdict()) : red(view.verdict()), width, 0);
  for (const auto& finding : view.findings()) out += finding_lines(finding, width);
  if (view.not_judged_size() != 0) out += "Not judged:\n";
  for (const auto& open : view.not_judged()) {
    out += wrap(fmt::format("{}  #{}  {}", open.check(), open.index(), on_one_line(open.what())), width,
                UNDER_FINDING / 2);
  }
  // Acts are listed by themselves.
  const auto open = cases_not_judged(view) - acts_not_judged(view);
  if (const auto shown = static_cast<std::uint64_t>(view.not_judged_size()); open > shown) {
    out += fmt::format("  and {} more\n", open - shown);
  }
  if (view.has_acts()) out += "Acts that players and Judges decide on:\n" + acts_text(view.acts(), width);
  out += with_table ? checks_table(view, width) : wrap(what_holds(view), width, 0);
  if (const std::string came = came_words(view); !came.empty()) out += wrap(came, width, 0);
  if (view.has_afterwards()) out += wrap(view.afterwards().in_words(), width, 0);
  if (view.has_file()) out += file_text(view.file(), width);
  return out;
}

}  // namespace nomic::tools
