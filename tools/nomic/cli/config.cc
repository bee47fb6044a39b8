#include "cli/config.h"

#include <fmt/format.h>
#include <unicode/uloc.h>

#include <algorithm>

#include "cli/shell_words.h"
#include "nomic/replay/text.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::string_view ALIAS = "alias.";

const std::vector<std::string>& plain_keys() {
  static const std::vector<std::string> KEYS = {"player", "language", "pager", "editor", "color"};
  return KEYS;
}

Status check_alias(std::string_view name, std::string_view value) {
  const bool is_word = !name.empty() && name[0] != '-' && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
  if (!is_word) {
    return usage(fmt::format("{} is no name for an alias.", in_quotes(name)),
                 "give one of small letters, digits and hyphens: alias.mine");
  }
  NOMIC_ASSIGN(auto words, shell_words(value));
  if (words.empty() || words.front().starts_with('-')) {
    return usage(fmt::format("the alias {} stands for no command.", in_quotes(name)),
                 "begin with one: log --player Ann");
  }
  return ledger::Done{};
}

// Of two letters are all languages that have a code in ISO 639-1; what has more may be one that only few know.
bool is_known_language(std::string_view tag) {
  const std::string code(tag.substr(0, tag.find('-')));
  constexpr std::size_t LETTERS = 2;
  return code.size() != LETTERS || *uloc_getISO3Language(code.c_str()) != '\0';
}

const ConfigLine* last_line(const ConfigFile& file, std::string_view key) {
  if (!may_say(file.whose, key)) return nullptr;
  const auto found =
      std::find_if(file.lines.rbegin(), file.lines.rend(), [&](const ConfigLine& line) { return line.key == key; });
  return found == file.lines.rend() ? nullptr : &*found;
}

}  // namespace

Status check_setting(std::string_view key, std::string_view value) {
  if (key.starts_with(ALIAS)) return check_alias(key.substr(ALIAS.size()), value);
  const auto& known = plain_keys();
  if (std::find(known.begin(), known.end(), key) == known.end()) {
    const std::string near = nearest_to(key, known);
    return usage(fmt::format("there is no setting {}.", in_quotes(key)),
                 near.empty() ? "there are player, language, pager, editor, color and alias.NAME"
                              : fmt::format("did you mean {}?", near));
  }
  if (!is_utf8(value)) return usage(fmt::format("the value of {} is not UTF-8.", key));
  // No pager is a choice.
  if (value.empty() && key != "pager") {
    return usage(fmt::format("{} is given no value.", key),
                 fmt::format("to take it out: nomic config --unset {}", key));
  }
  if (key == "color" && value != "auto" && value != "always" && value != "never") {
    return unknown_word("choice for color", value, {"auto", "always", "never"});
  }
  if (key == "language" && !replay::is_language_tag(value)) {
    return usage(fmt::format("{} is no language.", in_quotes(value)), "write its code: en, ja, pt-BR");
  }
  if (key == "language" && !is_known_language(value)) {
    return usage(fmt::format("there is no language with the code {}.", in_quotes(value)),
                 "write its code, of ISO 639: en, ja, pt-BR");
  }
  return ledger::Done{};
}

bool may_say(ConfigOf whose, std::string_view key) {
  return whose == ConfigOf::USER || key == "player" || key == "language" || key == "color";
}

const ConfigLine* Config::line_of(std::string_view key) const {
  const ConfigLine* own = last_line(ledger_, key);
  return own != nullptr ? own : last_line(user_, key);
}

std::string Config::value_of(std::string_view key) const {
  const ConfigLine* line = line_of(key);
  return line == nullptr ? std::string() : line->value;
}

std::optional<std::string> Config::said(std::string_view key) const {
  const ConfigLine* line = line_of(key);
  return line == nullptr ? std::nullopt : std::optional(line->value);
}

std::optional<std::string> Config::alias(std::string_view name) const {
  const ConfigLine* line = line_of(std::string(ALIAS).append(name));
  return line == nullptr ? std::nullopt : std::optional(line->value);
}

}  // namespace nomic::tools
