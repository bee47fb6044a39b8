#include "exchange.h"

#include <fmt/format.h>

#include "response_parser.h"

namespace nomic::tools {
namespace {

constexpr std::size_t AT_ONCE = std::size_t{64} << 10U;

std::string text_of(const std::string& host, const HttpAsked& asked, bool stays) {
  std::string text = fmt::format("{} {} HTTP/1.1\r\nhost: {}\r\nconnection: {}\r\n", asked.method, asked.target, host,
                                 stays ? "keep-alive" : "close");
  if (asked.method != "GET") text += fmt::format("content-length: {}\r\n", asked.body.size());
  for (const auto& [name, value] : asked.headers) text += fmt::format("{}: {}\r\n", name, value);
  return text + "\r\n" + asked.body;
}

}  // namespace

std::string_view HttpAnswered::header(std::string_view name) const {
  for (const auto& [known, value] : headers) {
    if (known == name) return value;
  }
  return {};
}

ledger::Result<HttpAnswered, NoAnswer> exchange(Wire& wire, const std::string& host, const HttpAsked& asked,
                                                WireTime until, bool to_head) {
  const std::string text = text_of(host, asked, to_head);
  bool is_sent = true;
  for (std::size_t sent = 0; sent < text.size();) {
    const std::ptrdiff_t count = wire.write(std::string_view(text).substr(sent), until);
    if (count == 0) return NoAnswer::NOT_SENT;
    // A refusal may lie there already: the server need not read all of what is too long.
    if (count < 0) {
      is_sent = false;
      break;
    }
    sent += static_cast<std::size_t>(count);
  }
  const NoAnswer otherwise = is_sent ? NoAnswer::NONE_IN_TIME : NoAnswer::NOT_SENT;
  ResponseParser parser(asked.most, MOST_OF_PROBLEM);
  std::vector<char> bytes(AT_ONCE);
  for (;;) {
    const Wire::Read read = wire.read(bytes.data(), bytes.size(), until);
    if (read.got == Wire::Got::LATE || read.got == Wire::Got::BROKEN) return otherwise;
    switch (parser.take({bytes.data(), read.count})) {
      case ResponseParser::At::MORE:
        break;
      case ResponseParser::At::HEAD:
        if (to_head) return std::move(parser.answer());
        break;
      case ResponseParser::At::END:
        return std::move(parser.answer());
      case ResponseParser::At::MALFORMED:
        return otherwise;
      case ResponseParser::At::TOO_LONG:
        return NoAnswer::TOO_LONG;
    }
    // Nothing more comes.
    if (read.got == Wire::Got::END) return otherwise;
  }
}

}  // namespace nomic::tools
