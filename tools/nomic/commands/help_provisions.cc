#include "help_provisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "help_page.h"
#include "nomic/views/suggest.h"
#include "nomic/words/provision_line.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return out;
}

const PagePart* part_named(std::string_view name) {
  const auto& page = provisions_page();
  const auto found =
      std::find_if(page.begin(), page.end(), [&](const PagePart& part) { return lower(part.name) == lower(name); });
  return found == page.end() ? nullptr : &*found;
}

// What the kind is about: the first sentence under its heading.
std::string about(const PagePart& part) {
  for (const std::string& line : part.lines) {
    if (!line.empty()) return without_markdown(line.substr(0, line.find(". ")));
  }
  return {};
}

// The part, then those that it refers to, each once.
void add_parts(const PagePart& part, std::size_t width, std::set<std::string>& shown, std::string& out) {
  if (!shown.insert(part.name).second) return;
  const ShownPart page = shown_part(part, width);
  out += fmt::format("{}{}\n{}", out.empty() ? "" : "\n", bold(part.name), page.text);
  for (const std::string& name : page.refers_to) {
    if (const PagePart* other = part_named(name)) add_parts(*other, width, shown, out);
  }
}

}  // namespace

std::string provision_kinds_help(std::size_t width) {
  std::string out = wrap(
      "A rule is a text for people, and provisions that the program plays by. Rules that groups like to have are ready "
      "with both: nomic recipes. What a rule of your own can say, each kind after --provision:",
      width, 0);
  out += "\n";
  Table table({Align::LEFT, Align::LEFT});
  for (const PagePart& part : provisions_page()) {
    if (part.is_kind) table.row({"  " + part.name, about(part)});
  }
  return out + table.print_wrapped(width) + "\nOne with its fields and examples: nomic help provisions KIND\n";
}

Result<std::string> provision_kind_help(std::string_view kind, std::size_t width) {
  const PagePart* part = part_named(kind);
  if (part == nullptr) {
    std::vector<std::string> known;
    for (const PagePart& one : provisions_page()) {
      if (one.is_kind) known.push_back(one.name);
    }
    return unknown_word("kind of provision", kind, known);
  }
  std::string out;
  std::set<std::string> shown;
  add_parts(*part, width, shown, out);
  constexpr std::size_t UNDER = 4;
  const std::string line = lower(part->name);
  const auto items = items_of_lines(line);
  if (items.empty()) return out;
  out += fmt::format("\nIn one line, after --provision: {}: and of these, with commas between them\n", line);
  for (std::string item : items) {
    // Alternatives with room between them, so that they can go on in the next line.
    for (std::size_t at = item.find('|'); at != std::string::npos; at = item.find('|', at)) item.replace(at, 1, " or ");
    out += wrap(item, width, UNDER);
  }
  return out;
}

}  // namespace nomic::tools
