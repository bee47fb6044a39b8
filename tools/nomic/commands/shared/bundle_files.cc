#include "shared/bundle_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

Failure cannot_write(const std::string& path, int error) {
  return {Exit::UNAVAILABLE, fmt::format("{} cannot be written: {}", in_quotes(path), std::strerror(error)),
          error == ENOSPC ? "make room on the disk, then repeat" : ""};
}

int write_whole(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

// Whether writing goes on to something that is no plain file: a pipe, a terminal, /dev/null.
bool is_special(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
}

int sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  return error;
}

}  // namespace

Result<std::unique_ptr<BundleInput>> BundleInput::open(const Call& call, const std::string& path, Reading reading) {
  std::unique_ptr<BundleInput> input(new BundleInput);
  const bool is_standard = path == STANDARD_STREAM;
  if (is_standard && call.input_taken) {
    return usage("standard input is the play itself: no bundle can be read there.");
  }
  if (!is_standard) {
    input->fd_ = ::open(path_in(call.io, path).c_str(), O_RDONLY | O_CLOEXEC);
    if (input->fd_ < 0)
      return usage(fmt::format("the file {} cannot be read: {}.", in_quotes(path), std::strerror(errno)));
    struct stat found {};
    if (::fstat(input->fd_, &found) == 0 && S_ISDIR(found.st_mode)) {
      return usage(fmt::format("{} is a folder, and no file of bundles.", in_quotes(path)),
                   "export the game that it holds: nomic export --ledger DIR FILE");
    }
  }
  const bool can_wind_back = !is_standard && ::lseek(input->fd_, 0, SEEK_CUR) == 0;
  if (reading == Reading::TWICE && !can_wind_back) {
    NOMIC_TRY(input->keep_what_is_read());
  }
  if (is_standard) {
    input->read_from(call.io.in);
  } else {
    input->read_from(
        [fd = input->fd_](char* into, std::size_t count) -> std::ptrdiff_t { return ::read(fd, into, count); });
  }
  return input;
}

void BundleInput::read_from(ledger::ReadBytes read) {
  if (kept_ < 0) {
    source_ = std::make_unique<ledger::BundleSource>(std::move(read));
    return;
  }
  source_ = std::make_unique<ledger::BundleSource>(
      [read = std::move(read), kept = kept_](char* into, std::size_t count) -> std::ptrdiff_t {
        const std::ptrdiff_t got = read(into, count);
        if (got <= 0) return got;
        const int error = write_whole(kept, std::string_view(into, static_cast<std::size_t>(got)));
        errno = error;
        return error == 0 ? got : -1;
      });
}

Status BundleInput::keep_what_is_read() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "nomic-bundle-XXXXXX").string();
  kept_ = error ? -1 : ::mkostemp(name.data(), O_CLOEXEC);
  if (kept_ < 0) {
    return Failure{Exit::UNAVAILABLE, "no temporary file could be made to read the bundle twice from", "set TMPDIR"};
  }
  ::unlink(name.c_str());
  return ledger::Done{};
}

Status BundleInput::again() {
  const int fd = kept_ >= 0 ? kept_ : fd_;
  if (::lseek(fd, 0, SEEK_SET) != 0) return usage("the file cannot be read twice.", "give a plain file");
  source_ = std::make_unique<ledger::BundleSource>(
      [fd](char* into, std::size_t count) -> std::ptrdiff_t { return ::read(fd, into, count); });
  return ledger::Done{};
}

BundleInput::~BundleInput() {
  if (fd_ >= 0) ::close(fd_);
  if (kept_ >= 0) ::close(kept_);
}

Result<std::unique_ptr<BundleOutput>> BundleOutput::open(const Call& call, const std::string& path) {
  std::unique_ptr<BundleOutput> output(new BundleOutput);
  BundleOutput* self = output.get();
  if (path == STANDARD_STREAM) {
    self->write_ = [self, &io = call.io](std::string_view bytes) {
      const int error = io.out(bytes);
      self->reader_left_ = error == EPIPE;
      return error;
    };
    return output;
  }
  self->path_ = path_in(call.io, path);
  const bool special = is_special(self->path_);
  if (!special) self->beside_ = fmt::format("{}.new-{}", self->path_, ::getpid());
  self->fd_ = ::open(special ? self->path_.c_str() : self->beside_.c_str(),
                     O_WRONLY | O_CREAT | O_CLOEXEC | (special ? 0 : O_TRUNC), 0666);
  if (self->fd_ < 0) {
    self->beside_.clear();
    return cannot_write(path, errno);
  }
  self->write_ = [fd = self->fd_](std::string_view bytes) { return write_whole(fd, bytes); };
  return output;
}

BundleOutput::~BundleOutput() {
  if (fd_ >= 0) ::close(fd_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

Status BundleOutput::finish() {
  if (beside_.empty()) return ledger::Done{};
  if (::fsync(fd_) != 0) return cannot_write(path_, errno);
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) return cannot_write(path_, errno);
  beside_.clear();
  if (const int error = sync_folder_of(path_); error != 0) return cannot_write(path_, error);
  return ledger::Done{};
}

v1::BundlesView::Bundle bundle_view(const ledger::BundleReport& report) {
  v1::BundlesView::Bundle view;
  view.set_game(report.game.hash.hex());
  view.set_name(report.label);
  view.set_from(count32(report.from));
  view.set_size(count32(report.size));
  view.set_head_hash(report.head_hash.hex());
  view.set_root(report.root.hex());
  view.set_signatures(count32(report.signatures));
  view.set_evidence(count32(report.evidence));
  return view;
}

}  // namespace nomic::tools
