#include "nomic/words/message_reader.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/wire_format.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace nomic::tools {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormat;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// Goes through the fields and builds nothing.
class Count {
 public:
  Count(std::string_view bytes, const JsonLimits& limits)
      : bytes_(bytes),
        limits_(limits),
        in_(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size())) {}

  [[nodiscard]] const std::string& fault() const { return fault_; }

  // The fields up to the end, or to the limit that is set.
  bool message(const Descriptor& type, std::size_t depth) {
    if (depth > limits_.depth) return refuse(fmt::format("it nests more than {} deep", limits_.depth));
    while (const std::uint32_t tag = in_.ReadTag()) {
      const FieldDescriptor* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
      if (field == nullptr && !limits_.other_fields) {
        return refuse(fmt::format("it has no field of number {}", WireFormatLite::GetTagFieldNumber(tag)));
      }
      if (!one(tag, field, depth)) return false;
    }
    return in_.ConsumedEntireMessage() || malformed();
  }

 private:
  bool one(std::uint32_t tag, const FieldDescriptor* field, std::size_t depth) {
    switch (WireFormatLite::GetTagWireType(tag)) {
      case WireFormatLite::WIRETYPE_LENGTH_DELIMITED:
        return counted(field, depth);
      case WireFormatLite::WIRETYPE_VARINT:
      case WireFormatLite::WIRETYPE_FIXED32:
      case WireFormatLite::WIRETYPE_FIXED64:
        return counts(1) && (WireFormatLite::SkipField(&in_, tag) || malformed());
      default:
        return malformed();  // a group
    }
  }

  // A string, a message, or several numbers.
  bool counted(const FieldDescriptor* field, std::size_t depth) {
    std::uint32_t length = 0;
    if (!in_.ReadVarint32(&length)) return malformed();
    const auto at = static_cast<std::size_t>(in_.CurrentPosition());
    const int left = in_.BytesUntilLimit();
    const std::size_t most = left < 0 ? bytes_.size() - at : static_cast<std::size_t>(left);
    if (length > most) return malformed();
    if (field != nullptr && field->is_packable())
      return counts(numbers(bytes_.substr(at, length), *field)) && skip(length);
    if (!counts(1)) return false;
    if (field == nullptr || field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) return skip(length);
    const auto outer = in_.PushLimit(static_cast<int>(length));
    const bool fits = message(*field->message_type(), depth + 1);
    in_.PopLimit(outer);
    return fits;
  }

  static std::size_t numbers(std::string_view packed, const FieldDescriptor& field) {
    switch (WireFormat::WireTypeForFieldType(field.type())) {
      case WireFormatLite::WIRETYPE_FIXED32:
        return packed.size() / sizeof(std::uint32_t);
      case WireFormatLite::WIRETYPE_FIXED64:
        return packed.size() / sizeof(std::uint64_t);
      default:
        // The last byte of a number has no bit of continuation.
        return static_cast<std::size_t>(std::count_if(
            packed.begin(), packed.end(), [](char c) { return (static_cast<std::uint8_t>(c) & 0x80U) == 0; }));
    }
  }

  bool skip(std::uint32_t length) { return in_.Skip(static_cast<int>(length)) || malformed(); }

  bool counts(std::size_t more) {
    values_ += more;
    return values_ <= limits_.values || refuse(fmt::format("it has more than {} values", limits_.values));
  }

  bool malformed() { return refuse("it is no serialized message of that type"); }

  bool refuse(std::string what) {
    if (fault_.empty()) fault_ = std::move(what);
    return false;
  }

  const std::string_view bytes_;
  const JsonLimits& limits_;
  CodedInputStream in_;
  std::size_t values_ = 0;
  std::string fault_;
};

}  // namespace

std::optional<std::string> read_message(std::string_view bytes, const JsonLimits& limits,
                                        google::protobuf::Message& into) {
  if (bytes.size() > std::min<std::size_t>(limits.bytes, std::numeric_limits<int>::max())) {
    return fmt::format("it has {} bytes, and at most {} are read", bytes.size(), limits.bytes);
  }
  Count count(bytes, limits);
  if (!count.message(*into.GetDescriptor(), 1)) return count.fault();
  // The answer says what protobuf would print on standard error.
  const google::protobuf::LogSilencer silence;
  if (into.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return std::nullopt;
  return "a text in it is no UTF-8";
}

}  // namespace nomic::tools
