// GitFolder: the folder in which a repository keeps itself, as far as it is read without libgit2: branches, the commits
// at which a clone is cut, and which kinds of files its objects are in.
//
// A repository may come from a stranger. libgit2 opens every file that has the right name, follows links, and reads
// what it has opened to the end: a pipe hangs it, and a device has no end. A configuration may name more such files. So
// libgit2 is given the folder of objects alone, once each file in it was looked at, and the rest is read here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "nomic/past/repository.h"

namespace nomic::tools {

class GitFolder {
 public:
  // A working copy (also one that shares its repository with others) or a bare repository.
  static PastResult<GitFolder> open(const std::string& path);

  // The commit or tag at the end of the branch: 40 hexadecimal digits. Empty: HEAD's.
  [[nodiscard]] PastResult<std::string> tip(const std::string& branch) const;
  // The first commits of a shallow clone.
  [[nodiscard]] PastResult<std::set<std::string>> cut() const;
  // Objects of a repository, with those that it borrows from others.
  struct Objects {
    std::string folder;
    std::uintmax_t bytes = 0;  // of all their files
  };
  // Errors: something there, or in a folder from which it borrows objects, is neither a folder nor a regular file.
  [[nodiscard]] PastResult<Objects> objects() const;

 private:
  GitFolder(std::string where, std::string own) : where_(std::move(where)), own_(std::move(own)) {}

  // A file of it; nothing: it has none.
  [[nodiscard]] PastResult<std::optional<std::string>> read(const std::string& folder, const std::string& name,
                                                            std::size_t most) const;
  // The commit that a reference leads to; empty: it is no reference.
  [[nodiscard]] PastResult<std::optional<std::string>> resolve(const std::string& name) const;
  [[nodiscard]] PastResult<std::optional<std::string>> packed(const std::string& name) const;
  // Looks at that folder, and at those from which it borrows, unless they were `seen`. Returns the bytes of their
  // files.
  [[nodiscard]] PastResult<std::uintmax_t> check(const std::string& objects, std::size_t depth,
                                                 std::set<std::string>& seen) const;
  [[nodiscard]] PastError unreadable(const std::string& path, const std::string& why) const;

  std::string where_;   // as the user named it
  std::string own_;     // what this working copy has for itself: HEAD
  std::string common_;  // what it may share with others: objects and branches
};

}  // namespace nomic::tools
