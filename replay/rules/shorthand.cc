// What people write of a provision and what is recorded of it: "2/3" and "14.3" become numerator and denominator, and
// thousandths of a point.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "nomic/replay/edition.h"
#include "provision_parts.h"
#include "schema_words.h"

namespace nomic::replay {
namespace provisions {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::size_t DECIMALS = 3;

// Digits alone, without leading zeros.
template <class Number>
std::optional<Number> whole(std::string_view digits) {
  const bool plain = !digits.empty() && (digits.size() == 1 || digits[0] != '0') &&
                     std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) return std::nullopt;
  Number number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

// "14.3" is 14300 thousandths. Nothing that would not fit is read.
std::optional<std::int64_t> thousandths(std::string_view words) {
  const bool negative = words.starts_with('-');
  if (negative || words.starts_with('+')) words.remove_prefix(1);
  const std::size_t point = words.find('.');
  const auto points = whole<std::int64_t>(words.substr(0, point));
  constexpr std::int64_t LARGEST = 1'000'000'000'000;
  if (!points || *points > LARGEST) return std::nullopt;
  std::int64_t sum = *points;
  std::string_view decimals = point == std::string_view::npos ? "0" : words.substr(point + 1);
  if (decimals.empty() || decimals.size() > DECIMALS) return std::nullopt;
  for (std::size_t i = 0; i < DECIMALS; ++i) {
    const char digit = i < decimals.size() ? decimals[i] : '0';
    if (digit < '0' || digit > '9') return std::nullopt;
    sum = 10 * sum + (digit - '0');
  }
  return negative ? -sum : sum;
}

// "14300" thousandths are "14.3", in the one spelling that people write.
std::string decimal(std::int64_t value) {
  const std::uint64_t size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::string text = fmt::format("{}{}.{:03}", value < 0 ? "-" : "", size / 1000, size % 1000);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

// Points as they are written, in the place of the thousandths.
Status expand_points(Message& message, const FieldDescriptor& field, const std::string& path) {
  const auto& look = *message.GetReflection();
  const FieldDescriptor& recorded = *recorded_as(field);
  const std::string typed = look.GetString(message, &field);
  const bool twice =
      recorded.has_presence() ? look.HasField(message, &recorded) : look.GetInt64(message, &recorded) != 0;
  if (twice) return bad("points_twice", path, {{"recorded", recorded.name()}});
  const auto value = thousandths(typed);
  if (!value) return bad("points_form", path, {{"typed", typed}});
  look.ClearField(&message, &field);
  look.SetInt64(&message, &recorded, *value);
  return amount_in_bounds(path, *value);
}

Status expand_all_points(Message& message, const std::string& path) {
  const auto& look = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  look.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string here = below(path, field->name());
    Status done = fine();
    if (recorded_as(*field) != nullptr) done = expand_points(message, *field, here);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      if (!field->is_repeated()) done = expand_all_points(*look.MutableMessage(&message, field), here);
      for (int i = 0; field->is_repeated() && done.ok() && i < look.FieldSize(message, field); ++i) {
        done = expand_all_points(*look.MutableRepeatedMessage(&message, field, i), fmt::format("{}[{}]", here, i));
      }
    }
    if (!done) return done;
  }
  return fine();
}

// The other way round.
void abbreviate_all_points(Message& message) {
  const auto& look = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  look.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (const FieldDescriptor* shorthand = shorthand_of(*field)) {
      const std::string written = decimal(look.GetInt64(message, field));
      look.ClearField(&message, field);
      look.SetString(&message, shorthand, written);
    }
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) abbreviate_all_points(*look.MutableMessage(&message, field));
    for (int i = 0; field->is_repeated() && i < look.FieldSize(message, field); ++i) {
      abbreviate_all_points(*look.MutableRepeatedMessage(&message, field, i));
    }
  }
}

Status expand(v1::Adoption& adoption) {
  if (adoption.fraction().empty()) {
    if (adoption.of() == v1::Quota::BASE_UNSPECIFIED && !adoption.more_than()) return fine();
    return bad("without_fraction", adoption.more_than() ? "adoption.more_than" : "adoption.of");
  }
  if (adoption.has_quota()) {
    return bad("fraction_and_quota", "adoption.fraction");
  }
  const std::string_view words = adoption.fraction();
  const std::size_t slash = words.find('/');
  const auto numerator = whole<std::uint32_t>(words.substr(0, slash));
  const auto denominator = whole<std::uint32_t>(slash == std::string_view::npos ? "" : words.substr(slash + 1));
  if (!numerator || !denominator) {
    return bad("fraction_form", "adoption.fraction", {{"typed", words}});
  }
  if (adoption.more_than() && *numerator == *denominator) {
    return bad("fraction_more_than_all", "adoption.fraction");
  }
  v1::Quota quota;
  quota.set_numerator(*numerator);
  quota.set_denominator(*denominator);
  quota.set_strict(adoption.more_than());
  Status share = all_of(check_share(quota, "adoption.fraction"),
                        must_be_set("adoption.of", adoption.of(), *v1::Quota::Base_descriptor()));
  if (!share) return share;
  quota.set_base(adoption.of());
  *adoption.mutable_quota() = quota;
  adoption.clear_fraction();
  adoption.clear_of();
  adoption.clear_more_than();
  return fine();
}

void abbreviate(v1::Adoption& adoption) {
  const v1::Quota quota = adoption.quota();
  adoption.clear_quota();
  adoption.set_fraction(fmt::format("{}/{}", quota.numerator(), quota.denominator()));
  adoption.set_of(quota.base());
  adoption.set_more_than(quota.strict());
}

}  // namespace
}  // namespace provisions

Status expand_shorthand(v1::Provision& provision) {
  if (provision.has_adoption()) return provisions::expand(*provision.mutable_adoption());
  return provisions::expand_all_points(provision, "");
}

v1::Provision in_shorthand(v1::Provision provision) {
  if (provision.adoption().has_quota()) provisions::abbreviate(*provision.mutable_adoption());
  provisions::abbreviate_all_points(provision);
  return provision;
}

}  // namespace nomic::replay
