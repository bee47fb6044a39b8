// nomic help: the list of commands, one command's help, or the reference in docs/.

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/help_text.h"
#include "cli/run.h"
#include "cli/unknown_command.h"
#include "commands/all.h"
#include "embedded_pages.h"
#include "manual/manual_pages.h"
#include "nomic/replay/edition.h"
#include "nomic/views/failure.h"
#include "nomic/views/suggest.h"
#include "nomic/words/provision_line.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

// A page of the documents, in parts: how docs/provisions.md is laid out by tools/provisions-doc.py.

// A part under a heading of the third level.
struct PagePart {
  // As the heading has it: "award", "Amount".
  std::string name;
  // A kind of provision, or what several kinds are made of.
  bool is_kind = false;
  std::vector<std::string> lines;
};

// Markdown as plain words: without the signs of code and links.
std::string without_markdown(std::string_view text);

// The part as text, its tables as fields with what they may be; and the names of the parts that it refers to, in the
// order in which they come.
struct ShownPart {
  std::string text;
  std::vector<std::string> refers_to;
};

constexpr std::size_t FIELD_INDENT = 2;
constexpr std::size_t EXAMPLE_INDENT = 4;
constexpr std::size_t VALUE_INDENT = 6;
constexpr std::string_view HEADING = "### ";
constexpr std::string_view LINE_BREAK = "<br>";

std::vector<std::string> split_at(std::string_view text, std::string_view sign) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t at = text.find(sign);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + sign.size());
  }
}

// "| `kinds` | list | What. |  |" in cells.
std::vector<std::string> cells_of(std::string_view row) {
  row.remove_prefix(2);
  while (row.ends_with(' ') || row.ends_with('|')) row.remove_suffix(1);
  std::vector<std::string> cells = split_at(row, " | ");
  cells.resize(std::max<std::size_t>(cells.size(), 4));
  return cells;
}

// The names behind "(#": "[Amount](#amount)".
void add_references(std::string_view text, std::vector<std::string>& to) {
  constexpr std::string_view SIGN = "](#";
  for (std::size_t at = text.find(SIGN); at != std::string_view::npos; at = text.find(SIGN, at + 1)) {
    const std::size_t begin = at + SIGN.size();
    to.emplace_back(text.substr(begin, text.find(')', begin) - begin));
  }
}

// A field: what it means, and under it what it may be. A value of an enumeration has no more than its meaning.
std::string field_text(const std::vector<std::string>& cells, bool is_field, std::size_t width) {
  const std::string name = without_markdown(cells[0]);
  const std::string& meaning = is_field ? cells[2] : cells[1];
  std::string what = without_markdown(meaning);
  const std::string unregulated = is_field ? without_markdown(cells[3]) : "";
  if (!unregulated.empty()) {
    what +=
        fmt::format("{}Unregulated: {}{}", what.empty() ? "" : " ", unregulated, unregulated.ends_with('.') ? "" : ".");
  }
  std::string out = wrap(fmt::format("{}: {}", name, what), width, FIELD_INDENT);
  if (!is_field) return out;
  for (const std::string& value : split_at(cells[1], LINE_BREAK)) {
    out += wrap(without_markdown(value), width, VALUE_INDENT);
  }
  return out;
}

// An example as it is typed on one line, where it can be; else as the page has it.
std::string example_text(const std::string& example, std::size_t width) {
  const auto provision = replay::parse_provision(example);
  const std::string line = provision ? provision_line(*provision) : std::string();
  if (!is_provision_line(line)) return example;
  return wrap(line, width, EXAMPLE_INDENT);
}

// Of docs/provisions.md, as it was built in.
const std::vector<PagePart>& provisions_page() {
  static const auto ALL = [] {
    std::vector<PagePart> all;
    bool begun = false;
    bool kinds = true;
    for (std::string& line : split_at(embedded_page("provisions"), "\n")) {
      begun = begun || line == "## Kinds";
      if (line == "## Parts") kinds = false;
      if (!begun) continue;
      if (line.starts_with(HEADING)) {
        all.push_back({line.substr(HEADING.size()), kinds, {}});
      } else if (!all.empty() && !line.starts_with("## ") && (kinds || !all.back().is_kind)) {
        all.back().lines.push_back(std::move(line));
      }
    }
    return all;
  }();
  return ALL;
}

std::string without_markdown(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`' || c == '[' || c == '\\') continue;
    if (c == ']' && text.substr(i).starts_with("](#")) {
      i = text.find(')', i);
      continue;
    }
    if (c != ']') out += c;
  }
  return out;
}

ShownPart shown_part(const PagePart& part, std::size_t width) {
  ShownPart shown;
  bool of_fields = true;
  std::string example;
  for (const std::string& line : part.lines) {
    if (line.starts_with("    ")) {
      example += line + "\n";
      continue;
    }
    if (!example.empty()) shown.text += example_text(std::exchange(example, {}), width);
    if (line.starts_with("|---")) continue;
    if (line.starts_with("| field |") || line.starts_with("| value |")) {
      of_fields = line.starts_with("| field |");
      continue;
    }
    if (line.starts_with("| ")) {
      add_references(line, shown.refers_to);
      shown.text += field_text(cells_of(line), of_fields, width);
    } else if (line.empty()) {
      shown.text += "\n";
    } else {
      shown.text += wrap(without_markdown(line), width, FIELD_INDENT);
    }
  }
  if (!example.empty()) shown.text += example_text(example, width);
  while (shown.text.ends_with("\n\n")) shown.text.pop_back();
  return shown;
}

// nomic help provisions: what rules can say to the program, by docs/provisions.md, which is compiled in.

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

// A line a kind.
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

// One kind, "award", with its fields and what these are made of.
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

class Help : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[COMMAND | provisions [KIND]]",
                    "A command; or what rules can say to the program, and one kind of it in full.", words_);
    arguments.flag("--markdown", "The reference of all commands, as docs/commands.md has it.", markdown_);
    arguments.flag("--man", "The names of the manual pages; with one of them, that page as man reads it.", man_);
  }

  Result<Exit> run(Call& call) override {
    if (man_) return manual(call);
    if (markdown_) {
      call.out.exact(reference_markdown(call.runner.commands()));
    } else if (words_.empty()) {
      call.out.text(program_help(call.runner.commands(), call.out.wrap_width()));
    } else if (words_[0] == PROVISIONS) {
      return of_provisions(call);
    } else {
      const CommandSpec* spec = find_command(call.runner.commands(), words_[0]);
      if (spec == nullptr) return unknown_command(call.runner.commands(), words_[0]);
      call.out.exact(command_help(*spec, call.out.wrap_width()));
    }
    return Exit::DONE;
  }

 private:
  static constexpr std::string_view PROVISIONS = "provisions";

  Result<Exit> of_provisions(Call& call) const {
    const std::size_t width = call.out.wrap_width();
    if (words_.size() > 2)
      return usage("one kind of provision is shown at a time.", "nomic help provisions lists them.");
    NOMIC_ASSIGN(auto text, words_.size() == 1 ? Result<std::string>(provision_kinds_help(call.out.table_width()))
                                               : provision_kind_help(words_[1], width));
    call.out.text(text);
    return Exit::DONE;
  }

  Result<Exit> manual(Call& call) const {
    const std::vector<std::string> names = manual_page_names(call.runner.commands());
    if (words_.size() > 1) return usage("one manual page is shown at a time.", "nomic help --man lists them");
    if (words_.empty()) {
      for (const std::string& name : names) call.out.raw(name + "\n");
      return Exit::DONE;
    }
    const auto page = manual_page(call.runner.commands(), words_[0]);
    if (!page) return unknown_word("manual page", words_[0], names);
    call.out.raw(*page);
    return Exit::DONE;
  }

  std::vector<std::string> words_;
  bool markdown_ = false;
  bool man_ = false;
};

}  // namespace

// In no group: the list of commands does not name it, since it is what prints it.
const CommandSpec HELP = {
    "help",
    "",
    "[COMMAND | provisions [KIND]] [--markdown | --man [PAGE]]",
    "Shows the list of commands, what one of them takes, or what rules can say to the program.",
    "What it shows of a command is in the command's manual page too: man nomic-vote. Where nomic is not installed, "
    "--man gives the page to man.",
    "nomic help\n"
    "nomic help vote\n"
    "nomic help provisions award\n"
    "nomic help --man nomic-vote.1 > nomic-vote.1",
    make_command<Help>,
};

}  // namespace nomic::tools
