// Failure: why a command did not do what it was asked, as text for people and an exit status for scripts.
//
// The one place where what the ledger and the game say becomes words on standard error and a status.
#pragma once

#include <string>

#include "nomic/ledger/result.h"
#include "nomic/replay/error.h"

namespace nomic::tools {

// The exit statuses that scripts rely on.
enum class Exit : int {
  DONE = 0,
  DIFFERENT = 1,    // what was checked is false or different
  USAGE = 2,        // no ledger could accept it
  REFUSED = 3,      // the game does not allow it: the rules are cited
  DAMAGED = 4,      // the ledger is not what it claims, was rolled back, or is of a newer format
  UNAVAILABLE = 5,  // locked, full, read-only, a failed write, an --expect that does not hold
};

struct Failure {
  Exit exit = Exit::USAGE;
  // What is wrong and which rule or limit says so: one sentence, in small letters and without a full stop.
  std::string what;
  // What to do instead; may be empty.
  std::string hint;
};

template <class T>
using Result = ledger::Result<T, Failure>;
using Status = Result<ledger::Done>;

Failure usage(std::string what, std::string hint = {});
Failure refused(std::string what, std::string hint = {});

Failure failure_of(const ledger::Error& error);
Failure failure_of(const replay::Error& error);

// The failure in one to three lines, as standard error shows it.
std::string lines_of(const Failure& failure);

}  // namespace nomic::tools
