// Result: a value, or an error that somebody is meant to read.
//
// Two kinds of failure, two mechanisms. What the domain expects (a damaged record, a full disk, a ledger in use) comes
// back as a Result and cannot be dropped unseen. What nobody expects (a broken invariant) is an assertion.
//
//     NOMIC_ASSIGN(const Head head, ledger.head(game));  // returns the error, if there is one
//     use(head.size);
//     NOMIC_TRY(ledger.check());                         // the same for a Status
//     NOMIC_TRY(ledger.game(id).status());               // where the value is not needed
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace nomic::ledger {

// What went wrong with a ledger. A closed list, only ever added to; every code has a test that triggers it.
enum class ErrorCode : std::uint8_t {
  // What was asked for is not there.
  NOT_A_LEDGER = 1,  // the folder holds no ledger
  ALREADY_A_LEDGER,  // `create` where one stands
  NO_SUCH_GAME,      // no game of that name or identity
  GAME_NAME_TAKEN,   // another game of the ledger bears that name
  AMBIGUOUS_GAME,    // several games, and none was named
  NO_SUCH_RECORD,    // an index at or beyond the size
  // What was given cannot be taken.
  BAD_INPUT,         // empty name, no payload, a malformed identity
  TOO_LARGE,         // a record over 65,535 bytes
  REQUEST_CONFLICT,  // the request ID is known, for another request
  SIZE_MISMATCH,     // the game's size is not the one expected
  CLOCK_WENT_BACK,   // a time before the last record's, or before 1970
  BAD_KEY,           // a key, or its file, that cannot be used: unreadable, too open, of another type, of small order
  BAD_SIGNATURE,     // a signature that does not verify
  BAD_NOTE,          // a signed note, a checkpoint or a policy that cannot be read
  BAD_PROOF,         // a proof that cannot be read, or does not prove what it says
  BAD_BUNDLE,        // a bundle that is truncated, altered or not one
  FORKED,            // two histories of one game: the first record that differs is named
  WITNESS_REFUSES,   // a signer's memory forbids it: a smaller size, or another root
  // The ledger itself.
  DAMAGED,          // something stored does not fit its hash, its mark or its place
  ROLLED_BACK,      // shorter than, or different from, what this user has seen before
  NEWER_FORMAT,     // made by a newer program
  IN_USE,           // another process writes
  READ_ONLY,        // the folder cannot be written
  FULL,             // no space left
  IO_FAILED,        // reading or opening failed, nothing was written
  OUTCOME_UNKNOWN,  // a write failed half way: it may or may not be recorded
  HANDLE_SHUT,      // after OUTCOME_UNKNOWN: this handle takes nothing more
  UNTRUSTED,        // the folder was found, not named, and belongs to another user
  OUT_OF_MEMORY,    // there is not enough memory, or threads, to read or write: the ledger is as it was
  UNREACHABLE,      // the server that keeps the ledger cannot be reached, or answers no more: nothing was written
};

// An error as people read it. `what` says what is wrong and which limit or place says so; `hint` what to do, if there
// is something to do. One sentence each, without a full stop at the end of `hint`'s commands.
struct Error {
  ErrorCode code = ErrorCode::IO_FAILED;
  std::string what;
  std::string hint;
  // The record it is about, if it is about one.
  std::optional<std::uint64_t> index;
};

struct Done {};  // the value of a Result that has none

template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  using error_type = E;

  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(E error) : held_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return held_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // The value; only after ok().
  T& operator*() & { return std::get<0>(held_); }
  const T& operator*() const& { return std::get<0>(held_); }
  T&& operator*() && { return std::get<0>(std::move(held_)); }
  T* operator->() { return &std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }

  // The error; only after !ok().
  [[nodiscard]] const E& error() const& { return std::get<1>(held_); }
  [[nodiscard]] E&& error() && { return std::get<1>(std::move(held_)); }

  // The same without the value, which is let go.
  [[nodiscard]] Result<Done, E> status() && {
    if (ok()) return Done{};
    return std::get<1>(std::move(held_));
  }

 private:
  std::variant<T, E> held_;
};

using Status = Result<Done>;

// How an error of type From becomes an error of type To where it is passed on. Each layer specializes it for its own
// type of error (nomic/replay/error.h, nomic/views/failure.h).
template <class To, class From>
struct ErrorConversion;

template <class E>
struct ErrorConversion<E, E> {
  static E convert(E error) { return error; }
};

// An error on its way to the caller: it becomes a Result of any value and of any error that it can be converted to.
template <class E>
class PassedError {
 public:
  explicit PassedError(E error) : error_(std::move(error)) {}

  template <class T, class To>
  operator Result<T, To>() && {  // NOLINT(google-explicit-constructor)
    return ErrorConversion<To, E>::convert(std::move(error_));
  }

 private:
  E error_;
};

// What NOMIC_TRY takes. The compiler refuses a Result that holds a value: it may be a lock, which has to be held.
template <class E>
Result<Done, E> status_of(Result<Done, E> status) {
  return status;
}

}  // namespace nomic::ledger

// Returns the error of a Status from the function, if it has one. It is converted to the function's type of error.
//
//     NOMIC_TRY(must_be_running(play));
#define NOMIC_TRY(...)                                                          \
  if (auto nomic_tried = ::nomic::ledger::status_of(__VA_ARGS__); !nomic_tried) \
  return ::nomic::ledger::PassedError(std::move(nomic_tried).error())

// Declares a variable that has the value of the expression. Returns the error as NOMIC_TRY does, if it has one.
//
//     NOMIC_ASSIGN(const auto record, ledger.record(game, index));
#define NOMIC_ASSIGN(declaration, ...) NOMIC_ASSIGN_AS(NOMIC_JOINED(nomic_result_, __LINE__), declaration, __VA_ARGS__)
#define NOMIC_ASSIGN_AS(result, declaration, ...)                              \
  auto result = (__VA_ARGS__);                                                 \
  if (!result) return ::nomic::ledger::PassedError(std::move(result).error()); \
  declaration = *std::move(result)
#define NOMIC_JOINED(one, other) NOMIC_JOINED_NOW(one, other)
#define NOMIC_JOINED_NOW(one, other) one##other
