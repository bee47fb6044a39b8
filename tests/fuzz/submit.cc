// Game::submit with arbitrary moves, on a store in memory: whatever it accepts can be opened, replayed and printed, and
// whatever it refuses has changed nothing.
#include <google/protobuf/stubs/logging.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game.h"
#include "nomic/replay/text.h"
#include "replay/history/arbitrary.h"
#include "replay/history/printed.h"

namespace {

using namespace nomic::replay;

void must(bool holds) {
  if (!holds) std::abort();
}

Founding founding_of_two() {
  Founding founding;
  founding.name = "fuzz";
  founding.ruleset = *edition("1990");
  for (const char* name : {"Ann", "Bob"}) founding.players.push_back(*player_names(name, {}, {}));
  founding.nonce = "sixteen bytes...";
  founding.now = 1'338'372'000'000'000;
  return founding;
}

void submit(Game& game, test::Bytes& bytes, std::int64_t now) {
  Submission submission;
  test::Spoken spoken = test::arbitrary_move(bytes, game.engine().state());
  submission.author = std::move(spoken.author);
  submission.event = std::move(spoken.event);
  submission.now = now;
  const std::uint64_t size = game.head().size;
  const nomic::ledger::Hash before = digest_of(game.engine().state());
  const auto result = game.submit(submission);
  must(game.head().size == size + (result ? 1 : 0));
  must(game.engine().state().size() == game.head().size);
  if (!result) must(!label_of(result.error()).empty() && digest_of(game.engine().state()) == before);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const google::protobuf::LogSilencer quiet;  // it says on stderr which strings are no UTF-8
  static const Founding founding = founding_of_two();
  const auto ledger = nomic::ledger::Ledger::in_memory();
  must(Game::found(*ledger, founding).ok());
  auto game = Game::open(*ledger, "");
  must(game.ok());
  test::Bytes bytes(std::string_view(reinterpret_cast<const char*>(data), size));
  constexpr int MOST_MOVES = 40;
  for (int i = 1; !bytes.over() && i <= MOST_MOVES; ++i) submit(*game, bytes, founding.now + i * 1'000'000LL);

  const nomic::ledger::Hash at_head = digest_of(game->engine().state());
  auto again = Game::open(*ledger, "");
  must(again.ok() && digest_of(again->engine().state()) == at_head);
  const auto checked = again->check(again->head().size, {});
  must(checked.ok() && checked->differences.empty());
  const auto log = test::printed(*again);
  must(log.ok() && test::is_printable(*log));
  return 0;
}
