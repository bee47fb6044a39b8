// A folder of tiles on the disk: `nomic export --tiles`.
#pragma once

#include <string>

#include "cli/command.h"

namespace nomic::tools {

Result<Exit> export_tiles(Call& call, ledger::Ledger& ledger, const ledger::Head& game, const std::string& folder);

}  // namespace nomic::tools
