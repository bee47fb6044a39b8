// The store numbers its own writes: the rows that it keeps for this are nobody else's, and a hole among them is found.
#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/store/rocks/folder.h"
#include "nomic/ledger/store/rocks/open_store.h"

namespace nomic::ledger {
namespace {

using test::Place;
using test::say;

class Writes : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    game_ = test::found_game(**ledger, "friday", 3)->game;
    for (const char* each : {"one", "two", "three", "four", "five"}) ASSERT_OK(say(**ledger, game_, each));
  }
  std::unique_ptr<Store> open(Access access) {
    const Folder folder(place_.folder);
    if (access == Access::READ) {
      auto store = open_reader(folder, &RocksStore::Ground::real);
      EXPECT_OK(store);
      return *std::move(store);
    }
    auto lock = Lock::take(folder.lock(), 0, "test");
    auto store = open_writer(folder, *std::move(lock), RocksStore::Ground::real());
    EXPECT_OK(store);
    return *std::move(store);
  }
  // As the store itself sees them.
  RocksStatus change(const Row& row) {
    const RocksStore::Ground ground = RocksStore::Ground::real();
    auto database = Database::open(Folder(place_.folder).store(), OpenAs::WRITER, ground.env.get());
    EXPECT_OK(database);
    RocksStatus written = (*database)->write({&row});
    if (!written) return written;
    return (*database)->flush();
  }
  static std::string own(std::uint64_t number) { return std::string(1, OWN_ROWS) + big_endian(number); }

  Place place_;
  GameId game_;
};

TEST_F(Writes, OwnRowsAreShownToNobody) {
  for (const Access access : {Access::READ, Access::WRITE}) {
    const auto store = open(access);
    EXPECT_EQ(*store->get(Table::CATALOG, own(1)), std::nullopt);
    std::size_t rows = 0;
    for (const auto cursor = store->scan(Table::CATALOG, "", ""); cursor->valid(); cursor->next(), ++rows) {
      EXPECT_NE(cursor->key().front(), OWN_ROWS);
    }
    // Six appends, the game, and nothing of the store's.
    EXPECT_GE(rows, 7U);
    const auto cursor = store->scan(Table::CATALOG, own(1), own(9));
    EXPECT_FALSE(cursor->valid());
    EXPECT_EQ(*store->last(Table::CATALOG, "", own(9)), std::nullopt);
  }
}

TEST_F(Writes, OneThatIsMissingIsFound) {
  // Once more, so that the logs of before are gone: opening looks no further than those that wait.
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(change({Table::CATALOG, own(2), std::nullopt}).ok());
  const auto reader = place_.read();
  ASSERT_OK(reader);
  const auto report = (*reader)->verify(game_, {});
  ASSERT_OK(report);
  ASSERT_EQ(report->faults.size(), 1U);
  EXPECT_EQ(report->faults[0].check, "mark");
  EXPECT_NE(report->faults[0].what.find("write 2"), std::string::npos);
}

TEST_F(Writes, OneThatCannotBeReadIsDamage) {
  for (const std::string& value : {std::string("x"), std::string(33, 'x'), std::string(32, 'x') + std::string(2, '\0'),
                                   std::string(32, 'x') + std::string("\0\5abc", 5)}) {
    ASSERT_TRUE(change({Table::CATALOG, own(6), value}).ok());
    EXPECT_REFUSED(place_.read(), DAMAGED);
    EXPECT_REFUSED(place_.write(), DAMAGED);
  }
}

TEST_F(Writes, AnotherDigestIsDamage) {
  ASSERT_TRUE(change({Table::CATALOG, own(6), std::string(32, 'x')}).ok());
  const auto refused = place_.read();
  EXPECT_REFUSED(refused, DAMAGED);
  EXPECT_NE(refused.error().what.find("different things of write 6"), std::string::npos);
}

}  // namespace
}  // namespace nomic::ledger
