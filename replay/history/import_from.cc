// The door for whole bundles: what a game cannot be derived from is not taken in.
#include <utility>
#include <vector>

#include "game_self.h"
#include "index_rows.h"
#include "nomic/ledger/bundle.h"
#include "nomic/replay/game.h"
#include "nomic/replay/text.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// More than this is derived once more when it counts, instead of being kept in memory until then.
constexpr std::size_t MOST_ROW_BYTES = std::size_t{16} << 20U;

// The error of the ledger that stands for one of ours until it is taken back.
ledger::Error not_admitted() {
  return {ledger::ErrorCode::BAD_BUNDLE, {}, {}, {}};
}

Error not_derived(std::uint64_t record, const Error& why) {
  // A ledger that cannot be read says nothing about the game.
  if (why.ledger) return why;
  return error_of(ErrorCode::LEDGER, "not_derived", {{"record", record}}, why);
}

// The label that a bundle brings is somebody else's: what founds no game is not taken from it either.
Status may_be_called(const ledger::Head& head) {
  Result<std::string> name = clean_game_name(head.name);
  if (!name) return error_of(ErrorCode::LEDGER, "label", {}, name.error());
  if (*name == head.name) return ledger::Done{};
  return error_of(ErrorCode::LEDGER, "label", {}, error_of(ErrorCode::TEXT_NOT_NORMAL, "not_nfc", about("game_name")));
}

// The identity of the game that this one rehearses; nothing: it is none.
Result<std::optional<ledger::Hash>> rehearsed_by(ledger::Ledger& ledger, const ledger::GameId& game) {
  ledger::Result<ledger::StoredRecord> first = ledger.record(game, ledger::RecordIndex{0});
  if (!first) return from_ledger(first.error());
  v1::Event event;
  // What is no founding is found out where it is derived.
  if (!event.ParseFromString(first->payload)) return std::optional<ledger::Hash>{};
  return ledger::Hash::from_raw(event.game_founded().rehearsal().game());
}

// A ledger holds a game or its rehearsals: beside each other one would be taken for the other. A rehearsal is of the
// kin of the game that it rehearses.
Status stands_apart(ledger::Ledger& ledger, const ledger::GameId& incoming,
                    const std::optional<ledger::Hash>& rehearsed) {
  if (rehearsed) {
    ledger::Result<ledger::Head> game = ledger.head({*rehearsed});
    if (game) return error_of(ErrorCode::REHEARSAL_APART, "rehearsal", {{"game", game->name}});
    if (game.error().code != ledger::ErrorCode::NO_SUCH_GAME) return from_ledger(game.error());
  }
  ledger::Result<std::vector<ledger::GameId>> rehearsals = ledger.of_kin(incoming.hash);
  if (!rehearsals) return from_ledger(rehearsals.error());
  if (rehearsals->empty()) return ledger::Done{};
  ledger::Result<ledger::Head> rehearsal = ledger.head(rehearsals->front());
  if (!rehearsal) return from_ledger(rehearsal.error());
  return error_of(ErrorCode::REHEARSAL_APART, "game", {{"game", rehearsal->name}});
}

}  // namespace

// What comes of the new records, until they count.
class Game::Arrivals {
 public:
  Arrivals(ledger::Ledger& ledger, const BundleImport& bundle) : ledger_(ledger), bundle_(bundle) {}

  // Derives the records from `from` to the head of the game as it would be. LEDGER/not_derived.
  Status derive(const ledger::Head& head, std::uint64_t from) {
    Self self(ledger_, head);
    Result<std::uint64_t> reach = self.index_reach();
    if (!reach) return reach.error();
    is_kept_ = bundle_.keep && *reach == from;
    from_ = from;
    std::uint64_t snapshot = 0;
    Result<Engine> before = self.derive(from, snapshot);
    if (!before) return before.error();
    IndexRows rows(before->state());
    std::uint64_t derived = from;
    Result<Engine> done = self.replay(*std::move(before), head.size, [&](const Played& played) -> Result<bool> {
      derived = played.record.index.value + 1;
      if (is_kept_) add(rows.of(played.move, played.consequences, played.after.state()));
      if (is_kept_ && derived % KEEP_EVERY == 0) states_.push_back(played.after.fork());
      if (bundle_.each) bundle_.each(played);
      return true;
    });
    if (!done) return not_derived(derived, done.error());
    if (is_kept_ && head.size % KEEP_EVERY != 0) states_.push_back(*std::move(done));
    return ledger::Done{};
  }

  // Once they count.
  Status keep(const ledger::Head& head) const {
    if (!bundle_.keep || head.size == from_) return ledger::Done{};
    if (!is_kept_) return derive_anew(ledger_, head.game, {});
    for (const Engine& after : states_) {
      NOMIC_TRY(ledger_.keep(head.game, after.state().size(), derived_from(after.state(), true)));
    }
    auto kept = ledger_.keep_index(head.game, from_, head.size, maker(), rows_);
    return kept ? Status(ledger::Done{}) : Status(from_ledger(kept.error()));
  }

 private:
  void add(std::vector<ledger::IndexRow> rows) {
    for (ledger::IndexRow& row : rows) {
      row_bytes_ += bytes_of(row);
      rows_.push_back(std::move(row));
    }
    if (row_bytes_ <= MOST_ROW_BYTES) return;
    is_kept_ = false;
    rows_ = {};
    states_.clear();
  }

  ledger::Ledger& ledger_;
  const BundleImport& bundle_;
  std::uint64_t from_ = 0;
  bool is_kept_ = false;  // whether rows and states are those to keep
  std::vector<ledger::IndexRow> rows_;
  std::size_t row_bytes_ = 0;
  std::vector<Engine> states_;
};

Result<TakenIn> Game::import_from(ledger::Ledger& ledger, ledger::BundleSource& source, const BundleImport& bundle) {
  std::optional<Error> refused;
  Arrivals arrivals(ledger, bundle);
  std::optional<ledger::Hash> rehearsed;
  const auto may_be_new = [&](const ledger::Head& after) -> Status {
    if (Status called = may_be_called(after); !called) return called;
    Result<std::optional<ledger::Hash>> told = rehearsed_by(ledger, after.game);
    if (!told) return told.error();
    rehearsed = *told;
    return stands_apart(ledger, after.game, rehearsed);
  };
  ledger::ImportRequest request{bundle.name, {}, {}};
  request.kin = [&](const ledger::Head& /*after*/) { return ledger::Result<std::optional<ledger::Hash>>(rehearsed); };
  request.admits = [&](const ledger::Head& after, std::uint64_t before) -> ledger::Status {
    if (bundle.admits) NOMIC_TRY(bundle.admits(after));
    Status admitted = before == 0 ? may_be_new(after) : Status(ledger::Done{});
    if (!admitted) {
      refused = admitted.error();
      return not_admitted();
    }
    if (bundle.latest && after.recorded_at.value > *bundle.latest) {
      admitted = error_of(ErrorCode::LEDGER, "dated_ahead",
                          {{"record", after.size - 1}, {"time", Moment{after.recorded_at.value}}});
    } else {
      admitted = arrivals.derive(after, before);
    }
    if (admitted) return ledger::Done{};
    refused = admitted.error();
    return not_admitted();
  };
  ledger::Result<ledger::Imported> imported = ledger.import_from(source, request, bundle.progress);
  if (refused) return *refused;
  if (!imported) return from_ledger(imported.error());
  TakenIn taken{*std::move(imported), {}};
  if (taken.imported.head.size == taken.imported.before) return taken;
  if (Status kept = arrivals.keep(taken.imported.head); !kept) taken.not_kept = kept.error();
  return taken;
}

}  // namespace nomic::replay
