#include "look/log_follow.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "nomic/ledger/recorded_mark.h"

namespace nomic::tools {
namespace {

// Soon enough for people; a bot that waits does not show in a list of processes.
constexpr int BETWEEN_LOOKS = 200;  // milliseconds

}  // namespace

Status follow_game(Call& call, ledger::Head seen, const ShowRecordsFrom& show) {
  auto folder = call.session.find_ledger(call.settings.ledger);
  if (!folder) return folder.error();
  // What is recorded between opening the game and now is seen at the first look.
  std::optional<std::string> mark;
  for (;;) {
    call.out.flush();
    if (call.out.reader_left() || !call.io.pause || !call.io.pause(mark ? BETWEEN_LOOKS : 0)) return ledger::Done{};
    // Read before the game is: what comes in between is another mark at the next look.
    std::string now = ledger::recorded_mark(*folder);
    if (now == mark) continue;
    mark = std::move(now);
    call.session.close(*folder);
    auto game = call.session.game(*folder, seen.game.hash.hex(), ledger::Access::READ);
    if (!game) return game.error();
    const ledger::Head head = (*game)->head();
    if (head.size < seen.size) {
      return Failure{Exit::DAMAGED,
                     fmt::format("the game had {} records while it was followed, and has {} now", seen.size, head.size),
                     "somebody put an older copy in its place: see nomic verify"};
    }
    if (head.size == seen.size) continue;
    NOMIC_TRY(show(**game, seen.size));
    seen = head;
  }
}

}  // namespace nomic::tools
