#include "nomic/replay/diff.h"

#include <algorithm>
#include <cstddef>

#include "nomic/replay/text/words_diff.h"
#include "nomic/replay/work.h"

namespace nomic::replay {
namespace {

constexpr std::size_t MOST_WORDS = 1'500;

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

// How long the character is that begins here; UTF-8 is whole by now, and stray bytes count one.
std::size_t length_at(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return std::min(length, text.size());
}

std::vector<std::string> words_of(std::string_view text, bool by_character) {
  std::vector<std::string> words;
  while (!text.empty()) {
    std::size_t end = length_at(text);
    if (!by_character) {
      const bool space = is_space(text.front());
      end = 1;
      while (end < text.size() && is_space(text[end]) == space) ++end;
    }
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

class Pieces {
 public:
  void add(DiffPiece::Kind kind, const std::string& text) {
    if (kind == DiffPiece::Kind::KEPT) settle();
    (kind == DiffPiece::Kind::KEPT ? kept_ : kind == DiffPiece::Kind::GONE ? gone_ : new_) += text;
    if (kind != DiffPiece::Kind::KEPT) settle_kept();
  }

  std::vector<DiffPiece> take() {
    settle();
    settle_kept();
    return std::move(pieces_);
  }

 private:
  void push(DiffPiece::Kind kind, std::string& text) {
    if (!text.empty()) pieces_.push_back({kind, std::move(text)});
    text.clear();
  }
  void settle() {
    push(DiffPiece::Kind::GONE, gone_);
    push(DiffPiece::Kind::NEW, new_);
  }
  void settle_kept() { push(DiffPiece::Kind::KEPT, kept_); }

  std::vector<DiffPiece> pieces_;
  std::string kept_;
  std::string gone_;
  std::string new_;
};

}  // namespace

std::vector<DiffPiece> text_diff(std::string_view before, std::string_view after, bool by_character) {
  spend_work(WorkStep::LARGE);
  std::vector<std::string> one = words_of(before, by_character);
  std::vector<std::string> other = words_of(after, by_character);
  std::size_t head = 0;
  while (head < one.size() && head < other.size() && one[head] == other[head]) ++head;
  std::size_t tail = 0;
  while (tail < one.size() - head && tail < other.size() - head &&
         one[one.size() - 1 - tail] == other[other.size() - 1 - tail])
    ++tail;

  Pieces pieces;
  for (std::size_t i = 0; i < head; ++i) pieces.add(DiffPiece::Kind::KEPT, one[i]);
  const auto middle = [&](const std::vector<std::string>& words) {
    return std::vector<std::string>(words.begin() + static_cast<std::ptrdiff_t>(head),
                                    words.end() - static_cast<std::ptrdiff_t>(tail));
  };
  const std::vector<std::string> gone = middle(one);
  const std::vector<std::string> come = middle(other);
  if (std::max(gone.size(), come.size()) > MOST_WORDS) {
    for (const std::string& word : gone) pieces.add(DiffPiece::Kind::GONE, word);
    for (const std::string& word : come) pieces.add(DiffPiece::Kind::NEW, word);
  } else {
    for (const DiffPiece& piece : words_diff(gone, come)) pieces.add(piece.kind, piece.text);
  }
  for (std::size_t i = one.size() - tail; i < one.size(); ++i) pieces.add(DiffPiece::Kind::KEPT, one[i]);
  return pieces.take();
}

std::vector<DiffPiece> list_diff(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  return words_diff(before, after);
}

}  // namespace nomic::replay
