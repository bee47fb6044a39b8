// A move happens as a whole or not at all: whichever read of the history fails, and for whatever reason the rules
// refuse it, the state is what it was, and the same move can be made afterwards. Of a refusal for each code, see
// refusals_test.cc and whatever else asks Table::refused.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <type_traits>

#include "nomic/replay/digest.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/failing_history.h"
#include "replay/game/free_moves.h"
#include "replay/game/random_dispute.h"
#include "replay/game/random_game.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

// Reads that are made to fail, for one move: each of the first ones, and then fewer and fewer.
constexpr int READS_IN_A_ROW = 12;

struct Counted {
  int failures = 0;
  std::map<std::string, int> refusals;
};

// Makes the move, after each failure of the history on the way to it has left the state alone.
template <class Game>
void make(Game& game, const Move& move, Counted& counted) {
  auto& t = game.table();
  const auto before = digest_of(t.state());
  const std::string as_written = written(t.state());
  for (int fails_at = 0;; fails_at += fails_at < READS_IN_A_ROW ? 1 : 1 + fails_at / 2) {
    const Failing history(t, fails_at);
    const auto done = t.engine.move(move, history);
    if (done) {
      ASSERT_FALSE(history.has_failed()) << "read " << fails_at << " at #" << move.index
                                         << " failed, and nobody said so";
      t.moves.push_back(move);
      if constexpr (std::is_same_v<Game, RandomDispute>) game.made(move, *done);
      return;
    }
    ASSERT_EQ(digest_of(t.state()), before)
        << "read " << fails_at << " at #" << move.index << ": " << label_of(done.error());
    ASSERT_EQ(written(t.state()), as_written) << "read " << fails_at << " at #" << move.index;
    if (kind_of(done.error().code) != nomic::replay::Kind::LEDGER) {
      ++counted.refusals[std::string(name_of(done.error().code))];
      if constexpr (std::is_same_v<Game, RandomDispute>) game.refused(move);
      return;
    }
    ++counted.failures;
  }
}

TEST(Atomic, AMoveThatFailsOrIsRefusedLeavesTheStateAlone) {
  const auto games = from_environment("NOMIC_GAMES", 48);
  const auto first = from_environment("NOMIC_SEED", 1);
  Counted counted;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE("NOMIC_SEED=" + std::to_string(seed) + " NOMIC_GAMES=1");
    RandomGame game(seed);
    for (int tries = 0; tries < 120 && !game.over() && !HasFatalFailure(); ++tries) {
      make(game, game.next_try(), counted);
    }
  }
  // That it looked at what it is about: a few games, as a sanitizer has it, show less of it.
  EXPECT_GE(counted.failures, games > 8 ? 20 : 1);
  EXPECT_GE(counted.refusals.size(), games > 4 ? 10U : 4U);
}

TEST(Atomic, SoItIsInTurnsThatAreDisputed) {
  const auto games = from_environment("NOMIC_GAMES", 6);
  const auto first = from_environment("NOMIC_SEED", 1);
  Counted counted;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE("NOMIC_SEED=" + std::to_string(seed) + " NOMIC_GAMES=1");
    RandomDispute game(seed);
    for (int tries = 0; tries < 120 && !game.over() && !HasFatalFailure(); ++tries) {
      make(game, game.next_try(), counted);
    }
  }
  EXPECT_GE(counted.failures, games > 4 ? 20 : 1);
  EXPECT_GE(counted.refusals.size(), games > 4 ? 10U : 4U);
}

// ---- Moves that derive the game, or a turn, again -------------------------------------------------------------------

// Makes the move after each of the reads on the way to it has failed, on an engine that keeps nothing but the state.
// `more_than`: it makes more reads than that; -1: than half of the records, as it derives a turn or the game again.
Consequences made_after_failures(Table& t, const std::string& author, const v1::Event& event, int more_than = -1) {
  t.engine = Engine(State(t.state()));
  const Move move = t.move_of(author, event);
  const auto before = digest_of(t.state());
  const std::string as_written = written(t.state());
  for (int fails_at = 0;; ++fails_at) {
    const Failing history(t, fails_at);
    const auto done = t.engine.move(move, history);
    if (done) {
      EXPECT_FALSE(history.has_failed()) << "read " << fails_at << " failed, and nobody said so";
      // It read more than the records that the move names.
      EXPECT_GT(fails_at, more_than >= 0 ? more_than : static_cast<int>(move.index) / 2);
      t.moves.push_back(move);
      return *done;
    }
    EXPECT_EQ(name_of(done.error().code), name_of(ErrorCode::LEDGER)) << "read " << fails_at;
    EXPECT_EQ(digest_of(t.state()), before) << "read " << fails_at;
    EXPECT_EQ(written(t.state()), as_written) << "read " << fails_at;
    if (testing::Test::HasFailure()) return {};
  }
}

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

TEST(Atomic, AJudgmentThatStrikes) {
  Table t(FOUR);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  const auto ballot = t.last();
  t.ok("Ann", invoke());
  const auto done = made_after_failures(t, "Dan", judge(t.last()).strikes({ballot}));
  EXPECT_TRUE(has(done, v1::Consequence::kMoveStruck));
  EXPECT_EQ(t.rule(301), nullptr);
}

TEST(Atomic, TheOverrulingOfAJudgment) {
  Table t(FOUR);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  settled(t, "Ann", "Dan", judge(0).strikes({t.last()}));
  const auto judgment = t.last();
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  const auto done = made_after_failures(t, "Cyd", overrule(judgment));
  EXPECT_TRUE(has(done, v1::Consequence::kMoveStands));
  EXPECT_NE(t.rule(301), nullptr);
}

TEST(Atomic, AnUpheldProposalThatBeginsTheNextTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("Cake."));
  // Bob is next (201), and Judgment was invoked: he may not begin without consent (212).
  t.ok("Ann", invoke());
  const auto question = t.last();
  t.ok("Bob", contest(enact("Bob is awake.")));
  const auto contested = t.last();
  const auto done = made_after_failures(t, "Dan", judge(question).upholds({contested}).cites({212}));
  EXPECT_TRUE(has(done, v1::Consequence::kMoveUpheld));
  EXPECT_EQ(t.state().turn().mover(), "Bob");
}

TEST(Atomic, ARuleChangeThatActsOnThePast) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 107));
  t.turn("Bob", propose(v1::REPEAL, 301));
  auto proposal = enact("Cake is served at noon.");
  proposal.mutable_proposal_made()->set_effect_from(t.last());
  t.ok("Cyd", proposal);
  t.ok("Cyd", call());
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, vote(FOR));
  const auto done = made_after_failures(t, "Cyd", vote(FOR, 303));
  EXPECT_TRUE(has(done, v1::Consequence::kAppliesFrom));
  EXPECT_NE(t.rule(303), nullptr);
}

TEST(Atomic, AnOutcomeAttestedBesideAnEarlierOne) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Cake."));
  const auto done = made_after_failures(t, "Bob", attest(301, true));
  EXPECT_EQ(one(done, v1::Consequence::kOutcomeAttested).outcome_attested().differs(),
            v1::Consequence::OutcomeAttested::AGREES);
}

// Whether a rule without provisions is one on adoption is read from its earlier versions.
TEST(Atomic, AnOutcomeAttestedUnderARuleWithoutProvisions) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", amend(203, "All."));
  t.turn("Bob", enact("Cake."));
  t.ok("Ann", attest(302, true));
  // It reads what the rule said before.
  EXPECT_TRUE(has(made_after_failures(t, "Bob", attest(302, true), 0), v1::Consequence::kProposalAdopted));
}

TEST(Atomic, AVictoryAtPointsThatWereReachedBefore) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("X."), FOR, 6);
  const auto reached = t.last();
  t.ok("Bob", amend(208, "Five.", {"victory { points_thousandths: 5000 }"}));
  t.ok("Bob", call());
  t.ok("Ann", vote(FOR));
  // Looked up in the state: no record is read.
  const Failing history(t, 0);
  const auto done = t.engine.move(t.move_of("Bob", vote(FOR, 302)), history);
  ASSERT_TRUE(done);
  EXPECT_FALSE(history.has_failed());
  EXPECT_EQ(one(*done, v1::Consequence::kVictory).victory().reached_at(), reached);
}

}  // namespace
}  // namespace nomic::replay::test
