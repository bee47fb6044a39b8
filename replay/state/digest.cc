#include "nomic/replay/digest.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/wire_format_lite.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/state.h"

namespace nomic::replay {
namespace {

// How the walk of digest.h writes its values.

enum class WalkType : std::uint8_t { UNSIGNED = 1, SIGNED = 2, BYTES = 3, MESSAGE = 4, DIGEST = 5, COLLECTION = 6 };

inline constexpr std::size_t WALK_HEADER = 5;  // number and type
inline constexpr std::size_t WALK_WORD = 8;    // a value, or a length

template <class Integer>
void write_big_endian(char* at, Integer value) {
  constexpr int BYTES = static_cast<int>(sizeof(Integer));
  for (int byte = 0; byte < BYTES; ++byte) {
    at[byte] = static_cast<char>(static_cast<std::uint8_t>(value >> (8 * (BYTES - 1 - byte))));
  }
}

inline void write_header(char* at, int number, WalkType type) {
  write_big_endian(at, static_cast<std::uint32_t>(number));
  at[4] = static_cast<char>(type);
}

inline void put_header(std::string& out, int number, WalkType type) {
  std::array<char, WALK_HEADER> bytes{};
  write_header(bytes.data(), number, type);
  out.append(bytes.data(), bytes.size());
}

// A header and what nearly every type has first: a value, or a length.
inline void put_word(std::string& out, int number, WalkType type, std::uint64_t value) {
  std::array<char, WALK_HEADER + WALK_WORD> bytes{};
  write_header(bytes.data(), number, type);
  write_big_endian(bytes.data() + WALK_HEADER, value);
  out.append(bytes.data(), bytes.size());
}

// The length of what was written since `begin`, into the word that stands before it.
inline void put_length_before(std::string& out, std::size_t begin) {
  write_big_endian(out.data() + begin - WALK_WORD, static_cast<std::uint64_t>(out.size() - begin));
}

// The walk of digest.h, made from a message's protobuf encoding instead of by reflection, in a third of the time: a
// digest is made at every record that is checked, and looking for the fields that are set took half of that.
//
// The encoding holds the same fields in the same order, as protobuf for C++ writes it. That order is no promise of
// protobuf's: where a number does not ascend, or anything else is met that the walk does not expect, nothing is added,
// and the caller walks by reflection.

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

// Appends the walk over the message; or leaves `out` as it was, and says no.
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

using google::protobuf::Message;
using google::protobuf::Reflection;

void put_unsigned(std::string& out, const FieldDescriptor& field, std::uint64_t value) {
  put_word(out, field.number(), WalkType::UNSIGNED, value);
}

void put_signed(std::string& out, const FieldDescriptor& field, std::int64_t value) {
  put_word(out, field.number(), WalkType::SIGNED, static_cast<std::uint64_t>(value));
}

void walk(std::string& out, const Message& message);

void put_message(std::string& out, const FieldDescriptor& field, const Message& value) {
  put_word(out, field.number(), WalkType::MESSAGE, 0);
  const std::size_t begin = out.size();
  walk(out, value);
  put_length_before(out, begin);
}

// One value of a field: the field itself (element < 0), or one element of a repeated one.
void put_value(std::string& out, const Message& message, const FieldDescriptor& field, int element) {
  const Reflection& look = *message.GetReflection();
  const bool one = element < 0;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return put_unsigned(
          out, field, (one ? look.GetBool(message, &field) : look.GetRepeatedBool(message, &field, element)) ? 1 : 0);
    case FieldDescriptor::CPPTYPE_ENUM:
      return put_unsigned(out, field,
                          static_cast<std::uint64_t>(one ? look.GetEnumValue(message, &field)
                                                         : look.GetRepeatedEnumValue(message, &field, element)));
    case FieldDescriptor::CPPTYPE_UINT32:
      return put_unsigned(out, field,
                          one ? look.GetUInt32(message, &field) : look.GetRepeatedUInt32(message, &field, element));
    case FieldDescriptor::CPPTYPE_UINT64:
      return put_unsigned(out, field,
                          one ? look.GetUInt64(message, &field) : look.GetRepeatedUInt64(message, &field, element));
    case FieldDescriptor::CPPTYPE_INT32:
      return put_signed(out, field,
                        one ? look.GetInt32(message, &field) : look.GetRepeatedInt32(message, &field, element));
    case FieldDescriptor::CPPTYPE_INT64:
      return put_signed(out, field,
                        one ? look.GetInt64(message, &field) : look.GetRepeatedInt64(message, &field, element));
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string scratch;
      const std::string& text = one ? look.GetStringReference(message, &field, &scratch)
                                    : look.GetRepeatedStringReference(message, &field, element, &scratch);
      put_word(out, field.number(), WalkType::BYTES, text.size());
      out += text;
      return;
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return put_message(out, field,
                         one ? look.GetMessage(message, &field) : look.GetRepeatedMessage(message, &field, element));
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      break;
  }
  assert(false && "the schema of what is digested has no floating point");
  std::abort();
}

void walk(std::string& out, const Message& message) {
  const Reflection& look = *message.GetReflection();
  // Exactly the fields that are present or differ from their default, ascending by number.
  std::vector<const FieldDescriptor*> fields;
  look.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    assert(!field->is_map() && "the schema of what is digested has no maps");
    if (!field->is_repeated()) {
      put_value(out, message, *field, -1);
      continue;
    }
    const int count = look.FieldSize(message, field);
    for (int element = 0; element < count; ++element) put_value(out, message, *field, element);
  }
}

}  // namespace

std::string canonical_walk(const Message& message) {
  std::string out;
  walk(out, message);
  return out;
}

ledger::Hash node_digest(const Message& message) {
  thread_local std::string bytes;
  bytes = "nomic/state/v3/message\n";
  if (!add_wire_walk(bytes, message)) walk(bytes, message);
  return ledger::sha256(bytes);
}

DigestOfList::DigestOfList(std::string_view kind, std::size_t count) {
  bytes_.reserve(32 + count * ledger::Hash::SIZE);
  bytes_ = "nomic/state/v3/";
  bytes_ += kind;
  bytes_ += '\n';
}

void DigestOfList::add(const ledger::Hash& digest) {
  bytes_.append(digest.bytes.begin(), digest.bytes.end());
}

ledger::Hash DigestOfList::finish() const {
  return ledger::sha256(bytes_);
}

namespace {

// The walk over a state: as over v1::State, with digests for what it consists of.
class Root {
 public:
  Root() {
    bytes_.reserve(2048);  // what most states take
    bytes_ = "nomic/state/v3\n";
  }
  void add_unsigned(int number, std::uint64_t value) {
    if (value != 0) put_unsigned(number, value);
  }
  void add_signed(int number, std::int64_t value) {
    if (value == 0) return;
    put_word(bytes_, number, WalkType::SIGNED, static_cast<std::uint64_t>(value));
  }
  void add_bytes(int number, std::string_view value) {
    if (value.empty()) return;
    put_word(bytes_, number, WalkType::BYTES, value.size());
    bytes_ += value;
  }
  void add_list(int number, const std::vector<std::uint32_t>& values) {
    for (const std::uint32_t value : values) put_unsigned(number, value);
  }
  template <class M>
  void add(int number, const Part<M>& part) {
    if (part.has()) put_digest(number, WalkType::DIGEST, part.digest());
  }
  template <class M, int BUCKET>
  void add(int number, const Collection<M, BUCKET>& collection) {
    if (!collection.empty()) put_digest(number, WalkType::COLLECTION, collection.digest());
  }
  [[nodiscard]] ledger::Hash finish() const { return ledger::sha256(bytes_); }

 private:
  void put_unsigned(int number, std::uint64_t value) { put_word(bytes_, number, WalkType::UNSIGNED, value); }
  void put_digest(int number, WalkType type, const ledger::Hash& digest) {
    put_header(bytes_, number, type);
    bytes_.append(digest.bytes.begin(), digest.bytes.end());
  }

  std::string bytes_;
};

}  // namespace

// In ascending order of the field numbers of v1::State. Chunks are left out: rules hold their names.
ledger::Hash digest_of(const State& state) {
  using Wire = v1::State;
  const State::Others& others = state.others();
  Root root;
  root.add_unsigned(Wire::kSizeFieldNumber, state.size_);
  root.add(Wire::kFoundingFieldNumber, others.founding);
  root.add(Wire::kPlayersFieldNumber, state.players_);
  root.add(Wire::kRulesFieldNumber, others.rules);
  root.add(Wire::kRepealedFieldNumber, others.repealed);
  root.add(Wire::kProposalsFieldNumber, state.proposals_);
  root.add(Wire::kTurnFieldNumber, state.turn_);
  root.add_unsigned(Wire::kNextNumberFieldNumber, state.next_number_);
  root.add(Wire::kWinnersFieldNumber, others.winners);
  root.add(Wire::kMethodFieldNumber, others.method);
  root.add_list(Wire::kVoidRulesFieldNumber, others.void_rules);
  root.add_signed(Wire::kRecordedAtFieldNumber, state.recorded_at_);
  root.add_bytes(Wire::kFoundingDigestFieldNumber, others.founding_digest);
  root.add(Wire::kOtherTurnsFieldNumber, others.other_turns);
  root.add(Wire::kPendingFieldNumber, others.pending);
  root.add(Wire::kRetroactionsFieldNumber, others.retroactions);
  root.add(Wire::kApplicationsFieldNumber, others.applications);
  root.add_unsigned(Wire::kRoundsFieldNumber, state.rounds_);
  root.add(Wire::kDefeatedFieldNumber, others.defeated);
  root.add(Wire::kIssuedFieldNumber, others.issued);
  root.add(Wire::kDisputeFieldNumber, others.dispute);
  root.add(Wire::kFindingsFieldNumber, others.findings);
  root.add(Wire::kAttributesFieldNumber, others.attributes);
  root.add(Wire::kHoldingsFieldNumber, others.holdings);
  root.add(Wire::kCorrectionsFieldNumber, others.corrections);
  root.add_unsigned(Wire::kClosedFieldNumber, state.closed_ ? 1 : 0);
  root.add(Wire::kTimesFieldNumber, others.times);
  root.add(Wire::kBallotsFieldNumber, state.ballots_);
  root.add(Wire::kHeightsFieldNumber, state.heights_);
  root.add_unsigned(Wire::kLiveAtFieldNumber, state.live_at_);
  root.add(Wire::kPlayersNumbersFieldNumber, others.players_numbers);
  root.add(Wire::kQuestionsFieldNumber, others.questions);
  root.add(Wire::kJudgmentsFieldNumber, others.judgments);
  root.add(Wire::kContestedFieldNumber, others.contested);
  root.add(Wire::kActsFieldNumber, others.acts);
  root.add(Wire::kRestsOnFieldNumber, others.rests_on);
  root.add_unsigned(Wire::kVotesLeftFieldNumber, state.votes_left_ ? 1 : 0);
  return root.finish();
}

}  // namespace nomic::replay
