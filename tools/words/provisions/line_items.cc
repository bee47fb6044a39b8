#include "line_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/words/terminal_text.h"

namespace nomic::tools::lines {
namespace {

template <class T>
using Read = ledger::Result<T, LineFault>;

constexpr std::string_view BLANKS = " \t";
constexpr int DEEPEST = 8;

bool is_of_names(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool is_blank(char c) {
  return BLANKS.find(c) != std::string_view::npos;
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : rest_(text) {}

  Read<Line> line() {
    Line line;
    line.kind = name();
    skip_blanks();
    if (line.kind.empty()) {
      return LineFault{fmt::format("{} does not begin with a kind of provision", in_quotes(rest_)),
                       "write a line as: award: occasion=adopted, recipient=the_proponent, points=5, "
                       "reckoned=before_effect"};
    }
    if (!rest_.empty() && !take(':')) {
      return LineFault{fmt::format("behind {} a colon is missing", line.kind),
                       fmt::format("write: {}: NAME=VALUE, NAME=VALUE", line.kind)};
    }
    NOMIC_ASSIGN(auto all, items(0));
    if (!rest_.empty()) return LineFault{"a parenthesis is closed that was not opened", "leave the ) out"};
    line.items = std::move(all);
    return line;
  }

 private:
  // Up to the end, or to the parenthesis that ends them, which is left.
  Read<std::vector<Item>> items(int depth) {
    if (depth > DEEPEST) return LineFault{"parentheses stand too deep within one another", ""};
    std::vector<Item> all;
    for (skip_blanks(); !rest_.empty() && rest_[0] != ')'; skip_blanks()) {
      NOMIC_ASSIGN(auto one, item(depth));
      all.push_back(std::move(one));
      skip_blanks();
      if (!take(',')) break;
    }
    if (rest_.empty() || rest_[0] == ')') return all;
    return LineFault{fmt::format("before {} a comma is missing", in_quotes(rest_)),
                     "put commas between what the line says: NAME=VALUE, NAME=VALUE"};
  }

  Read<Item> item(int depth) {
    Item item;
    item.name = name();
    if (item.name.empty()) {
      return LineFault{fmt::format("at {} a name is missing", in_quotes(rest_)), "write: NAME=VALUE, NAME=VALUE"};
    }
    skip_blanks();
    if (!rest_.empty() && rest_[0] == '(') {
      NOMIC_ASSIGN(auto within, parenthesised(depth));
      item.values.push_back(std::move(within));
      return item;
    }
    const bool is_alone = rest_.empty() || rest_[0] == ',' || rest_[0] == ')';
    if (is_alone) return item;
    if (!take('=')) {
      return LineFault{fmt::format("between {} and {} a = is missing", item.name, in_quotes(rest_)),
                       fmt::format("write: {}=VALUE", item.name)};
    }
    do {
      NOMIC_ASSIGN(auto one, value(depth));
      if (one.text.empty() && !one.is_quoted && !one.has_items) {
        return LineFault{fmt::format("{} is given no value", item.name), fmt::format("write: {}=VALUE", item.name)};
      }
      item.values.push_back(std::move(one));
    } while (take_link());
    return item;
  }

  Read<Value> value(int depth) {
    skip_blanks();
    if (!rest_.empty() && rest_[0] == '"') return quoted();
    if (!rest_.empty() && rest_[0] == '(') return parenthesised(depth);
    std::size_t end = 0;
    while (end < rest_.size() && !ends_value(end)) ++end;
    std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end);
    while (!text.empty() && is_blank(text.back())) text.pop_back();
    auto within = rest_.empty() || rest_[0] != '(' ? Read<Value>(Value()) : parenthesised(depth);
    if (!within) return within.error();
    within->text = std::move(text);
    return within;
  }

  [[nodiscard]] bool ends_value(std::size_t at) const {
    constexpr std::string_view ENDS = ",()\"";
    if (ENDS.find(rest_[at]) != std::string_view::npos) return true;
    // At the beginning it is a sign: +5.
    if (rest_[at] == '+') return at > 0;
    return is_blank(rest_[at]) && is_and(rest_.substr(at + 1));
  }

  // "and" as a word of its own.
  static bool is_and(std::string_view text) {
    constexpr std::string_view AND = "and";
    if (!text.starts_with(AND)) return false;
    return text.size() > AND.size() && (is_blank(text[AND.size()]) || text[AND.size()] == '(');
  }

  bool take_link() {
    skip_blanks();
    if (take('+')) return true;
    if (!is_and(rest_)) return false;
    rest_.remove_prefix(3);
    return true;
  }

  Read<Value> quoted() {
    Value value;
    value.is_quoted = true;
    for (std::size_t at = 1; at < rest_.size(); ++at) {
      if (rest_[at] == '"') {
        rest_.remove_prefix(at + 1);
        return value;
      }
      if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
      value.text += rest_[at];
    }
    return LineFault{fmt::format("the quotation mark before {} is not closed", in_quotes(rest_.substr(1))),
                     "close it, or leave it out"};
  }

  Read<Value> parenthesised(int depth) {
    take('(');
    NOMIC_ASSIGN(auto within, items(depth + 1));
    if (!take(')')) return LineFault{"a parenthesis is not closed", "close it: )"};
    Value value;
    value.has_items = true;
    value.items = std::move(within);
    return value;
  }

  std::string name() {
    skip_blanks();
    const auto* const end = std::find_if_not(rest_.begin(), rest_.end(), is_of_names);
    const std::string typed(rest_.begin(), end);
    rest_.remove_prefix(typed.size());
    return as_name(typed);
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(BLANKS), rest_.size())); }

  bool take(char sign) {
    if (rest_.empty() || rest_[0] != sign) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
};

}  // namespace

ledger::Result<Line, LineFault> split_line(std::string_view text) {
  return Splitter(text).line();
}

std::string as_name(std::string_view typed) {
  std::string name(typed);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || is_blank(c)) c = '_';
  }
  return name;
}

std::string as_value(std::string_view text) {
  constexpr std::string_view FREE = ".:";
  const bool plain = !text.empty() && text != "and" && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_of_names(c) || FREE.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  });
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace nomic::tools::lines
