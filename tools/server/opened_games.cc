#include "nomic/server/opened_games.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace nomic::tools {
namespace {

// A game can be called in many ways; whoever asks in ever new ones has it looked up.
constexpr std::size_t MOST_NAMES = 4096;

}  // namespace

replay::Result<replay::Game*> OpenedGames::get(ledger::Ledger& ledger, const std::string& name) {
  if (const auto known = names_.find(name); known != names_.end()) {
    Held& held = games_.at(known->second);
    held.asked = ++asked_;
    return &held.game;
  }
  auto opened = replay::Game::open(ledger, name);
  if (!opened) return opened.error();
  const ledger::GameId id = opened->head().game;
  const auto known = games_.find(id);
  Held& held = known == games_.end() ? games_.emplace(id, Held{*std::move(opened)}).first->second : known->second;
  held.asked = ++asked_;
  if (names_.size() >= MOST_NAMES) names_.clear();
  names_.emplace(name, id);
  return &held.game;
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
