// One game that is thousands of proposals deep, whose rules on adoption, effect, numbering, votes, turns and awards are
// enacted, amended, restored and repealed at random all the way, each by the rules that stand just then. Their values
// are such that play can always go on, which random ones (provisions_property_test.cc) soon do not let it. The game is
// derived from record 0, with every invariant looked at after every record, and on from states on the way.
//
// NOMIC_PROPOSALS says how deep it is (2000 by default), NOMIC_SEED its seed (1).

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"
#include "replay/game/held.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
constexpr int MOST_RULES = 20;
constexpr std::size_t APART = 500;      // records from one state that is kept to the next
constexpr std::size_t FROM_EACH = 100;  // records that are derived on from each

// What rules of each kind may say.
const std::vector<std::vector<std::string>>& values() {
  static const std::vector<std::vector<std::string>> ALL = {
      {"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
       "adoption { quota { numerator: 1 denominator: 3 strict: true base: ELIGIBLE } }",
       "adoption { quota { numerator: 2 denominator: 3 base: TAKING_PART } quorum_votes: 2 }",
       "adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }",
       "adoption { quota { numerator: 1 denominator: 2 strict: true base: CAST } least_in_favour: 2 }",
       "scope { changes: REPEAL } adoption { quota { numerator: 3 denominator: 4 base: ELIGIBLE } }"},
      {"effectiveness { when: VOTE_COMPLETE }", "effectiveness { when: TURN_ENDS }",
       "effectiveness { when: NEXT_TURN }", "effectiveness { when: CIRCUIT_ENDS }",
       "effectiveness { when: AFTER_DELAY delay { hours: 1 } }", "effectiveness { proposals_may_say: true }"},
      {"numbering { changed_rule: KEEPS_ITS_OWN }", "numbering { changed_rule: TAKES_PROPOSALS }"},
      {"franchise { abstention: true }", "franchise { electorate: OTHERS_THAN_PROPONENT }",
       "franchise { proponents_vote: COUNTS_FOR }", "franchise { votes_per_player: 2 }"},
      {"vote_changes { change: true }", "vote_changes { withdraw: true times: 2 }"},
      {"turn_order { order: SEATING }", "turn_order { order: SURNAME }"},
      {"turn_parts { parts { proposal {} } }",
       "turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip_thousandths: 500 } } }",
       "turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 1000 } reckoned: BEFORE_EFFECT "
       "} } }"},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed_thousandths: 700 } reckoned: AFTER_EFFECT }",
       "award { occasion: DEFEATED recipient: THE_PROPONENT amount { fixed_thousandths: -1500 } reckoned: "
       "BEFORE_EFFECT }",
       "award { occasion: BALLOT_CAST recipient: VOTERS amount { fixed_thousandths: 100 } }"},
      {"precedence_method { same_status: CLAIMS_THEN_HIGHEST statuses: MUTABLE_YIELDS }",
       "precedence_method { same_status: CLAIMS_THEN_LOWEST statuses: MUTABLE_YIELDS }",
       "precedence_method { same_status: CLAIMS_THEN_NEWEST statuses: MUTABLE_YIELDS }"},
  };
  return ALL;
}

v1::Provision provision_of(const std::string& text) {
  const auto provision = parse_provision(text);
  EXPECT_TRUE(provision) << text;
  return provision ? *provision : v1::Provision();
}

v1::Ruleset first_rules() {
  v1::Ruleset ruleset;
  for (const auto& kind : values()) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text("Rule.");
    *rule.add_provisions() = provision_of(kind.front());
  }
  return ruleset;
}

// How many adopted proposals brought provisions of each kind.
class Adopted {
 public:
  void count(const State& before, const Consequences& emitted, const Move& move) {
    for (const auto& one : emitted) {
      made_ += one.kind_case() == v1::Consequence::kProposalMade ? 1 : 0;
      if (one.kind_case() != v1::Consequence::kProposalAdopted) continue;
      ++adopted_;
      for (const auto& proposal : before.proposals()) {
        if (proposal.number() == proposal_of(one)) count_kinds(proposal);
      }
      if (move.event.has_proposal_made()) count_kinds(move.event.proposal_made());
    }
  }

  [[nodiscard]] int made() const { return made_; }
  [[nodiscard]] int adopted() const { return adopted_; }
  [[nodiscard]] int of(v1::Provision::KindCase kind) const {
    const auto found = kinds_.find(kind);
    return found == kinds_.end() ? 0 : found->second;
  }

 private:
  template <class Form>
  void count_kinds(const Form& proposal) {
    for (const auto& change : proposal.changes()) {
      for (const auto& provision : change.provisions()) ++kinds_[provision.kind_case()];
    }
  }

  int made_ = 0;
  int adopted_ = 0;
  std::map<int, int> kinds_;
};

class DeepGame {
 public:
  explicit DeepGame(std::uint64_t seed)
      : choose_(seed), t_({"Ann", "Bob", "Cyd", "Dan"}, first_rules(), v1::TABLE), hashes_(t_.moves.size()) {
    now_ = t_.state().recorded_at();
  }

  void play(std::uint64_t proposals) {
    for (std::uint64_t made = 0; made < proposals && !testing::Test::HasFailure(); ++made) turn();
  }

  void derive_from_zero(std::uint64_t proposals);
  void derive_on_from_states_on_the_way();

 private:
  bool make(const std::string& author, const v1::Event& event) {
    now_ += static_cast<std::int64_t>(choose_.below(1000)) * SECOND;
    Move move;
    move.index = t_.state().size();
    move.author = author;
    move.recorded_at = now_;
    move.payload = event.SerializeAsString();
    move.event = event;
    const auto emitted = t_.engine.move(move, t_);
    refusal_ = emitted ? "" : tools::words_of(emitted.error()).what;
    if (!emitted) return false;
    t_.moves.push_back(move);
    hashes_.push_back(hash_of(t_.state()));
    if (t_.moves.size() % APART == 0) on_the_way_.push_back(t_.state());
    return true;
  }

  // A proposal, the votes on it, and what else belongs to the turn.
  void turn() {
    const auto mover = next_player(t_.engine);
    bool made = false;
    for (int tries = 0; tries < 50 && !made; ++tries) made = make(mover, proposal());
    ASSERT_TRUE(made) << "no proposal of " << mover << " is allowed at #" << t_.last() + 1 << ": " << refusal_;
    while (!t_.state().proposals().empty()) {
      const auto& open = t_.state().proposals(0);
      const auto missing = missing_voters(t_.engine, open);
      ASSERT_FALSE(missing.empty()) << "nobody can vote at #" << t_.last() + 1;
      if (make(missing.front(), vote(choose_.percent(90) ? FOR : AGAINST, open.number()))) continue;
      // An effect that is due by now has taken the vote away: time passes, and others go on.
      v1::Event tick;
      tick.mutable_time_passed();
      const auto why = refusal_;
      ASSERT_TRUE(make(missing.front(), tick)) << why;
    }
    if (t_.state().turn().phase() != v1::Turn::THROWING) return;
    const auto face = [&] { return static_cast<std::uint32_t>(1 + choose_.below(6)); };
    // Where the rule on throws goes by the time of the throw, the turn ends without it.
    if (make(mover, roll(face(), face()))) return;
    EXPECT_EQ(refusal_, "no throw is due now");
  }

  v1::Event proposal() {
    v1::Event event;
    auto& made = *event.mutable_proposal_made();
    auto& change = *made.add_changes();
    made.set_call_vote(true);
    if (choose_.percent(10)) made.set_effect_at(now_ + static_cast<std::int64_t>(choose_.below(9000)) * SECOND);
    const auto& rules = t_.state().rules();
    const auto& rule = rules[static_cast<int>(choose_.below(static_cast<std::size_t>(rules.size())))];
    const auto how = choose_.below(10);
    if (how < 2 && rules.size() < MOST_RULES) {
      change.set_kind(v1::ENACT);
      fill(change, choose_.one_of(values()));
      return event;
    }
    change.set_rule(reference(rule.number()));
    if (how < 4 && has_another(rule)) {
      change.set_kind(v1::REPEAL);
    } else if (how < 5 && has_another(rule)) {
      change.set_kind(v1::RESTORE);
    } else {
      change.set_kind(v1::AMEND);
      fill(change, values_of(rule));
    }
    return event;
  }

  void fill(v1::RuleChange& change, const std::vector<std::string>& ways) {
    change.add_texts()->set_text("Text " + std::to_string(choose_.below(1000)) + ".");
    *change.add_provisions() = provision_of(choose_.one_of(ways));
  }

  // Whether another rule speaks on the same in every case, so that something holds when this one is gone, and nothing
  // is on its way that might take that away.
  [[nodiscard]] bool has_another(const v1::Rule& rule) const {
    if (!t_.state().pending().empty()) return false;
    const auto& rules = t_.state().rules();
    return std::any_of(rules.begin(), rules.end(), [&](const v1::Rule& other) {
      return other.number() != rule.number() && !other.provisions(0).has_scope() &&
             other.provisions(0).kind_case() == rule.provisions(0).kind_case();
    });
  }

  // The values of the rule's kind; only those for every case if no other rule has one.
  [[nodiscard]] std::vector<std::string> values_of(const v1::Rule& rule) const {
    std::vector<std::string> ways;
    for (const auto& kind : values()) {
      if (provision_of(kind.front()).kind_case() != rule.provisions(0).kind_case()) continue;
      for (const auto& way : kind) {
        if (!provision_of(way).has_scope() || has_another(rule)) ways.push_back(way);
      }
    }
    return ways;
  }

  std::string refusal_;  // why the last move was refused
  Choices choose_;
  Table t_;
  std::int64_t now_ = 0;
  std::vector<std::string> hashes_;  // of the state after each record
  std::vector<State> on_the_way_;
};

void DeepGame::derive_from_zero(std::uint64_t proposals) {
  Engine again;
  Held held;
  Adopted adopted;
  for (const auto& move : t_.moves) {
    const State before = again.state();
    const auto emitted = again.replay(move, t_);
    ASSERT_TRUE(emitted) << "at #" << move.index;
    held.after(move, *emitted, before, again.state());
    ASSERT_FALSE(testing::Test::HasFailure()) << "at #" << move.index << " " << move.event.ShortDebugString();
    if (!hashes_[move.index].empty()) {
      ASSERT_EQ(hash_of(again.state()), hashes_[move.index]) << "at #" << move.index;
    }
    adopted.count(before, *emitted, move);
  }
  EXPECT_EQ(digest_of(again.state()), digest_of(t_.state()));
  EXPECT_EQ(adopted.made(), static_cast<int>(proposals));
  // Of each kind that changes how the next is decided there were many.
  const auto enough = static_cast<int>(proposals / 100);
  for (const auto kind : {v1::Provision::kAdoption, v1::Provision::kEffectiveness, v1::Provision::kNumbering}) {
    EXPECT_GE(adopted.of(kind), enough) << "provisions of kind " << kind;
  }
  fmt::print("{} records, {} proposals, {} adopted ({}, {}, {} on adoption, effect, numbering)\n", t_.moves.size(),
             adopted.made(), adopted.adopted(), adopted.of(v1::Provision::kAdoption),
             adopted.of(v1::Provision::kEffectiveness), adopted.of(v1::Provision::kNumbering));
}

void DeepGame::derive_on_from_states_on_the_way() {
  for (const auto& state : on_the_way_) {
    const State copy = read_again(written(state));
    Engine on(copy);
    const auto end = std::min<std::size_t>(t_.moves.size(), state.size() + FROM_EACH);
    for (auto index = state.size(); index < end; ++index) {
      ASSERT_TRUE(on.replay(t_.moves[index], t_));
      ASSERT_EQ(hash_of(on.state()), hashes_[index]) << "from #" << state.size() - 1 << " on, at #" << index;
    }
  }
}

TEST(DeepGame, OfThousandsOfProposalsKeepsItsInvariants) {
  const auto proposals = from_environment("NOMIC_PROPOSALS", 2000);
  const auto seed = from_environment("NOMIC_SEED", 1);
  SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_PROPOSALS={}", seed, proposals));
  DeepGame game(seed);
  game.play(proposals);
  if (!HasFailure()) game.derive_from_zero(proposals);
  if (!HasFailure()) game.derive_on_from_states_on_the_way();
}

}  // namespace
}  // namespace nomic::replay::test
