// InputFile: a file that somebody has named, opened to be read. Opening it never waits for long, and what is opened can
// be read: a regular file, a pipe with a writer, or a device of characters.
//
//     auto file = InputFile::open("/dev/fd/63");                  // as the user named it: links are followed
//     auto file = InputFile::open_within("rules", "en/301.md");   // below a folder: no link is followed
//
// The reader sets a limit of its own: a device may have no end, and a regular file may be larger than memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "nomic/ledger/result.h"

namespace nomic::ledger {

// Why a file cannot be read.
struct InputFault {
  // An errno: ENOENT, EISDIR, ELOOP (there is a link where none is followed), ...
  int error = 0;
  std::string why;  // "No such file or directory"
};

class InputFile {
 public:
  // Folders, sockets and disks are refused, and a pipe to which no program begins to write within three seconds.
  static Result<InputFile, InputFault> open(const std::string& path);
  // A regular file below a folder, by its path from there. No link below the folder is followed, and nothing outside it
  // is reached: a path that climbs, or begins at the root, is refused (EXDEV).
  static Result<InputFile, InputFault> open_within(const std::string& folder, const std::string& path);

  InputFile(InputFile&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), is_regular_(other.is_regular_), held_(other.held_) {}
  InputFile& operator=(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  // As read(2): how many bytes, 0 at the end, -1 and errno.
  std::ptrdiff_t read(char* into, std::size_t count);
  // Whether it can be read again from its beginning.
  [[nodiscard]] bool is_regular() const { return is_regular_; }
  // 0, or an errno.
  int rewind();

 private:
  InputFile(int fd, bool is_regular) : fd_(fd), is_regular_(is_regular) {}
  std::optional<InputFault> await_writer();

  int fd_ = -1;
  bool is_regular_ = false;
  std::optional<char> held_;  // the first byte of a pipe, read to see whether there is one
};

}  // namespace nomic::ledger
