#include "request_check.h"

#include <algorithm>
#include <string>
#include <string_view>

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

int hex(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
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

// A path with what is encoded in it decoded; nothing where that cannot be done, or where it hides a control character.
std::optional<std::string> decoded(std::string_view path) {
  std::string out;
  for (std::size_t at = 0; at < path.size(); ++at) {
    char c = path[at];
    if (c == '%') {
      if (at + 2 >= path.size()) return std::nullopt;
      const int high = hex(path[at + 1]);
      const int low = hex(path[at + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      at += 2;
    }
    if (is_control(c)) return std::nullopt;
    out += c;
  }
  return out;
}

bool climbs(std::string_view path) {
  std::size_t from = 0;
  while (from <= path.size()) {
    const std::size_t end = std::min(path.find_first_of("/\\", from), path.size());
    const std::string_view step = path.substr(from, end - from);
    if (step == "." || step == "..") return true;
    from = end + 1;
  }
  return false;
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

std::optional<HttpAnswer> refuses_target(const HttpRequest& request) {
  const std::string_view target = request.target;
  if (request.method == "CONNECT" || !target.starts_with('/')) {
    return problem(400, "the target of a request is a path that begins with a slash: this is no proxy");
  }
  const auto path = decoded(target.substr(0, target.find_first_of("?#")));
  if (!path) return problem(400, "the path is not well encoded: %XX is a byte, and no control character");
  if (climbs(*path)) return problem(400, "the path climbs: no step of a path here is . or ..");
  return std::nullopt;
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
