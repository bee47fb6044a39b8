#include "cli/ask.h"

#include <string>

#include "cli/output.h"
#include "nomic/replay/text.h"

namespace nomic::tools {
namespace {

// Byte by byte: what stands behind the line is not ours.
std::string line_typed(const Io& io) {
  constexpr std::size_t LONGEST = 100;
  std::string line;
  for (char byte = 0; line.size() < LONGEST && io.in(&byte, 1) == 1 && byte != '\n';) line += byte;
  return line;
}

std::string_view without_blanks(std::string_view line) {
  constexpr std::string_view BLANKS = " \t\r";
  const std::size_t first = line.find_first_not_of(BLANKS);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(BLANKS) - first + 1);
}

}  // namespace

bool somebody_to_ask(const Call& call) {
  return call.io.in_is_terminal && call.io.err_is_terminal && !call.in_play;
}

bool ask(const Io& io, std::string_view question) {
  io.err(Output::for_error(io, std::string(question) + " [y/N] "));
  const std::string answer = replay::fold(without_blanks(line_typed(io)));
  return answer == "y" || answer == "yes";
}

}  // namespace nomic::tools
