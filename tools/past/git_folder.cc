#include "git_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "nomic/ledger/input_file.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t MOST_OF_LINE = std::size_t{4} << 10U;
constexpr std::size_t MOST_OF_LIST = std::size_t{16} << 20U;
constexpr std::size_t MOST_FILES = 1'000'000;
// libgit2 maps a list of objects whole. A pack it maps in parts.
constexpr std::uintmax_t MOST_OF_OBJECT_FILE = std::uintmax_t{256} << 20U;
constexpr std::size_t MOST_STEPS = 5;  // from reference to reference, and from lender to lender
constexpr std::size_t MOST_LENDERS = 100;
constexpr std::size_t ID_SIZE = 40;

std::string without_end(std::string text) {
  text.erase(std::find_if(text.rbegin(), text.rend(), [](char c) { return c != '\n' && c != '\r' && c != ' '; }).base(),
             text.end());
  return text;
}

bool is_id(std::string_view text) {
  return text.size() == ID_SIZE && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A path as a file of git's names it, from its own folder on.
std::string path_from(const std::string& folder, const std::string& named) {
  return (fs::path(folder) / named).lexically_normal().string();
}

}  // namespace

PastError GitFolder::unreadable(const std::string& path, const std::string& why) const {
  return {fmt::format("{} of {} cannot be read: {}", in_quotes(path), in_quotes(where_), why),
          "a repository is read if it has regular files alone, as those that git clone makes"};
}

PastResult<std::optional<std::string>> GitFolder::read(const std::string& folder, const std::string& name,
                                                       std::size_t most) const {
  auto file = ledger::InputFile::open_within(folder, name);
  if (!file) {
    const int error = file.error().error;
    if (error == ENOENT || error == ENOTDIR || error == EISDIR) return std::optional<std::string>();
    return unreadable(name, file.error().why);
  }
  std::string bytes;
  std::string part(MOST_OF_LINE, '\0');
  for (;;) {
    const std::ptrdiff_t got = file->read(part.data(), part.size());
    if (got < 0) return unreadable(name, "the system cannot read it");
    if (got == 0) return std::optional(std::move(bytes));
    bytes.append(part, 0, static_cast<std::size_t>(got));
    if (bytes.size() > most) return unreadable(name, fmt::format("it has more than {} bytes", most));
  }
}

PastResult<GitFolder> GitFolder::open(const std::string& path) {
  std::error_code ignored;
  const std::string below = path_from(path, ".git");
  GitFolder made(path, fs::is_directory(below, ignored) ? below : path);
  if (made.own_ == path) {
    NOMIC_ASSIGN(auto link, made.read(path, ".git", MOST_OF_LINE));
    constexpr std::string_view BEGINS = "gitdir: ";
    if (link && !link->starts_with(BEGINS)) return made.unreadable(".git", "it names no folder");
    if (link) made.own_ = path_from(path, without_end(link->substr(BEGINS.size())));
  }
  NOMIC_ASSIGN(auto common, made.read(made.own_, "commondir", MOST_OF_LINE));
  made.common_ = common ? path_from(made.own_, without_end(*common)) : made.own_;
  return made;
}

PastResult<std::optional<std::string>> GitFolder::packed(const std::string& name) const {
  NOMIC_ASSIGN(auto all, read(common_, "packed-refs", MOST_OF_LIST));
  std::istringstream lines(all.value_or(""));
  for (std::string line; std::getline(lines, line);) {
    line = without_end(std::move(line));
    const bool is_it = line.size() > ID_SIZE && line[ID_SIZE] == ' ' && line.substr(ID_SIZE + 1) == name;
    if (is_it && is_id(line.substr(0, ID_SIZE))) return std::optional(line.substr(0, ID_SIZE));
  }
  return std::optional<std::string>();
}

PastResult<std::optional<std::string>> GitFolder::resolve(const std::string& name) const {
  std::string at = name;
  for (std::size_t step = 0; step < MOST_STEPS; ++step) {
    NOMIC_ASSIGN(auto found, read(at.starts_with("refs/") ? common_ : own_, at, MOST_OF_LINE));
    if (!found) return packed(at);
    const std::string text = without_end(*found);
    if (is_id(text)) return std::optional(text);
    constexpr std::string_view LEADS = "ref: ";
    if (!text.starts_with(LEADS)) break;
    at = text.substr(LEADS.size());
  }
  return std::optional<std::string>();
}

PastResult<std::string> GitFolder::tip(const std::string& branch) const {
  std::vector<std::string> names = {"HEAD"};
  if (!branch.empty()) {
    names = {branch,
             "refs/" + branch,
             "refs/tags/" + branch,
             "refs/heads/" + branch,
             "refs/remotes/" + branch,
             "refs/remotes/" + branch + "/HEAD"};
  }
  for (const std::string& name : names) {
    NOMIC_ASSIGN(auto id, resolve(name));
    if (id) return *id;
  }
  if (branch.empty()) {
    return PastError{fmt::format("HEAD of {} names no commit", in_quotes(where_)), "name a branch: --branch NAME"};
  }
  return PastError{fmt::format("{} has no branch {}", in_quotes(where_), in_quotes(branch)),
                   "git branch --all lists those that it has"};
}

PastResult<std::set<std::string>> GitFolder::cut() const {
  NOMIC_ASSIGN(auto all, read(common_, "shallow", MOST_OF_LIST));
  std::istringstream lines(all.value_or(""));
  std::set<std::string> ids;
  for (std::string line; std::getline(lines, line);) ids.insert(without_end(std::move(line)));
  return ids;
}

PastResult<GitFolder::Objects> GitFolder::objects() const {
  std::string folder = path_from(common_, "objects");
  std::set<std::string> seen;
  NOMIC_ASSIGN(auto bytes, check(folder, 0, seen));
  return Objects{std::move(folder), bytes};
}

PastResult<std::uintmax_t> GitFolder::check(const std::string& objects, std::size_t depth,
                                            std::set<std::string>& seen) const {
  std::uintmax_t bytes = 0;
  if (!seen.insert(objects).second) return bytes;
  if (depth > MOST_STEPS || seen.size() > MOST_LENDERS) {
    return unreadable(objects, "it borrows objects over too many folders");
  }
  std::error_code error;
  if (!fs::is_directory(objects, error)) return unreadable(objects, "it is no folder");
  std::size_t count = 0;
  const fs::recursive_directory_iterator end;
  for (fs::recursive_directory_iterator at(objects, error); !error && at != end; at.increment(error)) {
    const fs::file_status status = at->symlink_status(error);
    if (error) break;
    const std::string path = at->path().string();
    if (++count > MOST_FILES) return unreadable(objects, fmt::format("it has more than {} files", MOST_FILES));
    if (fs::is_directory(status)) continue;
    if (!fs::is_regular_file(status)) return unreadable(path, "it is no regular file");
    const auto size = at->file_size(error);
    if (error) break;
    bytes += size;
    if (at->path().extension() != ".pack" && size > MOST_OF_OBJECT_FILE) {
      return unreadable(path, fmt::format("it has more than {} bytes", MOST_OF_OBJECT_FILE));
    }
  }
  if (error) return unreadable(objects, error.message());
  NOMIC_ASSIGN(auto lenders, read(objects, "info/alternates", MOST_OF_LIST));
  std::istringstream lines(lenders.value_or(""));
  for (std::string line; std::getline(lines, line);) {
    line = without_end(std::move(line));
    if (line.empty() || line.front() == '#') continue;
    // libgit2 takes others from the folder in which the program runs.
    if (line.front() != '/' && (line.front() != '.' || depth > 0)) {
      return unreadable("objects/info/alternates", fmt::format("{} is not a whole path", in_quotes(line)));
    }
    NOMIC_ASSIGN(auto borrowed, check(path_from(objects, line), depth + 1, seen));
    bytes += borrowed;
  }
  return bytes;
}

}  // namespace nomic::tools
