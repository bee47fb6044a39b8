// The questions that can be asked of a game, each with the view that answers it, as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/route.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

// What is asked of: a game, as durable as it is, and when.
struct AskedGame {
  ledger::Ledger& ledger;
  replay::Game& game;
  std::int64_t now = 0;
};

// Where it is asked: the parts of the path behind the game, and the parameters.
struct Wanted {
  std::vector<std::string> parts;
  Query query;
};

// The answer on one line, without its end.
using Answerer = Result<std::string> (*)(const AskedGame& of, const Wanted& wanted);

struct QuestionRow {
  Route route;
  std::string_view message;     // of schema/nomic/v1/view.proto
  std::string_view command;     // that prints the same with --format json
  std::string_view parameters;  // with spaces between them
  Cost cost = Cost::AS_THE_GAME;
  Answerer answer = nullptr;

  [[nodiscard]] std::vector<std::string> known_parameters() const;
  // Whether its answer may take as long as the game is, and not only as long as the answer is.
  [[nodiscard]] bool is_expensive(const Query& query) const;
};

// Null: the route is not a question.
const QuestionRow* question_at(Route route);

// The games of a ledger; `only`: the one of that identity, empty for all.
Result<std::string> games_of(ledger::Ledger& ledger, const std::string& only);

}  // namespace nomic::tools
