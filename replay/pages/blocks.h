// Blocks: what stands together on a page. Lines become headings, paragraphs, items of lists, code, quotes and tables
// before anything is known of rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line.h"
#include "lines/marker.h"

namespace nomic::replay::import {

enum class BlockKind : std::uint8_t { HEADING, PARAGRAPH, CODE, QUOTE, TABLE };

// Lines without a blank one among them, as indexes.
struct Block {
  BlockKind kind = BlockKind::PARAGRAPH;
  int level = 0;  // of a heading by markup
  std::size_t first = 0;
  std::size_t end = 0;
  bool after_blank = true;
  bool by_words = false;  // a heading that no markup shows: it names a status or the set of rules, and stands alone

  [[nodiscard]] std::size_t size() const { return end - first; }
};

// Where the lines of a page end: at a margin, or where a paragraph does. Only lines whose markup does not say so itself
// are asked about.
class Margin {
 public:
  Margin(const std::vector<Line>& lines, const std::vector<std::optional<Marker>>& markers);

  // Whether the page is wrapped at a margin: lines without a blank one between them are one paragraph.
  [[nodiscard]] bool is_wrapped() const { return wrapped_; }
  // Whether the line ended because the next word did not fit.
  [[nodiscard]] bool ends(std::size_t line) const;

 private:
  const std::vector<Line>& lines_;
  std::size_t margin_ = 0;
  bool wrapped_ = false;
};

// How each line begins a rule, if it could.
std::vector<std::optional<Marker>> markers_of(const std::vector<Line>& lines, bool in_lists = false);

std::vector<Block> blocks_of(const std::vector<Line>& lines, const std::vector<std::optional<Marker>>& markers,
                             const Margin& margin);

// A line of a list of parts within a rule: "(1) ...", "a) ...", "- ...", "• ...".
bool begins_list_item(std::string_view text);

}  // namespace nomic::replay::import
