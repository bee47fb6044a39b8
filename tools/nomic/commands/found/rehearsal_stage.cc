#include "found/rehearsal_stage.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "nomic/ledger/whole_file.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

namespace stage_fs = std::filesystem;

constexpr const char* PLAYED_IN = ".nomic";
// What it is called until it is whole.
constexpr const char* MAKING = ".nomic.making";
// What mkostemp() puts letters in the place of.
constexpr std::string_view UNIQUE = "XXXXXX";

Failure cannot_be_made(const std::string& folder, int error) {
  return {Exit::UNAVAILABLE, fmt::format("nothing can be written in {}: {}", in_quotes(folder), std::strerror(error)),
          error == ENOSPC ? "make room on the disk, then repeat" : ""};
}

// The folder that a rehearsal is made in, or the file of a copy on its way that was not yet without a name.
bool is_unfinished(const std::string& name) {
  const std::string file = std::string(MAKING) + "-";
  return name == MAKING || (name.starts_with(file) && name.size() == file.size() + UNIQUE.size());
}

// Whether nothing lies in it but what was not finished.
bool is_stage(const std::string& folder) {
  std::error_code error;
  stage_fs::directory_iterator at(folder, error);
  return !error && std::all_of(at, stage_fs::directory_iterator(), [](const stage_fs::directory_entry& entry) {
    return is_unfinished(entry.path().filename().string());
  });
}

void clear(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : stage_fs::directory_iterator(folder, error)) {
    if (is_unfinished(entry.path().filename().string())) stage_fs::remove_all(entry.path(), error);
  }
}

// Whether the open folder is still the one of that name.
bool is_named(int folder, const std::string& path) {
  struct stat held = {};
  struct stat named = {};
  return ::fstat(folder, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

}  // namespace

StageFile::~StageFile() {
  if (fd_ >= 0) ::close(fd_);
}

Status StageFile::open(const std::string& folder) {
  std::string name = fmt::format("{}/{}-{}", folder, MAKING, UNIQUE);
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) return cannot_be_made(folder, errno);
  ::unlink(name.c_str());
  return ledger::Done{};
}

ledger::WriteBytes StageFile::write() const {
  return [fd = fd_](std::string_view bytes) { return ledger::write_whole(fd, bytes); };
}

ledger::ReadBytes StageFile::read() const {
  ::lseek(fd_, 0, SEEK_SET);
  return [fd = fd_](char* into, std::size_t count) -> std::ptrdiff_t { return ::read(fd, into, count); };
}

RehearsalStage::~RehearsalStage() {
  if (!finished_ && held_ >= 0) {
    call_.session.close(making());
    std::error_code error;
    stage_fs::remove_all(making(), error);
    if (is_made_) stage_fs::remove(folder_, error);
  }
  if (held_ >= 0) ::close(held_);
}

std::string RehearsalStage::making() const {
  return folder_ + "/" + MAKING;
}

std::string RehearsalStage::ledger() const {
  return folder_ + "/" + PLAYED_IN;
}

// Whoever makes one holds a lock on the folder itself, which goes with the process and leaves nothing behind. It may
// go, or be finished, while it is waited for.
Status RehearsalStage::begin() {
  const auto taken = [this] {
    return usage(fmt::format("{} holds something already.", in_quotes(folder_)),
                 "name a folder that is not there yet: a rehearsal has one to itself");
  };
  std::error_code error;
  for (;;) {
    if (stage_fs::exists(folder_, error) && !is_stage(folder_)) return taken();
    is_made_ = !stage_fs::exists(folder_, error);
    NOMIC_TRY(or_failure(ledger::make_folders(folder_, ledger::FileMode::OWNED)));
    const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == ENOENT) continue;
    if (folder < 0) return cannot_be_made(folder_, errno);
    if (::flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(folder);
      return Failure{Exit::UNAVAILABLE, fmt::format("somebody is making a rehearsal in {}", in_quotes(folder_)),
                     "wait until it is made, or name another folder"};
    }
    if (is_named(folder, folder_)) {
      held_ = folder;
      break;
    }
    ::close(folder);
  }
  if (!is_stage(folder_)) {
    finished_ = true;  // by another
    return taken();
  }
  clear(folder_);
  return ledger::Done{};
}

Status RehearsalStage::finish() {
  call_.session.close(making());
  std::error_code error;
  stage_fs::rename(making(), ledger(), error);
  if (error) return cannot_be_made(folder_, error.value());
  finished_ = true;
  return ledger::Done{};
}

}  // namespace nomic::tools
