#include "complete/typed_line.h"

#include <utility>

namespace nomic::tools {
namespace {

constexpr std::string_view ENDS_WORDS = " \t\n";
constexpr std::string_view BREAKS = "=:";
constexpr std::string_view PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+,./:=@%^";

bool is_among(char c, std::string_view signs) {
  return signs.find(c) != std::string_view::npos;
}

// Whether the character needs no backslash before it. Beyond ASCII none does.
bool is_plain(char c) {
  return is_among(c, PLAIN) || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

TypedLine read_typed_line(std::string_view line) {
  TypedLine typed;
  bool in_word = false;
  bool escaped = false;
  for (const char c : line) {
    if (escaped) {
      typed.word += c;
      escaped = false;
    } else if (typed.quote == OpenQuote::SINGLE) {
      if (c == '\'') {
        typed.quote = OpenQuote::NONE;
      } else {
        typed.word += c;
      }
    } else if (c == '\\') {
      escaped = in_word = true;
    } else if (typed.quote == OpenQuote::DOUBLE) {
      if (c == '"') {
        typed.quote = OpenQuote::NONE;
      } else {
        typed.word += c;
      }
    } else if (is_among(c, ENDS_WORDS)) {
      if (in_word) typed.before.push_back(std::exchange(typed.word, {}));
      in_word = false;
      typed.kept = 0;
    } else if (c == '\'' || c == '"') {
      typed.quote = c == '"' ? OpenQuote::DOUBLE : OpenQuote::SINGLE;
      in_word = true;
    } else {
      typed.word += c;
      in_word = true;
      if (is_among(c, BREAKS)) typed.kept = typed.word.size();
    }
  }
  if (typed.quote != OpenQuote::NONE) typed.kept = 0;
  return typed;
}

std::string as_bash_inserts(const std::string& word, const TypedLine& line) {
  std::string out;
  const std::size_t from = word.compare(0, line.kept, line.word, 0, line.kept) == 0 ? line.kept : 0;
  for (const char c : std::string_view(word).substr(from)) {
    switch (line.quote) {
      case OpenQuote::NONE:
        if (!is_plain(c)) out += '\\';
        out += c;
        break;
      case OpenQuote::SINGLE:
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        break;
      case OpenQuote::DOUBLE:
        if (is_among(c, "\"\\$`")) out += '\\';
        out += c;
        break;
    }
  }
  return out;
}

}  // namespace nomic::tools
