// The record: what is stored, hashed and, one day, signed. Layout and reasons are in schema/ledger/v1/record.proto.
//
// Decoding is strict. A record is accepted only if it serializes again to the very bytes it was read from, so that
// nobody can hash one reading of it and act on another; and only if its parts fit each other (lengths of hashes, what
// record 0 must leave out). Whether it fits its neighbours is the chain's business, not the record's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/limits.h"

namespace nomic::ledger {

struct RecordParts {
  std::uint64_t index = 0;
  Hash previous_hash;  // zero at index 0
  Micros recorded_at;
  std::optional<GameId> game;     // nothing at index 0, always there after it
  std::uint64_t seen_size = 0;    // at most the index
  std::optional<Hash> seen_hash;  // there exactly if seen_size > 0
  std::string author;             // UTF-8
  std::string request_id;         // UTF-8, at most 128 bytes
  std::string payload;            // not empty
  std::string statement;          // exact bytes of the Statement, as decoded; encoding makes its own
  std::vector<RecordSignature> signatures;
  Via via = Via::NOT_SAID;  // SIGNED exactly if there are signatures, or NOT_SAID
};

// Whether how it came and what signatures it bears agree.
bool via_fits(const RecordParts& parts);

// The record's bytes. Parts that decode() would refuse are a programmer's error; the size is for the caller to check.
std::string encode_record(const RecordParts& parts);
// The bytes of its statement alone; and the record around a statement made elsewhere, whose parts those are.
std::string encode_statement(const RecordParts& parts);
std::string encode_record(const RecordParts& parts, std::string_view statement);

// Decodes one record after the other, reusing its buffers.
class RecordDecoder {
 public:
  RecordDecoder();
  ~RecordDecoder();
  RecordDecoder(const RecordDecoder&) = delete;
  RecordDecoder& operator=(const RecordDecoder&) = delete;

  // Fills `parts`, whose strings keep their capacity. TOO_LARGE, DAMAGED, or NEWER_FORMAT for fields that this version
  // does not know. After an error `parts` means nothing.
  Status decode(std::string_view bytes, RecordParts& parts);

 private:
  struct Messages;
  std::unique_ptr<Messages> messages_;
};

}  // namespace nomic::ledger
