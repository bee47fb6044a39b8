// A game that has replaced every mutable rule of the Initial Set, transmuted and replaced five immutable ones, and then
// runs parallel proposals with deadlines, delayed effects, kept numbers and rounds. What is expected was worked out by
// hand from the rules; then the whole is derived again, to every record from every record.

#include <gtest/gtest.h>

#include "nomic/replay/digest.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

constexpr std::int64_t HOUR = 3'600'000'000;

using Numbers = std::vector<std::uint32_t>;

v1::Event tick() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

v1::Event withdraw(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_proposal_withdrawn()->set_proposal(reference(proposal));
  return event;
}

// One proposal with the rule-changes of all of these.
v1::Event several(const std::vector<v1::Event>& parts, bool together) {
  v1::Event event;
  for (const auto& part : parts) *event.mutable_proposal_made()->add_changes() = part.proposal_made().changes(0);
  event.mutable_proposal_made()->set_together(together);
  return event;
}

v1::Event called(v1::Event proposal) {
  proposal.mutable_proposal_made()->set_call_vote(true);
  return proposal;
}

class GreatGame : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(t.last(), 32U);  // the game, 29 rules, 3 players
    kept.resize(t.moves.size());
    kept.back() = written(t.state());
  }

  Consequences ok(const std::string& author, const v1::Event& event) {
    Move move;
    move.index = t.state().size();
    move.author = author;
    move.recorded_at = now;
    move.payload = event.SerializeAsString();
    move.event = event;
    auto emitted = t.engine.move(move, t);
    EXPECT_TRUE(emitted) << author << " at #" << move.index << ": " << (emitted ? "" : label_of(emitted.error()));
    if (!emitted) return {};
    t.moves.push_back(move);
    kept.push_back(written(t.state()));
    return *std::move(emitted);
  }

  void hours(std::int64_t count) { now += count * HOUR; }

  // A turn in the ring: everybody is for it, and the die shows `face`.
  void unanimous_turn(const std::string& mover, std::uint32_t proposal, const v1::Event& form, std::uint32_t face) {
    EXPECT_EQ(next_player(t.engine), mover);
    EXPECT_EQ(number_in(one(ok(mover, called(form)), v1::Consequence::kProposalMade).proposal_made().proposal()),
              proposal);
    for (const auto* name : {"Ann", "Bob", "Cyd"}) ok(name, vote(FOR, proposal));
    ok(mover, roll(face));
    hours(1);
  }

  // Three proposals at once, of which one is adopted, one defeated and one taken back. In every other session the third
  // player votes against the first; else he stays away, and the vote on it ends with its time.
  void session(std::uint32_t first, const std::string& mover, const std::string& next, const std::string& other,
               bool by_time) {
    EXPECT_EQ(next_player(t.engine), mover);
    ok(mover, called(enact("Session " + std::to_string(first) + ".")));
    ok(next, called(amend(210, "Speak to " + std::to_string(first) + ".", {"consultation { team_mates_only: true }"})));
    ok(other, enact("Never voted on."));
    EXPECT_EQ(t.state().proposals_size(), 3);
    ok(mover, vote(FOR, first));
    ok(next, vote(FOR, first));
    ok(mover, vote(AGAINST, first + 1));
    ok(next, vote(FOR, first + 1));
    EXPECT_TRUE(has(ok(other, vote(v1::VoteCast::ABSTAIN, first + 1)), v1::Consequence::kProposalDefeated));
    ok(other, withdraw(first + 2));
    Consequences end;
    if (by_time) {
      hours(25);
      end = ok(other, tick());
      EXPECT_TRUE(has(end, v1::Consequence::kTimeUp));
    } else {
      end = ok(other, vote(AGAINST, first));
    }
    EXPECT_EQ(one(end, v1::Consequence::kProposalAdopted).rule().number(), 311);
    ok(mover, roll(6));
    EXPECT_EQ(t.rule(first), nullptr) << "its effect is still to come";
    hours(7);
    EXPECT_EQ(number_in(one(ok(next, tick()), v1::Consequence::kRuleEnacted).rule_enacted().to_number()), first);
  }

  void expect_points(double ann, double bob, double cyd) const {
    EXPECT_EQ(t.points("Ann"), ann);
    EXPECT_EQ(t.points("Bob"), bob);
    EXPECT_EQ(t.points("Cyd"), cyd);
  }

  void replace_all_rules();
  void play_sessions();
  void win_a_round();

  Table t{{"Ann", "Bob", "Cyd"}};
  std::int64_t now = HOUR;
  std::vector<std::string> kept;  // the state after each record
};

// Two circuits in which the Initial Set goes.
void GreatGame::replace_all_rules() {
  unanimous_turn(
      "Ann", 301,
      amend(
          202, "A throw gives half a point for each pip; a proposal holds up to five rule-changes.",
          {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 500 } } }",
           "rule_change_kinds { per_proposal: 5 }"}),
      2);
  expect_points(1, 0, 0);  // by the new rule already: two pips

  std::vector<v1::Event> transmutations;
  for (const std::uint32_t rule : {104U, 105U, 107U, 108U, 112U}) {
    transmutations.push_back(propose(v1::TRANSMUTE_TO_MUTABLE, rule));
  }
  unanimous_turn("Bob", 302, several(transmutations, true), 4);
  // Its own number for the first, and the next integers for the others.
  for (const std::uint32_t rule : {302U, 303U, 304U, 305U, 306U}) EXPECT_EQ(t.rule(rule)->status(), v1::MUTABLE);
  EXPECT_EQ(t.rule(305)->lineage(), 108U);

  unanimous_turn("Cyd", 307,
                 several({amend(302, "A proposal may be taken back.", {"voting_duty { every_proposal: false }"}),
                          amend(303, "Who likes abstains.", {"franchise { electorate: PLAYERS abstention: true }"}),
                          amend(304, "The past may be changed.",
                                {"effectiveness { not_before: VOTE_COMPLETE retroactive: true }"}),
                          amend(305, "Rules keep their numbers.", {"numbering { changed_rule: KEEPS_ITS_OWN }"}),
                          amend(306, "Anything may win.", {"victory_bound { points_only: false }"})},
                         true),
                 6);
  // The fourth change makes numbers stay, so the fifth renumbers nothing.
  EXPECT_EQ(t.rule(310)->lineage(), 108U);
  EXPECT_EQ(t.rule(306)->lineage(), 112U);
  EXPECT_EQ(t.rule(306)->revision(), 1U);
  EXPECT_EQ(t.state().next_number(), 311U);
  EXPECT_EQ(t.state().turn().circuits_complete(), 1U);
  expect_points(1, 2, 3);

  unanimous_turn(
      "Ann", 311,
      several({propose(v1::REPEAL, 203),
               enact("Most votes cast adopt.", {"adoption { fraction: \"1/2\" more_than: true of: CAST quorum { "
                                                "numerator: 1 denominator: 2 } }"}),
               propose(v1::REPEAL, 204),
               enact("Dissent is worth something.", {"award { occasion: ADOPTED recipient: VOTERS_AGAINST amount { "
                                                     "points: \"1.5\" } reckoned: BEFORE_EFFECT }"}),
               amend(205, "Six hours pass.", {"effectiveness { when: AFTER_DELAY delay { hours: 6 } }"})},
              true),
      4);
  EXPECT_EQ(t.rule(203), nullptr);
  EXPECT_EQ(t.text(311), "Most votes cast adopt.");
  EXPECT_EQ(t.text(312), "Dissent is worth something.");

  unanimous_turn(
      "Bob", 313,
      several({amend(206, "Defeat costs two points.",
                     {"award { occasion: DEFEATED recipient: THE_PROPONENT amount { points: \"-2\" } "
                      "reckoned: BEFORE_EFFECT }"}),
               amend(207, "A vote may be changed.", {"vote_changes { change: true }"}),
               amend(208, "Twenty points win a round.", {"victory { points_thousandths: 20000 ends: ROUND }"}),
               amend(209, "Forty mutable rules.", {"ruleset_bounds { max_mutable: 40 }"}),
               amend(210, "Speak freely.", {"consultation { team_mates_only: false }"})},
              false),
      6);
  EXPECT_EQ(t.state().pending_size(), 1);
  EXPECT_EQ(t.rule(208)->provisions(0).victory().points_thousandths(), 100'000);
  hours(5);
  EXPECT_EQ(of_kind(ok("Ann", tick()), v1::Consequence::kRuleAmended).size(), 5U);
  EXPECT_EQ(t.rule(208)->provisions(0).victory().points_thousandths(), 20'000);

  unanimous_turn(
      "Cyd", 314,
      several(
          {amend(201, "Three days to begin.", {"turn_order { order: SEATING time_to_propose { days: 3 } }"}),
           amend(211, "The later rule prevails.", {"precedence_method { same_status: CLAIMS_THEN_HIGHEST }"}),
           amend(212, "Ann judges.", {"judgment { seat: NAMED judge: \"Ann\" }"}),
           amend(213, "Three rounds win.", {"victory { rounds: 3 }"}),
           enact("Anybody proposes; a vote lasts a day.", {"proposing { who: ANYONE open: 3 withdrawal: BEFORE_VOTE }",
                                                           "voting_period { vote { hours: 24 } at_end: COUNT_CAST }"})},
          true),
      2);
  hours(5);
  ok("Ann", tick());
  EXPECT_EQ(t.state().turn().circuits_complete(), 2U);
  expect_points(3, 5, 4);
  EXPECT_EQ(t.numbers(), Numbers({101, 102, 103, 106, 109, 110, 111, 113, 114, 115, 116, 201, 205, 206, 207,
                                  208, 209, 210, 211, 212, 213, 301, 306, 307, 308, 309, 310, 311, 312, 314}));
  // Nothing of 201 to 213, and of the five, is as it was founded.
  for (const auto& rule : t.state().rules()) {
    if (rule.number() > 200) {
      EXPECT_GT(rule.since(), 32U) << rule.number();
    }
  }
}

// Two circuits of parallel proposals.
void GreatGame::play_sessions() {
  session(315, "Ann", "Bob", "Cyd", true);
  expect_points(6, 3, 4);
  session(318, "Bob", "Cyd", "Ann", false);
  expect_points(7.5, 6, 2);
  session(321, "Cyd", "Ann", "Bob", true);
  expect_points(5.5, 6, 5);
  EXPECT_EQ(t.state().turn().circuits_complete(), 3U);
  session(324, "Ann", "Bob", "Cyd", false);
  expect_points(8.5, 4, 6.5);
  session(327, "Bob", "Cyd", "Ann", true);
  expect_points(8.5, 7, 4.5);
  session(330, "Cyd", "Ann", "Bob", false);
  expect_points(6.5, 8.5, 7.5);
  EXPECT_EQ(t.state().turn().circuits_complete(), 4U);
  EXPECT_EQ(t.text(210), "Speak freely.") << "every proposal to amend it was defeated";
  EXPECT_EQ(t.state().rules_size(), 36);
  EXPECT_EQ(next_player(t.engine), "Ann");
}

// Eight points win a round: Bob stands at 8.5 when that takes effect.
void GreatGame::win_a_round() {
  const auto bob_got_there = t.last() - 2;  // the vote of the last session, before its throw and its effect
  unanimous_turn("Ann", 333,
                 amend(208, "Eight points win a round.", {"victory { points_thousandths: 8000 ends: ROUND }"}), 2);
  expect_points(7.5, 8.5, 7.5);
  hours(5);
  const auto emitted = ok("Cyd", tick());
  const auto victory = one(emitted, v1::Consequence::kVictory);
  EXPECT_EQ(victory.victory().player(), "Bob");
  EXPECT_EQ(victory.rule().number(), 208);
  EXPECT_EQ(victory.victory().reached_at(), bob_got_there);
  EXPECT_EQ(t.state().rounds(), 1U);
  expect_points(0, 0, 0);
  EXPECT_EQ(next_player(t.engine), "Bob");  // play goes on
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  EXPECT_EQ(t.rule(208)->revision(), 2U);
}

TEST_F(GreatGame, ReplaysToEveryPointFromEveryPoint) {
  replace_all_rules();
  play_sessions();
  win_a_round();
  ASSERT_GE(t.moves.size(), 120U);
  ASSERT_FALSE(HasFailure());

  const auto derived = t.derived_again();
  ASSERT_EQ(derived.size(), kept.size());
  for (std::size_t at = 32; at < kept.size(); ++at) {
    ASSERT_EQ(written(derived[at]), kept[at]) << "from zero, at #" << at;
    State state = read_again(kept[at]);
    ASSERT_EQ(digest_of(derived[at]), digest_of(state)) << "from zero, at #" << at;
    Engine on(state);
    for (auto index = at + 1; index < kept.size(); ++index) {
      ASSERT_TRUE(on.replay(t.moves[index], t));
      ASSERT_EQ(written(on.state()), kept[index]) << "from #" << at << ", at #" << index;
    }
    ASSERT_EQ(digest_of(on.state()), digest_of(t.state())) << "from #" << at;
  }
}

}  // namespace
}  // namespace nomic::replay::test
