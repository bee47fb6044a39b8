// LimitedWork: how long readers work for one question, for one client and to open one game, and how many bytes of texts
// an answer has. What goes beyond is given up, and the client waits (work_credit.h).
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/server/durable_reader.h"
#include "nomic/server/http.h"
#include "nomic/views/failure.h"
#include "work_credit.h"

namespace nomic::tools {

class LimitedWork {
 public:
  // `credit`: what the questions of one client may take at once.
  LimitedWork(std::chrono::milliseconds opening, std::chrono::milliseconds credit);

  // A game, as far as the look goes; after look().
  replay::Result<replay::Game*> open_game(DurableReader& reader, const std::string& name);

  struct Question {
    std::string payer;  // whose credit it uses; empty: nobody's
    std::chrono::milliseconds time;
    bool limits_texts = true;
  };
  using Answer = std::function<HttpAnswer(ledger::Ledger&, replay::Game&)>;
  // The answer, or why there is none. After it was given up, the reader does not hold the game any more.
  Result<HttpAnswer> answer(const Question& question, DurableReader& reader, replay::Game& game, const Answer& answer);

  // Until it goes, the work of this thread counts for who asked.
  [[nodiscard]] ChargedWork charged(const std::string& payer) { return {clients_, payer}; }

 private:
  const std::chrono::milliseconds opening_;
  WorkCredit clients_;
  WorkCredit games_;  // for opening them
};

}  // namespace nomic::tools
