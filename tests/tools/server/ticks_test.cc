// What falls due by time is recorded when it is due, by nobody's command.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <random>
#include <thread>

#include "nomic/replay/edition.h"
#include "nomic/replay/next_due.h"
#include "nomic/server/committer.h"
#include "tools/server/debated_games.h"
#include "tools/server/failing_ledger.h"

namespace nomic::tools {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t HOUR_OF_TICKS = 3'600'000'000;
constexpr std::int64_t DAY_OF_TICKS = 24 * HOUR_OF_TICKS;

// A game in which whose turn it is has so many hours to propose: then it is the next one's.
void found_timed_game(ledger::Ledger& ledger, const std::string& name, std::uint32_t hours, bool afterwards = false) {
  v1::FoundRequest request;
  request.set_name(name);
  request.set_mode(v1::MAIL);
  for (const char* player : DEBATERS) request.add_players()->set_name(player);
  auto rules = replay::edition("1990");
  ASSERT_TRUE(rules.ok());
  for (v1::RuleBody& rule : *rules->mutable_rules()) {
    for (v1::Provision& provision : *rule.mutable_provisions()) {
      if (provision.has_turn_order()) provision.mutable_turn_order()->mutable_time_to_propose()->set_hours(hours);
    }
  }
  *request.mutable_ruleset() = *rules;
  request.set_retrospective(afterwards);
  if (afterwards) request.set_occurred_at("2012-05-30T10:00Z");
  auto made = founding_of(request, {.now = DEBATE_NOON});
  ASSERT_TRUE(made.ok());
  ASSERT_TRUE(replay::Game::found(ledger, *made).ok());
}

// Of a record that was made: when, and whose.
struct Ticked {
  std::int64_t at = 0;
  std::string author;
  bool is_tick = false;
};

class TicksTest : public ::testing::Test {
 protected:
  std::unique_ptr<Committer> keep() {
    return std::make_unique<Committer>([this] { return disk_.open(); }, [this] { return now_.load(); },
                                       Committer::Limits(), Committer::Duties{.ticks = true, .look_every = 1ms});
  }
  void found(const std::string& name, std::uint32_t hours, bool afterwards = false) {
    auto ledger = disk_.open();
    ASSERT_TRUE(ledger.ok());
    found_timed_game(**ledger, name, hours, afterwards);
  }
  std::uint64_t size(const std::string& name) { return (*disk_.read())->find(name)->size; }
  // Waits until the game has so many records.
  bool reaches(const std::string& name, std::uint64_t records) {
    for (int i = 0; i < 10'000 && size(name) < records; ++i) std::this_thread::sleep_for(1ms);
    return size(name) == records;
  }
  // Long enough for a committer that looks every millisecond to do something wrong.
  static void wait_a_little() { std::this_thread::sleep_for(100ms); }
  Ticked last(const std::string& name) {
    auto ledger = disk_.read();
    const auto head = *(*ledger)->find(name);
    Ticked found;
    EXPECT_TRUE((*ledger)->read(head.game, {head.size - 1}, head.size, [&](const ledger::StoredRecord& stored) {
      v1::Event event;
      EXPECT_TRUE(event.ParseFromString(stored.payload));
      found = {stored.recorded_at.value, stored.author, event.has_time_passed()};
      return true;
    }));
    return found;
  }
  std::optional<std::int64_t> due(const std::string& name) {
    auto ledger = disk_.read();
    auto game = replay::Game::open(**ledger, name);
    return replay::next_due(game->engine());
  }
  static replay::Result<Outcome> asked(Committer& committer, const std::string& game, v1::Request request) {
    std::promise<replay::Result<Outcome>> promise;
    auto future = promise.get_future();
    EXPECT_TRUE(committer.post({game, std::move(request)},
                               [&](replay::Result<Outcome> answer) { promise.set_value(std::move(answer)); }));
    return future.get();
  }
  static v1::Request proposal(const std::string& author) {
    v1::Request request;
    request.set_author(author);
    auto* change = request.mutable_propose()->add_changes();
    change->set_kind(v1::Request::REPEAL);
    change->set_rule("209");
    return request;
  }

  FailingLedger disk_;
  std::atomic<std::int64_t> now_ = DEBATE_NOON;
};

TEST_F(TicksTest, ItIsRecordedWhenItIsDueAndNotBefore) {
  found("friday", 24);
  const auto before = size("friday");
  EXPECT_EQ(due("friday"), DEBATE_NOON + DAY_OF_TICKS);
  const auto committer = keep();
  now_ = DEBATE_NOON + DAY_OF_TICKS - 1;
  wait_a_little();
  EXPECT_EQ(size("friday"), before);
  now_ = DEBATE_NOON + DAY_OF_TICKS;
  ASSERT_TRUE(reaches("friday", before + 1));
  const Ticked tick = last("friday");
  EXPECT_EQ(tick.at, DEBATE_NOON + DAY_OF_TICKS);
  EXPECT_EQ(tick.author, "");
  EXPECT_TRUE(tick.is_tick);
  // And the next a day later, and no other before.
  EXPECT_EQ(due("friday"), DEBATE_NOON + 2 * DAY_OF_TICKS);
  wait_a_little();
  EXPECT_EQ(size("friday"), before + 1);
  now_ = DEBATE_NOON + 2 * DAY_OF_TICKS;
  EXPECT_TRUE(reaches("friday", before + 2));
}

TEST_F(TicksTest, AMoveIsInTimeUntilItIsNot) {
  found("friday", 24);
  const auto before = size("friday");
  const auto committer = keep();
  now_ = DEBATE_NOON + 23 * HOUR_OF_TICKS;
  ASSERT_TRUE(asked(*committer, "friday", proposal("Ann")).ok());
  // Who has proposed has nothing to do by then.
  now_ = DEBATE_NOON + 25 * HOUR_OF_TICKS;
  wait_a_little();
  EXPECT_EQ(size("friday"), before + 1);
}

TEST_F(TicksTest, WhoeverSleptMakesUpForItByOneTick) {
  found("friday", 24);
  const auto before = size("friday");
  now_ = DEBATE_NOON + 3 * DAY_OF_TICKS + HOUR_OF_TICKS;
  const auto committer = keep();
  ASSERT_TRUE(reaches("friday", before + 1));
  EXPECT_EQ(last("friday").at, now_.load());
  // Ann's day, Bob's and Cleo's are over; Dora's ends with the fourth.
  EXPECT_EQ(due("friday"), DEBATE_NOON + 4 * DAY_OF_TICKS);
  EXPECT_TRUE(asked(*committer, "friday", proposal("Dora")).ok());
}

TEST_F(TicksTest, EveryGameHasItsTime) {
  found("daily", 24);
  found("hourly", 1);
  {
    auto ledger = disk_.open();
    found_debated_games(**ledger);  // in which nothing ever falls due
  }
  const auto before = size("daily");
  const auto committer = keep();
  for (std::uint64_t hour = 1; hour <= 24; ++hour) {
    now_ = DEBATE_NOON + static_cast<std::int64_t>(hour) * HOUR_OF_TICKS;
    ASSERT_TRUE(reaches("hourly", before + hour)) << hour;
  }
  EXPECT_TRUE(reaches("daily", before + 1));
  EXPECT_EQ(size("friday"), before + 1);
}

TEST_F(TicksTest, AGameThatIsRecordedAfterwardsHasNoClock) {
  found("old", 24, /*afterwards=*/true);
  const auto before = size("old");
  EXPECT_FALSE(due("old"));
  const auto committer = keep();
  now_ = DEBATE_NOON + 100 * DAY_OF_TICKS;
  wait_a_little();
  EXPECT_EQ(size("old"), before);
}

TEST_F(TicksTest, WhatCouldNotBeRecordedIsTriedAgainAndRecordedOnce) {
  found("friday", 24);
  const auto before = size("friday");
  disk_.fates({Fate::FULL, Fate::LOST, Fate::KEPT});
  const auto committer = keep();
  now_ = DEBATE_NOON + DAY_OF_TICKS;
  // By the committer's clock a try comes a second after the first, and two seconds after the second.
  for (int i = 0; i < 10'000 && size("friday") == before; ++i) {
    now_ += 10'000;
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(size("friday"), before + 1);
  EXPECT_GE(last("friday").at, DEBATE_NOON + DAY_OF_TICKS + 3'000'000);
  EXPECT_EQ(disk_.failures().size(), 3U);
  now_ += 100'000'000;
  wait_a_little();
  EXPECT_EQ(size("friday"), before + 1) << "it was kept, and is not made twice";
}

TEST_F(TicksTest, ALedgerThatOthersHoldIsLookedAtOnceItIsFree) {
  found("friday", 24);
  const auto before = size("friday");
  std::atomic<bool> in_use = true;
  Committer committer(
      [&]() -> ledger::Result<std::unique_ptr<ledger::Ledger>> {
        if (in_use) return ledger::Error{ledger::ErrorCode::IN_USE, "somebody writes", {}, {}};
        return disk_.open();
      },
      [this] { return now_.load(); }, {}, {.ticks = true, .look_every = 1ms});
  now_ = DEBATE_NOON + DAY_OF_TICKS;
  wait_a_little();
  EXPECT_EQ(size("friday"), before);
  in_use = false;
  EXPECT_TRUE(reaches("friday", before + 1));
}

TEST_F(TicksTest, AClockThatIsWrongTicksNothing) {
  found("friday", 24);
  const auto before = size("friday");
  std::atomic<bool> is_right = false;
  const Committer committer([this] { return disk_.open(); }, [this] { return now_.load(); }, {},
                            {.ticks = true, .may_tick = [&] { return is_right.load(); }, .look_every = 1ms});
  now_ = DEBATE_NOON + DAY_OF_TICKS;
  wait_a_little();
  EXPECT_EQ(size("friday"), before);
  is_right = true;
  EXPECT_TRUE(reaches("friday", before + 1));
}

TEST_F(TicksTest, WithoutTheDutyNothingIsOpenedOrRecorded) {
  found("friday", 24);
  const auto before = size("friday");
  const int openings = disk_.openings();
  now_ = DEBATE_NOON + DAY_OF_TICKS;
  const Committer committer([this] { return disk_.open(); }, [this] { return now_.load(); });
  wait_a_little();
  EXPECT_EQ(disk_.openings(), openings);
  EXPECT_EQ(size("friday"), before);
}

// ------------------------------------------------------------------------
// Where others write the ledger too.

// Ticks of another server are found done, and what falls due next is recorded all the same.
TEST_F(TicksTest, WhatAnotherServerHasTickedIsLeftAndTheNextIsNot) {
  disk_.is_shared = true;
  found("friday", 24);
  const auto before = size("friday");
  Committer committer([this] { return disk_.open(); }, [this] { return now_.load(); }, {},
                      {.ticks = true, .look_every = 1ms, .survey_every = 1h});
  wait_a_little();
  {
    auto other = *disk_.open();
    auto game = replay::Game::open(*other, "friday");
    v1::Request tick;
    tick.mutable_tick();
    ASSERT_TRUE(Service(*other, *game).submit(tick, {.now = DEBATE_NOON + DAY_OF_TICKS}).ok());
  }
  now_ = DEBATE_NOON + DAY_OF_TICKS + 2'000'000;
  wait_a_little();
  EXPECT_EQ(size("friday"), before + 1);
  now_ = DEBATE_NOON + 2 * DAY_OF_TICKS + 2'000'000;
  EXPECT_TRUE(reaches("friday", before + 2));
}

// Each server has a time of its own in each game, so that not all of them take the same games at once.
TEST_F(TicksTest, EachServerWaitsForATimeOfItsOwnInEachGame) {
  disk_.is_shared = true;
  constexpr int GAMES = 20;
  for (int i = 0; i < GAMES; ++i) found("game" + std::to_string(i), 24);
  const auto before = size("game0");
  const auto ticked = [&] {
    int count = 0;
    for (int i = 0; i < GAMES; ++i) count += size("game" + std::to_string(i)) > before ? 1 : 0;
    return count;
  };
  const auto committer = keep();
  now_ = DEBATE_NOON + DAY_OF_TICKS + 1'000'000;
  wait_a_little();
  const int at_half = ticked();
  EXPECT_GT(at_half, 0);
  EXPECT_LT(at_half, GAMES);
  now_ = DEBATE_NOON + DAY_OF_TICKS + 2'000'000;
  for (int i = 0; i < GAMES; ++i) EXPECT_TRUE(reaches("game" + std::to_string(i), before + 1)) << i;
}

// Many games fall due at one moment: whoever moves then waits for a lot of them at the most.
TEST_F(TicksTest, WhoMovesDoesNotWaitForAllThatIsDue) {
  constexpr int GAMES = 60;
  for (int i = 0; i < GAMES; ++i) found("game" + std::to_string(i), 24);
  {
    auto ledger = disk_.open();
    found_debated_games(**ledger);
  }
  const auto before = size("game0");
  std::int64_t day = 0;
  for (const bool is_shared : {false, true}) {
    disk_.is_shared = is_shared;
    day += DAY_OF_TICKS;
    const auto committer = keep();
    wait_a_little();
    std::promise<void> held;
    std::promise<void> go_on;
    ASSERT_TRUE(committer->post({"friday", debate_of("Bob", "first", "")}, [&](const auto& /*answer*/) {
      held.set_value();
      go_on.get_future().wait();
    }));
    held.get_future().wait();
    now_ = DEBATE_NOON + day + 2'000'000;
    std::promise<int> done;
    ASSERT_TRUE(committer->post({"friday", debate_of("Bob", "second", "")}, [&](const auto& answer) {
      EXPECT_TRUE(answer.ok());
      int ticked = 0;
      for (int i = 0; i < GAMES; ++i)
        ticked += size("game" + std::to_string(i)) > before + (is_shared ? 1U : 0U) ? 1 : 0;
      done.set_value(ticked);
    }));
    go_on.set_value();
    EXPECT_LE(done.get_future().get(), 16);
    for (int i = 0; i < GAMES; ++i) EXPECT_TRUE(reaches("game" + std::to_string(i), before + (is_shared ? 2 : 1))) << i;
  }
}

// A clock that runs, and players who move now and then, some of them too late. Whatever the order, once all is quiet
// nothing is due that is not recorded, and no tick was made for nothing.
TEST_F(TicksTest, RandomGamesHaveNothingLeftThatIsDue) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const std::string name = "game" + std::to_string(seed);
    std::mt19937 random(seed);
    found(name, 1 + seed);
    {
      const auto committer = keep();
      for (int i = 0; i < 40; ++i) {
        now_ += static_cast<std::int64_t>(random() % 90) * 60'000'000;
        if (random() % 3 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(random() % 4));
        static_cast<void>(asked(*committer, name, proposal(DEBATERS[random() % 4])));
      }
      const auto is_done = [&] {
        const auto next = due(name);
        return !next || *next > now_;
      };
      for (int i = 0; i < 10'000 && !is_done(); ++i) std::this_thread::sleep_for(1ms);
      EXPECT_TRUE(is_done()) << name;
    }
    auto ledger = disk_.read();
    auto game = replay::Game::open(**ledger, name);
    auto replayed = game->replay(game->head().size, [&](const replay::Played& played) {
      const bool is_tick = played.move.event.has_time_passed();
      EXPECT_TRUE(!is_tick || !played.consequences.empty()) << played.move.index;
      return true;
    });
    EXPECT_TRUE(replayed.ok());
  }
}

}  // namespace
}  // namespace nomic::tools
