#include "problem.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace nomic::tools {
namespace {

constexpr std::array<std::pair<unsigned, std::string_view>, 33> REASONS = {{
    {100, "Continue"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {507, "Insufficient Storage"},
}};

}  // namespace

std::string_view reason_of(unsigned status) {
  for (const auto& [number, reason] : REASONS) {
    if (number == status) return reason;
  }
  return {};
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\u{:04x}", byte);
    } else if (byte >= 0x80) {
      // What comes here is of a network, where nothing but ASCII is promised.
      out += "\\ufffd";
    } else {
      out += c;
    }
  }
  return out + '"';
}

HttpAnswer problem(unsigned status, std::string_view what, std::string_view hint) {
  HttpAnswer answer;
  answer.status = status;
  answer.headers = {{"content-type", "application/problem+json"}, {"cache-control", "no-store"}};
  answer.body =
      fmt::format(R"({{"title":{},"status":{},"detail":{})", json_string(reason_of(status)), status, json_string(what));
  if (!hint.empty()) answer.body += fmt::format(R"(,"hint":{})", json_string(hint));
  answer.body += "}\n";
  return answer;
}

HttpAnswer too_many(std::string_view what, unsigned retry_after, unsigned status) {
  HttpAnswer answer = problem(status, what, fmt::format("ask again in {} s", retry_after));
  answer.headers.emplace_back("retry-after", std::to_string(retry_after));
  return answer;
}

}  // namespace nomic::tools
