#include "nomic/replay/remark_in.h"

#include <memory>
#include <string_view>
#include <utility>

namespace nomic::replay {
namespace {

std::optional<Topic> topic_named(std::string_view name) {
  // The last of the list ends it.
  for (auto each = static_cast<int>(Topic::CONFLICT); each <= static_cast<int>(Topic::LEFT_OUT); ++each) {
    if (name_of(static_cast<Topic>(each)) == name) return static_cast<Topic>(each);
  }
  return std::nullopt;
}

Parameter parameter_in(const v1::Parameter& from) {
  switch (from.value_case()) {
    case v1::Parameter::kPoints:
      return {from.name(), Thousandths{from.points()}};
    case v1::Parameter::kTime:
      return {from.name(), Moment{from.time()}};
    case v1::Parameter::kText:
      return {from.name(), from.text()};
    case v1::Parameter::kNames:
      return {from.name(), Parameter::Names(from.names().name().begin(), from.names().name().end())};
    case v1::Parameter::kDuration:
      return {from.name(), Length{from.duration()}};
    case v1::Parameter::kNumber:
    case v1::Parameter::VALUE_NOT_SET:
      break;
  }
  return {from.name(), from.number()};
}

}  // namespace

std::optional<Remark> remark_in(const v1::Refusal& message) {
  const auto topic = topic_named(message.code());
  if (!topic) return std::nullopt;
  Remark remark{*topic, message.variant(), {}, nullptr};
  for (const v1::Parameter& each : message.parameters()) remark.parameters.push_back(parameter_in(each));
  if (!message.has_because()) return remark;
  auto because = remark_in(message.because());
  if (!because) return std::nullopt;
  remark.because = std::make_shared<const Remark>(*std::move(because));
  return remark;
}

}  // namespace nomic::replay
