#include "look/log_follow.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "nomic/client/game_server.h"

namespace nomic::tools {
namespace {

// In milliseconds. Soon enough for people; a bot that waits does not show in a list of processes.
constexpr int BETWEEN_LOOKS = 200;
// While a server says when there is more: in case that it does not.
constexpr int BETWEEN_BELLS = 30'000;
// How long is waited before a server elsewhere is tried again: ever longer, and a minute in all.
constexpr int FIRST_WAIT = 1000;
constexpr int LONGEST_WAIT = 16'000;
constexpr int WAITS_IN_ALL = 60'000;

// Waits until there may be more than there was at the last look.
class Waiting {
 public:
  Waiting(Call& call, std::string folder, ledger::GameId game)
      : call_(call), folder_(std::move(folder)), game_(game), is_copy_(call.session.mirrored(folder_) != nullptr) {}

  // False: it is to end.
  bool wait(std::uint64_t size) {
    if (!call_.io.pause) return false;
    if (bell_) return wait_for_bell();
    if (has_looked_) return is_copy_ ? wait_for_server(size) : wait_for_mark();
    // What is recorded between opening the game and now is seen at the first look.
    has_looked_ = true;
    listen(size);
    if (!is_copy_) mark_ = call_.session.mark_of(folder_);
    return call_.io.pause(0);
  }

  // Whether a server that could not be reached is waited for. One that was is as if it had never been gone.
  bool is_waited_for() const { return is_copy_ && waited_ < WAITS_IN_ALL; }
  void was_reached() { waited_ = 0; }

 private:
  // Has the server, if there is one, say when there is more. Where it does not, it is looked at now and then.
  void listen(std::uint64_t size) {
    if (!call_.io.pause_for) return;
    auto server = call_.session.keeper(folder_);
    if (!server || *server == nullptr) return;
    if (auto bell = (*server)->follow(game_, size)) bell_ = *std::move(bell);
  }

  bool wait_for_bell() {
    for (;;) {
      if (!call_.io.pause_for(BETWEEN_BELLS, bell_->descriptor())) return false;
      auto rang = bell_->look();
      while (rang == EventStream::Rang::YES) rang = bell_->look();
      const bool has_ended = rang == EventStream::Rang::ENDED;
      if (has_ended) bell_.reset();
      if (has_ended || is_copy_ || has_grown()) return true;
    }
  }

  bool wait_for_mark() {
    do {
      if (!call_.io.pause(BETWEEN_LOOKS)) return false;
    } while (!has_grown());
    return true;
  }

  bool wait_for_server(std::uint64_t size) {
    const int patience = std::clamp(waited_, FIRST_WAIT, LONGEST_WAIT);
    waited_ += patience;
    if (!call_.io.pause(patience)) return false;
    listen(size);
    return true;
  }

  bool has_grown() {
    // Read before the game is: what comes in between is another mark at the next look.
    std::string now = call_.session.mark_of(folder_);
    return std::exchange(mark_, now) != now;
  }

  Call& call_;
  const std::string folder_;
  const ledger::GameId game_;
  const bool is_copy_;
  bool has_looked_ = false;
  std::string mark_;
  std::unique_ptr<EventStream> bell_;
  int waited_ = 0;
};

}  // namespace

Status follow_game(Call& call, ledger::Head seen, const ShowRecordsFrom& show) {
  NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
  Waiting waiting(call, folder, seen.game);
  for (;;) {
    call.out.flush();
    if (call.out.reader_left() || !waiting.wait(seen.size)) return ledger::Done{};
    call.session.close(folder);
    auto game = call.session.game(folder, seen.game.hash.hex(), ledger::Access::READ);
    if (!game && game.error().code == "UNREACHABLE" && waiting.is_waited_for()) continue;
    if (!game) return game.error();
    waiting.was_reached();
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
