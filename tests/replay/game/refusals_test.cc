// Every refusal of the engine, one row each: the code, the rules cited, and that nothing changed. Each row is wrong in
// later ways too where it can be, so that the order of the looks is settled.

#include <functional>
#include <limits>

#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using Rules = std::vector<std::uint32_t>;

v1::Event two_changes() {
  auto event = propose(v1::REPEAL, 203);
  *event.mutable_proposal_made()->add_changes() = propose(v1::REPEAL, 204).proposal_made().changes(0);
  return event;
}

v1::Event transmute_with_text() {
  auto event = propose(v1::TRANSMUTE_TO_MUTABLE, 101);
  event.mutable_proposal_made()->mutable_changes(0)->add_texts()->set_text("And something else.");
  return event;
}

// A game with proposal 301 in debate.
struct InDebate : Table {
  InDebate() : Table({"Ann", "Bob", "Cyd"}) { ok("Ann", enact("X.")); }
};

TEST(Refusals, OfAProposal) {
  Table t({"Ann", "Bob"});
  EXPECT_EQ(t.refused("Eve", two_changes(), ErrorCode::NOT_A_PLAYER), Rules());
  EXPECT_EQ(t.refused("Bob", two_changes(), ErrorCode::OUT_OF_TURN), (Rules{201}));
  EXPECT_EQ(t.refused("Ann", two_changes(), ErrorCode::SEVERAL_CHANGES), (Rules{202}));
  EXPECT_EQ(t.refused("Ann", transmute_with_text(), ErrorCode::SEVERAL_CHANGES), (Rules{109, 202}));
  EXPECT_EQ(t.refused("Ann", amend(105, "Some vote."), ErrorCode::RULE_IMMUTABLE), (Rules{103, 109}));
  EXPECT_EQ(t.refused("Ann", propose(v1::REPEAL, 114), ErrorCode::RULE_IMMUTABLE), (Rules{103, 109}));
  EXPECT_EQ(t.refused("Ann", propose(v1::RESTORE, 101), ErrorCode::RULE_IMMUTABLE), (Rules{103, 109}));
  EXPECT_EQ(t.refused("Ann", amend(999, "X."), ErrorCode::NO_SUCH_RULE), Rules());
  EXPECT_EQ(t.refused("Ann", propose(v1::REPEAL, 301), ErrorCode::NO_SUCH_RULE), Rules());
  EXPECT_EQ(t.refused("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 203), ErrorCode::ALREADY_OF_STATUS), (Rules{103}));
  EXPECT_EQ(t.refused("Ann", propose(v1::TRANSMUTE_TO_IMMUTABLE, 103), ErrorCode::ALREADY_OF_STATUS), (Rules{103}));
  EXPECT_EQ(t.refused("Ann", propose(v1::RESTORE, 203), ErrorCode::NEVER_AMENDED), (Rules{103}));
  EXPECT_EQ(t.refused("Ann", propose(v1::REENACT, 203), ErrorCode::NOT_REPEALED), (Rules{103}));
  EXPECT_EQ(t.refused("Ann", propose(v1::REENACT, 999), ErrorCode::NOT_REPEALED), (Rules{103}));
}

TEST(Refusals, OfAProposalThatIsNotOfItsForm) {
  Table t({"Ann", "Bob"});
  t.refused("Ann", v1::Event(propose(v1::CHANGE_KIND_UNSPECIFIED, 203)), ErrorCode::BAD_CHANGE);
  t.refused("Ann", propose(v1::ENACT, 203), ErrorCode::BAD_CHANGE);
  t.refused("Ann", propose(v1::REPEAL, 0), ErrorCode::BAD_CHANGE);
  t.refused("Ann", propose(v1::AMEND, 203), ErrorCode::BAD_CHANGE);  // no text
  v1::Event none;
  none.mutable_proposal_made();
  t.refused("Ann", none, ErrorCode::BAD_CHANGE);
  auto repeal = propose(v1::REPEAL, 203);
  repeal.mutable_proposal_made()->mutable_changes(0)->add_texts()->set_text("X.");
  t.refused("Ann", repeal, ErrorCode::BAD_CHANGE);
  auto empty = enact("X.");
  empty.mutable_proposal_made()->mutable_changes(0)->mutable_texts(0)->clear_text();
  t.refused("Ann", empty, ErrorCode::TEXT_EMPTY);
  t.refused("Ann", enact(std::string(60'001, 'x')), ErrorCode::TEXT_TOO_LONG);
  auto never = enact("X.");
  auto& quota =
      *never.mutable_proposal_made()->mutable_changes(0)->add_provisions()->mutable_adoption()->mutable_quota();
  quota.set_numerator(3);
  quota.set_denominator(2);
  quota.set_base(v1::Quota::ELIGIBLE);
  t.refused("Ann", never, ErrorCode::BAD_PROVISION);
}

TEST(Refusals, OfKindsThatARuleDoesNotAllow) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 103));
  t.turn("Bob", amend(301, "Only enactments and amendments.", {"rule_change_kinds { kinds: ENACT kinds: AMEND }"}));
  EXPECT_EQ(t.refused("Ann", propose(v1::REPEAL, 203), ErrorCode::KIND_NOT_ALLOWED), (Rules{302}));
}

TEST(Refusals, OfARevision) {
  InDebate t;
  t.refused("Ann", revise(302, enact("Y.")), ErrorCode::NO_SUCH_PROPOSAL);
  EXPECT_EQ(t.refused("Bob", revise(301, enact("Y.")), ErrorCode::NOT_PROPONENT), (Rules{111}));
  t.refused("Ann", revise(301, two_changes()), ErrorCode::SEVERAL_CHANGES);
  t.ok("Ann", call());
  EXPECT_EQ(t.refused("Ann", revise(301, enact("Y.")), ErrorCode::VOTE_CALLED_ALREADY), (Rules{111}));
}

TEST(Refusals, OfDebateAndOfCallingTheVote) {
  InDebate t;
  t.refused("Bob", say("Hm.", 302), ErrorCode::NO_SUCH_PROPOSAL);
  t.refused("Bob", say(""), ErrorCode::TEXT_EMPTY);
  t.refused("Bob", say(std::string(60'001, 'x')), ErrorCode::TEXT_TOO_LONG);
  EXPECT_EQ(t.refused("Bob", call(), ErrorCode::NOT_PROPONENT), (Rules{111}));
  t.ok("Bob", say("Hm."));
  t.ok("Ann", call());
  EXPECT_EQ(t.refused("Bob", say("Hm."), ErrorCode::VOTE_CALLED_ALREADY), (Rules{111}));
  EXPECT_EQ(t.refused("Ann", call(), ErrorCode::VOTE_CALLED_ALREADY), (Rules{111}));
}

TEST(Refusals, OfAVote) {
  InDebate t;
  EXPECT_EQ(t.refused("Ann", vote(FOR), ErrorCode::VOTE_NOT_CALLED), (Rules{111}));
  t.ok("Ann", call());
  t.refused("Eve", vote(FOR), ErrorCode::NOT_A_PLAYER);
  EXPECT_EQ(t.refused("Ann", vote_for_form(std::string(32, 'x'), v1::VoteCast::ABSTAIN), ErrorCode::OTHER_FORM),
            (Rules{111}));
  EXPECT_EQ(t.refused("Ann", vote(v1::VoteCast::ABSTAIN), ErrorCode::CHOICE_NOT_ALLOWED), (Rules{105}));
  t.ok("Ann", vote(FOR));
  EXPECT_EQ(t.refused("Ann", vote(AGAINST), ErrorCode::VOTED_ALREADY), (Rules{207}));
  t.refused("Bob", vote(FOR, 300), ErrorCode::NO_SUCH_PROPOSAL);
  t.refused("Bob", vote(FOR, 302), ErrorCode::NO_SUCH_PROPOSAL);
  t.ok("Bob", vote(FOR));
  t.ok("Cyd", vote(FOR));
  EXPECT_EQ(t.refused("Cyd", vote(FOR, 301), ErrorCode::PROPOSAL_CLOSED), (Rules{205}));
}

TEST(Refusals, OfAThrow) {
  InDebate t;
  EXPECT_EQ(t.refused("Ann", roll(3), ErrorCode::NO_THROW_DUE), (Rules{202}));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.refused("Bob", roll(7), ErrorCode::OUT_OF_TURN), (Rules{202}));
  t.refused("Ann", roll(1, 2), ErrorCode::WRONG_NUMBER_OF_DICE);
  t.refused("Ann", roll(7), ErrorCode::FACE_OUT_OF_RANGE);
  t.refused("Ann", roll(0), ErrorCode::FACE_OUT_OF_RANGE);
}

TEST(Refusals, OfForfeitingWhereARuleSaysSo) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 113));
  t.turn("Bob", amend(301, "Nobody leaves.", {"forfeit { always: false }"}));
  EXPECT_EQ(t.refused("Ann", forfeit(), ErrorCode::FORFEIT_NOT_ALLOWED), (Rules{302}));
}

TEST(Refusals, OfFoundingEventsInAFoundedGame) {
  Table t({"Ann", "Bob"});
  t.refused("", t.moves[0].event, ErrorCode::NOT_FOUNDING);
  t.refused("", t.moves[1].event, ErrorCode::NOT_FOUNDING);
  t.refused("", t.moves.back().event, ErrorCode::NOT_FOUNDING);
}

TEST(Refusals, OfMovesBeforeTheFoundingIsComplete) {
  const Table whole({"Ann", "Bob"});
  Engine engine;
  for (std::size_t i = 0; i + 1 < whole.moves.size(); ++i) ASSERT_TRUE(engine.move(whole.moves[i], whole));
  Move early = whole.moves.back();
  early.author = "Ann";
  early.event = enact("X.");
  const auto before = digest_of(engine.state());
  auto refused = engine.move(early, whole);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::FOUNDING_INCOMPLETE);
  EXPECT_EQ(digest_of(engine.state()), before);
}

TEST(Refusals, OfAFoundingThatIsNotWhatRecordZeroNames) {
  const Table whole({"Ann", "Bob"});
  Engine engine;
  for (auto move : whole.moves) {
    if (move.index == 5) move.payload += "x";
    auto done = engine.replay(move, whole);
    if (move.index + 1 < whole.moves.size()) {
      ASSERT_TRUE(done);
    } else {
      ASSERT_FALSE(done);
      EXPECT_EQ(done.error().code, ErrorCode::NOT_A_GAME);
    }
  }
}

// The founding on the 1990 rules, with its first rule changed.
ErrorCode refused_with(const std::function<void(v1::RuleBody&)>& change) {
  auto ruleset = *edition("1990");
  change(*ruleset.mutable_rules(0));
  const Table nothing({"Ann", "Bob"});
  Engine engine;
  for (const auto& event : founding_events({"Ann", "Bob"}, ruleset, "", v1::TABLE)) {
    Move move;
    move.index = engine.state().size();
    move.event = event;
    move.payload = event.SerializeAsString();
    if (auto done = engine.replay(move, nothing); !done) return done.error().code;
  }
  return ErrorCode();
}

TEST(Refusals, OfAFoundingWhoseRulesCouldNotBeProposed) {
  EXPECT_EQ(refused_with([](v1::RuleBody&) {}), ErrorCode());
  EXPECT_EQ(refused_with([](v1::RuleBody& rule) { rule.set_number(""); }), ErrorCode::NOT_A_GAME);
  EXPECT_EQ(refused_with([](v1::RuleBody& rule) { rule.set_number(reference(1'000'000'000)); }), ErrorCode::NOT_A_GAME);
  EXPECT_EQ(refused_with([](v1::RuleBody& rule) {
              auto& award = *rule.add_provisions()->mutable_award();
              award.set_occasion(v1::Award::ADOPTED);
              award.set_recipient(v1::Award::THE_PROPONENT);
              award.mutable_amount()->mutable_popularity()->set_decimals(4'000'000'000);
            }),
            ErrorCode::NOT_A_GAME);
}

TEST(Refusals, OfATimeThatNobodyCanWrite) {
  const std::int64_t last = 253'402'300'799'999'999;  // 9999-12-31T23:59:59.999999Z
  Table t({"Ann", "Bob"});
  Move move;
  move.index = t.state().size();
  move.author = "Ann";
  move.event = enact("X.");
  for (const auto time :
       {last + 1, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    move.recorded_at = time;
    const auto before = written(t.state());
    const auto done = t.engine.replay(move, t);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::NOT_A_GAME);
    EXPECT_EQ(written(t.state()), before);
  }
  move.recorded_at = last;
  EXPECT_TRUE(t.engine.replay(move, t));
}

TEST(Refusals, OfSemanticsAndMovesOfANewerProgram) {
  const Table whole({"Ann", "Bob"});
  Move newer = whole.moves[0];
  newer.event.mutable_game_founded()->set_semantics(SEMANTICS + 1);
  Engine engine;
  auto refused = engine.replay(newer, whole);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::NEWER_EVENT);

  Table t({"Ann", "Bob"});
  v1::Event unknown;
  t.refused("Ann", unknown, ErrorCode::NEWER_EVENT);
}

TEST(Refusals, OnReplayLeaveARecordWithoutEffectAndSayWhy) {
  Table t({"Ann", "Bob"});
  Move unlawful;
  unlawful.index = t.state().size();
  unlawful.author = "Bob";
  unlawful.event = enact("Out of turn.");
  auto emitted = t.engine.replay(unlawful, t);
  ASSERT_TRUE(emitted);
  ASSERT_EQ(emitted->size(), 1U);
  EXPECT_EQ(emitted->front().kind_case(), v1::Consequence::kNotLawful);
  EXPECT_EQ(emitted->front().rule().number(), 201);
  EXPECT_EQ(t.state().size(), unlawful.index + 1);
  EXPECT_TRUE(t.state().proposals().empty());
}

TEST(Refusals, OfMoreProposalsNumbersAndPlayersThanAGameMayHave) {
  Table t({"Ann", "Bob"});
  auto state = t.state();
  state.set_next_number(1'000'000'000);
  t.engine = Engine(state);
  t.refused("Ann", enact("X."), ErrorCode::NUMBERS_EXHAUSTED);

  state = t.state();
  for (int i = 0; i < 1000; ++i) state.edit_proposals().add().set_number(static_cast<std::uint32_t>(1000 + i));
  t.engine = Engine(state);
  t.refused("Ann", enact("X."), ErrorCode::TOO_MANY_PROPOSALS);

  state = t.state();
  while (state.players_size() < 10'000) state.edit_players().add(state.players(0));
  t.engine = Engine(state);
  t.refused("Eve", join("Eve"), ErrorCode::TOO_MANY_PLAYERS);
}

TEST(Refusals, OfAPlayerWithoutAName) {
  Table t({"Ann", "Bob"});
  v1::Event event;
  event.mutable_player_joined();
  t.refused("", event, ErrorCode::NAME_EMPTY);
}

TEST(Bounds, ATwentySixthMutableRuleIsRefusedWhenProposedAndWhenTheVoteIsCalled) {
  Table t({"Ann", "Bob"});
  for (int i = 0; i < 12; ++i) t.turn(i % 2 == 0 ? "Ann" : "Bob", enact("X."), FOR, 1);  // 13 + 12 = 25
  EXPECT_EQ(t.refused("Ann", enact("One too many."), ErrorCode::BOUND_BROKEN), (Rules{209}));
  EXPECT_EQ(t.refused("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 101), ErrorCode::BOUND_BROKEN), (Rules{209}));
  t.ok("Ann", propose(v1::REPEAL, 210));
  EXPECT_EQ(t.refused("Ann", revise(313, enact("One too many.")), ErrorCode::BOUND_BROKEN), (Rules{209}));
}

TEST(Bounds, TheLastMutableRuleStays) {
  Table t({"Ann", "Bob"});
  for (std::uint32_t number = 201; number < 213; ++number) {
    t.turn(next_player(t.engine), propose(v1::TRANSMUTE_TO_IMMUTABLE, number), FOR, 1);
  }
  const auto next = next_player(t.engine);
  EXPECT_EQ(t.refused(next, propose(v1::TRANSMUTE_TO_IMMUTABLE, 213), ErrorCode::BOUND_BROKEN), (Rules{114}));
  EXPECT_EQ(t.refused(next, propose(v1::REPEAL, 213), ErrorCode::BOUND_BROKEN), (Rules{114}));
}

}  // namespace
}  // namespace nomic::replay::test
