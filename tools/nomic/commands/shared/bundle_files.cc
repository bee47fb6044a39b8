#include "shared/bundle_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "nomic/ledger/game_name.h"
#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

Failure cannot_write(const std::string& path, int error) {
  return {Exit::UNAVAILABLE, fmt::format("{} cannot be written: {}", in_quotes(path), std::strerror(error)),
          error == ENOSPC ? "make room on the disk, then repeat" : ""};
}

// Whether writing goes on to something that is no plain file: a pipe, a terminal, /dev/null.
bool is_special(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
}

bool is_there(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0;
}

Failure taken(const std::string& path) {
  return usage(fmt::format("the file {} is there already.", in_quotes(path)),
               "name another, or overwrite it with --force");
}

}  // namespace

Result<std::unique_ptr<BundleInput>> BundleInput::open(const Call& call, const std::string& path, Reading reading) {
  std::unique_ptr<BundleInput> input(new BundleInput);
  const bool is_standard = path == STANDARD_STREAM;
  if (is_standard && call.input_taken) {
    return usage("standard input is the play itself: no bundle can be read there.");
  }
  if (!is_standard) {
    auto file = ledger::InputFile::open(path_in(call.io, path));
    if (!file && file.error().error == EISDIR) {
      return usage(fmt::format("{} is a folder, and no file of bundles.", in_quotes(path)),
                   "export the game that it holds: nomic export --ledger DIR FILE");
    }
    if (!file) return unreadable(path, file.error());
    input->file_ = *std::move(file);
  }
  if (reading == Reading::TWICE && !(input->file_ && input->file_->is_regular())) {
    NOMIC_TRY(input->keep_what_is_read());
  }
  if (is_standard) {
    input->read_from(call.io.in);
  } else {
    input->read_from([&file = *input->file_](char* into, std::size_t count) { return file.read(into, count); });
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
        const int error = ledger::write_whole(kept, std::string_view(into, static_cast<std::size_t>(got)));
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
  const bool is_wound_back =
      kept_ >= 0 ? ::lseek(kept_, 0, SEEK_SET) == 0 : file_ && file_->is_regular() && file_->rewind() == 0;
  if (!is_wound_back) return usage("the file cannot be read twice.", "give a plain file");
  source_ = std::make_unique<ledger::BundleSource>([this](char* into, std::size_t count) -> std::ptrdiff_t {
    return kept_ >= 0 ? ::read(kept_, into, count) : file_->read(into, count);
  });
  return ledger::Done{};
}

BundleInput::~BundleInput() {
  if (kept_ >= 0) ::close(kept_);
}

Status check_free(const Call& call, const std::string& path, bool force) {
  const std::string place = path_in(call.io, path);
  if (force || path == STANDARD_STREAM || is_special(place) || !is_there(place)) return ledger::Done{};
  return taken(path);
}

Result<std::unique_ptr<BundleOutput>> BundleOutput::open(const Call& call, const std::string& path, bool force) {
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
  self->shown_ = path;
  self->force_ = force;
  const std::string place = path_in(call.io, path);
  if (is_special(place)) {
    self->fd_ = ::open(place.c_str(), O_WRONLY | O_CLOEXEC);
    if (self->fd_ < 0) return cannot_write(path, errno);
    self->write_ = [fd = self->fd_](std::string_view bytes) { return ledger::write_whole(fd, bytes); };
    return output;
  }
  NOMIC_TRY(check_free(call, path, force));
  if (std::error_code error; std::filesystem::is_symlink(place, error)) {
    call.out.note(
        fmt::format("{} was a link: it is a file of its own now, and what it led to stays as it was", in_quotes(path)));
  }
  ledger::remove_left_behind(place);
  self->file_ = std::make_unique<ledger::WholeFile>();
  if (const int error = self->file_->begin(place, ledger::FileMode::DOCUMENT); error != 0)
    return cannot_write(path, error);
  self->write_ = [file = self->file_.get()](std::string_view bytes) { return file->write(bytes); };
  return output;
}

BundleOutput::~BundleOutput() {
  if (fd_ >= 0) ::close(fd_);
}

Status BundleOutput::finish() {
  if (!file_) return ledger::Done{};
  const int error = file_->finish(force_ ? ledger::WholeFile::Place::TAKEN : ledger::WholeFile::Place::FREE,
                                  ledger::WholeFile::Sync::YES);
  if (error == EEXIST) return taken(shown_);
  if (error != 0) return cannot_write(shown_, error);
  return ledger::Done{};
}

void warn_of_name(Call& call, const ledger::Imported& imported, const std::string& name) {
  const ledger::Head& head = imported.head;
  if (imported.before != 0 || head.name == name || head.name != ledger::name_after_identity(head.game)) return;
  call.out.warning(fmt::format("the game is called {} here: a name cannot read as an identity", in_quotes(head.name)));
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
