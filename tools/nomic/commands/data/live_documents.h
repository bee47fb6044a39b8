// The documents of pages that are live: of each game the one of its head, kept until the game has grown. A ledger can
// hold thousands of games: only so many bytes are kept, and what was not asked for for the longest time goes.
#pragma once

#include <cstddef>
#include <cstdint>
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
  // In bytes of text. A document that is larger than all of it is kept alone.
  explicit LiveDocuments(std::size_t most = std::size_t{64} << 20U) : most_(most) {}

  // As text (nomic/report/report.h), without the records. Costs a derivation of the game, with an audit beside it,
  // where nobody has asked since it grew. Any thread.
  Result<std::string> of(ledger::Ledger& ledger, replay::Game& game);

  // How many bytes are kept.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Kept {
    ledger::Hash head;
    std::shared_ptr<const std::string> text;
    std::uint64_t asked = 0;  // when, in questions
  };
  // Under mutex_.
  void keep(const ledger::GameId& game, Kept kept);

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::map<ledger::GameId, Kept> kept_;  // under mutex_, and so are these
  std::size_t bytes_ = 0;
  std::uint64_t asked_ = 0;
};

}  // namespace nomic::tools
