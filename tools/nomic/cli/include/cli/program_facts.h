// What holds for the program whatever the command: how it ends, and what of the environment it heeds. The reference in
// docs/ and the manual page nomic(1) tell it from here.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::tools {

struct ProgramFact {
  std::string_view name;
  std::string_view meaning;
};

// By ascending status.
const std::vector<ProgramFact>& exit_statuses();

const std::vector<ProgramFact>& environment_heeded();

}  // namespace nomic::tools
