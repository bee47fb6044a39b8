// Small files, whole: read, written, replaced. None is opened through a symbolic link: what lies in a folder that
// others can write in must not lead elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/result.h"
#include "nomic/ledger/whole_file.h"

namespace nomic::ledger {

// An open file that closes itself.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int fd) : fd_(fd) {}
  ~FileHandle() { close(); }
  FileHandle(FileHandle&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileHandle& operator=(FileHandle&& other) noexcept;
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  [[nodiscard]] int fd() const { return fd_; }
  void close();

 private:
  int fd_ = -1;
};

// What errno says, in words.
std::string system_message(int number);

// The code that fits an errno seen before anything was written: READ_ONLY, FULL or IO_FAILED.
ErrorCode code_of(int number);
// What can be done about it, if there is something.
std::string hint_of(int number);
Error system_error(int number, std::string_view doing, const std::string& path);

// Nothing if there is no such file. At most `limit` bytes are taken; a longer file is cut there.
Result<std::optional<std::string>> read_file(const std::string& path, std::size_t limit);

// Writes a file beside, PATH.new, and renames it over `path`. With `sync`, file and folder are on the disk when it
// returns. Of several processes one writes at a time; what one that was killed has left there the next writes over.
Status replace_file(const std::string& path, std::string_view content, bool sync, FileMode mode = FileMode::OWNED);

// Creates (OWNED) or truncates, writes, syncs.
Status write_synced(const std::string& path, std::string_view content);
Status sync_folder(const std::string& path);

}  // namespace nomic::ledger
