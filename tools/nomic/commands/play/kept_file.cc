#include "play/kept_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

Failure unwritable(const std::string& path, int error) {
  return {Exit::UNAVAILABLE, fmt::format("the file {} cannot be written: {}", in_quotes(path), std::strerror(error)),
          "give the text: --text TEXT or --file FILE"};
}

// The XDG specification has relative paths ignored.
std::string folder_for_edits(const Io& io) {
  const auto state = io.env("XDG_STATE_HOME");
  const auto home = io.env("HOME");
  fs::path folder;
  if (state && state->starts_with('/')) {
    folder = *state;
  } else if (home && home->starts_with('/')) {
    folder = fs::path(*home) / ".local" / "state";
  }
  std::error_code error;
  if (!folder.empty()) {
    folder = folder / "nomic" / "edit";
    fs::create_directories(folder, error);
    if (!error) fs::permissions(folder, fs::perms::owner_all, error);
    if (!error) return folder.string();
  }
  error.clear();
  folder = fs::temp_directory_path(error);
  return error ? std::string("/tmp") : folder.string();
}

}  // namespace

Result<std::string> make_kept_file(const Io& io, const std::string& text) {
  constexpr std::string_view ENDING = ".txt";
  std::string path = folder_for_edits(io) + "/rule-XXXXXX" + std::string(ENDING);
  const int descriptor = ::mkstemps(path.data(), static_cast<int>(ENDING.size()));
  if (descriptor < 0) return unwritable(path, errno);
  ::close(descriptor);
  if (auto done = write_kept_file(path, text); !done) {
    remove_kept_file(path);
    return done.error();
  }
  return path;
}

// In the place of whatever stands there by then: an editor may have left a link, which is not followed.
Status write_kept_file(const std::string& path, const std::string& text) {
  std::string beside = path + ".XXXXXX";
  const int descriptor = ::mkstemp(beside.data());
  if (descriptor < 0) return unwritable(path, errno);
  struct stat there {};
  if (::lstat(path.c_str(), &there) == 0 && S_ISREG(there.st_mode)) ::fchmod(descriptor, there.st_mode & 0777U);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(::fdopen(descriptor, "wb"), std::fclose);
  const bool wrote = file && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  const bool closed = file && std::fclose(file.release()) == 0;
  if (wrote && closed && ::rename(beside.c_str(), path.c_str()) == 0) return ledger::Done{};
  const int error = errno;
  remove_kept_file(beside);
  return unwritable(path, error);
}

void remove_kept_file(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

}  // namespace nomic::tools
