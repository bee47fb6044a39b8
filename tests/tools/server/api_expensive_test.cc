// Questions that wait, that are expensive, or that take too long: each has a limit and delays no others.
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "nomic/server/api.h"
#include "took_too_long.h"
#include "tools/server/served.h"

namespace nomic::tools {
namespace {

using ApiQuestions = ServedGame;

TEST_F(ApiQuestions, MoreQuestionsThanMayWaitAreNotTaken) {
  std::mutex mutex;
  std::condition_variable changed;
  bool free = false;
  Served slow(desk, [&](Api::Parts& parts) {
    parts.readers = 1;
    parts.waiting = 2;
    parts.reading.mark = [&] {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return free; });
      return std::string("x");
    };
  });
  std::atomic<int> busy = 0;
  std::atomic<int> answered = 0;
  constexpr int MANY = 8;
  for (int at = 0; at < MANY; ++at) {
    HttpRequest request;
    request.method = "GET";
    request.target = target_of("/v1/games/game/scores");
    slow.api().handle(request, [&](HttpAnswer answer) {
      if (answer.status == 503) {
        EXPECT_EQ(problem_of(answer).code(), "BUSY");
        ++busy;
      } else {
        EXPECT_EQ(answer.status, 200U);
      }
      ++answered;
    });
  }
  // One that is being answered, if it is taken up by then, and two that wait.
  EXPECT_GE(busy, MANY - 3);
  {
    const std::lock_guard lock(mutex);
    free = true;
  }
  changed.notify_all();
  while (answered != MANY) std::this_thread::yield();
  EXPECT_LE(busy, MANY - 2);
}

TEST_F(ApiQuestions, ExpensiveQuestionsAreLimitedAndDelayNoOthers) {
  std::mutex mutex;
  std::condition_variable changed;
  bool free = false;
  std::map<std::string, int> at_once;
  desk.ok("init --game other Ann Bob");
  Served slow(desk, [&](Api::Parts& parts) {
    parts.expensive_waiting = 2;
    parts.document = [&](ledger::Ledger&, replay::Game& game) {
      const std::string name = game.head().name;
      std::unique_lock lock(mutex);
      EXPECT_EQ(++at_once[name], 1) << "of one game";
      changed.wait(lock, [&] { return free; });
      --at_once[name];
      return Result<std::string>(std::string("document"));
    };
  });
  std::atomic<int> busy = 0;
  std::atomic<int> answered = 0;
  constexpr int MANY = 8;
  for (int at = 0; at < MANY; ++at) {
    HttpRequest request;
    request.method = "GET";
    request.target = target_of(at % 2 == 0 ? "/v1/games/game/document" : "/v1/games/other/document");
    slow.api().handle(request, [&](HttpAnswer answer) {
      if (answer.status == 503) {
        EXPECT_EQ(problem_of(answer).code(), "BUSY");
        EXPECT_EQ(header_of(answer, "retry-after"), "1");
        ++busy;
      } else {
        EXPECT_EQ(answer.status, 200U);
      }
      ++answered;
    });
  }
  // Two that are being answered, if they are taken up by then, and two that wait.
  EXPECT_GE(busy, MANY - 4);
  // Whatever costs no more than its answer is answered meanwhile; audits are not.
  for (const char* cheap : {"status", "scores", "rules", "head", "log?limit=100", "records?from=0"}) {
    EXPECT_EQ(slow.get("/v1/games/game/" + std::string(cheap)).status, 200U) << cheap;
  }
  for (int at = 0; at < 3; ++at) {
    for (const char* dear :
         {"audit", "diff?from=start", "history/101", "log", "proposals", "explain/rule/101", "rules?references=true",
          "log?limit=3&kind=VOTE_CAST", "log?limit=101", "proposals?limit=3", "proposals/301"}) {
      HttpRequest request;
      request.method = "GET";
      request.target = target_of("/v1/games/game/" + std::string(dear));
      const int before = busy;
      slow.api().handle(request, [&](HttpAnswer answer) {
        if (answer.status == 503) ++busy;
        ++answered;
      });
      // The first of them may take the places of the documents that are being answered.
      EXPECT_TRUE(busy == before + 1 || at == 0) << dear;
    }
  }
  {
    const std::lock_guard lock(mutex);
    free = true;
  }
  changed.notify_all();
  while (answered != MANY + 33) std::this_thread::yield();
}

TEST_F(ApiQuestions, AnAddressHasAShareOfTheExpensiveQuestions) {
  std::mutex mutex;
  std::condition_variable changed;
  bool free = false;
  std::vector<std::string> answered;
  int began = 0;
  int computed = 0;
  desk.ok("init --game other Ann Bob");
  Served slow(desk, [&](Api::Parts& parts) {
    parts.expensive_of_client = 2;
    parts.document = [&](ledger::Ledger&, replay::Game&) {
      std::unique_lock lock(mutex);
      ++began;
      changed.notify_all();
      changed.wait(lock, [&] { return free; });
      return Result<std::string>(std::string("document"));
    };
  });
  const auto left = std::make_shared<std::atomic<bool>>(false);
  const auto ask = [&](const std::string& client, const std::string& what, const std::string& game = "game") {
    HttpRequest request;
    request.method = "GET";
    request.target = target_of("/v1/games/" + game + "/" + what);
    request.client = client;
    request.left = left;
    slow.api().handle(request, [&, client](HttpAnswer answer) {
      const std::lock_guard lock(mutex);
      if (answer.status == 200) ++computed;
      if (answer.status == 200) return changed.notify_all();
      answered.push_back(client + " " + std::to_string(answer.status));
      EXPECT_EQ(problem_of(answer).code(), answer.status == 429 ? "SHARE_USED" : "ENDING");
      changed.notify_all();
    });
  };
  const auto wait_for = [&](std::size_t count) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::seconds(10), [&] { return answered.size() >= count; });
  };
  // One is being computed, once it is taken up, and two wait.
  ask("192.0.2.1", "document");
  {
    std::unique_lock lock(mutex);
    ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(10), [&] { return began == 1; }));
  }
  for (int at = 0; at < 5; ++at) ask("192.0.2.1", "document");
  EXPECT_EQ(answered, (std::vector<std::string>(3, "192.0.2.1 429")));
  // A second thread is for other games.
  ask("192.0.2.2", "document", "other");
  {
    std::unique_lock lock(mutex);
    ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(10), [&] { return began == 2; }));
  }
  ask("192.0.2.2", "history/101");
  EXPECT_EQ(answered.size(), 3U) << "another address has its own share";
  // The end: whatever waits is told so at once, and what is computed goes on.
  slow.api().end();
  ASSERT_TRUE(wait_for(6));
  EXPECT_EQ(std::count(answered.begin(), answered.end(), "192.0.2.1 503"), 2);
  EXPECT_EQ(std::count(answered.begin(), answered.end(), "192.0.2.2 503"), 1);
  EXPECT_FALSE(slow.api().is_done_by(std::chrono::steady_clock::now() + std::chrono::milliseconds(20)));
  {
    const std::lock_guard lock(mutex);
    free = true;
  }
  changed.notify_all();
  EXPECT_TRUE(slow.api().is_done_by(std::chrono::steady_clock::now() + std::chrono::seconds(10)));
  const std::lock_guard lock(mutex);
  EXPECT_EQ(computed, 2);
}

// The time for a question ends with its answer: what comes later, as the game goes on, has its own.
TEST_F(ApiQuestions, AQuestionThatTakesTooLongIsGivenUpAndTheNextIsNot) {
  constexpr std::chrono::milliseconds TIME{500};
  Served patient(desk, [&](Api::Parts& parts) { parts.question_time = parts.expensive_time = TIME; });
  ASSERT_EQ(patient.post("game", R"({"author":"Ann","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})").status,
            201U);
  for (int move = 0; move < 2; ++move) {
    for (const char* question : {"status", "log", "proposals"}) {
      EXPECT_EQ(patient.get("/v1/games/game/" + std::string(question)).status, 200U) << question << move;
    }
    std::this_thread::sleep_for(2 * TIME);
    ASSERT_EQ(patient.post("game", R"({"author":"Bob","debate":{"text":"Why?"}})").status, 201U);
  }
  EXPECT_EQ(patient.get("/v1/games/game/status").status, 200U);
  Served hurried(desk, [](Api::Parts& parts) { parts.question_time = parts.expensive_time = {}; });
  for (const char* question : {"status", "log", "proposals"}) {
    EXPECT_EQ(hurried.get("/v1/games/game/" + std::string(question)).status, 503U) << question;
  }
}

TEST_F(ApiQuestions, WhoseQuestionsTookTooMuchWorkWaits) {
  Served served(desk, [](Api::Parts& parts) {
    parts.client_credit = std::chrono::milliseconds(0);
    parts.clock = [clock = parts.clock] {
      const auto begun = processor_time();
      while (processor_time() - begun < std::chrono::milliseconds(200)) {
      }
      return clock();
    };
  });
  const auto ask = [&](const std::string& client) {
    HttpRequest request;
    request.method = "GET";
    request.target = target_of("/v1/games/game/status");
    request.client = client;
    return served.ask(std::move(request));
  };
  EXPECT_EQ(ask("192.0.2.1").status, 200U);
  const auto refused = ask("192.0.2.1");
  EXPECT_EQ(refused.status, 503U);
  EXPECT_THAT(refused.body, testing::HasSubstr("your last questions took more work"));
  EXPECT_EQ(ask("192.0.2.2").status, 200U) << "others go on";
  EXPECT_EQ(ask("").status, 200U) << "so does the host";
  EXPECT_EQ(ask("").status, 200U);
}

}  // namespace
}  // namespace nomic::tools
