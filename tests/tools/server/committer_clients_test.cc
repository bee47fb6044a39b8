// What one client, or one game, may make a committer do beside the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "took_too_long.h"
#include "tools/server/committer_fixture.h"

namespace nomic::tools {
namespace {

// Notes each move that is answered, and each that is refused.
class CommittersClients : public CommitterTest {
 protected:
  bool post(Committer& committer, const std::string& client, const std::string& text) {
    Committer::Ask ask{"friday", debate_of("Bob", text, ""), {}, client, [this, text](Committer::NotMade why) {
                         const char* const words[] = {" full", " share used", " ending"};
                         note(text + words[static_cast<std::size_t>(why)]);
                       }};
    return committer.post(std::move(ask), [this, text](const replay::Result<Outcome>& answer) {
      note(text + (answer ? "" : " failed"));
    });
  }
  void note(const std::string& what) {
    const std::lock_guard lock(mutex_);
    noted_.push_back(what);
  }
  std::vector<std::string> noted() {
    const std::lock_guard lock(mutex_);
    return noted_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> noted_;
};

TEST_F(CommittersClients, TakeTurns) {
  {
    Committer committer(open(), clock());
    hold(committer);
    for (const char* text : {"a1", "a2", "a3", "a4"}) EXPECT_TRUE(post(committer, "a", text));
    EXPECT_TRUE(post(committer, "b", "b1"));
    EXPECT_TRUE(post(committer, "", "owner"));
    brake_.let_go();
  }
  EXPECT_EQ(noted(), (std::vector<std::string>{"a1", "b1", "owner", "a2", "a3", "a4"}));
}

TEST_F(CommittersClients, DoNotWaitForAWholeGroupOfExpensiveMoves) {
  Committer committer(open(), clock(), {.group_time = std::chrono::milliseconds(0)});
  hold(committer);
  const int before = disk_.writes();
  for (const char* text : {"a1", "a2", "a3"}) EXPECT_TRUE(post(committer, "a", text));
  brake_.let_go();
  EXPECT_TRUE(asked(committer, "friday", debate_of("Bob", "b1", "")).ok());
  while (noted().size() < 3) std::this_thread::yield();
  EXPECT_EQ(disk_.writes(), before + 4) << "each move is a group";
}

// After a move that took long, others go before the next of its client, and do not wait for it.
TEST_F(CommittersClients, WaitForOneSlowMoveAtMost) {
  int moves = 0;
  Brake second;
  second.hold();
  Committer committer(open(),
                      [&] {
                        if (++moves == 1) brake_.pass();
                        if (moves == 4) second.pass();
                        return DEBATE_NOON + moves * 1'000'000;
                      },
                      {.group_time = std::chrono::milliseconds(100)});
  brake_.hold();
  EXPECT_TRUE(post(committer, "a", "a1"));
  brake_.wait_until_reached();
  for (const char* text : {"a2", "a3"}) EXPECT_TRUE(post(committer, "a", text));
  EXPECT_TRUE(post(committer, "b", "b1"));
  EXPECT_TRUE(post(committer, "c", "c1"));
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  brake_.let_go();
  second.wait_until_reached();
  EXPECT_EQ(noted(), (std::vector<std::string>{"a1", "b1", "c1"})) << "they are answered while a2 is at work";
  second.let_go();
}

// Why the ledger does not do it.
std::string refusal_of(const replay::Result<Outcome>& answer) {
  EXPECT_FALSE(answer.ok());
  if (answer.ok() || !answer.error().ledger) return {};
  EXPECT_EQ(answer.error().ledger->code, ledger::ErrorCode::IN_USE);
  return answer.error().ledger->what;
}

TEST_F(CommitterTest, WhatTakesTooLongIsGivenUp) {
  constexpr std::chrono::milliseconds NO_TIME{0};
  for (const Committer::Limits& limits :
       {Committer::Limits{.move_time = NO_TIME}, Committer::Limits{.open_time = NO_TIME}}) {
    Committer committer(open(), clock(), limits);
    for (const char* game : {"friday", "sunday"}) {
      v1::Request call;
      call.set_author("Ann");
      call.mutable_call_vote();
      EXPECT_THAT(refusal_of(asked(committer, game, call)), testing::HasSubstr("it was given up")) << game;
    }
  }
}

// Each move works for 200 ms.
struct CreditCase {
  const char* name;
  Committer::Limits limits;
  friend void PrintTo(const CreditCase& one, std::ostream* out) { *out << one.name; }
  std::string friday;  // what another client is told there
  std::string sunday;  // what the same client is told there
};
class CommittersCredit : public CommitterTest, public ::testing::WithParamInterface<CreditCase> {};
constexpr std::chrono::milliseconds NO_CREDIT{0};
INSTANTIATE_TEST_SUITE_P(
    Of, CommittersCredit,
    ::testing::Values(CreditCase{"Enough", {}, "", ""},
                      CreditCase{"AClients", {.client_credit = NO_CREDIT}, "", "your last moves took more work"},
                      CreditCase{
                          "AGames", {.game_credit = NO_CREDIT}, "the last moves of the game took more work", ""}),
    [](const auto& each) { return std::string(each.param.name); });

TEST_P(CommittersCredit, WhoHasUsedItWaits) {
  const auto slow_clock = [&] {
    const auto begun = processor_time();
    while (processor_time() - begun < std::chrono::milliseconds(200)) {
    }
    return DEBATE_NOON + ++ticks_ * 1'000'000;
  };
  Committer committer(open(), slow_clock, GetParam().limits);
  const auto told = [&](const std::string& game, const std::string& client) {
    const auto answer = asked(committer, game, debate_of("Bob", "Why?", ""), {}, client);
    return answer ? std::string() : refusal_of(answer);
  };
  EXPECT_EQ(told("friday", "a"), "");
  EXPECT_THAT(told("friday", "b"), testing::HasSubstr(GetParam().friday));
  EXPECT_THAT(told("sunday", "a"), testing::HasSubstr(GetParam().sunday));
  EXPECT_EQ(told("sunday", "c").empty(), GetParam().friday.empty());
}

TEST_F(CommittersClients, HaveAShareEach) {
  Committer committer(open(), clock(), {.waiting = 6, .waiting_of_client = 2});
  hold(committer);
  EXPECT_TRUE(post(committer, "a", "a1"));
  EXPECT_TRUE(post(committer, "a", "a2"));
  EXPECT_FALSE(post(committer, "a", "a3"));
  EXPECT_TRUE(post(committer, "b", "b1"));
  EXPECT_TRUE(post(committer, "", "owner1"));
  EXPECT_TRUE(post(committer, "", "owner2"));
  EXPECT_FALSE(post(committer, "", "owner3"));
  EXPECT_EQ(noted(), (std::vector<std::string>{"a3 share used", "owner3 full"}));
  brake_.let_go();
}

TEST_F(CommittersClients, WhoHasFewTakesThePlaceOfWhoHasMany) {
  {
    Committer committer(open(), clock(), {.waiting = 4, .waiting_of_client = 4});
    hold(committer);
    for (const char* text : {"a1", "a2", "a3"}) EXPECT_TRUE(post(committer, "a", text));
    EXPECT_TRUE(post(committer, "b", "b1")) << "the one that is held counts too";
    EXPECT_FALSE(post(committer, "b", "b2"));
    EXPECT_EQ(noted(), (std::vector<std::string>{"a3 full", "b2 full"}));
    brake_.let_go();
  }
  EXPECT_EQ(noted(), (std::vector<std::string>{"a3 full", "b2 full", "a1", "b1", "a2"}));
}

TEST_F(CommittersClients, AreToldThatItEnds) {
  std::promise<bool> held;
  Committer committer(open(), clock());
  brake_.hold();
  ASSERT_TRUE(committer.post({"friday", debate_of("Bob", "at work", "r-1")},
                             [&](const replay::Result<Outcome>& answer) { held.set_value(answer.ok()); }));
  brake_.wait_until_reached();
  EXPECT_TRUE(post(committer, "a", "a1"));
  EXPECT_TRUE(post(committer, "b", "b1"));
  committer.end();
  EXPECT_FALSE(post(committer, "a", "a2"));
  EXPECT_EQ(noted(), (std::vector<std::string>{"a1 ending", "b1 ending", "a2 ending"}));
  EXPECT_FALSE(committer.is_done_by(std::chrono::steady_clock::now())) << "one is at work";
  brake_.let_go();
  EXPECT_TRUE(held.get_future().get());
  EXPECT_TRUE(committer.is_done_by(std::chrono::steady_clock::now() + std::chrono::seconds(30)));
  EXPECT_EQ(noted().size(), 3U);
}

// A group that has more moves to make ends with the one that is at work.
TEST_F(CommittersClients, OfAGroupThatHasBegunAreToldThatItEnds) {
  Brake second;
  second.hold();
  int moves = 0;
  Committer committer(open(), [&] {
    if (++moves == 1) brake_.pass();
    if (moves == 3) second.pass();
    return DEBATE_NOON + moves * 1'000'000;
  });
  hold(committer);
  for (const char* text : {"a1", "a2", "a3"}) EXPECT_TRUE(post(committer, "a", text));
  brake_.let_go();
  second.wait_until_reached();
  committer.end();
  EXPECT_EQ(noted(), std::vector<std::string>{"a3 ending"});
  second.let_go();
  EXPECT_TRUE(committer.is_done_by(std::chrono::steady_clock::now() + std::chrono::seconds(30)));
  EXPECT_EQ(noted(), (std::vector<std::string>{"a3 ending", "a1", "a2"}));
}

// From wherever it comes, by one name: an address more is no credit more.
TEST_F(CommittersClients, APlayerRecordsSoMuchAtOnce) {
  Committer committer(open(), clock(), {.player_records = 3});
  const auto by = [&](const char* player, const std::string& client) {
    return asked(committer, "friday", debate_of(player, "So be it.", ""), {}, client);
  };
  // One more may come while a second goes by.
  int recorded = 0;
  std::optional<replay::Error> refused;
  for (int i = 0; i < 30 && !refused; ++i) {
    const auto made = by("Bob", "192.0.2." + std::to_string(i));
    if (made) ++recorded;
    if (!made) refused = made.error();
  }
  ASSERT_TRUE(refused);
  EXPECT_GE(recorded, 3);
  EXPECT_LE(recorded, 10);
  ASSERT_TRUE(refused->ledger);
  EXPECT_THAT(refused->ledger->what, testing::HasSubstr("as much as one player may"));
  EXPECT_TRUE(by("Cleo", "192.0.2.1").ok()) << "others are not held up";
  EXPECT_TRUE(asked(committer, "sunday", debate_of("Bob", "So be it.", ""), {}, "192.0.2.1").ok()) << "another game";
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(by("Bob", "").ok()) << "the folder's owner";
}

}  // namespace
}  // namespace nomic::tools
