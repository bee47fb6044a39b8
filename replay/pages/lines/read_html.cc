// HTML to lines, as a browser would show it. The parser is libgumbo; the tree is walked without recursion, since a page
// may nest as deep as it likes.
#include <fmt/format.h>
#include <gumbo.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <utility>

#include "lines/html_list.h"
#include "lines/line.h"
#include "lines/spaces.h"
#include "lines/tame_html.h"
#include "lines/text_lines.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t QUOTED = 120;  // bytes of what was left out, in the report

// What an element does to lines.
enum class Kind : std::uint8_t { INLINE, LINE, BLOCK, CELL, BREAK, NOTHING };

Kind kind_of(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_TITLE:
      return Kind::NOTHING;
    case GUMBO_TAG_BR:
      return Kind::BREAK;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
      return Kind::CELL;
    case GUMBO_TAG_LI:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_LEGEND:
      return Kind::LINE;
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_FRAMESET:
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_OPTGROUP:
    case GUMBO_TAG_P:
    case GUMBO_TAG_PLAINTEXT:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_XMP:
      return Kind::BLOCK;
    default:
      return Kind::INLINE;
  }
}

bool keeps_line_ends(GumboTag tag) {
  return tag == GUMBO_TAG_PRE || tag == GUMBO_TAG_TEXTAREA || tag == GUMBO_TAG_XMP || tag == GUMBO_TAG_LISTING ||
         tag == GUMBO_TAG_PLAINTEXT;
}

bool is_list(GumboTag tag) {
  return tag == GUMBO_TAG_OL || tag == GUMBO_TAG_UL || tag == GUMBO_TAG_MENU || tag == GUMBO_TAG_DIR;
}

int heading_level(GumboTag tag) {
  return tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6 ? static_cast<int>(tag) - static_cast<int>(GUMBO_TAG_H1) + 1 : 0;
}

bool is_element(const GumboNode& node) {
  return node.type == GUMBO_NODE_ELEMENT || node.type == GUMBO_NODE_TEMPLATE;
}

bool is_text(const GumboNode& node) {
  return node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_CDATA || node.type == GUMBO_NODE_WHITESPACE;
}

std::optional<std::string_view> attribute(const GumboNode& node, const char* name) {
  const GumboAttribute* found = gumbo_get_attribute(&node.v.element.attributes, name);
  if (found == nullptr) return std::nullopt;
  return std::string_view(found->value);
}

// Why the element is not shown though it holds what others show, as the case of a remark; empty if it is.
std::string_view reason_not_shown(const GumboNode& node) {
  const GumboTag tag = node.v.element.tag;
  if (tag == GUMBO_TAG_NOSCRIPT) return "without_scripts";
  if (tag == GUMBO_TAG_SVG) return "drawing";
  if (attribute(node, "hidden")) return "hidden";
  std::string style(attribute(node, "style").value_or(""));
  style.erase(std::remove(style.begin(), style.end(), ' '), style.end());
  if (style.find("display:none") != std::string::npos) return "hidden";
  return {};
}

// As much of the words as a report quotes, no character cut.
std::string_view beginning(std::string_view words) {
  std::size_t end = std::min(words.size(), QUOTED);
  while (end < words.size() && (static_cast<unsigned char>(words[end]) & 0xC0U) == 0x80U) --end;
  return words.substr(0, end);
}

// The tree's nodes in order, each element left after its children.
class Walk {
 public:
  explicit Walk(const GumboNode& root) { open_.push_back({.node = &root, .next = 0}); }

  // The next child of the innermost element that is open; none where that ends.
  const GumboNode* next() {
    Open& open = open_.back();
    const GumboVector& children = open.node->v.element.children;
    if (open.next == children.length) return nullptr;
    return static_cast<const GumboNode*>(children.data[open.next++]);
  }
  void enter(const GumboNode& element) { open_.push_back({.node = &element, .next = 0}); }
  const GumboNode& leave() {
    const GumboNode& left = *open_.back().node;
    open_.pop_back();
    return left;
  }
  [[nodiscard]] bool done() const { return open_.empty(); }

 private:
  struct Open {
    const GumboNode* node = nullptr;
    unsigned next = 0;
  };
  std::vector<Open> open_;
};

class Reader {
 public:
  Reader(Lines& page, std::string_view where) : page_(page), where_(where), cleaner_(where) {}

  Status read(const GumboNode& root) {
    Walk walk(root);
    while (!walk.done() && !error_) {
      const GumboNode* node = walk.next();
      if (node == nullptr) {
        leave(walk.leave());
      } else if (is_text(*node)) {
        add_text(node->v.text);
      } else if (is_element(*node) && is_shown(*node)) {
        enter(*node);
        walk.enter(*node);
      }
    }
    end_line();
    if (error_) return *error_;
    cleaner_.report(page_.left_out);
    return ledger::Done{};
  }

 private:
  bool is_shown(const GumboNode& node) {
    if (kind_of(node.v.element.tag) == Kind::NOTHING) return false;
    const std::string_view reason = reason_not_shown(node);
    if (reason.empty()) return true;
    leave_out(node, reason);
    return false;
  }

  void enter(const GumboNode& node) {
    const GumboTag tag = node.v.element.tag;
    here_ = node.v.element.start_pos.line;
    switch (kind_of(tag)) {
      case Kind::BREAK:
        break_line();
        break;
      case Kind::CELL:
        raw_ += ' ';
        break;
      case Kind::LINE:
      case Kind::BLOCK:
        end_line();
        blank_due_ = blank_due_ || is_edge(tag);
        break;
      case Kind::INLINE:
      case Kind::NOTHING:
        break;
    }
    if (tag == GUMBO_TAG_Q) add_raw("\u201C", here_);
    if (heading_level(tag) > 0) heading_ = heading_level(tag);
    if (keeps_line_ends(tag)) ++as_is_;
    if (tag == GUMBO_TAG_BLOCKQUOTE) ++quotes_;
    if (is_list(tag)) open_list(node);
    if (tag == GUMBO_TAG_LI) open_item(node);
  }

  void leave(const GumboNode& node) {
    if (!is_element(node)) return;
    const GumboTag tag = node.v.element.tag;
    const Kind kind = kind_of(tag);
    if (tag == GUMBO_TAG_Q) add_raw("\u201D", here_);
    if (kind != Kind::LINE && kind != Kind::BLOCK) return;
    end_line();
    if (tag == GUMBO_TAG_LI) end_item();
    if (is_list(tag)) lists_.pop_back();
    blank_due_ = blank_due_ || is_edge(tag);
    if (heading_level(tag) > 0) heading_ = 0;
    if (keeps_line_ends(tag)) --as_is_;
    if (tag == GUMBO_TAG_BLOCKQUOTE) --quotes_;
  }

  // Whether a paragraph ends at the element's edges. A list within a list goes on with it.
  [[nodiscard]] bool is_edge(GumboTag tag) const {
    return kind_of(tag) == Kind::BLOCK && !(is_list(tag) && !lists_.empty());
  }

  void open_list(const GumboNode& node) {
    HtmlList list;
    list.ordered = node.v.element.tag == GUMBO_TAG_OL;
    const bool reversed = attribute(node, "reversed").has_value();
    list.step = reversed ? -1 : 1;
    list.next = number_or(attribute(node, "start").value_or(""), reversed ? items_of(node) : 1);
    const std::string_view type = attribute(node, "type").value_or("1");
    list.type = type.size() == 1 ? type.front() : '1';
    lists_.push_back(list);
  }

  static long items_of(const GumboNode& list) {
    long items = 0;
    const GumboVector& children = list.v.element.children;
    for (unsigned i = 0; i < children.length; ++i) {
      const auto* child = static_cast<const GumboNode*>(children.data[i]);
      if (is_element(*child) && child->v.element.tag == GUMBO_TAG_LI) ++items;
    }
    return items;
  }

  void open_item(const GumboNode& node) {
    end_item();
    HtmlList none;
    HtmlList& list = lists_.empty() ? none : lists_.back();
    list.next = number_or(attribute(node, "value").value_or(""), list.next);
    mark_ = next_mark(list);
    mark_line_ = here_;
  }

  // An item without words still has its number.
  void end_item() {
    if (mark_ && mark_->numbered) add_raw("", mark_line_);
    mark_.reset();
    end_line();
  }

  void add_text(const GumboText& text) {
    std::string_view words(text.text);
    std::size_t line = text.start_pos.line;
    while (as_is_ > 0 && words.find('\n') != std::string_view::npos) {
      const std::size_t end = words.find('\n');
      if (end > 0) add_raw(words.substr(0, end), line);
      break_line();
      words.remove_prefix(end + 1);
      ++line;
    }
    if (!words.empty()) add_raw(words, line);
  }

  // Words of the line; they begin on that line of the source.
  void add_raw(std::string_view words, std::size_t line) {
    const std::size_t first = words.find_first_not_of(" \t\n\f\r");
    if (first == std::string_view::npos && !words.empty()) {
      raw_ += ' ';
      return;
    }
    if (!begun_) {
      const std::string_view above = words.substr(0, words.empty() ? 0 : first);
      number_ = line + static_cast<std::size_t>(std::count(above.begin(), above.end(), '\n'));
      begun_ = true;
      line_heading_ = heading_;
      part_ = as_is_ > 0 ? Part::CODE : quotes_ > 0 ? Part::QUOTE : Part::TEXT;
      item_ = mark_ && mark_->numbered;
      if (mark_) raw_ += mark_->text;
      mark_.reset();
    }
    raw_ += words;
  }

  // <br>: ends a line, or is an empty one.
  void break_line() {
    if (!begun_) blank_due_ = true;
    end_line();
  }

  void end_line() {
    if (begun_ && !error_) {
      Result<std::string> clean = cleaner_.clean(raw_, {.file = 0, .line = number_});
      if (!clean) {
        error_ = clean.error();
      } else if (!clean->empty()) {
        push(std::move(*clean));
      }
    }
    raw_.clear();
    begun_ = false;
  }

  void push(std::string text) {
    if (blank_due_ && !page_.lines.empty()) page_.lines.push_back({.number = number_, .text = {}});
    blank_due_ = false;
    page_.lines.push_back(
        {.number = number_, .text = std::move(text), .heading = line_heading_, .item = item_, .part = part_});
    const Status few_enough = check_line_count(page_.lines.size(), where_);
    if (!few_enough) error_ = few_enough.error();
  }

  // Names an element that is not shown, if there are words in it.
  void leave_out(const GumboNode& element, std::string_view why) {
    std::string words;
    Walk walk(element);
    while (!walk.done() && words.size() < QUOTED) {
      const GumboNode* node = walk.next();
      if (node == nullptr) {
        walk.leave();
      } else if (node->type == GUMBO_NODE_TEXT) {
        words += ' ';
        words += beginning(node->v.text.text);
      } else if (is_element(*node) && kind_of(node->v.element.tag) != Kind::NOTHING) {
        walk.enter(*node);
      }
    }
    const PageLine at{.file = 0, .line = element.v.element.start_pos.line};
    Cleaner quiet(where_);  // what is not shown need not be reported character by character
    const Result<std::string> clean = quiet.clean(words, at);
    if (clean && !clean->empty())
      page_.left_out.push_back({.at = at, .text = *clean, .why = remark_of(Topic::LEFT_OUT, why)});
  }

  Lines& page_;
  std::string_view where_;
  Cleaner cleaner_;
  std::optional<Error> error_;
  std::size_t here_ = 1;    // the line of the element last entered
  std::string raw_;         // the line so far
  bool begun_ = false;      // whether it has words
  std::size_t number_ = 1;  // where it begins
  int line_heading_ = 0;
  bool item_ = false;
  Part part_ = Part::TEXT;
  bool blank_due_ = false;
  int heading_ = 0;
  int as_is_ = 0;
  int quotes_ = 0;
  std::vector<HtmlList> lists_;
  std::optional<ItemMark> mark_;
  std::size_t mark_line_ = 1;
};

// The parser's memory, let go all at once: its own way is recursive.
class Arena {
 public:
  static void* take(void* arena, std::size_t size) {
    return static_cast<Arena*>(arena)->memory_.allocate(size, alignof(std::max_align_t));
  }
  static void give_back(void* /*arena*/, void* /*memory*/) {}

 private:
  std::pmr::monotonic_buffer_resource memory_;
};

std::string lower_start(std::string_view text) {
  std::string start(text.substr(0, 16));
  for (char& c : start) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return start;
}

bool begins_with_tag(std::string_view text, std::string_view name) {
  const std::string start = lower_start(text);
  if (start.compare(0, name.size(), name) != 0) return false;
  return start.size() > name.size() && std::string_view(" \n\t/>").find(start[name.size()]) != std::string_view::npos;
}

}  // namespace

bool is_html(std::string_view utf8) {
  for (;;) {
    utf8.remove_prefix(std::min(utf8.find_first_not_of(" \t\n\f"), utf8.size()));
    const std::string_view end = utf8.starts_with("<!--") ? "-->" : utf8.starts_with("<?xml") ? "?>" : "";
    const std::size_t at = end.empty() ? std::string_view::npos : utf8.find(end);
    if (at == std::string_view::npos) break;
    utf8.remove_prefix(at + end.size());
  }
  constexpr std::array<std::string_view, 6> PAGES = {"<!doctype", "<html", "<head", "<body", "<meta", "<title"};
  constexpr std::array<std::string_view, 15> PIECES = {"<h1",      "<h2",      "<h3",   "<h4",    "<p",
                                                       "<ol",      "<ul",      "<dl",   "<table", "<div",
                                                       "<article", "<section", "<main", "<pre",   "<center"};
  const auto begins = [utf8](std::string_view name) { return begins_with_tag(utf8, name); };
  if (std::any_of(PAGES.begin(), PAGES.end(), begins)) return true;
  // Markdown may begin with a tag.
  return std::any_of(PIECES.begin(), PIECES.end(), begins) && dialect_of(utf8) != Dialect::MARKDOWN;
}

Result<Lines> read_html(std::string_view utf8, std::string_view where) {
  Lines page;
  page.shape = PageShape::HTML;
  page.encodings = {{.name = "UTF-8"}};
  page.files = {std::string(where)};
  const Result<std::string> tame = tame_html(utf8, where, page.left_out);
  if (!tame) return tame.error();
  Arena arena;
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = Arena::take;
  options.deallocator = Arena::give_back;
  options.userdata = &arena;
  options.max_errors = 0;
  const GumboOutput* output = gumbo_parse_with_options(&options, tame->data(), tame->size());
  Reader reader(page, where);
  const Status read = reader.read(*output->root);
  if (!read) return read.error();
  return page;
}

}  // namespace nomic::replay::import
