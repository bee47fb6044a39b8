// The manual: nomic(1), a page for each command, nomic-provisions(7) and nomic-ledger(5). They say what the commands'
// help and the documents say, since they are made of the same: what the commands declare, and docs/ as it is built in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace nomic::tools {

// Files as man looks for them: "nomic.1", "nomic-vote.1", "nomic-ledger.5".
std::vector<std::string> manual_page_names(const CommandList& commands);

// The page of that name, as roff. Nothing: there is none.
std::optional<std::string> manual_page(const CommandList& commands, std::string_view name);

}  // namespace nomic::tools
