// Markdown: which block each line is part of. Read are headings, items of lists, fences, quotes, tables, comments and
// breaks, as CommonMark has them; what pages get wrong is read as it was meant ("##Title", a fence that nothing ends).
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "lines/dialects.h"
#include "lines/heading_words.h"
#include "lines/markup.h"

namespace nomic::replay::import {
namespace {

class Reader {
 public:
  explicit Reader(LineWriter& writer) : writer_(writer) {}

  Status read() {
    for (std::size_t i = 0; i < writer_.size(); ++i) {
      if (ends_conflict(writer_.raw(i))) last_conflict_end_ = i;
      if (writer_.raw(i).find("-->") != std::string_view::npos) comments_end_ = i + 1;
    }
    for (at_ = 0; at_ < writer_.size(); ++at_) NOMIC_TRY(read_line());
    return ledger::Done{};
  }

 private:
  struct Fence {
    char mark = 0;
    std::size_t length = 0;
    std::size_t end = 0;  // the line that ends it, or before which it is taken to end
    bool closed = false;
  };

  Status read_line() {
    const std::string_view line = writer_.raw(at_);
    if (fence_) return read_fenced(line);
    if (in_comment_) return read_comment(line);
    if (const std::size_t length = fence_of(line, in_list_); length > 0) return open_fence(line, length);
    if (writer_.is_blank(at_)) {
      in_table_ = false;
      return writer_.add(at_, {});
    }
    if (is_conflict(line)) return writer_.leave_out(at_, "merge_conflict");
    if (const std::string_view tag = forum_tag(line); !tag.empty()) {
      part_ = tag == "code" ? Part::CODE : tag == "quote" ? Part::QUOTE : Part::TEXT;
      return writer_.leave_out(at_, "forum_mark");
    }
    if (part_ != Part::TEXT) return writer_.add(at_, line, {.text = {}, .part = part_, .soft = part_ == Part::QUOTE});
    // What nothing ends is no comment: it would swallow the rest of the page.
    if (trimmed_line(line).starts_with("<!--") && at_ < comments_end_) return read_comment(line);
    if (const HeadingSigns heading = number_signs(line); heading.level > 0) {
      in_list_ = false;
      return writer_.add(at_, heading.text, {.text = {}, .heading = heading.level});
    }
    if (under_heading_) {
      under_heading_ = false;
      return writer_.leave_out(at_, "underline");
    }
    if (is_break(line)) {
      in_list_ = false;
      return writer_.leave_out(at_, "line_across");
    }
    return read_text(line);
  }

  Status read_text(std::string_view line) {
    const std::string_view text = without_indent(line);
    second_line_ = std::exchange(first_line_, writer_.after_blank()) && !first_line_;
    if (text.starts_with('>') && indent_of(line) <= 3) return read_quote(text);
    if (goes_on_with_quote(text)) return writer_.add(at_, line, {.text = {}, .part = Part::QUOTE, .soft = true});
    if (in_table_ || (text.find('|') != std::string_view::npos && is_table_line(writer_.raw(at_ + 1)))) {
      in_table_ = true;
      return writer_.add(at_, line, {.text = {}, .part = Part::TABLE});
    }
    const bool number = item_digits(text) > 0;
    if (const int level = number || is_bullet(text) ? 0 : underlined(); level > 0) {
      under_heading_ = true;
      in_list_ = false;
      return writer_.add(at_, line, {.text = {}, .heading = level});
    }
    if (is_bullet(text)) {
      enter_item(line, 1);
      return writer_.add(at_, "- " + std::string(without_indent(text.substr(1))),
                         {.text = {}, .soft = true, .opens = true});
    }
    if (number && may_number_an_item(line)) {
      const std::size_t digits = item_digits(text);
      enter_item(line, digits + 1);
      const std::string words = std::string(text.substr(0, digits)) + ". " + std::string(text.substr(digits + 1));
      return writer_.add(at_, words, {.text = {}, .item = true, .soft = true, .opens = true});
    }
    if (writer_.after_blank() && indent_of(line) == 0) in_list_ = false;
    return writer_.add(at_, line, {.text = {}, .soft = true});
  }

  void enter_item(std::string_view line, std::size_t mark) {
    in_list_ = true;
    const std::string_view behind = without_indent(line).substr(mark);
    item_indent_ = indent_of(line) + mark + std::min<std::size_t>(indent_of(behind), 4);
  }

  // In the middle of a paragraph a number begins an item only beside another item, or below a line of its own that
  // says what stands there ("Mutable rules").
  [[nodiscard]] bool may_number_an_item(std::string_view line) const {
    const std::string_view text = without_indent(line);
    if (writer_.after_blank() || text.starts_with("1.") || text.starts_with("1)")) return true;
    if (in_list_) return indent_of(line) < item_indent_;
    const std::string& before = writer_.last().text;
    constexpr std::ptrdiff_t MOST_SPACES = 2;
    return second_line_ && std::count(before.begin(), before.end(), ' ') <= MOST_SPACES &&
           status_in(before) != v1::RULE_STATUS_UNSPECIFIED;
  }

  // The quote's own marks are taken off, those of a quote within it too.
  Status read_quote(std::string_view text) {
    while (text.starts_with('>')) text = without_indent(text.substr(1));
    const bool first = !writer_.any() || writer_.last().part != Part::QUOTE || writer_.last().text.empty();
    if (first) in_quoted_list_ = false;
    // As outside of quotes, a number in the middle of a paragraph begins an item only beside another item.
    const bool may_number = first || in_quoted_list_ || text.starts_with("1.") || text.starts_with("1)");
    const bool opens = is_bullet(text) || (may_number && item_digits(text) > 0);
    in_quoted_list_ = in_quoted_list_ || opens;
    return writer_.add(at_, text, {.text = {}, .part = Part::QUOTE, .soft = true, .opens = opens});
  }

  // A line of text right under a quote's belongs to its paragraph, unless it begins something itself.
  [[nodiscard]] bool goes_on_with_quote(std::string_view text) const {
    if (!writer_.any() || writer_.last().part != Part::QUOTE || writer_.last().text.empty()) return false;
    return !is_bullet(text) && item_digits(text) == 0 && !begins_with_strong(text);
  }

  Status open_fence(std::string_view line, std::size_t length) {
    Fence fence{.mark = without_indent(line).front(), .length = length, .end = writer_.size()};
    // Where nothing ended a fence as long or shorter, nothing ends this one: no page is looked through for each of its
    // lines.
    std::size_t& unended = fence.mark == '`' ? unended_backticks_ : unended_tildes_;
    for (std::size_t i = at_ + 1; i < writer_.size() && length < unended && !fence.closed; ++i) {
      if (!ends_fence(fence, writer_.raw(i))) continue;
      fence.end = i;
      fence.closed = true;
    }
    if (!fence.closed) unended = std::min(unended, length);
    // One that nothing ends would swallow the rest of the page: it ends before the next heading.
    for (std::size_t i = at_ + 1; !fence.closed && i < fence.end; ++i) {
      if (writer_.is_blank(i - 1) && number_signs(writer_.raw(i)).level > 0) fence.end = i;
    }
    NOMIC_TRY(writer_.leave_out(at_, fence.closed ? "fence_begin" : "fence_open"));
    if (fence.end > at_ + 1 || fence.closed) fence_ = fence;
    return ledger::Done{};
  }

  static bool ends_fence(const Fence& fence, std::string_view raw) {
    const std::string_view mark = trimmed_line(raw);
    return mark.size() >= fence.length && mark.find_first_not_of(fence.mark) == std::string_view::npos;
  }

  Status read_fenced(std::string_view line) {
    if (at_ == fence_->end) {
      fence_.reset();
      return writer_.leave_out(at_, "fence_end");
    }
    NOMIC_TRY(writer_.add(at_, line, {.text = {}, .part = Part::CODE}));
    if (!fence_->closed && at_ + 1 == fence_->end) fence_.reset();
    return ledger::Done{};
  }

  Status read_comment(std::string_view line) {
    in_comment_ = line.find("-->") == std::string_view::npos;
    return writer_.leave_out(at_, "comment");
  }

  bool is_conflict(std::string_view line) {
    if (begins_conflict(line)) {
      in_conflict_ = at_ < last_conflict_end_;
      return in_conflict_;
    }
    if (!in_conflict_) return false;
    if (ends_conflict(line)) {
      in_conflict_ = false;
      return true;
    }
    return line.starts_with("=======") && is_rule_of(line, '=');
  }

  // The level of a heading that the next line underlines: a paragraph of one line.
  [[nodiscard]] int underlined() const {
    if (in_conflict_ || !writer_.after_blank() || at_ + 1 >= writer_.size()) return 0;
    const std::string_view below = writer_.raw(at_ + 1);
    return is_rule_of(below, '=') ? 1 : is_rule_of(below, '-') ? 2 : 0;
  }

  LineWriter& writer_;
  std::size_t at_ = 0;
  std::optional<Fence> fence_;
  Part part_ = Part::TEXT;  // within a forum's marks
  bool in_comment_ = false;
  bool in_conflict_ = false;
  std::size_t last_conflict_end_ = 0;                                        // the last line of the page that ends one
  std::size_t comments_end_ = 0;                                             // behind the last line that ends a comment
  std::size_t unended_backticks_ = std::numeric_limits<std::size_t>::max();  // a fence as long is ended by nothing
  std::size_t unended_tildes_ = std::numeric_limits<std::size_t>::max();
  bool in_table_ = false;
  bool in_list_ = false;
  bool in_quoted_list_ = false;
  std::size_t item_indent_ = 0;  // where the text of the item that was begun last stands
  bool under_heading_ = false;
  bool first_line_ = false;  // of a paragraph
  bool second_line_ = false;
};

}  // namespace

Status read_markdown(LineWriter& writer) {
  return Reader(writer).read();
}

}  // namespace nomic::replay::import
