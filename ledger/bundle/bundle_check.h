// Checking a bundle while it is read: every frame in its place, every record against those before it.
//
// Who does more than check (an import) visits: it is handed each part once that part has been checked as far as what
// came before it allows. Only when run() has returned without a fault is the whole known to be sound.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "leaf_log.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/log/chain_check.h"
#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/requests.h"
#include "nomic/ledger/log/signature_batch.h"
#include "nomic/ledger/log/tiles.h"

namespace nomic::ledger {

// The inside of a BundleSource: bytes ahead, and a digest of those behind.

struct BundleSource::Bytes {
 public:
  explicit Bytes(ReadBytes read) : read_(std::move(read)) {}

  // The next `count` bytes, or as many as there are; they stay ahead. The view lives until the next call. IO_FAILED.
  Result<std::string_view> peek(std::size_t count);
  // They are done with; they were peeked at.
  void skip(std::size_t count) { at_ += count; }

  // From here on what is skipped is digested.
  void begin_digest();
  // Of the bytes skipped since.
  Hash digest();

  // How many bundles the next one must say to follow it, if one was before it.
  std::optional<std::uint64_t> announced;

 private:
  void digest_behind();

  ReadBytes read_;
  std::string buffer_;
  std::size_t at_ = 0;        // of the next byte, in the buffer
  std::size_t digested_ = 0;  // up to here
  bool ended_ = false;
  Sha256 sha_;
};

// The requests that a stream of records begins, each of which may be begun once: whether two are the same, in constant
// memory, however many there are.

class RequestLog {
 public:
  // FULL, READ_ONLY or IO_FAILED: the temporary file.
  Status add(const RequestName& name);
  // Whether one was added twice. Goes through what was added once for every million of them.
  Result<bool> has_twice() const;

 private:
  LeafLog hashes_;
};

struct BundleRecord {
  const RecordParts& parts;
  const Hash& leaf;
  std::string_view bytes;
  const std::optional<Hash>& request_digest;
};

// What the first record of a bundle stands upon, as far as it is known: the tree before it, with its unfinished tiles;
// the record before it; the leaf hash of any record before it.
struct BundleBase {
  std::optional<TileBuilder> tiles = {};
  RecordBefore before = {};
  ChainCheck::LeafAt leaf_at = {};
};

// An error of a visitor ends the reading.
class BundleVisitor {
 public:
  BundleVisitor() = default;
  virtual ~BundleVisitor() = default;
  BundleVisitor(const BundleVisitor&) = delete;
  BundleVisitor& operator=(const BundleVisitor&) = delete;

  // Gives what it holds before the first record, if the frontier there fits it: every record is compared with it.
  virtual Result<BundleBase> begin(const BundleHeader& header) = 0;
  virtual Status record(const BundleRecord& record) = 0;
  virtual Status evidence(const BundleEvidence& evidence) = 0;
};

class BundleChecker {
 public:
  // Both outlive it; `visitor` may be null.
  BundleChecker(BundleSource& source, BundleVisitor* visitor, std::function<void(std::uint64_t)> progress);

  // The next bundle. Fails where the bytes cannot be read, or with what the visitor said.
  Result<BundleReport> run();
  // The tree of all records read.
  [[nodiscard]] Frontier frontier() const { return tiles_ ? tiles_->frontier() : frontier_; }
  // Its unfinished tiles, where a builder of tiles was given.
  [[nodiscard]] std::vector<Tile> unfinished() const { return tiles_ ? tiles_->unfinished() : std::vector<Tile>{}; }

 private:
  struct Part {
    Frame type = Frame::END;
    std::string_view body;
  };

  Status read_all();
  Status read_first_line();
  Status read_header();
  Status read_records();
  Status read_evidence();
  Status read_end();
  Status check_what_follows();

  // The next frame; nothing, and a fault, if there is none. The body lives until the next.
  Result<std::optional<Part>> next();
  Status check_record(std::string_view bytes);
  void check_digest();
  Result<std::optional<Hash>> leaf_at(std::uint64_t index) const;
  Status add_leaf(const Hash& leaf);
  Status check_requests();
  Status check_total(std::string_view body);
  Status check_note(const BundleEvidence& evidence);

  void fault(std::string check, std::string what, std::optional<std::uint64_t> index = {});
  [[nodiscard]] bool faulty() const { return report_.fault.has_value(); }
  // Index of the next record.
  [[nodiscard]] std::uint64_t index() const { return report_.size; }

  BundleSource::Bytes& source_;
  BundleVisitor* visitor_;
  std::function<void(std::uint64_t)> progress_;
  BundleReport report_;

  BundleHeader header_;
  std::size_t pending_ = 0;  // bytes of the frame that was given last
  RecordDecoder decoder_;
  RecordParts parts_;
  std::optional<Hash> digest_;       // of the request that the next record begins
  std::optional<ChainCheck> chain_;  // after the header
  ChainCheck::LeafAt leaf_at_base_;  // of records before the first; may be empty
  std::optional<Hash> named_;        // leaf of the record before the first, as the first names it
  RequestLog requests_;
  LeafLog leaves_;
  std::optional<TileBuilder> tiles_;
  Frontier frontier_;  // where there is no builder of tiles
  Frontier noted_;     // the tree as far as the notes were compared
  SignatureBatch signatures_;
};

}  // namespace nomic::ledger
