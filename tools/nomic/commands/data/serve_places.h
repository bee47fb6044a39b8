// Where a server listens, from the words by which it was told.
#pragma once

#include <string>

#include "nomic/server/listener.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// `listen`: ADDR:PORT, [ADDR]:PORT or none. `socket`: empty, it is in the folder. `url`: empty, there is none.
Result<ListenAt> places(const std::string& folder, const std::string& listen, const std::string& socket,
                        const std::string& url);

}  // namespace nomic::tools
