#include "found/rehearsal_stage.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "nomic/words/terminal_text.h"
#include "shared/whole_file.h"

namespace nomic::tools {
namespace {

namespace stage_fs = std::filesystem;

constexpr const char* PLAYED_IN = ".nomic";
// What it is called until it is whole.
constexpr const char* MAKING = ".nomic.making";

Failure cannot_be_made(const std::string& folder, int error) {
  return {Exit::UNAVAILABLE, fmt::format("nothing can be written in {}: {}", in_quotes(folder), std::strerror(error)),
          error == ENOSPC ? "make room on the disk, then repeat" : ""};
}

// Whether nothing lies in it but what was not finished.
bool is_stage(const std::string& folder) {
  std::error_code error;
  stage_fs::directory_iterator at(folder, error);
  return !error && std::all_of(at, stage_fs::directory_iterator(), [](const stage_fs::directory_entry& entry) {
    return entry.path().filename() == MAKING;
  });
}

}  // namespace

StageFile::~StageFile() {
  if (fd_ >= 0) ::close(fd_);
}

Status StageFile::open(const std::string& folder) {
  std::string name = folder + "/" + MAKING + "-XXXXXX";
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) return cannot_be_made(folder, errno);
  ::unlink(name.c_str());
  return ledger::Done{};
}

ledger::WriteBytes StageFile::write() const {
  return [fd = fd_](std::string_view bytes) { return write_whole(fd, bytes); };
}

ledger::ReadBytes StageFile::read() const {
  ::lseek(fd_, 0, SEEK_SET);
  return [fd = fd_](char* into, std::size_t count) -> std::ptrdiff_t { return ::read(fd, into, count); };
}

RehearsalStage::~RehearsalStage() {
  if (finished_) return;
  call_.session.close(making());
  std::error_code error;
  stage_fs::remove_all(making(), error);
  if (is_made_) stage_fs::remove(folder_, error);
}

std::string RehearsalStage::making() const {
  return folder_ + "/" + MAKING;
}

std::string RehearsalStage::ledger() const {
  return folder_ + "/" + PLAYED_IN;
}

Status RehearsalStage::begin() {
  std::error_code error;
  if (stage_fs::exists(folder_, error) && !is_stage(folder_)) {
    return usage(fmt::format("{} holds something already.", in_quotes(folder_)),
                 "name a folder that is not there yet: a rehearsal has one to itself");
  }
  is_made_ = stage_fs::create_directories(folder_, error);
  if (error) return cannot_be_made(folder_, error.value());
  stage_fs::remove_all(making(), error);
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
