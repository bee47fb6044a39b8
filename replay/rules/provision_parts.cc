#include "provision_parts.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "schema_words.h"

namespace nomic::replay::provisions {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// A thousand million points, in thousandths: sums of them stay far from the ends of 64 bits.
constexpr std::int64_t LARGEST_AMOUNT = 1'000'000'000'000;

constexpr std::uint32_t MOST_DECIMALS = 3;

constexpr std::uint64_t MINUTE = 60;
constexpr std::uint64_t HOUR = 60 * MINUTE;
constexpr std::uint64_t DAY = 24 * HOUR;
// A hundred years with their leap days.
constexpr std::uint64_t LONGEST = 36'525 * DAY;

Status check_period(const v1::Period& period, const std::string& path) {
  const std::uint64_t seconds = seconds_of(period);
  if (seconds == 0) return bad("no_time", path);
  if (seconds > LONGEST) return bad("over_100_years", path);
  return fine();
}

// A value that is set: unspecified says nothing, an unknown one nothing that we understand.
Status check_enum(const FieldDescriptor& field, const std::string& path, int value) {
  const bool known = field.enum_type()->FindValueByNumber(value) != nullptr;
  if (known && value != 0) return fine();
  return bad(known ? "unspecified" : "unknown_value", path,
             {{"value", std::to_string(value)}, {"values", value_names(*field.enum_type())}});
}

// The values of one enumeration field.
Status check_enum_field(const Message& message, const FieldDescriptor& field, const std::string& path) {
  const auto& look = *message.GetReflection();
  if (!field.is_repeated()) return check_enum(field, path, look.GetEnumValue(message, &field));
  std::set<int> seen;
  for (int i = 0; i < look.FieldSize(message, &field); ++i) {
    const int value = look.GetRepeatedEnumValue(message, &field, i);
    Status status = check_enum(field, path, value);
    if (!status) return status;
    if (seen.insert(value).second) continue;
    return bad("names_twice", path, {{"value", field.enum_type()->FindValueByNumber(value)->name()}});
  }
  return fine();
}

// The messages of one message field.
Status check_message_field(const Message& message, const FieldDescriptor& field, const std::string& path) {
  const auto& look = *message.GetReflection();
  if (!field.is_repeated()) return check_enums(look.GetMessage(message, &field), path);
  for (int i = 0; i < look.FieldSize(message, &field); ++i) {
    Status status = check_enums(look.GetRepeatedMessage(message, &field, i), fmt::format("{}[{}]", path, i));
    if (!status) return status;
  }
  return fine();
}

// A message that is a length of time, or what is within it.
Status check_periods_in(const Message& message, const std::string& path) {
  if (message.GetDescriptor() != v1::Period::descriptor()) return check_periods(message, path);
  return check_period(static_cast<const v1::Period&>(message), path);
}

}  // namespace

Error bad(std::string_view variant, std::string_view path, std::vector<Parameter> further) {
  std::vector<Parameter> parameters = {{"path", path}};
  for (Parameter& one : further) parameters.push_back(std::move(one));
  return error_of(ErrorCode::BAD_PROVISION, variant, std::move(parameters));
}

Error missing_value(std::string_view path, const google::protobuf::EnumDescriptor& type) {
  return bad("missing_value", path, {{"values", value_names(type)}});
}

Status fine() {
  return ledger::Done{};
}

std::string below(const std::string& path, std::string_view field) {
  return path.empty() ? std::string(field) : fmt::format("{}.{}", path, field);
}

Status not_too_many(const std::string& path, int count) {
  if (count <= NAMED_LIMIT) return fine();
  return bad("too_many", path, {{"count", count}, {"most", NAMED_LIMIT}});
}

Status in_range(const std::string& path, std::uint32_t value, std::uint32_t least, std::uint32_t most) {
  if (value >= least && value <= most) return fine();
  return bad("range", path, {{"value", value}, {"least", least}, {"most", most}});
}

Status amount_in_bounds(const std::string& path, std::int64_t thousandths) {
  if (thousandths >= -LARGEST_AMOUNT && thousandths <= LARGEST_AMOUNT) return fine();
  return bad("amount", path, {{"value", std::to_string(thousandths)}});
}

Status check_enums(const Message& message, const std::string& path) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string here = below(path, field->name());
    Status status = fine();
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) status = check_message_field(message, *field, here);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) status = check_enum_field(message, *field, here);
    if (!status) return status;
  }
  return fine();
}

Status check_periods(const Message& message, const std::string& path) {
  const auto& look = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  look.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    const std::string here = below(path, field->name());
    const int count = field->is_repeated() ? look.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      Status status = field->is_repeated()
                          ? check_periods_in(look.GetRepeatedMessage(message, field, i), fmt::format("{}[{}]", here, i))
                          : check_periods_in(look.GetMessage(message, field), here);
      if (!status) return status;
    }
  }
  return fine();
}

std::uint64_t seconds_of(const v1::Period& period) {
  return period.days() * DAY + period.hours() * HOUR + period.minutes() * MINUTE + period.seconds();
}

Status check_time(const std::string& time, const std::string& path) {
  const Result<std::int64_t> micros = parse_time(time, false);
  if (!micros) return bad("time_form", path, {{"typed", time}});
  if (print_time(*micros) == time) return fine();
  return bad("time_spelling", path, {{"typed", time}, {"time", Moment{*micros}}});
}

Status check_name(const std::string& name, const std::string& path) {
  Result<v1::PlayerNames> names = player_names(name, {}, {});
  if (!names) return error_of(ErrorCode::BAD_PROVISION, "names_nobody", {{"path", path}}, names.error());
  if (names->name() != name) return bad("name_not_nfc", path);
  return fine();
}

Status says_something(const Message& kind, const std::string& path) {
  std::vector<const FieldDescriptor*> fields;
  kind.GetReflection()->ListFields(kind, &fields);
  if (!fields.empty()) return fine();
  return bad("says_nothing", path, {{"fields", field_names(*kind.GetDescriptor())}});
}

Status check_quota(const v1::Quota& quota, const std::string& path, bool base_matters) {
  if (quota.denominator() < 1) return bad("denominator_zero", below(path, "denominator"));
  if (quota.numerator() < 1) return bad("numerator_zero", below(path, "numerator"));
  if (quota.numerator() > quota.denominator()) {
    return bad("over_all", path, {{"numerator", quota.numerator()}, {"denominator", quota.denominator()}});
  }
  if (quota.strict() && quota.numerator() == quota.denominator()) {
    return bad("more_than_all", path);
  }
  if (base_matters) return must_be_set(below(path, "base"), quota.base(), *v1::Quota::Base_descriptor());
  return fine();
}

Status check_share(const v1::Quota& quota, const std::string& path) {
  if (quota.base() == v1::Quota::BASE_UNSPECIFIED) return check_quota(quota, path, false);
  return bad("base_again", below(path, "base"));
}

Status check_amount(bool present, const v1::Amount& amount, const std::string& path) {
  switch (amount.way_case()) {
    case v1::Amount::kFixedThousandths:
      return amount_in_bounds(below(path, "fixed_thousandths"), amount.fixed_thousandths());
    case v1::Amount::kPopularity:
      return all_of(in_range(below(path, "popularity.minus"), amount.popularity().minus(), 0, LARGEST_NUMBER),
                    in_range(below(path, "popularity.decimals"), amount.popularity().decimals(), 0, MOST_DECIMALS));
    case v1::Amount::kPerVoteForThousandths:
      return amount_in_bounds(below(path, "per_vote_for_thousandths"), amount.per_vote_for_thousandths());
    case v1::Amount::kPerVoteAgainstThousandths:
      return amount_in_bounds(below(path, "per_vote_against_thousandths"), amount.per_vote_against_thousandths());
    // Shorthand, which is refused wherever it stands (check_no_shorthand).
    case v1::Amount::kPoints:
    case v1::Amount::kPerVoteFor:
    case v1::Amount::kPerVoteAgainst:
    case v1::Amount::WAY_NOT_SET:
      break;
  }
  return bad(present ? "no_amount" : "missing_amount", path);
}

}  // namespace nomic::replay::provisions
