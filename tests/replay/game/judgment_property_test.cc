// Random games with Judgments, strikes, contested moves, findings, joins and forfeits. After every record: the game in
// which the struck moves were never made is the game as it stands, and so where every Judgment is overruled the game
// without one; the invariants hold; and the game derived from record 0, and from states on the way, is the same byte
// for byte. NOMIC_GAMES says how many (60 by default), NOMIC_SEED the seed of the first (1); a failure names the seed.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <set>
#include <tuple>

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

// The record that may be struck first: the first turn begins with the founding.
std::uint64_t first_of_turn(const State& state) {
  const auto& turn = state.turn();
  if (state.dispute().base() != 0) return state.dispute().base();
  return turn.number() <= 1 ? state.founding().founding_records() : turn.first_record();
}

// The throw that a secret, or a commitment to one, is for; null for any other move.
const v1::DicePosition* throw_meant(const v1::Event& event) {
  if (event.has_dice_committed()) return &event.dice_committed().position();
  return event.has_dice_revealed() ? &event.dice_revealed().position() : nullptr;
}

bool waits_for(const v1::Turn& turn, const v1::DicePosition* meant) {
  const auto& own = turn.dice().position();
  return meant != nullptr && turn.has_dice() && own.turn_record() == meant->turn_record() &&
         own.round() == meant->round();
}

bool has_round_of(const State& state, const v1::Event& event) {
  const auto is_it = [&](const v1::Turn& turn) { return waits_for(turn, throw_meant(event)); };
  return is_it(state.turn()) || std::any_of(state.other_turns().begin(), state.other_turns().end(), is_it);
}

// A secret that is struck voids its round, once time has passed: another begins at its record. Till then nobody is late
// with a throw.
State without_round_of(State state, const Move& move) {
  const auto* meant = throw_meant(move.event);
  const auto clear = [&](v1::Turn& turn) {
    turn.clear_dice();
    turn.set_phase_since(move.recorded_at);
  };
  if (waits_for(state.turn(), meant)) clear(state.edit_turn());
  for (int at = 0; at < state.other_turns_size(); ++at) {
    if (waits_for(state.other_turns(at), meant)) clear(state.edit_other_turns().edit(at));
  }
  return state;
}

// The turns that wait for a throw still do so since they began to.
State with_times_of(const State& before, State state) {
  const auto restore = [&](v1::Turn& now, const v1::Turn& then) {
    const bool same = now.number() == then.number() && now.phase() == then.phase();
    if (same && now.phase() == v1::Turn::THROWING) now.set_phase_since(then.phase_since());
  };
  restore(state.edit_turn(), before.turn());
  for (int at = 0; at < state.other_turns_size(); ++at) {
    for (const auto& then : before.other_turns()) restore(state.edit_other_turns().edit(at), then);
  }
  return state;
}

// Whether a proposal has begun a turn but the first.
bool begins_turn(const Consequences& emitted, const State& after) {
  return has(emitted, v1::Consequence::kProposalMade) && has(emitted, v1::Consequence::kTurnBegan) &&
         after.turn().number() > 1;
}

// A turn whose first proposal is struck has begun, and waits for another: as if that one had been made, and was gone.
State without_proposal_of_turn(State state) {
  const auto number = state.turn().proposal();
  state.edit_proposals().erase_if([&](const auto& proposal) { return proposal.number() == number; });
  auto& turn = state.edit_turn();
  turn.set_phase(v1::Turn::BEGUN);
  turn.set_proposal(0);
  return state;
}

// But for the dispute itself, and for who moved when.
std::string without_dispute(State state) {
  state.clear_dispute();
  state.edit_issued().clear();
  state.set_closed(false);
  for (int seat = 0; seat < state.players_size(); ++seat) state.edit_players().edit(seat).clear_moved_at();
  return written(state);
}

// The numbers that were given in the turn, by the records and the rule-changes that they went to.
std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> numbers_given(const State& state) {
  std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> given;
  for (const auto& issued : state.issued()) given.emplace(issued.record(), issued.change(), issued.number());
  return given;
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
    if (game_.choose().percent(t.state().judgments().empty() ? 1 : 10)) snapshots_.push_back(t.moves.size());
    if (testing::Test::HasFailure()) say_what_happened(move, *emitted);
    return true;
  }

  // The turn so far, and what the record brought about.
  void say_what_happened(const Move& move, const Consequences& emitted) {
    const auto& t = game_.table();
    for (auto index = first_of_turn(t.state()); index < move.index; ++index) {
      const auto& earlier = t.moves[index];
      fmt::print("#{} {} {}\n", index, earlier.author, earlier.event.ShortDebugString());
    }
    fmt::print("#{} {} {}\n", move.index, move.author, move.event.ShortDebugString());
    for (const auto& one : emitted) fmt::print("   {}\n", one.ShortDebugString());
  }

  void compare_with_never_made(Figures& figures) {
    const auto& t = game_.table();
    const auto& state = t.state();
    if (state.judgments().empty() || !state.retroactions().empty()) return;
    std::set<std::uint64_t> struck;
    for (const auto& judgment : state.judgments()) {
      if (judgment.overruled()) continue;
      // What is found, or upheld against the rules, no other game brings about.
      if (judgment.finds() || !judgment.upholds().empty()) return;
      struck.insert(judgment.strikes().begin(), judgment.strikes().end());
    }
    const auto base = first_of_turn(state);
    State begin = read_again(kept_[base - 1]);
    if (knows_inactivity(begin) || knows_inactivity(state)) return;
    begin.clear_dispute();
    Engine never(begin);
    for (auto index = base; index < t.moves.size(); ++index) {
      const auto& move = t.moves[index];
      if (struck.count(index) == 0) {
        ASSERT_TRUE(never.replay(is_of_dispute(move.event) ? time_passes_instead(move) : move, t));
        continue;
      }
      Engine with = never.fork();
      const auto began = with.replay(move, t);
      ASSERT_TRUE(began);
      if (index != base || !begins_turn(*began, with.state())) {
        // Time passes first, and may end the round itself.
        Engine passed = never.fork();
        const auto fell_due = passed.replay(time_passes_instead(move), t);
        ASSERT_TRUE(fell_due);
        if (!has_round_of(passed.state(), move.event)) {
          never = std::move(passed);
          continue;
        }
        // Whoever was late in the round that is voided stays late: a game without the record has no such round.
        if (has(*fell_due, v1::Consequence::kDiceMissed)) return;
        const State before = never.state();
        never = Engine(without_round_of(before, move));
        ASSERT_TRUE(never.replay(time_passes_instead(move), t));
        never = Engine(with_times_of(before, never.state()));
        continue;
      }
      // What a rule gives for proposing, or for a vote that is called with it, is not taken back here.
      if (has(*began, v1::Consequence::kScore) || has(*began, v1::Consequence::kVoteCalled)) return;
      never = Engine(without_proposal_of_turn(with.state()));
    }
    // What was struck keeps its number, so that what came after it has another one than it would have.
    if (numbers_given(never.state()) != numbers_given(state)) return;
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
