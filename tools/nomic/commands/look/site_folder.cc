#include "look/site_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "look/site_list.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

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
