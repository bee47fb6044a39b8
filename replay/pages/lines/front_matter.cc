#include "lines/front_matter.h"

#include <algorithm>
#include <utility>

namespace nomic::replay::import {
namespace {

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lowered;
}

// A text in quotes, if all of the value is that.
bool unquote(std::string_view raw, std::string& value) {
  const char quote = raw.front();
  std::size_t i = 1;
  for (; i < raw.size(); ++i) {
    const bool escaped =
        i + 1 < raw.size() && ((quote == '"' && raw[i] == '\\' && (raw[i + 1] == '"' || raw[i + 1] == '\\')) ||
                               (quote == '\'' && raw[i] == '\'' && raw[i + 1] == '\''));
    if (escaped) {
      ++i;
    } else if (raw[i] == quote) {
      break;
    }
    value.push_back(raw[i]);
  }
  return i + 1 == raw.size();
}

}  // namespace

FrontMatter::Field front_matter_field(std::string_view raw, std::size_t line) {
  FrontMatter::Field field{.line = line, .text = std::string(trimmed(raw)), .key = {}, .value = {}};
  const std::size_t colon = raw.find(':');
  if (colon == std::string_view::npos || !is_key(raw.substr(0, colon))) return field;
  const std::string_view value = trimmed(raw.substr(colon + 1));
  const bool spaced = colon + 1 == raw.size() || raw[colon + 1] == ' ' || raw[colon + 1] == '\t';
  if (value.empty() || !spaced || std::string_view("|>[{&*!%@`#").find(value.front()) != std::string_view::npos) {
    return field;
  }
  if (value.front() == '"' || value.front() == '\'') {
    if (!unquote(value, field.value)) return field;
  } else if (value.find(" #") != std::string_view::npos) {
    return field;  // a comment, or a title with a number sign: not to be guessed
  } else {
    field.value = value;
  }
  field.key = lower(raw.substr(0, colon));
  return field;
}

namespace {

// What may stand in front matter; anything else between two lines of hyphens is text.
bool is_of_front_matter(std::string_view raw) {
  const std::string_view line = trimmed(raw);
  if (line.empty() || line.front() == '#' || line.front() == '-' || raw.front() == ' ' || raw.front() == '\t')
    return true;
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && is_key(line.substr(0, colon));
}

}  // namespace

FrontMatter front_matter(std::string_view utf8) {
  FrontMatter found;
  bool any = false;
  std::size_t at = 0;
  for (std::size_t line = 1; at < utf8.size(); ++line) {
    const std::size_t end = std::min(utf8.find('\n', at), utf8.size());
    const std::string_view raw = utf8.substr(at, end - at);
    at = std::min(end + 1, utf8.size());
    const std::string_view mark = raw.substr(0, raw.find_last_not_of(" \t") + 1);
    if (line == 1) {
      if (mark != "---") return {};
    } else if (mark == "---" || mark == "...") {
      found.lines = line;
      found.bytes = at;
      return any ? found : FrontMatter{};
    } else if (!is_of_front_matter(raw)) {
      return {};
    } else if (!trimmed(raw).empty()) {
      found.fields.push_back(front_matter_field(raw, line));
      any = any || !found.fields.back().key.empty();
    }
  }
  return {};
}

}  // namespace nomic::replay::import
