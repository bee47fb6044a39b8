// A listener serves many, in order, within its limits, and leaves nobody it has taken a request from without an answer.
#include "nomic/server/listener.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tools/server/listening.h"

namespace nomic::tools {
namespace {

using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* HOST = " HTTP/1.1\r\nHost: 127.0.0.1:@\r\n";

std::string request(const Listening& site, const std::string& line, const std::string& rest = "\r\n") {
  return site.with_port(line + HOST + rest);
}

TEST(Listener, AnswersOneAfterTheOtherOnOneConnection) {
  Listening site;
  RawClient client(site.port());
  // Sent at once; the first takes longer.
  client.send(request(site, "GET /later") + request(site, "POST /b", "Content-Length: 2\r\n\r\nhi") +
              request(site, "POST /c", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n2;x=y\r\nbc\r\n0\r\n\r\n"));
  EXPECT_THAT(client.read_answer(), EndsWith("\r\n\r\nGET /later 0 "));
  EXPECT_THAT(client.read_answer(), EndsWith("\r\n\r\nPOST /b 2 hi"));
  const std::string last = client.read_answer();
  EXPECT_THAT(last, EndsWith("\r\n\r\nPOST /c 3 abc"));
  EXPECT_EQ(header_of(last, "connection"), "keep-alive");
  EXPECT_EQ(header_of(last, "x-content-type-options"), "nosniff");
  EXPECT_FALSE(client.ended());
}

TEST(Listener, SendsOnlyTheHeadToWhoAsksForIt) {
  Listening site;
  RawClient client(site.port());
  client.send(request(site, "HEAD /abc") + request(site, "GET /x"));
  const std::string both = client.read_until("GET /x 0 ");
  EXPECT_THAT(both, HasSubstr("content-length: 11\r\n")) << "that of GET /abc 0 ";
  EXPECT_THAT(both, Not(HasSubstr("GET /abc 0 ")));
  EXPECT_THAT(both, EndsWith("GET /x 0 "));
}

TEST(Listener, SaysWhenABodyMayCome) {
  Listening site;
  RawClient client(site.port());
  client.send(request(site, "POST /x", "Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hi");
  EXPECT_THAT(client.read_all(), EndsWith("POST /x 2 hi"));
  RawClient other(site.port());
  other.send(request(site, "POST /x", "Expect: 100-continue\r\nContent-Length: 300000\r\n\r\n"));
  EXPECT_EQ(status_of(other.read_all()), 413U) << "before any of it is sent";
}

TEST(Listener, TellsWhoAsks) {
  Listening site;
  RawClient client(site.socket);
  client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  client.read_all();
  EXPECT_EQ(status_of(site.get("/b?c=d", "X-Y: z\r\n")), 200U);
  const auto asked = site.echo.asked();
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_TRUE(asked[0].local);
  EXPECT_THAT(asked[0].peer, StartsWith("uid "));
  EXPECT_FALSE(asked[1].local);
  EXPECT_THAT(asked[1].peer, StartsWith("127.0.0.1:"));
  EXPECT_EQ(asked[1].target.text(), "/b?c=d");
  EXPECT_THAT(asked[1].headers, testing::Contains(testing::Pair("x-y", "z")));
}

TEST(Listener, LogsNoSecrets) {
  Listening site;
  EXPECT_EQ(status_of(site.get("/v1/\"x?token=hunter2", "Authorization: Bearer hunter3\r\nCookie: hunter4\r\n")), 200U);
  site.listener->leave();
  ASSERT_EQ(site.lines.size(), 1U);
  EXPECT_THAT(site.lines[0], StartsWith(R"({"event":"request","method":"GET","path":"/v1/%22x","status":200,"ms":)"));
  EXPECT_THAT(site.lines[0], Not(HasSubstr("hunter")));
}

TEST(Listener, AnswersWhatItHasTakenBeforeItLeaves) {
  Listening site;
  RawClient quiet(site.port());
  RawClient asks(site.port());
  asks.send(request(site, "GET /later"));
  while (site.echo.asked().empty()) std::this_thread::sleep_for(milliseconds(1));
  site.listener->leave();
  const std::string answer = asks.read_all();
  EXPECT_THAT(answer, EndsWith("GET /later 0 "));
  EXPECT_EQ(header_of(answer, "connection"), "close");
  EXPECT_EQ(quiet.read_all(), "");
  EXPECT_TRUE(quiet.ended());
  EXPECT_FALSE(RawClient(site.socket).is_open());
  EXPECT_FALSE(std::filesystem::exists(site.socket)) << "the socket is gone";
}

TEST(Listener, CutsOffWhatNeverEnds) {
  HttpLimits limits;
  limits.leaving_time = milliseconds(100);
  Listening site(limits);
  RawClient client(site.port());
  client.send(request(site, "GET /never"));
  while (site.echo.asked().empty()) std::this_thread::sleep_for(milliseconds(1));
  site.listener->leave();
  EXPECT_EQ(client.read_all(), "");
  EXPECT_TRUE(client.ended());
}

// ---- Streams.

TEST(Listener, StreamsWhatIsWrittenUntilItIsClosed) {
  Listening site;
  RawClient client(site.port());
  client.send(request(site, "GET /stream"));
  const auto sink = site.echo.sink();
  ASSERT_TRUE(sink);
  EXPECT_TRUE(sink->write("one\n"));
  EXPECT_TRUE(sink->write(""));
  EXPECT_TRUE(sink->write("two\n"));
  sink->close();
  EXPECT_FALSE(sink->write("three\n"));
  std::string body = client.read_all();
  EXPECT_EQ(header_of(body, "transfer-encoding"), "chunked");
  body.erase(0, body.find("\r\n\r\n") + 4);
  EXPECT_THAT(body, StartsWith("7\r\nbegins\n\r\n"));
  EXPECT_THAT(body, EndsWith("\r\n0\r\n\r\n"));
  EXPECT_THAT(body, HasSubstr("one\n"));
  EXPECT_THAT(body, HasSubstr("two\n"));
}

TEST(Listener, TellsTheWriterThatTheReaderHasGone) {
  Listening site;
  {
    RawClient client(site.port());
    client.send(request(site, "GET /stream"));
    ASSERT_TRUE(site.echo.sink());
  }
  bool told = false;
  for (int waited = 0; waited < 500 && !told; ++waited) {
    std::this_thread::sleep_for(milliseconds(10));
    told = !site.echo.sink()->write("x");
  }
  EXPECT_TRUE(told);
}

TEST(Listener, CutsOffAReaderWhoDoesNotRead) {
  Listening site;
  RawClient client(site.port());
  client.send(request(site, "GET /stream"));
  const auto sink = site.echo.sink();
  ASSERT_TRUE(sink);
  // More than the system keeps for a socket, and the bound above it.
  std::size_t written = 0;
  while (written < (std::size_t{256} << 20U) && sink->write(std::string(65536, 'x'))) {
    written += 65536;
    EXPECT_LE(sink->waiting(), HttpLimits().unread);
  }
  EXPECT_LT(written, std::size_t{64} << 20U);
  client.read_all();
  EXPECT_TRUE(client.ended());
  EXPECT_THAT(site.metrics.text(), HasSubstr("nomic_http_limits_total{limit=\"unread\"} 1\n"));
}

TEST(Listener, EndsStreamsWhenItLeaves) {
  Listening site;
  RawClient client(site.port());
  client.send(request(site, "GET /stream"));
  ASSERT_TRUE(site.echo.sink());
  site.echo.sink()->write("last\n");
  site.listener->leave();
  EXPECT_THAT(client.read_all(), EndsWith("\r\n0\r\n\r\n"));
  EXPECT_FALSE(site.echo.sink()->write("more\n"));
}

// A record may be longer than what may wait. Who has taken all before it gets it.
TEST(Streams, OneLongWriteGoesThroughWhereNothingWaits) {
  HttpLimits limits;
  limits.unread = 1000;
  Listening site(limits);
  RawClient client(site.port());
  client.send(request(site, "GET /stream"));
  client.read_until("begins\n");
  const auto sink = site.echo.sink();
  ASSERT_TRUE(sink);
  while (sink->waiting() != 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(sink->write(std::string(100'000, 'a') + "end\n"));
  EXPECT_EQ(client.read_until("end\n").find("aaaa") != std::string::npos, true);
}

}  // namespace
}  // namespace nomic::tools
