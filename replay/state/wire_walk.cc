#include "wire_walk.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "walk_values.h"

namespace nomic::replay {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

constexpr std::uint64_t VARINT = 0;
constexpr std::uint64_t LENGTH_DELIMITED = 2;

struct MessagePlan;

// How a field is read: as a varint, or as so many bytes.
enum class Reading : std::uint8_t { NONE, UNSIGNED, SIGNED, ZIGZAG, BYTES, MESSAGE };

struct FieldPlan {
  Reading reading = Reading::NONE;
  bool repeated = false;
  const MessagePlan* message = nullptr;
};

// By field number; those between them are of no field.
struct MessagePlan {
  std::vector<FieldPlan> fields;
};

Reading reading_of(const FieldDescriptor& field) {
  switch (field.type()) {
    case FieldDescriptor::TYPE_BOOL:
    case FieldDescriptor::TYPE_ENUM:
    case FieldDescriptor::TYPE_UINT32:
    case FieldDescriptor::TYPE_UINT64:
      return Reading::UNSIGNED;
    case FieldDescriptor::TYPE_INT32:
    case FieldDescriptor::TYPE_INT64:
      return Reading::SIGNED;
    case FieldDescriptor::TYPE_SINT32:
    case FieldDescriptor::TYPE_SINT64:
      return Reading::ZIGZAG;
    case FieldDescriptor::TYPE_STRING:
    case FieldDescriptor::TYPE_BYTES:
      return Reading::BYTES;
    case FieldDescriptor::TYPE_MESSAGE:
      return Reading::MESSAGE;
    default:
      return Reading::NONE;
  }
}

// The plans of a thread, each made when its type is met first. There are few, so they are looked for one by one.
class Plans {
 public:
  const MessagePlan& of(const Descriptor& type) {
    for (const Entry& entry : entries_) {
      if (entry.type == &type) return *entry.plan;
    }
    // Entered before its fields are looked at: a type may hold itself.
    MessagePlan& plan = *entries_.emplace_back(Entry{&type, std::make_unique<MessagePlan>()}).plan;
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      FieldPlan made;
      made.reading = field.is_map() ? Reading::NONE : reading_of(field);
      made.repeated = field.is_repeated();
      if (made.reading == Reading::MESSAGE) made.message = &of(*field.message_type());
      const auto at = static_cast<std::size_t>(field.number());
      if (plan.fields.size() <= at) plan.fields.resize(at + 1);
      plan.fields[at] = made;
    }
    return plan;
  }

 private:
  struct Entry {
    const Descriptor* type;
    std::unique_ptr<MessagePlan> plan;
  };
  std::vector<Entry> entries_;
};

class WireWalk {
 public:
  explicit WireWalk(std::string& out) : out_(out) {}

  bool message(const MessagePlan& plan, std::string_view wire) {
    std::uint64_t last = 0;
    while (!wire.empty()) {
      const auto tag = varint(wire);
      if (!tag) return false;
      const std::uint64_t number = *tag >> 3U;
      if (number < last || number >= plan.fields.size()) return false;
      const FieldPlan& field = plan.fields[number];
      if (number == last && !field.repeated) return false;
      last = number;
      if (!value(field, static_cast<int>(number), *tag & 7U, wire)) return false;
    }
    return true;
  }

 private:
  bool value(const FieldPlan& field, int number, std::uint64_t wire_type, std::string_view& wire) {
    if (wire_type == VARINT) return integer(field.reading, number, wire);
    if (wire_type != LENGTH_DELIMITED) return false;
    auto bytes = delimited(wire);
    if (!bytes) return false;
    switch (field.reading) {
      case Reading::BYTES:
        put_word(out_, number, WalkType::BYTES, bytes->size());
        out_.append(*bytes);
        return true;
      case Reading::MESSAGE: {
        put_word(out_, number, WalkType::MESSAGE, 0);
        const std::size_t begin = out_.size();
        if (!message(*field.message, *bytes)) return false;
        put_length_before(out_, begin);
        return true;
      }
      default:
        // Repeated integers, packed.
        while (!bytes->empty()) {
          if (!field.repeated || !integer(field.reading, number, *bytes)) return false;
        }
        return true;
    }
  }

  bool integer(Reading reading, int number, std::string_view& wire) {
    const auto read = varint(wire);
    if (!read) return false;
    switch (reading) {
      case Reading::UNSIGNED:
        put_word(out_, number, WalkType::UNSIGNED, *read);
        return true;
      case Reading::SIGNED:
        put_word(out_, number, WalkType::SIGNED, *read);
        return true;
      case Reading::ZIGZAG:
        put_word(out_, number, WalkType::SIGNED, static_cast<std::uint64_t>(WireFormatLite::ZigZagDecode64(*read)));
        return true;
      default:
        return false;
    }
  }

  static std::optional<std::uint64_t> varint(std::string_view& wire) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < wire.size() && i < 10; ++i) {
      const auto byte = static_cast<std::uint8_t>(wire[i]);
      value |= std::uint64_t{byte & 0x7FU} << (7U * i);
      if (byte < 0x80) {
        wire.remove_prefix(i + 1);
        return value;
      }
    }
    return std::nullopt;
  }

  static std::optional<std::string_view> delimited(std::string_view& wire) {
    const auto size = varint(wire);
    if (!size || *size > wire.size()) return std::nullopt;
    const std::string_view bytes = wire.substr(0, *size);
    wire.remove_prefix(*size);
    return bytes;
  }

  std::string& out_;
};

}  // namespace

bool add_wire_walk(std::string& out, const google::protobuf::Message& message) {
  thread_local Plans plans;
  thread_local std::string wire;
  const std::size_t before = out.size();
  if (message.SerializePartialToString(&wire) && WireWalk(out).message(plans.of(*message.GetDescriptor()), wire)) {
    return true;
  }
  out.resize(before);
  return false;
}

}  // namespace nomic::replay
