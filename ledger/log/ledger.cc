#include "nomic/ledger/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
Head head_of(const GameRow& row) {
  return {row.game, row.name, row.size(), row.head_hash, row.frontier.root(), row.recorded_at};
}

Ledger::Ledger(std::unique_ptr<Self> self) : self_(std::move(self)) {}
Ledger::~Ledger() = default;

Result<std::unique_ptr<Ledger>> Ledger::over(std::unique_ptr<Store> store, const OpenOptions& options) {
  auto self = std::make_unique<Self>(std::move(store), options);
  NOMIC_TRY(self->hide_undecided());
  return std::unique_ptr<Ledger>(new Ledger(std::move(self)));
}

bool Ledger::has_other_writers() const {
  return self_->store->has_other_writers();
}

Result<std::vector<Head>> Ledger::games() {
  NOMIC_ASSIGN(auto rows, self_->all_games());
  std::vector<Head> heads;
  for (const GameRow& row : rows) {
    NOMIC_TRY(self_->check_known(row));
    heads.push_back(head_of(row));
  }
  std::sort(heads.begin(), heads.end(), [](const Head& a, const Head& b) { return a.name < b.name; });
  return heads;
}

Result<std::vector<NamedGame>> Ledger::game_names() {
  NOMIC_ASSIGN(auto rows, self_->all_games());
  std::vector<NamedGame> names;
  names.reserve(rows.size());
  for (GameRow& row : rows) names.push_back({row.game, std::move(row.name)});
  std::sort(names.begin(), names.end(), [](const NamedGame& a, const NamedGame& b) { return a.name < b.name; });
  return names;
}

Result<Head> Ledger::head(const GameId& game) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  return head_of(row);
}

Status Ledger::Self::hide_undecided() {
  std::map<GameId, AppendRow> games;
  for (const std::string& witness : store->undecided()) {
    NOMIC_ASSIGN(auto value, store->get(Table::CATALOG, witness));
    NOMIC_ASSIGN(auto append, decode_append(witness, value.value_or("")));
    AppendRow& whole = games.try_emplace(append.game, append).first->second;
    if (append.size > whole.size) whole = {append.game, append.size, whole.first, append.head_hash};
    whole.first = std::min(whole.first, append.first);
  }
  for (const auto& [game, append] : games) NOMIC_TRY(hide(append));
  return Done{};
}

// What is undecided may vanish again, so the game is shown as it was before: its frontier is taken from tiles
// and records, and must give the present one when the hidden records are added.
Status Ledger::Self::hide(const AppendRow& above) {
  const GameId& id = above.game;
  NOMIC_ASSIGN(auto value, store->get(Table::CATALOG, game_key(id)));
  if (!value) return damaged(fmt::format("game {} was appended to, but the catalog does not hold it", short_id(id)));
  NOMIC_ASSIGN(auto row, decode_game(game_key(id), *value));
  if (row.size() != above.size) {
    return damaged(fmt::format("the last append made game {} {} records long; the catalog says {}", short_id(id),
                               above.size, row.size()));
  }
  if (above.first == 0) {
    clipped[id] = std::nullopt;
    return Done{};
  }
  Tree tree(*store, id, row.size());
  NOMIC_ASSIGN(auto frontier, tree.frontier_at(above.first));
  Frontier grown = frontier;
  for (std::uint64_t index = above.first; index < row.size(); ++index) {
    NOMIC_ASSIGN(auto leaf, tree.leaf(index));
    grown.add(leaf);
  }
  if (!(grown == row.frontier)) return damaged(fmt::format("the tree of game {} does not fit its head", short_id(id)));

  GameRow before = row;
  before.frontier = frontier;
  NOMIC_ASSIGN(auto bytes, store->get(Table::RECORDS, record_key(id, above.first - 1)));
  RecordDecoder decoder;
  RecordParts parts;
  NOMIC_TRY(decoder.decode(bytes.value_or(""), parts));
  before.head_hash = leaf_hash(*bytes);
  before.recorded_at = parts.recorded_at;
  before.snapshot_size = 0;
  clipped[id] = before;
  return Done{};
}

// What was found of games may not hold of what is read now.
void Ledger::Self::heed_generation() {
  const std::uint64_t now = store->generation();
  if (std::exchange(generation, now) == now) return;
  checked.clear();
  left.clear();
}

Result<std::optional<GameRow>> Ledger::Self::unchecked_game(const GameId& id) {
  if (const auto hidden = clipped.find(id); hidden != clipped.end()) return hidden->second;
  NOMIC_ASSIGN(auto value, store->get(Table::CATALOG, game_key(id)));
  if (!value) return std::optional<GameRow>{};
  NOMIC_ASSIGN(auto decoded, decode_game(game_key(id), *value));
  return std::optional<GameRow>{std::move(decoded)};
}

Result<GameRow> Ledger::Self::game(const GameId& id) {
  // It was checked, and it is not to be remembered before it counts.
  if (previewed && previewed->game == id) return *previewed;
  NOMIC_ASSIGN(auto row, unchecked_game(id));
  if (!row) {
    return fail(ErrorCode::NO_SUCH_GAME, fmt::format("the ledger holds no game {}", id.hash.hex()),
                "name one of the games that it holds");
  }
  NOMIC_TRY(check_known(*row));
  // Others have moved it on since.
  if (const auto as_left = left.find(id); as_left != left.end() && as_left->second.row.head_hash != row->head_hash) {
    left.erase(as_left);
  }
  return *std::move(row);
}

Result<std::vector<GameRow>> Ledger::Self::all_games() {
  const std::string prefix(1, GAME_ROWS);
  return games_between(prefix, after_prefix(prefix), std::numeric_limits<std::size_t>::max());
}

Result<std::vector<GameRow>> Ledger::Self::games_between(const std::string& from, const std::string& until,
                                                         std::size_t most) {
  std::vector<GameRow> rows;
  const auto cursor = store->scan(Table::CATALOG, from, until);
  for (; cursor->valid() && rows.size() < most; cursor->next()) {
    NOMIC_ASSIGN(auto row, decode_game(cursor->key(), cursor->value()));
    const auto hidden = clipped.find(row.game);
    if (hidden == clipped.end()) {
      rows.push_back(std::move(row));
    } else if (hidden->second) {
      rows.push_back(*hidden->second);
    }
  }
  NOMIC_TRY(cursor->status());
  return rows;
}

Status Ledger::Self::check_known(const GameRow& row) {
  heed_generation();
  if (checked.contains(row.game)) return Done{};
  NOMIC_ASSIGN(auto leaf, Tree(*store, row.game, row.size()).leaf(row.size() - 1));
  if (leaf != row.head_hash) {
    return damaged(fmt::format("record {} of game {} does not have the hash that the catalog gives as its head",
                               row.size() - 1, short_id(row.game)),
                   row.size() - 1);
  }
  NOMIC_TRY(compare_with_memory(row));
  checked.insert(row.game);
  remember(row);
  return Done{};
}

Status Ledger::Self::compare_with_memory(const GameRow& row) {
  NOMIC_ASSIGN(auto known, seen.recall(row.game));
  if (!known) return Done{};
  return compare(row, *known, seen.file(row.game));
}

Status Ledger::Self::compare(const GameRow& row, const SeenGame& memory, const std::string& file) {
  if (memory.size > row.size()) {
    if (store->may_lag()) {
      return fail(ErrorCode::UNREACHABLE,
                  fmt::format("this standby has {} records of game {} yet, and you have seen {}", row.size(),
                              short_id(row.game), memory.size),
                  "repeat in a moment, or name the primary");
    }
    if (look_again) {
      // Another process may have appended since this view was taken; then the view is old, not the ledger. The new view
      // is compared with the memory as it was read before that view was taken, since it may have grown again by now.
      NOMIC_ASSIGN(auto fresh, look_again(row.game, memory.size));
      Self& later = *fresh->self_;
      later.seen = SeenGames("");
      NOMIC_ASSIGN(auto now, later.game(row.game));
      return later.compare(now, memory, file);
    }
    return fail(
        ErrorCode::ROLLED_BACK,
        fmt::format("game {} has {} records (head {}), but you have seen it with {} (head {}): it was rolled back",
                    short_id(row.game), row.size(), row.head_hash.hex(), memory.size, memory.head_hash.hex()),
        fmt::format("restore the longer copy; if you accept the loss, remove {}", file));
  }
  NOMIC_ASSIGN(auto then, Tree(*store, row.game, row.size()).leaf(memory.size - 1));
  const bool same_root = memory.size < row.size() || memory.root == row.frontier.root();
  if (then == memory.head_hash && same_root) return Done{};
  return fail(
      ErrorCode::ROLLED_BACK,
      fmt::format("game {} has head {} at {} records, but you have seen it with head {} there: it is another history",
                  short_id(row.game), then.hex(), memory.size, memory.head_hash.hex()),
      fmt::format("restore the copy you knew; if you accept this one, remove {}", file), memory.size - 1);
}

void Ledger::Self::remember(const GameRow& row) {
  if (!seen.kept()) return;
  if (group != nullptr) {
    unremembered.insert(row.game);
    return;
  }
  seen.remember(row.game, {row.size(), row.head_hash, row.frontier.root()});
}

}  // namespace nomic::ledger
