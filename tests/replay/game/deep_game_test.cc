// One random game that is thousands of proposals deep, with random provisions in them, among those on adoption, effect
// and numbering. By such rules players soon cannot go on: nobody can be in favour, or the game is won. Then the last
// records are taken back, and they try otherwise; what remains is one game. It is derived from record 0, with every
// invariant looked at after every record, and on from states on the way.
//
// NOMIC_PROPOSALS says how deep it is at least (2000 by default), NOMIC_SEED its seed (1).

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>

#include "nomic/replay/digest.h"
#include "replay/game/held.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int STUCK_AFTER = 200;        // tries without a new proposal
constexpr std::size_t APART = 20;       // records from one state that is kept to the next
constexpr std::size_t KEPT = 200;       // of them, to go back to
constexpr std::size_t MOST_BACK = 64;   // of them, at once
constexpr std::size_t PAST_LIMIT = 2;   // rule-changes that act on the past
constexpr std::size_t FROM_EACH = 100;  // records that are derived on from a state on the way

class DeepGame {
 public:
  explicit DeepGame(std::uint64_t seed) : game_(seed) {
    hashes_.resize(table().moves.size());
    keep();
  }

  Table& table() { return game_.table(); }

  void play(std::uint64_t proposals) {
    int since = 0;
    while (proposals_ < proposals) {
      const auto made = proposals_;
      step();
      since = proposals_ > made ? 0 : since + 1;
      if (since < STUCK_AFTER && !game_.over()) continue;
      go_back();
      since = 0;
    }
  }

  void derive_from_zero();
  void derive_on_from_states_on_the_way();

 private:
  struct Mark {
    std::string state;
    std::size_t moves = 0;
    std::uint64_t proposals = 0;
  };

  void keep() {
    marks_.push_back({table().state().SerializeAsString(), table().moves.size(), proposals_});
    if (marks_.size() > KEPT) marks_.pop_front();
    if (marks_.back().moves / (25 * APART) >= on_the_way_.size()) on_the_way_.push_back(marks_.back());
  }

  void step() {
    auto& t = table();
    const auto move = game_.next_try();
    const auto& event = move.event;
    const bool past = event.proposal_made().has_effect_from() || event.proposal_revised().has_effect_from();
    if (past && static_cast<std::size_t>(t.state().retroactions_size()) >= PAST_LIMIT) return;
    auto told = t.engine.move(move, t);
    if (!told) return;
    t.moves.push_back(move);
    hashes_.push_back(hash_of(t.state()));
    if (has(*told, v1::Consequence::PROPOSAL_MADE)) ++proposals_;
    if (t.moves.size() - marks_.back().moves >= APART) keep();
  }

  // Further each time, until the game has come further than ever.
  void go_back() {
    back_ = proposals_ > deepest_ ? 1 : std::min(2 * back_, MOST_BACK);
    deepest_ = std::max(deepest_, proposals_);
    for (std::size_t left = back_; left > 0 && marks_.size() > 1; --left) marks_.pop_back();
    const auto& mark = marks_.back();
    v1::State state;
    ASSERT_TRUE(state.ParseFromString(mark.state));
    table().engine = Engine(state);
    table().moves.resize(mark.moves);
    hashes_.resize(mark.moves);
    proposals_ = mark.proposals;
    while (on_the_way_.back().moves > mark.moves) on_the_way_.pop_back();
    ++times_back_;
  }

  RandomGame game_;
  std::vector<std::string> hashes_;  // of the state after each record
  std::deque<Mark> marks_;
  std::vector<Mark> on_the_way_;
  std::uint64_t proposals_ = 0;
  std::uint64_t deepest_ = 0;
  std::size_t back_ = 1;
  std::size_t times_back_ = 0;
};

// How many adopted proposals brought provisions of each kind.
class Adopted {
 public:
  void count(const v1::State& before, const Consequences& told) {
    for (const auto& one : told) {
      made_ += one.kind() == v1::Consequence::PROPOSAL_MADE ? 1 : 0;
      if (one.kind() != v1::Consequence::PROPOSAL_ADOPTED) continue;
      ++adopted_;
      for (const auto& proposal : before.proposals()) {
        if (proposal.number() == one.proposal()) count_kinds(proposal);
      }
    }
  }

  [[nodiscard]] int made() const { return made_; }
  [[nodiscard]] int adopted() const { return adopted_; }
  [[nodiscard]] int of(v1::Provision::KindCase kind) const {
    const auto found = kinds_.find(kind);
    return found == kinds_.end() ? 0 : found->second;
  }

 private:
  void count_kinds(const v1::Proposal& proposal) {
    for (const auto& change : proposal.changes()) {
      for (const auto& provision : change.provisions()) ++kinds_[provision.kind_case()];
    }
  }

  int made_ = 0;
  int adopted_ = 0;
  std::map<int, int> kinds_;
};

void DeepGame::derive_from_zero() {
  const auto& t = table();
  Engine again;
  Held held;
  Adopted adopted;
  for (const auto& move : t.moves) {
    const v1::State before = again.state();
    const auto told = again.replay(move, t);
    ASSERT_TRUE(told) << "at #" << move.index;
    held.after(move, *told, before, again.state());
    ASSERT_FALSE(testing::Test::HasFailure()) << "at #" << move.index << " " << move.event.ShortDebugString();
    if (!hashes_[move.index].empty()) {
      ASSERT_EQ(hash_of(again.state()), hashes_[move.index]) << "at #" << move.index;
    }
    adopted.count(before, *told);
  }
  EXPECT_EQ(digest_of(again.state()), digest_of(t.state()));
  EXPECT_GE(adopted.made(), static_cast<int>(proposals_));
  // In a game of thousands, hundreds were of each kind that changes how the next is decided.
  const auto enough = static_cast<int>(proposals_ / 100);
  for (const auto kind : {v1::Provision::kAdoption, v1::Provision::kEffectiveness, v1::Provision::kNumbering}) {
    EXPECT_GE(adopted.of(kind), enough) << "provisions of kind " << kind;
  }
  fmt::print(
      "{} records, {} proposals, {} adopted ({}, {}, {} on adoption, effect, numbering), {} rules, {} times back\n",
      t.moves.size(), adopted.made(), adopted.adopted(), adopted.of(v1::Provision::kAdoption),
      adopted.of(v1::Provision::kEffectiveness), adopted.of(v1::Provision::kNumbering), t.state().rules_size(),
      times_back_);
}

void DeepGame::derive_on_from_states_on_the_way() {
  const auto& t = table();
  for (const auto& mark : on_the_way_) {
    v1::State state;
    ASSERT_TRUE(state.ParseFromString(mark.state));
    Engine on(state);
    const auto end = std::min(t.moves.size(), mark.moves + FROM_EACH);
    for (auto index = mark.moves; index < end; ++index) {
      ASSERT_TRUE(on.replay(t.moves[index], t));
      ASSERT_EQ(hash_of(on.state()), hashes_[index]) << "from #" << mark.moves - 1 << " on, at #" << index;
    }
  }
}

TEST(RandomProvisions, AGameOfThousandsOfProposalsKeepsItsInvariants) {
  DeepGame game(from_environment("NOMIC_SEED", 1));
  game.play(from_environment("NOMIC_PROPOSALS", 2000));
  game.derive_from_zero();
  if (!HasFailure()) game.derive_on_from_states_on_the_way();
}

}  // namespace
}  // namespace nomic::replay::test
