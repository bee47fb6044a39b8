#include "nomic/ledger/log/record.h"

#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "ledger/v1/record.pb.h"

namespace nomic::ledger {
namespace {

RecordParts later_record() {
  RecordParts parts;
  parts.index = 7;
  parts.previous_hash = sha256("record 6");
  parts.recorded_at = {1'338'372'000'000'000};
  parts.game = GameId{sha256("game")};
  parts.seen_size = 7;
  parts.seen_hash = sha256("record 6");
  parts.author = "Zoë";
  parts.request_id = "r-1";
  parts.payload = "payload";
  return parts;
}

RecordParts first_record() {
  RecordParts parts;
  parts.payload = "payload";
  return parts;
}

Result<RecordParts> decoded(const std::string& bytes) {
  RecordDecoder decoder;
  RecordParts parts;
  auto done = decoder.decode(bytes, parts);
  if (!done) return std::move(done).error();
  return parts;
}

TEST(Record, ComesBackAsItWasWritten) {
  RecordParts parts = later_record();
  parts.signatures = {{std::string(32, 'k'), std::string(64, 's')}, {std::string(32, 'K'), std::string(64, 'S')}};
  const std::string bytes = encode_record(parts);
  const auto back = decoded(bytes);
  ASSERT_OK(back);
  EXPECT_EQ(back->index, 7U);
  EXPECT_EQ(back->previous_hash, parts.previous_hash);
  EXPECT_EQ(back->recorded_at, parts.recorded_at);
  EXPECT_EQ(back->game, parts.game);
  EXPECT_EQ(back->seen_size, 7U);
  EXPECT_EQ(back->seen_hash, parts.seen_hash);
  EXPECT_EQ(back->author, "Zoë");
  EXPECT_EQ(back->request_id, "r-1");
  EXPECT_EQ(back->payload, "payload");
  ASSERT_EQ(back->signatures.size(), 2U);
  EXPECT_EQ(back->signatures[1].public_key, std::string(32, 'K'));
  EXPECT_EQ(back->signatures[1].signature, std::string(64, 'S'));
  EXPECT_EQ(encode_record(*back), bytes);
}

TEST(Record, SignaturesAreHashedWithIt) {
  RecordParts parts = later_record();
  const Hash unsigned_leaf = leaf_hash(encode_record(parts));
  parts.signatures = {{std::string(32, 'k'), std::string(64, 's')}};
  EXPECT_NE(leaf_hash(encode_record(parts)), unsigned_leaf);
}

TEST(Record, SaysHowItCameWhereThatIsSaid) {
  RecordParts parts = later_record();
  const std::string silent = encode_record(parts);
  EXPECT_EQ(decoded(silent)->via, Via::NOT_SAID);
  // The entry is the record's only field: a tag and two bytes of length, then its fields, of which `via` is the last.
  for (const auto& [via, number] : {std::pair{Via::LOCAL, '\x01'}, {Via::TOKEN, '\x02'}, {Via::ANYBODY, '\x04'}}) {
    parts.via = via;
    const std::string said = encode_record(parts);
    EXPECT_EQ(said.substr(3), silent.substr(3) + '\x28' + number);
    EXPECT_EQ(decoded(said)->via, via);
    EXPECT_EQ(encode_record(*decoded(said)), said);
  }
  // The decoder forgets it with the record.
  RecordDecoder decoder;
  RecordParts back;
  ASSERT_OK(decoder.decode(encode_record(parts), back));
  ASSERT_OK(decoder.decode(silent, back));
  EXPECT_EQ(back.via, Via::NOT_SAID);
  ASSERT_OK(decoder.decode(encode_record(parts), back));
  ASSERT_OK(decoder.decode(encode_record(first_record()), back));
  EXPECT_EQ(back.via, Via::NOT_SAID);
}

TEST(Record, RecordZeroLeavesOutWhatItCannotKnow) {
  const auto back = decoded(encode_record(first_record()));
  ASSERT_OK(back);
  EXPECT_EQ(back->index, 0U);
  EXPECT_FALSE(back->game);
  EXPECT_FALSE(back->seen_hash);
  EXPECT_TRUE(back->previous_hash.is_zero());
}

TEST(Record, DecoderForgetsTheRecordBefore) {
  RecordDecoder decoder;
  RecordParts parts;
  RecordParts with_signature = later_record();
  with_signature.signatures = {{std::string(32, 'k'), std::string(64, 's')}};
  ASSERT_OK(decoder.decode(encode_record(with_signature), parts));
  ASSERT_OK(decoder.decode(encode_record(first_record()), parts));
  EXPECT_TRUE(parts.signatures.empty());
  EXPECT_TRUE(parts.author.empty());
  EXPECT_TRUE(parts.request_id.empty());
  EXPECT_FALSE(parts.game);
}

// The three messages of a record, to be spoiled one at a time.
struct Layers {
  v1::Statement statement;
  v1::Entry entry;
  v1::Record record;
  std::string after_statement;  // bytes put after a message's own
  std::string after_entry;
  std::string after_record;

  static Layers of(const RecordParts& parts) {
    Layers layers;
    layers.record.ParseFromString(encode_record(parts));
    layers.entry.ParseFromString(layers.record.entry());
    layers.statement.ParseFromString(layers.entry.statement());
    return layers;
  }
  std::string bytes() {
    entry.set_statement(statement.SerializeAsString() + after_statement);
    record.set_entry(entry.SerializeAsString() + after_entry);
    return record.SerializeAsString() + after_record;
  }
};

struct Refusal {
  const char* name;
  std::function<void(Layers&)> spoil;
  ErrorCode code = ErrorCode::DAMAGED;
};

// Fields by hand: number and wire type, then the value.
const std::string DEFAULTED_AUTHOR("\x22\x00", 2);
const std::string DEFAULTED_SEEN_SIZE("\x10\x00", 2);
const std::string SECOND_PAYLOAD("\x32\x01x", 3);
const std::string UNKNOWN_FIELD("\x78\x01", 2);
const std::string OVERLONG_INDEX("\x08\x87\x80\x00", 4);

TEST(Record, RefusesEveryOtherForm) {
  const std::vector<Refusal> refusals = {
      {"unknown field in the record", [](Layers& l) { l.after_record = UNKNOWN_FIELD; }, ErrorCode::NEWER_FORMAT},
      {"unknown field in the entry", [](Layers& l) { l.after_entry = UNKNOWN_FIELD; }, ErrorCode::NEWER_FORMAT},
      {"unknown field in the statement", [](Layers& l) { l.after_statement = UNKNOWN_FIELD; }, ErrorCode::NEWER_FORMAT},
      {"unknown field in a signature",
       [](Layers& l) {
         l.record.add_signatures()->ParseFromString(std::string("\x0a\x20") + std::string(32, 'k') + "\x12\x40" +
                                                    std::string(64, 's') + UNKNOWN_FIELD);
       },
       ErrorCode::NEWER_FORMAT},
      {"a default written out",
       [](Layers& l) {
         l.statement.clear_author();
         l.after_statement = DEFAULTED_AUTHOR;
       }},
      {"a zero written out", [](Layers& l) { l.after_statement = DEFAULTED_SEEN_SIZE; }},
      {"a field twice", [](Layers& l) { l.after_statement = SECOND_PAYLOAD; }},
      {"fields out of order",
       [](Layers& l) {
         l.after_entry = std::string("\x08\x07", 2);
         l.entry.clear_index();
       }},
      {"an overlong number",
       [](Layers& l) {
         l.after_entry = OVERLONG_INDEX;
         l.entry.clear_index();
       }},
      {"bytes after the record", [](Layers& l) { l.after_record = std::string(1, '\0'); }},
      {"half a field after the record", [](Layers& l) { l.after_record = "\x0a\x05"; }},
      {"a group", [](Layers& l) { l.after_record = "\x7b\x7c"; }, ErrorCode::NEWER_FORMAT},
      {"a previous hash of 31 bytes", [](Layers& l) { l.entry.set_previous_hash(std::string(31, 'x')); }},
      {"a previous hash of 33 bytes", [](Layers& l) { l.entry.set_previous_hash(std::string(33, 'x')); }},
      {"no previous hash", [](Layers& l) { l.entry.clear_previous_hash(); }},
      {"no game", [](Layers& l) { l.statement.clear_game(); }},
      {"a game of 31 bytes", [](Layers& l) { l.statement.set_game(std::string(31, 'g')); }},
      {"seen what comes later", [](Layers& l) { l.statement.set_seen_size(8); }},
      {"seen without a hash", [](Layers& l) { l.statement.clear_seen_hash(); }},
      {"a hash of nothing seen", [](Layers& l) { l.statement.clear_seen_size(); }},
      {"a seen hash of 5 bytes", [](Layers& l) { l.statement.set_seen_hash("short"); }},
      {"a request ID of 129 bytes", [](Layers& l) { l.statement.set_request_id(std::string(129, 'r')); }},
      {"no payload", [](Layers& l) { l.statement.clear_payload(); }},
      {"an author that is not UTF-8",
       [](Layers& l) {
         l.statement.clear_author();
         l.after_statement = "\x22\x02\xc3\x28";
       }},
      {"a public key of 31 bytes",
       [](Layers& l) {
         auto* signature = l.record.add_signatures();
         signature->set_public_key(std::string(31, 'k'));
         signature->set_signature(std::string(64, 's'));
       }},
      {"a signature of 65 bytes",
       [](Layers& l) {
         auto* signature = l.record.add_signatures();
         signature->set_public_key(std::string(32, 'k'));
         signature->set_signature(std::string(65, 's'));
       }},
      {"a way to come of later", [](Layers& l) { l.entry.set_via(static_cast<v1::Via>(5)); }, ErrorCode::NEWER_FORMAT},
      {"a way to come below none", [](Layers& l) { l.entry.set_via(static_cast<v1::Via>(-1)); },
       ErrorCode::NEWER_FORMAT},
      {"a way to come of 33 bits", [](Layers& l) { l.after_entry = "\x28\x81\x80\x80\x80\x10"; }},
      {"signed, and bears no signature", [](Layers& l) { l.entry.set_via(v1::SIGNED); }},
      {"came otherwise, and bears a signature",
       [](Layers& l) {
         auto* signature = l.record.add_signatures();
         signature->set_public_key(std::string(32, 'k'));
         signature->set_signature(std::string(64, 's'));
         l.entry.set_via(v1::TOKEN);
       }},
      {"no entry", [](Layers& l) { l.after_record = "\x0a\x00"; }},
      {"too large", [](Layers& l) { l.statement.set_payload(std::string(65535, 'x')); }, ErrorCode::TOO_LARGE},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.name);
    Layers layers = Layers::of(later_record());
    ASSERT_OK(decoded(layers.bytes()));
    refusal.spoil(layers);
    const auto result = decoded(layers.bytes());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(static_cast<int>(result.error().code), static_cast<int>(refusal.code)) << result.error().what;
  }
}

TEST(Record, RecordZeroMayNotClaimAnything) {
  const std::vector<Refusal> refusals = {
      {"a game", [](Layers& l) { l.statement.set_game(std::string(32, 'g')); }},
      {"a record before it", [](Layers& l) { l.entry.set_previous_hash(std::string(32, 'p')); }},
      {"to have seen", [](Layers& l) { l.statement.set_seen_size(1); }},
      {"a seen hash", [](Layers& l) { l.statement.set_seen_hash(std::string(32, 's')); }},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.name);
    Layers layers = Layers::of(first_record());
    refusal.spoil(layers);
    EXPECT_REFUSED(decoded(layers.bytes()), DAMAGED);
  }
}

TEST(Record, EveryCutAndEveryFlippedByteIsRefusedOrIsAnotherRecord) {
  RecordParts parts = later_record();
  parts.signatures = {{std::string(32, 'k'), std::string(64, 's')}};
  const std::string bytes = encode_record(parts);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto back = decoded(bytes.substr(0, length));
    // Without its signature it is another record, with a hash of its own.
    if (back) {
      EXPECT_EQ(encode_record(*back), bytes.substr(0, length));
      EXPECT_TRUE(back->signatures.empty());
    }
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ flip);
      const auto back = decoded(other);
      if (back) {
        EXPECT_EQ(encode_record(*back), other) << at;
      }
    }
  }
}

}  // namespace
}  // namespace nomic::ledger
