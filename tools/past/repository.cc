#include "nomic/past/repository.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "bundle_objects.h"
#include "opened_repository.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

// Nothing of what is no regular file, and may never end or begin.
std::string beginning_of(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string bytes(32, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return bytes;
}

bool is_older(const Commit& one, const Commit& other) {
  return one.authored < other.authored;
}

}  // namespace

Repository::Repository(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
Repository::Repository(Repository&&) noexcept = default;
Repository& Repository::operator=(Repository&&) noexcept = default;
Repository::~Repository() = default;

bool Repository::is_at(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return is_git_bundle(beginning_of(path));
  return fs::exists(fs::path(path) / ".git", ignored) ||
         (fs::exists(fs::path(path) / "HEAD", ignored) && fs::is_directory(fs::path(path) / "objects", ignored));
}

PastResult<Repository> Repository::open(const std::string& path) {
  auto git = Git2::get();
  if (!git) return git.error();
  auto opened = std::make_unique<Opened>(**git, path);
  std::error_code ignored;
  auto done = fs::is_directory(path, ignored) ? opened->open_folder() : opened->open_bundle();
  if (!done) return done.error();
  return Repository(std::move(opened));
}

PastResult<std::vector<Commit>> Repository::main_line(const std::string& branch) const {
  auto tip = opened_->tip(branch);
  if (!tip) return tip.error();
  std::vector<Commit> line;
  for (git_oid at = *tip;;) {
    auto commit = opened_->commit(at);
    if (!commit) return commit.error();
    line.push_back(std::move(*commit));
    if (line.back().parents.empty()) break;
    at = opened_->id_of(line.back().parents.front());
  }
  std::reverse(line.begin(), line.end());
  return line;
}

bool Repository::is_cut_at(const Commit& commit) const {
  return opened_->cut.count(commit.id) != 0;
}

PastResult<ledger::Done> Repository::walk_back(const std::string& from, const std::set<std::string>& but,
                                               std::map<std::string, Commit>& met) const {
  std::vector<std::string> left = {from};
  while (!left.empty()) {
    const std::string id = left.back();
    left.pop_back();
    if (but.count(id) != 0 || met.count(id) != 0) continue;
    auto commit = opened_->commit(opened_->id_of(id));
    if (!commit) return commit.error();
    left.insert(left.end(), commit->parents.begin(), commit->parents.end());
    met.emplace(id, std::move(*commit));
  }
  return ledger::Done{};
}

// The same in a shallow clone, in which libgit2 misses parents at every turn.
PastResult<std::vector<Commit>> Repository::brought_by_in_cut(const Commit& merge) const {
  std::map<std::string, Commit> before;
  if (auto done = walk_back(merge.parents.front(), {}, before); !done) return done.error();
  std::set<std::string> known;
  for (const auto& [id, commit] : before) known.insert(id);
  std::map<std::string, Commit> brought;
  for (std::size_t i = 1; i < merge.parents.size(); ++i) {
    if (auto done = walk_back(merge.parents[i], known, brought); !done) return done.error();
  }
  std::vector<Commit> all;
  for (auto& [id, commit] : brought) {
    if (commit.parents.size() < 2) all.push_back(std::move(commit));
  }
  std::stable_sort(all.begin(), all.end(), is_older);
  return all;
}

PastResult<std::vector<Commit>> Repository::brought_by(const Commit& merge) const {
  const Git2& git = opened_->git;
  std::vector<Commit> all;
  if (merge.parents.size() < 2) return all;
  if (!opened_->cut.empty()) return brought_by_in_cut(merge);
  git_revwalk* walk = nullptr;
  if (git.revwalk_new(&walk, opened_->repository) != 0) return opened_->failed("the branches");
  const git_oid first = opened_->id_of(merge.parents.front());
  bool done = git.revwalk_hide(walk, &first) == 0;
  for (std::size_t i = 1; i < merge.parents.size(); ++i) {
    const git_oid other = opened_->id_of(merge.parents[i]);
    done = done && git.revwalk_push(walk, &other) == 0;
  }
  std::optional<PastError> error;
  if (!done) error = opened_->failed("the branches");
  for (git_oid id{}; done && git.revwalk_next(&id, walk) == 0;) {
    auto commit = opened_->commit(id);
    if (!commit) {
      error = commit.error();
      break;
    }
    if (commit->parents.size() < 2) all.push_back(std::move(*commit));
  }
  git.revwalk_free(walk);
  if (error) return *error;
  std::stable_sort(all.begin(), all.end(), is_older);
  return all;
}

PastResult<std::vector<CommittedFile>> Repository::files_of(const Commit& commit) const {
  const Git2& git = opened_->git;
  const git_oid id = opened_->id_of(commit.id);
  git_commit* found = nullptr;
  git_tree* tree = nullptr;
  if (git.commit_lookup(&found, opened_->repository, &id) != 0) return opened_->failed("the commit " + commit.id);
  const bool has_tree = git.commit_tree(&tree, found) == 0;
  git.commit_free(found);
  if (!has_tree) return opened_->failed("the files of " + commit.id);
  struct Walk {
    const Opened& opened;
    std::vector<CommittedFile> files{};
  } walk{*opened_};
  const auto take = [](const char* root, const git_tree_entry* entry, void* payload) {
    Walk& into = *static_cast<Walk*>(payload);
    // Neither links, whose text is a path, nor what a submodule names.
    const git_filemode_t mode = into.opened.git.tree_entry_filemode(entry);
    if (mode != GIT_FILEMODE_BLOB && mode != GIT_FILEMODE_BLOB_EXECUTABLE) return 0;
    into.files.push_back({std::string(root) + into.opened.git.tree_entry_name(entry),
                          into.opened.name_of(into.opened.git.tree_entry_id(entry))});
    return 0;
  };
  const bool walked = git.tree_walk(tree, GIT_TREEWALK_PRE, take, &walk) == 0;
  git.tree_free(tree);
  if (!walked) return opened_->failed("the files of " + commit.id);
  std::sort(walk.files.begin(), walk.files.end(),
            [](const CommittedFile& one, const CommittedFile& other) { return one.path < other.path; });
  return std::move(walk.files);
}

PastResult<std::string> Repository::bytes_of(const std::string& blob) const {
  const Git2& git = opened_->git;
  const git_oid id = opened_->id_of(blob);
  git_blob* found = nullptr;
  if (git.blob_lookup(&found, opened_->repository, &id) != 0) return opened_->failed("the file " + blob);
  std::string bytes(static_cast<const char*>(git.blob_rawcontent(found)),
                    static_cast<std::size_t>(git.blob_rawsize(found)));
  git.blob_free(found);
  return bytes;
}

}  // namespace nomic::tools
