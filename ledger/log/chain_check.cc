#include "nomic/ledger/log/chain_check.h"

#include <fmt/format.h>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

void ChainCheck::stand_after(std::uint64_t size, RecordBefore before) {
  size_ = size;
  before_ = std::move(before);
}

bool ChainCheck::continues_request(const RecordParts& parts) const {
  return size_ > 0 && !parts.request_id.empty() && parts.request_id == before_.request_id &&
         parts.author == before_.author;
}

Status ChainCheck::check(const RecordParts& parts, const Hash& leaf, const Found& found) const {
  check_links(parts, leaf, found);
  check_request(parts, found);
  return check_seen(parts, found);
}

void ChainCheck::check_links(const RecordParts& parts, const Hash& leaf, const Found& found) const {
  if (parts.index != size_) {
    found("place", fmt::format("record {} says that it is record {}", size_, parts.index));
  }
  if (size_ == 0 ? leaf != game_.hash : parts.game != game_) {
    found("place", fmt::format("record {} belongs to another game than {}", size_, short_id(game_)));
  }
  if (before_.leaf && parts.previous_hash != *before_.leaf) {
    found("chain", fmt::format("record {} does not give the hash of record {}", size_, size_ - 1));
  }
  if (before_.recorded_at && parts.recorded_at < *before_.recorded_at) {
    found("time", fmt::format("record {} is dated before record {}", size_, size_ - 1));
  }
}

// What is signed stands under a request ID of its own: that is what keeps it from being recorded twice.
void ChainCheck::check_request(const RecordParts& parts, const Found& found) const {
  const bool is_signed = !parts.signatures.empty();
  if (is_signed && parts.request_id.empty()) {
    found("request", fmt::format("record {} is signed and bears no request ID: it could be recorded twice", size_));
  } else if (continues_request(parts) && (is_signed || before_.is_signed)) {
    found("request",
          fmt::format("record {} belongs to the request of record {}, and one of them is signed", size_, size_ - 1));
  }
}

Status ChainCheck::check_seen(const RecordParts& parts, const Found& found) const {
  // A statement that has seen more than there is is out of its place, which was found.
  if (!parts.seen_hash || parts.seen_size > size_) return Done{};
  std::optional<Hash> seen;
  if (parts.seen_size < size_) {
    NOMIC_ASSIGN(auto leaf, leaf_at_(parts.seen_size - 1));
    seen = leaf;
    if (!seen) return Done{};
  } else {
    // Where the record before is not known, at least the record's two words about it agree.
    seen = before_.leaf ? *before_.leaf : parts.previous_hash;
  }
  if (parts.seen_hash == seen) return Done{};
  found("seen",
        fmt::format("record {} claims to have seen another record {} than there is", size_, parts.seen_size - 1));
  return Done{};
}

void ChainCheck::add(const RecordParts& parts, const Hash& leaf) {
  ++size_;
  before_.leaf = leaf;
  before_.recorded_at = parts.recorded_at;
  before_.author.assign(parts.author);
  before_.request_id.assign(parts.request_id);
  before_.is_signed = !parts.signatures.empty();
}

Result<std::optional<Hash>> leaf_of_record(Store& store, const GameId& game, std::uint64_t index) {
  NOMIC_ASSIGN(auto bytes, store.get(Table::RECORDS, record_key(game, index)));
  if (!bytes) return std::optional<Hash>{};
  return std::optional<Hash>{leaf_hash(*bytes)};
}

Result<RecordBefore> record_before(Store& store, const GameId& game, std::uint64_t index, const Hash& leaf) {
  NOMIC_ASSIGN(auto bytes, store.get(Table::RECORDS, record_key(game, index)));
  if (!bytes) return damaged(fmt::format("record {} of game {} is missing", index, short_id(game)), index);
  if (leaf_hash(*bytes) != leaf) {
    return damaged(
        fmt::format("record {} of game {} does not have the hash that is kept for it", index, short_id(game)), index);
  }
  RecordDecoder decoder;
  RecordParts parts;
  NOMIC_TRY(decoder.decode(*bytes, parts));
  return RecordBefore{leaf, parts.recorded_at, parts.author, parts.request_id, !parts.signatures.empty()};
}

}  // namespace nomic::ledger
