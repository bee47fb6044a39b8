// Whether this program was built with the server (NOMIC_SERVER). Without it no_server/ stands in for what needs it.
#pragma once

namespace nomic::tools {

extern const bool SERVES;

}  // namespace nomic::tools
