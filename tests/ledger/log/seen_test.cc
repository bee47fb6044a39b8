#include "nomic/ledger/log/seen.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

class Memory : public ::testing::Test {
 protected:
  test::TempFolder temp_;
  SeenGames seen_{temp_.path("state/nomic/seen")};
  GameId game_{sha256("game")};
  SeenGame ten_{10, sha256("head 10"), sha256("root 10")};
  SeenGame twelve_{12, sha256("head 12"), sha256("root 12")};
};

TEST_F(Memory, IsEmptyOfANewGame) {
  const auto known = seen_.recall(game_);
  ASSERT_OK(known);
  EXPECT_FALSE(*known);
}

TEST_F(Memory, KeepsTheGreatestSize) {
  seen_.remember(game_, ten_);
  seen_.remember(game_, twelve_);
  seen_.remember(game_, ten_);
  const auto known = seen_.recall(game_);
  ASSERT_OK(known);
  ASSERT_TRUE(*known);
  EXPECT_EQ((*known)->size, 12U);
  EXPECT_EQ((*known)->head_hash, twelve_.head_hash);
  EXPECT_EQ((*known)->root, twelve_.root);
}

TEST_F(Memory, EveryCutAndEveryFlippedByteIsNoticedOrAnotherMemory) {
  seen_.remember(game_, ten_);
  const std::string text = test::slurp(seen_.file(game_));
  for (std::size_t at = 0; at < text.size(); ++at) {
    test::spill(seen_.file(game_), text.substr(0, at));
    const auto cut = seen_.recall(game_);
    // Nothing at all is what a crash may leave of a new file.
    EXPECT_EQ(cut.ok(), at == 0) << at;
    std::string other = text;
    other[at] = static_cast<char>(other[at] ^ 0x20);
    test::spill(seen_.file(game_), other);
    EXPECT_REFUSED(seen_.recall(game_), DAMAGED);
  }
}

TEST_F(Memory, IsNotKeptWithoutAFolder) {
  const SeenGames none("");
  none.remember(game_, ten_);
  const auto known = none.recall(game_);
  ASSERT_OK(known);
  EXPECT_FALSE(*known);
}

TEST_F(Memory, AFolderThatCannotBeMadeIsNoObstacle) {
  test::spill(temp_.path("file"), "in the way");
  std::vector<Error> told;
  const SeenGames blocked(temp_.path("file/seen"), [&told](const Error& error) { told.push_back(error); });
  blocked.remember(game_, ten_);
  const auto known = blocked.recall(game_);
  ASSERT_OK(known);
  EXPECT_FALSE(*known);
  ASSERT_EQ(told.size(), 1U);
  // It names the file that is in the way.
  EXPECT_NE(told[0].what.find(temp_.path("file") + ":"), std::string::npos) << told[0].what;
}

TEST_F(Memory, SaysWhenItCannotBeKept) {
  std::size_t told = 0;
  const SeenGames seen(temp_.path("seen"), [&told](const Error& /*why*/) { ++told; });
  seen.remember(game_, ten_);
  seen.remember(game_, ten_);
  EXPECT_EQ(told, 0U);
  // Something in the way of the file; then what cannot be read.
  const GameId other{sha256("other")};
  std::filesystem::create_directories(seen.file(other) + "/in the way");
  seen.remember(other, ten_);
  EXPECT_EQ(told, 1U);
  test::spill(seen.file(game_), "nonsense");
  seen.remember(game_, twelve_);
  EXPECT_EQ(told, 2U);
}

TEST_F(Memory, LeavesNoOtherFiles) {
  seen_.remember(game_, ten_);
  seen_.remember(game_, twelve_);
  EXPECT_EQ(test::files_in(temp_.path("state/nomic/seen")), std::vector<std::string>{game_.hash.hex()});
}

}  // namespace
}  // namespace nomic::ledger
