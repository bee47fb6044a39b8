#include "nomic/ledger/shared_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "nomic/ledger/files/files.h"
#include "nomic/ledger/files/lock.h"

namespace nomic::ledger {

Result<std::optional<std::string>> SharedFile::read() const {
  return read_file(path_, limit_);
}

std::string SharedFile::stamp() const {
  struct stat file = {};
  if (::lstat(path_.c_str(), &file) != 0) return "none";
  return fmt::format("{} {} {} {}", file.st_ino, file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

Status SharedFile::change(std::string_view command, const Change& change) const {
  constexpr std::int64_t WAIT_MS = 5'000;
  NOMIC_ASSIGN(const auto lock, Lock::take(path_ + ".lock", WAIT_MS, std::string(command)));
  NOMIC_ASSIGN(auto before, read());
  NOMIC_ASSIGN(auto after, change(before));
  return after ? replace_file(path_, *after, true, FileMode::SECRET) : Status(Done{});
}

}  // namespace nomic::ledger
