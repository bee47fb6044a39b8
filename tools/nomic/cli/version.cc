#include "cli/version.h"

namespace nomic::tools {

std::string_view program_version() {
  return NOMIC_VERSION;
}

}  // namespace nomic::tools
