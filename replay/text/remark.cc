#include "nomic/replay/remark.h"

#include <utility>

namespace nomic::replay {

std::string_view name_of(Topic topic) {
  switch (topic) {
    case Topic::CONFLICT:
      return "CONFLICT";
    case Topic::DUE:
      return "DUE";
    case Topic::NOTE:
      return "NOTE";
    case Topic::STANDSTILL:
      return "STANDSTILL";
    case Topic::OFFER:
      return "OFFER";
    case Topic::WARNING:
      return "WARNING";
    case Topic::DEPENDENCE:
      return "DEPENDENCE";
    case Topic::AUDIT:
      return "AUDIT";
    case Topic::DOUBT:
      return "DOUBT";
    case Topic::SLIP:
      return "SLIP";
    case Topic::EVIDENCE:
      return "EVIDENCE";
    case Topic::LEFT_OUT:
      return "LEFT_OUT";
  }
  return {};
}

bool operator==(const Remark& one, const Remark& other) {
  if (one.topic != other.topic || one.variant != other.variant || one.parameters != other.parameters) return false;
  if (!one.because || !other.because) return !one.because && !other.because;
  return *one.because == *other.because;
}

Remark remark_of(Topic topic, std::string_view variant, std::vector<Parameter> parameters) {
  return {topic, std::string(variant), std::move(parameters), nullptr};
}

Remark remark_of(Topic topic, std::string_view variant, std::vector<Parameter> parameters, Remark because) {
  return {topic, std::string(variant), std::move(parameters), std::make_shared<const Remark>(std::move(because))};
}

}  // namespace nomic::replay
