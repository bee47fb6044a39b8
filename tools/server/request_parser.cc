// The one source that Beast's parser is compiled in.
#include "request_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace nomic::tools {
namespace {

namespace beast_http = boost::beast::http;

// However long a body is, of what frames it (sizes of chunks, what is said beside them) no more than this waits.
constexpr std::size_t MOST_UNREAD = std::size_t{32} << 10U;

// Beast counts a head by what it has parsed, so that one byte more or less depends on how the head came in pieces. What
// it is given is a bound of memory; the limit itself is counted here.
constexpr std::uint32_t SPARE_FOR_HEAD = 64;

// The last bytes of a body in chunks: "0\r\n\r\n". Of fewer, looked at once more, Beast asserts that there are so many:
// a program that was compiled with assertions would end where a client sends them one by one.
constexpr std::size_t LAST_OF_CHUNKS = 5;

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

struct RequestParser::Self {
  beast_http::request_parser<beast_http::string_body> parser;
};

RequestParser::RequestParser(const HttpLimits& limits)
    : self_(std::make_unique<Self>()), most_head_(limits.head), most_(limits.head + MOST_UNREAD) {
  self_->parser.header_limit(static_cast<std::uint32_t>(limits.head) + SPARE_FOR_HEAD);
  self_->parser.body_limit(limits.body);
}

RequestParser::~RequestParser() = default;

RequestParser::At RequestParser::take(std::string& buffer) {
  if (at_ != At::HEAD && at_ != At::BODY) return at_;
  return at_ = went(buffer);
}

RequestParser::At RequestParser::went(std::string& buffer) {
  auto& parser = self_->parser;
  if (at_ == At::BODY && parser.is_done()) {
    request_.body = std::move(parser.get().body());
    return At::END;
  }
  if (buffer.empty()) return at_;
  const bool is_last_begun = buffer.front() == '0' && buffer.size() < LAST_OF_CHUNKS;
  if (at_ == At::BODY && parser.chunked() && is_last_begun) return at_;
  boost::beast::error_code error;
  const std::size_t used = parser.put(boost::asio::buffer(buffer), error);
  buffer.erase(0, used);
  if (at_ == At::HEAD && !fits(used, buffer)) return At::HEAD_TOO_LARGE;
  if (error && error != beast_http::error::need_more) {
    if (error == beast_http::error::header_limit) return At::HEAD_TOO_LARGE;
    if (error == beast_http::error::body_limit) return At::BODY_TOO_LARGE;
    why_ = error.message();
    return At::MALFORMED;
  }
  if (at_ == At::HEAD && parser.is_header_done()) {
    take_head();
    // From here on as much as there is at once.
    parser.eager(true);
    return At::BODY;
  }
  if (at_ == At::BODY && parser.is_done()) return went(buffer);
  if (buffer.size() > most_) {
    why_ = "a line of it has no end";
    return at_ == At::HEAD ? At::HEAD_TOO_LARGE : At::MALFORMED;
  }
  return at_;
}

// Whether the head keeps within its limit, after so many bytes more of it were parsed. Until its end is seen, all that
// is left is its too.
bool RequestParser::fits(std::size_t used, const std::string& left) {
  head_ += used;
  return head_ + (self_->parser.is_header_done() ? 0 : left.size()) <= most_head_;
}

void RequestParser::take_head() {
  const auto& head = self_->parser.get();
  request_.method = std::string(head.method_string());
  auto target = parse_target({head.target().data(), head.target().size()});
  if (target) {
    request_.target = *std::move(target);
  } else {
    bad_target_ = target.error();
  }
  for (const auto& field : head) {
    request_.headers.emplace_back(lower_case({field.name_string().data(), field.name_string().size()}),
                                  std::string(field.value()));
  }
}

void RequestParser::limit_body(std::size_t most) {
  self_->parser.body_limit(most);
}

std::size_t RequestParser::body_size() const {
  return at_ == At::END ? request_.body.size() : self_->parser.get().body().size();
}

unsigned RequestParser::version() const {
  return self_->parser.get().version();
}

bool RequestParser::stays() const {
  return self_->parser.keep_alive();
}

bool RequestParser::awaits_continue() const {
  if (version() < 11 || self_->parser.is_done()) return false;
  for (const auto& [name, value] : request_.headers) {
    if (name == "expect") return true;
  }
  return false;
}

}  // namespace nomic::tools
