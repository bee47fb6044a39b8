#include "response_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <utility>

#include "nomic/client/ascii.h"

namespace nomic::tools {
namespace {

namespace beast_http = boost::beast::http;

constexpr unsigned FIRST_FINAL = 200;
constexpr unsigned FIRST_REFUSAL = 300;
constexpr std::size_t MOST_UNREAD = std::size_t{128} << 10U;

}  // namespace

struct ResponseParser::Self {
  explicit Self(std::size_t most) {
    parser.eager(true);
    parser.body_limit(most);
  }
  beast_http::response_parser<beast_http::string_body> parser;
};

ResponseParser::ResponseParser(std::size_t most, std::size_t most_of_refusal)
    : self_(std::make_unique<Self>(most)), most_of_refusal_(most_of_refusal) {}

ResponseParser::~ResponseParser() = default;

void ResponseParser::take_head() {
  has_head_ = true;
  auto& message = self_->parser.get();
  answer_.status = message.result_int();
  for (const auto& field : message) {
    const std::string_view name(field.name_string().data(), field.name_string().size());
    answer_.headers.emplace_back(ascii_lower(name), std::string(field.value().data(), field.value().size()));
  }
}

bool ResponseParser::is_too_long() const {
  if (answer_.status < FIRST_REFUSAL) return false;
  const auto length = self_->parser.content_length();
  return (length && *length > most_of_refusal_) || self_->parser.get().body().size() > most_of_refusal_;
}

ResponseParser::At ResponseParser::take(std::string_view bytes) {
  auto& parser = self_->parser;
  boost::beast::error_code error;
  rest_ += bytes;
  if (bytes.empty()) {
    // Before the first byte there is nothing to end.
    if (!parser.got_some()) return At::MALFORMED;
    parser.put_eof(error);
    if (error) return At::MALFORMED;
  } else {
    const std::size_t used = parser.put(boost::asio::buffer(rest_), error);
    rest_.erase(0, used);
    if (error == beast_http::error::body_limit) return At::TOO_LONG;
    if (error && error != beast_http::error::need_more) return At::MALFORMED;
  }
  // A head has a limit of its own. Behind it only the extension of a chunk, or a trailer, can be so long.
  if (rest_.size() > MOST_UNREAD) return At::TOO_LONG;
  if (!parser.is_header_done()) return At::MORE;
  if (!has_head_) take_head();
  // An interim answer is no answer: nobody here has asked for one.
  if (answer_.status < FIRST_FINAL) return At::MALFORMED;
  if (is_too_long()) return At::TOO_LONG;
  if (!parser.is_done()) return At::HEAD;
  answer_.body = std::move(parser.get().body());
  return At::END;
}

}  // namespace nomic::tools
