#include "store/rocks/file_system.h"

#include <gtest/gtest.h>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

// The footer of a real table, and that table's size.
class Footer : public ::testing::Test {
 protected:
  void SetUp() override {
    test::Place place;
    GameId game;
    {
      auto ledger = place.make();
      ASSERT_OK(ledger);
      game = test::found_game(**ledger, "friday", 3)->game;
    }
    for (int i = 0; i < 17; ++i) {
      auto ledger = place.write();
      ASSERT_OK(ledger);
      ASSERT_OK(test::say(**ledger, game, "move"));
    }
    const auto tables = test::files_in(place.folder + "/store", ".sst");
    ASSERT_FALSE(tables.empty());
    const std::string table = test::slurp(place.folder + "/store/" + tables.front());
    size_ = table.size();
    footer_ = table.substr(size_ - FOOTER_BYTES);
  }
  std::string footer_;
  std::uint64_t size_ = 0;
};

TEST_F(Footer, OfARealTableIsSound) {
  const auto metaindex = metaindex_of_sound_footer(footer_, size_);
  ASSERT_TRUE(metaindex);
  EXPECT_LT(*metaindex, size_ - FOOTER_BYTES);
}

TEST_F(Footer, EveryFlippedBitOfItIsNoticedOrPointsIntoTheTable) {
  std::size_t unnoticed = 0;
  for (std::size_t at = 0; at < footer_.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = footer_;
      other[at] = static_cast<char>(other[at] ^ (1 << bit));
      const auto metaindex = metaindex_of_sound_footer(other, size_);
      if (!metaindex) continue;
      // Only where the index lies may differ; what lies there has a checksum.
      EXPECT_EQ(metaindex, metaindex_of_sound_footer(footer_, size_)) << at;
      ++unnoticed;
    }
  }
  EXPECT_LT(unnoticed, 32U);
}

TEST_F(Footer, OfAnotherLengthIsNotSound) {
  EXPECT_FALSE(metaindex_of_sound_footer(footer_.substr(1), size_));
  EXPECT_FALSE(metaindex_of_sound_footer(footer_, size_ + 1));
  EXPECT_FALSE(metaindex_of_sound_footer(footer_, size_ - 1));
  EXPECT_FALSE(metaindex_of_sound_footer(footer_, 10));
  EXPECT_FALSE(metaindex_of_sound_footer("", 0));
}

}  // namespace
}  // namespace nomic::ledger
