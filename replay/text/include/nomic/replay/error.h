// Error: why something cannot be done in a game, as values, with the rules that say so.
//
// An error is a code of one closed list (error_codes.inc), which of the code's cases, and parameters by name. It holds
// no sentence: nomic/words/refusals.h makes one, from a table with a row for each code and case. So a program reads
// the same error as a person, and this layer names neither commands nor flags.
//
//     return refuse(ErrorCode::VOTE_CALLED_ALREADY, "at", {{"proposal", 305U}, {"record", 41U}}, {rule});
//
// What a code means to whoever called is its Kind: USAGE is what no ledger could accept, REFUSED is what the game does
// not allow now, LEDGER passes on what the ledger said.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/result.h"
#include "nomic/replay/parameter.h"
#include "nomic/replay/remark.h"

namespace nomic::replay {

enum class ErrorCode : std::uint8_t {
#define NOMIC_ERROR_CODE(name, number) name = (number),
#include "nomic/replay/error_codes.inc"
#undef NOMIC_ERROR_CODE
};

enum class Kind : std::uint8_t { USAGE, REFUSED, LEDGER };

// A rule cited, by the number it bears at that moment.
struct Cited {
  std::uint32_t rule = 0;
};

struct Error {
  ErrorCode code = ErrorCode::LEDGER;
  // Which case of the code: lower case with underscores; empty where the code has one case.
  std::string variant;
  // What the case is about. A parameter's meaning depends on its name alone: "proposal" is always a number of one.
  std::vector<Parameter> parameters;
  // The rules that say so.
  std::vector<Cited> cited;
  // What brought this about, where one error is reported within another: what is wrong with a record's provision.
  std::shared_ptr<const Error> because;
  // The same, where it was a remark: the first doubt that a page leaves.
  std::shared_ptr<const Remark> remark;
  // The ledger's error, for LEDGER.
  std::optional<ledger::Error> ledger;
};

[[nodiscard]] Kind kind_of(ErrorCode code);
// The code's name, as it stands in the list, for tests and for programs.
[[nodiscard]] std::string_view name_of(ErrorCode code);
// The code and its case in one word, for logs and tests: "VOTE_STAYS/time_over".
[[nodiscard]] std::string label_of(const Error& error);
// Every code, in the order of the list.
[[nodiscard]] const std::vector<ErrorCode>& error_codes();

// An error of that case.
[[nodiscard]] Error error_of(ErrorCode code, std::string_view variant, std::vector<Parameter> parameters = {});
// The same, brought about by another.
[[nodiscard]] Error error_of(ErrorCode code, std::string_view variant, std::vector<Parameter> parameters,
                             Error because);
[[nodiscard]] Error error_of(ErrorCode code, std::string_view variant, std::vector<Parameter> parameters,
                             Remark because);

template <class T>
using Result = ledger::Result<T, Error>;
using Status = Result<ledger::Done>;

// Wraps what the ledger said.
Error from_ledger(ledger::Error error);

}  // namespace nomic::replay

template <>
struct nomic::ledger::ErrorConversion<nomic::replay::Error, nomic::ledger::Error> {
  static replay::Error convert(Error error) { return replay::from_ledger(std::move(error)); }
};
