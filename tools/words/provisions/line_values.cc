#include "line_values.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "line_fields.h"
#include "line_items.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/v1/provisions.pb.h"
#include "nomic/words/listing.h"
#include "nomic/words/points_words.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools::lines {
namespace {

// Amounts in a line: numbers, points, lengths of time, shares.

// All digits of it; nothing where other signs stand there, or it is too large.
template <class Number>
std::optional<Number> whole(std::string_view digits) {
  Number number = 0;
  const char* const end = digits.data() + digits.size();
  if (digits.empty() || digits[0] == '-' || digits[0] == '+') return std::nullopt;
  const auto read = std::from_chars(digits.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

// Adds so many of a unit; whether there is such a unit, and it was not said before.
bool add_unit(std::string_view unit, std::uint32_t count, v1::Period& period) {
  if (unit == "d" || unit == "day" || unit == "days") {
    if (period.days() != 0) return false;
    period.set_days(count);
  } else if (unit == "h" || unit == "hour" || unit == "hours") {
    if (period.hours() != 0) return false;
    period.set_hours(count);
  } else if (unit == "min" || unit == "minute" || unit == "minutes") {
    if (period.minutes() != 0) return false;
    period.set_minutes(count);
  } else if (unit == "s" || unit == "second" || unit == "seconds") {
    if (period.seconds() != 0) return false;
    period.set_seconds(count);
  } else {
    return false;
  }
  return true;
}

bool take_front(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

bool read_fraction(std::string_view typed, v1::Quota& quota) {
  if (typed == "all" || typed == "half") typed = typed == "all" ? "1/1" : "1/2";
  const std::size_t slash = typed.find('/');
  if (slash == std::string_view::npos) return false;
  const auto numerator = whole<std::uint32_t>(typed.substr(0, slash));
  const auto denominator = whole<std::uint32_t>(typed.substr(slash + 1));
  if (!numerator || !denominator) return false;
  quota.set_numerator(*numerator);
  quota.set_denominator(*denominator);
  return true;
}

// Digits alone.
std::optional<std::uint32_t> number_in(std::string_view typed) {
  return whole<std::uint32_t>(typed);
}

// "14.3" is 14300 thousandths; with three decimals at most.
std::optional<std::int64_t> points_in(std::string_view typed) {
  constexpr std::size_t DECIMALS = 3;
  constexpr std::int64_t LARGEST = std::numeric_limits<std::int64_t>::max() / 1000 - 1;
  const bool negative = typed.starts_with('-');
  if (negative || typed.starts_with('+')) typed.remove_prefix(1);
  const std::size_t point = typed.find('.');
  const auto points = whole<std::int64_t>(typed.substr(0, point));
  if (!points || *points > LARGEST) return std::nullopt;
  std::string decimals(point == std::string_view::npos ? "0" : typed.substr(point + 1));
  if (decimals.empty() || decimals.size() > DECIMALS) return std::nullopt;
  decimals.resize(DECIMALS, '0');
  const auto rest = whole<std::int64_t>(decimals);
  if (!rest) return std::nullopt;
  const std::int64_t sum = 1000 * *points + *rest;
  return negative ? -sum : sum;
}

// "1 day 12 hours"; empty: no time at all.
std::string print_period(const v1::Period& period) {
  std::string out;
  const auto add = [&](std::uint32_t count, std::string_view unit) {
    if (count != 0) out += fmt::format("{}{} {}{}", out.empty() ? "" : " ", count, unit, count == 1 ? "" : "s");
  };
  add(period.days(), "day");
  add(period.hours(), "hour");
  add(period.minutes(), "minute");
  add(period.seconds(), "second");
  return out;
}

// The same, or "36h"; each unit once.
std::optional<v1::Period> period_in(std::string_view typed) {
  constexpr std::string_view DIGITS = "0123456789";
  v1::Period period;
  const auto take_while = [&](std::string_view signs, bool are) {
    std::size_t end = 0;
    while (end < typed.size() && (signs.find(typed[end]) != std::string_view::npos) == are) ++end;
    const std::string_view taken = typed.substr(0, end);
    typed.remove_prefix(end);
    return taken;
  };
  while (!typed.empty()) {
    const auto count = whole<std::uint32_t>(take_while(DIGITS, true));
    take_while(" ", true);
    const std::string unit = as_name(take_while(" 0123456789", false));
    take_while(" ", true);
    if (!count || !add_unit(unit, *count, period)) return std::nullopt;
  }
  return period;
}

// "more than 1/2 of cast"; without "of" where it has no base.
std::string print_quota(const v1::Quota& quota) {
  std::string out = fmt::format("{}{}/{}", quota.strict() ? "more than " : "", quota.numerator(), quota.denominator());
  if (quota.base() != v1::Quota::BASE_UNSPECIFIED) out += " of " + as_name(v1::Quota::Base_Name(quota.base()));
  return out;
}

// The same; "at least" may stand before it, and "all" and "half" for a fraction.
std::optional<v1::Quota> quota_in(std::string_view typed) {
  v1::Quota quota;
  if (take_front(typed, "more than ")) quota.set_strict(true);
  if (!quota.strict()) take_front(typed, "at least ");
  const std::size_t of = typed.find(" of ");
  if (!read_fraction(typed.substr(0, of), quota)) return std::nullopt;
  if (of == std::string_view::npos) return quota;
  std::string base = as_name(typed.substr(of + 4));
  for (char& c : base) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  v1::Quota::Base known = v1::Quota::BASE_UNSPECIFIED;
  if (!v1::Quota::Base_Parse(base, &known) || known == v1::Quota::BASE_UNSPECIFIED) return std::nullopt;
  quota.set_base(known);
  return quota;
}

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

LineFault no_such_value(const FieldDescriptor& field, std::string_view typed, std::string hint) {
  return {fmt::format("{} is {}", line_name(field), in_quotes(typed)), std::move(hint)};
}

std::vector<std::string> words_of_enum(const EnumDescriptor& type) {
  std::vector<std::string> words;
  for (int i = 0; i < type.value_count(); ++i) {
    // The unspecified value is there for the encoding.
    if (type.value(i)->number() != 0) words.push_back(as_name(type.value(i)->name()));
  }
  return words;
}

LineFault no_such_word(const FieldDescriptor& field, std::string_view typed, const std::vector<std::string>& known) {
  const std::string near = replay::nearest(typed, known);
  if (!near.empty()) return no_such_value(field, typed, fmt::format("did you mean {}?", near));
  return no_such_value(field, typed, fmt::format("it may be {}", listed(known, "or")));
}

// Puts a message of one value in the place of the field's.
std::optional<LineFault> read_message(const Value& value, const FieldDescriptor& field, Message& into) {
  const bool is_period = field.message_type() == v1::Period::descriptor();
  const auto put = [&](const auto& read, const char* hint) -> std::optional<LineFault> {
    if (!read) return no_such_value(field, value.text, hint);
    into.GetReflection()->MutableMessage(&into, &field)->CopyFrom(*read);
    return std::nullopt;
  };
  if (is_period) return put(period_in(value.text), "write a length of time: 24 hours, 7 days, 1 day 12 hours");
  return put(quota_in(value.text),
             "write a share: 2/3 of eligible, more than 1/2 of cast, 1/1 of taking_part; without "
             "\"of\" where it is said already of whom");
}

std::optional<LineFault> read_enum(const Value& value, const FieldDescriptor& field, Message& into) {
  const EnumDescriptor& type = *field.enum_type();
  const std::string typed = as_name(value.text);
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() == 0 || as_name(type.value(i)->name()) != typed) continue;
    const auto& look = *into.GetReflection();
    field.is_repeated() ? look.AddEnum(&into, &field, type.value(i)) : look.SetEnum(&into, &field, type.value(i));
    return std::nullopt;
  }
  return no_such_word(field, typed, words_of_enum(type));
}

std::optional<LineFault> read_bool(const Value& value, const FieldDescriptor& field, Message& into) {
  const std::string typed = as_name(value.text);
  const bool is_true = typed == "yes" || typed == "true";
  if (!is_true && typed != "no" && typed != "false") return no_such_value(field, value.text, "it may be yes or no");
  into.GetReflection()->SetBool(&into, &field, is_true);
  return std::nullopt;
}

std::optional<LineFault> read_reference(const Value& value, const FieldDescriptor& field, Message& into) {
  const auto number = replay::read_numeral(value.text);
  if (!number) return no_such_value(field, value.text, "write a whole number, in digits");
  const auto& look = *into.GetReflection();
  std::string text = replay::reference(*number);
  field.is_repeated() ? look.AddString(&into, &field, std::move(text)) : look.SetString(&into, &field, std::move(text));
  return std::nullopt;
}

std::optional<LineFault> read_number(const Value& value, const FieldDescriptor& field, Message& into) {
  const auto& look = *into.GetReflection();
  const auto number = number_in(value.text);
  if (!number) return no_such_value(field, value.text, "write a whole number, in digits");
  field.is_repeated() ? look.AddUInt32(&into, &field, *number) : look.SetUInt32(&into, &field, *number);
  return std::nullopt;
}

}  // namespace

std::string print_value(const Message& message, const FieldDescriptor& field, int at) {
  const auto& look = *message.GetReflection();
  const bool many = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM: {
      const auto* value = many ? look.GetRepeatedEnum(message, &field, at) : look.GetEnum(message, &field);
      return as_name(value->name());
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      return look.GetBool(message, &field) ? "yes" : "no";
    case FieldDescriptor::CPPTYPE_UINT32:
      return std::to_string(many ? look.GetRepeatedUInt32(message, &field, at) : look.GetUInt32(message, &field));
    case FieldDescriptor::CPPTYPE_INT64:
      return print_points(look.GetInt64(message, &field));
    case FieldDescriptor::CPPTYPE_STRING:
      if (replay::refers(field))
        return many ? look.GetRepeatedString(message, &field, at) : look.GetString(message, &field);
      return as_value(many ? look.GetRepeatedString(message, &field, at) : look.GetString(message, &field));
    default:
      break;
  }
  const Message& within = look.GetMessage(message, &field);
  if (field.message_type() == v1::Period::descriptor()) return print_period(static_cast<const v1::Period&>(within));
  return print_quota(static_cast<const v1::Quota&>(within));
}

std::optional<LineFault> read_value(const Value& value, const FieldDescriptor& field, Message& into) {
  if (value.has_items) {
    return LineFault{fmt::format("{} is one value, and takes no parentheses", line_name(field)),
                     fmt::format("write: {}={}", line_name(field), form_of(field))};
  }
  const auto& look = *into.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return read_enum(value, field, into);
    case FieldDescriptor::CPPTYPE_BOOL:
      return read_bool(value, field, into);
    case FieldDescriptor::CPPTYPE_UINT32:
      return read_number(value, field, into);
    case FieldDescriptor::CPPTYPE_INT64: {
      const auto points = points_in(value.text);
      if (!points)
        return no_such_value(field, value.text, "write points as a decimal of at most three places: 14.3, -10");
      look.SetInt64(&into, &field, *points);
      return std::nullopt;
    }
    case FieldDescriptor::CPPTYPE_STRING:
      if (replay::refers(field)) return read_reference(value, field, into);
      field.is_repeated() ? look.AddString(&into, &field, value.text) : look.SetString(&into, &field, value.text);
      return std::nullopt;
    default:
      return read_message(value, field, into);
  }
}

std::string form_of(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return fmt::format("{}", fmt::join(words_of_enum(*field.enum_type()), "|"));
    case FieldDescriptor::CPPTYPE_BOOL:
      return "yes|no";
    case FieldDescriptor::CPPTYPE_UINT32:
      return "NUMBER";
    case FieldDescriptor::CPPTYPE_INT64:
      return "POINTS";
    case FieldDescriptor::CPPTYPE_STRING:
      return replay::refers(field) ? "NUMBER" : "TEXT";
    default:
      return field.message_type() == v1::Period::descriptor() ? "TIME" : "SHARE";
  }
}

}  // namespace nomic::tools::lines
