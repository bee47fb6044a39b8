#include "play/kept_file.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
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

Status write_kept_file(const std::string& path, const std::string& text) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), std::fclose);
  if (!file) return unwritable(path, errno);
  const bool wrote = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (std::fclose(file.release()) != 0 || !wrote) return unwritable(path, errno);
  return ledger::Done{};
}

void remove_kept_file(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

}  // namespace nomic::tools
