// Many at once are answered as if they had come one after the other, whatever fails meanwhile.
#include "nomic/server/committer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <new>
#include <random>
#include <thread>

#include "tools/server/debated_games.h"
#include "tools/server/failing_ledger.h"

namespace nomic::tools {
namespace {

using replay::Result;

// What was answered, in the order in which it was.
struct Answered {
  std::string game;
  v1::Request request;
  Result<Outcome> answer;
  std::size_t failures = 0;  // groups that had failed by then
};

bool is_of_the_disk(const Result<Outcome>& answer) {
  if (answer || !answer.error().ledger) return false;
  const ledger::ErrorCode code = answer.error().ledger->code;
  return code == ledger::ErrorCode::OUTCOME_UNKNOWN || code == ledger::ErrorCode::FULL ||
         code == ledger::ErrorCode::IO_FAILED;
}

// Where the committer may be held: it looks at the clock before each move.
class Brake {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    reached_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !on_; });
  }
  void hold() {
    const std::lock_guard lock(mutex_);
    on_ = true;
    reached_ = false;
  }
  void wait_until_reached() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return reached_; });
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    on_ = false;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool on_ = false;
  bool reached_ = false;
};

class CommitterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = disk_.open();
    ASSERT_TRUE(ledger.ok());
    found_debated_games(**ledger);
  }
  Committer::Open open() {
    return [this] { return disk_.open(); };
  }
  // Every move a second after the last.
  Committer::Clock clock() {
    return [this] {
      brake_.pass();
      return DEBATE_NOON + ++ticks_ * 1'000'000;
    };
  }
  // Holds the committer inside a move that is refused, so that what is posted next becomes one group.
  void hold(Committer& committer) {
    brake_.hold();
    ASSERT_TRUE(committer.post({"friday", debate_of("Zoe", "nobody", "")}, [](const Result<Outcome>& /*answer*/) {}));
    brake_.wait_until_reached();
  }
  // Posts it and waits.
  static Result<Outcome> asked(Committer& committer, const std::string& game, v1::Request request, Means means = {}) {
    std::promise<Result<Outcome>> promise;
    auto future = promise.get_future();
    EXPECT_TRUE(committer.post({game, std::move(request), std::move(means)},
                               [&](Result<Outcome> answer) { promise.set_value(std::move(answer)); }));
    return future.get();
  }

  FailingLedger disk_;
  std::atomic<std::int64_t> ticks_ = 0;
  Brake brake_;
};

TEST_F(CommitterTest, AnswersAMoveOnceItIsDurable) {
  Committer committer(open(), clock());
  const int before = disk_.writes();
  const auto answer = asked(committer, "friday", debate_of("Bob", "So be it.", "r-1"));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->request_id, "r-1");
  EXPECT_EQ(disk_.writes(), before + 1);
  // The same again is the same answer, and is not written.
  const auto again = asked(committer, "friday", debate_of("Bob", "So be it.", "r-1"));
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->receipt.repeated_request);
  EXPECT_EQ(again->receipt.index, answer->receipt.index);
  EXPECT_EQ(disk_.writes(), before + 1);
}

TEST_F(CommitterTest, SaysWhatIsRefusedAndWhichGameIsNotThere) {
  Committer committer(open(), clock());
  const auto stranger = asked(committer, "friday", debate_of("Zoe", "So be it.", ""));
  ASSERT_FALSE(stranger.ok());
  EXPECT_EQ(stranger.error().code, replay::ErrorCode::UNKNOWN_PLAYER);
  const auto nowhere = asked(committer, "monday", debate_of("Bob", "So be it.", ""));
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().code, replay::ErrorCode::UNKNOWN_GAME);
}

TEST_F(CommitterTest, WhatComesMeanwhileIsWrittenAsOne) {
  Committer committer(open(), clock());
  hold(committer);
  const int before = disk_.writes();
  std::vector<std::future<Result<Outcome>>> answers;
  for (int i = 0; i < 20; ++i) {
    auto promise = std::make_shared<std::promise<Result<Outcome>>>();
    answers.push_back(promise->get_future());
    ASSERT_TRUE(committer.post({i % 2 == 0 ? "friday" : "sunday", debate_of(DEBATERS[i % 4], fmt::format("{}", i), "")},
                               [promise](Result<Outcome> answer) { promise->set_value(std::move(answer)); }));
  }
  brake_.let_go();
  for (auto& answer : answers) EXPECT_TRUE(answer.get().ok());
  EXPECT_EQ(disk_.writes(), before + 1);
}

TEST_F(CommitterTest, OfAGroupThatIsNotWrittenEverybodyIsToldSoWhoeverWasRefusedToo) {
  Committer committer(open(), clock());
  const auto first = asked(committer, "friday", debate_of("Bob", "first", "r-0"));
  ASSERT_TRUE(first.ok());
  hold(committer);
  disk_.fates({Fate::LOST});
  std::promise<Result<Outcome>> made;
  std::promise<Result<Outcome>> refused;
  ASSERT_TRUE(committer.post({"friday", debate_of("Bob", "second", "r-1")},
                             [&](Result<Outcome> answer) { made.set_value(std::move(answer)); }));
  // Only because of the move before it.
  v1::Request late = debate_of("Cleo", "third", "r-2");
  late.set_expect(first->receipt.index + 1);
  ASSERT_TRUE(committer.post({"friday", late}, [&](Result<Outcome> answer) { refused.set_value(std::move(answer)); }));
  brake_.let_go();
  EXPECT_TRUE(is_of_the_disk(made.get_future().get()));
  EXPECT_TRUE(is_of_the_disk(refused.get_future().get()));
  // It goes on from what is there.
  const auto again = asked(committer, "friday", late);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->receipt.index, first->receipt.index + 1);
}

TEST_F(CommitterTest, AMoveThatBreaksOffTakesNobodyWithItForGood) {
  std::atomic<bool> is_short = true;
  Committer committer(open(), [&]() -> std::int64_t {
    if (is_short.exchange(false)) throw std::bad_alloc();
    return DEBATE_NOON;
  });
  EXPECT_TRUE(is_of_the_disk(asked(committer, "friday", debate_of("Bob", "So be it.", ""))));
  EXPECT_TRUE(asked(committer, "friday", debate_of("Bob", "So be it.", "")).ok());
}

TEST_F(CommitterTest, TakesOnlySoMuchAndSaysSo) {
  std::atomic<int> answered = 0;
  {
    Committer committer(open(), clock(), {.waiting = 3, .group_moves = 2});
    hold(committer);
    const auto count = [&](const Result<Outcome>& /*answer*/) { ++answered; };
    EXPECT_TRUE(committer.post({"friday", debate_of("Bob", "1", "")}, count));
    EXPECT_TRUE(committer.post({"friday", debate_of("Bob", "2", "")}, count));
    EXPECT_FALSE(committer.post({"friday", debate_of("Bob", "3", "")}, count));
    brake_.let_go();
  }
  // Who leaves answers what it has taken.
  EXPECT_EQ(answered, 2);
}

TEST_F(CommitterTest, ALedgerThatCannotBeOpenedIsTheAnswerUntilItCan) {
  std::atomic<bool> in_use = true;
  const auto may_open = [&]() -> ledger::Result<std::unique_ptr<ledger::Ledger>> {
    if (in_use) return ledger::Error{ledger::ErrorCode::IN_USE, "somebody writes", {}, {}};
    return disk_.open();
  };
  Committer committer(may_open, clock());
  const auto answer = asked(committer, "friday", debate_of("Bob", "1", ""));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().ledger->code, ledger::ErrorCode::IN_USE);
  in_use = false;
  EXPECT_TRUE(asked(committer, "friday", debate_of("Bob", "1", "")).ok());
}

// ------------------------------------------------------------------------
// The model: one ledger that never fails, at which the same is asked one after the other.

class Model {
 public:
  Model() : ledger_(ledger::Ledger::in_memory()) { found_debated_games(*ledger_); }
  Result<Outcome> submit(const std::string& game, const v1::Request& request, std::int64_t now) {
    auto found = games_.find(game);
    if (found == games_.end()) found = games_.emplace(game, *replay::Game::open(*ledger_, game)).first;
    return Service(*ledger_, found->second).submit(request, {.now = now});
  }
  ledger::Head head(const std::string& game) { return *ledger_->find(game); }

 private:
  std::unique_ptr<ledger::Ledger> ledger_;
  std::map<std::string, replay::Game> games_;
};

struct Record {
  std::mutex mutex;
  std::vector<Answered> log;
  std::vector<std::int64_t> times;  // at which each was made
};

// Asks until it is answered, under one request ID; as a client does whose connection or server fails.
void insist(Committer& committer, const FailingLedger& disk, const std::string& game, const v1::Request& request,
            Record& record) {
  for (;;) {
    std::promise<bool> again;
    const bool taken = committer.post({game, request}, [&](Result<Outcome> answer) {
      const bool failed = is_of_the_disk(answer);
      {
        const std::lock_guard lock(record.mutex);
        record.log.push_back({game, request, std::move(answer), disk.failures().size()});
      }
      again.set_value(failed);
    });
    if (!taken) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    if (!again.get_future().get()) return;
  }
}

// A client's next move: mostly lawful, sometimes not, sometimes on a condition that others may have broken.
v1::Request next_move(std::mt19937& random, int client, int number) {
  const std::string id = fmt::format("c{}-{}", client, number);
  v1::Request request = debate_of(DEBATERS[client % 4], fmt::format("word {} of client {}", number, client), id);
  switch (random() % 8) {
    case 0:
      request.mutable_vote()->set_choice(v1::VoteCast::FOR);  // no vote was called
      break;
    case 1:
      request.set_author("Zoe");
      break;
    case 2:
      request.set_expect(40 + random() % 40);
      break;
    default:
      break;
  }
  return request;
}

class RandomClients : public CommitterTest, public ::testing::WithParamInterface<unsigned> {};

TEST_P(RandomClients, AreAnsweredAsOneAfterTheOther) {
  constexpr int CLIENTS = 6;
  constexpr int MOVES = 25;
  std::mt19937 random(GetParam());
  std::deque<Fate> fates;
  for (int i = 0; i < 60; ++i) {
    const Fate each[] = {Fate::WRITTEN, Fate::WRITTEN, Fate::FULL, Fate::LOST, Fate::KEPT};
    fates.push_back(each[random() % 5]);
  }
  disk_.fates(fates);

  Record record;
  // All at one time: then the model needs no clock to make the same records.
  const auto still = [] { return DEBATE_NOON; };
  {
    Committer committer(open(), still, {.waiting = 4, .group_moves = 1 + GetParam() % 5});
    std::vector<std::thread> clients;
    for (int client = 0; client < CLIENTS; ++client) {
      clients.emplace_back([&, client, seed = random()] {
        std::mt19937 own(static_cast<unsigned>(seed));
        for (int number = 0; number < MOVES; ++number) {
          insist(committer, disk_, client % 2 == 0 ? "friday" : "sunday", next_move(own, client, number), record);
        }
      });
    }
    for (std::thread& client : clients) client.join();
  }

  // Where each move was said to be.
  std::map<std::string, std::uint64_t> told;
  const auto key_of = [](const Answered& each) { return each.game + "/" + each.request.request_id(); };
  for (const Answered& each : record.log) {
    if (!each.answer) continue;
    EXPECT_TRUE(told.emplace(key_of(each), each.answer->receipt.index).second) << key_of(each);
  }

  // The model is asked the same in the same order, and answers the same. Of a group that failed it is asked what was
  // kept of it.
  Model model;
  for (const Answered& each : record.log) {
    if (is_of_the_disk(each.answer)) {
      const bool kept = disk_.failures().at(each.failures - 1) == Fate::KEPT;
      if (kept) static_cast<void>(model.submit(each.game, each.request, DEBATE_NOON));
      continue;
    }
    const auto same = model.submit(each.game, each.request, DEBATE_NOON);
    ASSERT_EQ(same.ok(), each.answer.ok()) << key_of(each);
    if (same) {
      EXPECT_EQ(same->receipt.index, each.answer->receipt.index) << key_of(each);
      EXPECT_EQ(same->receipt.hash, each.answer->receipt.hash) << key_of(each);
      EXPECT_EQ(same->receipt.repeated_request, each.answer->receipt.repeated_request) << key_of(each);
    } else {
      EXPECT_EQ(same.error().code, each.answer.error().code) << key_of(each);
      EXPECT_EQ(same.error().variant, each.answer.error().variant) << key_of(each);
    }
  }

  // And the ledger holds what the model does: each acknowledged move once, and no other.
  auto ledger = disk_.open();
  ASSERT_TRUE(ledger.ok());
  std::size_t recorded = 0;
  for (const char* name : {"friday", "sunday"}) {
    const ledger::Head head = *(*ledger)->find(name);
    EXPECT_EQ(model.head(name).size, head.size);
    EXPECT_EQ(model.head(name).head_hash, head.head_hash);
    auto read = (*ledger)->read(head.game, {0}, head.size, [&](const ledger::StoredRecord& stored) {
      recorded += stored.request_id.starts_with("c") ? 1U : 0U;
      return true;
    });
    ASSERT_TRUE(read.ok());
    auto report = (*ledger)->verify(head.game, {});
    ASSERT_TRUE(report.ok());
    EXPECT_TRUE(report->faults.empty());
  }
  EXPECT_EQ(recorded, told.size());
  // A test in which nothing fails, or no group is larger than one, would show little.
  EXPECT_FALSE(disk_.failures().empty());
  EXPECT_LT(disk_.writes(), static_cast<int>(record.log.size()));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomClients, ::testing::Range(1U, 9U));

}  // namespace
}  // namespace nomic::tools
