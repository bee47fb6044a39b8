// How long a server works for one request.
#pragma once

#include "nomic/replay/error.h"
#include "nomic/service/work_limit.h"

namespace nomic::tools {

// The answer to a request that was given up.
inline replay::Error took_too_long() {
  return replay::from_ledger({ledger::ErrorCode::IN_USE,
                              "the game takes more work for this than a server does for one request: it was given up",
                              "take the records of the game into a ledger of your own (nomic import), and ask there",
                              {}});
}

}  // namespace nomic::tools
