// What the checks of the kinds of provisions have in common: refusals that name the field, ranges, quotas, amounts.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/game_limits.h"
#include "nomic/v1/provisions.pb.h"

namespace nomic::replay::provisions {

// That case of BAD_PROVISION; `path` names the field: "adoption.quota.base".
Error bad(std::string_view variant, std::string_view path, std::vector<Parameter> further = {});
Status fine();

// "adoption.quota" and "base": "adoption.quota.base".
std::string below(const std::string& path, std::string_view field);

// The first that fails, in order.
template <class... Checks>
Status all_of(Status first, Checks... rest) {
  if constexpr (sizeof...(rest) == 0) {
    return first;
  } else {
    return first.ok() ? all_of(std::move(rest)...) : first;
  }
}

// Entries of a list that is compared with those of other provisions.
constexpr int NAMED_LIMIT = 100;
Status not_too_many(const std::string& path, int count);

Status in_range(const std::string& path, std::uint32_t value, std::uint32_t least, std::uint32_t most);

// At most a thousand million points, up or down.
Status amount_in_bounds(const std::string& path, std::int64_t thousandths);

// It is missing, and may be any value of the enumeration.
Error missing_value(std::string_view path, const google::protobuf::EnumDescriptor& type);

// An enumeration that must be given.
template <class Enum>
Status must_be_set(const std::string& path, Enum value, const google::protobuf::EnumDescriptor& type) {
  return static_cast<int>(value) != 0 ? fine() : missing_value(path, type);
}

// Everywhere in the message: enumeration values that the schema names, none twice in a list.
Status check_enums(const google::protobuf::Message& message, const std::string& path);

// Everywhere in the message: lengths of time from a second to a hundred years.
Status check_periods(const google::protobuf::Message& message, const std::string& path);

// The sum of its parts.
std::uint64_t seconds_of(const v1::Period& period);

// "2030-01-01T00:00:00Z", in that one spelling: what is recorded is compared byte by byte.
Status check_time(const std::string& time, const std::string& path);

// A player's name, as it is recorded.
Status check_name(const std::string& name, const std::string& path);

// At least one field is set: a clause that sets nothing regulates nothing.
Status says_something(const google::protobuf::Message& kind, const std::string& path);

// A share that can be reached, and not without a vote. `base_matters`: whether it must say of what it is a share.
Status check_quota(const v1::Quota& quota, const std::string& path, bool base_matters);

// The same where the field itself says of whom the share is taken: a base would say it again, or gainsay it.
Status check_share(const v1::Quota& quota, const std::string& path);

Status check_amount(bool present, const v1::Amount& amount, const std::string& path);

}  // namespace nomic::replay::provisions
