// Whether anything was recorded in a ledger since one looked, told without opening it: for whoever waits for what
// another process records.
//
//     std::string before = recorded_mark(folder);
//     ...
//     if (recorded_mark(folder) != before) // open the ledger anew: there may be more
#pragma once

#include <string>

namespace nomic::ledger {

// Bytes that are others after every append to any game of the ledger, and the same while nothing is appended: to it, or
// in a database to anything on that server. Nothing in them is to be read. Empty: there is no ledger, or none that can
// be read; opening it says why. Cost: one small file, or one round trip on a connection that is kept.
std::string recorded_mark(const std::string& folder);

}  // namespace nomic::ledger
