// Random games, legal moves and illegal ones, with random provisions in their proposals. After every record: the state
// kept while playing, the state derived from record 0 and the state derived on from any earlier one are the same, byte
// for byte; every score is the sum of its entries; no consequence cites a version of a rule that was not in force at
// its record; numbers are given without gap or repeat.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

const std::vector<std::string>& provisions() {
  static const std::vector<std::string> ALL = {
      "adoption { quota { numerator: 1 denominator: 2 strict: true base: ELIGIBLE } }",
      "adoption { quota { numerator: 2 denominator: 3 base: CAST } later { after_circuit: 3 quota { numerator: 1 "
      "denominator: "
      "3 base: ELIGIBLE } } }",
      "scope { changes: TRANSMUTE_TO_MUTABLE } adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE } }",
      "numbering { changed_rule: KEEPS_ITS_OWN }",
      "turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip_thousandths: 500 } } }",
      "turn_parts { parts { proposal {} } parts { award { amount { popularity { minus: 300 } } reckoned: BEFORE_EFFECT "
      "} } }",
      "award { occasion: VOTED_ON recipient: OTHER_VOTERS_FOR amount { fixed_thousandths: 1500 } reckoned: "
      "AFTER_EFFECT }",
      "award { occasion: DEFEATED recipient: VOTERS_AGAINST amount { fixed_thousandths: 700 } reckoned: BEFORE_EFFECT "
      "}",
      "victory { points_thousandths: 40000 }",
      "turn_order { order: SURNAME starting_points_thousandths: 2000 }",
      "franchise { votes_per_player: 3 }",
      "precedence_claim { relation: PREVAILS type: ANY_RULE }",
      "precedence_method { same_status: CLAIMS_THEN_LOWEST }",
      "rule_change_kinds { kinds: ENACT kinds: AMEND kinds: REPEAL per_proposal: 2 }",
      "ruleset_bounds { max_mutable: 20 }",
      "forfeit { always: false }",
      "debate { caller: ANYONE }",
  };
  return ALL;
}

// Random choices, one after the other: 0 once they are used up, so that a game shrinks by its tail.
class Draws {
 public:
  explicit Draws(std::vector<std::uint32_t> raw) : raw_(std::move(raw)) {}
  std::size_t below(std::size_t count) { return at_ < raw_.size() ? raw_[at_++] % count : 0; }
  [[nodiscard]] bool over() const { return at_ >= raw_.size(); }

 private:
  std::vector<std::uint32_t> raw_;
  std::size_t at_ = 0;
};

v1::Event random_proposal(const State& state, Draws& choose) {
  static constexpr v1::ChangeKind KINDS[] = {
      v1::ENACT,   v1::AMEND,  v1::AMEND, v1::REPEAL, v1::TRANSMUTE_TO_MUTABLE, v1::TRANSMUTE_TO_IMMUTABLE,
      v1::REENACT, v1::RESTORE};
  const auto kind = KINDS[choose.below(8)];
  v1::Event event;
  auto& change = *event.mutable_proposal_made()->add_changes();
  change.set_kind(kind);
  if (kind == v1::REENACT && !state.repealed().empty()) {
    change.set_rule(reference(
        state.repealed(static_cast<int>(choose.below(static_cast<std::size_t>(state.repealed_size())))).number()));
  } else if (kind != v1::ENACT) {
    change.set_rule(
        reference(state.rules(static_cast<int>(choose.below(static_cast<std::size_t>(state.rules_size())))).number()));
  }
  if (kind == v1::ENACT || kind == v1::AMEND) {
    change.add_texts()->set_text("Text " + std::to_string(choose.below(1000)) + ".");
    for (auto left = choose.below(3); left > 0; --left) {
      const auto provision = enact("x", {provisions()[choose.below(provisions().size())]});
      *change.add_provisions() = provision.proposal_made().changes(0).provisions(0);
    }
  }
  event.mutable_proposal_made()->set_call_vote(choose.below(2) == 1);
  return event;
}

v1::Event random_move(const State& state, const Engine& engine, Draws& choose, int serial) {
  const auto open =
      state.proposals().empty()
          ? 301
          : state.proposals(static_cast<int>(choose.below(static_cast<std::size_t>(state.proposals_size())))).number();
  switch (choose.below(12)) {
    case 0:
      return forfeit();
    case 1:
      return join("New " + std::to_string(serial) + "x", choose.below(2) == 0 ? "Aa" : "Zz");
    case 2:
      return call(open);
    case 3:
      return revise(open, random_proposal(state, choose));
    case 4:
      return say("Words.", open);
    case 5:
    case 6: {
      v1::Event event;
      const auto parts = engine.law().turn_parts({}).value;
      event.mutable_dice_thrown();
      for (const auto& part : parts.parts()) {
        for (std::uint32_t i = 0; i < part.throw_().dice(); ++i) {
          event.mutable_dice_thrown()->add_faces(static_cast<std::uint32_t>(1 + choose.below(7)));
        }
      }
      return event;
    }
    case 7:
      return random_proposal(state, choose);
    default:
      return vote(choose.below(4) == 0 ? AGAINST : FOR, open);
  }
}

// What whoever must act would do, so that games get somewhere.
std::pair<std::string, v1::Event> sensible_move(const Table& t, Draws& choose, int serial) {
  const auto status = status_of(t);
  const auto author = status.waiting_for.empty() ? std::string("Ann Young")
                                                 : status.waiting_for[choose.below(status.waiting_for.size())];
  const auto& state = t.state();
  switch (state.turn().phase()) {
    case v1::Turn::PROPOSING:
    case v1::Turn::BEGUN:
    case v1::Turn::TURN_COMPLETE:
      return {author, random_proposal(state, choose)};
    case v1::Turn::DEBATING:
      return {state.turn().mover(), call(state.turn().proposal())};
    case v1::Turn::VOTING:
      return {author, vote(choose.below(5) == 0 ? AGAINST : FOR, state.turn().proposal())};
    default:
      return {author, random_move(state, t.engine, choose, serial)};
  }
}

// What must hold of one record's consequences.
class Invariants {
 public:
  void after(const Table& t, const Consequences& emitted, const State& before) {
    std::uint32_t order = 0;
    for (const auto& c : emitted) {
      RC_ASSERT(c.record() == t.last());
      RC_ASSERT(c.order() == order++);
      if (c.kind_case() == v1::Consequence::kScore) {
        scores_[c.score().player()] += c.score().points();
        RC_ASSERT(c.score().total() == scores_[c.score().player()]);
      }
      if (c.kind_case() == v1::Consequence::kProposalMade)
        RC_ASSERT(numbers_.insert(number_in(c.proposal_made().proposal())).second);
      if (c.has_rule() && c.kind_case() != v1::Consequence::kNotLawful) cites_what_was_in_force(c, before, t.state());
    }
    for (const auto& player : t.state().players()) RC_ASSERT(player.points() == scores_[player.names().name()]);
    std::set<std::uint32_t> borne;
    for (const auto& rule : t.state().rules()) RC_ASSERT(borne.insert(rule.number()).second);
  }

 private:
  // A version is named by its number and the record since which it is in force: it stood just before the record, or
  // came into force at it.
  static void cites_what_was_in_force(const v1::Consequence& c, const State& before, const State& now) {
    bool found = c.rule().since() == c.record();
    for (const auto* state : {&before, &now}) {
      for (const auto& rule : state->rules()) {
        found = found || (rule.number() == c.rule().number() && rule.since() == c.rule().since());
      }
    }
    RC_ASSERT(found);
  }

  std::map<std::string, std::int64_t> scores_;
  std::set<std::uint32_t> numbers_;
};

void play_random_game(Draws choose) {
  const bool mail = choose.below(2) == 1;
  Table t({"Ann Young", "Bob Miller", "Cyd Abel", "Dan Root"}, mail || choose.below(2) == 0 ? "1990" : "1982",
          mail ? v1::MAIL : v1::TABLE);
  t.lawful = false;  // its moves have no times
  Invariants invariants;
  std::vector<std::string> kept(t.moves.size());
  kept.back() = written(t.state());
  for (int serial = 0; !choose.over() && serial < 400; ++serial) {
    std::string author =
        t.state()
            .players(static_cast<int>(choose.below(static_cast<std::size_t>(t.state().players_size()))))
            .names()
            .name();
    v1::Event event;
    if (choose.below(4) != 0) {
      const auto sensible = sensible_move(t, choose, serial);
      author = sensible.first;
      event = sensible.second;
    } else {
      event = random_move(t.state(), t.engine, choose, serial);
    }
    if (event.has_player_joined()) author = event.player_joined().player().name();
    Move move;
    move.index = t.state().size();
    move.author = author;
    move.payload = event.SerializeAsString();
    move.event = event;
    const State before = t.state();
    auto done = t.engine.move(move, t);
    if (!done) {
      RC_ASSERT(written(t.state()) == written(before));
      continue;
    }
    t.moves.push_back(move);
    kept.push_back(written(t.state()));
    invariants.after(t, *done, before);
  }
  // From record 0, and from one state on the way.
  Engine again;
  for (const auto& made : t.moves) {
    RC_ASSERT(bool(again.replay(made, t)));
    if (!kept[made.index].empty()) RC_ASSERT(written(again.state()) == kept[made.index]);
  }
  const auto founded = t.state().founding().founding_records();
  const auto from = founded - 1 + choose.below(t.moves.size() - founded + 1);
  State middle = read_again(kept[from]);
  Engine on(middle);
  for (std::size_t i = from + 1; i < t.moves.size(); ++i) {
    RC_ASSERT(bool(on.replay(t.moves[i], t)));
    RC_ASSERT(written(on.state()) == kept[i]);
  }
}

RC_GTEST_PROP(RandomGames, KeepTheirInvariants, ()) {
  const auto length = *rc::gen::inRange<std::size_t>(10, 1500);
  play_random_game(Draws(*rc::gen::container<std::vector<std::uint32_t>>(length, rc::gen::arbitrary<std::uint32_t>())));
}

}  // namespace
}  // namespace nomic::replay::test
