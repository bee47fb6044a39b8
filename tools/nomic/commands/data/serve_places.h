// Where a server listens, from the words by which it was told.
#pragma once

#include <string>

#include "nomic/server/listener.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// `listen`: ADDR:PORT, [ADDR]:PORT or none. `socket`: empty, it is in the folder. `url`: empty, there is none.
Result<ListenAt> places(const std::string& folder, const std::string& listen, const std::string& socket,
                        const std::string& url);

// Whether a link of the keeper's can be opened there: on this machine, and past no proxy, which everybody reaches.
Status may_open(const ListenAt& at);

}  // namespace nomic::tools
