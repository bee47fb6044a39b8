// Failure: why a command did not do what it was asked, as text for people and an exit status for scripts.
//
// The one place where what the ledger and the game say becomes words on standard error and a status.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "nomic/ledger/result.h"
#include "nomic/replay/error.h"
#include "nomic/v1/refusal.pb.h"

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
  // As a program reads it. Empty code: what the command line itself finds.
  std::string code = {};
  std::shared_ptr<const v1::Refusal> refusal = {};
  // Of a play, the line that failed; 0: it is no play.
  std::uint64_t line = 0;
  // The line says that it ends so.
  bool expected = false;
};

template <class T>
using Result = ledger::Result<T, Failure>;
using Status = Result<ledger::Done>;

Failure usage(std::string what, std::string hint = {});
Failure refused(std::string what, std::string hint = {});

Failure failure_of(const ledger::Error& error);
Failure failure_of(const replay::Error& error);

// What the library answers, its errors as failures.
template <class T, class E>
Result<T> or_failure(ledger::Result<T, E> answer) {
  if (!answer) return failure_of(answer.error());
  return std::move(*answer);
}

// The failure in one to three lines, as standard error shows it.
std::string lines_of(const Failure& failure);
// The same for programs: one line of JSON (nomic.v1.ErrorView).
std::string json_of(const Failure& failure);

}  // namespace nomic::tools

template <>
struct nomic::ledger::ErrorConversion<nomic::tools::Failure, nomic::ledger::Error> {
  static tools::Failure convert(const Error& error) { return tools::failure_of(error); }
};
template <>
struct nomic::ledger::ErrorConversion<nomic::tools::Failure, nomic::replay::Error> {
  static tools::Failure convert(const replay::Error& error) { return tools::failure_of(error); }
};
