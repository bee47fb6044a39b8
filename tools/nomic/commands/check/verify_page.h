// Pages of `nomic report` as `verify` sees them.
#pragma once

#include <string>

#include "cli/command.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Whether the file is a plain one that claims to be a page.
bool is_page(const Call& call, const std::string& path);

// Takes the records out of the page, verifies them, derives the game from them in a ledger that is thrown away, and
// adds a finding for whatever the page says otherwise. Fails where the page cannot be read or holds no records.
Status verify_page(Call& call, const std::string& path, v1::FindingsView& view);

}  // namespace nomic::tools
