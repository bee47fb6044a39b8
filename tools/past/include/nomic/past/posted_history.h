// Posted history: the versions of a game's rules, from the repository in which they were kept.
//
//     auto history = read_history("nomic.bundle", {});
//     replay::Past past = replay::tell_past(history->versions, {});
//
// First parents are followed: a version is what stood on the main branch. What a merge brings was written in the
// branch: its first commit says when and by whom; whoever merged it is a clerk and no proponent.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "nomic/past/repository.h"
#include "nomic/past/rules_in.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/past.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::tools {

struct HistoryOptions {
  std::string branch;             // empty: HEAD
  std::vector<RulesIn> rules_in;  // where the rules' files are; of commits that none is for, they are found
  std::map<std::string, std::string> players;  // name or address of a committer (folded), and the player
  replay::ImportOptions reading;
};

// Where a version is from, for people.
struct VersionSource {
  std::string id;      // the whole name of the commit
  std::string title;   // what was merged, or the first line
  std::string author;  // the player whose it is
  std::string clerk;   // the player who posted it
  std::string page;    // a file, or a folder with "/" behind it
};

// A text that no play can hold as it is.
struct CleanedText {
  std::string version;               // the commit or page
  std::string what;                  // NAME, MESSAGE, PAGE or RULES
  std::string text;                  // as the play has it
  std::vector<std::string> removed;  // what was taken out, each kind once: "U+001B"
};

// Rules in all versions of a history.
constexpr std::size_t MOST_RULES_OF_HISTORY = 1'000'000;

struct PostedHistory {
  std::vector<replay::PostedVersion> versions;  // those that hold rules
  std::vector<VersionSource> sources;           // in the same order
  std::vector<std::string> unread;              // names of commits after the first whose rules cannot be read
  std::vector<std::string> copies;              // other places with the same rules
  std::vector<replay::PastSlip> slips;          // of files and clocks: COPY_DIFFERS, FILE_WITHOUT_RULE, CLOCK_WRONG
  std::vector<std::string> undated;             // of a folder of pages: names that carry no date, or one that is none
  std::vector<std::string> cut_at;              // of a shallow clone: its first commits, before which there were others
  std::vector<CleanedText> cleaned;             // in the order of the versions
  std::size_t rules = 0;                        // in all versions
  v1::Ruleset first;    // the first version's rules to found a game on, with provisions where they are known
  std::string edition;  // of the first; empty: none
};

// Adds a version and its source. Fails if there are more than MOST_RULES_OF_HISTORY then.
PastResult<ledger::Done> add_version(PostedHistory& history, replay::PostedVersion version, VersionSource source);

// A page, or a folder with a file a rule, as it was posted at a time.
struct PostedPage {
  std::string name;
  std::int64_t posted = 0;  // microseconds since 1970-01-01T00:00:00Z
  bool folder = false;
  std::vector<replay::PageFile> files;
};

// The same of dated pages, in the order of their times. Each is taken to be put to the vote: pages do not say what was.
// Nor do they say by whom: all is done by `keeper`.
PastResult<PostedHistory> history_of_pages(std::vector<PostedPage> pages, const std::string& keeper,
                                           const HistoryOptions& options);

// Errors: no repository, one that cannot be read, or no version in it that holds rules.
PastResult<PostedHistory> read_history(const std::string& path, const HistoryOptions& options);

}  // namespace nomic::tools
