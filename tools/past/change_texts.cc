#include "change_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

// A string of the text format. What is not ASCII stays as it is: people are to read it.
std::string quoted_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out + '"';
}

// A line of the text a line: strings beside each other are one.
std::string in_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out += "\n      " + quoted_string(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

std::string_view kind_of(replay::PastMoveKind kind) {
  switch (kind) {
    case replay::PastMoveKind::ENACT:
      return "ENACT";
    case replay::PastMoveKind::TRANSMUTE:
      return "TRANSMUTE";
    case replay::PastMoveKind::REPEAL:
      return "REPEAL";
    default:
      return "AMEND";
  }
}

}  // namespace

std::string change_text(const replay::PastMove& move) {
  std::string out = fmt::format("changes {{\n  kind: {}\n", kind_of(move.kind));
  if (move.kind != replay::PastMoveKind::ENACT) out += fmt::format("  rule: \"{}\"\n", replay::reference(move.rule));
  if (move.number != 0 && move.proposed) out += fmt::format("  number: \"{}\"\n", replay::reference(move.number));
  if (move.number != 0 && !move.proposed && move.kind == replay::PastMoveKind::ENACT) {
    out += fmt::format("  number: \"{}\"\n", replay::reference(move.number));
  }
  if (move.title) out += fmt::format("  title: {}\n", quoted_string(*move.title));
  if (!move.text.empty()) out += fmt::format("  texts {{\n    text:{}\n  }}\n", in_lines(move.text));
  return out + "}\n";
}

}  // namespace nomic::tools
