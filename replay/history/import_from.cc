// The door for whole bundles: what a game cannot be derived from is not taken in.
#include "nomic/ledger/bundle.h"
#include "nomic/replay/game.h"
#include "self.h"

namespace nomic::replay {
namespace {

// The error of the ledger that stands for one of ours until it is taken back.
ledger::Error not_admitted() {
  return {ledger::ErrorCode::BAD_BUNDLE, {}, {}, {}};
}

}  // namespace

Status Game::derive_new(ledger::Ledger& ledger, const ledger::Head& head, std::uint64_t from,
                        const std::function<void(const Played&)>& each) {
  Self self(ledger, head);
  std::uint64_t snapshot = 0;
  Result<Engine> before = self.derive(from, snapshot);
  if (!before) return before.error();
  std::uint64_t derived = from;
  auto done = self.replay(*std::move(before), head.size, [&](const Played& played) -> Result<bool> {
    derived = played.record.index.value + 1;
    if (each) each(played);
    return true;
  });
  if (done) return ledger::Done{};
  return error_of(ErrorCode::LEDGER, "not_derived", {{"record", derived}}, done.error());
}

Result<ledger::Imported> Game::import_from(ledger::Ledger& ledger, ledger::BundleSource& source,
                                           const BundleImport& bundle) {
  std::optional<Error> refused;
  ledger::ImportRequest request{bundle.name, {}};
  request.admits = [&](const ledger::Head& after, std::uint64_t before) -> ledger::Status {
    Status admitted = ledger::Done{};
    if (bundle.latest && after.recorded_at.value > *bundle.latest) {
      admitted = error_of(ErrorCode::LEDGER, "dated_ahead",
                          {{"record", after.size - 1}, {"time", Moment{after.recorded_at.value}}});
    } else {
      admitted = derive_new(ledger, after, before, bundle.each);
    }
    if (admitted) return ledger::Done{};
    refused = admitted.error();
    return not_admitted();
  };
  ledger::Result<ledger::Imported> imported = ledger.import_from(source, request, bundle.progress);
  if (refused) return *refused;
  if (!imported) return from_ledger(imported.error());
  return *std::move(imported);
}

}  // namespace nomic::replay
