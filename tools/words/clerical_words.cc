#include "nomic/words/clerical_words.h"

#include <fmt/format.h>

#include "nomic/replay/diff.h"
#include "nomic/replay/reference.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// What is kept is shown for its place alone: so many words at either end of it.
constexpr std::size_t WORDS_SHOWN = 4;
// Less is not worth leaving out.
constexpr std::size_t LEAST_LEFT_OUT = 20;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

// The place behind the first words, or before the last ones; where there are no more, the end.
std::size_t behind_words(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (std::size_t word = 0; word < count; ++word) {
    while (at < text.size() && is_blank(text[at])) ++at;
    while (at < text.size() && !is_blank(text[at])) ++at;
  }
  return at;
}

std::size_t before_words(std::string_view text, std::size_t count) {
  std::size_t at = text.size();
  for (std::size_t word = 0; word < count; ++word) {
    while (at > 0 && is_blank(text[at - 1])) --at;
    while (at > 0 && !is_blank(text[at - 1])) --at;
  }
  return at;
}

// `first`, `last`: nothing differs before it, or behind it.
std::string kept(std::string_view text, bool first, bool last) {
  const auto begin = first ? 0 : behind_words(text, WORDS_SHOWN);
  const auto end = last ? text.size() : before_words(text, WORDS_SHOWN);
  if (begin + LEAST_LEFT_OUT > end) return std::string(text);
  return fmt::format("{}{}...{}{}", text.substr(0, begin), first ? "" : " ", last ? "" : " ", text.substr(end));
}

// In Chinese and Japanese a word is a character: their characters are of three bytes, of which the first is one of
// these.
bool by_character(std::string_view text) {
  constexpr unsigned char FIRST = 0xE3;
  constexpr unsigned char LAST = 0xE9;
  std::size_t characters = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    characters += byte >= FIRST && byte <= LAST ? 1 : 0;
  }
  return characters * 3 * 2 > text.size();
}

}  // namespace

std::string difference_in_words(std::string_view before, std::string_view after) {
  const auto pieces = replay::text_diff(before, after, by_character(before));
  std::string out;
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    const auto& piece = pieces[at];
    switch (piece.kind) {
      case replay::DiffPiece::Kind::KEPT:
        out += kept(piece.text, at == 0, at + 1 == pieces.size());
        break;
      case replay::DiffPiece::Kind::GONE:
        out += "[-" + piece.text + "-]";
        break;
      case replay::DiffPiece::Kind::NEW:
        out += "{+" + piece.text + "+}";
        break;
    }
  }
  return out;
}

std::string title_in_words(std::uint32_t rule, std::string_view before, std::string_view after) {
  if (before.empty()) return fmt::format("rule {} has the title {}", replay::numeral(rule), in_quotes(after));
  if (after.empty()) return fmt::format("rule {} has no title; it had {}", replay::numeral(rule), in_quotes(before));
  return fmt::format("the title of rule {}, {}, becomes {}", replay::numeral(rule), in_quotes(before),
                     in_quotes(after));
}

std::string number_in_words(std::uint32_t rule, std::uint32_t number, bool all_along) {
  return all_along
             ? fmt::format("rule {} bears the number {}, and bore it all along", replay::numeral(rule),
                           replay::numeral(number))
             : fmt::format("rule {} bears the number {} from here on", replay::numeral(rule), replay::numeral(number));
}

}  // namespace nomic::tools
