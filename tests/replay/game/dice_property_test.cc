// Random games and disputes in which throws are by secrets: what is derived again is what was kept, the auditor finds
// nothing, and dice are thrown that way often enough for that to mean anything. NOMIC_GAMES says how many games (8 by
// default), NOMIC_SEED the seed of the first (3000, a multiple of 3: the others throw without secrets); a failure names
// the seed of its game, and NOMIC_SEED=that NOMIC_GAMES=1 plays it again.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "nomic/replay/digest.h"
#include "replay/audit/watch.h"
#include "replay/game/random_dispute.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int DICE_TRIES = 220;

struct DiceFigures {
  int rounds = 0;
  int thrown = 0;
  int missed = 0;
  int struck = 0;
};

void look_at(const Consequences& emitted, const v1::Event& event, DiceFigures& figures) {
  for (const auto& one : emitted) {
    figures.rounds += one.kind_case() == v1::Consequence::kDiceRound ? 1 : 0;
    figures.thrown += one.kind_case() == v1::Consequence::kDiceThrown && !event.has_dice_thrown() ? 1 : 0;
    figures.missed += one.kind_case() == v1::Consequence::kDiceMissed ? 1 : 0;
    figures.struck += one.kind_case() == v1::Consequence::kMoveStruck ? 1 : 0;
  }
}

void holds_after(const Table& t) {
  const auto again = t.derived_again();
  EXPECT_EQ(digest_of(again.back()).hex(), digest_of(t.state()).hex());
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.words(), "");
}

TEST(DiceProperties, HoldInRandomGamesAndDisputes) {
  const auto games = from_environment("NOMIC_GAMES", 8);
  DiceFigures figures;
  const auto first = from_environment("NOMIC_SEED", 3'000);
  for (auto seed = first; seed < first + 3 * games && !HasFailure(); seed += 3) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game(seed);
    auto& t = game.table();
    for (int tries = 0; tries < DICE_TRIES && !game.over(); ++tries) {
      const auto move = game.next_try();
      if (move.event.proposal_made().has_effect_from()) continue;
      auto emitted = t.engine.move(move, t);
      if (!emitted) continue;
      look_at(*emitted, move.event, figures);
      t.moves.push_back(move);
    }
    holds_after(t);
    RandomDispute dispute(seed);
    auto& disputed = dispute.table();
    for (int tries = 0; tries < DICE_TRIES && !dispute.over(); ++tries) {
      const auto move = dispute.next_try();
      auto emitted = disputed.engine.move(move, disputed);
      if (!emitted) continue;
      look_at(*emitted, move.event, figures);
      disputed.moves.push_back(move);
      dispute.made(move, *emitted);
    }
    holds_after(disputed);
  }
  fmt::print("{} rounds, {} throws by secrets, {} too late, {} moves struck\n", figures.rounds, figures.thrown,
             figures.missed, figures.struck);
  // A single game, as under a sanitizer, may have none.
  if (games >= 8) {
    EXPECT_GT(figures.thrown, 0);
  }
  EXPECT_GE(figures.rounds, figures.thrown);
}

}  // namespace
}  // namespace nomic::replay::test
