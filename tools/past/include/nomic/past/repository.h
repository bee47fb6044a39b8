// Repository: a git repository to be read, from a working copy, a bare repository or a bundle.
//
//     auto repository = Repository::open("games/nomic.bundle");
//     for (const Commit& commit : *repository->main_line()) ...
//
// Its contents are not trusted. Reading has limits, at each object and over the whole history (docs/import.md);
// what has more is an error. Its configuration is not read.
//
// It is read by libgit2, which is loaded when the first repository is opened. Nothing is written to it: the objects of
// a bundle are put into a repository of their own in the folder for temporary files, which goes with the object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nomic/ledger/result.h"

namespace nomic::tools {

// Why a source cannot be read: a sentence, and what to do; both as a Failure has them.
struct PastError {
  std::string what;
  std::string hint;
};
template <class T>
using PastResult = ledger::Result<T, PastError>;

struct Commit {
  std::string id;  // 40 hexadecimal digits
  std::string author;
  std::string email;
  std::int64_t authored = 0;   // microseconds since 1970-01-01T00:00:00Z
  std::int64_t committed = 0;  // likewise
  std::string message;
  std::vector<std::string> parents;

  [[nodiscard]] std::string brief() const { return id.substr(0, 7); }
};

// A file of a commit.
struct CommittedFile {
  std::string path;
  std::string blob;  // 40 hexadecimal digits
};

class Repository {
 public:
  // Whether something at the path could be one: a bundle, a bare repository, a folder with .git.
  static bool is_at(const std::string& path);

  static PastResult<Repository> open(const std::string& path);
  Repository(Repository&&) noexcept;
  Repository& operator=(Repository&&) noexcept;
  ~Repository();

  // From the first commit to the last along first parents: HEAD's, or the branch's. That of a shallow clone begins
  // where it is cut.
  PastResult<std::vector<Commit>> main_line(const std::string& branch) const;
  // What each commit of the main line brings, if it is a merge: the commits that its other parents have and its first
  // has not, the oldest first. Merges are none of them.
  PastResult<std::vector<std::vector<Commit>>> brought_by(const std::vector<Commit>& line) const;
  // Whether the commit has parents that a shallow clone has not: what was before it is not known.
  [[nodiscard]] bool is_cut_at(const Commit& commit) const;
  // In the order of their paths.
  PastResult<std::vector<CommittedFile>> files_of(const Commit& commit) const;
  // Nothing: the file is too large for a page of rules (replay::PAGE_LIMIT).
  PastResult<std::optional<std::string>> bytes_of(const std::string& blob) const;

 private:
  struct Opened;
  struct Walk;
  explicit Repository(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

}  // namespace nomic::tools
