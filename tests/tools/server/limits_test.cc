// Each limit of a listener, met: its answer, and that everybody else is served meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>

#include "nomic/server/http_limits.h"
#include "tools/server/listening.h"

namespace nomic::tools {
namespace {

using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;

std::string get(const Listening& site, const std::string& target) {
  return site.with_port("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n");
}

bool others_are_served(const Listening& site) {
  RawClient client(site.socket);
  client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  return status_of(client.read_all()) == 200;
}

void expect_too_many(const std::string& answer) {
  EXPECT_EQ(status_of(answer), 429U) << answer;
  EXPECT_FALSE(header_of(answer, "retry-after").empty());
}

HttpLimits quick() {
  HttpLimits limits;
  limits.head_time = limits.body_time = milliseconds(300);
  limits.quiet_time = milliseconds(200);
  return limits;
}

// Byte after byte, each in time, and never done.
TEST(Limits, ABodyIsAsLongAsItsRouteAllows) {
  Listening site;
  const auto answer = [&](const std::string& line, const std::string& headers, const std::string& body) {
    return site.answer_to(line + " HTTP/1.1\r\nHost: 127.0.0.1:@\r\nConnection: close\r\n" + headers + "\r\n" + body);
  };
  const std::string kilo(1024, 'x');
  const std::string chunks = "400\r\n" + kilo + "\r\n";
  EXPECT_EQ(status_of(answer("POST /v1/redeem", "Content-Length: 1024\r\n", kilo)), 200U);
  EXPECT_EQ(status_of(answer("POST /v1/redeem", "Content-Length: 1025\r\n", kilo + "x")), 413U);
  EXPECT_EQ(status_of(answer("POST /v1/r%65deem", "Content-Length: 1025\r\n", kilo + "x")), 413U);
  EXPECT_EQ(status_of(answer("POST /v1/redeem", "Transfer-Encoding: chunked\r\n", chunks + "0\r\n\r\n")), 200U);
  EXPECT_EQ(status_of(answer("POST /v1/redeem", "Transfer-Encoding: chunked\r\n", chunks + "1\r\nx\r\n0\r\n\r\n")),
            413U);
  // A question has none.
  EXPECT_EQ(status_of(answer("GET /v1/games", "Content-Length: 0\r\n", "")), 200U);
  EXPECT_EQ(status_of(answer("GET /v1/games", "Content-Length: 1\r\n", "x")), 413U);
  EXPECT_EQ(status_of(answer("GET /v1/games/friday/status", "Transfer-Encoding: chunked\r\n", "1\r\nx\r\n0\r\n\r\n")),
            413U);
  EXPECT_EQ(status_of(answer("POST /v1/games/friday/moves", "Content-Length: 2048\r\n", kilo + kilo)), 200U);
}

TEST(Limits, SlowHeadersAreNotWaitedFor) {
  const auto begun = std::chrono::steady_clock::now();
  Listening site(quick());
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int each = 0; each < 50; ++each) slow.push_back(std::make_unique<RawClient>(site.port()));
  for (const auto& each : slow) each->send("GET / HTTP/1.1\r\nX: ");
  for (int step = 0; step < 8; ++step) {
    for (const auto& each : slow) each->send("a");
    EXPECT_TRUE(others_are_served(site));
    std::this_thread::sleep_for(milliseconds(60));
  }
  for (const auto& each : slow) EXPECT_EQ(status_of(each->read_until("}\n")), 408U);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, milliseconds(5000));
}

TEST(Limits, SlowBodiesAreNotWaitedFor) {
  Listening site(quick());
  for (const std::string framing : {"Content-Length: 100\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n64\r\n"}) {
    RawClient client(site.port());
    client.send(site.with_port("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n" + framing));
    for (int step = 0; step < 8; ++step) {
      client.send("a");
      std::this_thread::sleep_for(milliseconds(60));
    }
    EXPECT_EQ(status_of(client.read_until("}\n")), 408U) << framing;
  }
  EXPECT_TRUE(site.echo.asked().empty());
}

TEST(Limits, WhoAsksNothingIsLetGo) {
  Listening site(quick());
  RawClient client(site.port());
  EXPECT_EQ(client.read_all(2000), "");
  EXPECT_TRUE(client.ended());
  RawClient asked(site.port());
  asked.send(get(site, "/"));
  EXPECT_EQ(status_of(asked.read_answer()), 200U);
  EXPECT_EQ(asked.read_all(2000), "") << "a connection that stays is quiet afterwards";
  EXPECT_TRUE(asked.ended());
}

TEST(Limits, AnAnswerThatDoesNotComeIsNotWaitedFor) {
  HttpLimits limits;
  limits.answer_time = milliseconds(200);
  limits.leaving_time = milliseconds(200);
  Listening site(limits);
  RawClient client(site.port());
  client.send(get(site, "/never"));
  EXPECT_EQ(status_of(client.read_answer()), 504U);
}

TEST(Limits, RequestsAtATime) {
  HttpLimits limits;
  limits.requests = 2;
  limits.requests_spared = 1;
  limits.leaving_time = milliseconds(200);
  Listening site(limits);
  RawClient one(site.port());
  RawClient two(site.port());
  one.send(get(site, "/never"));
  two.send(get(site, "/never"));
  while (site.echo.asked().size() < 2) std::this_thread::sleep_for(milliseconds(1));
  RawClient three(site.port());
  three.send(get(site, "/"));
  expect_too_many(three.read_answer());
}

// However many one address has, the others have room.
TEST(Limits, RequestsAtATimeOfEachAddress) {
  HttpLimits limits;
  limits.requests = 4;
  limits.requests_of_client = 3;
  limits.requests_spared = 1;
  limits.leaving_time = milliseconds(200);
  Listening site(limits, {}, {"127.0.0.1"});
  const auto asks = [&](const std::string& target, const std::string& of) {
    auto client = std::make_unique<RawClient>(site.port());
    client->send(
        site.with_port("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:@\r\nX-Forwarded-For: " + of + "\r\n\r\n"));
    return client;
  };
  std::vector<std::unique_ptr<RawClient>> waiting;
  const auto waits = [&](const std::string& of) {
    waiting.push_back(asks("/never", of));
    while (site.echo.asked().size() < waiting.size()) std::this_thread::sleep_for(milliseconds(1));
  };
  for (int each = 0; each < 3; ++each) waits("192.0.2.1");
  expect_too_many(asks("/", "192.0.2.1")->read_answer());
  // Its connections are gone, and its requests are still being answered.
  waiting[0] = nullptr;
  std::this_thread::sleep_for(milliseconds(50));
  expect_too_many(asks("/", "192.0.2.1")->read_answer());
  waits("192.0.2.2");
  expect_too_many(asks("/", "192.0.2.2")->read_answer());
  EXPECT_EQ(status_of(asks("/", "192.0.2.3")->read_answer()), 200U) << "the first of an address is taken";
  EXPECT_EQ(status_of(asks("/later", "192.0.2.3")->read_answer()), 200U);
  EXPECT_TRUE(others_are_served(site));
}

TEST(Limits, RequestsOfAClientInASecond) {
  HttpLimits limits;
  limits.rate = 2;
  limits.rate_at_once = 3;
  Listening site(limits);
  const auto begun = std::chrono::steady_clock::now();
  int taken = 0;
  std::string answer;
  // Over one connection or over several: it is the address that counts, and so does what is refused.
  RawClient stays(site.port());
  for (; taken < 100 && status_of(answer) != 429U; ++taken) {
    if (taken == 0) {
      EXPECT_EQ(status_of(answer = site.get("/")), 200U);
    } else if (taken == 1) {
      EXPECT_EQ(status_of(answer = site.answer_to("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")), 421U);
    } else {
      stays.send(get(site, "/"));
      answer = stays.read_answer();
    }
  }
  expect_too_many(answer);
  EXPECT_EQ(header_of(answer, "retry-after"), "1");
  EXPECT_TRUE(others_are_served(site)) << "the folder's owner";
  // Three at once, and two for each second that this has taken; the last was refused.
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  EXPECT_GE(taken, 4);
  EXPECT_LE(taken, 4 + 2 * took + 1);
  EXPECT_THAT(site.metrics.text(), HasSubstr("nomic_http_limits_total{limit=\"rate\"} 1\n"));
  for (int waited = 0; waited < 300 && status_of(site.get("/")) != 200; ++waited) {
    std::this_thread::sleep_for(milliseconds(100));
    if (waited == 299) ADD_FAILURE() << "it is never served again";
  }
}

TEST(Limits, StreamsOfAClient) {
  HttpLimits limits;
  limits.streams_of_client = 2;
  Listening site(limits);
  RawClient one(site.port());
  RawClient two(site.port());
  one.send(get(site, "/stream"));
  two.send(get(site, "/stream"));
  one.read_until("begins\n");
  two.read_until("begins\n");
  RawClient three(site.port());
  three.send(get(site, "/stream"));
  expect_too_many(three.read_until("}\n"));
  RawClient owner(site.socket);
  owner.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(owner.read_until("begins\n"), HasSubstr("begins")) << "the folder's owner has no share of their own";
}

// Eight megabytes each, of which the sockets hold some.
TEST(Limits, AnswersThatAClientDoesNotRead) {
  HttpLimits limits;
  limits.unsent_of_client = std::size_t{20} << 20U;
  Listening site(limits);
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int each = 0; each < 2; ++each) {
    slow.push_back(std::make_unique<RawClient>(site.port()));
    slow.back()->send(get(site, "/long"));
    EXPECT_EQ(status_of(slow.back()->read_until("\r\n")), 200U) << each;
  }
  RawClient third(site.port());
  third.send(get(site, "/long"));
  expect_too_many(third.read_until("}\n"));
  EXPECT_EQ(status_of(site.get("/")), 200U) << "a short answer fits";
  EXPECT_THAT(site.metrics.text(), HasSubstr("nomic_http_limits_total{limit=\"unsent\"} 1\n"));
  // The folder's owner has no share of their own.
  std::vector<std::unique_ptr<RawClient>> own;
  for (int each = 0; each < 3; ++each) {
    own.push_back(std::make_unique<RawClient>(site.socket));
    own.back()->send("GET /long HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(status_of(own.back()->read_until("\r\n")), 200U) << each;
  }
  // Whatever is read, or given up, is free again.
  slow[0]->read_answer();
  slow[1].reset();
  std::string answer;
  for (int waited = 0; waited < 300 && status_of(answer) != 200U; ++waited) {
    std::this_thread::sleep_for(milliseconds(10));
    RawClient again(site.port());
    again.send(get(site, "/long"));
    answer = again.read_answer();
  }
  EXPECT_EQ(status_of(answer), 200U);
}

TEST(Limits, OneAnswerIsGivenHoweverLongItIs) {
  HttpLimits limits;
  limits.unsent_of_client = 1000;
  limits.unsent = 2000;
  Listening site(limits);
  RawClient client(site.port());
  client.send(get(site, "/long"));
  EXPECT_GT(client.read_answer().size(), std::size_t{8} << 20U);
}

TEST(Limits, WhereAllLeaveTooMuchUnreadTheSlowestIsClosed) {
  HttpLimits limits;
  limits.unsent = std::size_t{20} << 20U;
  Listening site(limits);
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int each = 0; each < 3; ++each) {
    slow.push_back(std::make_unique<RawClient>(site.socket));
    slow.back()->send("GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(status_of(slow.back()->read_until("\r\n")), 200U) << each;
  }
  const std::string cut = slow[0]->read_all();
  EXPECT_TRUE(slow[0]->ended());
  EXPECT_LT(cut.size(), 8'000'000U) << "the first has been at it for the longest time";
  for (const std::size_t each : {1U, 2U}) EXPECT_GT(slow[each]->read_all().size(), 8'000'000U) << each;
}

TEST(Limits, WhatWaitsInAllStreamsTogether) {
  HttpLimits limits;
  limits.unread = std::size_t{64} << 20U;
  limits.unread_of_all = std::size_t{4} << 20U;
  Listening site(limits);
  RawClient client(site.port());
  client.send(get(site, "/stream"));
  client.read_until("begins\n");
  const auto sink = site.echo.sink();
  ASSERT_TRUE(sink);
  std::size_t written = 0;
  while (written < limits.unread && sink->write(std::string(std::size_t{32} << 10U, 'a')))
    written += std::size_t{32} << 10U;
  // The sockets have taken some of it.
  EXPECT_LT(written, std::size_t{32} << 20U) << "it is cut off long before it has what one may have";
}

TEST(Limits, AHandlerIsToldThatItsClientHasLeft) {
  HttpLimits limits;
  limits.answer_time = milliseconds(300);
  limits.leaving_time = milliseconds(200);
  Listening site(limits);
  const auto left_after = [&](const auto& leave) {
    const std::size_t before = site.echo.asked().size();
    auto client = std::make_unique<RawClient>(site.port());
    client->send(get(site, "/never"));
    while (site.echo.asked().size() == before) std::this_thread::sleep_for(milliseconds(1));
    const auto left = site.echo.asked().back().left;
    EXPECT_FALSE(left->load());
    leave(client);
    for (int waited = 0; waited < 200 && !left->load(); ++waited) std::this_thread::sleep_for(milliseconds(1));
    return left->load();
  };
  EXPECT_TRUE(left_after([](auto& client) { client.reset(); }));
  EXPECT_TRUE(left_after([](auto& client) { client->done_sending(); }));
  EXPECT_FALSE(left_after([&](auto& client) { client->send(get(site, "/")); })) << "the next request is sent ahead";
  EXPECT_FALSE(left_after([](auto& /*client*/) {}));
  EXPECT_TRUE(left_after([](auto& client) { EXPECT_EQ(status_of(client->read_answer()), 504U); }));
  EXPECT_EQ(site.echo.asked().back().client, "127.0.0.1");
}

// ------------------------------------------------------------------------
// Behind a proxy: each limit is that of whom it passes on.

std::string passed_on(const Listening& site, const std::string& target, const std::string& of) {
  return site.with_port("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:@\r\nX-Forwarded-For: " + of + "\r\n\r\n");
}

TEST(Limits, BehindAProxyAreThoseOfEachClient) {
  HttpLimits limits;
  limits.streams_of_client = 1;
  limits.connections_of_client = 2;
  limits.rate = 1;
  limits.rate_at_once = 4;
  Listening site(limits, {}, {"127.0.0.1"});
  std::vector<std::unique_ptr<RawClient>> streams;
  for (const char* of : {"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"}) {
    streams.push_back(std::make_unique<RawClient>(site.port()));
    streams.back()->send(passed_on(site, "/stream", of));
    EXPECT_THAT(streams.back()->read_until("begins\n"), HasSubstr("begins")) << of;
  }
  RawClient second(site.port());
  second.send(passed_on(site, "/stream", "192.0.2.1"));
  expect_too_many(second.read_until("}\n"));
  // One connection of the proxy serves one after the other, each with a rate of their own.
  RawClient kept(site.port());
  for (int each = 0; each < 8; ++each) {
    kept.send(passed_on(site, "/", "198.51.100." + std::to_string(each)));
    EXPECT_EQ(status_of(kept.read_answer()), 200U) << each;
  }
  std::string answer;
  for (int each = 0; each < 20 && status_of(answer) != 429U; ++each) {
    RawClient once(site.port());
    once.send(passed_on(site, "/", "203.0.113.7"));
    answer = once.read_answer();
  }
  expect_too_many(answer);
  RawClient another(site.port());
  another.send(passed_on(site, "/", "203.0.113.8"));
  EXPECT_EQ(status_of(another.read_answer()), 200U);
}

TEST(Limits, ConnectionsBehindAProxyAreThoseOfWhoeverAskedLast) {
  HttpLimits limits;
  limits.connections_of_client = 2;
  Listening site(limits, {}, {"127.0.0.1"});
  std::vector<std::unique_ptr<RawClient>> open;
  for (int each = 0; each < 6; ++each) {
    open.push_back(std::make_unique<RawClient>(site.port()));
    open.back()->send(passed_on(site, "/", each < 2 ? "192.0.2.1" : "192.0.2." + std::to_string(each)));
    EXPECT_EQ(status_of(open.back()->read_answer()), 200U) << each;
  }
  {
    RawClient third(site.port());
    third.send(passed_on(site, "/", "192.0.2.1"));
    expect_too_many(third.read_answer());
  }
  // One of theirs is another's by now.
  open[0]->send(passed_on(site, "/", "192.0.2.9"));
  EXPECT_EQ(status_of(open[0]->read_answer()), 200U);
  std::string answer;
  for (int waited = 0; waited < 200 && status_of(answer) != 200U; ++waited) {
    std::this_thread::sleep_for(milliseconds(10));
    RawClient again(site.port());
    again.send(passed_on(site, "/", "192.0.2.1"));
    answer = again.read_answer();
  }
  EXPECT_EQ(status_of(answer), 200U);
}

TEST(Limits, AProxyIsNamedByItsAddress) {
  Echo echo;
  Metrics metrics;
  for (const char* wrong : {"proxy.example", "10.0.0.0/8", "127.0.0.1:80", ""}) {
    const auto opened = Listener::open({.address = "127.0.0.1", .port = 0, .socket = {}, .url = std::nullopt}, echo,
                                       {.limits = {}, .metrics = metrics, .log = {}, .proxies = {wrong}});
    ASSERT_FALSE(opened.ok()) << wrong;
    EXPECT_EQ(opened.error().code, ledger::ErrorCode::BAD_INPUT);
  }
}

TEST(Limits, WhoIsNoProxySaysNothingOfWhoAsks) {
  HttpLimits limits;
  limits.streams_of_client = 1;
  Listening site(limits, {}, {"192.0.2.250"});
  RawClient one(site.port());
  one.send(passed_on(site, "/stream", "192.0.2.1"));
  one.read_until("begins\n");
  RawClient two(site.port());
  two.send(passed_on(site, "/stream", "192.0.2.2"));
  expect_too_many(two.read_until("}\n"));
}

// Two thousand at once, of which sixteen may stay; who is turned away is told so, as long as there is room to say it.
// Those who ask nothing take no place from those who ask.
TEST(Limits, ConnectionsWithoutARequestMakeRoom) {
  HttpLimits limits;
  limits.connections = 4;
  limits.leaving_time = milliseconds(200);
  Listening site(limits);
  const auto opened = [&] {
    auto client = std::make_unique<RawClient>(site.port());
    EXPECT_TRUE(client->is_open());
    return client;
  };
  std::vector<std::unique_ptr<RawClient>> asking;
  const auto asks = [&] {
    asking.push_back(opened());
    asking.back()->send(get(site, "/never"));
    for (int waited = 0; waited < 500 && site.echo.asked().size() < asking.size(); ++waited) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    return site.echo.asked().size() == asking.size();
  };
  ASSERT_TRUE(asks());
  const auto quiet = opened();
  const auto begun = opened();
  begun->send("GET / HTTP/1.1\r\nX: ");
  const auto later = opened();
  std::this_thread::sleep_for(milliseconds(50));
  ASSERT_TRUE(asks());
  EXPECT_EQ(quiet->read_all(), "");
  EXPECT_TRUE(quiet->ended()) << "the oldest";
  ASSERT_TRUE(asks());
  EXPECT_EQ(begun->read_all(), "");
  EXPECT_TRUE(begun->ended()) << "a request that is not whole";
  ASSERT_TRUE(asks());
  EXPECT_EQ(later->read_all(), "");
  expect_too_many(opened()->read_all());
  RawClient owner(site.socket);
  owner.send("GET /owner HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(status_of(owner.read_answer()), 200U) << "the folder's owner has places of their own";
}

// ------------------------------------------------------------------------
// Bodies that come slowly, or whose requests are being answered.

// The begin of a request of 200,000 bytes, by a proxy.
std::unique_ptr<RawClient> begun_body(const Listening& site, const std::string& of, std::size_t bytes,
                                      const std::string& target = "/later") {
  auto client = std::make_unique<RawClient>(site.port());
  client->send(site.with_port("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1:@\r\nX-Forwarded-For: " + of +
                              "\r\nContent-Length: 200000\r\n\r\n") +
               std::string(bytes, 'x'));
  // Until the server has it.
  std::this_thread::sleep_for(milliseconds(200));
  return client;
}

TEST(Limits, BodiesOfAnAddress) {
  HttpLimits limits;
  limits.bodies_of_client = 250'000;
  limits.leaving_time = milliseconds(200);
  Listening site(limits, {}, {"127.0.0.1"});
  const auto waits = begun_body(site, "192.0.2.1", 200'000, "/never");
  const auto slow = begun_body(site, "192.0.2.1", 40'000);
  expect_too_many(begun_body(site, "192.0.2.1", 20'000)->read_answer());
  const auto other = begun_body(site, "192.0.2.2", 20'000);
  other->send(std::string(180'000, 'x'));
  EXPECT_EQ(status_of(other->read_answer()), 200U) << "another address has its own share";
  EXPECT_THAT(site.metrics.text(), HasSubstr("nomic_http_limits_total{limit=\"bodies\"} 1\n"));
  // What has ended counts no more.
  for (int time = 0; time < 5; ++time) {
    const auto again = begun_body(site, "192.0.2.2", 200'000);
    EXPECT_EQ(status_of(again->read_answer()), 200U);
  }
}

TEST(Limits, BytesOfBodiesOfAnAddressInASecond) {
  HttpLimits limits;
  limits.body_rate = 1'000;
  limits.body_rate_at_once = 500'000;
  Listening site(limits, {}, {"127.0.0.1"});
  for (int time = 0; time < 2; ++time)
    EXPECT_EQ(status_of(begun_body(site, "192.0.2.1", 200'000)->read_answer()), 200U);
  // 400,000 bytes count, less a thousand a second: this one is accepted after 100 seconds.
  const std::string answer = begun_body(site, "192.0.2.1", 200'000)->read_answer();
  expect_too_many(answer);
  EXPECT_NEAR(std::stoi(header_of(answer, "retry-after")), 75, 25);
  EXPECT_THAT(site.metrics.text(), HasSubstr("nomic_http_limits_total{limit=\"body_rate\"} 1\n"));
  EXPECT_EQ(status_of(begun_body(site, "192.0.2.2", 200'000)->read_answer()), 200U);
}

TEST(Limits, OneBodyIsTakenHoweverLongItIs) {
  HttpLimits limits;
  limits.bodies_of_client = limits.body_rate_at_once = 1000;
  Listening site(limits, {}, {"127.0.0.1"});
  EXPECT_EQ(status_of(begun_body(site, "192.0.2.1", 200'000)->read_answer()), 200U);
}

TEST(Limits, BodiesOfAll) {
  HttpLimits limits;
  limits.bodies = 300'000;
  Listening site(limits, {}, {"127.0.0.1"});
  const auto first = begun_body(site, "192.0.2.1", 50'000);
  const auto second = begun_body(site, "192.0.2.1", 100'000);
  const auto other = begun_body(site, "192.0.2.2", 130'000);
  const auto third = begun_body(site, "192.0.2.3", 60'000);
  EXPECT_EQ(first->read_all(), "");
  EXPECT_TRUE(first->ended()) << "the oldest of the address with the most";
  second->send(std::string(100'000, 'x'));
  EXPECT_EQ(status_of(second->read_answer()), 200U) << "now 192.0.2.2 has the most, and has made room";
  EXPECT_EQ(other->read_all(), "");
  EXPECT_TRUE(other->ended());
  third->send(std::string(140'000, 'x'));
  EXPECT_EQ(status_of(third->read_answer()), 200U);
  EXPECT_TRUE(others_are_served(site));
}

TEST(Limits, FewerConnectionsWhereFewFilesMayBeOpen) {
  const HttpLimits limits;
  EXPECT_EQ(limits.within(16'384).connections, 1536U);
  EXPECT_EQ(limits.within(1792).connections, 1536U);
  EXPECT_EQ(limits.within(1024).connections, 768U);
  EXPECT_EQ(limits.within(1024).connections_of_client, 256U);
  EXPECT_EQ(limits.within(1024).streams, 576U);
  EXPECT_EQ(limits.within(256).connections, 128U);
  EXPECT_EQ(limits.within(256).connections_of_client, 64U);
}

TEST(Limits, TwoThousandConnections) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < 2500) GTEST_SKIP() << "no more than " << files.rlim_cur << " files may be open here";
  HttpLimits limits;
  limits.connections_of_client = 16;
  Listening site(limits);
  std::vector<std::unique_ptr<RawClient>> many;
  for (int each = 0; each < 2000; ++each) {
    many.push_back(std::make_unique<RawClient>(site.port()));
    ASSERT_TRUE(many.back()->is_open()) << each;
  }
  EXPECT_TRUE(others_are_served(site));
  many[0]->send(get(site, "/"));
  EXPECT_EQ(status_of(many[0]->read_answer()), 200U) << "who was there is served";
  int told = 0;
  int left_without = 0;
  for (std::size_t each = 16; each < many.size(); ++each) {
    const std::string answer = many[each]->read_all();
    EXPECT_TRUE(many[each]->ended());
    told += status_of(answer) == 429U ? 1 : 0;
    left_without += answer.empty() ? 1 : 0;
  }
  EXPECT_GE(told, 64);
  EXPECT_EQ(told + left_without, 2000 - 16);
  many.clear();
  std::string again;
  for (int waited = 0; waited < 200 && status_of(again) != 200; ++waited) {
    std::this_thread::sleep_for(milliseconds(10));
    again = site.get("/");
  }
  EXPECT_EQ(status_of(again), 200U) << "once they have left, the address is served again";
}

// Sent as fast as it goes, until the server takes no more.
std::size_t flood(const Listening& site, const std::string& head, const std::string& piece, std::string& answer) {
  constexpr std::size_t GIGABYTE = std::size_t{1} << 30U;
  RawClient client(site.port());
  client.send(site.with_port(head));
  std::size_t sent = 0;
  std::thread reader([&] { answer = client.read_until("}\n"); });
  while (sent < GIGABYTE && client.send(piece)) sent += piece.size();
  reader.join();
  return sent;
}

TEST(Limits, AGigabyteIsNotTaken) {
  Listening site;
  const std::string piece(std::size_t{1} << 20U, 'a');
  std::string answer;
  const std::string post = "POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n";
  EXPECT_LT(flood(site, post + "Content-Length: 1073741824\r\n\r\n", piece, answer), std::size_t{256} << 20U);
  EXPECT_EQ(status_of(answer), 413U) << answer;
  const std::string chunk = "100000\r\n" + piece + "\r\n";
  EXPECT_LT(flood(site, post + "Transfer-Encoding: chunked\r\n\r\n", chunk, answer), std::size_t{256} << 20U);
  EXPECT_EQ(status_of(answer), 413U) << answer;
  EXPECT_TRUE(site.echo.asked().empty());
  EXPECT_TRUE(others_are_served(site));
}

}  // namespace
}  // namespace nomic::tools
