// Of which commit this program is: cmake/Commit.cmake writes it at each build.
#pragma once

#include <string_view>

namespace nomic::tools {

// The first figures of its hash, "-changed" behind it where the source was another; empty: nobody knows.
extern const std::string_view COMMIT;

}  // namespace nomic::tools
