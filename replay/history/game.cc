#include "nomic/replay/game.h"

#include <algorithm>

#include "decode.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/revision.h"
#include "nomic/replay/text.h"
#include "self.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// Names what there is, where what was asked for is not.
Error game_not_found(ledger::Ledger& ledger, const ledger::Error& error, std::string_view typed) {
  if (error.code != ledger::ErrorCode::NO_SUCH_GAME) return from_ledger(error);
  Error unknown = from_ledger(error);
  unknown.code = ErrorCode::UNKNOWN_GAME;
  ledger::Result<std::vector<ledger::Head>> games = ledger.games();
  if (!games || games->empty()) return unknown;
  Parameter::Names names;
  for (const ledger::Head& head : *games) names.push_back(head.name);
  const std::string near = nearest(typed, names);
  unknown.variant = near.empty() ? "others" : "near";
  unknown.parameters = {{"typed", typed}, {"near", near}, {"names", names}};
  return unknown;
}

Error too_few_records(const ledger::Head& head, std::uint64_t size) {
  return no_such_point("too_few_records", {{"size", size}, {"last", head.size - 1}});
}

}  // namespace

Error no_such_point(std::string_view variant, std::vector<Parameter> parameters) {
  return error_of(ErrorCode::NO_SUCH_POINT, variant, std::move(parameters));
}

Status Game::Self::make_moves(Engine& from, std::uint64_t size, const std::function<bool(const Played&)>& each) {
  std::optional<Error> error;
  const ledger::RecordIndex first{from.state().size()};
  ledger::Status read = ledger.read(head.game, first, size, [&](const ledger::StoredRecord& record) {
    Result<Move> move = decode_move(record);
    if (!move) {
      error = move.error();
      return false;
    }
    Result<Consequences> done = from.replay(*move, history);
    if (!done) {
      error = done.error();
      return false;
    }
    return !each || each(Played{record, *move, *done, from});
  });
  if (error) return *error;
  if (!read) return from_ledger(read.error());
  return ledger::Done{};
}

Status Game::Self::read(std::uint64_t size, const std::function<bool(const Move&)>& each) const {
  std::optional<Error> error;
  ledger::Status done = ledger.read(head.game, ledger::RecordIndex{0}, size, [&](const ledger::StoredRecord& record) {
    Result<Move> move = decode_move(record);
    if (!move) error = move.error();
    return move && each(*move);
  });
  if (error) return *error;
  if (!done) return from_ledger(done.error());
  return ledger::Done{};
}

Result<Engine> Game::Self::derive(std::uint64_t size, std::uint64_t& snapshot) {
  Result<std::optional<State>> kept = newest_snapshot(ledger, head.game, size);
  if (!kept) return kept.error();
  snapshot = kept->has_value() ? (*kept)->size() : 0;
  Engine derived = kept->has_value() ? Engine(std::move(**kept)) : Engine();
  Status made = make_moves(derived, size, {});
  if (!made) return made.error();
  return derived;
}

Result<Engine> Game::Self::derive_from_start(std::uint64_t size, const std::function<bool(const Played&)>& each) {
  Engine derived;
  Status made = make_moves(derived, size, each);
  if (!made) return made.error();
  return derived;
}

Game::Game(std::unique_ptr<Self> self) : self_(std::move(self)) {}
Game::~Game() = default;
Game::Game(Game&&) noexcept = default;
Game& Game::operator=(Game&&) noexcept = default;

Result<Game> Game::open(ledger::Ledger& ledger, std::string_view name_or_id) {
  ledger::Result<ledger::Head> head = ledger.find(name_or_id);
  if (!head) return game_not_found(ledger, head.error(), name_or_id);
  auto self = std::make_unique<Self>(ledger, *head);
  Result<Engine> engine = self->derive(self->head.size, self->snapshot_size);
  if (!engine) return engine.error();
  self->engine = std::move(*engine);
  return Game(std::move(self));
}

const ledger::Head& Game::head() const {
  return self_->head;
}
const History& Game::history() const {
  return self_->history;
}

Result<Engine> Game::revised(std::uint64_t size, std::optional<std::uint64_t> known) {
  auto knowing = at(known.value_or(self_->head.size));
  if (!knowing) return knowing.error();
  if (knowing->state().retroactions().empty()) return at(size);
  auto revision = revision_of(knowing->state(), self_->history);
  if (!revision) return revision.error();
  return derive_revised(*revision, self_->history, size);
}

const Engine& Game::engine() const {
  return self_->engine;
}

Result<Engine> Game::at(std::uint64_t size) {
  if (size > self_->head.size) return too_few_records(self_->head, size);
  if (size == self_->head.size) return self_->engine.fork();
  std::uint64_t snapshot = 0;
  return self_->derive(size, snapshot);
}

Result<Engine> Game::replay(std::uint64_t size, const std::function<bool(const Played&)>& each) {
  if (size > self_->head.size) return too_few_records(self_->head, size);
  return self_->derive_from_start(size, each);
}

Status Game::read(std::uint64_t size, const std::function<bool(const Move&)>& each) {
  if (size > self_->head.size) return too_few_records(self_->head, size);
  return self_->read(size, each);
}

Status Game::replay_range(std::uint64_t from, std::uint64_t to, const std::function<bool(const Played&)>& each) {
  if (to > self_->head.size) return too_few_records(self_->head, to);
  if (from >= to) return ledger::Done{};
  std::uint64_t snapshot = 0;
  Result<Engine> before = self_->derive(from, snapshot);
  if (!before) return before.error();
  return self_->make_moves(*before, to, each);
}

Result<std::uint64_t> Game::Self::index_reach() {
  auto reach = ledger.index_reach(head.game, maker());
  if (!reach) return from_ledger(reach.error());
  return std::min(*reach, head.size);
}

Result<std::uint64_t> Game::index_reach() {
  return self_->index_reach();
}

Result<std::optional<GameIndex>> Game::index(std::uint64_t size) {
  auto reach = self_->index_reach();
  if (!reach) return reach.error();
  if (*reach < size) return std::optional<GameIndex>();
  return std::optional<GameIndex>(GameIndex(self_->ledger, self_->head.game, size));
}

Result<std::string> Game::player(std::string_view typed) const {
  const std::string folded = fold(typed);
  std::vector<std::string> names;
  for (const v1::Player& player : self_->engine.state().players()) {
    const bool shown = player.has_shown();
    if (player.names().folded() == folded) return player.names().name();
    if (shown && player.shown().folded() == folded) return player.names().name();
    names.push_back(shown ? player.shown().name() : player.names().name());
  }
  constexpr std::size_t FEW = 8;
  const std::string near = nearest(typed, names);
  if (!near.empty()) return error_of(ErrorCode::UNKNOWN_PLAYER, "near", {{"typed", typed}, {"near", near}});
  if (names.size() > FEW) return error_of(ErrorCode::UNKNOWN_PLAYER, "", {{"typed", typed}});
  return error_of(ErrorCode::UNKNOWN_PLAYER, "few", {{"typed", typed}, {"names", names}});
}

}  // namespace nomic::replay
