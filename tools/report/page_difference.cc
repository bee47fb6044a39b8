#include "page_difference.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Of a long text, so much.
constexpr std::size_t SHOWN = 60;
constexpr const char* NOTHING = "nothing";

std::string shortened(const std::string& text) {
  if (text.size() <= SHOWN) return in_quotes(text);
  std::size_t to = SHOWN;
  while (to > 0 && (static_cast<unsigned char>(text[to]) & 0xC0U) == 0x80U) --to;
  return in_quotes(text.substr(0, to) + "...");
}

// A value of any kind but a message, of a field that holds one or (at >= 0) several.
std::string value_of(const Message& message, const FieldDescriptor& field, int at) {
  const auto& reflection = *message.GetReflection();
  const bool many = at >= 0;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      return shortened(many ? reflection.GetRepeatedString(message, &field, at)
                            : reflection.GetString(message, &field));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return fmt::format(
          "{}", many ? reflection.GetRepeatedDouble(message, &field, at) : reflection.GetDouble(message, &field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return (many ? reflection.GetRepeatedBool(message, &field, at) : reflection.GetBool(message, &field)) ? "yes"
                                                                                                            : "no";
    case FieldDescriptor::CPPTYPE_ENUM: {
      const int number =
          many ? reflection.GetRepeatedEnumValue(message, &field, at) : reflection.GetEnumValue(message, &field);
      const auto* value = field.enum_type()->FindValueByNumber(number);
      return value == nullptr ? std::to_string(number) : value->name();
    }
    case FieldDescriptor::CPPTYPE_INT32:
      return std::to_string(many ? reflection.GetRepeatedInt32(message, &field, at)
                                 : reflection.GetInt32(message, &field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return replay::numeral(many ? reflection.GetRepeatedUInt32(message, &field, at)
                                  : reflection.GetUInt32(message, &field));
    default:
      return "something";
  }
}

bool is_one_a_record(const FieldDescriptor& field) {
  return field.full_name() == "nomic.v1.ReportView.entries" || field.full_name() == "nomic.v1.ReportView.moments";
}

}  // namespace

void Differences::compare(const Message& page, const Message& derived) {
  descend(page, derived, "", 0);
}

void Differences::add(One one) {
  if (found_.size() < most_) {
    found_.push_back(std::move(one));
  } else {
    ++left_out_;
  }
}

void Differences::descend(const Message& page, const Message& derived, const std::string& where, std::uint32_t record) {
  if (page.SerializeAsString() == derived.SerializeAsString()) return;
  const auto& reflection = *page.GetReflection();
  for (int i = 0; i < page.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor& field = *page.GetDescriptor()->field(i);
    const std::string place = where.empty() ? field.json_name() : where + "." + field.json_name();
    if (field.is_repeated()) {
      repeated(page, derived, field, place, record);
      continue;
    }
    const bool in_page = !field.has_presence() || reflection.HasField(page, &field);
    const bool in_derived = !field.has_presence() || reflection.HasField(derived, &field);
    if (!in_page && !in_derived) continue;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      if (in_page && in_derived) {
        descend(reflection.GetMessage(page, &field), reflection.GetMessage(derived, &field), place, record);
      } else {
        add({place, record, in_page ? "something" : NOTHING, in_derived ? "something" : NOTHING});
      }
      continue;
    }
    const std::string says = in_page ? value_of(page, field, -1) : NOTHING;
    const std::string gives = in_derived ? value_of(derived, field, -1) : NOTHING;
    const bool is_text = field.cpp_type() == FieldDescriptor::CPPTYPE_STRING;
    const bool differs = is_text && in_page && in_derived
                             ? reflection.GetString(page, &field) != reflection.GetString(derived, &field)
                             : says != gives;
    if (differs) add({place, record, says, gives});
  }
}

void Differences::repeated(const Message& page, const Message& derived, const FieldDescriptor& field,
                           const std::string& where, std::uint32_t record) {
  const auto& reflection = *page.GetReflection();
  const int in_page = reflection.FieldSize(page, &field);
  const int in_derived = reflection.FieldSize(derived, &field);
  const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  const bool is_text = field.cpp_type() == FieldDescriptor::CPPTYPE_STRING;
  for (int at = 0; at < std::min(in_page, in_derived); ++at) {
    const std::string place = fmt::format("{}[{}]", where, at);
    if (is_message) {
      const std::uint32_t about = is_one_a_record(field) ? static_cast<std::uint32_t>(at) : record;
      descend(reflection.GetRepeatedMessage(page, &field, at), reflection.GetRepeatedMessage(derived, &field, at),
              place, about);
      continue;
    }
    const std::string says = value_of(page, field, at);
    const std::string gives = value_of(derived, field, at);
    const bool differs =
        is_text ? reflection.GetRepeatedString(page, &field, at) != reflection.GetRepeatedString(derived, &field, at)
                : says != gives;
    if (differs) add({place, record, says, gives});
  }
  if (in_page != in_derived) {
    add({where, record, fmt::format("{} of them", in_page), fmt::format("{}", in_derived)});
  }
}

}  // namespace nomic::tools
