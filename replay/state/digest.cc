#include "nomic/replay/digest.h"

#include <google/protobuf/descriptor.h>

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "nomic/replay/state.h"

namespace nomic::replay {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

enum class WalkType : std::uint8_t { UNSIGNED = 1, SIGNED = 2, BYTES = 3, MESSAGE = 4, DIGEST = 5, COLLECTION = 6 };

template <class Integer>
void put_big_endian(std::string& out, Integer value) {
  for (int shift = static_cast<int>(sizeof(Integer)) * 8 - 8; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(static_cast<std::uint8_t>(value >> shift)));
  }
}

void put_header(std::string& out, int number, WalkType type) {
  put_big_endian(out, static_cast<std::uint32_t>(number));
  out.push_back(static_cast<char>(type));
}

void put_header(std::string& out, const FieldDescriptor& field, WalkType type) {
  put_header(out, field.number(), type);
}

void put_unsigned(std::string& out, const FieldDescriptor& field, std::uint64_t value) {
  put_header(out, field, WalkType::UNSIGNED);
  put_big_endian(out, value);
}

void put_signed(std::string& out, const FieldDescriptor& field, std::int64_t value) {
  put_header(out, field, WalkType::SIGNED);
  put_big_endian(out, static_cast<std::uint64_t>(value));
}

void walk(std::string& out, const Message& message);

void put_message(std::string& out, const FieldDescriptor& field, const Message& value) {
  put_header(out, field, WalkType::MESSAGE);
  const std::size_t length_at = out.size();
  put_big_endian(out, std::uint64_t{0});
  walk(out, value);
  // The length stands before what it measures, and is known only now.
  std::string length;
  put_big_endian(length, static_cast<std::uint64_t>(out.size() - length_at - sizeof(std::uint64_t)));
  out.replace(length_at, length.size(), length);
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
      put_header(out, field, WalkType::BYTES);
      put_big_endian(out, static_cast<std::uint64_t>(text.size()));
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
  std::string bytes = "nomic/state/v3/message\n";
  walk(bytes, message);
  return ledger::sha256(bytes);
}

DigestOfList::DigestOfList(std::string_view kind) {
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
  void add_unsigned(int number, std::uint64_t value) {
    if (value != 0) put_unsigned(number, value);
  }
  void add_signed(int number, std::int64_t value) {
    if (value == 0) return;
    put_header(bytes_, number, WalkType::SIGNED);
    put_big_endian(bytes_, static_cast<std::uint64_t>(value));
  }
  void add_bytes(int number, std::string_view value) {
    if (value.empty()) return;
    put_header(bytes_, number, WalkType::BYTES);
    put_big_endian(bytes_, static_cast<std::uint64_t>(value.size()));
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
  void put_unsigned(int number, std::uint64_t value) {
    put_header(bytes_, number, WalkType::UNSIGNED);
    put_big_endian(bytes_, value);
  }
  void put_digest(int number, WalkType type, const ledger::Hash& digest) {
    put_header(bytes_, number, type);
    bytes_.append(digest.bytes.begin(), digest.bytes.end());
  }

  std::string bytes_ = "nomic/state/v3\n";
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
  return root.finish();
}

}  // namespace nomic::replay
