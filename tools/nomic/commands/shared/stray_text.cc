#include "shared/stray_text.h"

#include <fmt/format.h>

#include "nomic/views/typed_numbers.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {

bool is_prose(std::string_view word) {
  return word.find_first_of(" \t\n") != std::string_view::npos;
}

bool is_text_for(std::string_view kind, std::string_view word) {
  return is_prose(word) || (kind == "enact" && !looks_like_number(word));
}

Failure text_without_option(std::string_view kind, std::string_view rule, std::string_view text) {
  constexpr std::size_t ENOUGH = 40;  // to know it again
  const bool whole = text.find('\n') == std::string_view::npos && width_of(text) <= ENOUGH;
  const std::string example = whole ? as_shell_word(on_one_line(text)) : "'...'";
  const std::string change = kind == "enact" ? "enact" : fmt::format("{} {}", kind, rule);
  return usage(fmt::format("a rule's text goes with --text, and {} stands without it.", in_quotes(cut(text, ENOUGH))),
               fmt::format("write: {} --text {}", change, example));
}

}  // namespace nomic::tools
