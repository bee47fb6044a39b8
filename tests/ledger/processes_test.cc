// Several processes: readers beside a busy writer, and writers killed at any moment.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <random>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::Place;

// What a writer tells its parent, in a file that both have mapped.
struct Shared {
  std::atomic<std::uint64_t> acknowledged;  // the game's size, as the writer was told
  std::atomic<bool> stop;
  std::atomic<bool> failed;
};

Shared* map_shared(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  EXPECT_EQ(::ftruncate(fd, sizeof(Shared)), 0);
  void* shared = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  EXPECT_NE(shared, MAP_FAILED);
  ::close(fd);
  return static_cast<Shared*>(shared);
}

constexpr const char* WRITER_VARIABLE = "NOMIC_TEST_WRITER";  // folder of the test, seed

// Appends "move <index>" for ever: now one record an opening, now many.
Status write_for_ever(const OpenOptions& options, const std::string& folder, Shared& shared, unsigned seed) {
  std::minstd_rand random(seed);
  while (!shared.stop) {
    auto ledger = Ledger::open(folder, Access::WRITE, options);
    if (!ledger) return std::move(ledger).error();
    const std::uint64_t burst = random() % 3 == 0 ? 40 : 1;
    for (std::uint64_t i = 0; i < burst && !shared.stop; ++i) {
      auto head = (*ledger)->find("friday");
      if (!head) return std::move(head).error();
      auto done = test::say(**ledger, head->game, fmt::format("move {}", head->size));
      if (!done) return std::move(done).error();
      shared.acknowledged = head->size + 1;
    }
  }
  return Done{};
}

// The tests below start this program anew as a writer, since a child that is only forked has none of the threads that
// RocksDB believes in. A writer runs no test: it writes until it is stopped or killed.
class WriterProcess : public ::testing::Environment {
 public:
  void SetUp() override {
    const char* where = std::getenv(WRITER_VARIABLE);
    if (where == nullptr) return;
    const std::string text = where;
    const std::string base = text.substr(0, text.rfind(' '));
    Shared* shared = map_shared(base + "/shared");
    OpenOptions options;
    options.lock_wait_ms = 20'000;
    const Status done = write_for_ever(options, base + "/ledger", *shared,
                                       static_cast<unsigned>(std::stoul(text.substr(base.size()))));
    if (!done) {
      shared->failed = true;
      fmt::print(stderr, "the writer failed: {}\n", done.error().what);
    }
    ::_exit(done ? 0 : 1);
  }
};

const ::testing::Environment* const WRITER = ::testing::AddGlobalTestEnvironment(new WriterProcess);

class Processes : public ::testing::Test {
 protected:
  void SetUp() override {
    shared_ = map_shared(place_.temp.path("shared"));
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    game_ = test::found_game(**ledger, "friday", 3)->game;
    shared_->acknowledged = 3;
    place_.options.lock_wait_ms = 5000;
  }
  void TearDown() override { ::munmap(shared_, sizeof(Shared)); }

  [[nodiscard]] pid_t start_writer(unsigned seed) const {
    const std::string variable = fmt::format("{} {}", place_.temp.path(), seed);
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::setenv(WRITER_VARIABLE, variable.c_str(), 1);
    ::execl("/proc/self/exe", "writer", "--gtest_brief=1", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  // Until the writer has come so far; false if it does not.
  bool wait_for_acknowledged(std::uint64_t size) const {
    for (int i = 0; i < 10'000 && shared_->acknowledged < size; ++i) ::usleep(1000);
    return shared_->acknowledged >= size;
  }

  // The last records of the game, each as it was said.
  void expect_right(Ledger& ledger, std::uint64_t size, std::uint64_t last) {
    const std::uint64_t from = std::max<std::uint64_t>(3, size > last ? size - last : 0);
    std::uint64_t next = from;
    ASSERT_OK(ledger.read(game_, {from}, std::max(from, size), [&](const StoredRecord& record) {
      EXPECT_EQ(record.payload, fmt::format("move {}", next));
      ++next;
      return true;
    }));
    EXPECT_EQ(next, std::max(from, size));
  }

  Place place_;
  GameId game_;
  Shared* shared_ = nullptr;
};

TEST_F(Processes, ReadersBesideABusyWriterAreRightAndNeverGoBack) {
  const pid_t writer = start_writer(1);
  ASSERT_TRUE(wait_for_acknowledged(4));
  const std::size_t reads = test::scaled(1000);
  std::uint64_t last_size = 0;
  for (std::size_t i = 0; i < reads && !HasFailure() && !shared_->failed; ++i) {
    const std::uint64_t acknowledged = shared_->acknowledged;
    auto reader = place_.read();
    ASSERT_OK(reader);
    const auto head = (*reader)->head(game_);
    ASSERT_OK(head);
    EXPECT_GE(head->size, acknowledged) << "an acknowledged record is not shown";
    EXPECT_GE(head->size, last_size) << "went back";
    last_size = head->size;
    expect_right(**reader, head->size, 20);
    if (i % 100 == 0) {
      EXPECT_EQ(test::faults_of(**reader, game_), std::vector<std::string>{});
    }
  }
  shared_->stop = true;
  int status = 0;
  ::waitpid(writer, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_GT(last_size, 3U);
}

TEST_F(Processes, AWriterKilledAtAnyMomentLosesNothingAcknowledged) {
  std::minstd_rand random(7);
  const std::size_t kills = test::scaled(60);
  for (std::size_t i = 0; i < kills; ++i) {
    const pid_t writer = start_writer(static_cast<unsigned>(i + 1));
    ASSERT_TRUE(wait_for_acknowledged(shared_->acknowledged + 1));
    ::usleep(static_cast<useconds_t>(1000 + random() % 40'000));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
    ASSERT_FALSE(shared_->failed);
    const std::uint64_t acknowledged = shared_->acknowledged;
    // A reader first, since it finds what the dead writer left; then whoever writes next.
    for (const Access access : {Access::READ, Access::WRITE}) {
      auto ledger = Ledger::open(place_.folder, access, place_.options);
      ASSERT_OK(ledger);
      const auto head = (*ledger)->head(game_);
      ASSERT_OK(head);
      ASSERT_GE(head->size, acknowledged) << "kill " << i;
      ASSERT_LE(head->size, acknowledged + 1) << "kill " << i;
      expect_right(**ledger, head->size, 50);
    }
  }
  auto ledger = place_.read();
  ASSERT_OK(ledger);
  EXPECT_TRUE(test::faults_of(**ledger, game_).empty());
  EXPECT_GT((*ledger)->head(game_)->size, 3U);
}

TEST_F(Processes, TwoWritersTakeTurns) {
  const pid_t first = start_writer(1);
  const pid_t second = start_writer(2);
  ASSERT_TRUE(wait_for_acknowledged(200));
  shared_->stop = true;
  int status = 0;
  ::waitpid(first, &status, 0);
  EXPECT_EQ(status, 0);
  ::waitpid(second, &status, 0);
  EXPECT_EQ(status, 0);
  auto ledger = place_.read();
  ASSERT_OK(ledger);
  const auto head = (*ledger)->head(game_);
  ASSERT_OK(head);
  EXPECT_GE(head->size, shared_->acknowledged);
  expect_right(**ledger, head->size, head->size);
  EXPECT_TRUE(test::faults_of(**ledger, game_).empty());
}

}  // namespace
}  // namespace nomic::ledger
