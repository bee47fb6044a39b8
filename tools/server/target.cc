#include "nomic/server/target.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/views/json.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

Failure bad_target(std::string what, std::string hint) {
  Failure failure = usage(std::move(what), std::move(hint));
  failure.code = "BAD_TARGET";
  return failure;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_whole_utf8(std::string_view text) {
  while (!text.empty()) {
    if (!take_character(text).valid) return false;
  }
  return true;
}

// U+0000 to U+001F and U+007F to U+009F, of valid UTF-8.
bool has_control(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 || byte == 0x7F) return true;
    const bool is_c1 = byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
    if (is_c1) return true;
  }
  return false;
}

enum class Of { PATH, QUERY };

Result<std::string> decoded(std::string_view sent, Of of) {
  const auto badly_encoded = [&] {
    return bad_target(fmt::format("{} in the address is not well encoded.", in_quotes(as_utf8(std::string(sent)))),
                      "write each byte of UTF-8 that is no letter or digit as % and two hex digits");
  };
  std::string out;
  for (std::size_t at = 0; at < sent.size(); ++at) {
    if (sent[at] != '%') {
      out += of == Of::QUERY && sent[at] == '+' ? ' ' : sent[at];
      continue;
    }
    const int high = at + 2 < sent.size() ? hex_digit(sent[at + 1]) : -1;
    const int low = high < 0 ? -1 : hex_digit(sent[at + 2]);
    if (low < 0) return badly_encoded();
    out += static_cast<char>(high * 16 + low);
    at += 2;
  }
  if (!is_whole_utf8(out)) return badly_encoded();
  if (has_control(out)) {
    return bad_target("the address has a control character.", "leave it out: no name and no value here has one");
  }
  return out;
}

// Of a path: what stands between two slashes.
Result<std::string> part_of(std::string_view sent) {
  if (sent.empty()) {
    return bad_target("the path has an empty part.", "write one slash between two parts, and none at the end");
  }
  NOMIC_ASSIGN(auto part, decoded(sent, Of::PATH));
  if (part == "." || part == "..") {
    return bad_target("a part of the path is . or .., which lead elsewhere.", "write the path that is meant");
  }
  if (part.find_first_of("/\\") != std::string::npos) {
    return bad_target("a part of the path has a slash or a backslash.",
                      "ask for a game with such a name by its identity: GET /v1/games lists both");
  }
  return part;
}

// Between signs, empty pieces included.
std::vector<std::string_view> pieces_of(std::string_view text, char sign) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(sign);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                       c == '_' || c == '.' || c == '~';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Result<Query> query_of(std::string_view sent) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string_view piece : pieces_of(sent, '&')) {
    if (piece.empty()) continue;
    const std::size_t sign = piece.find('=');
    NOMIC_ASSIGN(auto name, decoded(piece.substr(0, sign), Of::QUERY));
    NOMIC_ASSIGN(auto value,
                 decoded(sign == std::string_view::npos ? std::string_view() : piece.substr(sign + 1), Of::QUERY));
    all.emplace_back(std::move(name), std::move(value));
  }
  return Query(std::move(all));
}

}  // namespace

Result<Target> parse_target(std::string_view sent) {
  if (!sent.starts_with('/')) {
    return bad_target("the target of a request is a path that begins with a slash: this is no proxy.",
                      "send the path alone, and the server's name in Host");
  }
  if (sent.find('#') != std::string_view::npos) {
    return bad_target("the address has a fragment, which is for the page that shows it.",
                      "leave out the # and all behind it; a # in a name is written %23");
  }
  Target target;
  const std::size_t sign = sent.find('?');
  const std::string_view path = sent.substr(1, sign == std::string_view::npos ? sign : sign - 1);
  for (const std::string_view piece : path.empty() ? std::vector<std::string_view>() : pieces_of(path, '/')) {
    NOMIC_ASSIGN(auto part, part_of(piece));
    target.parts_.push_back(std::move(part));
  }
  NOMIC_ASSIGN(auto query, query_of(sign == std::string_view::npos ? std::string_view() : sent.substr(sign + 1)));
  target.query_ = std::move(query);
  return target;
}

std::string Target::path() const {
  std::string out;
  for (const std::string& part : parts_) out += "/" + encoded(part);
  return out.empty() ? "/" : out;
}

std::string Target::text() const {
  const std::string query = query_.text();
  return query.empty() ? path() : path() + "?" + query;
}

std::string Query::text() const {
  std::string out;
  for (const auto& [name, value] : all_) {
    out += fmt::format("{}{}={}", out.empty() ? "" : "&", encoded(name), encoded(value));
  }
  return out;
}

Result<std::optional<std::string>> Query::one(std::string_view name) const {
  auto values = several(name);
  if (values.size() > 1) return usage(fmt::format("the parameter {} is given twice.", name), "give it once");
  if (values.empty()) return std::optional<std::string>();
  return std::optional(std::move(values.front()));
}

std::vector<std::string> Query::several(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [known, value] : all_) {
    if (known == name) values.push_back(value);
  }
  return values;
}

Status Query::check(const std::vector<std::string>& known) const {
  for (const auto& [name, value] : all_) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (known.empty()) return usage(fmt::format("there is no parameter {} here.", in_quotes(name)), "leave it out");
    return unknown_word("parameter", name, known);
  }
  return ledger::Done{};
}

}  // namespace nomic::tools
