#include "cli/unknown_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/text.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

std::string_view meant_with(const CommandList& commands, const std::string& typed) {
  constexpr std::size_t LONGEST = 16;
  if (typed.size() > LONGEST) return {};
  const std::string word = replay::fold(typed);
  const auto known = std::find_if(commands.meant.begin(), commands.meant.end(),
                                  [&](const Meant& meant) { return meant.word == word; });
  return known == commands.meant.end() ? std::string_view() : known->hint;
}

bool is_grave(const CommandList& commands, std::string_view name) {
  return std::find(commands.grave.begin(), commands.grave.end(), name) != commands.grave.end();
}

}  // namespace

Failure unknown_command(const CommandList& commands, const std::string& typed) {
  const std::string what = fmt::format("there is no command {}.", in_quotes(typed));
  if (const std::string_view meaning = meant_with(commands, typed); !meaning.empty()) {
    return usage(what, std::string(meaning));
  }
  // Commands that are known by more than their letters are found above: here a slip of the finger is looked for.
  std::vector<std::string> known;
  for (const CommandSpec* spec : commands) {
    if (!is_grave(commands, spec->name)) known.emplace_back(spec->name);
  }
  const std::string near = replay::nearest(typed, known);
  return usage(what, near.empty() ? "nomic --help lists the commands." : fmt::format("did you mean nomic {}?", near));
}

}  // namespace nomic::tools
