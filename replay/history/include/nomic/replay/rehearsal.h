// Rehearsals: a copy of a game under an identity of its own, in which moves are tried that nobody means yet.
//
//     auto report = export_rehearsal(ledger, game, game.head().size, random_bytes(16), write, {});
//     Game::import_from(another_ledger, the_bundle_that_was_written, {});
//
// Record 0 of a rehearsal says which game it rehearses and how many of its records were copied (docs/format.md, section
// 2); so it has another identity, and whoever derives it knows what it is. The other records keep their payloads,
// authors, times and request IDs, hence their numbers, forms and digests of votes. They lose their signatures, which
// were made for records of the game; so in a rehearsal nobody has to sign. A ledger holds a game or its rehearsals:
// Game::import_from refuses one where the other lies (REHEARSAL_APART). Why, and what else was thought of:
// docs/design/rehearsal.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "nomic/ledger/bundle.h"
#include "nomic/replay/game.h"

namespace nomic::replay {

// Writes a bundle of a rehearsal of the game, as it stood after `size` records. `salt`: 16 random bytes. The report
// tells its identity. NO_SUCH_POINT/not_founded_yet: `size` is less than what founds the game; else what the ledger and
// the sink say. Cost: that of deriving the game, since it must be known whose records had to be signed and were not.
Result<ledger::BundleReport> export_rehearsal(ledger::Ledger& ledger, Game& game, std::uint64_t size,
                                              const std::string& salt, const ledger::WriteBytes& write,
                                              const std::function<void(std::uint64_t done)>& progress);

}  // namespace nomic::replay
