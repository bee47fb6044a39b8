#include "api/limited_work.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "nomic/replay/work.h"
#include "took_too_long.h"

namespace nomic::tools {
namespace {

// In the long run the questions of a client take no more than a fifth of a thread's time.
constexpr unsigned PART = 5;
// Bytes of texts in one answer.
constexpr std::uint64_t MOST_TEXTS = std::uint64_t{16} << 20U;

Failure too_many_texts() {
  Failure failure = usage(fmt::format("the answer would have more than {} MiB of texts", MOST_TEXTS >> 20U),
                          "take the records of the game into a ledger of your own (nomic import), and ask there");
  failure.code = "TOO_LARGE";
  return failure;
}

}  // namespace

LimitedWork::LimitedWork(std::chrono::milliseconds opening, std::chrono::milliseconds credit)
    : opening_(opening),
      clients_("your last questions", credit, PART),
      games_("the last questions about the game", credit, PART) {}

replay::Result<replay::Game*> LimitedWork::open_game(DurableReader& reader, const std::string& name) {
  const auto head = reader.shown().find(name);
  const std::string game = head ? head->game.hash.hex() : name;
  if (auto waits = games_.refusal(game)) return *std::move(waits);
  const ChargedWork charged(games_, game);
  try {
    const WorkLimit limit(opening_);
    return reader.game(game);
  } catch (const replay::WorkGivenUp&) {
    return took_too_long();
  }
}

Result<HttpAnswer> LimitedWork::answer(const Question& question, DurableReader& reader, replay::Game& game,
                                       const Answer& answer) {
  const ledger::GameId id = game.head().game;
  if (auto waits = clients_.refusal(question.payer)) return failure_of(*std::move(waits));
  const ChargedWork charged(clients_, question.payer);
  try {
    const WorkLimit limit(question.time, question.limits_texts ? MOST_TEXTS : WorkLimit::ANY_TEXTS);
    return answer(reader.shown(), game);
  } catch (const replay::WorkGivenUp& given_up) {
    reader.forget(id);
    if (given_up.why == replay::WorkGivenUp::Why::TEXTS) return too_many_texts();
    return failure_of(took_too_long());
  }
}

}  // namespace nomic::tools
