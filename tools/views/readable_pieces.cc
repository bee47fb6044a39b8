// Differences by word that can be read.
#include <algorithm>

#include "nomic/views/passages.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using replay::DiffPiece;

bool is_blank(char32_t code) {
  return code == ' ' || code == '\n' || code == '\t';
}

// Kana and Chinese characters: what is written without spaces.
bool is_spaceless(char32_t code) {
  return (code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x9FFF);
}

// Whether most of what is written in it is written without spaces.
bool by_character(std::string_view text) {
  std::size_t spaceless = 0;
  std::size_t others = 0;
  while (!text.empty()) {
    const Character character = take_character(text);
    if (!is_blank(character.code)) ++(is_spaceless(character.code) ? spaceless : others);
  }
  return spaceless > others;
}

// Words, or characters that are no space.
std::size_t units(std::string_view text, bool characters) {
  std::size_t count = 0;
  bool in_word = false;
  while (!text.empty()) {
    const bool blank = is_blank(take_character(text).code);
    if (!blank && (characters || !in_word)) ++count;
    in_word = !blank;
  }
  return count;
}

// A change, and what is kept behind it, up to the next.
struct Change {
  std::string gone;
  std::string come;
  std::string kept;
};

// The first has neither gone nor come: it is what stands before the first change.
std::vector<Change> changes_in(const std::vector<DiffPiece>& pieces) {
  std::vector<Change> changes(1);
  for (const DiffPiece& piece : pieces) {
    if (piece.kind == DiffPiece::Kind::KEPT) {
      changes.back().kept = piece.text;
      continue;
    }
    const bool begun = changes.size() > 1 && changes.back().kept.empty();
    if (!begun) changes.emplace_back();
    (piece.kind == DiffPiece::Kind::GONE ? changes.back().gone : changes.back().come) += piece.text;
  }
  return changes;
}

std::size_t size_of(const Change& change, bool characters) {
  return std::max(units(change.gone, characters), units(change.come, characters));
}

// Gives up what is kept between two changes that are both at least as long as it; whether there was such.
bool give_up_one(std::vector<Change>& changes, bool characters) {
  for (std::size_t at = 1; at + 1 < changes.size(); ++at) {
    Change& one = changes[at];
    const Change& next = changes[at + 1];
    const std::size_t between = units(one.kept, characters);
    if (between > size_of(one, characters) || between > size_of(next, characters)) continue;
    one.gone += one.kept + next.gone;
    one.come += one.kept + next.come;
    one.kept = next.kept;
    changes.erase(changes.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    return true;
  }
  return false;
}

bool can_be_read(const std::vector<Change>& changes, std::string_view before, std::string_view after, bool characters) {
  const std::size_t for_each_change = characters ? 8 : 4;
  std::size_t kept = 0;
  for (const Change& change : changes) kept += units(change.kept, characters);
  const std::size_t shorter = std::min(units(before, characters), units(after, characters));
  const std::size_t after_the_first = changes.size() < 2 ? 0 : changes.size() - 2;
  return 2 * kept >= shorter && kept >= for_each_change * after_the_first;
}

}  // namespace

Units::Units(std::string_view text) : spaceless_(by_character(text)) {
  std::string_view word;
  for (std::string_view rest = text; !rest.empty();) {
    const Character character = take_character(rest);
    if (is_blank(character.code)) {
      word = {};
      continue;
    }
    if (spaceless_) characters_.push_back(character.bytes);
    if (word.empty()) words_.emplace_back();
    word = {word.empty() ? character.bytes.data() : word.data(), word.size() + character.bytes.size()};
    words_.back() = word;
  }
  std::sort(words_.begin(), words_.end());
  std::sort(characters_.begin(), characters_.end());
}

bool Units::has_half_in_common(const Units& other) const {
  const bool characters = spaceless_ && other.spaceless_;
  const auto& mine = characters ? characters_ : words_;
  const auto& others = characters ? other.characters_ : other.words_;
  std::size_t common = 0;
  for (auto one = mine.begin(), another = others.begin(); one != mine.end() && another != others.end();) {
    const int order = one->compare(*another);
    if (order == 0) ++common;
    if (order <= 0) ++one;
    if (order >= 0) ++another;
  }
  return 2 * common >= std::min(mine.size(), others.size());
}

std::vector<DiffPiece> readable_pieces(std::string_view before, std::string_view after) {
  const bool characters = by_character(before) && by_character(after);
  std::vector<Change> changes = changes_in(replay::text_diff(before, after, characters));
  while (give_up_one(changes, characters)) continue;
  if (!can_be_read(changes, before, after, characters)) return {};
  std::vector<DiffPiece> pieces;
  const auto add = [&pieces](DiffPiece::Kind kind, std::string& text) {
    if (!text.empty()) pieces.push_back({kind, std::move(text)});
  };
  for (Change& change : changes) {
    add(DiffPiece::Kind::GONE, change.gone);
    add(DiffPiece::Kind::NEW, change.come);
    add(DiffPiece::Kind::KEPT, change.kept);
  }
  return pieces;
}

}  // namespace nomic::tools
