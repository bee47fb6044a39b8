#include "cli/help_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/declared.h"
#include "cli/program_facts.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

// Help is prose: it is kept narrow even where nothing says how wide the reader's window is.
constexpr std::size_t MARGIN = 100;

// A name in a column of its own and what it means beside it.
std::string entry(std::string_view name, std::string_view meaning, std::size_t column, std::size_t width) {
  std::string out = wrap(meaning, width, column);
  const std::string head = "  " + std::string(name);
  if (width_of(head) + 2 > column) return head + "\n" + out;
  return pad_right(head, column) + out.substr(column);
}

// What does not fit its line goes on under the next, after four spaces.
std::string wrap_hanging(std::string_view text, std::size_t width) {
  constexpr std::size_t UNDER = 4;
  if (width_of(text) <= width) return std::string(text) + "\n";
  const std::string out = wrap(text, width, UNDER);
  return out.substr(UNDER);
}

}  // namespace

std::string program_help(const CommandList& commands, std::size_t width) {
  std::string out =
      "usage: nomic COMMAND [ARGUMENTS]\n\nPlays games of Nomic and keeps them in a ledger that nobody can "
      "change unseen.\n";
  for (const std::string& group : groups_of(commands)) {
    out += "\n" + bold(group) + "\n";
    for (const CommandSpec* spec : commands) {
      if (spec->group == group) out += entry(spec->name, spec->summary, 16, width);
    }
  }
  out += "\nnomic COMMAND --help says what a command takes, with examples that work when pasted.\n";
  return out;
}

std::string command_help(const CommandSpec& spec, std::size_t width) {
  // Where nothing says how wide the window is, the line that says how it is typed stays one.
  const std::string typed = fmt::format("usage: nomic {} {}", spec.name, spec.usage);
  std::string out = width == 0 ? typed + "\n\n" : wrap_hanging(typed, std::min(width, MARGIN)) + "\n";
  width = width == 0 ? MARGIN : std::min(width, MARGIN);
  const Declared declared(spec);
  out += wrap(spec.summary, width, 0) + "\n";
  if (!spec.details.empty()) out += wrap(spec.details, width, 0) + "\n";
  if (!declared.arguments.words_help().empty()) {
    out += entry(declared.arguments.words_value(), declared.arguments.words_help(), 24, width) + "\n";
  }
  std::string section;
  for (const Arguments::Option& option : declared.arguments.options()) {
    if (option.section != section) {
      if (!section.empty()) out += "\n";
      section = option.section;
      out += bold(section) + "\n";
    }
    out += entry(left_of(option), help_of(option), 24, width);
  }
  out += "\n" + bold("Examples") + " (to be pasted one after the other in an empty folder)\n";
  for (const std::string_view line : lines_in(spec.examples)) out += fmt::format("  {}\n", line);
  return out;
}

std::string reference_markdown(const CommandList& commands) {
  std::string out =
      "# The commands\n\n"
      "Made by `nomic help --markdown` from what the commands themselves declare; a test compares the two.\n";
  for (const std::string& group : groups_of(commands)) {
    out += fmt::format("\n## {}\n", group);
    for (const CommandSpec* spec : commands) {
      if (spec->group != group) continue;
      const Declared declared(*spec);
      out +=
          fmt::format("\n### nomic {}\n\n    nomic {} {}\n\n{}\n", spec->name, spec->name, spec->usage, spec->summary);
      for (const std::string_view line : lines_in(spec->details)) out += fmt::format("\n{}\n", line);
      if (!declared.arguments.words_help().empty()) {
        out += fmt::format("\n- `{}`: {}\n", declared.arguments.words_value(), declared.arguments.words_help());
      }
      std::string section;
      for (const Arguments::Option& option : declared.arguments.options()) {
        if (option.section == COMMON_OPTIONS) continue;
        if (option.section != section) {
          section = option.section;
          out += fmt::format("\n{}:\n\n", section);
        }
        out += fmt::format("- `{}`: {}\n", left_of(option), help_of(option));
      }
      out += "\nExamples, to be pasted one after the other in an empty folder:\n\n";
      for (const std::string_view line : lines_in(spec->examples)) out += fmt::format("    {}\n", line);
    }
  }
  Settings settings;
  Arguments common;
  declare_common(common, settings);
  out += "\n## What every command takes\n\n";
  for (const Arguments::Option& option : common.options()) {
    out += fmt::format("- `{}`: {}\n", left_of(option), help_of(option));
  }
  out += "- `--help`: What the command takes, and examples.\n";
  out += "\n## Exit status\n\n";
  for (const ProgramFact& fact : exit_statuses()) out += fmt::format("- {}: {}\n", fact.name, fact.meaning);
  out += "\n## Environment\n\n";
  for (const ProgramFact& fact : environment_heeded()) out += fmt::format("- `{}`: {}\n", fact.name, fact.meaning);
  return out;
}

}  // namespace nomic::tools
