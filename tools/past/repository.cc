#include "nomic/past/repository.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "bundle_objects.h"
#include "git2_memory.h"
#include "nomic/replay/page_import.h"
#include "opened_repository.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

// A file that is no page of rules may have more.
constexpr std::size_t MOST_OF_FILE = replay::PAGE_LIMIT;
// Pages of rules in all commits: git stores versions of a page as differences, so that a small repository may unfold to
// any size. Two real ones unfold to 2 and 22 times their size.
constexpr std::uint64_t MOST_OF_FILES = std::uint64_t{1} << 30U;
constexpr std::uint64_t OF_FILES_AT_LEAST = std::uint64_t{32} << 20U;
constexpr std::uint64_t OF_FILES_FOR_EACH_BYTE = 32;
constexpr std::size_t MOST_TOO_LARGE = 20;
constexpr std::size_t MOST_ENTRIES = 100'000;
constexpr std::size_t MOST_OF_PATHS = std::size_t{16} << 20U;
constexpr std::size_t LONGEST_PATH = 4096;  // no system has longer ones
constexpr std::uint64_t MOST_ENTRIES_IN_ALL = 10'000'000;
constexpr std::ptrdiff_t MOST_DEPTH = 100;

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

std::uint64_t most_of_files(std::uintmax_t bytes_stored) {
  const std::uint64_t unfolded = std::min<std::uintmax_t>(bytes_stored, MOST_OF_FILES) * OF_FILES_FOR_EACH_BYTE;
  return std::min(MOST_OF_FILES, OF_FILES_AT_LEAST + unfolded);
}

bool is_older(const Commit& one, const Commit& other) {
  return one.authored < other.authored;
}

}  // namespace

// The files of a tree, as libgit2 meets them. It stops at the first that is too much.
struct Repository::Walk {
  struct Excess {
    std::uint64_t limit;
    const char* unit;
  };

  Opened& opened;
  std::vector<CommittedFile> files{};
  std::size_t entries = 0;
  std::size_t bytes = 0;
  std::optional<Excess> excess{};

  static int take(const char* root, const git_tree_entry* entry, void* payload) {
    Walk& into = *static_cast<Walk*>(payload);
    const std::string_view folder = root;
    const std::string_view name = into.opened.git.tree_entry_name(entry);
    into.bytes += folder.size() + name.size();
    ++into.entries;
    ++into.opened.entries;
    if (into.entries > MOST_ENTRIES) into.excess = {MOST_ENTRIES, "files and folders"};
    if (into.bytes > MOST_OF_PATHS) into.excess = {MOST_OF_PATHS, "bytes in the paths of its files"};
    if (folder.size() + name.size() > LONGEST_PATH) into.excess = {LONGEST_PATH, "bytes in the path of a file"};
    if (into.opened.entries > MOST_ENTRIES_IN_ALL) {
      into.excess = {MOST_ENTRIES_IN_ALL, "files and folders, with those of the commits before it"};
    }
    if (std::count(folder.begin(), folder.end(), '/') > MOST_DEPTH) into.excess = {MOST_DEPTH, "folders in each other"};
    if (into.excess) return -1;
    // Neither links, whose text is a path, nor what a submodule names.
    const git_filemode_t mode = into.opened.git.tree_entry_filemode(entry);
    if (mode != GIT_FILEMODE_BLOB && mode != GIT_FILEMODE_BLOB_EXECUTABLE) return 0;
    std::string path(folder);
    path += name;
    into.files.push_back({std::move(path), into.opened.name_of(into.opened.git.tree_entry_id(entry))});
    return 0;
  }
};

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
  NOMIC_ASSIGN(auto git, Git2::get());
  Git2Memory::begin();
  auto opened = std::make_unique<Opened>(*git, path);
  std::error_code ignored;
  NOMIC_TRY(fs::is_directory(path, ignored) ? opened->open_folder() : opened->open_bundle());
  return Repository(std::move(opened));
}

PastResult<std::vector<Commit>> Repository::main_line(const std::string& branch) const {
  NOMIC_ASSIGN(auto tip, opened_->tip(branch));
  std::vector<Commit> line;
  for (git_oid at = tip;;) {
    NOMIC_ASSIGN(auto commit, opened_->commit(at));
    line.push_back(std::move(commit));
    if (line.back().parents.empty()) break;
    at = opened_->id_of(line.back().parents.front());
  }
  std::reverse(line.begin(), line.end());
  return line;
}

bool Repository::is_cut_at(const Commit& commit) const {
  return opened_->cut.count(commit.id) != 0;
}

PastResult<std::vector<std::vector<Commit>>> Repository::brought_by(const std::vector<Commit>& line) const {
  std::vector<std::vector<Commit>> all;
  // All that is before the commit that is looked at: each commit is met once.
  std::set<std::string> known;
  for (const Commit& merge : line) {
    std::vector<Commit>& brought = all.emplace_back();
    std::vector<std::string> left(merge.parents.begin() + (merge.parents.empty() ? 0 : 1), merge.parents.end());
    while (!left.empty()) {
      const std::string id = std::move(left.back());
      left.pop_back();
      if (!known.insert(id).second) continue;
      NOMIC_ASSIGN(auto commit, opened_->commit(opened_->id_of(id)));
      left.insert(left.end(), commit.parents.begin(), commit.parents.end());
      if (commit.parents.size() < 2) brought.push_back(std::move(commit));
    }
    known.insert(merge.id);
    std::stable_sort(brought.begin(), brought.end(), is_older);
  }
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
  Walk walk{*opened_};
  const bool walked = git.tree_walk(tree, GIT_TREEWALK_PRE, Walk::take, &walk) == 0;
  git.tree_free(tree);
  if (walk.excess) return opened_->too_large("the commit " + commit.id, walk.excess->limit, walk.excess->unit);
  if (!walked) return opened_->failed("the files of " + commit.id);
  std::sort(walk.files.begin(), walk.files.end(),
            [](const CommittedFile& one, const CommittedFile& other) { return one.path < other.path; });
  return std::move(walk.files);
}

PastResult<std::optional<std::string>> Repository::bytes_of(const std::string& blob) const {
  const Git2& git = opened_->git;
  const git_oid id = opened_->id_of(blob);
  git_blob* found = nullptr;
  if (git.blob_lookup(&found, opened_->repository, &id) != 0) {
    // For a few such files it is enough that they are no pages.
    const bool is_large = Git2Memory::last_refused() == Git2Memory::Refused::ONE;
    if (!is_large || ++opened_->files_too_large > MOST_TOO_LARGE) return opened_->failed("the file " + blob);
    Git2Memory::forget();
    return std::optional<std::string>();
  }
  const std::unique_ptr<git_blob, decltype(git.blob_free)> owner(found, git.blob_free);
  const std::string_view bytes(static_cast<const char*>(git.blob_rawcontent(found)),
                               static_cast<std::size_t>(git.blob_rawsize(found)));
  opened_->bytes_of_files += bytes.size();
  const std::uint64_t most = most_of_files(opened_->bytes_stored);
  if (opened_->bytes_of_files > most) return opened_->too_large("the history", most, "bytes of pages");
  if (bytes.size() > MOST_OF_FILE) return std::optional<std::string>();
  return std::optional<std::string>(bytes);
}

}  // namespace nomic::tools
