// A ledger for one run, to look at what is no ledger: a bundle that somebody was handed.
//
//     auto ledger = scratch_ledger("/tmp");                        // nothing of it can be seen there
//     auto taken  = (*ledger)->import_from(source, {}, {});
//     auto met    = met_of(**ledger, taken->head.game, seen_dir);  // is it the game that this user knows?
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

// An empty ledger, open for writing, in temporary files on the disk of `folder`: they have no names there and go with
// the process, however it ends. It remembers nothing of the games that it holds. Fails where no file can be made there.
Result<std::unique_ptr<Ledger>> scratch_ledger(const std::string& folder);

// What a user has met of a game, beside a copy of it.
struct Met {
  std::uint64_t size = 0;     // records; 0: they have not met the game
  bool is_other = false;      // the copy has other records among them
  std::uint64_t missing = 0;  // so many of them the copy does not have
};

// What the memory in `seen_dir` (OpenOptions) says beside this copy of the game; an empty one says nothing. Nothing is
// refused or remembered for it. DAMAGED: the memory cannot be read.
Result<Met> met_of(Ledger& copy, const GameId& game, const std::string& seen_dir);

}  // namespace nomic::ledger
