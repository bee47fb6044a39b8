#include "look/site_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "nomic/ledger/whole_file.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// The list of a site's files: what of a folder this program has made.
//
//     nomic site 1
//     game 4a1cb5b0...
//     disputes.html
//     rules/301.html

struct SiteList {
  bool is_list = false;  // false: there is none, or what is there is none
  std::string game;
  std::set<std::string> paths;
};

constexpr std::string_view FIRST_LINE = "nomic site 1\n";
constexpr std::string_view GAME = "game ";
constexpr std::array<std::string_view, 4> ENDINGS = {".html", ".css", ".atom", ".bundle"};
// More than any list.
constexpr std::size_t MOST = std::size_t{64} << 20U;

bool is_word(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

bool is_path(std::string_view path) {
  const auto ending =
      std::find_if(ENDINGS.begin(), ENDINGS.end(), [&](std::string_view end) { return path.ends_with(end); });
  if (ending == ENDINGS.end()) return false;
  path.remove_suffix(ending->size());
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return is_word(path);
  return is_word(path.substr(0, slash)) && is_word(path.substr(slash + 1));
}

std::optional<std::string> read_plain(const std::string& path, std::size_t most) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::optional<std::string> bytes;
  struct stat found {};
  if (::fstat(fd, &found) == 0 && S_ISREG(found.st_mode) && static_cast<std::size_t>(found.st_size) <= most) {
    bytes.emplace(static_cast<std::size_t>(found.st_size), '\0');
    std::size_t read = 0;
    while (read < bytes->size()) {
      const ssize_t got = ::read(fd, bytes->data() + read, bytes->size() - read);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      read += static_cast<std::size_t>(got);
    }
    bytes->resize(read);
  }
  ::close(fd);
  return bytes;
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

// Whatever the file says, only paths that a site can have are read from it: none leads out of the folder.
SiteList read_site_list(const std::string& path) {
  SiteList list;
  const auto bytes = read_plain(path, MOST);
  if (!bytes || !bytes->starts_with(FIRST_LINE)) return list;
  std::string_view text = std::string_view(*bytes).substr(FIRST_LINE.size());
  const std::string_view game = take_line(text);
  if (!game.starts_with(GAME)) return list;
  list.is_list = true;
  list.game = game.substr(GAME.size());
  while (!text.empty()) {
    if (const std::string_view line = take_line(text); is_path(line)) list.paths.emplace(line);
  }
  return list;
}

std::string site_list_text(const std::string& game, const std::set<std::string>& paths) {
  std::string out = fmt::format("{}{}{}\n", FIRST_LINE, GAME, game);
  for (const std::string& path : paths) out += path + "\n";
  return out;
}

// Whether the file at the path, no link, has exactly these bytes.
bool has_bytes(const std::string& path, std::string_view bytes) {
  const auto there = read_plain(path, bytes.size());
  return there && *there == bytes;
}

namespace fs = std::filesystem;
using ledger::WholeFile;

Failure cannot_write(const std::string& path, int error) {
  return {Exit::UNAVAILABLE, fmt::format("{} cannot be written: {}", in_quotes(path), std::strerror(error)),
          error == ENOSPC ? "make room on the disk, then repeat" : ""};
}

// What has a name, links not followed; 0: nothing.
mode_t kind_of(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 ? found.st_mode & S_IFMT : 0;
}

// A descriptor that is closed.
class Held {
 public:
  explicit Held(int descriptor) : descriptor_(descriptor) {}
  ~Held() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  [[nodiscard]] int get() const { return descriptor_; }

 private:
  int descriptor_;
};

class Writing {
 public:
  Writing(const Call& call, std::string shown, std::string game, bool force)
      : shown_(std::move(shown)), base_(path_in(call.io, shown_)), game_(std::move(game)), force_(force) {
    while (base_.size() > 1 && base_.back() == '/') base_.pop_back();
  }

  Result<SiteWritten> write(const std::vector<SiteFile>& files) {
    NOMIC_TRY(make_folder(base_, true));
    const Held folder(::open(base_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() < 0) return cannot_write(shown_, errno);
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      return Failure{Exit::UNAVAILABLE, fmt::format("another nomic writes into {}", in_quotes(shown_)), "wait for it"};
    }
    NOMIC_TRY(read_list());
    std::set<std::string> now;
    for (const SiteFile& file : files) now.insert(file.path);
    NOMIC_TRY(check_places(now));
    std::set<std::string> both = now;
    both.insert(before_.begin(), before_.end());
    NOMIC_TRY(put(SITE_LIST, site_list_text(game_, both), WholeFile::Sync::YES));
    remove_left(both);
    for (const SiteFile& file : files) NOMIC_TRY(put_page(file));
    for (const std::string& path : before_) {
      if (now.count(path) == 0) NOMIC_TRY(remove(path));
    }
    // All of it at once: a page a file, each by itself, would wait for the disk thousands of times.
    if (done_.written > 0 && ::syncfs(folder.get()) != 0) return cannot_write(shown_, errno);
    NOMIC_TRY(put(SITE_LIST, site_list_text(game_, now), WholeFile::Sync::YES));
    done_.files = files.size();
    return done_;
  }

 private:
  [[nodiscard]] std::string place(const std::string& path) const { return base_ + "/" + path; }
  [[nodiscard]] std::string shown(const std::string& path) const { return shown_ + "/" + path; }

  // `follow`: the folder that was named may be a link to one.
  Status make_folder(const std::string& path, bool follow) const {
    if (::mkdir(path.c_str(), 0777) == 0) return ledger::Done{};
    const int error = errno;
    if (error != EEXIST) return cannot_write(shown_, error);
    struct stat found {};
    const bool is_folder =
        (follow ? ::stat(path.c_str(), &found) : ::lstat(path.c_str(), &found)) == 0 && S_ISDIR(found.st_mode);
    if (is_folder) return ledger::Done{};
    return usage(fmt::format("{} is no folder, and a site is one.", in_quotes(path)), "name another: --site DIR");
  }

  Status read_list() {
    // A run that was killed before it had written its list has left nothing else.
    ledger::remove_left_behind(place(SITE_LIST));
    const SiteList list = read_site_list(place(SITE_LIST));
    if (list.is_list) before_ = list.paths;
    if (force_) return ledger::Done{};
    if (list.is_list && list.game != game_) {
      return usage(fmt::format("{} holds the pages of another game.", in_quotes(shown_)),
                   "name another folder, or replace them with --force");
    }
    std::error_code error;
    if (list.is_list || fs::is_empty(base_, error)) return ledger::Done{};
    return usage(fmt::format("the folder {} is not empty, and nomic has not made it.", in_quotes(shown_)),
                 "name a new one, or write into it with --force: files of other names stay");
  }

  // Nothing may stand where a file is to be that is not ours.
  [[nodiscard]] Status check_places(const std::set<std::string>& paths) const {
    for (const std::string& path : paths) {
      const std::size_t slash = path.find('/');
      const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
      const mode_t above = folder.empty() ? S_IFDIR : kind_of(place(folder));
      if (above != 0 && above != S_IFDIR) {
        return usage(fmt::format("{} is no folder, and pages are to be in it.", in_quotes(shown(folder))),
                     "move it away");
      }
      const mode_t kind = kind_of(place(path));
      if (kind == 0) continue;
      if (kind == S_IFDIR) {
        return usage(fmt::format("{} is a folder, and a page is to be there.", in_quotes(shown(path))), "move it away");
      }
      if (!force_ && before_.count(path) == 0) {
        return usage(fmt::format("the file {} is there already, and nomic has not made it.", in_quotes(shown(path))),
                     "move it away, or overwrite it with --force");
      }
    }
    return ledger::Done{};
  }

  // What killed runs left beside the files.
  void remove_left(const std::set<std::string>& paths) const {
    std::set<std::string> folders{""};
    for (const std::string& path : paths) folders.insert(path.substr(0, path.find('/') + 1));
    for (const std::string& folder : folders) {
      ledger::remove_left_in(place(folder), [&](std::string_view name) {
        const std::string path = folder + std::string(name);
        return path == SITE_LIST || paths.count(path) != 0;
      });
    }
  }

  Status put_page(const SiteFile& file) {
    done_.bytes += file.text.size();
    if (has_bytes(place(file.path), file.text)) return ledger::Done{};
    if (const std::size_t slash = file.path.find('/'); slash != std::string::npos)
      NOMIC_TRY(make_folder(place(file.path.substr(0, slash)), false));
    ++done_.written;
    return put(file.path, file.text, WholeFile::Sync::NO);
  }

  [[nodiscard]] Status put(const std::string& path, const std::string& text, WholeFile::Sync sync) const {
    const int error =
        ledger::put_one_of_many(place(path), text, WholeFile::Place::TAKEN, sync, ledger::FileMode::DOCUMENT);
    return error == 0 ? Status(ledger::Done{}) : cannot_write(shown(path), error);
  }

  Status remove(const std::string& path) {
    // Nothing is removed through a link.
    const std::size_t above = path.find('/');
    if (above != std::string::npos && kind_of(place(path.substr(0, above))) != S_IFDIR) return ledger::Done{};
    if (::unlink(place(path).c_str()) == 0) {
      ++done_.removed;
    } else if (errno != ENOENT && errno != ENOTDIR) {
      return cannot_write(shown(path), errno);
    }
    // Where nothing else is in it.
    if (above != std::string::npos) ::rmdir(place(path.substr(0, above)).c_str());
    return ledger::Done{};
  }

  std::string shown_;
  std::string base_;
  std::string game_;
  bool force_;
  std::set<std::string> before_;
  SiteWritten done_;
};

}  // namespace

Result<SiteWritten> write_site_folder(const Call& call, const std::string& folder, const std::string& game, bool force,
                                      const std::vector<SiteFile>& files) {
  return Writing(call, folder, game, force).write(files);
}

}  // namespace nomic::tools
