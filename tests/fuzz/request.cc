// The parser of requests with arbitrary bytes: however they are cut into pieces it reads the same request, or none;
// what it takes is within its limits; and what is not refused can be framed in one way only.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "request_check.h"
#include "request_parser.h"

namespace {

using namespace nomic::tools;
using At = RequestParser::At;

void must(bool holds) {
  if (!holds) std::abort();
}

HttpLimits limits() {
  HttpLimits limits;
  limits.head = 1024;
  limits.body = 512;
  return limits;
}

struct Read {
  At at = At::HEAD;
  bool had_head = false;
  HttpRequest request;
  std::string why;
  std::size_t left = 0;  // bytes behind it
};

// The first request in the bytes, which come in pieces of so many.
Read read(std::string_view bytes, std::size_t piece) {
  RequestParser parser(limits());
  Read read;
  std::string buffer;
  for (;;) {
    const std::size_t before = buffer.size();
    const At was = std::exchange(read.at, parser.take(buffer));
    read.had_head = read.had_head || read.at == At::BODY;
    if (read.at != At::HEAD && read.at != At::BODY) break;
    // As long as it takes anything, or has come to its body, it is asked again.
    if (buffer.size() != before || read.at != was) continue;
    if (bytes.empty()) break;
    buffer += bytes.substr(0, piece);
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  read.request = parser.request();
  read.why = parser.why();
  read.left = buffer.size() + bytes.size();
  if (!read.had_head) return read;
  // Asked as a connection asks; whatever they say, they say it without breaking.
  must(parser.version() == 10 || parser.version() == 11);
  static_cast<void>(parser.stays());
  static_cast<void>(parser.awaits_continue());
  return read;
}

std::size_t count_of(const HttpRequest& request, std::string_view name) {
  std::size_t count = 0;
  for (const auto& [known, value] : request.headers) {
    count += known == name ? 1U : 0U;
    must(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos);
    for (const char c : known) must(c > ' ' && c < 0x7F && !(c >= 'A' && c <= 'Z'));
  }
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Read whole = read(bytes, bytes.size() + 1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1024}}) {
    const Read cut = read(bytes, piece);
    // What is wrong may be found sooner in one piece than in many, where the rest is waited for.
    must((cut.at == At::END) == (whole.at == At::END));
    if (whole.at != At::END) continue;
    must(cut.left == whole.left);
    must(cut.request.method == whole.request.method && cut.request.target.text() == whole.request.target.text());
    must(cut.request.headers == whole.request.headers && cut.request.body == whole.request.body);
  }
  if (whole.at == At::MALFORMED) must(!whole.why.empty());
  if (whole.at != At::END) return 0;
  const HttpRequest& request = whole.request;
  must(request.body.size() <= limits().body);
  must(!request.method.empty());
  const std::size_t lengths = count_of(request, "content-length");
  const std::size_t encodings = count_of(request, "transfer-encoding");
  if (!refuses_framing(request, 11)) must(lengths + encodings <= 1);
  return 0;
}
