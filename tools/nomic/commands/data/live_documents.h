// The documents of pages that are live: of each game the one of its head, kept until the game has grown.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class LiveDocuments {
 public:
  // As text (nomic/report/report.h), without the records. Costs a derivation of the game, with an audit beside it,
  // where nobody has asked since it grew. Any thread.
  Result<std::string> of(ledger::Ledger& ledger, replay::Game& game);

 private:
  struct Kept {
    ledger::Hash head;
    std::shared_ptr<const std::string> text;
  };
  std::mutex mutex_;
  std::map<ledger::GameId, Kept> kept_;  // under mutex_
};

}  // namespace nomic::tools
