// A small file beside a ledger, which several processes read and change: what is there is always whole.
//
//     SharedFile file(folder + "/invitations.json", 1 << 20);
//     file.change("nomic invite", [](const std::optional<std::string>& before) { return with_one_more(before); });
//
// Who changes it holds a lock beside it, PATH.lock, and puts another file in its place, which is on the disk then. Who
// reads needs no lock. No symbolic link is followed. Only the file's owner reads and writes it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "nomic/ledger/result.h"

namespace nomic::ledger {

class SharedFile {
 public:
  // What is there, nothing if it is not; and what is to be there instead, nothing if that is to stay.
  using Change = std::function<Result<std::optional<std::string>>(const std::optional<std::string>& before)>;

  // At most `limit` bytes are read; what is longer is cut there.
  SharedFile(std::string path, std::size_t limit) : path_(std::move(path)), limit_(limit) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Result<std::optional<std::string>> read() const;
  // Another whenever the file is. Cheap.
  [[nodiscard]] std::string stamp() const;
  // `command`: whom others, who wait for the lock, are told of. IN_USE after five seconds; what `change` says;
  // READ_ONLY, FULL, IO_FAILED: it is as it was.
  [[nodiscard]] Status change(std::string_view command, const Change& change) const;

 private:
  std::string path_;
  std::size_t limit_;
};

}  // namespace nomic::ledger
