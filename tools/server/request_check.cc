#include "request_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "api/route.h"
#include "problem.h"

namespace nomic::tools {
namespace {

constexpr unsigned HTTP_1_1 = 11;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_same(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

bool is_token(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

HttpAnswer two_readings(std::string_view what) {
  return problem(400, what, "send one Content-Length, or Transfer-Encoding: chunked, and never both");
}

}  // namespace

std::optional<HttpAnswer> refuses_framing(const HttpRequest& request, unsigned version) {
  std::size_t lengths = 0;
  std::size_t encodings = 0;
  for (const auto& [name, value] : request.headers) {
    if (name == "content-length") {
      ++lengths;
      if (value.empty() || !std::all_of(value.begin(), value.end(), is_digit)) {
        return two_readings("the Content-Length is no number");
      }
    } else if (name == "transfer-encoding") {
      ++encodings;
      if (!is_same(value, "chunked")) return problem(501, "no Transfer-Encoding but chunked is known here");
    } else if (name == "expect" && !is_same(value, "100-continue")) {
      return problem(417, "nothing but 100-continue can be expected here");
    } else if (name == "upgrade" && request.method == "CONNECT") {
      return problem(400, "this is no proxy");
    }
  }
  if (lengths > 1) return two_readings("the request has several Content-Lengths");
  if (encodings > 1) return two_readings("the request has several Transfer-Encodings");
  if (lengths > 0 && encodings > 0) return two_readings("the request has a Content-Length and a Transfer-Encoding");
  if (encodings > 0 && version < HTTP_1_1) return two_readings("HTTP/1.0 has no Transfer-Encoding");
  return std::nullopt;
}

std::size_t body_limit(const HttpRequest& request, std::size_t most) {
  const RouteRow* row = find_route(request.method, request.target);
  return row == nullptr ? most : std::min(row->body, most);
}

std::optional<HttpAnswer> refuses_length(const HttpRequest& request, std::size_t most) {
  for (const auto& [name, value] : request.headers) {
    if (name != "content-length") continue;
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
    if (error != std::errc() || length > most) return body_too_large(most);
  }
  return std::nullopt;
}

HttpAnswer body_too_large(std::size_t most) {
  if (most == 0) return problem(413, "this takes no body", "send the request without one");
  return problem(413, fmt::format("the body is longer than {} bytes", most));
}

std::string_view unsound(const HttpAnswer& answer) {
  if (answer.status < 200 || answer.status > 599) return "a status that is none";
  for (const auto& [name, value] : answer.headers) {
    if (!is_token(name)) return "a header whose name is none";
    if (std::any_of(value.begin(), value.end(), is_control)) return "a header with a control character";
    for (const char* own : {"content-length", "transfer-encoding", "connection", "date"}) {
      if (is_same(name, own)) return "a header that the connection adds";
    }
  }
  return {};
}

}  // namespace nomic::tools
