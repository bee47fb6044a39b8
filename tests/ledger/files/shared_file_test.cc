#include "nomic/ledger/shared_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

class SharedFileTest : public ::testing::Test {
 protected:
  SharedFileTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "nomic-shared-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~SharedFileTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] SharedFile file() const { return {folder_ + "/kept", 1024}; }

  std::string folder_;
};

Result<std::optional<std::string>> one_more(const std::optional<std::string>& before) {
  return std::optional(before.value_or("") + "x");
}

TEST_F(SharedFileTest, IsWhatTheLastChangeMadeOfIt) {
  EXPECT_EQ(*file().read(), std::nullopt);
  const std::string none = file().stamp();
  ASSERT_OK(file().change("test", one_more));
  const std::string first = file().stamp();
  EXPECT_NE(first, none);
  ASSERT_OK(file().change("test", one_more));
  EXPECT_NE(file().stamp(), first);
  EXPECT_EQ(*file().read(), "xx");
}

TEST_F(SharedFileTest, StaysAsItIsWhereNothingIsChangedOrAnythingIsRefused) {
  ASSERT_OK(file().change("test", one_more));
  const std::string stamp = file().stamp();
  ASSERT_OK(file().change(
      "test", [](const auto&) -> Result<std::optional<std::string>> { return std::optional<std::string>(); }));
  EXPECT_FALSE(file().change("test", [](const auto&) -> Result<std::optional<std::string>> {
    return Error{ErrorCode::BAD_INPUT, "no", {}, {}};
  }));
  EXPECT_EQ(file().stamp(), stamp);
}

TEST_F(SharedFileTest, LosesNoChangeOfManyAtOnce) {
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i) {
    all.emplace_back([this] {
      for (int j = 0; j < 25; ++j) EXPECT_OK(file().change("test", one_more));
    });
  }
  for (std::thread& each : all) each.join();
  EXPECT_EQ((**file().read()).size(), 100U);
}

// Nobody else reads who is invited, whatever the umask; nor writes it, where an older version let them.
TEST_F(SharedFileTest, IsItsOwnersAlone) {
  test::spill(folder_ + "/kept", "before");
  ASSERT_EQ(::chmod((folder_ + "/kept").c_str(), 0666), 0);
  test::spill(folder_ + "/kept.new", "left");
  ASSERT_EQ(::chmod((folder_ + "/kept.new").c_str(), 0664), 0);
  ASSERT_OK(file().change(
      "test", [](const auto&) -> Result<std::optional<std::string>> { return std::optional<std::string>("after"); }));
  struct stat about {};
  ASSERT_EQ(::stat((folder_ + "/kept").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777U, 0600U);
}

TEST_F(SharedFileTest, FollowsNoLink) {
  std::filesystem::create_symlink("/etc/passwd", folder_ + "/kept");
  EXPECT_FALSE(file().read());
}

}  // namespace
}  // namespace nomic::ledger
