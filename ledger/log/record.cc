#include "nomic/ledger/log/record.h"

#include <fmt/format.h>

#include <cassert>

#include "exact.h"
#include "ledger/v1/record.pb.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/base/utf8.h"
#include "nomic/ledger/key.h"
#include "wire_reader.h"

namespace nomic::ledger {
namespace {

constexpr auto LAST_VIA = static_cast<std::uint64_t>(Via::ANYBODY);

Status exactly(Exactness exactness, std::string_view which) {
  switch (exactness) {
    case Exactness::EXACT:
      return Done{};
    case Exactness::UNREADABLE:
      return damaged(fmt::format("a record's {} cannot be read", which));
    case Exactness::UNKNOWN_FIELDS:
      return fail(
          ErrorCode::NEWER_FORMAT,
          fmt::format("a record's {} has a field that this version does not know: a newer version made it, or it "
                      "was altered",
                      which),
          "use a newer version of the program");
    case Exactness::OTHER_FORM:
      break;
  }
  return damaged(fmt::format("a record's {} is not in its one form: it would be written in other bytes", which));
}

// What a statement must leave out in record 0 and must hold in all others.
Status check_statement(const v1::Statement& statement, std::uint64_t index) {
  if (index == 0) {
    if (!statement.game().empty()) return damaged("record 0 names a game, which it cannot know");
    if (statement.seen_size() != 0) return damaged("record 0 claims to have seen records");
  } else if (statement.game().size() != Hash::SIZE) {
    return damaged("a record's game is not 32 bytes");
  }
  if (statement.seen_size() > index) return damaged("a record claims to have seen records after itself");
  if (statement.seen_hash().size() != (statement.seen_size() == 0 ? 0 : Hash::SIZE)) {
    return damaged("a record's seen_hash does not have the length that its seen_size demands");
  }
  if (statement.author().size() > AUTHOR_LIMIT)
    return damaged(fmt::format("a record's author is over {} bytes", AUTHOR_LIMIT));
  if (statement.request_id().size() > REQUEST_ID_LIMIT)
    return damaged(fmt::format("a record's request ID is over {} bytes", REQUEST_ID_LIMIT));
  if (statement.payload().empty()) return damaged("a record has no payload");
  return Done{};
}

Status take_signatures(const v1::Record& record, std::vector<RecordSignature>& signatures) {
  signatures.clear();
  for (const v1::Signature& signature : record.signatures()) {
    if (has_unknown_fields(signature)) return exactly(Exactness::UNKNOWN_FIELDS, "signature");
    if (signature.public_key().size() != PublicKey::SIZE) return damaged("a record's public key is not 32 bytes");
    if (signature.signature().size() != SIGNATURE_BYTES) return damaged("a record's signature is not 64 bytes");
    signatures.push_back({signature.public_key(), signature.signature()});
  }
  return Done{};
}

// How it came, and whether that is so as far as the record shows.
Status take_via(std::uint64_t number, RecordParts& parts) {
  if (number > LAST_VIA) {
    return fail(ErrorCode::NEWER_FORMAT,
                fmt::format("a record came in a way that this version does not know ({})", number),
                "use a newer version of the program");
  }
  parts.via = static_cast<Via>(number);
  if (via_fits(parts)) return Done{};
  return damaged(parts.signatures.empty() ? "a record says that it came signed, and bears no signature"
                                          : "a record bears a signature, and says that it came otherwise");
}

// Reads the parts of a record that is in its one form and as it should be; false says neither why nor whether it is
// not.
bool read_sound(std::string_view bytes, RecordParts& parts) {
  WireReader record(bytes);
  WireReader entry(record.bytes(1));
  parts.signatures.clear();
  for (std::string_view each; record.next(2, each);) {
    WireReader signature(each);
    const std::string_view key = signature.bytes(1);
    const std::string_view signed_with = signature.bytes(2);
    if (!signature.is_exact() || key.size() != PublicKey::SIZE || signed_with.size() != SIGNATURE_BYTES) return false;
    parts.signatures.push_back({std::string(key), std::string(signed_with)});
  }
  parts.index = entry.number(1);
  const auto previous = Hash::from_raw(entry.bytes(2));
  parts.recorded_at = {static_cast<std::int64_t>(entry.number(3))};
  const std::string_view statement_bytes = entry.bytes(4);
  const std::uint64_t via = entry.number(5);
  WireReader statement(statement_bytes);
  const auto game = Hash::from_raw(statement.bytes(1));
  parts.seen_size = statement.number(2);
  const std::string_view seen_hash = statement.bytes(3);
  const std::string_view author = statement.bytes(4);
  const std::string_view request_id = statement.bytes(5);
  const std::string_view payload = statement.bytes(6);

  if (!record.is_exact() || !entry.is_exact() || !statement.is_exact()) return false;
  // Record 0 has a game, and has seen something, in no form that is sound: that is for the other way to explain.
  if (parts.index == 0 || !previous || !game || payload.empty()) return false;
  if (parts.seen_size > parts.index || seen_hash.size() != (parts.seen_size == 0 ? 0 : Hash::SIZE)) return false;
  if (author.size() > AUTHOR_LIMIT || request_id.size() > REQUEST_ID_LIMIT || !is_utf8(author) || !is_utf8(request_id))
    return false;
  if (via > LAST_VIA) return false;
  parts.via = static_cast<Via>(via);
  if (!via_fits(parts)) return false;
  parts.previous_hash = *previous;
  parts.game = GameId{*game};
  parts.seen_hash = Hash::from_raw(seen_hash);
  parts.author.assign(author);
  parts.request_id.assign(request_id);
  parts.payload.assign(payload);
  parts.statement.assign(statement_bytes);
  return true;
}

}  // namespace

bool via_fits(const RecordParts& parts) {
  return parts.via == Via::NOT_SAID || (parts.via == Via::SIGNED) != parts.signatures.empty();
}

struct RecordDecoder::Messages {
  v1::Record record;
  v1::Entry entry;
  v1::Statement statement;
  std::string scratch;
};

RecordDecoder::RecordDecoder() : messages_(std::make_unique<Messages>()) {}
RecordDecoder::~RecordDecoder() = default;

Status RecordDecoder::decode(std::string_view bytes, RecordParts& parts) {
  if (bytes.size() > RECORD_LIMIT) {
    return fail(ErrorCode::TOO_LARGE, fmt::format("a record of {} bytes; the limit is {}", bytes.size(), RECORD_LIMIT));
  }
  // Nearly all are. What is not, and record 0, protobuf reads, so that whatever is wrong is said by its name.
  if (read_sound(bytes, parts)) return Done{};
  auto& [record, entry, statement, scratch] = *messages_;
  NOMIC_TRY(exactly(parse_exactly(bytes, record, scratch), "outermost message"));
  NOMIC_TRY(take_signatures(record, parts.signatures));
  NOMIC_TRY(exactly(parse_exactly(record.entry(), entry, scratch), "entry"));
  NOMIC_TRY(exactly(parse_exactly(entry.statement(), statement, scratch), "statement"));

  const auto previous = Hash::from_raw(entry.previous_hash());
  if (!previous) return damaged("a record's previous_hash is not 32 bytes");
  if (entry.index() == 0 && !previous->is_zero()) return damaged("record 0 claims to follow another");
  NOMIC_TRY(check_statement(statement, entry.index()));
  NOMIC_TRY(take_via(static_cast<std::uint64_t>(entry.via()), parts));

  parts.index = entry.index();
  parts.previous_hash = *previous;
  parts.recorded_at = {entry.recorded_at()};
  parts.game.reset();
  if (entry.index() != 0) parts.game = GameId{*Hash::from_raw(statement.game())};
  parts.seen_size = statement.seen_size();
  parts.seen_hash = Hash::from_raw(statement.seen_hash());
  parts.author.assign(statement.author());
  parts.request_id.assign(statement.request_id());
  parts.payload.assign(statement.payload());
  parts.statement.assign(entry.statement());
  return Done{};
}

std::string encode_statement(const RecordParts& parts) {
  assert(parts.game.has_value() == (parts.index != 0));
  assert(parts.seen_hash.has_value() == (parts.seen_size != 0) && parts.seen_size <= parts.index);
  assert(is_utf8(parts.author) && is_utf8(parts.request_id) && !parts.payload.empty());
  v1::Statement statement;
  if (parts.game) statement.set_game(parts.game->hash.raw());
  statement.set_seen_size(parts.seen_size);
  if (parts.seen_hash) statement.set_seen_hash(parts.seen_hash->raw());
  statement.set_author(parts.author);
  statement.set_request_id(parts.request_id);
  statement.set_payload(parts.payload);
  return statement.SerializeAsString();
}

std::string encode_record(const RecordParts& parts) {
  return encode_record(parts, encode_statement(parts));
}

std::string encode_record(const RecordParts& parts, std::string_view statement) {
  assert(via_fits(parts));
  v1::Entry entry;
  entry.set_index(parts.index);
  entry.set_previous_hash(parts.previous_hash.raw());
  entry.set_recorded_at(parts.recorded_at.value);
  entry.set_statement(std::string(statement));
  entry.set_via(static_cast<v1::Via>(parts.via));

  v1::Record record;
  record.set_entry(entry.SerializeAsString());
  for (const RecordSignature& each : parts.signatures) {
    v1::Signature* signature = record.add_signatures();
    signature->set_public_key(each.public_key);
    signature->set_signature(each.signature);
  }
  return record.SerializeAsString();
}

}  // namespace nomic::ledger
