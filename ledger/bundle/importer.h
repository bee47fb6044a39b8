// An import while its bundle is read: what the ledger has is compared, what is new is loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bundle_check.h"
#include "nomic/ledger/log/requests.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/log/seen.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

class Importer final : public BundleVisitor {
 public:
  Importer(Store& store, const SeenGames& seen) : store_(store), seen_(seen) {}

  Result<BundleBase> begin(const BundleHeader& header) override;
  Status record(const BundleRecord& record) override;
  Status evidence(const BundleEvidence& evidence) override;

  // The game as the ledger held it; nothing if it is new.
  [[nodiscard]] const std::optional<GameRow>& own() const { return own_; }
  [[nodiscard]] const std::optional<std::string>& own_value() const { return own_value_; }
  [[nodiscard]] std::uint64_t own_size() const { return own_ ? own_->size() : 0; }

  // What the bundle keeps beside the records. After run() without a fault it fits them.
  [[nodiscard]] const std::vector<BundleEvidence>& kept_beside() const { return evidence_; }
  // The first record that differs from ours.
  [[nodiscard]] const std::optional<std::uint64_t>& forked_at() const { return forked_at_; }

  // FORKED, or ROLLED_BACK for `size` records at the end, if what was read is not the history known here.
  [[nodiscard]] Status check_history(std::uint64_t size) const;

  // After the last record. What was loaded becomes part of the store, and is looked over: BAD_BUNDLE if two requests
  // share an ID. The rows of the catalog that are to be written with the append are added to `rows`.
  Status take_in(std::vector<Row>& rows);

 private:
  // Records of one request, one after the other.
  struct Run {
    RequestName name;
    std::uint64_t first = 0;
    std::uint32_t count = 0;
    Hash digest;  // zero: not known
  };

  Status find_own(const GameId& game);
  Result<BundleBase> begin_range(const BundleHeader& header);
  Status continue_request(const RecordBefore& before, std::uint64_t from);
  Status compare(const BundleRecord& record);
  Status add_new(const BundleRecord& record);
  Status follow_request(const BundleRecord& record);
  Status end_run();
  Status check_requests() const;
  void take_tile(const Tile& tile);

  Store& store_;
  const SeenGames& seen_;
  GameId game_;
  std::optional<GameRow> own_;
  std::optional<std::string> own_value_;
  std::unique_ptr<Cursor> records_;      // our own, beside the bundle's
  std::optional<SeenGame> seen_before_;  // what this user has seen of the game
  bool met_otherwise_ = false;
  std::optional<std::uint64_t> forked_at_;
  Hash ours_;  // leaf hashes there
  Hash theirs_;

  std::unique_ptr<Load> load_;
  std::vector<BundleEvidence> evidence_;
  std::size_t evidence_bytes_ = 0;
  std::optional<Error> tile_error_;
  Run run_;
  std::uint64_t requests_ = 0;          // loaded
  std::vector<Row> continued_request_;  // the entry of one that began before what is new
};

}  // namespace nomic::ledger
