#include "nomic/replay/digest.h"

#include <google/protobuf/descriptor.h>

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "nomic/replay/state.h"
#include "walk_values.h"
#include "wire_walk.h"

namespace nomic::replay {
namespace {

using google::protobuf::FieldDescriptor;
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
