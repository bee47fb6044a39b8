#include "blocks.h"

#include <re2/re2.h>

#include <algorithm>

#include "lines/heading_words.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t HEADING_COLUMNS = 72;
// A text that was wrapped by hand or by a mail program has lines of about this width.
constexpr std::size_t WRAPPED_AT_LEAST = 45;
constexpr std::size_t WRAPPED_AT_MOST = 120;
constexpr std::size_t FEWEST_FOLLOWED = 3;
constexpr std::uint32_t RULE_NUMBERS_FROM = 100;
constexpr int STACKED = 3;  // headings by words right below each other

bool is_there(const Line& line) {
  return !line.text.empty();
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find(' '));
}

// Whether the words of the line could be those of a heading: where they stand is another question.
bool has_words_of_heading(const Line& line) {
  if (!is_there(line) || line.heading > 0 || line.part != Part::TEXT || line.opens) return false;
  if (columns_of(line.text) > HEADING_COLUMNS || ends_sentence(line.text) || begins_list_item(line.text)) return false;
  return status_in(line.text) != v1::RULE_STATUS_UNSPECIFIED || names_the_set(line.text);
}

class Grouping {
 public:
  Grouping(const std::vector<Line>& lines, const std::vector<std::optional<Marker>>& markers, const Margin& margin)
      : lines_(lines), markers_(markers), margin_(margin) {}

  std::vector<Block> run() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!is_there(lines_[i])) continue;
      if (begins_block(i)) {
        blocks_.push_back(block_at(i));
      } else {
        ++blocks_.back().end;
      }
    }
    return std::move(blocks_);
  }

 private:
  [[nodiscard]] bool same_file(std::size_t i) const { return i > 0 && lines_[i - 1].file == lines_[i].file; }
  [[nodiscard]] bool after_blank(std::size_t i) const { return !same_file(i) || !is_there(lines_[i - 1]); }
  [[nodiscard]] bool before_blank(std::size_t i) const {
    return i + 1 >= lines_.size() || lines_[i + 1].file != lines_[i].file || !is_there(lines_[i + 1]);
  }

  [[nodiscard]] Block block_at(std::size_t i) const {
    const Line& line = lines_[i];
    Block block{.level = line.heading, .first = i, .end = i + 1, .after_blank = after_blank(i)};
    block.by_words = is_heading_by_words(i);
    block.kind = line.heading > 0 || block.by_words ? BlockKind::HEADING
                 : line.part == Part::CODE          ? BlockKind::CODE
                 : line.part == Part::QUOTE         ? BlockKind::QUOTE
                 : line.part == Part::TABLE         ? BlockKind::TABLE
                                                    : BlockKind::PARAGRAPH;
    return block;
  }

  // A heading stands alone: not in the middle of a paragraph, nor at either end of one.
  [[nodiscard]] bool is_heading_by_words(std::size_t i) const {
    if (!has_words_of_heading(lines_[i])) return false;
    if (markers_[i] && plain_of(markers_[i]->number) >= RULE_NUMBERS_FROM) return false;
    return is_free_above(i, STACKED) && is_free_below(i, STACKED);
  }

  // Whether no paragraph stands right above the line, but at most a heading or a few. Where markup says which lines are
  // one paragraph, lines of words are.
  [[nodiscard]] bool is_free_above(std::size_t i, int most) const {
    if (after_blank(i) || lines_[i - 1].heading > 0) return true;
    if (lines_[i].soft) return false;
    if (has_words_of_heading(lines_[i - 1])) return most > 0 && is_free_above(i - 1, most - 1);
    return ends_sentence(lines_[i - 1].text) && !margin_.ends(i - 1);
  }

  [[nodiscard]] bool is_free_below(std::size_t i, int most) const {
    if (before_blank(i) || lines_[i + 1].heading > 0 || lines_[i + 1].item) return true;
    if (markers_[i + 1] && plain_of(markers_[i + 1]->number) >= RULE_NUMBERS_FROM) return !lines_[i + 1].soft;
    return !lines_[i].soft && has_words_of_heading(lines_[i + 1]) && most > 0 && is_free_below(i + 1, most - 1);
  }

  [[nodiscard]] bool begins_block(std::size_t i) const {
    if (after_blank(i)) return true;
    const Line& line = lines_[i];
    const Line& before = lines_[i - 1];
    if (line.heading > 0 || before.heading > 0 || line.part != before.part) return true;
    if (line.part == Part::CODE || line.part == Part::TABLE) return false;
    if (is_heading_by_words(i) || is_heading_by_words(i - 1)) return true;
    return line.soft ? begins_soft_block(i) : begins_plain_block(i);
  }

  [[nodiscard]] bool begins_soft_block(std::size_t i) const {
    if (lines_[i].opens) return true;
    if (!markers_[i] || !markers_[i]->strong) return false;
    const bool heading_above = markers_[i - 1] && markers_[i - 1]->rest.empty();
    return heading_above || ends_sentence(lines_[i - 1].text);
  }

  [[nodiscard]] bool begins_plain_block(std::size_t i) const {
    const bool sentence = ends_sentence(lines_[i - 1].text);
    const bool may_begin = sentence || !margin_.ends(i - 1);
    if (markers_[i] || lines_[i].item || begins_list_item(lines_[i].text)) return may_begin;
    return !margin_.is_wrapped() && sentence;
  }

  const std::vector<Line>& lines_;
  const std::vector<std::optional<Marker>>& markers_;
  const Margin& margin_;
  std::vector<Block> blocks_;
};

}  // namespace

bool begins_list_item(std::string_view text) {
  static const re2::RE2 ITEM(R"(^(\(?[0-9a-zA-Z]{1,3}\)|[-•・])\s?\S|^\*\s\S)");
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), ITEM);
}

std::vector<std::optional<Marker>> markers_of(const std::vector<Line>& lines, bool in_lists) {
  std::vector<std::optional<Marker>> markers(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_there(lines[i])) markers[i] = marker_of(lines[i], in_lists);
  }
  return markers;
}

Margin::Margin(const std::vector<Line>& lines, const std::vector<std::optional<Marker>>& markers) : lines_(lines) {
  std::vector<std::size_t> followed;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_there(lines[i]) || lines[i].soft || lines[i].part != Part::TEXT) continue;
    margin_ = std::max(margin_, columns_of(lines[i].text));
    if (i + 1 >= lines.size() || !is_there(lines[i + 1]) || lines[i].file != lines[i + 1].file) continue;
    if (markers[i + 1] || has_words_of_heading(lines[i]) || has_words_of_heading(lines[i + 1])) continue;
    if (lines[i].heading > 0 || (markers[i] && markers[i]->rest.empty())) continue;
    followed.push_back(i);
  }
  if (margin_ > WRAPPED_AT_MOST || followed.size() < FEWEST_FOLLOWED) return;
  wrapped_ = true;
  const auto full = std::count_if(followed.begin(), followed.end(), [&](std::size_t i) { return ends(i); });
  wrapped_ = static_cast<std::size_t>(full) * 10 >= followed.size() * 7;
}

bool Margin::ends(std::size_t line) const {
  if (!wrapped_ || line + 1 >= lines_.size() || lines_[line].soft) return false;
  const std::size_t columns = columns_of(lines_[line].text);
  return columns >= WRAPPED_AT_LEAST || columns + 1 + columns_of(first_word(lines_[line + 1].text)) > margin_;
}

std::vector<Block> blocks_of(const std::vector<Line>& lines, const std::vector<std::optional<Marker>>& markers,
                             const Margin& margin) {
  return Grouping(lines, markers, margin).run();
}

}  // namespace nomic::replay::import
