#include "render/command_layout.h"

#include <algorithm>
#include <vector>

#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

constexpr std::string_view GOES_ON = " \\";

// The words of a command as they are typed, their quotes with them.
std::vector<std::string_view> words_in(std::string_view command) {
  std::vector<std::string_view> words;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= command.size(); ++at) {
    if (at < command.size() && quote != 0) {
      if (command[at] == quote) quote = 0;
    } else if (at >= command.size() || command[at] == ' ') {
      if (at > begin) words.push_back(command.substr(begin, at - begin));
      begin = at + 1;
    } else if (command[at] == '\\') {
      ++at;
    } else if (command[at] == '\'' || command[at] == '"') {
      quote = command[at];
    }
  }
  if (begin < command.size()) words.push_back(command.substr(begin));
  return words;
}

}  // namespace

std::string wrap_command(std::string_view command, std::size_t width, std::size_t indent) {
  constexpr std::size_t FURTHER = 2;
  const std::string before(indent, ' ');
  if (width == 0 || indent + width_of(command) <= width) return before + std::string(command) + "\n";
  std::string out;
  std::string line = before;
  bool is_empty = true;
  for (const std::string_view word : words_in(command)) {
    if (!is_empty && width_of(line) + 1 + width_of(word) + GOES_ON.size() > width) {
      out += line + std::string(GOES_ON) + "\n";
      line = before + std::string(FURTHER, ' ');
      is_empty = true;
    }
    if (!is_empty) line += ' ';
    line += word;
    is_empty = false;
  }
  return out + line + "\n";
}

std::string with_command_below(std::string_view line, std::size_t width) {
  constexpr std::string_view COMMAND = ": nomic ";
  constexpr std::size_t UNDER = 2;
  const std::size_t at = line.rfind(COMMAND);
  if (at == std::string_view::npos) return {};
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view before = line.substr(0, at + 1);
  const std::string above = width_of(before) <= width ? std::string(before) + "\n" : wrap(before, width, indent);
  return above + wrap_command(line.substr(at + 2), width, indent + UNDER);
}

bool goes_on(std::string_view line) {
  return line.ends_with(GOES_ON);
}

}  // namespace nomic::tools
