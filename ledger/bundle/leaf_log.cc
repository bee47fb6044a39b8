#include "leaf_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t KEPT_IN_MEMORY = std::size_t{1} << 15U;

std::string temporary_folder() {
  const char* named = std::getenv("TMPDIR");
  return named != nullptr && *named == '/' ? named : "/tmp";
}

}  // namespace

Status LeafLog::make_file() {
  const std::string folder = temporary_folder();
  file_ = FileHandle(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file_.is_open()) return Done{};
  // A file system without files that have no name: it gets one for a moment.
  std::string pattern = folder + "/nomic-leaves-XXXXXX";
  file_ = FileHandle(::mkostemp(pattern.data(), O_CLOEXEC));
  if (!file_.is_open()) return system_error(errno, "make a temporary file in", folder);
  ::unlink(pattern.c_str());
  return Done{};
}

Status LeafLog::file_newest() {
  if (!file_.is_open()) {
    NOMIC_TRY(make_file());
  }
  const auto* bytes = reinterpret_cast<const char*>(newest_.data());
  const std::size_t count = newest_.size() * Hash::SIZE;
  std::size_t written = 0;
  while (written < count) {
    const auto at = static_cast<off_t>(filed_ * Hash::SIZE + written);
    const ssize_t got = ::pwrite(file_.fd(), bytes + written, count - written, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return system_error(got < 0 ? errno : EIO, "write a temporary file in", temporary_folder());
    written += static_cast<std::size_t>(got);
  }
  filed_ += newest_.size();
  newest_.clear();
  return Done{};
}

Status LeafLog::add(const Hash& leaf) {
  static_assert(sizeof(Hash) == Hash::SIZE);
  newest_.push_back(leaf);
  return newest_.size() < KEPT_IN_MEMORY ? Status(Done{}) : file_newest();
}

Result<Hash> LeafLog::at(std::uint64_t at) const {
  assert(at < size());
  if (at >= filed_) return newest_[at - filed_];
  Hash leaf;
  const ssize_t got = ::pread(file_.fd(), leaf.bytes.data(), Hash::SIZE, static_cast<off_t>(at * Hash::SIZE));
  if (got == static_cast<ssize_t>(Hash::SIZE)) return leaf;
  return system_error(got < 0 ? errno : EIO, "read a temporary file in", temporary_folder());
}

Result<std::size_t> LeafLog::read(std::uint64_t from, std::vector<Hash>& into) const {
  std::size_t count = 0;
  if (from < filed_) {
    const std::size_t bytes = std::min<std::uint64_t>(into.size(), filed_ - from) * Hash::SIZE;
    const ssize_t got = ::pread(file_.fd(), into.data(), bytes, static_cast<off_t>(from * Hash::SIZE));
    if (got < static_cast<ssize_t>(Hash::SIZE)) {
      return system_error(got < 0 ? errno : EIO, "read a temporary file in", temporary_folder());
    }
    return static_cast<std::size_t>(got) / Hash::SIZE;
  }
  for (std::uint64_t at = from - filed_; at < newest_.size() && count < into.size(); ++at) into[count++] = newest_[at];
  return count;
}

}  // namespace nomic::ledger
