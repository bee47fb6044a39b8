#include "line_values.h"

#include <fmt/format.h>

#include "line_amounts.h"
#include "line_fields.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/words/listing.h"
#include "nomic/words/points_words.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools::lines {
namespace {

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
