#include "api/target.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

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

Failure badly_encoded(std::string_view typed) {
  return usage(fmt::format("{} in the address is not well encoded.", in_quotes(typed)),
               "write what is no letter or digit as % and two hex digits a byte of UTF-8");
}

Result<std::string> decoded(std::string_view typed, bool in_query) {
  std::string out;
  for (std::size_t at = 0; at < typed.size(); ++at) {
    if (typed[at] != '%') {
      out += in_query && typed[at] == '+' ? ' ' : typed[at];
      continue;
    }
    const int high = at + 2 < typed.size() ? hex_digit(typed[at + 1]) : -1;
    const int low = high < 0 ? -1 : hex_digit(typed[at + 2]);
    if (low < 0) return badly_encoded(typed);
    out += static_cast<char>(high * 16 + low);
    at += 2;
  }
  if (!is_whole_utf8(out)) return badly_encoded(typed);
  return out;
}

// What stands between signs, empty pieces included.
std::vector<std::string_view> pieces_of(std::string_view text, char sign) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(sign);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Result<Target> parse_target(std::string_view target) {
  const std::size_t question = target.find('?');
  const std::string_view path = target.substr(0, question);
  if (!path.starts_with('/')) return usage(fmt::format("{} is no path.", in_quotes(path)), "it begins with /v1/");
  Target out;
  for (const std::string_view piece : pieces_of(path.substr(1), '/')) {
    auto part = decoded(piece, false);
    if (!part) return part.error();
    out.parts.push_back(std::move(*part));
  }
  if (question == std::string_view::npos) return out;
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string_view piece : pieces_of(target.substr(question + 1), '&')) {
    if (piece.empty()) continue;
    const std::size_t sign = piece.find('=');
    auto name = decoded(piece.substr(0, sign), true);
    if (!name) return name.error();
    auto value = decoded(sign == std::string_view::npos ? std::string_view() : piece.substr(sign + 1), true);
    if (!value) return value.error();
    all.emplace_back(std::move(*name), std::move(*value));
  }
  out.query = Query(std::move(all));
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
