#include "nomic/views/json.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver.h>
#include <google/protobuf/util/type_resolver_util.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "nomic/replay/rule_number.h"
#include "nomic/words/json_numbers.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr const char* URL_PREFIX = "type.googleapis.com";

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
  return escape_dangerous(with_letters(std::move(json), *message.GetDescriptor()));
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
