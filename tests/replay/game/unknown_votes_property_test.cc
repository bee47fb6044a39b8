// No figure that rests on an unknown one is shown as known. A game is played with every ballot on record; the same game
// is played again with the ballots of some proposals forgotten, and their outcomes attested by unknown votes. Whatever
// the second shows as known is what it is in the first, and what the first refuses it refuses. NOMIC_GAMES says how
// many games (200 by default), NOMIC_SEED the seed of the first.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "replay/game/free_moves.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

struct ForgottenFigures {
  std::uint64_t turns = 0, forgotten = 0, known = 0, unknown = 0, undetermined = 0, full = 0;
};

v1::Event some_change(Choices& choose, std::uint32_t serial) {
  static const std::vector<std::vector<std::string>> PROVISIONS = {
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed_thousandths: 500 } reckoned: BEFORE_EFFECT }"},
      {"award { occasion: VOTED_ON recipient: OTHER_VOTERS amount { per_vote_for_thousandths: 300 } reckoned: "
       "AFTER_EFFECT }"},
      {"award { occasion: DEFEATED recipient: THE_PROPONENT amount { per_vote_against_thousandths: -700 } reckoned: "
       "BEFORE_EFFECT "
       "}"},
      {"award { occasion: BALLOT_CAST recipient: FIRST_VOTER amount { fixed_thousandths: 250 } }"},
      {"award { occasion: CIRCUIT_ENDED recipient: EVERYONE amount { fixed_thousandths: 1000 } }"},
      {"award { occasion: TURN_ENDED recipient: THE_PLAYER amount { fixed_thousandths: 400 } }"},
      {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { fixed_thousandths: 100 } }"},
      {"adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }"},
  };
  const auto text = fmt::format("Text {}.", serial);
  return choose.percent(50) ? enact(text) : enact(text, choose.one_of(PROVISIONS));
}

std::string next_mover(const Table& t) {
  const auto next = next_player(t.engine);
  return next.empty() ? t.state().turn().mover() : next;
}

// How the vote on the proposal ended, if it has.
std::optional<bool> outcome_told(const Consequences& emitted, std::uint32_t proposal) {
  for (const auto& one : emitted) {
    const auto* outcome = outcome_in(one);
    if (outcome == nullptr || number_in(outcome->proposal()) != proposal || one.has_outcome_undetermined()) continue;
    return one.has_proposal_adopted();
  }
  return std::nullopt;
}

std::string points_written(const v1::Player& player) {
  return fmt::format("{} {}", player.names().name(), player.points());
}

// Whatever `less` shows as known is so in `more`.
void compare_known(const Table& with_all, const Table& with_less, ForgottenFigures& figures) {
  const State& more = with_all.state();
  const State& less = with_less.state();
  for (int seat = 0; seat < less.players_size(); ++seat) {
    const auto& player = less.players(seat);
    figures.unknown += player.points_unknown() != 0 ? 1 : 0;
    if (player.points_unknown() != 0) continue;
    ++figures.known;
    ASSERT_EQ(points_written(player), points_written(more.players(seat)));
  }
  ASSERT_EQ(less.rules_size(), more.rules_size());
  for (int at = 0; at < less.rules_size(); ++at) {
    const auto& rule = less.rules(at);
    const auto& whole = more.rules(at);
    ASSERT_EQ(rule.number(), whole.number());
    ASSERT_EQ(with_less.text(rule.number()), with_all.text(rule.number()));
    if (rule.change_unknown() != 0) continue;
    ASSERT_EQ(rule.provisions_size(), whole.provisions_size());
    for (int i = 0; i < rule.provisions_size(); ++i) {
      ASSERT_EQ(rule.provisions(i).ShortDebugString(), whole.provisions(i).ShortDebugString());
    }
  }
  ASSERT_LE(less.winners().size(), more.winners().size());
}

// The Initial Set with room for so many mutable rules (209).
v1::Ruleset with_room_for(std::uint32_t most) {
  auto ruleset = endless();
  for (auto& rule : *ruleset.mutable_rules()) {
    for (auto& provision : *rule.mutable_provisions()) {
      if (provision.ruleset_bounds().has_max_mutable()) provision.mutable_ruleset_bounds()->set_max_mutable(most);
    }
  }
  return ruleset;
}

struct TwoTables {
  TwoTables(const std::vector<std::string>& players, std::uint32_t room, v1::Mode mode)
      : most(room), more(players, with_room_for(room), mode), less(players, with_room_for(room), mode) {}

  [[nodiscard]] bool is_full() const {
    const auto& rules = more.state().rules();
    const auto has =
        std::count_if(rules.begin(), rules.end(), [](const auto& one) { return one.status() == v1::MUTABLE; });
    return has >= std::int64_t{most};
  }

  std::uint32_t most;  // mutable rules
  Table more;          // every ballot on record
  Table less;
};

// Players attest the same, one after another, until that settles the vote.
void all_attest(Table& t, const v1::Event& outcome, std::uint32_t number) {
  const auto players = t.state().players();
  for (const auto& player : players) {
    if (outcome_told(t.ok(player.names().name(), outcome), number)) return;
  }
  ADD_FAILURE() << "all attest the outcome of proposal " << number << ", and it is not settled";
}

// A turn in both. Returns whether the game goes on.
void play_turn_in_both(TwoTables& two, Choices& choose, std::uint32_t serial, ForgottenFigures& figures) {
  const auto mover = next_mover(two.more);
  ASSERT_EQ(mover, next_mover(two.less));
  auto change = some_change(choose, serial);
  if (two.is_full()) {
    ++figures.full;
    for (auto* t : {&two.more, &two.less}) {
      ASSERT_EQ(t->refused(mover, change, ErrorCode::BOUND_BROKEN), std::vector<std::uint32_t>{209});
    }
    // So the newest rule goes.
    const auto& rules = two.more.state().rules();
    change = propose(v1::REPEAL, rules[rules.size() - 1].number());
  }
  const auto number = two.more.state().next_number();
  ASSERT_EQ(number, two.less.state().next_number());
  for (auto* t : {&two.more, &two.less}) {
    t->ok(mover, change);
    t->ok(mover, call(number));
  }
  const bool forget = choose.percent(30);
  std::optional<bool> adopted;
  std::optional<bool> without;
  std::uint32_t in_favour = 0;
  std::uint32_t against = 0;
  for (const auto& player : two.more.state().players()) {
    const auto choice = choose.percent(80) ? FOR : AGAINST;
    (choice == FOR ? in_favour : against) += 1;
    const std::string name = player.names().name();
    adopted = outcome_told(two.more.ok(name, vote(choice, number)), number);
    if (!forget) without = outcome_told(two.less.ok(name, vote(choice, number)), number);
  }
  ASSERT_TRUE(adopted.has_value());
  if (forget) {
    ++figures.forgotten;
    all_attest(two.less, attest_unknown(number, *adopted), number);
  } else if (!without) {
    ++figures.undetermined;
    all_attest(two.less, attest(number, *adopted, in_favour, against), number);
  } else {
    ASSERT_EQ(*adopted, *without) << "proposal " << number;
  }
  const auto face = static_cast<std::uint32_t>(1 + choose.below(6));
  for (auto* t : {&two.more, &two.less}) {
    if (t->state().turn().phase() == v1::Turn::THROWING) t->ok(mover, roll(face));
  }
  ++figures.turns;
  compare_known(two.more, two.less, figures);
}

void play_both(std::uint64_t seed, ForgottenFigures& figures) {
  Choices choose(seed);
  std::vector<std::string> players = {"Ann", "Bob", "Cyd", "Dan"};
  players.resize(2 + choose.below(3));
  // 13 rules of the Initial Set are mutable.
  const std::uint32_t room = choose.percent(30) ? 15 : 25;
  TwoTables two(players, room, choose.percent(50) ? v1::TABLE : v1::MAIL);
  const auto turns = 4 + choose.below(12);
  for (std::uint32_t serial = 0; serial < turns && !testing::Test::HasFatalFailure(); ++serial) {
    play_turn_in_both(two, choose, serial, figures);
  }
  if (!testing::Test::HasFailure()) expect_derived_alike(two.less);
}

TEST(UnknownVotesProperty, WhatIsShownAsKnownIsSo) {
  const auto games = from_environment("NOMIC_GAMES", 200);
  const auto first = from_environment("NOMIC_SEED", 1);
  ForgottenFigures figures;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    play_both(seed, figures);
  }
  fmt::print(
      "{} turns, {} votes forgotten; {} scores known, {} not; {} votes left undetermined; {} times no room for a "
      "rule\n",
      figures.turns, figures.forgotten, figures.known, figures.unknown, figures.undetermined, figures.full);
  EXPECT_GT(figures.known, 0U);
  EXPECT_GT(figures.unknown, 0U);
  if (games >= 25) {
    EXPECT_GT(figures.full, 0U);
  }
}

}  // namespace
}  // namespace nomic::replay::test
