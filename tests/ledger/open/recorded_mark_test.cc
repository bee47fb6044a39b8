// Whether anything was recorded since one looked, told without opening the ledger.
#include "nomic/ledger/recorded_mark.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

namespace fs = std::filesystem;

TEST(RecordedMark, ChangesWithEveryAppendAndWithNothingElse) {
  test::Place place;
  GameId game;
  {
    auto ledger = place.make();
    ASSERT_OK(ledger);
    const std::string empty = recorded_mark(place.folder);
    EXPECT_NE(empty, "");
    auto done = test::found_game(**ledger, "friday", 3);
    ASSERT_OK(done);
    game = done->game;
    std::string before = recorded_mark(place.folder);
    EXPECT_NE(before, empty);
    for (const char* payload : {"one", "one", "two"}) {
      ASSERT_OK(test::say(**ledger, game, payload));
      const std::string after = recorded_mark(place.folder);
      EXPECT_NE(after, before) << payload;
      EXPECT_EQ(recorded_mark(place.folder), after);
      before = after;
    }
  }
  const std::string closed = recorded_mark(place.folder);
  {
    auto reader = place.read();
    ASSERT_OK(reader);
    EXPECT_EQ(test::payloads(**reader, game).back(), "two");
  }
  EXPECT_EQ(recorded_mark(place.folder), closed) << "who reads changes nothing";
}

TEST(RecordedMark, IsEmptyWhereThereIsNone) {
  test::Place place;
  EXPECT_EQ(recorded_mark(place.folder), "");
  ASSERT_OK(place.make());
  fs::remove(place.folder + "/mark");
  EXPECT_EQ(recorded_mark(place.folder), "");
  // Nobody waits for a pipe that was put in its place.
  ASSERT_EQ(::mkfifo((place.folder + "/mark").c_str(), 0600), 0);
  EXPECT_EQ(recorded_mark(place.folder), "");
}

}  // namespace
}  // namespace nomic::ledger
