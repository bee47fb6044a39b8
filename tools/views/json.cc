#include "nomic/views/json.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver.h>
#include <google/protobuf/util/type_resolver_util.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr const char* URL_PREFIX = "type.googleapis.com";

// protobuf's printer, where it prints every field, makes a tree of all of them first: some 35 kB for each step of an
// explanation. So long lists are printed in lots.
constexpr int LOT = 64;

// As protobuf prints it.
std::string printed(const Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  // A map, of which the output of errors has one, in the order of its keys.
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream into(&bytes);
    google::protobuf::io::CodedOutputStream coded(&into);
    coded.SetSerializationDeterministic(true);
    message.SerializeToCodedStream(&coded);
  }
  static const std::unique_ptr<google::protobuf::util::TypeResolver> RESOLVER(
      google::protobuf::util::NewTypeResolverForDescriptorPool(URL_PREFIX,
                                                               google::protobuf::DescriptorPool::generated_pool()));
  std::string json;
  const auto status = google::protobuf::util::BinaryToJsonString(
      RESOLVER.get(), fmt::format("{}/{}", URL_PREFIX, message.GetDescriptor()->full_name()), bytes, &json, options);
  assert(status.ok());
  (void)status;
  return json;
}

// Where a field's list stands in an object as it was printed, without its brackets.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Place place_of(std::string_view object, const FieldDescriptor& field) {
  const std::string wanted = fmt::format(R"("{}":[)", field.json_name());
  int depth = 0;
  Place place;
  for (std::size_t at = 0; at < object.size(); ++at) {
    const char c = object[at];
    if (c == '"') {
      // A value cannot look like this: its quotes are escaped.
      if (depth == 1 && place.begin == 0 && object.substr(at).starts_with(wanted)) place.begin = at + wanted.size();
      for (++at; object[at] != '"'; ++at) at += object[at] == '\\' ? 1 : 0;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
      if (depth == 1 && place.begin != 0) return {place.begin, at};
    }
  }
  assert(false);
  return place;
}

// The lists of messages that are longer than a lot.
std::vector<const FieldDescriptor*> long_lists(const Message& message) {
  std::vector<const FieldDescriptor*> lists;
  const auto* descriptor = message.GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const FieldDescriptor* field = descriptor->field(i);
    const bool of_messages = field->is_repeated() && !field->is_map() && field->message_type() != nullptr;
    if (of_messages && message.GetReflection()->FieldSize(message, field) > LOT) lists.push_back(field);
  }
  return lists;
}

// The same as printed(), in memory that does not grow with lists of messages, but for what it returns.
std::string printed_in_lots(const Message& message) {
  const std::vector<const FieldDescriptor*> lists = long_lists(message);
  if (lists.empty()) return printed(message);
  const std::unique_ptr<Message> rest(message.New());
  rest->CopyFrom(message);
  const auto* reflection = message.GetReflection();
  for (const FieldDescriptor* field : lists) reflection->ClearField(rest.get(), field);
  std::string json = printed(*rest);
  const std::unique_ptr<Message> lot(message.New());
  for (const FieldDescriptor* field : lists) {
    std::string items;
    const int size = reflection->FieldSize(message, field);
    for (int from = 0; from < size; from += LOT) {
      lot->Clear();
      for (int i = from; i < std::min(from + LOT, size); ++i) {
        reflection->AddMessage(lot.get(), field)->CopyFrom(reflection->GetRepeatedMessage(message, field, i));
      }
      const std::string part = printed(*lot);
      const Place place = place_of(part, *field);
      items.append(items.empty() ? 0 : 1, ',').append(part, place.begin, place.end - place.begin);
    }
    json.insert(place_of(json, *field).begin, items);
  }
  return json;
}

std::string escape_of(char32_t code) {
  auto value = static_cast<std::uint32_t>(code);
  if (value < 0x10000) return fmt::format("\\u{:04x}", value);
  value -= 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (value >> 10), 0xDC00 + (value & 0x3FF));
}

}  // namespace

std::string escape_dangerous(std::string_view json) {
  if (std::all_of(json.begin(), json.end(), [](char c) { return c >= 0x20 && c < 0x7F; })) return std::string(json);
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const Character character = take_character(json);
    if (character.valid && is_dangerous(character.code)) {
      out += escape_of(character.code);
    } else {
      out += character.bytes;
    }
  }
  return out;
}

std::string json_of(const google::protobuf::Message& message) {
  return escape_dangerous(printed_in_lots(message));
}

std::string as_utf8(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const Character character = take_character(bytes);
    out += character.valid ? character.bytes : std::string_view("\xEF\xBF\xBD");
  }
  return out;
}

}  // namespace nomic::tools
