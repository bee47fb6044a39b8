// Exporting: a game's records, read in order, into a bundle.
#include <fmt/format.h>

#include "bundle_writer.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/log/requests.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
namespace {

constexpr std::uint64_t EXPORTED_AT_ONCE = 4096;

Status check_range(const GameRow& row, std::uint64_t from, std::uint64_t to) {
  if (to > row.size() || from >= row.size()) {
    const std::uint64_t missing = to > row.size() ? to - 1 : from;
    return fail(ErrorCode::BAD_INPUT, fmt::format("there is no record {}: the last is {}", missing, row.size() - 1),
                fmt::format("name records from 0 to {}", row.size() - 1), missing);
  }
  if (from >= to) return fail(ErrorCode::BAD_INPUT, "the range of records ends before it begins");
  return Done{};
}

}  // namespace

Result<BundleReport> Ledger::export_to(const std::function<int(std::string_view)>& write, const ExportRequest& request,
                                       const std::function<void(std::uint64_t done)>& progress) {
  NOMIC_ASSIGN(auto row, self_->game(request.game));
  const std::uint64_t to = request.to.value_or(row.size());
  NOMIC_TRY(check_range(row, request.from, to));
  NOMIC_ASSIGN(auto tree, Tree(*self_->store, row.game, row.size()).frontier_at(request.from));

  BundleWriter writer(write);
  Status written = writer.begin({row.game, request.following, row.name, tree});
  BundleReport report{row.game, row.name, request.from, to, {}, {}, {}, 0, 0, request.following, {}};
  RequestName request_before;
  const auto each = [&](const RecordParts& parts, const Hash& leaf, std::string_view bytes) {
    std::optional<Hash> digest;
    RequestName name = request_of(parts);
    if (!name.id.empty() && !(name == request_before)) {
      auto known = self_->digest_of_request(row, parts);
      if (known) {
        digest = *known;
      } else {
        written = known.error();
      }
    }
    request_before = std::move(name);
    if (written) written = writer.record(bytes, digest);
    tree.add(leaf);
    report.head_hash = leaf;
    report.recorded_at = parts.recorded_at;
    report.signatures += parts.signatures.size();
    if (progress && tree.size() % EXPORTED_AT_ONCE == 0) progress(tree.size() - request.from);
    return written.ok();
  };
  auto walked = self_->walk(row, request.from, to, each);
  if (!written) return std::move(written).error();
  if (!walked) return std::move(walked).error();
  if (to == row.size() && !(tree == row.frontier)) {
    return damaged("the catalog's tree of the game is not that of its records");
  }
  report.root = tree.root();
  NOMIC_TRY(writer.total({to, report.root}));
  NOMIC_ASSIGN(auto evidence, self_->evidence(row.game));
  for (const BundleEvidence& each_piece : evidence) {
    if (each_piece.size < request.from || each_piece.size > to) continue;
    NOMIC_TRY(writer.evidence(each_piece));
    ++report.evidence;
  }
  NOMIC_TRY(writer.end());
  return report;
}

// The digest under which the request that begins with this record was recorded, where it is known.
Result<std::optional<Hash>> Ledger::Self::digest_of_request(const GameRow& row, const RecordParts& parts) {
  auto entry = find_request(*store, row.game, request_of(parts));
  // Without it the bundle is sound, too.
  if (!entry || !*entry) return std::optional<Hash>{};
  const RequestRow& known = **entry;
  if (known.first != parts.index || known.digest.is_zero()) return std::optional<Hash>{};
  return std::optional<Hash>{known.digest};
}

}  // namespace nomic::ledger
