#include "lines/tame_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lines/spaces.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t SLOPPY_ENDS = 4;
// What a node of the parser's tree costs, about.
constexpr std::size_t NODE_BYTES = 200;
constexpr std::size_t ATTRIBUTE_BYTES = 80;

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Their content is text to a parser, whatever it looks like, and shows nothing.
constexpr std::array<std::string_view, 6> SHOWS_NOTHING = {"script", "style", "title", "iframe", "noembed", "noframes"};
// Their content is text to a parser, and shows.
constexpr std::array<std::string_view, 3> SHOWS_AS_IS = {"textarea", "xmp", "plaintext"};
constexpr std::array<std::string_view, 14> FORMATTING = {"a",    "b", "big",   "code",   "em",     "font", "i",
                                                         "nobr", "s", "small", "strike", "strong", "tt",   "u"};
constexpr std::array<std::string_view, 15> VOID = {"area", "base", "br",    "col",    "embed", "hr",  "img",   "input",
                                                   "link", "meta", "param", "source", "track", "wbr", "keygen"};
// Their ends are often left out, and no formatting is hidden behind them.
constexpr std::array<std::string_view, 4> OFTEN_OPEN = {"p", "li", "dd", "dt"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\f';
}

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lowered;
}

// An element that is open.
struct Open {
  std::string name;
  std::size_t cost = 0;  // bytes to repeat it, if it is formatting
};

class Tamer {
 public:
  Tamer(std::string_view utf8, std::string_view where, std::vector<LeftOut>& left_out)
      : text_(utf8), lowered_(lower(utf8)), where_(where), left_out_(left_out) {}

  Result<std::string> tame() {
    while (at_ < text_.size()) {
      const std::size_t begin = text_.find('<', at_);
      if (begin == std::string::npos) break;
      at_ = begin;
      if (++tags_ > TAGS_LIMIT) return too_much("tags", TAGS_LIMIT);
      const char next = begin + 1 < text_.size() ? text_[begin + 1] : ' ';
      const bool end_tag = next == '/' && begin + 2 < text_.size() && is_letter(text_[begin + 2]);
      if (!is_letter(next) && !end_tag) {
        pass_declaration(next);
        continue;
      }
      const Status passed = pass_tag(end_tag);
      if (!passed) return passed.error();
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::size_t line() const {
    return static_cast<std::size_t>(std::count(
               text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())), '\n')) +
           1;
  }

  Error too_much(std::string_view variant, std::size_t limit) {
    return not_text(variant, {{"where", where_}, {"line", line()}, {"limit", limit}});
  }

  void blank(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, text_.size()); ++i) {
      if (text_[i] != '\n') text_[i] = ' ';
    }
  }

  [[nodiscard]] std::size_t after(std::string_view mark, std::size_t from) const {
    const std::size_t found = text_.find(mark, from);
    return found == std::string::npos ? text_.size() : found + mark.size();
  }

  // A comment ends with "-->" or, as people sloppily write, with "--!>", whichever comes first. The second becomes the
  // first. Each byte is looked at once, however many comments there are.
  std::size_t after_comment(std::size_t from) {
    for (std::size_t end = text_.find('>', from); end != std::string::npos; end = text_.find('>', end + 1)) {
      const auto inside = std::string_view(text_).substr(from, end - from);
      if (inside.ends_with("--")) return end + 1;
      if (!inside.ends_with("--!")) continue;
      text_.replace(end - 3, 3, " --");
      return end + 1;
    }
    return text_.size();
  }

  // Comments, processing instructions, a lone '<'.
  void pass_declaration(char next) {
    const std::size_t begin = at_;
    if (next != '!' && next != '?' && next != '/') {
      ++at_;
      return;
    }
    if (lowered_.compare(begin, 9, "<!doctype") == 0) {
      at_ = after(">", begin);
      return;
    }
    const bool at_once = text_.compare(begin, 5, "<!-->") == 0 || text_.compare(begin, 6, "<!--->") == 0;
    const bool comment = !at_once && text_.compare(begin, 4, "<!--") == 0;
    at_ = comment ? after_comment(begin + 4) : after(">", begin);
    // Its marks stay, since spaces in place of the whole would part words.
    const bool ended = std::string_view(text_).substr(begin, at_ - begin).ends_with(comment ? "-->" : ">");
    if (ended && !at_once) blank(begin + (comment ? 4 : 2), at_ - (comment ? 3 : 1));
    if (!ended) blank(begin, at_);
  }

  Status pass_tag(bool end_tag) {
    const std::size_t name_at = at_ + (end_tag ? 2 : 1);
    const std::size_t name_end = std::min(text_.find_first_of(" \n\t\f/>", name_at), text_.size());
    const std::string name = lowered_.substr(name_at, name_end - name_at);
    const std::size_t begin = at_;
    at_ = name_end;
    const std::size_t attributes = pass_attributes();
    attributes_ += attributes;
    const std::size_t end = std::exchange(at_, begin);
    if (attributes > ATTRIBUTES_LIMIT) return too_much("attributes_in_tag", ATTRIBUTES_LIMIT);
    if (attributes_ > ALL_ATTRIBUTES_LIMIT) return too_much("attributes", ALL_ATTRIBUTES_LIMIT);
    note_formatting(name, end_tag, NODE_BYTES + attributes * ATTRIBUTE_BYTES + end - begin);
    if (repeated_ > FORMATTING_LIMIT) return not_text("formatting_left_open", {{"where", where_}, {"line", line()}});
    at_ = end;
    if (!end_tag) pass_content(name);
    return ledger::Done{};
  }

  // To the end of the tag, quotes heeded; how many attributes it has.
  std::size_t pass_attributes() {
    std::size_t attributes = 0;
    while (at_ < text_.size() && text_[at_] != '>') {
      if (is_html_space(text_[at_]) || text_[at_] == '/') {
        ++at_;
        continue;
      }
      ++attributes;
      ++at_;  // a name may begin with any character, '=' among them
      while (at_ < text_.size() && !is_html_space(text_[at_]) && text_[at_] != '/' && text_[at_] != '>' &&
             text_[at_] != '=')
        ++at_;
      pass_value();
    }
    ++at_;
    return attributes;
  }

  void pass_value() {
    std::size_t equals = at_;
    while (equals < text_.size() && is_html_space(text_[equals])) ++equals;
    if (equals >= text_.size() || text_[equals] != '=') return;
    at_ = equals + 1;
    while (at_ < text_.size() && is_html_space(text_[at_])) ++at_;
    if (at_ >= text_.size() || text_[at_] == '>') return;
    if (text_[at_] == '"' || text_[at_] == '\'') {
      at_ = after(std::string_view(&text_[at_], 1), at_ + 1);
      return;
    }
    while (at_ < text_.size() && !is_html_space(text_[at_]) && text_[at_] != '>') ++at_;
  }

  // A formatting element counts as closed only where its end is in its place. `cost` is that of repeating the element.
  void note_formatting(const std::string& name, bool end_tag, std::size_t cost) {
    repeated_ += formatting_;
    if (is_one_of(name, VOID)) return;
    if (!end_tag) {
      open_.push_back({.name = name, .cost = is_one_of(name, FORMATTING) ? cost : 0});
      formatting_ += open_.back().cost;
      return;
    }
    for (std::size_t up = 0; up < std::min(open_.size(), SLOPPY_ENDS); ++up) {
      const auto candidate = open_.end() - 1 - static_cast<std::ptrdiff_t>(up);
      if (candidate->name == name) {
        formatting_ -= candidate->cost;
        open_.erase(candidate);
        return;
      }
      if (!is_one_of(candidate->name, OFTEN_OPEN)) return;
    }
  }

  // What stands in an element whose content is no markup.
  void pass_content(const std::string& name) {
    const bool shows = is_one_of(name, SHOWS_AS_IS);
    if (!shows && !is_one_of(name, SHOWS_NOTHING)) return;
    const std::size_t begin = std::min(at_, text_.size());
    std::size_t end = begin;
    do {  // "</scripts>" does not end a script
      end = name == "plaintext" ? std::string::npos : lowered_.find("</" + name, end + (end == begin ? 0 : 1));
    } while (end != std::string::npos && end + name.size() + 2 < text_.size() &&
             std::string_view(" \n\t\f/>").find(text_[end + name.size() + 2]) == std::string_view::npos);
    end = std::min(end, text_.size());
    if (shows && std::string_view(text_).substr(begin, end - begin).find('<') != std::string_view::npos) {
      left_out_.push_back({.at = {.line = line()},
                           .text = fmt::format("<{}>", name),
                           .why = remark_of(Topic::LEFT_OUT, "markup_field")});
    } else if (shows) {
      at_ = end;
      return;
    }
    blank(begin, end);
    at_ = end;
  }

  std::string text_;
  std::string lowered_;
  std::string_view where_;
  std::vector<LeftOut>& left_out_;
  std::size_t at_ = 0;
  std::size_t tags_ = 0;
  std::size_t attributes_ = 0;
  std::size_t formatting_ = 0;  // the cost of repeating all formatting that is open
  std::size_t repeated_ = 0;    // and of doing so at every tag
  std::vector<Open> open_;
};

}  // namespace

Result<std::string> tame_html(std::string_view utf8, std::string_view where, std::vector<LeftOut>& left_out) {
  return Tamer(utf8, where, left_out).tame();
}

}  // namespace nomic::replay::import
