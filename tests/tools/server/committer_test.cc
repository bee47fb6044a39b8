// Many at once are answered as if they had come one after the other, whatever fails meanwhile.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <new>
#include <random>
#include <thread>

#include "nomic/server/metrics.h"
#include "tools/server/committer_fixture.h"
#include "tools/server/random_clients.h"

namespace nomic::tools {
namespace {

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
  std::vector<std::future<replay::Result<Outcome>>> answers;
  for (int i = 0; i < 20; ++i) {
    auto promise = std::make_shared<std::promise<replay::Result<Outcome>>>();
    answers.push_back(promise->get_future());
    ASSERT_TRUE(committer.post({i % 2 == 0 ? "friday" : "sunday", debate_of(DEBATERS[i % 4], fmt::format("{}", i), "")},
                               [promise](replay::Result<Outcome> answer) { promise->set_value(std::move(answer)); }));
  }
  brake_.let_go();
  for (auto& answer : answers) EXPECT_TRUE(answer.get().ok());
  EXPECT_EQ(disk_.writes(), before + 1);
}

// A second writer of the same store, as there may be where it is a database: what it records while a group is made is
// caught up with, and everybody is answered as if they had come after it.
TEST_F(CommitterTest, WhatAnotherWriterRecordsMeanwhileComesFirst) {
  Committer committer(open(), clock());
  ASSERT_TRUE(asked(committer, "friday", debate_of("Bob", "first", "r-0")).ok());
  hold(committer);
  std::vector<std::future<replay::Result<Outcome>>> answers;
  for (int i = 0; i < 6; ++i) {
    auto promise = std::make_shared<std::promise<replay::Result<Outcome>>>();
    answers.push_back(promise->get_future());
    ASSERT_TRUE(committer.post(
        {i % 2 == 0 ? "friday" : "sunday", debate_of(DEBATERS[i % 4], fmt::format("{}", i), fmt::format("r-{}", i))},
        [promise](replay::Result<Outcome> answer) { promise->set_value(std::move(answer)); }));
  }
  // Its clock is looked at before each move: the second of the group is where the other one is let in.
  brake_.hold();
  auto other = *disk_.open();
  auto game = replay::Game::open(*other, "friday");
  ASSERT_TRUE(game.ok());
  const auto faster = Service(*other, *game).submit(debate_of("Cleo", "faster", ""), {.now = DEBATE_NOON + 5'000'000});
  ASSERT_TRUE(faster.ok());
  const int writes = disk_.writes();
  brake_.let_go();
  std::vector<std::uint64_t> friday = {faster->receipt.index};
  for (int i = 0; i < 6; ++i) {
    auto answer = answers[static_cast<std::size_t>(i)].get();
    ASSERT_TRUE(answer.ok()) << i;
    // Of both games' records no two have one place.
    if (i % 2 == 0) friday.push_back(answer->receipt.index);
  }
  EXPECT_TRUE(std::is_sorted(friday.begin(), friday.end()));
  EXPECT_EQ(std::adjacent_find(friday.begin(), friday.end()), friday.end());
  EXPECT_GE(disk_.writes(), writes + 1);
  // The other is behind now, and catches up by itself; under what it expects it is told.
  EXPECT_TRUE(Service(*other, *game).submit(debate_of("Dora", "late", ""), {.now = DEBATE_NOON + 99'000'000}).ok());
  v1::Request expecting = debate_of("Dora", "too late", "");
  expecting.set_expect(faster->receipt.index);
  const auto told = Service(*other, *game).submit(expecting, {.now = DEBATE_NOON + 99'000'000});
  ASSERT_FALSE(told.ok());
  ASSERT_TRUE(told.error().ledger);
  EXPECT_EQ(told.error().ledger->code, ledger::ErrorCode::SIZE_MISMATCH);
  EXPECT_TRUE((*other).verify(game->head().game, {})->faults.empty());
}

// What is refused is held against no row when the group is written; so it is judged again by the game as it is. What
// waits in the group stays as it is meanwhile.
TEST_F(CommitterTest, WhatIsRefusedIsJudgedByWhatAnotherWriterHasRecorded) {
  disk_.is_shared = true;
  Committer committer(open(), clock());
  ASSERT_TRUE(asked(committer, "friday", debate_of("Bob", "first", "r-0")).ok());
  ASSERT_TRUE(asked(committer, "sunday", debate_of("Bob", "first", "r-0")).ok());
  hold(committer);
  const auto post = [&](const std::string& game, const v1::Request& request) {
    auto promise = std::make_shared<std::promise<replay::Result<Outcome>>>();
    EXPECT_TRUE(committer.post({game, request}, [promise](auto answer) { promise->set_value(std::move(answer)); }));
    return promise->get_future();
  };
  v1::Request vote;
  vote.set_author("Cleo");
  vote.mutable_vote()->set_choice(v1::VoteCast::FOR);
  v1::Request invoke;
  invoke.set_author("Dora");
  invoke.mutable_invoke()->set_question("Is it Ann's turn?");
  // In sunday something waits before the vote, upon what was known of the game; in friday it is the first.
  invoke.set_request_id("r-1");
  auto waits = post("sunday", invoke);
  invoke.set_request_id("r-2");
  auto of_sunday = post("sunday", vote);
  auto of_friday = post("friday", vote);
  auto after = post("friday", invoke);
  auto other = *disk_.open();
  for (const char* name : {"friday", "sunday"}) {
    auto game = replay::Game::open(*other, name);
    ASSERT_TRUE(game.ok());
    v1::Request call;
    call.set_author("Ann");
    call.mutable_call_vote();
    ASSERT_TRUE(Service(*other, *game).submit(call, {.now = DEBATE_NOON + 1'000'000}).ok());
  }
  brake_.let_go();
  EXPECT_TRUE(waits.get().ok());
  EXPECT_TRUE(of_sunday.get().ok());
  EXPECT_TRUE(of_friday.get().ok());
  EXPECT_TRUE(after.get().ok());
  std::size_t recorded = 0;
  const auto heads = other->games();
  ASSERT_TRUE(heads.ok());
  for (const ledger::Head& head : *heads) {
    EXPECT_TRUE(other->verify(head.game, {})->faults.empty());
    EXPECT_TRUE(other->read(head.game, {0}, head.size, [&](const ledger::StoredRecord& stored) {
      recorded += stored.request_id.starts_with("r-") ? 1U : 0U;
      return true;
    }));
  }
  EXPECT_EQ(recorded, 4U) << "nothing is lost, and nothing recorded twice";
}

// Between the making of a group and its writing, every time: in the end that is said, and nothing is half there.
TEST_F(CommitterTest, WhoIsAlwaysOvertakenIsTold) {
  auto other = *disk_.open();
  auto game = replay::Game::open(*other, "friday");
  ASSERT_TRUE(game.ok());
  const ledger::GameId id = game->head().game;
  disk_.before_writing = [&] {
    ASSERT_TRUE(Service(*other, *game).submit(debate_of("Cleo", "faster", ""), {.now = DEBATE_NOON + 5'000'000}).ok());
  };
  Committer committer(open(), clock());
  const auto once = asked(committer, "friday", debate_of("Bob", "overtaken once", "r-1"));
  ASSERT_TRUE(once.ok());
  EXPECT_EQ(once->receipt.index + 1, (*other).head(id)->size);
  std::function<void()> always = [&] {
    ASSERT_TRUE(Service(*other, *game).submit(debate_of("Cleo", "again", ""), {.now = DEBATE_NOON + 99'000'000}).ok());
    disk_.before_writing = always;
  };
  disk_.before_writing = always;
  const auto never = asked(committer, "friday", debate_of("Bob", "overtaken always", "r-2"));
  disk_.before_writing = nullptr;
  ASSERT_FALSE(never.ok());
  ASSERT_TRUE(never.error().ledger);
  EXPECT_EQ(never.error().ledger->code, ledger::ErrorCode::IN_USE) << "they have expected no size";
  EXPECT_TRUE(asked(committer, "friday", debate_of("Bob", "overtaken always", "r-2")).ok());
  EXPECT_TRUE((*other).verify(id, {})->faults.empty());
}

// To open a database anew costs a second or more, and everybody waits for it.
TEST_F(CommitterTest, WhereOthersWriteAFailedGroupShutsTheLedgerOnlyIfItIsNotKnownWhatBecameOfIt) {
  disk_.is_shared = true;
  Committer committer(open(), clock());
  ASSERT_TRUE(asked(committer, "friday", debate_of("Bob", "first", "")).ok());
  const int openings = disk_.openings();
  disk_.fates({Fate::FULL});
  EXPECT_FALSE(asked(committer, "friday", debate_of("Bob", "second", "r-2")).ok());
  const auto again = asked(committer, "friday", debate_of("Bob", "second", "r-2"));
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->receipt.repeated_request);
  EXPECT_EQ(disk_.openings(), openings);
  disk_.fates({Fate::KEPT});
  EXPECT_FALSE(asked(committer, "friday", debate_of("Bob", "third", "r-3")).ok());
  const auto kept = asked(committer, "friday", debate_of("Bob", "third", "r-3"));
  ASSERT_TRUE(kept.ok());
  EXPECT_TRUE(kept->receipt.repeated_request);
  EXPECT_EQ(disk_.openings(), openings + 1);
}

TEST_F(CommitterTest, ALedgerThatIsAwayIsNotTried) {
  std::atomic<bool> is_away = false;
  const auto away = [&]() -> std::optional<ledger::Error> {
    if (!is_away) return std::nullopt;
    return ledger::Error{ledger::ErrorCode::UNREACHABLE, "it is away", {}, {}};
  };
  Committer committer(open(), clock(), {}, {.away = away});
  ASSERT_TRUE(asked(committer, "friday", debate_of("Bob", "first", "")).ok());
  const int writes = disk_.writes();
  is_away = true;
  const auto answer = asked(committer, "friday", debate_of("Bob", "second", "r-2"));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().ledger->code, ledger::ErrorCode::UNREACHABLE);
  EXPECT_EQ(disk_.writes(), writes);
  is_away = false;
  EXPECT_TRUE(asked(committer, "friday", debate_of("Bob", "second", "r-2")).ok());
  EXPECT_EQ(disk_.openings(), 2) << "it stays open";
}

TEST_F(CommitterTest, TellsHowItsGroupsFare) {
  Metrics metrics;
  const auto says = [&](const std::string& line) {
    return metrics.text().find("\n" + line + "\n") != std::string::npos;
  };
  {
    Committer committer(open(), clock(), {}, {.metrics = &metrics});
    EXPECT_TRUE(asked(committer, "friday", debate_of("Bob", "alone", "r-1")).ok());
    EXPECT_FALSE(asked(committer, "friday", debate_of("Zoe", "nobody", "")).ok());
    hold(committer);
    std::vector<std::future<replay::Result<Outcome>>> answers;
    for (int i = 0; i < 3; ++i) {
      auto promise = std::make_shared<std::promise<replay::Result<Outcome>>>();
      answers.push_back(promise->get_future());
      ASSERT_TRUE(committer.post({"friday", debate_of("Bob", fmt::format("{}", i), "")},
                                 [promise](replay::Result<Outcome> answer) { promise->set_value(std::move(answer)); }));
    }
    // With the one that is held.
    EXPECT_TRUE(says("nomic_moves_waiting 4")) << metrics.text();
    disk_.fates({Fate::LOST});
    brake_.let_go();
    for (auto& answer : answers) EXPECT_FALSE(answer.get().ok());
  }
  // Two of one move, one of whom nobody knows, and the one that was held: it recorded nothing.
  for (const char* line :
       {"nomic_moves_waiting 0", "nomic_groups_total{result=\"durable\"} 3", "nomic_groups_total{result=\"failed\"} 1",
        "nomic_moves_total{result=\"made\"} 1", "nomic_moves_total{result=\"refused\"} 2",
        "nomic_moves_total{result=\"failed\"} 3", "nomic_group_moves_bucket{le=\"1\"} 3", "nomic_group_moves_sum 3",
        "nomic_group_seconds_count 3", "nomic_sync_seconds_count 1"}) {
    EXPECT_TRUE(says(line)) << line << "\n" << metrics.text();
  }
}

TEST_F(CommitterTest, OfAGroupThatIsNotWrittenEverybodyIsToldSoWhoeverWasRefusedToo) {
  Committer committer(open(), clock());
  const auto first = asked(committer, "friday", debate_of("Bob", "first", "r-0"));
  ASSERT_TRUE(first.ok());
  hold(committer);
  disk_.fates({Fate::LOST});
  std::promise<replay::Result<Outcome>> made;
  std::promise<replay::Result<Outcome>> refused;
  ASSERT_TRUE(committer.post({"friday", debate_of("Bob", "second", "r-1")},
                             [&](replay::Result<Outcome> answer) { made.set_value(std::move(answer)); }));
  // Only because of the move before it.
  v1::Request late = debate_of("Cleo", "third", "r-2");
  late.set_expect(first->receipt.index + 1);
  ASSERT_TRUE(
      committer.post({"friday", late}, [&](replay::Result<Outcome> answer) { refused.set_value(std::move(answer)); }));
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
    const auto count = [&](const replay::Result<Outcome>& /*answer*/) { ++answered; };
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
// Random clients, beside a model that never fails (random_clients.h).

class RandomClients : public CommitterTest, public ::testing::WithParamInterface<unsigned> {};

TEST_P(RandomClients, AreAnsweredAsOneAfterTheOther) {
  std::mt19937 random(GetParam());
  std::deque<Fate> fates;
  for (int i = 0; i < 60; ++i) {
    const Fate each[] = {Fate::WRITTEN, Fate::WRITTEN, Fate::FULL, Fate::LOST, Fate::KEPT};
    fates.push_back(each[random() % 5]);
  }
  disk_.fates(fates);

  ClientLog log([this] { return disk_.failures().size(); });
  {
    Committer committer(open(), [] { return DEBATE_NOON; }, {.waiting = 4, .group_moves = 1 + GetParam() % 5});
    move_at_random(committer, random, log);
  }

  // The model is asked the same in the same order, and answers the same. Of a group that failed it is asked what was
  // kept of it.
  Model model;
  for (const Answered& each : log.all) {
    if (!is_of_the_disk(each.answer)) {
      model.expect_same(each);
    } else if (disk_.failures().at(each.failures - 1) == Fate::KEPT) {
      static_cast<void>(model.ask(each));
    }
  }
  expect_same_ledgers(model, **disk_.open(), log);
  // A test in which nothing fails, or no group is larger than one, would show little.
  EXPECT_FALSE(disk_.failures().empty());
  EXPECT_LT(disk_.writes(), static_cast<int>(log.all.size()));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomClients, ::testing::Range(1U, 9U));

}  // namespace
}  // namespace nomic::tools
