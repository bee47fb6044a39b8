// What a report is made of and where it goes: the records; a file, standard output, a browser.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "nomic/ledger/ledger.h"

namespace nomic::tools {

// Under its name only once it is whole, and in no other file's place unless `force` says so; - is standard output.
Status write_report(const Call& call, const std::string& path, bool force, std::string_view bytes);

// The game's first records as a bundle.
Result<std::string> bundle_of(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size);

// By BROWSER, else xdg-open; where none can be started, that is a warning.
void open_in_browser(const Call& call, const std::string& path);

}  // namespace nomic::tools
