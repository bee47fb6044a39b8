// Statements prepared away from the ledger: what their author has seen, and the file that they are written to.
//
// What was seen is named by a small text, which `nomic head` prints:
//
//     nomic/seen/v1
//     game 5f0c...           64 hex digits
//     size 42
//     head 9a31...           leaf hash of record 41
//
// or by a checkpoint whose origin ends with the game's identity and which bears the line `head <64 hex digits>`.
#pragma once

#include <cstdint>
#include <string>

#include "cli/command.h"
#include "nomic/ledger/statement.h"
#include "nomic/service/service.h"

namespace nomic::tools {

std::string print_seen(const SeenHead& seen);
Result<SeenHead> parse_seen(const std::string& text);

// The statement signed, and written to a new file or, for "-", to standard output.
Status write_prepared(Call& call, const std::string& path, const ledger::SignedStatement& made);

}  // namespace nomic::tools
