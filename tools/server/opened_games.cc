#include "nomic/server/opened_games.h"

#include <cstddef>
#include <utility>

namespace nomic::tools {
namespace {

// A game can be called in many ways; whoever asks in ever new ones has it looked up.
constexpr std::size_t MOST_NAMES = 4096;

}  // namespace

replay::Result<replay::Game*> OpenedGames::get(ledger::Ledger& ledger, const std::string& name) {
  if (const auto known = names_.find(name); known != names_.end()) return &games_.at(known->second);
  auto opened = replay::Game::open(ledger, name);
  if (!opened) return opened.error();
  const ledger::GameId id = opened->head().game;
  replay::Game& held = games_.try_emplace(id, *std::move(opened)).first->second;
  if (names_.size() >= MOST_NAMES) names_.clear();
  names_.emplace(name, id);
  return &held;
}

void OpenedGames::clear() {
  names_.clear();
  games_.clear();
}

}  // namespace nomic::tools
