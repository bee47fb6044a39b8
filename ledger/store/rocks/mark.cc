#include "nomic/ledger/store/rocks/mark.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr std::string_view BEGIN = "nomicmk3";
constexpr std::size_t SLOT_AT[] = {0, 4096};
constexpr std::size_t SLOT_BYTES = 8 + 8 + Hash::SIZE + Hash::SIZE;
constexpr std::size_t FILE_BYTES = 8192;

std::string slot_of(const Written& written) {
  std::string slot(BEGIN);
  slot += big_endian(written.number);
  slot += written.digest.raw();
  slot += sha256(slot).raw();
  return slot;
}

std::optional<Written> read_slot(std::string_view slot) {
  const Written written{from_big_endian(slot.substr(8, 8)), *Hash::from_raw(slot.substr(16, Hash::SIZE))};
  if (slot_of(written) != slot) return std::nullopt;
  return written;
}

// Whether a write may stand beside an older one: there is nothing between them.
bool follows(const Written& newer, const Written& older) {
  return newer.number == 0 || newer.number == older.number + 1;
}

bool all_zero(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

ssize_t MarkDisk::write(int fd, const char* bytes, std::size_t count, off_t at) {
  return ::pwrite(fd, bytes, count, at);
}

int MarkDisk::sync(int fd) {
  return ::fdatasync(fd);
}

Status Mark::create() const {
  std::string content(FILE_BYTES, '\0');
  const std::string slot = slot_of(Written{});
  for (const std::size_t at : SLOT_AT) content.replace(at, slot.size(), slot);
  return write_synced(path_, content);
}

Result<MarkRead> Mark::read() const {
  NOMIC_ASSIGN(auto content, read_file(path_, FILE_BYTES + 1));
  if (!content) return damaged(fmt::format("the mark {} is missing", path_));
  const std::string_view bytes = *content;
  if (bytes.size() != FILE_BYTES) {
    return damaged(fmt::format("the mark {} has not its 8192 bytes, but {}", path_, bytes.size()));
  }
  std::optional<Written> slots[2];
  bool whole = true;
  for (std::size_t i = 0; i < 2; ++i) {
    slots[i] = read_slot(bytes.substr(SLOT_AT[i], SLOT_BYTES));
    const std::size_t rest = SLOT_AT[i] + SLOT_BYTES;
    if (!slots[i] || !all_zero(bytes.substr(rest, SLOT_AT[1] - SLOT_BYTES))) whole = false;
  }
  if (!slots[0] && !slots[1]) return damaged(fmt::format("the mark {} cannot be read in either of its slots", path_));
  const std::size_t newest = !slots[0] || (slots[1] && slots[1]->number > slots[0]->number) ? 1 : 0;
  if (slots[0] && slots[1] && !follows(*slots[newest], *slots[1 - newest])) {
    return damaged(fmt::format("the slots of the mark {} do not follow each other: {} and {}", path_,
                               slots[1 - newest]->number, slots[newest]->number));
  }
  return MarkRead{*slots[newest], whole, newest};
}

Status Mark::write(const Written& written, MarkDisk& disk) {
  if (!file_.is_open()) {
    NOMIC_ASSIGN(auto now, read());
    next_ = 1 - now.slot;
    file_ = FileHandle(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file_.is_open()) return system_error(errno, "open", path_);
  }
  const std::string slot = slot_of(written);
  std::size_t done = 0;
  while (done < slot.size()) {
    const auto at = static_cast<off_t>(SLOT_AT[next_] + done);
    const ssize_t put = disk.write(file_.fd(), slot.data() + done, slot.size() - done, at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return system_error(put < 0 ? errno : EIO, "write", path_);
    done += static_cast<std::size_t>(put);
  }
  if (disk.sync(file_.fd()) != 0) return system_error(errno, "sync", path_);
  next_ = 1 - next_;
  return Done{};
}

}  // namespace nomic::ledger
