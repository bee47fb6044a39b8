// Random games with Judgments, strikes, contested moves, findings, joins and forfeits. After every record: the game in
// which the struck moves were never made is the game as it stands, and so where every Judgment is overruled the game
// without one; the invariants hold; and the game derived from record 0, and from states on the way, is the same byte
// for byte. NOMIC_GAMES says how many (60 by default), NOMIC_SEED the seed of the first (1); a failure names the seed.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <set>

#include "nomic/replay/digest.h"
#include "nomic/words/refusals.h"
#include "replay/game/held.h"
#include "replay/game/random_dispute.h"
#include "replay/game/umpire.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES = 400;       // in one game
constexpr int STUCK_AFTER = 80;  // refusals in a row

struct Figures {
  std::map<v1::Consequence::KindCase, int> emitted;
  int games = 0, moves = 0, compared = 0, with_strikes = 0;

  void count(const Consequences& all) {
    for (const auto& one : all) ++emitted[one.kind_case()];
  }
  void print() const {
    fmt::print("{} games, {} moves, {} compared, {} of them with strikes\n", games, moves, compared, with_strikes);
    for (const auto kind :
         {v1::Consequence::kJudgmentInvoked, v1::Consequence::kJudgmentDelivered, v1::Consequence::kJudgmentOverruled,
          v1::Consequence::kMoveStruck, v1::Consequence::kMoveFallen, v1::Consequence::kMoveUpheld,
          v1::Consequence::kMoveStands, v1::Consequence::kMoveContested, v1::Consequence::kFound,
          v1::Consequence::kConsented, v1::Consequence::kGameClosed, v1::Consequence::kVictory,
          v1::Consequence::kProposalAdopted, v1::Consequence::kPlayerJoined, v1::Consequence::kPlayerLeft,
          v1::Consequence::kAppliesFrom}) {
      const auto found = emitted.find(kind);
      fmt::print("  {} {}\n", kind_name(kind), found == emitted.end() ? 0 : found->second);
    }
  }
};

// ---- The game in which what was struck was never made
// ----------------------------------------------------------------

bool is_of_dispute(const v1::Event& event) {
  return event.has_judgment_invoked() || event.has_judgment_delivered() || event.has_overrule_voted() ||
         event.has_consent_given() || event.has_move_contested();
}

bool knows_inactivity(const State& state) {
  for (const auto& rule : state.rules()) {
    for (const auto& provision : rule.provisions()) {
      if (provision.has_inactivity()) return true;
    }
  }
  return false;
}

// Records keep their places: where one is left out, time passes.
Move time_passes_instead(const Move& move) {
  Move instead = move;
  instead.author.clear();
  instead.event.Clear();
  instead.event.mutable_time_passed();
  instead.payload = instead.event.SerializeAsString();
  return instead;
}

// But for the dispute itself, and for who moved when.
std::string without_dispute(State state) {
  state.clear_dispute();
  state.set_closed(false);
  for (int seat = 0; seat < state.players_size(); ++seat) state.edit_players().edit(seat).clear_moved_at();
  return written(state);
}

// ---- One game ------------------------------------------------------------------------------------------------------

class Played {
 public:
  explicit Played(std::uint64_t seed) : game_(seed) {
    const auto& t = game_.table();
    Engine again;
    for (const auto& move : t.moves) {
      const State before = again.state();
      auto emitted = again.replay(move, t);
      EXPECT_TRUE(emitted);
      if (emitted) held_.after(move, *emitted, before, again.state());
      kept_.push_back(written(again.state()));
    }
  }

  void play(Figures& figures) {
    ++figures.games;
    int refused = 0;
    for (int tries = 0; tries < TRIES && refused < STUCK_AFTER && !game_.over() && !testing::Test::HasFailure();
         ++tries) {
      refused = step(figures) ? 0 : refused + 1;
    }
  }

  void derive_from_zero() {
    const auto& t = game_.table();
    Engine again;
    for (const auto& move : t.moves) {
      ASSERT_TRUE(again.replay(move, t));
      ASSERT_EQ(written(again.state()), kept_[move.index]) << "at #" << move.index;
    }
    EXPECT_EQ(digest_of(again.state()), digest_of(t.state()));
  }

  void derive_from_snapshots() {
    const auto& t = game_.table();
    for (const auto size : snapshots_) {
      State state = read_again(kept_[size - 1]);
      Engine on(state);
      for (auto index = size; index < t.moves.size(); ++index) {
        ASSERT_TRUE(on.replay(t.moves[index], t));
        ASSERT_EQ(written(on.state()), kept_[index]) << "from #" << size - 1 << " on, at #" << index;
      }
    }
  }

 private:
  bool step(Figures& figures) {
    auto& t = game_.table();
    const auto move = game_.next_try();
    const State before = t.state();
    auto emitted = t.engine.move(move, t);
    if (!emitted) {
      EXPECT_NE(kind_of(emitted.error().code), nomic::replay::Kind::LEDGER) << label_of(emitted.error());
      EXPECT_FALSE(tools::words_of(emitted.error()).what.empty());
      EXPECT_EQ(written(t.state()), written(before)) << "refused: " << label_of(emitted.error());
      game_.refused(move);
      return false;
    }
    t.moves.push_back(move);
    game_.made(move, *emitted);
    kept_.push_back(written(t.state()));
    figures.count(*emitted);
    ++figures.moves;
    held_.after(move, *emitted, before, t.state());
    umpire(*emitted, before, t.state());
    // The longer the turn, the longer it takes.
    if (is_of_dispute(move.event) || game_.choose().percent(30)) compare_with_never_made(figures);
    if (game_.choose().percent(t.state().dispute().judgments().empty() ? 1 : 10)) snapshots_.push_back(t.moves.size());
    if (testing::Test::HasFailure()) say_what_happened(move, *emitted);
    return true;
  }

  static void say_what_happened(const Move& move, const Consequences& emitted) {
    fmt::print("#{} {} {}\n", move.index, move.author, move.event.ShortDebugString());
    for (const auto& one : emitted) fmt::print("   {}\n", one.ShortDebugString());
  }

  void compare_with_never_made(Figures& figures) {
    const auto& t = game_.table();
    const auto& state = t.state();
    const auto& dispute = state.dispute();
    if (dispute.judgments().empty() || !dispute.numbers().empty() || !state.retroactions().empty()) return;
    std::set<std::uint64_t> struck;
    for (const auto& judgment : dispute.judgments()) {
      if (judgment.overruled()) continue;
      // What is found, or upheld against the rules, no other game brings about.
      if (judgment.finds() || !judgment.upholds().empty()) return;
      struck.insert(judgment.strikes().begin(), judgment.strikes().end());
    }
    const auto base = dispute.base() != 0           ? dispute.base()
                      : state.turn().first_record() ? state.turn().first_record()
                                                    : state.founding().founding_records();
    State begin = read_again(kept_[base - 1]);
    if (knows_inactivity(begin) || knows_inactivity(state)) return;
    begin.clear_dispute();
    Engine never(begin);
    for (auto index = base; index < t.moves.size(); ++index) {
      const auto& move = t.moves[index];
      const bool left_out = struck.count(index) != 0 || is_of_dispute(move.event);
      ASSERT_TRUE(never.replay(left_out ? time_passes_instead(move) : move, t));
    }
    ASSERT_EQ(without_dispute(never.state()), without_dispute(state)) << "at #" << t.last();
    ++figures.compared;
    figures.with_strikes += struck.empty() ? 0 : 1;
  }

  RandomDispute game_;
  Held held_;
  std::vector<std::string> kept_;
  std::vector<std::size_t> snapshots_;
};

TEST(RandomDisputes, StruckMovesAreAsIfNeverMade) {
  const auto games = from_environment("NOMIC_GAMES", 60);
  const auto first = from_environment("NOMIC_SEED", 1);
  Figures figures;
  for (auto seed = first; seed < first + games; ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    Played game(seed);
    game.play(figures);
    if (!HasFailure()) game.derive_from_zero();
    if (!HasFailure()) game.derive_from_snapshots();
    if (HasFailure()) break;
  }
  figures.print();
}

}  // namespace
}  // namespace nomic::replay::test
