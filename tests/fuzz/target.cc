// The parser of targets with arbitrary bytes. What it takes has one canonical form, which parses back to the same
// value; no part is empty, a dot segment, or has a slash, a backslash or a control character; and decoding a canonical
// form changes nothing more, however often it is done. What it refuses has a code, a reason and advice.
//
// Two spellings of one byte are one target: each input is tried once more with its first letter percent-encoded.
#include "nomic/server/target.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "api/route.h"

namespace {

using namespace nomic::tools;

void must(bool holds) {
  if (!holds) std::abort();
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void must_be_sound(const std::string& part) {
  must(!part.empty() && part != "." && part != "..");
  must(part.find_first_of("/\\") == std::string::npos);
  for (const char c : part) must(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
}

// The path with its first letter behind the first slash as %XX; empty: it has none.
std::string with_a_letter_encoded(std::string_view sent) {
  for (std::size_t at = 1; at < sent.size() && sent[at] != '?' && sent[at] != '#' && sent[at] != '%'; ++at) {
    if (!is_letter(sent[at])) continue;
    const char* digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(sent[at]);
    std::string out(sent.substr(0, at));
    out += {'%', digits[byte >> 4U], digits[byte & 15U]};
    return out.append(sent.substr(at + 1));
  }
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view sent(reinterpret_cast<const char*>(data), size);
  const auto target = parse_target(sent);
  const std::string encoded = with_a_letter_encoded(sent);
  if (!encoded.empty()) {
    const auto same = parse_target(encoded);
    must(same.ok() == target.ok());
    if (target) must(same->text() == target->text() && same->parts() == target->parts());
  }
  if (!target) {
    must(target.error().code == "BAD_TARGET" && !target.error().what.empty() && !target.error().hint.empty());
    return 0;
  }
  for (const std::string& part : target->parts()) must_be_sound(part);
  const std::string text = target->text();
  for (const char c : text) must(c > ' ' && c < 0x7F && c != '#');
  const auto again = parse_target(text);
  must(again.ok());
  must(again->text() == text && again->parts() == target->parts() && again->path() == target->path());
  // A route is found by the value alone.
  for (const char* method : {"GET", "POST"}) {
    must(find_route(method, *target) == find_route(method, *again));
  }
  return 0;
}
