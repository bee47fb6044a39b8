#include "play/kept_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "nomic/ledger/whole_file.h"
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
    const bool is_made = ledger::make_folders(folder.string(), ledger::FileMode::SECRET).ok();
    if (is_made) fs::permissions(folder, fs::perms::owner_all, error);
    if (is_made && !error) return folder.string();
  }
  error.clear();
  folder = fs::temp_directory_path(error);
  return error ? std::string("/tmp") : folder.string();
}

}  // namespace

Result<std::string> make_kept_file(const Io& io, const std::string& text) {
  constexpr std::string_view ENDING = ".txt";
  const std::string folder = folder_for_edits(io);
  ledger::remove_left_in(folder, [](std::string_view name) { return name.starts_with("rule-"); });
  std::string path = folder + "/rule-XXXXXX" + std::string(ENDING);
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
  const int error = ledger::put_whole(path, text, ledger::WholeFile::Place::TAKEN, ledger::WholeFile::Sync::NO,
                                      ledger::FileMode::SECRET);
  if (error != 0) return unwritable(path, error);
  return ledger::Done{};
}

void remove_kept_file(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

}  // namespace nomic::tools
