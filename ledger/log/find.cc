// How a game is found: by its name, its identity, its kin, the request that founded it. Each is an entry of the catalog
// that leads to the game, so it takes a few reads, however many games a ledger holds; and since no two games bear one
// name and nothing is founded twice under one request, whoever founds at the same time elsewhere is told so.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/game_name.h"
#include "nomic/ledger/log/ledger_self.h"

namespace nomic::ledger {
namespace {

// So many games are named in an error.
constexpr std::size_t MOST_NAMED = 20;

std::string names(const std::vector<GameRow>& rows) {
  std::vector<std::string> quoted;
  quoted.reserve(rows.size());
  for (const GameRow& row : rows) quoted.push_back(fmt::format("'{}' ({})", row.name, short_id(row.game)));
  std::sort(quoted.begin(), quoted.end());
  const bool more = quoted.size() > MOST_NAMED;
  if (more) quoted.resize(MOST_NAMED);
  return fmt::format("{}{}", fmt::join(quoted, ", "), more ? " and others" : "");
}

// The digits of an identity as bytes; of an odd number the last with `pad` behind it.
std::string bytes_of_digits(std::string_view digits, char pad) {
  std::string even(digits);
  if (even.size() % 2 != 0) even += pad;
  even.resize(2 * Hash::SIZE, '0');
  return Hash::from_hex(even)->raw().substr(0, (digits.size() + 1) / 2);
}

}  // namespace

Result<std::optional<GameRow>> Ledger::Self::led_to(const std::string& key) {
  NOMIC_ASSIGN(auto value, store->get(Table::CATALOG, key));
  if (!value) return std::optional<GameRow>{};
  NOMIC_ASSIGN(auto game, decode_reference(*value));
  return unchecked_game(game);
}

Result<std::optional<GameRow>> Ledger::Self::named(std::string_view name) {
  auto row = led_to(name_key(name));
  if (row && *row && (**row).name != name) {
    return damaged(fmt::format("the entry of the name '{}' leads to game {}, which is called '{}'", name,
                               short_id((**row).game), (**row).name));
  }
  return row;
}

Result<std::vector<GameRow>> Ledger::Self::matching(std::string_view name_or_id) {
  const std::string all(1, GAME_ROWS);
  if (name_or_id.empty()) return games_between(all, after_prefix(all), MOST_NAMED + 1);
  if (reads_as_identity(name_or_id)) {
    return games_between(all + bytes_of_digits(name_or_id, '0'), after_prefix(all + bytes_of_digits(name_or_id, 'f')),
                         MOST_NAMED + 1);
  }
  NOMIC_ASSIGN(auto row, named(name_or_id));
  std::vector<GameRow> found;
  if (row) found.push_back(*std::move(row));
  return found;
}

Result<Head> Ledger::find(std::string_view name_or_id) {
  NOMIC_ASSIGN(auto found, self_->matching(name_or_id));
  if (found.size() == 1) {
    NOMIC_TRY(self_->check_known(found.front()));
    return head_of(found.front());
  }
  if (found.size() > 1) {
    return fail(ErrorCode::AMBIGUOUS_GAME, fmt::format("the ledger holds several games: {}", names(found)),
                "say which one, by its name or its identity");
  }
  NOMIC_ASSIGN(auto some, self_->matching({}));
  if (some.empty()) return fail(ErrorCode::NO_SUCH_GAME, "the ledger holds no game yet", "found one first");
  return fail(ErrorCode::NO_SUCH_GAME, fmt::format("the ledger holds no game '{}'", name_or_id),
              fmt::format("it holds {}", names(some)));
}

Result<std::vector<GameId>> Ledger::of_kin(const Hash& kin) {
  std::vector<GameId> games;
  const std::string prefix = kin_prefix(kin);
  const auto cursor = self_->store->scan(Table::CATALOG, prefix, after_prefix(prefix));
  for (; cursor->valid(); cursor->next()) {
    NOMIC_ASSIGN(auto game, decode_reference(cursor->value()));
    if (self_->clipped.contains(game) && !self_->clipped.at(game)) continue;
    games.push_back(game);
  }
  NOMIC_TRY(cursor->status());
  return games;
}

void Ledger::Self::add_ways(const GameRow& game, const std::optional<Hash>& kin, std::vector<Row>& rows) {
  const std::string reference = encode(game.game);
  rows.push_back({Table::CATALOG, name_key(game.name), reference, true});
  if (kin) rows.push_back({Table::CATALOG, kin_key(*kin, game.game), reference});
}

}  // namespace nomic::ledger
