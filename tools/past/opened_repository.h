// A repository that is open in libgit2, and what is asked of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "bundle_objects.h"
#include "git2_library.h"
#include "git_folder.h"
#include "nomic/past/repository.h"

namespace nomic::tools {

// A folder for temporary files that goes with the object. Empty path: none could be made.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Repository::Opened {
  const Git2& git;
  std::string where;
  git_repository* repository = nullptr;
  std::optional<BundleHead> head{};       // of a bundle
  std::optional<GitFolder> own_folder{};  // of what is no bundle
  std::set<std::string> cut{};            // the first commits of a shallow clone
  std::unique_ptr<TemporaryFolder> folder{};
  std::uintmax_t bytes_stored = 0;  // of the files of its objects
  // What was read so far, since each has a limit over the whole history.
  std::size_t commits = 0;
  std::size_t bytes_of_commits = 0;
  std::uint64_t entries = 0;
  std::uint64_t bytes_of_files = 0;
  std::size_t files_too_large = 0;

  Opened(const Git2& library, std::string path) : git(library), where(std::move(path)) {}
  ~Opened() { git.repository_free(repository); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  PastResult<ledger::Done> open_folder();
  // libgit2 reads no bundles, but it reads packs.
  PastResult<ledger::Done> open_bundle();

  // The commit at the end of the branch; empty: HEAD's.
  [[nodiscard]] PastResult<git_oid> tip(const std::string& branch) const;
  [[nodiscard]] PastResult<Commit> commit(const git_oid& id);

  [[nodiscard]] git_oid id_of(const std::string& name) const;
  [[nodiscard]] std::string name_of(const git_oid* id) const;
  // Why libgit2 has just failed. Throws std::bad_alloc where the system had no memory for it.
  [[nodiscard]] PastError failed(const std::string& what) const;
  [[nodiscard]] PastError too_large(const std::string& what, std::uint64_t limit, const std::string& unit) const;

 private:
  // Opens the objects in that folder, and nothing else.
  PastResult<ledger::Done> open_objects(const std::string& objects);
};

}  // namespace nomic::tools
