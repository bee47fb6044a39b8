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

constexpr std::string_view MAGIC = "nomicmk1";
constexpr std::size_t SLOT_AT[] = {0, 4096};
constexpr std::size_t BODY_BYTES = 8 + 8 + 32 + 8 + 32;
constexpr std::size_t SLOT_BYTES = BODY_BYTES + 32;
constexpr std::size_t FILE_BYTES = 8192;

std::string slot_of(const Commit& commit) {
  std::string slot(MAGIC);
  slot += big_endian(commit.number);
  slot += commit.game.hash.raw();
  slot += big_endian(commit.size);
  slot += commit.head_hash.raw();
  return slot + sha256(slot).raw();
}

std::optional<Commit> read_slot(std::string_view slot) {
  Commit commit;
  commit.number = from_big_endian(slot.substr(8, 8));
  commit.game = {*Hash::from_raw(slot.substr(16, 32))};
  commit.size = from_big_endian(slot.substr(48, 8));
  commit.head_hash = *Hash::from_raw(slot.substr(56, 32));
  if (slot_of(commit) != slot) return std::nullopt;
  return commit;
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
  const std::string slot = slot_of(Commit{});
  for (const std::size_t at : SLOT_AT) content.replace(at, SLOT_BYTES, slot);
  return write_synced(path_, content);
}

Result<MarkRead> Mark::read() const {
  auto content = read_file(path_, FILE_BYTES + 1);
  if (!content) return std::move(content).error();
  if (!*content) return damaged(fmt::format("the mark {} is missing", path_));
  const std::string_view bytes = **content;
  if (bytes.size() != FILE_BYTES) {
    return damaged(fmt::format("the mark {} has not its 8192 bytes, but {}", path_, bytes.size()));
  }
  std::optional<Commit> slots[2];
  bool whole = true;
  for (std::size_t i = 0; i < 2; ++i) {
    slots[i] = read_slot(bytes.substr(SLOT_AT[i], SLOT_BYTES));
    const std::size_t rest = SLOT_AT[i] + SLOT_BYTES;
    if (!slots[i] || !all_zero(bytes.substr(rest, SLOT_AT[1] - SLOT_BYTES))) whole = false;
  }
  if (!slots[0] && !slots[1]) return damaged(fmt::format("the mark {} cannot be read in either of its slots", path_));
  if (slots[0] && slots[1]) {
    const auto [less, more] = std::minmax(slots[0]->number, slots[1]->number);
    if (more - less > 1 || (more == less && more != 0)) {
      return damaged(fmt::format("the slots of the mark {} do not follow each other: {} and {}", path_, less, more));
    }
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (slots[i] && slots[i]->number != 0 && slots[i]->number % 2 != i) {
      return damaged(fmt::format("append {} stands in the wrong slot of the mark {}", slots[i]->number, path_));
    }
  }
  const bool second = !slots[0] || (slots[1] && slots[1]->number > slots[0]->number);
  return MarkRead{second ? *slots[1] : *slots[0], whole};
}

Status Mark::write(const Commit& commit, MarkDisk& disk) {
  if (!file_.is_open()) {
    file_ = FileHandle(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file_.is_open()) return system_error(errno, "open", path_);
  }
  const std::string slot = slot_of(commit);
  std::size_t done = 0;
  while (done < slot.size()) {
    const auto at = static_cast<off_t>(SLOT_AT[commit.number % 2] + done);
    const ssize_t written = disk.write(file_.fd(), slot.data() + done, slot.size() - done, at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return system_error(written < 0 ? errno : EIO, "write", path_);
    done += static_cast<std::size_t>(written);
  }
  if (disk.sync(file_.fd()) != 0) return system_error(errno, "sync", path_);
  return Done{};
}

}  // namespace nomic::ledger
