// What must not get through, each against the real listener: requests with two readings, under other names, by pages of
// other sites, up out of the folder; and headers that hold more than one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/server/listening.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Attack {
  const char* name;
  std::string bytes;  // `@` is the port
  unsigned status;
};

std::string get(const std::string& target, const std::string& headers = {}) {
  return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:@\r\n" + headers + "\r\n";
}

std::string post(const std::string& headers, const std::string& body) {
  return "POST /v1/x HTTP/1.1\r\nHost: 127.0.0.1:@\r\n" + headers + "\r\n" + body;
}

std::string hosted(const std::string& headers) {
  return "GET / HTTP/1.1\r\n" + headers + "\r\n";
}

// A second request behind the first, for whoever reads the first another way.
const char* const HIDDEN = "0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n";

const std::vector<Attack>& attacks() {
  static const std::vector<Attack> ALL = {
      // Smuggling: where does it end?
      {"LengthAndChunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", HIDDEN), 400},
      {"ChunksAndLength", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", HIDDEN), 400},
      {"TwoLengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "123456"), 400},
      {"TwoLengthsThatAgree", post("Content-Length: 5\r\nContent-Length: 5\r\n", "12345"), 400},
      {"AListOfLengths", post("Content-Length: 5, 5\r\n", "12345"), 400},
      {"ALengthWithASign", post("Content-Length: +5\r\n", "12345"), 400},
      {"ALengthBelowNothing", post("Content-Length: -5\r\n", "12345"), 400},
      {"ALengthInHex", post("Content-Length: 0x5\r\n", "12345"), 400},
      {"ALengthBeyondNumbers", post("Content-Length: 99999999999999999999999\r\n", ""), 400},
      {"AnotherEncoding", post("Transfer-Encoding: gzip\r\n", HIDDEN), 501},
      {"ChunkedAndMore", post("Transfer-Encoding: chunked, identity\r\n", HIDDEN), 501},
      {"MoreAndChunked", post("Transfer-Encoding: gzip, chunked\r\n", HIDDEN), 501},
      {"ChunkedTwice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", HIDDEN), 400},
      {"AlmostChunked", post("Transfer-Encoding: xchunked\r\n", HIDDEN), 501},
      {"ChunksOfOldHttp", "POST / HTTP/1.0\r\nHost: 127.0.0.1:@\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"ASpaceBeforeTheColon", post("Content-Length : 5\r\n", "12345"), 400},
      {"LinesThatEndInHalf", "GET / HTTP/1.1\nHost: 127.0.0.1:@\n\n", 400},
      // Malformed chunks.
      {"AChunkOfNoSize", post("Transfer-Encoding: chunked\r\n", "xyz\r\n"), 400},
      {"AChunkBelowNothing", post("Transfer-Encoding: chunked\r\n", "-1\r\n"), 400},
      {"AChunkBeyondNumbers", post("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n"), 400},
      {"AChunkThatIsLonger", post("Transfer-Encoding: chunked\r\n", "3\r\nabcdef\r\n0\r\n\r\n"), 400},
      {"AChunkOfAGigabyte", post("Transfer-Encoding: chunked\r\n", "40000000\r\nabc"), 413},
      {"ALengthOfAGigabyte", post("Content-Length: 1073741824\r\n", "abc"), 413},
      // Names that are not ours.
      {"NoHost", hosted(""), 400},
      {"TwoHosts", hosted("Host: 127.0.0.1:@\r\nHost: evil.example\r\n"), 400},
      {"AnotherHost", hosted("Host: evil.example\r\n"), 421},
      {"AnotherHostAtOurPort", hosted("Host: evil.example:@\r\n"), 421},
      {"OurHostAtAnotherPort", hosted("Host: 127.0.0.1:1\r\n"), 421},
      {"OurHostAndMore", hosted("Host: 127.0.0.1:@.evil.example\r\n"), 421},
      {"AnEmptyHost", hosted("Host: \r\n"), 421},
      {"AForwardedHost", hosted("Host: evil.example\r\nX-Forwarded-Host: 127.0.0.1:@\r\n"), 421},
      {"AnotherSitesPage", get("/", "Origin: https://evil.example\r\n"), 403},
      {"APageOfNobody", get("/", "Origin: null\r\n"), 403},
      {"TwoOrigins", get("/", "Origin: http://127.0.0.1:@\r\nOrigin: https://evil.example\r\n"), 403},
      {"AnotherScheme", get("/", "Origin: https://127.0.0.1:@\r\n"), 403},
      {"AnotherSitesPicture", get("/", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"), 403},
      {"ANeighboursPage", get("/", "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n"), 403},
      // Paths that climb.
      {"Climbing", get("/v1/../../etc/passwd"), 400},
      {"ClimbingInCode", get("/v1/%2e%2E/etc/passwd"), 400},
      {"ClimbingByTheOtherSlash", get("/v1/..%5c..%5cetc"), 400},
      {"ClimbingBehindACodedSlash", get("/v1/x%2f../y"), 400},
      {"StayingWhereOneIs", get("/v1/./x"), 400},
      {"HalfACode", get("/v1/%4"), 400},
      {"ACodeThatIsNone", get("/v1/%zz"), 400},
      {"ACodedEndOfText", get("/v1/x%00.json"), 400},
      {"ACodedEndOfLine", get("/v1/x%0d%0aSet-Cookie:%20a=b"), 400},
      {"AWholeUrl", get("http://evil.example/"), 400},
      {"ATunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400},
      {"AStar", "OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400},
      // What is no HTTP.
      {"AnotherVersion", "GET / HTTP/2.0\r\nHost: 127.0.0.1:@\r\n\r\n", 400},
      {"NoVersion", "GET /\r\n\r\n", 400},
      {"AHandshakeOfTls", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15), 400},
      {"AnEndOfTextInAHeader", get("/", std::string("X: a\0b\r\n", 8)), 400},
      {"AnExpectationOfMore", post("Expect: the-impossible\r\nContent-Length: 1\r\n", "1"), 417},
      {"AHeadTooLong", get("/", "X: " + std::string(20'000, 'a') + "\r\n"), 431},
      {"APathTooLong", get("/" + std::string(20'000, 'a')), 431},
      {"AHeaderWithoutEnd", "GET / HTTP/1.1\r\nX: " + std::string(60'000, 'a'), 431},
      {"ABodyTooLong", post("Content-Length: 262145\r\n", std::string(262'145, 'a')), 413},
  };
  return ALL;
}

TEST(Attacks, AreAnsweredAndEndTheConnection) {
  Listening site;
  for (const Attack& attack : attacks()) {
    RawClient client(site.port());
    client.send(site.with_port(attack.bytes));
    const std::string answer = client.read_all();
    EXPECT_EQ(status_of(answer), attack.status) << attack.name << "\n" << answer;
    EXPECT_TRUE(client.ended()) << attack.name;
    EXPECT_EQ(header_of(answer, "connection"), "close") << attack.name;
    EXPECT_EQ(header_of(answer, "content-type"), "application/problem+json") << attack.name;
    EXPECT_EQ(answer.find("HTTP/1.1 ", 1), std::string::npos) << attack.name << ": a second answer";
  }
  EXPECT_TRUE(site.echo.asked().empty()) << site.echo.asked().front().target.text();
  EXPECT_EQ(status_of(site.get("/")), 200) << "and everybody else is answered";
}

TEST(Attacks, WhatIsMeantForHereGetsThrough) {
  Listening site({}, "https://nomic.example");
  for (const std::string headers :
       {"Host: 127.0.0.1:@\r\n", "Host: localhost:@\r\n", "Host: LOCALHOST:@\r\n", "Host: nomic.example\r\n",
        "Host: nomic.example:443\r\n", "Host: nomic.example\r\nOrigin: https://nomic.example\r\n",
        "Host: nomic.example\r\nSec-Fetch-Site: same-origin\r\n",
        "Host: nomic.example\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n",
        "Host: localhost:@\r\nOrigin: http://localhost:@\r\n"}) {
    EXPECT_EQ(status_of(site.answer_to(hosted(headers + "Connection: close\r\n"))), 200) << headers;
  }
  EXPECT_EQ(status_of(site.get("/v1/a%20b/..c/...")), 200) << "dots are no steps upwards";
}

TEST(Attacks, TheSocketIsForItsOwnersProgramsAlone) {
  Listening site;
  for (const char* header : {"Origin: http://localhost", "Sec-Fetch-Site: same-origin", "X-Forwarded-For: 192.0.2.1",
                             "Forwarded: for=192.0.2.1", "Via: 1.1 proxy", "X-Real-IP: 192.0.2.1"}) {
    RawClient client(site.socket);
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + std::string(header) + "\r\n\r\n");
    EXPECT_EQ(status_of(client.read_all()), 403U) << header;
  }
  RawClient client(site.socket);
  client.send("GET / HTTP/1.1\r\nHost: anything\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(status_of(client.read_all()), 200U);
  ASSERT_EQ(site.echo.asked().size(), 1U);
  EXPECT_TRUE(site.echo.asked()[0].local);
}

TEST(Attacks, NoAnswerBringsAHeaderOfSomebodyElses) {
  for (const auto& [name, value] : HttpHeaders{{"location", "/a\r\nset-cookie: b=c"},
                                               {"x", "a\nb"},
                                               {"x", std::string("a\0b", 3)},
                                               {"x: y\r\nz", "a"},
                                               {"", "a"},
                                               {"Content-Length", "5"},
                                               {"transfer-encoding", "chunked"}}) {
    Listening site;
    site.echo.headers = {{name, value}};
    const std::string answer = site.get("/");
    EXPECT_EQ(status_of(answer), 500U) << name;
    EXPECT_THAT(answer, Not(HasSubstr("set-cookie")));
  }
}

// A trailer comes when all has been checked.
TEST(Attacks, WhatFollowsABodyIsNoHeader) {
  Listening site;
  const std::string answer =
      site.answer_to(post("Transfer-Encoding: chunked\r\nTrailer: Authorization\r\nConnection: close\r\n",
                          "3\r\nabc\r\n0\r\nAuthorization: forged\r\nHost: evil.example\r\n\r\n"));
  EXPECT_EQ(status_of(answer), 200U) << answer;
  const std::vector<HttpRequest> asked = site.echo.asked();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].body, "abc");
  for (const auto& [name, value] : asked[0].headers) {
    EXPECT_NE(name, "authorization");
    EXPECT_NE(value, "evil.example");
  }
}

}  // namespace
}  // namespace nomic::tools
