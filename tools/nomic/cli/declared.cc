#include "cli/declared.h"

#include <algorithm>

namespace nomic::tools {

Declared::Declared(const CommandSpec& spec) : command(spec.make()) {
  command->declare(arguments);
  declare_common(arguments, settings);
}

std::vector<std::string> groups_of(const CommandList& commands) {
  std::vector<std::string> names;
  for (const CommandSpec* spec : commands) {
    const std::string group(spec->group);
    if (!group.empty() && std::find(names.begin(), names.end(), group) == names.end()) names.push_back(group);
  }
  return names;
}

std::string left_of(const Arguments::Option& option) {
  return option.value.empty() ? option.name : option.name + " " + option.value;
}

std::string help_of(const Arguments::Option& option) {
  return option.repeatable ? option.help + " May be given more than once." : option.help;
}

std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end != 0) lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace nomic::tools
