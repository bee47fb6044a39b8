// Several servers over one ledger: a client says how many records it was shown, and is shown none that is older.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tools/server/served.h"

namespace nomic::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class Behind : public ::testing::Test {
 protected:
  Behind() { desk_.founded("--game game Ann Bob"); }

  Served& served(bool others_record = true) {
    if (!served_) {
      served_ = std::make_unique<Served>(desk_, [others_record](Api::Parts& parts) {
        parts.others_record = others_record;
        parts.document = [](ledger::Ledger&, replay::Game&) { return Result<std::string>(std::string("document")); };
      });
    }
    return *served_;
  }
  HttpAnswer told(const std::string& what, std::uint64_t size) {
    return served().get("/v1/games/game/" + what, {{"nomic-size", std::to_string(size)}});
  }
  void debate() {
    EXPECT_EQ(
        served().post("game", R"({"author":"Ann","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})").status,
        201U);
  }

  // Founded with two players: 29 rules, two seats, the game itself.
  static constexpr std::uint64_t SIZE = 32;
  Desk desk_;
  std::unique_ptr<Served> served_;
};

const std::vector<std::string>& questions() {
  static const std::vector<std::string> ALL = {"head",   "status",         "rules",   "log",
                                               "scores", "records?from=0", "document"};
  return ALL;
}

TEST_F(Behind, WhoWasToldNoMoreIsAnsweredAtOnce) {
  for (const std::string& each : questions()) {
    const HttpAnswer answer = told(each, SIZE);
    EXPECT_EQ(answer.status, 200U) << each << answer.body;
    EXPECT_EQ(header_of(answer, "nomic-size"), std::to_string(SIZE)) << each;
    EXPECT_EQ(served().get("/v1/games/game/" + each, {{"nomic-size", "what is no number"}}).status, 200U) << each;
  }
}

TEST_F(Behind, TheQuestionWaitsForTheRecordsThatItsAskerWasTold) {
  for (std::size_t number = 0; number < questions().size(); ++number) {
    // It is asked before the record is there.
    std::thread mover([this] {
      std::this_thread::sleep_for(milliseconds(150));
      if (served().get("/v1/games/game/head").body.find("\"size\":32") != std::string::npos) debate();
    });
    const HttpAnswer answer = told(questions()[number], SIZE + 1);
    mover.join();
    EXPECT_EQ(answer.status, 200U) << questions()[number] << answer.body;
    EXPECT_EQ(header_of(answer, "nomic-size"), std::to_string(SIZE + 1));
  }
}

TEST_F(Behind, WhatDoesNotComeIsNotWaitedForForever) {
  for (const std::string& each : {std::string("head"), std::string("records?from=99")}) {
    const auto began = steady_clock::now();
    const HttpAnswer answer = told(each, 99);
    EXPECT_EQ(answer.status, 503U);
    EXPECT_EQ(problem_of(answer).code(), "BEHIND");
    EXPECT_GT(steady_clock::now() - began, milliseconds(2'000));
    EXPECT_LT(steady_clock::now() - began, milliseconds(20'000));
  }
}

// Who waits holds up nobody: there are two threads that answer, and a hundred who wait.
TEST_F(Behind, OthersAreAnsweredMeanwhile) {
  std::atomic<int> waiting = 100;
  for (int number = 0; number < 100; ++number) {
    HttpRequest request;
    request.method = "GET";
    request.target = target_of("/v1/games/game/head");
    request.headers = {{"nomic-size", "99"}};
    served().api().handle(request, [&](const HttpAnswer& answer) {
      EXPECT_EQ(answer.status, 503U);
      --waiting;
    });
  }
  for (int number = 0; number < 20; ++number) EXPECT_EQ(served().get("/v1/games/game/head").status, 200U);
  EXPECT_EQ(waiting, 100);
  // Those that wait when a server ends are answered.
  served_.reset();
  EXPECT_EQ(waiting, 0);
}

// Of too many some are told at once.
TEST_F(Behind, NoMoreWaitThanMay) {
  std::atomic<int> answered = 0;
  for (int number = 0; number < 1'000; ++number) {
    HttpRequest request;
    request.method = "GET";
    request.target = target_of("/v1/games/game/head");
    request.headers = {{"nomic-size", "99"}};
    served().api().handle(request, [&](const HttpAnswer&) { ++answered; });
  }
  EXPECT_EQ(served().get("/v1/games/game/head").status, 200U);
  // That question may overtake some of them.
  for (int tries = 0; answered <= 500 && tries < 1'000; ++tries) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_GT(answered, 500);
  served_.reset();
  EXPECT_EQ(answered, 1'000);
}

// One that was founded at another server may not be here yet.
TEST_F(Behind, AGameIsWaitedForToo) {
  std::thread founder([this] {
    std::this_thread::sleep_for(milliseconds(100));
    desk_.ok("init --game other Ann Bob");
  });
  const HttpAnswer answer = served().get("/v1/games/other/head", {{"nomic-size", "32"}});
  founder.join();
  EXPECT_EQ(answer.status, 200U) << answer.body;
  EXPECT_EQ(served().get("/v1/games/nowhere/head", {{"nomic-size", "1"}}).status, 404U);
}

TEST_F(Behind, TheOnlyServerOfALedgerHasNobodyToWaitFor) {
  served(false);
  for (const std::string& each : questions()) {
    const auto began = steady_clock::now();
    const HttpAnswer answer = told(each, SIZE + 1);
    EXPECT_EQ(answer.status, 409U) << each;
    EXPECT_EQ(problem_of(answer).code(), "ANOTHER_HISTORY");
    EXPECT_LT(steady_clock::now() - began, milliseconds(1'500));
  }
  EXPECT_EQ(served().get("/v1/games/game/records?from=33").status, 409U);
}

}  // namespace
}  // namespace nomic::tools
