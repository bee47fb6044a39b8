// What a command declares of itself, for whoever writes it down: its help, the reference in docs/, its manual page.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"

namespace nomic::tools {

// Its arguments, those of every command included.
struct Declared {
  std::unique_ptr<Command> command;
  Settings settings;
  Arguments arguments;

  explicit Declared(const CommandSpec& spec);
};

// The heading under which an option stands that every command takes.
inline constexpr std::string_view COMMON_OPTIONS = "For every command";

// Headings of the list of commands, in the order in which they first come.
std::vector<std::string> groups_of(const CommandList& commands);

// "--text TEXT", and what it means.
std::string left_of(const Arguments::Option& option);
std::string help_of(const Arguments::Option& option);

// Lines that are not empty: paragraphs of a command's details, its examples.
std::vector<std::string_view> lines_in(std::string_view text);

}  // namespace nomic::tools
