#include "nomic/server/opened_games.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "nomic/ledger/game_name.h"

namespace nomic::tools {
namespace {

// A ledger can hold more games than are kept open: whoever asks about ever new ones has them looked up.
constexpr std::size_t MOST_NAMES = 4096;

}  // namespace

bool is_called(const ledger::Head& game, const std::string& typed) {
  return ledger::reads_as_identity(typed) ? ledger::names_identity(typed, game.game) : typed == game.name;
}

replay::Result<replay::Game*> OpenedGames::get(ledger::Ledger& ledger, const std::string& name) {
  if (const auto known = names_.find(name); known != names_.end()) {
    Held& held = games_.at(known->second);
    held.asked = ++asked_;
    return &held.game;
  }
  const auto head = ledger.find(name);
  auto known = head ? games_.find(head->game) : games_.end();
  if (known == games_.end()) {
    // What is not there is said by who opens it.
    NOMIC_ASSIGN(auto opened, replay::Game::open(ledger, head ? head->game.hash.hex() : name));
    const ledger::GameId id = opened.head().game;
    known = games_.insert_or_assign(id, Held{std::move(opened)}).first;
  }
  known->second.asked = ++asked_;
  if (head && (name == head->name || name == head->game.hash.hex())) {
    if (names_.size() >= MOST_NAMES) names_.clear();
    names_.emplace(name, head->game);
  }
  return &known->second.game;
}

void OpenedGames::forget(const ledger::GameId& game) {
  std::erase_if(names_, [&](const auto& each) { return each.second == game; });
  games_.erase(game);
}

void OpenedGames::put_away(std::size_t most) {
  if (games_.size() <= most) return;
  std::vector<std::uint64_t> asked;
  asked.reserve(games_.size());
  for (const auto& [game, held] : games_) asked.push_back(held.asked);
  // A quarter more than need be, so that this is not done for each game that comes.
  const auto last = asked.begin() + static_cast<std::ptrdiff_t>(games_.size() - most + most / 4);
  std::nth_element(asked.begin(), last, asked.end());
  std::erase_if(games_, [&](const auto& each) { return each.second.asked < *last; });
  std::erase_if(names_, [&](const auto& each) { return !games_.contains(each.second); });
}

void OpenedGames::clear() {
  names_.clear();
  games_.clear();
}

}  // namespace nomic::tools
