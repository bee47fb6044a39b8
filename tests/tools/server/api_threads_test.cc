// Work in the thread that calls the API, and in the committer's. All clients share both.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/route.h"
#include "nomic/ledger/statement.h"
#include "tools/server/served.h"

namespace nomic::tools {
namespace {

using Seconds = std::chrono::seconds;

// The time of this thread.
std::chrono::nanoseconds cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return Seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// The time that the handler takes in the calling thread: the least of several runs.
std::chrono::nanoseconds time_of(Api& api, const HttpRequest& request) {
  auto least = std::chrono::nanoseconds::max();
  for (int time = 0; time < 7; ++time) {
    auto answered = std::make_shared<std::promise<HttpAnswer>>();
    auto answer = answered->get_future();
    HttpRequest sent = request;
    const auto before = cpu_time();
    api.handle(std::move(sent), [answered](HttpAnswer given) { answered->set_value(std::move(given)); });
    least = std::min(least, cpu_time() - before);
    EXPECT_EQ(answer.wait_for(Seconds(30)), std::future_status::ready);
  }
  return least;
}

HttpRequest get(const std::string& target) {
  HttpRequest request;
  request.method = "GET";
  request.target = target_of(target);
  return request;
}

HttpRequest post(const std::string& body, const std::string& type) {
  HttpRequest request;
  request.method = "POST";
  request.target = target_of("/v1/games/game/moves");
  request.headers = {{"content-type", type}};
  request.body = body;
  return request;
}

// A statement signed by so many keys that no player registered.
std::string strange(unsigned keys, std::size_t size) {
  std::vector<ledger::PrivateKey> made;
  std::vector<const ledger::PrivateKey*> signers;
  for (unsigned at = 0; at < keys; ++at) made.push_back(ledger::PrivateKey::generate());
  for (const ledger::PrivateKey& key : made) signers.push_back(&key);
  ledger::Statement statement{};
  statement.game = {ledger::sha256("no game")};
  statement.author = "Ann";
  statement.request_id = "r";
  statement.payload = std::string(size, 'x');
  return ledger::armored(ledger::sign_statement(statement, signers));
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int time = 0; time < times; ++time) all += text;
  return all;
}

// A stranger may ask 100 times a second from each address. In a listener there is one thread for all connections: 0.2
// milliseconds of it are 2 % for each address.
TEST(ApiThreads, TheCallersThreadIsNotUsedForLong) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  std::vector<std::pair<std::string, HttpRequest>> all;
  for (const RouteRow& row : ROUTES) {
    if (row.method != "GET") continue;
    std::string target(row.path);
    for (std::size_t at = target.find('{'); at != std::string::npos; at = target.find('{')) {
      target.replace(at, target.find('}') - at + 1, target.find("/games/{") + 7 == at ? "game" : "301");
    }
    all.emplace_back(target, get(target));
  }
  ASSERT_GT(all.size(), 10U);
  all.emplace_back("recipe", get("/v1/recipes?recipe=voting-award"));
  all.emplace_back("settings", get("/v1/recipes?recipe=voting-award" + repeated("&set=points%3D2", 1000)));
  all.emplace_back("statement", post(strange(4, 1000), "text/plain"));
  all.emplace_back("long statement", post(strange(4, 62'000), "text/plain"));
  all.emplace_back("many signatures", post(strange(16, 60'000), "text/plain"));
  all.emplace_back("lines", post(std::string(250'000, '\n'), "text/plain"));
  all.emplace_back("escapes",
                   post(R"({"signedMove":{"armored":")" + repeated("\\u0041", 40'000) + "\"}}", "application/json"));
  all.emplace_back("values", post("{\"signedMove\":{},\"x\":[" + repeated("1,", 120'000) + "1]}", "application/json"));
#if defined(NOMIC_SANITIZED)
  constexpr std::chrono::microseconds MOST{4000};
#else
  constexpr std::chrono::microseconds MOST{400};
#endif
  for (const auto& [name, request] : all) EXPECT_LT(time_of(served.api(), request), MOST) << name;
}

// A statement whose signatures do not hold is refused without the committer.
TEST(ApiThreads, AForgedStatementDoesNotWaitForTheCommitter) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  std::promise<void> opens;
  const std::shared_future<void> opened = opens.get_future().share();
  LedgerViews views;
  Committer committer(
      [&] {
        opened.wait();
        return ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, {});
      },
      [&] { return desk.clock; });
  Api::Parts parts;
  parts.reading.open = [&] { return ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {}); };
  parts.reading.view = [&] { return views.view(); };
  parts.version = "0.0.0-test";
  Api api(committer, std::move(parts));
  const auto asked = [&](HttpRequest request) {
    auto answered = std::make_shared<std::promise<HttpAnswer>>();
    api.handle(std::move(request), [answered](HttpAnswer given) { answered->set_value(std::move(given)); });
    return answered->get_future();
  };
  auto honest = asked(post(strange(1, 100), "text/plain"));
  std::string forged = strange(2, 100);
  // The last letters before the padding are of the last signature.
  const std::size_t end = forged.find("-----END");
  char& letter = forged[end - 10];
  letter = letter == 'A' ? 'B' : 'A';
  auto refused = asked(post(forged, "text/plain"));
  EXPECT_EQ(refused.wait_for(Seconds(10)), std::future_status::ready);
  EXPECT_EQ(honest.wait_for(std::chrono::milliseconds(10)), std::future_status::timeout);
  opens.set_value();
  EXPECT_EQ(problem_of(refused.get()).code(), "BAD_SIGNATURE");
  EXPECT_EQ(problem_of(honest.get()).code(), "NOT_AUTHORISED");
}

}  // namespace
}  // namespace nomic::tools
