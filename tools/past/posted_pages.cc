#include "nomic/past/posted_pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/words/terminal_text.h"
#include "rule_files.h"

namespace nomic::tools {
namespace {

bool is_same_page(const PostedPage& one, const RulePage& other) {
  return one.folder == other.folder &&
         std::equal(one.files.begin(), one.files.end(), other.files.begin(), other.files.end(),
                    [](const auto& a, const auto& b) { return a.name == b.name && a.bytes == b.bytes; });
}

}  // namespace

PastResult<std::vector<PostedPage>> read_posted_pages(const std::string& path, const std::vector<std::string>& rules_in,
                                                      const replay::ImportOptions& reading) {
  NOMIC_ASSIGN(auto repository, Repository::open(path));
  NOMIC_ASSIGN(auto line, repository.main_line(""));
  RuleFiles rules(rules_in, reading);
  const auto bytes = [&](const CommittedFile& file) { return repository.bytes_of(file.blob); };
  std::vector<PostedPage> pages;
  for (const Commit& commit : line) {
    NOMIC_ASSIGN(auto files, repository.files_of(commit));
    NOMIC_ASSIGN(auto page, rules.find(files, bytes));
    if (page == nullptr || (!pages.empty() && is_same_page(pages.back(), *page))) continue;
    // A clock that stood wrong does not make a commit earlier than the one before it.
    const auto posted = pages.empty() ? commit.committed : std::max(commit.committed, pages.back().posted);
    pages.push_back({commit.brief(), posted, page->folder, page->files});
  }
  if (!pages.empty()) return pages;
  const std::string why = rules.why_not().empty() ? "" : ": " + rules.why_not();
  return PastError{fmt::format("no commit of {} has rules that can be read{}", in_quotes(path), why),
                   "name their files: --rules-in 'rules/*.md'"};
}

}  // namespace nomic::tools
