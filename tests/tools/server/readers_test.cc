// The order of questions: clients take turns, and a question whose client has left is not computed.
#include "api/readers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nomic::tools {
namespace {

using namespace std::chrono_literals;
using Posted = Readers::Posted;

class ReadersAtWork : public ::testing::Test {
 protected:
  ~ReadersAtWork() override { open(); }

  void serve(const Readers::Limits& limits) {
    readers.emplace(DurableReader::Means{.open = [] { return ledger::Ledger::in_memory(); }}, limits);
  }

  // A task that waits at the gate, and notes that it was run or dropped.
  Readers::Task task(const std::string& client, const std::string& name,
                     std::shared_ptr<const std::atomic<bool>> left = nullptr) {
    return {client, std::move(left),
            [this, name](DurableReader&) {
              std::unique_lock lock(mutex);
              began.push_back(name);
              changed.notify_all();
              changed.wait(lock, [this] { return is_open; });
              done.push_back(name);
              changed.notify_all();
            },
            [this, name](Readers::Dropped why) {
              const std::lock_guard lock(mutex);
              const char* const words[] = {" left", " crowded", " ending"};
              dropped.push_back(name + words[static_cast<std::size_t>(why)]);
              changed.notify_all();
            }};
  }
  Posted post(const std::string& client, const std::string& name) { return readers->post(task(client, name)); }

  void open() {
    const std::lock_guard lock(mutex);
    is_open = true;
    changed.notify_all();
  }
  bool wait_for(const std::vector<std::string>& list, std::size_t size) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, 10s, [&] { return list.size() >= size; });
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool is_open = false;
  std::vector<std::string> began;
  std::vector<std::string> done;
  std::vector<std::string> dropped;
  std::optional<Readers> readers;
};

TEST_F(ReadersAtWork, ClientsTakeTurns) {
  serve({.threads = 1, .waiting = 16, .waiting_of_client = 8});
  EXPECT_EQ(post("a", "a1"), Posted::TAKEN);
  ASSERT_TRUE(wait_for(began, 1));
  for (const char* name : {"a2", "a3", "a4"}) EXPECT_EQ(post("a", name), Posted::TAKEN);
  for (const char* name : {"b1", "b2"}) EXPECT_EQ(post("b", name), Posted::TAKEN);
  EXPECT_EQ(post("c", "c1"), Posted::TAKEN);
  open();
  ASSERT_TRUE(wait_for(done, 7));
  EXPECT_EQ(done, (std::vector<std::string>{"a1", "a2", "b1", "c1", "a3", "b2", "a4"}));
}

TEST_F(ReadersAtWork, AClientHasAShareOfThePlaces) {
  serve({.threads = 1, .waiting = 6, .waiting_of_client = 4});
  post("a", "a0");
  ASSERT_TRUE(wait_for(began, 1));
  for (int each = 0; each < 4; ++each) EXPECT_EQ(post("a", "a"), Posted::TAKEN) << each;
  EXPECT_EQ(post("a", "a"), Posted::SHARE_USED);
  EXPECT_EQ(post("b", "b"), Posted::TAKEN);
  EXPECT_EQ(post("", "host"), Posted::TAKEN);
  EXPECT_EQ(post("c", "c"), Posted::TAKEN) << "in place of one of a's";
  EXPECT_EQ(post("a", "a"), Posted::FULL);
}

// However many addresses somebody has, a newcomer has a place and soon a turn.
TEST_F(ReadersAtWork, WhoHasFewTakesThePlaceOfWhoHasMany) {
  serve({.threads = 1, .waiting = 6, .waiting_of_client = 6});
  post("a", "a0");
  ASSERT_TRUE(wait_for(began, 1));
  for (const char* name : {"a1", "a2", "a3", "a4"}) EXPECT_EQ(post("a", name), Posted::TAKEN);
  for (const char* name : {"b1", "b2"}) EXPECT_EQ(post("b", name), Posted::TAKEN);
  EXPECT_EQ(post("c", "c1"), Posted::TAKEN);
  EXPECT_EQ(post("c", "c2"), Posted::TAKEN) << "a has three by now, and c one";
  EXPECT_EQ(post("c", "c3"), Posted::FULL) << "two each";
  ASSERT_TRUE(wait_for(dropped, 2));
  EXPECT_EQ(dropped, (std::vector<std::string>{"a4 crowded", "a3 crowded"}));
  open();
  ASSERT_TRUE(wait_for(done, 7));
  EXPECT_EQ(done, (std::vector<std::string>{"a0", "a1", "b1", "c1", "a2", "b2", "c2"}));
}

TEST_F(ReadersAtWork, AClientNeverHasAllThreads) {
  serve({.threads = 2, .waiting = 16, .waiting_of_client = 8});
  for (const char* name : {"a1", "a2", "a3"}) post("a", name);
  ASSERT_TRUE(wait_for(began, 1));
  post("b", "b1");
  ASSERT_TRUE(wait_for(began, 2));
  EXPECT_EQ(began, (std::vector<std::string>{"a1", "b1"}));
  open();
  EXPECT_TRUE(wait_for(done, 4));
}

TEST_F(ReadersAtWork, TheHostMayHaveAllThreads) {
  serve({.threads = 2, .waiting = 16, .waiting_of_client = 8});
  post("", "one");
  post("", "two");
  EXPECT_TRUE(wait_for(began, 2));
}

TEST_F(ReadersAtWork, WhatNobodyWaitsForIsNotComputed) {
  serve({.threads = 1, .waiting = 3, .waiting_of_client = 3});
  const auto left = std::make_shared<std::atomic<bool>>(false);
  post("a", "a1");
  ASSERT_TRUE(wait_for(began, 1));
  for (const char* name : {"a2", "a3", "a4"}) EXPECT_EQ(readers->post(task("a", name, left)), Posted::TAKEN);
  EXPECT_EQ(post("a", "a5"), Posted::FULL);
  left->store(true);
  EXPECT_EQ(post("b", "b1"), Posted::TAKEN) << "their places are free";
  EXPECT_EQ(dropped, (std::vector<std::string>{"a2 left", "a3 left", "a4 left"}));
  // Also of one whose turn comes.
  const auto later = std::make_shared<std::atomic<bool>>(false);
  readers->post(task("a", "a5", later));
  later->store(true);
  open();
  ASSERT_TRUE(wait_for(done, 2));
  ASSERT_TRUE(wait_for(dropped, 4));
  EXPECT_EQ(done, (std::vector<std::string>{"a1", "b1"}));
  EXPECT_EQ(dropped.back(), "a5 left");
}

// What a game holds up keeps its place, and goes on before all others, one after the other by the turns of clients.
TEST_F(ReadersAtWork, WhatIsHeldUpKeepsItsPlaceAndComesFirst) {
  serve({.threads = 1, .waiting = 5, .waiting_of_client = 3});
  post("x", "x1");
  ASSERT_TRUE(wait_for(began, 1));
  for (const char* name : {"a1", "a2"}) readers->wait_for("game", task("a", name));
  readers->wait_for("game", task("b", "b1"));
  EXPECT_EQ(post("a", "a3"), Posted::TAKEN);
  EXPECT_EQ(post("a", "a4"), Posted::SHARE_USED) << "what is held up counts";
  EXPECT_EQ(post("c", "c1"), Posted::TAKEN);
  EXPECT_EQ(post("d", "d1"), Posted::TAKEN) << "in place of a's last";
  ASSERT_TRUE(wait_for(dropped, 1));
  EXPECT_EQ(dropped, (std::vector<std::string>{"a3 crowded"}));
  readers->go_on("another");
  readers->go_on("game");
  open();
  ASSERT_TRUE(wait_for(done, 4));
  EXPECT_EQ(done, (std::vector<std::string>{"x1", "a1", "c1", "d1"}));
  readers->go_on("game");
  ASSERT_TRUE(wait_for(done, 5));
  readers->go_on("game");
  ASSERT_TRUE(wait_for(done, 6));
  EXPECT_EQ(done.back(), "a2");
  readers->wait_for("game", task("b", "b2"));
  readers->end();
  EXPECT_EQ(dropped.back(), "b2 ending");
  readers->wait_for("game", task("b", "b3"));
  EXPECT_EQ(dropped.back(), "b3 ending");
}

// One that may go on and is dropped leaves the others behind it nothing to wait for.
TEST_F(ReadersAtWork, WhatIsHeldUpGoesOnThoughTheFirstOfThemIsDropped) {
  serve({.threads = 1, .waiting = 4, .waiting_of_client = 4});
  post("x", "x1");
  ASSERT_TRUE(wait_for(began, 1));
  const auto left = std::make_shared<std::atomic<bool>>(false);
  readers->wait_for("game", task("a", "a1", left));
  readers->wait_for("game", task("b", "b1"));
  left->store(true);
  readers->go_on("game");
  open();
  ASSERT_TRUE(wait_for(done, 2));
  EXPECT_EQ(done, (std::vector<std::string>{"x1", "b1"}));
  EXPECT_EQ(dropped, (std::vector<std::string>{"a1 left"}));
}

TEST_F(ReadersAtWork, WhatIsHeldUpGoesOnThoughTheFirstOfThemIsCrowdedOut) {
  serve({.threads = 1, .waiting = 4, .waiting_of_client = 4});
  post("x", "x1");
  ASSERT_TRUE(wait_for(began, 1));
  readers->wait_for("game", task("a", "a1"));
  for (const char* name : {"a2", "a3"}) readers->wait_for("another", task("a", name));
  readers->wait_for("game", task("b", "b1"));
  readers->go_on("game");
  EXPECT_EQ(post("c", "c1"), Posted::TAKEN) << "in place of a1, which is the only one of a's that waits for a thread";
  open();
  ASSERT_TRUE(wait_for(done, 3));
  EXPECT_EQ(done, (std::vector<std::string>{"x1", "b1", "c1"}));
  EXPECT_EQ(dropped, (std::vector<std::string>{"a1 crowded"}));
}

TEST_F(ReadersAtWork, WhatWaitsAtTheEndIsToldSo) {
  serve({.threads = 1, .waiting = 16, .waiting_of_client = 8});
  post("a", "a1");
  ASSERT_TRUE(wait_for(began, 1));
  post("a", "a2");
  EXPECT_TRUE(readers->post_in(1h, task("b", "b1")));
  readers->end();
  EXPECT_EQ(dropped, (std::vector<std::string>{"b1 ending", "a2 ending"}));
  EXPECT_EQ(post("a", "a3"), Posted::ENDING);
  EXPECT_FALSE(readers->post_in(1ms, task("b", "b2")));
  EXPECT_FALSE(readers->is_done_by(std::chrono::steady_clock::now() + 20ms)) << "one is being run";
  open();
  EXPECT_TRUE(readers->is_done_by(std::chrono::steady_clock::now() + 10s));
  EXPECT_EQ(done, (std::vector<std::string>{"a1"}));
}

}  // namespace
}  // namespace nomic::tools
