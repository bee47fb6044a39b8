// Dated pages as a history: versions without commits.
#include <algorithm>
#include <utility>

#include "files_without_rule.h"
#include "first_ruleset.h"
#include "nomic/past/posted_history.h"
#include "nomic/replay/posted_rules.h"
#include "playable.h"
#include "rule_files.h"
#include "score_lines.h"

namespace nomic::tools {

PastResult<PostedHistory> history_of_pages(std::vector<PostedPage> pages, const std::string& keeper,
                                           const HistoryOptions& options) {
  std::stable_sort(pages.begin(), pages.end(),
                   [](const PostedPage& one, const PostedPage& other) { return one.posted < other.posted; });
  PostedHistory history;
  Cleaning cleaning;
  FilesWithoutRule without_rule;
  for (PostedPage& page : pages) {
    page.name = cleaning.page_name(page.name);
    auto posted = page.folder ? replay::read_posted_folder(page.files, page.name, options.reading)
                              : replay::read_posted(page.files.front().bytes, page.name, options.reading);
    if (!posted || posted->rules.empty()) {
      history.unread.push_back(page.name);
      continue;
    }
    const RulePage read{page.name, page.folder, std::move(page.files), {}, std::move(*posted)};
    replay::PostedVersion version;
    version.name = page.name;
    version.posted = version.written = page.posted;
    version.put_to_vote = true;
    version.rules = read.posted.rules;
    for (const replay::PageFile& file : read.files) {
      for (replay::PostedScore& score : scores_in(file.name, file.bytes)) version.scores.push_back(std::move(score));
    }
    if (history.versions.empty()) {
      history.first = first_ruleset(read, options.reading);
      history.edition = history.first.edition();
      version.rules = replay::posted_of(history.first, "").rules;
    }
    without_rule.note(history.versions.size(), read);
    for (const replay::PageFile& file : read.files) cleaning.note_page(version.name, file.bytes);
    NOMIC_TRY(add_version(history, std::move(version), {page.name, "", keeper, keeper, page.name}));
  }
  if (history.versions.empty()) return PastError{"none of the pages has rules that can be read", ""};
  history.cleaned = cleaning.take();
  history.slips = without_rule.slips();
  return history;
}

}  // namespace nomic::tools
