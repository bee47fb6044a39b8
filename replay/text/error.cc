#include "nomic/replay/error.h"

#include <utility>

namespace nomic::replay {

Kind kind_of(ErrorCode code) {
  const auto value = static_cast<std::uint8_t>(code);
  if (value >= static_cast<std::uint8_t>(ErrorCode::LEDGER)) return Kind::LEDGER;
  if (value >= static_cast<std::uint8_t>(ErrorCode::FOUNDING_INCOMPLETE)) return Kind::REFUSED;
  return Kind::USAGE;
}

std::string_view name_of(ErrorCode code) {
  switch (code) {
#define NOMIC_ERROR_CODE(name, number) \
  case ErrorCode::name:                \
    return #name;
#include "nomic/replay/error_codes.inc"
#undef NOMIC_ERROR_CODE
  }
  return "UNKNOWN";
}

std::string label_of(const Error& error) {
  std::string name(name_of(error.code));
  if (!error.variant.empty()) name += "/" + error.variant;
  return name;
}

const std::vector<ErrorCode>& error_codes() {
  static const std::vector<ErrorCode> ALL = {
#define NOMIC_ERROR_CODE(name, number) ErrorCode::name,
#include "nomic/replay/error_codes.inc"
#undef NOMIC_ERROR_CODE
  };
  return ALL;
}

Error error_of(ErrorCode code, std::string_view variant, std::vector<Parameter> parameters) {
  Error error;
  error.code = code;
  error.variant = variant;
  error.parameters = std::move(parameters);
  return error;
}

Error error_of(ErrorCode code, std::string_view variant, std::vector<Parameter> parameters, Error because) {
  Error error = error_of(code, variant, std::move(parameters));
  error.because = std::make_shared<const Error>(std::move(because));
  return error;
}

Error error_of(ErrorCode code, std::string_view variant, std::vector<Parameter> parameters, Remark because) {
  Error error = error_of(code, variant, std::move(parameters));
  error.remark = std::make_shared<const Remark>(std::move(because));
  return error;
}

Error from_ledger(ledger::Error error) {
  Error wrapped;
  wrapped.code = ErrorCode::LEDGER;
  wrapped.ledger = std::move(error);
  return wrapped;
}

}  // namespace nomic::replay
