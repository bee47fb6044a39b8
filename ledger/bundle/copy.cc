// A game's records under another identity, as a bundle of that other game.
#include <fmt/format.h>

#include "bundle_writer.h"
#include "leaf_log.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/limits.h"
#include "nomic/ledger/log/requests.h"
#include "nomic/ledger/log/self.h"

namespace nomic::ledger {
namespace {

constexpr std::uint64_t COPIED_AT_ONCE = 4096;

// Chains records anew, one after the other.
class Rechained {
 public:
  explicit Rechained(const std::string& first_payload) : first_payload_(first_payload) {}

  // The bytes of the copy of the next record. TOO_LARGE; what the temporary file of the leaves says.
  Result<std::string> next(const RecordParts& original) {
    RecordParts parts = original;
    parts.signatures.clear();
    if (parts.index == 0) {
      parts.payload = first_payload_;
    } else {
      parts.previous_hash = last_;
      parts.game = id_;
    }
    if (parts.seen_size > 0) {
      auto seen = leaves_.at(parts.seen_size - 1);
      if (!seen) return std::move(seen).error();
      parts.seen_hash = *seen;
    }
    std::string bytes = encode_record(parts);
    if (bytes.size() > RECORD_LIMIT) {
      return fail(ErrorCode::TOO_LARGE,
                  fmt::format("record {} would be {} bytes long, of at most {}", parts.index, bytes.size(), RECORD_LIMIT),
                  "", parts.index);
    }
    last_ = leaf_hash(bytes);
    if (parts.index == 0) id_.hash = last_;
    NOMIC_TRY(leaves_.add(last_));
    return bytes;
  }

  // After the first.
  [[nodiscard]] const GameId& id() const { return id_; }
  [[nodiscard]] const Hash& last() const { return last_; }

 private:
  const std::string& first_payload_;
  GameId id_;
  Hash last_;
  LeafLog leaves_;
};

}  // namespace

Result<BundleReport> Ledger::export_copy(const std::function<int(std::string_view)>& write, const CopyRequest& request,
                                         const std::function<void(std::uint64_t done)>& progress) {
  auto row = self_->game(request.game);
  if (!row) return std::move(row).error();
  if (request.size == 0) return fail(ErrorCode::BAD_INPUT, "a copy of no record is none");
  if (request.size > row->size()) {
    return fail(ErrorCode::NO_SUCH_RECORD,
                fmt::format("there is no record {}: the last is {}", request.size - 1, row->size() - 1),
                fmt::format("name records from 0 to {}", row->size() - 1), request.size - 1);
  }
  BundleWriter writer(write);
  Rechained copy(request.first_payload);
  Frontier tree;
  RequestName request_before;
  Micros recorded_at;
  Status copied = Done{};
  const auto one = [&](const RecordParts& parts) -> Status {
    auto bytes = copy.next(parts);
    if (!bytes) return std::move(bytes).error();
    if (parts.index == 0) {
      NOMIC_TRY(writer.begin({copy.id(), 0, request.name, tree}));
    }
    std::optional<Hash> digest;
    RequestName name = request_of(parts);
    if (!name.id.empty() && !(name == request_before)) {
      auto known = self_->digest_of_request(*row, parts);
      if (!known) return std::move(known).error();
      digest = *known;
    }
    request_before = std::move(name);
    NOMIC_TRY(writer.record(*bytes, digest));
    tree.add(copy.last());
    recorded_at = parts.recorded_at;
    if (progress && tree.size() % COPIED_AT_ONCE == 0) progress(tree.size());
    return Done{};
  };
  auto walked = self_->walk(*row, 0, request.size, [&](const RecordParts& parts, const Hash&, std::string_view) {
    copied = one(parts);
    return copied.ok();
  });
  if (!copied) return std::move(copied).error();
  if (!walked) return std::move(walked).error();
  BundleReport report{copy.id(), request.name, 0, request.size, copy.last(), tree.root(), recorded_at, 0, 0, 0, {}};
  NOMIC_TRY(writer.total({request.size, report.root}));
  NOMIC_TRY(writer.end());
  return report;
}

}  // namespace nomic::ledger
