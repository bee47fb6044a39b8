// Who follows a game is told each record once, in order, whoever else comes and goes, and whatever fails.
#include "nomic/server/feed.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <limits>
#include <random>
#include <thread>

#include "nomic/replay/work.h"
#include "nomic/server/committer.h"
#include "tools/server/debated_games.h"
#include "tools/server/failing_ledger.h"
#include "tools/server/held_stream.h"

namespace nomic::tools {
namespace {

using namespace std::chrono_literals;
using Events = std::vector<EventReader::Event>;

// Records 0 to 33 found the game: itself, 29 rules, four players. 34 is the proposal.
constexpr std::uint64_t DEBATED_SIZE = 35;

// The line of a record: its leaf hash, so that a test knows which record it was.
replay::Status hashes(replay::Game& game, std::uint64_t from, std::uint64_t to, const Feed::Each& each) {
  return game.replay_range(from, to, [&](const replay::Played& played) {
    return each(played.record.index.value, played.record.leaf.hex());
  });
}

template <class Is>
bool comes_true(const Is& is) {
  const auto until = std::chrono::steady_clock::now() + 30s;
  while (!is()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

// Somebody who follows, and takes what comes.
struct Following {
  std::shared_ptr<HeldStream> stream = std::make_shared<HeldStream>();
  std::shared_ptr<void> hold;
  EventReader reader;
  Events events;

  void begin(Feed& feed, const ledger::GameId& game, std::uint64_t from) {
    auto place = feed.subscribe(game, from);
    ASSERT_TRUE(place.has_value());
    hold = (*place)(stream);
  }
  Events& take(std::size_t count = std::string::npos) {
    for (auto& event : reader.read(stream->take(count))) events.push_back(std::move(event));
    return events;
  }
};

class FeedTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = disk_.open();
    ASSERT_TRUE(ledger.ok());
    found_debated_games(**ledger);
    friday_ = (*ledger)->find("friday")->game;
    sunday_ = (*ledger)->find("sunday")->game;
  }
  Feed::Open reading() {
    return [this] { return disk_.read(); };
  }
  Committer::Duties telling(Feed& feed) {
    return {.durable = [&feed](const ledger::GameId& game, std::uint64_t size) { feed.durable(game, size); }};
  }
  Committer::Open writing() {
    return [this] { return disk_.open(); };
  }
  static std::int64_t noon() { return DEBATE_NOON; }
  // Whether it was recorded.
  static bool says(Committer& committer, const std::string& text, const std::string& game = "friday") {
    std::promise<bool> made;
    auto answer = made.get_future();
    EXPECT_TRUE(committer.post({game, debate_of("Bob", text, "")},
                               [&](const replay::Result<Outcome>& outcome) { made.set_value(outcome.ok()); }));
    return answer.get();
  }
  // What the ledger holds from a record on, as it is told.
  Events recorded(std::uint64_t from, const ledger::GameId& id) {
    Events events;
    auto ledger = disk_.read();
    const auto size = (*ledger)->head(id)->size;
    EXPECT_TRUE((*ledger)->read(id, {from}, size, [&](const ledger::StoredRecord& stored) {
      events.push_back({stored.index.value, stored.leaf.hex()});
      return true;
    }));
    return events;
  }

  FailingLedger disk_;
  ledger::GameId friday_;
  ledger::GameId sunday_;
};

TEST_F(FeedTest, TellsWhatIsThereAndThenWhatComes) {
  Feed feed(reading(), hashes);
  Committer committer(writing(), noon, {}, telling(feed));
  Following all;
  Following rest;
  all.begin(feed, friday_, 0);
  rest.begin(feed, friday_, DEBATED_SIZE + 1);  // which is not there yet
  ASSERT_TRUE(comes_true([&] { return all.take().size() == DEBATED_SIZE; }));
  EXPECT_EQ(all.events, recorded(0, friday_));
  ASSERT_TRUE(says(committer, "one"));
  ASSERT_TRUE(says(committer, "of another game", "sunday"));
  ASSERT_TRUE(says(committer, "two"));
  ASSERT_TRUE(comes_true([&] { return all.take().size() == DEBATED_SIZE + 2; }));
  ASSERT_TRUE(comes_true([&] { return !rest.take().empty(); }));
  EXPECT_EQ(all.events, recorded(0, friday_));
  EXPECT_EQ(rest.events, recorded(DEBATED_SIZE + 1, friday_));
  EXPECT_EQ(all.reader.strange(), 0);
}

// A game whose records take very long to tell. The streams of the other game do not wait for it.
class SlowFeedTest : public FeedTest {
 protected:
  Feed::Tell slowly() {
    return [this](replay::Game& game, std::uint64_t from, std::uint64_t to, const Feed::Each& each) {
      while (is_held_ && game.head().game == friday_) replay::spend_work(replay::WorkStep::LARGE);
      return hashes(game, from, to, each);
    };
  }

  std::atomic<bool> is_held_ = true;
};

TEST_F(SlowFeedTest, NoOtherGameWaits) {
  Feed feed(reading(), slowly(), {.slow_after = 20ms});
  Committer committer(writing(), noon, {}, telling(feed));
  Following friday;
  Following sunday;
  friday.begin(feed, friday_, 0);
  sunday.begin(feed, sunday_, 0);
  ASSERT_TRUE(comes_true([&] { return sunday.take().size() == DEBATED_SIZE; }));
  ASSERT_TRUE(says(committer, "meanwhile", "sunday"));
  ASSERT_TRUE(comes_true([&] { return sunday.take().size() == DEBATED_SIZE + 1; }));
  EXPECT_TRUE(friday.take().empty());
  // The second thread serves later followers at once, and tells them new records, too.
  Following later;
  later.begin(feed, friday_, DEBATED_SIZE);
  ASSERT_TRUE(says(committer, "of the slow game", "friday"));
  is_held_ = false;
  ASSERT_TRUE(comes_true([&] { return friday.take().size() == DEBATED_SIZE + 1; }));
  ASSERT_TRUE(comes_true([&] { return later.take().size() == 1; }));
  EXPECT_EQ(friday.events, recorded(0, friday_));
  EXPECT_FALSE(friday.stream->is_closed());
}

TEST_F(SlowFeedTest, StreamsEndWhereEvenTheSecondThreadTakesTooLong) {
  Feed feed(reading(), slowly(), {.slow_after = 20ms, .slow_time = 40ms});
  Following friday;
  Following sunday;
  friday.begin(feed, friday_, 0);
  sunday.begin(feed, sunday_, 0);
  ASSERT_TRUE(comes_true([&] { return friday.stream->is_closed(); }));
  ASSERT_TRUE(comes_true([&] { return sunday.take().size() == DEBATED_SIZE; }));
  EXPECT_FALSE(sunday.stream->is_closed());
}

// A turn of a game ends after a while, so each round tells one record.
TEST_F(FeedTest, ATurnMayEndAfterEachRecord) {
  Feed feed(reading(), hashes, {.turn = 0ms});
  Following early;
  Following late;
  early.begin(feed, friday_, 0);
  late.begin(feed, friday_, DEBATED_SIZE - 5);
  ASSERT_TRUE(comes_true([&] { return early.take().size() == DEBATED_SIZE && late.take().size() == 5; }));
  EXPECT_EQ(early.events, recorded(0, friday_));
  EXPECT_EQ(late.events, recorded(DEBATED_SIZE - 5, friday_));
}

TEST_F(FeedTest, GoesOnWhereALostConnectionEnded) {
  Feed feed(reading(), hashes);
  Committer committer(writing(), noon, {}, telling(feed));
  Following first;
  first.begin(feed, friday_, 30);
  ASSERT_TRUE(comes_true([&] { return first.take().size() == DEBATED_SIZE - 30; }));
  first.hold.reset();
  ASSERT_TRUE(says(committer, "while nobody hears it"));
  Following second;
  second.begin(feed, friday_, first.events.back().id + 1);
  ASSERT_TRUE(says(committer, "while somebody does"));
  ASSERT_TRUE(comes_true([&] { return second.take().size() == 2; }));
  EXPECT_EQ(second.events, recorded(DEBATED_SIZE, friday_));
  EXPECT_EQ(first.take().size(), DEBATED_SIZE - 30) << "nobody holds it any more";
}

TEST_F(FeedTest, WhatIsNotWrittenIsNotTold) {
  Feed feed(reading(), hashes);
  Committer committer(writing(), noon, {}, telling(feed));
  Following all;
  all.begin(feed, friday_, DEBATED_SIZE);
  disk_.fates({Fate::LOST, Fate::FULL, Fate::KEPT});
  EXPECT_FALSE(says(committer, "lost"));
  EXPECT_FALSE(says(committer, "no room"));
  EXPECT_FALSE(says(committer, "kept, and nobody knows"));
  EXPECT_TRUE(says(committer, "written"));
  ASSERT_TRUE(comes_true([&] { return all.take().size() == 2; }));
  EXPECT_EQ(all.events, recorded(DEBATED_SIZE, friday_));
}

TEST_F(FeedTest, WhatNobodySaidIsSeenWhenItIsTimeForAComment) {
  Feed feed(reading(), hashes, {.heartbeat = 20ms});
  Following all;
  all.begin(feed, friday_, DEBATED_SIZE);
  ASSERT_TRUE(comes_true([&] {
    all.take();
    return all.reader.comments() >= 3;
  }));
  Committer another(writing(), noon);
  ASSERT_TRUE(says(another, "by another process"));
  ASSERT_TRUE(comes_true([&] { return !all.take().empty(); }));
  EXPECT_EQ(all.events, recorded(DEBATED_SIZE, friday_));
  EXPECT_EQ(all.reader.strange(), 0);
}

TEST_F(FeedTest, WhoIsSlowIsWaitedForAndWhoTakesNothingIsCutOff) {
  // An event is 12 bytes and the 64 of the hash, and up to two digits: four of them are more than 256.
  constexpr std::size_t EVENT = 80;
  Feed feed(reading(), hashes, {.ahead = 256, .patience = 300ms, .heartbeat = 50ms});
  Following slow;
  Following stuck;
  Following quick;
  quick.stream->takes_all();
  slow.begin(feed, friday_, 0);
  stuck.begin(feed, friday_, 0);
  quick.begin(feed, friday_, 0);
  ASSERT_TRUE(comes_true([&] {
    std::this_thread::sleep_for(2ms);
    return slow.take(EVENT / 2).size() == DEBATED_SIZE;
  }));
  EXPECT_EQ(slow.events, recorded(0, friday_));
  EXPECT_LE(slow.stream->most(), 256 + EVENT);
  ASSERT_TRUE(comes_true([&] { return stuck.stream->is_closed(); }));
  EXPECT_LE(stuck.stream->most(), 256 + EVENT);
  EXPECT_EQ(quick.take(), recorded(0, friday_));
  EXPECT_FALSE(quick.stream->is_closed());
  EXPECT_FALSE(slow.stream->is_closed());
}

TEST_F(FeedTest, TakesOnlySoManyFollowers) {
  Feed feed(reading(), hashes, {.followers = 2});
  Following one;
  one.begin(feed, friday_, 0);
  auto place = feed.subscribe(sunday_, 0);
  ASSERT_TRUE(place.has_value());
  EXPECT_FALSE(feed.subscribe(friday_, 0).has_value());
  // A place that was not used, and one that was.
  place.reset();
  EXPECT_TRUE(feed.subscribe(friday_, 0).has_value());
  Following two;
  two.begin(feed, friday_, 0);
  EXPECT_FALSE(feed.subscribe(friday_, 0).has_value());
  one.hold.reset();
  EXPECT_TRUE(feed.subscribe(friday_, 0).has_value());
}

TEST_F(FeedTest, AGameThatCannotBeReadEndsItsStreamsAndNoOthers) {
  std::atomic<bool> is_broken = true;
  Feed feed(reading(), [&](replay::Game& game, std::uint64_t from, std::uint64_t to, const Feed::Each& each) {
    if (is_broken && game.head().game == friday_) return replay::Status(replay::from_ledger({}));
    return hashes(game, from, to, each);
  });
  Following friday;
  Following sunday;
  friday.begin(feed, friday_, 0);
  sunday.begin(feed, sunday_, 0);
  ASSERT_TRUE(comes_true([&] { return friday.stream->is_closed(); }));
  ASSERT_TRUE(comes_true([&] { return sunday.take().size() == DEBATED_SIZE; }));
  EXPECT_TRUE(friday.take().empty());
  is_broken = false;
  Following again;
  again.begin(feed, friday_, 0);
  ASSERT_TRUE(comes_true([&] { return again.take().size() == DEBATED_SIZE; }));
  // A game that is not there.
  Following nothing;
  nothing.begin(feed, ledger::GameId{}, 0);
  ASSERT_TRUE(comes_true([&] { return nothing.stream->is_closed(); }));
  EXPECT_FALSE(sunday.stream->is_closed());
}

TEST_F(FeedTest, ALedgerThatCannotBeOpenedOrReadForWantOfMemoryEndsThem) {
  std::atomic<int> trouble = 1;
  const auto open = [&]() -> ledger::Result<std::unique_ptr<ledger::Ledger>> {
    if (trouble == 1) return ledger::Error{ledger::ErrorCode::IO_FAILED, "no file can be opened", {}, {}};
    if (trouble == 2) throw std::bad_alloc();
    return disk_.read();
  };
  Feed feed(open, hashes);
  for (; trouble < 3; ++trouble) {
    Following all;
    all.begin(feed, friday_, 0);
    ASSERT_TRUE(comes_true([&] { return all.stream->is_closed(); }));
  }
  Following all;
  all.begin(feed, friday_, 0);
  ASSERT_TRUE(comes_true([&] { return all.take().size() == DEBATED_SIZE; }));
}

TEST_F(FeedTest, ItsEndIsTheEndOfEveryStream) {
  auto feed = std::make_unique<Feed>(reading(), hashes);
  Following one;
  one.begin(*feed, friday_, 0);
  auto later = feed->subscribe(friday_, 0);
  ASSERT_TRUE(later.has_value());
  feed.reset();
  EXPECT_TRUE(one.stream->is_closed());
  // Who comes through a door that was open before.
  Following two;
  two.hold = (*later)(two.stream);
  EXPECT_TRUE(two.stream->is_closed());
}

TEST_F(FeedTest, AThousandAreToldEverythingFromOneReading) {
  constexpr std::size_t MANY = 1000;
  constexpr int MOVES = 20;
  std::atomic<std::size_t> lines = 0;
  Feed feed(reading(), [&](replay::Game& game, std::uint64_t from, std::uint64_t to, const Feed::Each& each) {
    return hashes(game, from, to, [&](std::uint64_t index, std::string line) {
      ++lines;
      return each(index, std::move(line));
    });
  });
  Committer committer(writing(), noon, {}, telling(feed));
  std::vector<Following> all(MANY);
  for (std::size_t i = 0; i < MANY; ++i) all[i].begin(feed, friday_, i % DEBATED_SIZE);
  for (Following& each : all) {
    ASSERT_TRUE(comes_true([&] { return !each.take().empty(); }));
  }
  const std::size_t before = lines;
  for (int i = 0; i < MOVES; ++i) ASSERT_TRUE(says(committer, fmt::format("word {}", i)));
  for (std::size_t i = 0; i < MANY; ++i) {
    const std::uint64_t from = i % DEBATED_SIZE;
    ASSERT_TRUE(comes_true([&] { return all[i].take().size() == DEBATED_SIZE + MOVES - from; }));
    ASSERT_EQ(all[i].events, recorded(from, friday_));
  }
  EXPECT_LE(lines - before, 2U * MOVES) << "each line is made for all of them";
}

// ------------------------------------------------------------------------
// Random followers beside a random writer, whose groups fail.

// A client that loses its connection again and again, and goes on after the last event that it took whole.
class Wanderer {
 public:
  Wanderer(Feed& feed, const ledger::GameId& game, unsigned seed) : feed_(feed), game_(game), random_(seed) {}

  // Follows until it has so many records; `goal` is not known before the writer has finished.
  void follow(const std::atomic<std::uint64_t>& goal) {
    while (events.size() < goal) stay(goal);
  }

  Events events;
  int strange = 0;
  int stays = 0;

 private:
  void stay(const std::atomic<std::uint64_t>& goal) {
    Following now;
    now.begin(feed_, game_, events.size());
    ++stays;
    const bool is_slow = random_() % 3 == 0;
    // Most stay until something came, so that they get on where everything is slow.
    const std::size_t at_least = events.size() + (random_() % 4 == 0 ? 0 : 1);
    auto looks = random_() % 60;
    while (events.size() < goal && !now.stream->is_closed() && (looks != 0 || events.size() < at_least)) {
      if (looks != 0) --looks;
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 2000));
      now.take(is_slow ? random_() % 200 : std::string::npos);
      for (auto& event : std::exchange(now.events, {})) events.push_back(std::move(event));
    }
    strange += now.reader.strange();
  }

  Feed& feed_;
  const ledger::GameId game_;
  std::mt19937 random_;
};

class RandomFollowers : public FeedTest, public ::testing::WithParamInterface<unsigned> {};

TEST_P(RandomFollowers, AreEachToldEveryRecordOnceAndInOrder) {
  constexpr std::size_t FOLLOWERS = 8;
  constexpr int MOVES = 120;
  std::mt19937 random(GetParam());
  std::deque<Fate> fates;
  for (int i = 0; i < MOVES; ++i) {
    const Fate each[] = {Fate::WRITTEN, Fate::WRITTEN, Fate::FULL, Fate::LOST, Fate::KEPT};
    fates.push_back(each[random() % 5]);
  }
  disk_.fates(fates);

  Feed feed(reading(), hashes, {.ahead = 1 + random() % 1000, .patience = 200ms, .heartbeat = 20ms});
  std::atomic<std::uint64_t> friday_goal = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::uint64_t> sunday_goal = friday_goal.load();
  std::vector<Wanderer> wanderers;
  for (unsigned i = 0; i < FOLLOWERS; ++i) wanderers.emplace_back(feed, i % 2 == 0 ? friday_ : sunday_, random());
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < FOLLOWERS; ++i) {
    threads.emplace_back([&, i] { wanderers[i].follow(i % 2 == 0 ? friday_goal : sunday_goal); });
  }
  {
    Committer committer(writing(), noon, {}, telling(feed));
    for (int i = 0; i < MOVES; ++i) {
      says(committer, fmt::format("word {}", i), random() % 2 == 0 ? "friday" : "sunday");
      if (random() % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(random() % 20));
    }
  }
  const Events friday = recorded(0, friday_);
  const Events sunday = recorded(0, sunday_);
  friday_goal = friday.size();
  sunday_goal = sunday.size();
  for (std::thread& thread : threads) thread.join();

  int stays = 0;
  for (unsigned i = 0; i < FOLLOWERS; ++i) {
    // What was lost with a group would stand here, and not in the ledger; what came twice or out of order, too.
    EXPECT_EQ(wanderers[i].events, i % 2 == 0 ? friday : sunday);
    EXPECT_EQ(wanderers[i].strange, 0);
    stays += wanderers[i].stays;
  }
  // A test in which nothing fails, or nobody ever comes again, would show little.
  EXPECT_GT(disk_.failures().size(), 10U);
  EXPECT_GT(stays, static_cast<int>(2 * FOLLOWERS));
  EXPECT_GT(friday.size() + sunday.size(), 2 * DEBATED_SIZE + 20);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFollowers, ::testing::Range(1U, 9U));

}  // namespace
}  // namespace nomic::tools
