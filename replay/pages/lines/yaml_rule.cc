// A YAML file that holds one rule. Of YAML, its top-level keys are read, and one text: what a rule needs.
#include <algorithm>
#include <array>
#include <vector>

#include "lines/front_matter.h"
#include "lines/markup.h"

namespace nomic::replay::import {
namespace {

bool is_indented(std::string_view raw) {
  return raw.starts_with(' ') || raw.starts_with('\t');
}

// By which keys games name a rule's text; the first that there is counts.
constexpr std::array<std::string_view, 6> TEXT_KEYS = {"text", "body", "content", "contents", "wording", "description"};

// "|", ">-", "|2": the value stands below, as it is.
bool is_block_sign(std::string_view value) {
  return !value.empty() && (value.front() == '|' || value.front() == '>') &&
         value.find_first_not_of("|>+-123456789") == std::string_view::npos;
}

// `\n` in double quotes is the end of a line.
std::string with_line_ends(std::string_view text) {
  std::string out;
  for (std::size_t at = text.find("\\n"); at != std::string_view::npos; at = text.find("\\n")) {
    out += text.substr(0, at);
    out += '\n';
    text.remove_prefix(at + 2);
  }
  out += text;
  return out;
}

// The key of the rule's text: one of those, or else the only one whose value stands in lines of its own. Empty: none.
std::string_view text_key(std::string_view utf8) {
  std::vector<std::string_view> keys;
  std::vector<std::string_view> blocks;
  while (!utf8.empty()) {
    const std::size_t end = std::min(utf8.find('\n'), utf8.size());
    const std::string_view raw = utf8.substr(0, end);
    utf8.remove_prefix(std::min(end + 1, utf8.size()));
    const std::size_t colon = raw.find(':');
    if (colon == std::string_view::npos || is_indented(raw)) continue;
    keys.push_back(raw.substr(0, colon));
    if (is_block_sign(trimmed_line(raw.substr(colon + 1)))) blocks.push_back(keys.back());
  }
  for (const std::string_view key : TEXT_KEYS) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return key;
  }
  return blocks.size() == 1 ? blocks.front() : std::string_view();
}

class Reader {
 public:
  explicit Reader(std::string_view text_key) : text_key_(text_key) {}

  YamlRule read(std::string_view utf8) {
    for (std::size_t number = 1; !utf8.empty(); ++number) {
      const std::size_t end = std::min(utf8.find('\n'), utf8.size());
      take(utf8.substr(0, end), number);
      utf8.remove_prefix(std::min(end + 1, utf8.size()));
    }
    return std::move(rule_);
  }

 private:
  void take(std::string_view raw, std::size_t number) {
    const std::string_view line = trimmed_line(raw);
    if (in_text_ && (line.empty() || is_indented(raw))) {
      const std::size_t indent = raw.size() - without_indent(raw).size();
      if (!line.empty() && indent_ == 0) indent_ = indent;
      rule_.text += without_space_behind(raw.substr(std::min(indent, indent_)));
      rule_.text += '\n';
      return;
    }
    in_text_ = false;
    if (line.empty() || line.front() == '#' || line == "---" || line == "...") return;
    FrontMatter::Field field = front_matter_field(raw, number);
    const std::size_t colon = raw.find(':');
    if (is_indented(raw) || colon == std::string_view::npos || !rule_.text.empty() || text_key_.empty() ||
        raw.substr(0, colon) != text_key_) {
      rule_.fields.push_back(std::move(field));
      return;
    }
    const std::string_view value = trimmed_line(raw.substr(colon + 1));
    in_text_ = true;
    rule_.lines_above = number - 1;
    if (value.empty() || is_block_sign(value)) {
      rule_.lines_above = number;
    } else if (value.front() == '"') {
      rule_.text = with_line_ends(field.value) + '\n';
    } else {
      rule_.text = std::string(field.key.empty() ? value : std::string_view(field.value)) + '\n';
    }
  }

  std::string_view text_key_;
  YamlRule rule_;
  bool in_text_ = false;
  std::size_t indent_ = 0;  // of the text, which is no part of it
};

}  // namespace

YamlRule yaml_rule(std::string_view utf8) {
  return Reader(text_key(utf8)).read(utf8);
}

}  // namespace nomic::replay::import
