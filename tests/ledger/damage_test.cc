// Every byte of a ledger's files flipped, every file cut at many lengths and removed: found, or provably without
// effect.
//
// "Found" is DAMAGED (or a newer format, which no damage to the format file can be told from) on opening or reading, or
// a fault of verify(). "Without effect" is the same game, record for record, and nothing that verify() could find.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

namespace fs = std::filesystem;
using test::Place;

enum class Outcome { FOUND, WITHOUT_EFFECT, MISSED };

struct Expected {
  GameId game;
  Head head;
  std::vector<std::string> payloads;
};

bool is_finding(const Error& error) {
  return error.code == ErrorCode::DAMAGED || error.code == ErrorCode::NEWER_FORMAT ||
         error.code == ErrorCode::ROLLED_BACK;
}

Outcome found_if(const Error& error, std::string& said) {
  said = test::words_of(error);
  return is_finding(error) ? Outcome::FOUND : Outcome::MISSED;
}

// Opens the ledger and looks at everything in it.
Outcome look(const Place& place, Access access, const Expected& expected, std::string& said) {
  auto ledger = Ledger::open(place.folder, access, place.options);
  if (!ledger) return found_if(ledger.error(), said);
  auto head = (*ledger)->head(expected.game);
  if (!head) return found_if(head.error(), said);
  std::vector<std::string> payloads;
  auto read = (*ledger)->read(expected.game, {0}, head->size, [&](const StoredRecord& record) {
    payloads.push_back(record.payload);
    return true;
  });
  if (!read) return found_if(read.error(), said);
  auto report = (*ledger)->verify(expected.game, {});
  if (!report) return found_if(report.error(), said);
  if (!report->faults.empty()) {
    said = report->faults.front().check + ": " + report->faults.front().what;
    return Outcome::FOUND;
  }
  said = fmt::format("{} records", payloads.size());
  const bool same = payloads == expected.payloads && head->root == expected.head.root && report->size == head->size;
  return same ? Outcome::WITHOUT_EFFECT : Outcome::MISSED;
}

class DamagedFiles : public ::testing::Test {
 protected:
  // A game in several logs, as one-shot commands leave it; then in tables too, if there are enough of them.
  void make(int commands) {
    {
      auto ledger = place_.make();
      ASSERT_OK(ledger);
      auto done = test::found_game(**ledger, "friday", 3, "founding");
      ASSERT_OK(done);
      expected_.game = done->game;
    }
    for (int i = 0; i < commands; ++i) {
      auto ledger = place_.write();
      ASSERT_OK(ledger);
      ASSERT_OK(
          test::say(**ledger, expected_.game, fmt::format("move {}", i), {fmt::format("r-{}", i), sha256("asked")}));
    }
    auto ledger = place_.read();
    ASSERT_OK(ledger);
    expected_.head = *(*ledger)->head(expected_.game);
    expected_.payloads = test::payloads(**ledger, expected_.game);
    ASSERT_EQ(expected_.payloads.size(), 3U + static_cast<std::size_t>(commands));
  }

  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> paths;
    for (const auto& entry : fs::recursive_directory_iterator(place_.folder)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }

  // Flips bits of one byte in place, looks, and puts the byte back.
  void flip_and_look(const std::string& path, const std::string& content, std::size_t at, int bits) {
    const int fd = ::open(path.c_str(), O_WRONLY);
    const char flipped = static_cast<char>(content[at] ^ bits);
    ASSERT_EQ(::pwrite(fd, &flipped, 1, static_cast<off_t>(at)), 1);
    std::string said;
    const Outcome outcome = look(place_, Access::READ, expected_, said);
    ++outcomes_[outcome];
    EXPECT_NE(outcome, Outcome::MISSED) << fs::path(path).filename() << " byte " << at << ": " << said;
    ASSERT_EQ(::pwrite(fd, &content[at], 1, static_cast<off_t>(at)), 1);
    ::close(fd);
  }

  void flip_every_byte(std::size_t step) {
    for (const std::string& path : files()) {
      const std::string content = test::slurp(path);
      // The mark has a test of its own for each byte, and is mostly empty.
      const std::size_t stride = path.ends_with("/mark") ? 31 * step : step;
      for (std::size_t at = 0; at < content.size(); at += stride) {
        flip_and_look(path, content, at, 1 << (at % 8));
        if (HasFailure()) return;
      }
      for (std::size_t at = 3; at < content.size(); at += 11 * stride) flip_and_look(path, content, at, 0xff);
    }
  }

  void cut_and_remove(std::size_t step) {
    const std::string aside = place_.temp.path("aside");
    for (const std::string& path : files()) {
      fs::rename(path, aside);
      const std::string content = test::slurp(aside);
      std::string said;
      const Outcome gone = look(place_, Access::READ, expected_, said);
      ++outcomes_[gone];
      if (!path.ends_with("/format")) {
        EXPECT_NE(gone, Outcome::MISSED) << fs::path(path).filename() << " removed: " << said;
      }
      for (std::size_t length = 0; length < content.size(); length += step) {
        test::spill(path, content.substr(0, length));
        const Outcome cut = look(place_, Access::READ, expected_, said);
        ++outcomes_[cut];
        EXPECT_NE(cut, Outcome::MISSED) << fs::path(path).filename() << " cut at " << length << ": " << said;
      }
      fs::rename(aside, path);
    }
  }

  Place place_;
  Expected expected_;
  std::map<Outcome, std::size_t> outcomes_;
};

// Sanitizers are slow: there fewer bytes are tried.
std::size_t stride(std::size_t bytes_apart) {
  return std::max<std::size_t>(1, bytes_apart * 8 / test::scaled(8));
}

TEST_F(DamagedFiles, EveryFlippedByteOfLogsIsFoundOrWithoutEffect) {
  make(3);
  flip_every_byte(stride(1));
  EXPECT_GT(outcomes_[Outcome::FOUND], 100U);
}

TEST_F(DamagedFiles, EveryFlippedByteOfTablesIsFoundOrWithoutEffect) {
  make(17);
  ASSERT_FALSE(test::files_in(place_.folder + "/store", ".sst").empty());
  flip_every_byte(stride(1));
  EXPECT_GT(outcomes_[Outcome::FOUND], 100U);
}

TEST_F(DamagedFiles, EveryCutAndMissingFileIsFoundOrWithoutEffect) {
  make(17);
  cut_and_remove(stride(29));
  EXPECT_GT(outcomes_[Outcome::FOUND], 50U);
}

TEST_F(DamagedFiles, EveryCutLogIsFound) {
  make(3);
  cut_and_remove(stride(13));
  EXPECT_GT(outcomes_[Outcome::FOUND], 50U);
}

// A writer must not build on damage either, nor make it look whole.
TEST_F(DamagedFiles, WritersFindItToo) {
  make(17);
  const std::string sound = place_.temp.path("sound");
  fs::rename(place_.folder, sound);
  for (const auto& entry : fs::recursive_directory_iterator(sound)) {
    if (!entry.is_regular_file()) continue;
    const std::string inside = fs::relative(entry.path(), sound);
    const std::string content = test::slurp(entry.path());
    const std::size_t step = std::max<std::size_t>(1, content.size() / test::scaled(24));
    for (std::size_t at = 0; at < content.size(); at += step) {
      test::copy_folder(sound, place_.folder);
      std::string other = content;
      other[at] = static_cast<char>(other[at] ^ (1 << (at % 8)));
      test::spill(place_.folder + "/" + inside, other);
      std::string said;
      const Outcome written = look(place_, Access::WRITE, expected_, said);
      EXPECT_NE(written, Outcome::MISSED) << inside << " byte " << at << ": " << said;
      // What was found stays found; what had no effect has none afterwards.
      const Outcome after = look(place_, Access::READ, expected_, said);
      EXPECT_NE(after, Outcome::MISSED) << inside << " byte " << at << ", afterwards: " << said;
    }
  }
}

}  // namespace
}  // namespace nomic::ledger
