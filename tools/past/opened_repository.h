// A repository that is open in libgit2, and what is asked of it.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "bundle_objects.h"
#include "git2_library.h"
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
  std::string bundle{};         // its bytes, if it is one
  BundleHead head{};            // likewise
  std::set<std::string> cut{};  // the first commits of a shallow clone
  std::unique_ptr<TemporaryFolder> folder{};

  Opened(const Git2& library, std::string path) : git(library), where(std::move(path)) {}
  ~Opened() { git.repository_free(repository); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  PastResult<ledger::Done> open_folder();
  // libgit2 reads no bundles, but it reads packs.
  PastResult<ledger::Done> open_bundle();

  // The commit at the end of the branch; empty: HEAD's.
  [[nodiscard]] PastResult<git_oid> tip(const std::string& branch) const;
  [[nodiscard]] PastResult<Commit> commit(const git_oid& id) const;

  [[nodiscard]] git_oid id_of(const std::string& name) const;
  [[nodiscard]] std::string name_of(const git_oid* id) const;
  [[nodiscard]] PastError failed(const std::string& what) const;
};

}  // namespace nomic::tools
