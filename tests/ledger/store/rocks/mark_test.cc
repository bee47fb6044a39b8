#include "nomic/ledger/store/rocks/mark.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

Written written(std::uint64_t number) {
  return {number, sha256("write " + std::to_string(number))};
}

class MarkFile : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_OK(mark_.create()); }
  void write(std::uint64_t number) { ASSERT_OK(mark_.write(written(number), disk_)); }
  std::uint64_t number() {
    auto read = mark_.read();
    EXPECT_OK(read);
    return read ? read->written.number : 9999;
  }

  test::TempFolder temp_;
  Mark mark_{temp_.path("mark")};
  MarkDisk disk_;
};

TEST_F(MarkFile, BeginsAtNothing) {
  const auto read = mark_.read();
  ASSERT_OK(read);
  EXPECT_EQ(read->written, Written{});
  EXPECT_TRUE(read->whole);
}

TEST_F(MarkFile, GivesTheNewestWrite) {
  for (std::uint64_t n = 1; n <= 5; ++n) {
    write(n);
    const auto read = mark_.read();
    ASSERT_OK(read);
    EXPECT_EQ(read->written, written(n));
    EXPECT_TRUE(read->whole);
  }
}

TEST_F(MarkFile, KeepsTheWriteBeforeInTheOtherSlot) {
  write(1);
  write(2);
  std::string bytes = test::slurp(mark_.path());
  bytes[20] = static_cast<char>(bytes[20] ^ 1);  // slot 0 holds write 2
  test::spill(mark_.path(), bytes);
  const auto read = mark_.read();
  ASSERT_OK(read);
  EXPECT_EQ(read->written, written(1));
  EXPECT_FALSE(read->whole);
}

TEST_F(MarkFile, EveryFlippedByteIsNoticed) {
  write(1);
  write(2);
  const std::string bytes = test::slurp(mark_.path());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 0x10);
    test::spill(mark_.path(), other);
    const auto read = mark_.read();
    ASSERT_OK(read);
    ASSERT_FALSE(read->whole) << at;
  }
}

TEST_F(MarkFile, EveryOtherLengthIsDamage) {
  write(1);
  const std::string bytes = test::slurp(mark_.path());
  for (std::size_t length = 0; length < bytes.size(); length += 61) {
    test::spill(mark_.path(), bytes.substr(0, length));
    EXPECT_REFUSED(mark_.read(), DAMAGED);
  }
  test::spill(mark_.path(), bytes + "x");
  EXPECT_REFUSED(mark_.read(), DAMAGED);
  std::filesystem::remove(mark_.path());
  EXPECT_REFUSED(mark_.read(), DAMAGED);
}

TEST_F(MarkFile, SlotsThatDoNotFollowEachOtherAreDamage) {
  write(1);
  const std::string one = test::slurp(mark_.path());
  write(2);
  write(3);
  write(4);
  // Slot 0 of write 4 beside slot 1 of write 1.
  test::spill(mark_.path(), test::slurp(mark_.path()).substr(0, 4096) + one.substr(4096));
  EXPECT_REFUSED(mark_.read(), DAMAGED);
  // A slot copied over the other.
  test::spill(mark_.path(), one.substr(4096) + one.substr(4096));
  EXPECT_REFUSED(mark_.read(), DAMAGED);
}

// Whoever opens it next writes the slot that cannot be read.
TEST_F(MarkFile, ASlotThatCannotBeReadIsWrittenNext) {
  write(1);
  write(2);
  std::string bytes = test::slurp(mark_.path());
  bytes[20] = static_cast<char>(bytes[20] ^ 1);  // slot 0 held write 2
  test::spill(mark_.path(), bytes);
  Mark next(mark_.path());
  ASSERT_OK(next.write(written(2), disk_));
  EXPECT_TRUE(next.read()->whole);
  EXPECT_EQ(next.read()->written, written(2));
}

TEST_F(MarkFile, AWriteThatDoesNotFollowTheOtherSlotIsDamage) {
  write(1);
  ASSERT_OK(mark_.write(written(3), disk_));
  EXPECT_REFUSED(mark_.read(), DAMAGED);
}

// A disk that fails one step, in one way.
class FailingDisk final : public MarkDisk {
 public:
  ssize_t write(int fd, const char* bytes, std::size_t count, off_t at) override {
    if (write_error != 0) {
      errno = write_error;
      return -1;
    }
    if (short_by_one && count > 1) return MarkDisk::write(fd, bytes, 1, at);
    return MarkDisk::write(fd, bytes, count, at);
  }
  int sync(int fd) override {
    if (sync_error == 0) return MarkDisk::sync(fd);
    errno = sync_error;
    return -1;
  }
  int write_error = 0;
  int sync_error = 0;
  bool short_by_one = false;
};

TEST_F(MarkFile, SaysWhichStepFailed) {
  FailingDisk disk;
  disk.write_error = ENOSPC;
  EXPECT_REFUSED(mark_.write(written(1), disk), FULL);
  EXPECT_EQ(number(), 0U);
  disk.write_error = EIO;
  EXPECT_REFUSED(mark_.write(written(1), disk), IO_FAILED);
  disk.write_error = 0;
  disk.sync_error = EIO;
  EXPECT_REFUSED(mark_.write(written(1), disk), IO_FAILED);
}

TEST_F(MarkFile, FinishesWhatWasWrittenShort) {
  FailingDisk disk;
  disk.short_by_one = true;
  ASSERT_OK(mark_.write(written(1), disk));
  EXPECT_EQ(number(), 1U);
}

}  // namespace
}  // namespace nomic::ledger
