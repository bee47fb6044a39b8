// Dialects: a reader for each way of marking up a text. All take the raw lines one by one and add them to the page.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lines/line.h"
#include "lines/spaces.h"
#include "lines/text_lines.h"

namespace nomic::replay::import {

// What a reader reads from, and adds lines to.
class LineWriter {
 public:
  LineWriter(Lines& page, const TextSource& source, const std::vector<std::string_view>& raw)
      : page_(page), source_(source), raw_(raw), cleaner_(source.where) {}

  [[nodiscard]] std::size_t size() const { return raw_.size(); }
  // The raw line; empty beyond the end.
  [[nodiscard]] std::string_view raw(std::size_t index) const {
    return index < raw_.size() ? raw_[index] : std::string_view();
  }
  [[nodiscard]] bool is_blank(std::size_t index) const;

  // Adds a line whose words are `text`. `as` says what it is; its place and words are filled in here.
  Status add(std::size_t index, std::string_view text, Line as = {});

  // Names markup that shows no words, with the case of a remark, and adds a blank line: the edge of a block.
  Status leave_out(std::size_t index, std::string_view variant);

  // Whether a blank line, or none, stands before what is added next.
  [[nodiscard]] bool after_blank() const;
  // The line added last; only where there is one.
  [[nodiscard]] const Line& last() const { return page_.lines.back(); }
  [[nodiscard]] bool any() const { return page_.lines.size() > first_; }

  // Names the characters that were taken out of the lines.
  void finish() { cleaner_.report(page_.left_out); }

 private:
  [[nodiscard]] PageLine place(std::size_t index) const;

  Lines& page_;
  const TextSource& source_;
  const std::vector<std::string_view>& raw_;
  Cleaner cleaner_;
  std::size_t first_ = page_.lines.size();
};

Status read_plain(LineWriter& writer);
Status read_markdown(LineWriter& writer);
Status read_wiki(LineWriter& writer);

}  // namespace nomic::replay::import
