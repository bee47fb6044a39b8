#include "nomic/replay/game.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "decode.h"
#include "game_self.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/revision.h"
#include "nomic/replay/text.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// So many games are named where one is not there.
constexpr std::size_t MOST_NAMED = 20;

// A state so many records ahead is reached sooner from an earlier one that is in memory than from a snapshot.
constexpr std::uint64_t CLOSE = 1024;

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
  const std::size_t count = names.size();
  if (count > MOST_NAMED) names.resize(MOST_NAMED);
  unknown.variant = !near.empty() ? "near" : count > MOST_NAMED ? "many" : "others";
  unknown.parameters = {{"typed", typed}, {"near", near}, {"names", names}, {"count", count}};
  return unknown;
}

Error too_few_records(const ledger::Head& head, std::uint64_t size) {
  return no_such_point("too_few_records", {{"size", size}, {"last", head.size - 1}});
}

}  // namespace

Error no_such_point(std::string_view variant, std::vector<Parameter> parameters) {
  return error_of(ErrorCode::NO_SUCH_POINT, variant, std::move(parameters));
}

Result<Engine> Game::Self::replay(Engine from, std::uint64_t size,
                                  const std::function<Result<bool>(const Played&)>& each) const {
  const ledger::StoredRecord* record = nullptr;
  const auto records = [&](std::uint64_t first, const std::function<bool(const Move&)>& apply) {
    return history.read_records(first, size, [&](const ledger::StoredRecord& read, const Move& move) {
      record = &read;
      return apply(move);
    });
  };
  return fold(std::move(from), records, history, [&](const Derived& derived) {
    return each ? each({*record, derived.move, derived.consequences, derived.after}) : Result<bool>(true);
  });
}

Result<Engine> Game::Self::derive(std::uint64_t size, std::uint64_t& snapshot) {
  const std::uint64_t close = earlier.state().size();
  if (close != 0 && close <= size && size - close < CLOSE) {
    snapshot = 0;
    return replay(earlier.fork(), size, {});
  }
  Result<std::optional<State>> kept = newest_snapshot(ledger, head.game, size);
  if (!kept) return kept.error();
  snapshot = kept->has_value() ? (*kept)->size() : 0;
  return replay(kept->has_value() ? Engine(std::move(**kept)) : Engine(), size, {});
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
  NOMIC_ASSIGN(auto knowing, at(known.value_or(self_->head.size)));
  if (knowing.state().retroactions().empty()) return at(size);
  NOMIC_ASSIGN(auto revision, revision_of(knowing.state(), self_->history, knowing.state().size()));
  const Derivation derivation{.revision = std::make_shared<const Revision>(std::move(revision))};
  return self_->replay(Engine(State(), derivation), size, {});
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
  return self_->replay(Engine(), size, each);
}

Status Game::read(std::uint64_t size, const std::function<bool(const Move&)>& each) {
  if (size > self_->head.size) return too_few_records(self_->head, size);
  return self_->history.read(0, size, each);
}

Status Game::replay_range(std::uint64_t from, std::uint64_t to, const std::function<bool(const Played&)>& each) {
  if (to > self_->head.size) return too_few_records(self_->head, to);
  if (from >= to) return ledger::Done{};
  std::uint64_t snapshot = 0;
  Result<Engine> before = self_->derive(from, snapshot);
  if (!before) return before.error();
  auto done = self_->replay(*std::move(before), to, each);
  return done ? Status(ledger::Done{}) : Status(done.error());
}

Result<std::uint64_t> Game::Self::index_reach() {
  NOMIC_ASSIGN(auto reach, ledger.index_reach(head.game, maker()));
  return std::min(reach, head.size);
}

Result<std::uint64_t> Game::index_reach() {
  return self_->index_reach();
}

Result<std::optional<GameIndex>> Game::index(std::uint64_t size) {
  NOMIC_ASSIGN(auto reach, self_->index_reach());
  if (reach < size) return std::optional<GameIndex>();
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
