// A request is the same however its bytes come.
#include "request_parser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace nomic::tools {
namespace {

using At = RequestParser::At;

// Gives it the bytes in pieces of so many; where it is then.
At given(RequestParser& parser, std::string_view bytes, std::size_t piece, std::string& buffer) {
  At at = At::HEAD;
  while (!bytes.empty() && (at == At::HEAD || at == At::BODY)) {
    buffer += bytes.substr(0, piece);
    bytes.remove_prefix(std::min(piece, bytes.size()));
    at = parser.take(buffer);
    if (at == At::BODY) at = parser.take(buffer);
  }
  buffer += bytes;
  return at;
}

TEST(RequestParser, ReadsTheSameInPiecesOfAnySize) {
  const std::string head = "POST /x HTTP/1.1\r\nHost: a\r\n";
  struct Case {
    std::string bytes;
    std::string body;
  };
  for (const Case& each :
       {Case{head + "\r\n", ""}, Case{head + "Content-Length: 3\r\n\r\nabc", "abc"},
        // Its last bytes are few, and come one by one.
        Case{head + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ""},
        Case{head + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", "a"},
        Case{head + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n00\r\nT: u\r\n\r\n", "abc"}}) {
    for (std::size_t piece = 1; piece <= each.bytes.size() + 5; ++piece) {
      SCOPED_TRACE(testing::Message() << each.bytes << " in pieces of " << piece);
      RequestParser parser({});
      std::string buffer;
      ASSERT_EQ(given(parser, each.bytes + "GET /", piece, buffer), At::END);
      EXPECT_EQ(parser.request().method, "POST");
      EXPECT_EQ(parser.request().target.text(), "/x");
      EXPECT_EQ(parser.request().body, each.body);
      EXPECT_EQ(buffer, "GET /") << "where the next begins";
    }
  }
}

// Beast alone takes or refuses a byte more by how the head was cut.
TEST(RequestParser, AHeadIsWithinItsLimitOrNotHoweverItComes) {
  HttpLimits limits;
  limits.head = 128;
  const std::string begin = "GET /%2e%2e HTTP/1.1\r\nHost: a\r\n";
  for (const std::size_t size : {limits.head - 1, limits.head, limits.head + 1, limits.head + 2, 4 * limits.head}) {
    for (const std::string_view line : {"T: ", "Host: ", "A-rather-long-name-of-a-header: "}) {
      // One long line, and as many short ones as fit before the last.
      for (const std::size_t longest : {size, std::size_t{40}}) {
        std::string head = begin;
        while (head.size() + longest + 40 < size)
          head += std::string(line) + std::string(longest - line.size() - 2, 'x') + "\r\n";
        head += std::string(line);
        head += std::string(size - head.size() - 4, 'x') + "\r\n\r\n";
        ASSERT_EQ(head.size(), size);
        for (std::size_t piece = 1; piece <= size + 4; ++piece) {
          SCOPED_TRACE(testing::Message() << size << " bytes in pieces of " << piece << ":\n" << head);
          RequestParser parser(limits);
          std::string buffer;
          EXPECT_EQ(given(parser, head + "GET", piece, buffer), size <= limits.head ? At::END : At::HEAD_TOO_LARGE);
        }
      }
    }
  }
}

}  // namespace
}  // namespace nomic::tools
