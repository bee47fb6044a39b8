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

constexpr std::string_view ALONE = "nomicmk1";
constexpr std::string_view GROUP = "nomicmk2";
constexpr std::size_t SLOT_AT[] = {0, 4096};
constexpr std::size_t ALONE_BYTES = 8 + 8 + 32 + 8 + 32 + 32;
constexpr std::size_t GROUP_BYTES = ALONE_BYTES + 8;
constexpr std::size_t FILE_BYTES = 8192;

// Filled up with zeros to the longer form, so that nothing is left of what stood there.
std::string slot_of(const Commit& commit) {
  std::string slot(commit.group == 0 ? ALONE : GROUP);
  slot += big_endian(commit.number);
  slot += commit.game.hash.raw();
  slot += big_endian(commit.size);
  slot += commit.head_hash.raw();
  if (commit.group != 0) slot += big_endian(commit.group);
  slot += sha256(slot).raw();
  slot.resize(GROUP_BYTES, '\0');
  return slot;
}

std::optional<Commit> read_slot(std::string_view slot) {
  Commit commit;
  commit.number = from_big_endian(slot.substr(8, 8));
  commit.game = {*Hash::from_raw(slot.substr(16, 32))};
  commit.size = from_big_endian(slot.substr(48, 8));
  commit.head_hash = *Hash::from_raw(slot.substr(56, 32));
  if (slot.starts_with(GROUP)) {
    commit.group = from_big_endian(slot.substr(88, 8));
    if (commit.group == 0 || commit.group >= commit.number) return std::nullopt;
  }
  if (slot_of(commit) != slot) return std::nullopt;
  return commit;
}

// Whether a commit may stand beside an older one: there is nothing between them.
bool follows(const Commit& newer, const Commit& older) {
  if (newer.number == 0) return true;
  return newer.number > older.number && newer.begins() == older.number + 1;
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
  for (const std::size_t at : SLOT_AT) content.replace(at, slot.size(), slot);
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
    slots[i] = read_slot(bytes.substr(SLOT_AT[i], GROUP_BYTES));
    const std::size_t rest = SLOT_AT[i] + GROUP_BYTES;
    if (!slots[i] || !all_zero(bytes.substr(rest, SLOT_AT[1] - GROUP_BYTES))) whole = false;
  }
  if (!slots[0] && !slots[1]) return damaged(fmt::format("the mark {} cannot be read in either of its slots", path_));
  const std::size_t newest = !slots[0] || (slots[1] && slots[1]->number > slots[0]->number) ? 1 : 0;
  if (slots[0] && slots[1] && !follows(*slots[newest], *slots[1 - newest])) {
    return damaged(fmt::format("the slots of the mark {} do not follow each other: {} and {}", path_,
                               slots[1 - newest]->number, slots[newest]->number));
  }
  return MarkRead{*slots[newest], whole, newest};
}

Status Mark::write(const Commit& commit, MarkDisk& disk) {
  if (!file_.is_open()) {
    auto now = read();
    if (!now) return std::move(now).error();
    next_ = 1 - now->slot;
    file_ = FileHandle(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file_.is_open()) return system_error(errno, "open", path_);
  }
  const std::string slot = slot_of(commit);
  std::size_t done = 0;
  while (done < slot.size()) {
    const auto at = static_cast<off_t>(SLOT_AT[next_] + done);
    const ssize_t written = disk.write(file_.fd(), slot.data() + done, slot.size() - done, at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return system_error(written < 0 ? errno : EIO, "write", path_);
    done += static_cast<std::size_t>(written);
  }
  if (disk.sync(file_.fd()) != 0) return system_error(errno, "sync", path_);
  next_ = 1 - next_;
  return Done{};
}

}  // namespace nomic::ledger
