// How a text reads: its words, without what only lays them out.
//
// Two passes, both linear. The first goes by lines and takes away what markup puts around a block: fences, rules,
// underlines, the signs of headings, quotes, list items and rows of tables. The second goes by characters.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/rule_matching.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay {
namespace {

constexpr std::string_view BLANKS = " \t\r\f\v";

std::string_view stripped(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(BLANKS), line.size());
  line.remove_prefix(begin);
  while (!line.empty() && BLANKS.find(line.back()) != std::string_view::npos) line.remove_suffix(1);
  return line;
}

bool is_fence(std::string_view line) {
  const char mark = line.empty() ? '\0' : line.front();
  if (mark != '`' && mark != '~') return false;
  const std::size_t length = std::min(line.find_first_not_of(mark), line.size());
  const std::string_view info = stripped(line.substr(length));
  return length >= 3 && info.find_first_of(" `") == std::string_view::npos;
}

// A line across the page, the underline of a heading, or the line between the head and the body of a table.
bool is_rule_line(std::string_view line) {
  if (line.size() < 3) return false;
  const char mark = line.front() == '|' ? '-' : line.front();
  if (mark != '-' && mark != '=' && mark != '*' && mark != '_' && mark != ':') return false;
  const std::string_view allowed = mark == '-' || mark == ':' ? "-:| " : std::string_view(line).substr(0, 1);
  return std::all_of(line.begin(), line.end(),
                     [&](char c) { return c == ' ' || allowed.find(c) != std::string_view::npos; });
}

// Whether the line begins with the sign of an item, which a space follows.
bool is_item(std::string_view line) {
  static constexpr std::string_view BULLET = "\xE2\x80\xA2";
  if (line.starts_with(BULLET)) return true;
  return line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && (line[1] == ' ' || line[1] == '\t');
}

// Takes away the signs that stand before the words of the line: quotes and items, one within the other, and headings.
std::string_view without_signs(std::string_view line) {
  for (line = stripped(line); !line.empty(); line = stripped(line)) {
    if (line.front() == '>') {
      line.remove_prefix(1);
    } else if (is_item(line)) {
      line.remove_prefix(line.front() == '\xE2' ? 3 : 1);
    } else {
      break;
    }
  }
  const char sign = line.empty() ? '\0' : line.front();
  if (sign != '#' && sign != '=') return line;
  constexpr std::size_t DEEPEST = 6;
  const std::size_t depth = std::min(line.find_first_not_of(sign), line.size());
  const bool closed = sign == '#' ? depth < line.size() && line[depth] == ' ' : line.ends_with(sign);
  if (depth > DEEPEST || !closed) return line;
  line.remove_prefix(depth);
  while (line.ends_with(sign)) line.remove_suffix(1);
  return stripped(line);
}

// The words of lines, a space between those of one and of the next.
std::string without_blocks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = stripped(text.substr(at, end - at));
    at = end + 1;
    if (is_fence(line) || is_rule_line(line)) continue;
    const bool is_row = line.starts_with('|');
    line = without_signs(line);
    for (const char c : line) out += is_row && c == '|' ? ' ' : c;
    out += '\n';
  }
  return out;
}

using unicode::CodePoint;

bool is_one_of(CodePoint point, std::u32string_view all) {
  return all.find(static_cast<char32_t>(point)) != std::u32string_view::npos;
}

bool is_ascii(CodePoint point, bool (*of)(char)) {
  constexpr CodePoint END = 0x80;
  return point < END && of(static_cast<char>(point));
}

bool is_digit(CodePoint point) {
  return point >= '0' && point <= '9';
}

// A letter, a digit, or any character of another script.
bool is_of_word(CodePoint point) {
  constexpr CodePoint BEYOND_PUNCTUATION = 0xC0;
  const bool ascii = is_ascii(
      point, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
  return ascii || (point >= BEYOND_PUNCTUATION && !(point >= 0x2000 && point < 0x2070));
}

bool is_ascii_punctuation(CodePoint point) {
  return is_ascii(point, [](char c) { return c > ' ' && c <= '~'; }) && !is_of_word(point);
}

bool is_unspaced(CodePoint point) {
  return (point >= 0x3000 && point <= 0x30FF) || (point >= 0x3400 && point <= 0x9FFF) ||
         (point >= 0xFF00 && point <= 0xFFEF);
}

// Second pass: characters.
class Reading {
 public:
  explicit Reading(std::string_view text) : points_(unicode::decode(text).points) {}

  std::string run() {
    while (at_ < points_.size()) step();
    return printed();
  }

 private:
  static constexpr CodePoint REMOVED = -1;

  // A space beyond the end, and in place of what was taken away.
  [[nodiscard]] CodePoint point(std::size_t at) const {
    return at < points_.size() && points_[at] != REMOVED ? points_[at] : ' ';
  }

  void step() {
    const CodePoint here = points_[at_];
    if (is_skipped(here)) {
      ++at_;
    } else if (here == '*' || here == '_' || here == '\'' || here == '-') {
      run_of(here);
    } else if (here == '<' && tag()) {
      return;
    } else if (here == '[') {
      bracket();
    } else if (here == ']') {
      close();
    } else {
      plain(here);
      ++at_;
    }
  }

  // A mark of code, the backslash of an escape, what is shown as nothing.
  [[nodiscard]] bool is_skipped(CodePoint here) const {
    if (here == REMOVED || here == '`') return true;
    const bool escape = here == '\\' && (is_ascii_punctuation(point(at_ + 1)) || point(at_ + 1) == '\n');
    return escape || unicode::is_invisible(here);
  }

  // A character in the shape that all of its kind are taken to have.
  void plain(CodePoint here) {
    if (here == '\n' || unicode::is_space(here)) {
      put(' ');
    } else if (is_one_of(here, U"\u2018\u2019\u201A\u201B\u2032\u00B4")) {
      put('\'');
    } else if (is_one_of(here, U"\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB")) {
      put('"');
    } else if (is_one_of(here, U"\u2010\u2011\u2012\u2013\u2212")) {
      put('-');
    } else if (here == 0x2014 || here == 0x2015) {
      dash();
    } else if (here == 0x2026) {
      for (int i = 0; i < 3; ++i) put('.');
    } else {
      put(here);
    }
  }

  // A dash parts words, with spaces beside it or without.
  void dash() {
    for (const char c : {' ', '-', ' '}) put(c);
  }

  // Marks of emphasis, dashes made of hyphens, and what looks like them.
  void run_of(CodePoint mark) {
    const CodePoint before = at_ == 0 ? ' ' : point(at_ - 1);
    std::size_t end = at_;
    while (point(end) == mark) ++end;
    const CodePoint after = point(end);
    const std::size_t length = end - at_;
    at_ = end;
    const bool alone = unicode::is_space(before) && unicode::is_space(after);
    if (mark == '-' && (length == 2 || length == 3)) return dash();
    if (mark == '\'' && length > 1) return;
    const bool product = mark == '*' && is_digit(before) && is_digit(after);
    const bool name = mark == '_' && is_of_word(before) && is_of_word(after);
    if (mark == '-' || mark == '\'' || alone || product || name) {
      for (std::size_t i = 0; i < length; ++i) put(mark);
    }
  }

  // Takes a tag that lays out text; whether there is one.
  bool tag() {
    static constexpr std::array<std::string_view, 27> NAMES = {
        "a", "b",  "blockquote", "br", "center", "code",  "div",  "em",     "font", "h1",  "h2", "h3", "h4", "hr",
        "i", "li", "ol",         "p",  "pre",    "small", "span", "strong", "sub",  "sup", "tt", "u",  "ul"};
    constexpr std::size_t LONGEST = 400;
    std::size_t at = at_ + 1;
    if (point(at) == '/') ++at;
    std::string name;
    for (; is_of_word(point(at)) && point(at) < 0x80 && name.size() < 12; ++at)
      name += static_cast<char>(point(at) | (point(at) >= 'A' ? 0x20 : 0));
    if (std::find(NAMES.begin(), NAMES.end(), name) == NAMES.end()) return false;
    if (!is_one_of(point(at), U"> /\t\n")) return false;
    std::size_t end = at;
    while (end < points_.size() && end < at_ + LONGEST && points_[end] != '>' && points_[end] != '<') ++end;
    if (point(end) != '>') return false;
    const bool part = name == "br" || name == "p" || name == "li" || name == "div" || name == "hr" || name == "pre";
    if (part) put(' ');
    at_ = end + 1;
    return true;
  }

  // [[target|shown]] of wiki text shows what stands last; else it may begin a link.
  void bracket() {
    if (point(at_ + 1) == '[') {
      std::size_t shown = at_ + 2;
      std::size_t end = shown;
      while (end < points_.size() && points_[end] != ']' && points_[end] != '[' && points_[end] != '\n') {
        if (points_[end] == '|') shown = end + 1;
        ++end;
      }
      if (point(end) == ']' && point(end + 1) == ']') {
        points_[end] = points_[end + 1] = REMOVED;
        // The target is passed over.
        at_ = shown;
        return;
      }
      // Not to be looked at again from its second bracket on.
      opened_.push_back(out_.size());
      put('[');
      ++at_;
    }
    opened_.push_back(out_.size());
    const bool image = !out_.empty() && out_.back() == '!';
    put('[');
    if (image) images_.push_back(out_.size() - 1);
    ++at_;
  }

  // Where "](target)" follows, neither the brackets nor the target are words.
  void close() {
    const std::optional<std::size_t> end = point(at_ + 1) == '(' ? end_of_target(at_ + 2) : std::nullopt;
    const bool opened = !opened_.empty();
    const std::size_t begin = opened ? opened_.back() : 0;
    if (opened) opened_.pop_back();
    if (!end || !opened) {
      put(']');
      ++at_;
      return;
    }
    if (!images_.empty() && images_.back() == begin) out_[begin - 1] = REMOVED;
    out_[begin] = REMOVED;
    at_ = *end + 1;
  }

  // The closing parenthesis of a link's target: no spaces in it, but before a title in quotes.
  [[nodiscard]] std::optional<std::size_t> end_of_target(std::size_t at) const {
    int depth = 0;
    bool in_title = false;
    for (; at < points_.size(); ++at) {
      const CodePoint here = points_[at];
      if (here == '[' || here == ']' || here == '\n') return std::nullopt;
      if (here == ' ' && !in_title) {
        if (point(at + 1) != '"' && point(at + 1) != '\'') return std::nullopt;
        in_title = true;
      }
      if (here == '(') ++depth;
      if (here == ')' && depth-- == 0) return at;
    }
    return std::nullopt;
  }

  void put(CodePoint here) { out_.push_back(here); }

  // Single spaces, and none where a script has none.
  [[nodiscard]] std::string printed() const {
    std::string text;
    CodePoint last = ' ';
    bool space = false;
    for (const CodePoint here : out_) {
      if (here == REMOVED) continue;
      if (here == ' ') {
        space = true;
        continue;
      }
      if (space && !text.empty() && !(is_unspaced(last) && is_unspaced(here))) text += ' ';
      space = false;
      unicode::append(text, here);
      last = here;
    }
    return text;
  }

  std::vector<CodePoint> points_;
  std::size_t at_ = 0;
  std::vector<CodePoint> out_;
  std::vector<std::size_t> opened_;  // places of brackets in what is put out
  std::vector<std::size_t> images_;  // of those, which a ! stands before
};

}  // namespace

std::string reading_of(std::string_view text) {
  return Reading(without_blocks(text)).run();
}

}  // namespace nomic::replay
