// Whether a record may stand where it stands: what it says of its place and of the records before it, compared with
// them.
//
// Every road by which a record enters a ledger asks here (an append, a statement made elsewhere, a bundle, a range, a
// backup), and so does whoever looks whether what is kept or sent is sound (verify). So no road is checked less than
// another. Signatures are checked beside it, many at a time (signature_batch.h); that no request ID stands in two
// places is for whoever knows all of them.
//
//     ChainCheck chain(game, leaf_at);
//     chain.stand_after(size, before);               // or nothing: at the beginning of the game
//     NOMIC_TRY(chain.check(parts, leaf, found));    // `found` is told each thing that does not fit
//     chain.add(parts, leaf);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "nomic/ledger/log/record.h"

namespace nomic::ledger {

class Store;

// A record, as far as the one after it is compared with it. What is not known is not compared.
struct RecordBefore {
  std::optional<Hash> leaf = {};
  std::optional<Micros> recorded_at = {};
  std::string author = {};
  std::string request_id = {};
  bool is_signed = false;
};

class ChainCheck {
 public:
  // The leaf hash of a record before; nothing where it cannot be looked at.
  using LeafAt = std::function<Result<std::optional<Hash>>(std::uint64_t index)>;
  // Told a word and a sentence: in the order `place`, `chain`, `time`, `request`, `seen`.
  using Found = std::function<void(const char* check, std::string what)>;

  ChainCheck(const GameId& game, LeafAt leaf_at) : game_(game), leaf_at_(std::move(leaf_at)) {}

  // The next record is number `size`, and stands after this one.
  void stand_after(std::uint64_t size, RecordBefore before);

  // Compares the next record. Fails only where `leaf_at` does.
  Status check(const RecordParts& parts, const Hash& leaf, const Found& found) const;

  // It is the record before now.
  void add(const RecordParts& parts, const Hash& leaf);

  // Index of the next record.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const RecordBefore& before() const { return before_; }
  // Whether the next record, if this is it, belongs to the request of the one before.
  [[nodiscard]] bool continues_request(const RecordParts& parts) const;

 private:
  void check_links(const RecordParts& parts, const Hash& leaf, const Found& found) const;
  void check_request(const RecordParts& parts, const Found& found) const;
  Status check_seen(const RecordParts& parts, const Found& found) const;

  GameId game_;
  LeafAt leaf_at_;
  std::uint64_t size_ = 0;
  RecordBefore before_;
};

// The leaf hash of a kept record, computed from the record itself: nothing where there is none.
Result<std::optional<Hash>> leaf_of_record(Store& store, const GameId& game, std::uint64_t index);

// A kept record, for the one that is to follow it. DAMAGED if it is missing, cannot be read, or has another hash.
Result<RecordBefore> record_before(Store& store, const GameId& game, std::uint64_t index, const Hash& leaf);

}  // namespace nomic::ledger
