// A YAML file that holds one rule. Of YAML, its top-level keys are read, and one text: what a rule needs.
#include <algorithm>

#include "lines/front_matter.h"
#include "lines/markup.h"

namespace nomic::replay::import {
namespace {

bool is_indented(std::string_view raw) {
  return raw.starts_with(' ') || raw.starts_with('\t');
}

bool names_text(std::string_view key) {
  return key == "text" || key == "body" || key == "content";
}

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

class Reader {
 public:
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
    if (is_indented(raw) || colon == std::string_view::npos || !rule_.text.empty() ||
        !names_text(raw.substr(0, colon))) {
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

  YamlRule rule_;
  bool in_text_ = false;
  std::size_t indent_ = 0;  // of the text, which is no part of it
};

}  // namespace

YamlRule yaml_rule(std::string_view utf8) {
  return Reader().read(utf8);
}

}  // namespace nomic::replay::import
