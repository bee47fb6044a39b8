#include "nomic/past/posted_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "commit_message.h"
#include "commit_times.h"
#include "files_without_rule.h"
#include "first_ruleset.h"
#include "nomic/replay/posted_rules.h"
#include "nomic/replay/work.h"
#include "nomic/words/terminal_text.h"
#include "people.h"
#include "playable.h"
#include "rule_copies.h"
#include "rule_files.h"
#include "score_lines.h"

namespace nomic::tools {
namespace {

constexpr std::size_t LARGEST_SCORE_FILE = 256 << 10;
constexpr std::size_t MOST_SCORES = 500'000;  // of a history

class Reader {
 public:
  Reader(const Repository& repository, const HistoryOptions& options)
      : repository_(repository),
        people_(options.players),
        files_({}, options.reading),
        copies_(files_),
        options_(options) {}

  PastResult<PostedHistory> read(const std::string& where) {
    NOMIC_ASSIGN(auto line, repository_.main_line(options_.branch));
    NOMIC_ASSIGN(auto patterns, patterns_of(options_.rules_in, line));
    NOMIC_ASSIGN(auto brought, repository_.brought_by(line));
    for (std::size_t i = 0; i < line.size(); ++i) {
      replay::spend_work(replay::WorkStep::LARGE);
      Commit& commit = line[i];
      if (repository_.is_cut_at(commit)) history_.cut_at.push_back(commit.brief());
      for (Commit& one : brought[i]) cleaning_.clean(one);
      cleaning_.clean(commit);
      people_.add(commit.author, commit.email);
      for (const Commit& one : brought[i]) people_.add(one.author, one.email);
    }
    for (std::size_t i = 0; i < line.size(); ++i) {
      replay::spend_work(replay::WorkStep::LARGE);
      files_.look_in(std::move(patterns[i]));
      NOMIC_TRY(add(line[i], brought[i]));
    }
    if (history_.versions.empty()) {
      const std::string why = files_.why_not().empty() ? "" : ": " + files_.why_not();
      return PastError{fmt::format("no commit of {} has rules that can be read{}", in_quotes(where), why),
                       "if it is a game, name their files: --rules-in 'rules/*.md'"};
    }
    history_.copies = copies_.places();
    history_.slips = put_in_order(history_.versions);
    for (auto& slip : copies_.slips()) history_.slips.push_back(std::move(slip));
    for (auto& slip : without_rule_.slips()) history_.slips.push_back(std::move(slip));
    history_.cleaned = cleaning_.take();
    return std::move(history_);
  }

 private:
  PastResult<ledger::Done> add(const Commit& commit, const std::vector<Commit>& branch) {
    NOMIC_ASSIGN(auto files, repository_.files_of(commit));
    const auto bytes = [this](const CommittedFile& file) { return repository_.bytes_of(file.blob); };
    NOMIC_ASSIGN(auto page, files_.find(files, bytes));
    if (page == nullptr) {
      if (!history_.versions.empty()) history_.unread.push_back(commit.brief());
      return ledger::Done{};
    }
    if (history_.versions.empty()) begin(*page);
    replay::PostedVersion version;
    version.name = commit.brief();
    version.posted = version.written = commit.committed;
    for (const Commit& one : branch) version.written = std::min(version.written, one.authored);
    const CommitMessage message = read_message(commit.message);
    version.numbers = message.numbers;
    version.put_to_vote = message.merges || commit.parents.size() > 1;
    version.one_proposal = version.put_to_vote;
    version.housekeeping = message.housekeeping;
    version.rules = page->posted.rules;
    if (history_.versions.empty()) version.rules = replay::posted_of(history_.first, "").rules;
    NOMIC_ASSIGN(version.scores, scores_of(files, bytes));
    posted_scores_ += version.scores.size();
    if (posted_scores_ > MOST_SCORES) {
      return PastError{fmt::format("the versions up to {} post more than {} scores in all", version.name, MOST_SCORES),
                       "import-history reads histories of games within limits: docs/import.md names them"};
    }
    VersionSource source;
    source.id = commit.id;
    source.title = message.title;
    const Commit& first = branch.empty() ? commit : branch.front();
    source.author = people_.player(first.author, first.email);
    source.clerk = people_.player(commit.author, commit.email);
    source.page = page->where;
    for (const replay::PageFile& file : page->files) cleaning_.note_page(version.name, file.bytes);
    const std::size_t at = history_.versions.size();
    without_rule_.note(at, *page);
    NOMIC_TRY(add_version(history_, std::move(version), std::move(source)));
    return copies_.note(at, files, *page, history_.versions.back().rules, bytes);
  }

  void begin(const RulePage& page) {
    history_.first = first_ruleset(page, options_.reading);
    history_.edition = history_.first.edition();
  }

  PastResult<std::vector<replay::PostedScore>> scores_of(const std::vector<CommittedFile>& files,
                                                         const RuleFiles::Bytes& bytes) {
    std::vector<replay::PostedScore> all;
    for (const CommittedFile& file : files) {
      if (!file.path.ends_with(".md") && !file.path.ends_with(".txt")) continue;
      const auto [known, is_new] = scores_.try_emplace(file.path + '\n' + file.blob);
      if (is_new) {
        NOMIC_ASSIGN(auto read, bytes(file));
        if (read && read->size() <= LARGEST_SCORE_FILE) known->second = scores_in(file.path, *read);
      }
      all.insert(all.end(), known->second.begin(), known->second.end());
    }
    return all;
  }

  const Repository& repository_;
  People people_;
  RuleFiles files_;
  RuleCopies copies_;
  FilesWithoutRule without_rule_;
  const HistoryOptions& options_;
  std::map<std::string, std::vector<replay::PostedScore>> scores_;
  std::size_t posted_scores_ = 0;  // of all versions
  Cleaning cleaning_;
  PostedHistory history_;
};

}  // namespace

PastResult<ledger::Done> add_version(PostedHistory& history, replay::PostedVersion version, VersionSource source) {
  history.rules += version.rules.size();
  if (history.rules > MOST_RULES_OF_HISTORY) {
    return PastError{
        fmt::format("the versions up to {} have more than {} rules in all", version.name, MOST_RULES_OF_HISTORY),
        "import-history reads histories of games within limits: docs/import.md names them"};
  }
  history.versions.push_back(std::move(version));
  history.sources.push_back(std::move(source));
  return ledger::Done{};
}

PastResult<PostedHistory> read_history(const std::string& path, const HistoryOptions& options) {
  if (!Repository::is_at(path)) {
    return PastError{fmt::format("{} is no git repository and no bundle", in_quotes(path)),
                     "name a working copy, a bare repository, or a file that git bundle create has made"};
  }
  NOMIC_ASSIGN(auto repository, Repository::open(path));
  return Reader(repository, options).read(path);
}

}  // namespace nomic::tools
