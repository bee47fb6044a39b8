#include "answer_text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "problem.h"

namespace nomic::tools {

std::string head_of(const HttpAnswer& answer, Framing framing, bool stays) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\ndate: {:%a, %d %b %Y %H:%M:%S} GMT\r\n", answer.status,
                                 reason_of(answer.status), fmt::gmtime(std::time(nullptr)));
  for (const auto& [name, value] : answer.headers) head += fmt::format("{}: {}\r\n", name, value);
  // What is answered is of the type that it says, and for pages of this server alone.
  head += "x-content-type-options: nosniff\r\ncross-origin-resource-policy: same-origin\r\n";
  const bool has_body = answer.status != 204 && answer.status != 304;
  if (framing == Framing::CHUNKED) head += "transfer-encoding: chunked\r\n";
  if (framing == Framing::LENGTH && has_body) head += fmt::format("content-length: {}\r\n", answer.body.size());
  return head + (stays ? "connection: keep-alive\r\n\r\n" : "connection: close\r\n\r\n");
}

std::string chunk_of(std::string_view bytes) {
  return bytes.empty() ? std::string() : fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
}

}  // namespace nomic::tools
