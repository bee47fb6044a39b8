#include "nomic/replay/digest.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/state.h"

namespace nomic::replay {
namespace {

using namespace std::string_literals;

// ---- By hand -------------------------------------------------------------------------------------------------------

TEST(Digest, OfAnEmptyMessageOrStateIsThatOfTheHeading) {
  EXPECT_EQ(canonical_walk(v1::State()), "");
  // printf 'nomic/state/v3/message\n' | sha256sum
  EXPECT_EQ(node_digest(v1::State()).hex(), "4069fa9ad9b12043fcd52f2956cf14e71996a356f671fc6ca40ff11dbc221c92");
  // printf 'nomic/state/v3\n' | sha256sum
  EXPECT_EQ(digest_of(State()).hex(), "26a4ceee5b925b00e585004296ace8a37a07f600e4e1b8cbc4c5bee7d1501633");
}

TEST(Digest, WalksFieldsAsTheHeaderSays) {
  v1::State state;
  state.set_recorded_at(-2);                  // field 12, signed
  state.set_size(300);                        // field 1, unsigned
  state.set_founding_digest("\xFF"s);         // field 13, bytes
  v1::Player& player = *state.add_players();  // field 3
  player.mutable_names()->set_name("Ann");    // field 1 of 1
  player.set_points(10'000);                  // field 2, signed
  state.add_players();                        // an element is written even if it is its default
  state.add_void_rules(0);                    // field 11
  state.add_void_rules(203);
  const std::string expected =
      "\0\0\0\x01"
      "\x01"
      "\0\0\0\0\0\0\x01\x2C"s  // size: 300
      "\0\0\0\x03"
      "\x04"
      "\0\0\0\0\0\0\0\x2A"s  // player: 42 bytes = 13 + 16 + 13
      "\0\0\0\x01"
      "\x04"
      "\0\0\0\0\0\0\0\x10"s  // its names: 16 bytes = 13 + 3
      "\0\0\0\x01"
      "\x03"
      "\0\0\0\0\0\0\0\x03"
      "Ann"s
      "\0\0\0\x02"
      "\x02"
      "\0\0\0\0\0\0\x27\x10"s  // points: 10,000
      "\0\0\0\x03"
      "\x04"
      "\0\0\0\0\0\0\0\0"s  // the empty player
      "\0\0\0\x0B"
      "\x01"
      "\0\0\0\0\0\0\0\0"s  // void rules: 0, 203
      "\0\0\0\x0B"
      "\x01"
      "\0\0\0\0\0\0\0\xCB"s
      "\0\0\0\x0C"
      "\x02"
      "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE"s  // minus two
      "\0\0\0\x0D"
      "\x03"
      "\0\0\0\0\0\0\0\x01"
      "\xFF"s;
  EXPECT_EQ(canonical_walk(state), expected);
  EXPECT_EQ(node_digest(state), ledger::sha256("nomic/state/v3/message\n" + expected));
}

TEST(Digest, WritesWhatIsPresentThoughItIsTheDefault) {
  v1::Provision provision;
  provision.mutable_forfeit();  // a member of a oneof, empty
  EXPECT_EQ(canonical_walk(provision),
            "\0\0\0\x0D"
            "\x04"
            "\0\0\0\0\0\0\0\0"s);
  provision.mutable_forfeit()->set_always(false);  // optional and set
  EXPECT_EQ(canonical_walk(provision),
            "\0\0\0\x0D"
            "\x04"
            "\0\0\0\0\0\0\0\x0D"s
            "\0\0\0\x01"
            "\x01"
            "\0\0\0\0\0\0\0\0"s);
  v1::Amount amount;
  amount.set_fixed_thousandths(0);  // a member of a oneof
  EXPECT_EQ(canonical_walk(amount),
            "\0\0\0\x01"
            "\x02"
            "\0\0\0\0\0\0\0\0"s);
  v1::State state;
  state.mutable_turn();  // a plain message field, present
  EXPECT_EQ(canonical_walk(state),
            "\0\0\0\x07"
            "\x04"
            "\0\0\0\0\0\0\0\0"s);
}

TEST(Digest, LeavesOutDefaultsThatAreNotPresent) {
  v1::State state;
  state.set_size(0);
  state.set_founding_digest("");
  EXPECT_EQ(canonical_walk(state), "");
}

// ---- By another road -----------------------------------------------------------------------------------------------

std::string big_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>((value >> (8 * i)) & 0xFF);
  return out;
}

// Protobuf's own wire format, read back without the library's reflection over values: only the kind of each field is
// asked of the schema. Fields are collected by number, packed ones taken apart.
class Naive {
 public:
  static std::string walk(const google::protobuf::Descriptor& type, const std::string& wire) {
    std::map<int, std::string> by_number;
    std::size_t at = 0;
    while (at < wire.size()) {
      const std::uint64_t tag = varint(wire, at);
      const auto& field = *type.FindFieldByNumber(static_cast<int>(tag >> 3));
      std::string& out = by_number[field.number()];
      if ((tag & 7) == 0) {
        out += scalar(field, varint(wire, at));
        continue;
      }
      const std::uint64_t length = varint(wire, at);
      const std::string inside = wire.substr(at, length);
      at += length;
      if (field.is_packed()) {
        for (std::size_t in = 0; in < inside.size();) out += scalar(field, varint(inside, in));
      } else {
        const bool message = field.message_type() != nullptr;
        const std::string body = message ? walk(*field.message_type(), inside) : inside;
        out += big_endian(static_cast<std::uint64_t>(field.number()), 4) + (message ? '\x04' : '\x03') +
               big_endian(body.size(), 8) + body;
      }
    }
    std::string all;
    for (const auto& [number, bytes] : by_number) all += bytes;
    return all;
  }

 private:
  static std::uint64_t varint(const std::string& wire, std::size_t& at) {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(wire.at(at++));
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
  }

  static std::string scalar(const google::protobuf::FieldDescriptor& field, std::uint64_t value) {
    using Type = google::protobuf::FieldDescriptor;
    const bool is_signed = field.type() == Type::TYPE_INT64 || field.type() == Type::TYPE_INT32;
    return big_endian(static_cast<std::uint64_t>(field.number()), 4) + (is_signed ? '\x02' : '\x01') +
           big_endian(value, 8);
  }
};

// The digest of a whole state, by the document: a tree of the walks above.
class NaiveState {
 public:
  static ledger::Hash digest(const v1::State& state) {
    std::string bytes = "nomic/state/v3\n";
    const auto& look = *v1::State::GetReflection();
    for (int number = 1; number < 100; ++number) {
      const auto* field = v1::State::descriptor()->FindFieldByNumber(number);
      if (field == nullptr || field->name() == "chunks") continue;
      if (field->message_type() == nullptr) {
        v1::State only;
        only.CopyFrom(state);
        for (int other = 1; other < 100; ++other) {
          const auto* gone = v1::State::descriptor()->FindFieldByNumber(other);
          if (gone != nullptr && gone != field) look.ClearField(&only, gone);
        }
        bytes += Naive::walk(*v1::State::descriptor(), only.SerializeAsString());
      } else if (field->is_repeated()) {
        std::vector<ledger::Hash> digests;
        for (int i = 0; i < look.FieldSize(state, field); ++i) {
          digests.push_back(message(look.GetRepeatedMessage(state, field, i)));
        }
        if (!digests.empty())
          bytes += big_endian(static_cast<std::uint64_t>(number), 4) + '\x06' +
                   tree(digests, grows(field->name()) ? 256 : 64).raw();
      } else if (look.HasField(state, field)) {
        bytes +=
            big_endian(static_cast<std::uint64_t>(number), 4) + '\x05' + message(look.GetMessage(state, field)).raw();
      }
    }
    return ledger::sha256(bytes);
  }

 private:
  static ledger::Hash message(const google::protobuf::Message& one) {
    return ledger::sha256("nomic/state/v3/message\n" + Naive::walk(*one.GetDescriptor(), one.SerializeAsString()));
  }
  static bool grows(const std::string& field) {
    return field == "repealed" || field == "winners" || field == "retroactions" || field == "issued" ||
           field == "times";
  }
  static ledger::Hash tree(const std::vector<ledger::Hash>& digests, std::size_t bucket_size) {
    std::string all = "nomic/state/v3/collection\n";
    for (std::size_t first = 0; first < digests.size(); first += bucket_size) {
      std::string bucket = "nomic/state/v3/bucket\n";
      for (std::size_t i = first; i < std::min(first + bucket_size, digests.size()); ++i) bucket += digests[i].raw();
      all += ledger::sha256(bucket).raw();
    }
    return ledger::sha256(all);
  }
};

// A state with a bit of everything, different for each seed.
v1::State state_of(unsigned seed) {
  const auto next = [&seed] {
    seed = seed * 1'103'515'245U + 12'345U;
    return seed >> 16U;
  };
  v1::State state;
  state.set_size(next());
  state.mutable_founding()->set_nonce(std::string(next() % 20, static_cast<char>(next())));
  state.mutable_founding()->set_signatures_required(next() % 2 == 0);
  state.mutable_founding()->set_mode(next() % 2 == 0 ? v1::TABLE : v1::MODE_UNSPECIFIED);
  for (unsigned i = next() % 4; i > 0; --i) {
    v1::Player& player = *state.add_players();
    player.mutable_names()->set_name(std::string(next() % 3, 'x'));
    player.set_points(static_cast<std::int64_t>(next()) - 16'000);
  }
  for (unsigned i = next() % 4; i > 0; --i) {
    v1::Rule& rule = *state.add_rules();
    rule.set_number(next() % 3);
    for (unsigned j = next() % 5; j > 0; --j) rule.add_former_numbers(next() % 2);
    v1::Provision& provision = *rule.add_provisions();
    provision.mutable_scope()->add_changes(v1::ENACT);
    provision.mutable_scope()->add_changes(v1::REPEAL);
    provision.mutable_adoption()->mutable_quota()->set_numerator(next() % 2);
    if (next() % 2 == 0) provision.mutable_victory()->set_points_thousandths(-static_cast<std::int64_t>(next() % 2));
  }
  state.set_recorded_at(static_cast<std::int64_t>(next()) - 20'000);
  return state;
}

TEST(Digest, AgreesWithAWalkOverTheWireFormat) {
  for (unsigned seed = 0; seed < 2'000; ++seed) {
    const v1::State state = state_of(seed);
    ASSERT_EQ(canonical_walk(state), Naive::walk(*v1::State::descriptor(), state.SerializeAsString()))
        << state.DebugString();
    ASSERT_EQ(digest_of(State::from_wire(state)), NaiveState::digest(state)) << state.DebugString();
  }
}

// Fills every field of every kind that a message can have, some with their default, by reflection.
class Filler {
 public:
  explicit Filler(unsigned seed) : seed_(seed) {}

  void fill(google::protobuf::Message& message, int depth) {
    const auto& descriptor = *message.GetDescriptor();
    for (int i = 0; i < descriptor.field_count(); ++i) {
      const auto& field = *descriptor.field(i);
      if (next() % 3 == 0) continue;
      for (unsigned n = field.is_repeated() ? next() % 4 : 1; n > 0; --n) put(message, field, depth);
    }
  }

 private:
  using Field = google::protobuf::FieldDescriptor;
  unsigned next() {
    seed_ = seed_ * 1'103'515'245U + 12'345U;
    return seed_ >> 16U;
  }
  // Of every length that a number can have on the wire.
  std::uint64_t number() {
    const std::uint64_t wide = (std::uint64_t{next()} << 48U) | (std::uint64_t{next()} << 24U) | next();
    return next() % 5 == 0 ? 0 : wide >> (next() % 64);
  }
  void put(google::protobuf::Message& message, const Field& field, int depth) {
    const auto& look = *message.GetReflection();
    const bool many = field.is_repeated();
    const auto put_as = [&](auto set, auto add, auto value) {
      many ? (look.*add)(&message, &field, value) : (look.*set)(&message, &field, value);
    };
    using R = google::protobuf::Reflection;
    switch (field.cpp_type()) {
      case Field::CPPTYPE_BOOL:
        return put_as(&R::SetBool, &R::AddBool, next() % 2 == 0);
      case Field::CPPTYPE_ENUM:
        return put_as(&R::SetEnumValue, &R::AddEnumValue,
                      next() % 4 == 0 ? static_cast<int>(number()) : static_cast<int>(next() % 4));
      case Field::CPPTYPE_UINT32:
        return put_as(&R::SetUInt32, &R::AddUInt32, static_cast<std::uint32_t>(number()));
      case Field::CPPTYPE_UINT64:
        return put_as(&R::SetUInt64, &R::AddUInt64, number());
      case Field::CPPTYPE_INT32:
        return put_as(&R::SetInt32, &R::AddInt32, static_cast<std::int32_t>(number()));
      case Field::CPPTYPE_INT64:
        return put_as(&R::SetInt64, &R::AddInt64, static_cast<std::int64_t>(next() % 2 == 0 ? number() : ~number()));
      case Field::CPPTYPE_STRING: {
        const std::string text(next() % 300, 'x');
        return many ? look.AddString(&message, &field, text) : look.SetString(&message, &field, text);
      }
      case Field::CPPTYPE_MESSAGE:
        if (depth == 0) return;
        return fill(many ? *look.AddMessage(&message, &field) : *look.MutableMessage(&message, &field), depth - 1);
      default:
        FAIL() << field.full_name();
    }
  }

  unsigned seed_;
};

// What a digest is made of is written from the wire format, and is what reflection says.
TEST(Digest, OfAMessageIsThatOfItsWalk) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    v1::State state;
    Filler(seed).fill(state, 5);
    ASSERT_EQ(node_digest(state), ledger::sha256("nomic/state/v3/message\n" + canonical_walk(state))) << seed;
  }
}

// A field that no schema of ours names belongs to no digest; nor is the order in which it came one's own.
TEST(Digest, KnowsNothingOfUnknownFields) {
  v1::Player player;
  player.set_points(7);
  const ledger::Hash digest = node_digest(player);
  v1::Player other;
  ASSERT_TRUE(other.ParseFromString(player.SerializeAsString() + "\xF8\x3F\x01"s));  // field 1023, the varint 1
  EXPECT_NE(other.SerializeAsString(), player.SerializeAsString());
  EXPECT_EQ(node_digest(other), digest);
}

TEST(Digest, FollowsEditsThoughItIsKept) {
  // Sixty-three to sixty-six players: about the end of a bucket, edited in states that share it.
  unsigned seed = 1;
  const auto next = [&seed] {
    seed = seed * 1'103'515'245U + 12'345U;
    return static_cast<int>((seed >> 16U) % 0x7FFFU);
  };
  State state;
  std::vector<std::pair<State, ledger::Hash>> earlier;
  for (int step = 0; step < 3'000; ++step) {
    const int size = state.players_size();
    const int at = size == 0 ? 0 : next() % size;
    v1::Player player;
    player.set_points(next());
    const int what = next() % 4;
    if (size < 63 || (size < 130 && what == 0)) {
      state.edit_players().insert(size == 0 ? 0 : next() % (size + 1), player);
    } else if (what == 1) {
      state.edit_players().erase(at);
    } else if (what == 2) {
      state.edit_players().edit(at).set_points(next());
    } else {
      state.edit_turn().set_votes_for(static_cast<std::uint32_t>(next()));
    }
    if (step % 7 != 0) continue;
    const ledger::Hash digest = digest_of(state);
    ASSERT_EQ(digest, NaiveState::digest(state.to_wire())) << "step " << step;
    earlier.emplace_back(state, digest);
    if (next() % 5 == 0) state = earlier[static_cast<std::size_t>(next()) % earlier.size()].first;
  }
  // No edit was seen by a state that shared the part.
  for (const auto& [kept, digest] : earlier) ASSERT_EQ(NaiveState::digest(kept.to_wire()), digest);
}

TEST(Digest, DiffersWhereStatesDiffer) {
  std::map<std::string, std::string> seen;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const v1::State state = state_of(seed);
    const auto [other, is_new] = seen.emplace(digest_of(State::from_wire(state)).hex(), state.SerializeAsString());
    EXPECT_TRUE(is_new || other->second == state.SerializeAsString()) << state.DebugString();
  }
}

// The schema has no field of 32 signed bits today; one of a later day must not wait for this.
TEST(Digest, ExtendsShortSignedNumbers) {
  google::protobuf::FileDescriptorProto file;
  file.set_name("signed.proto");
  file.set_syntax("proto3");
  auto& type = *file.add_message_type();
  type.set_name("Signed");
  auto& field = *type.add_field();
  field.set_name("value");
  field.set_number(1);
  field.set_type(google::protobuf::FieldDescriptorProto::TYPE_INT32);
  field.set_label(google::protobuf::FieldDescriptorProto::LABEL_OPTIONAL);
  google::protobuf::DescriptorPool pool;
  const auto* built = pool.BuildFile(file);
  ASSERT_NE(built, nullptr);
  google::protobuf::DynamicMessageFactory factory;
  const std::unique_ptr<google::protobuf::Message> message(factory.GetPrototype(built->message_type(0))->New());
  message->GetReflection()->SetInt32(message.get(), built->message_type(0)->field(0), -3);
  EXPECT_EQ(canonical_walk(*message),
            "\0\0\0\x01"
            "\x02"
            "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFD"s);
}

}  // namespace
}  // namespace nomic::replay
