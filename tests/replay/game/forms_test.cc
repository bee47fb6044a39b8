// A vote is for the form of a proposal that it names, and counts for no other (docs/format.md, section 2): where a
// revision overtakes it, and where a Judgment strikes or upholds one.

#include "nomic/ledger/hash.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

// By hand: the SHA-256 of what is on record.
std::string form_in(const Table& t, std::uint64_t record) {
  return ledger::sha256(t.moves[record].payload).raw();
}

std::vector<std::string> voters(const Table& t) {
  std::vector<std::string> names;
  for (const auto& ballot : t.ballots(0)) {
    if (!ballot.withdrawn()) names.push_back(ballot.player());
  }
  return names;
}

using Names = std::vector<std::string>;

void holds_derived_again(const Table& t) {
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

// Ann proposes tea, and coffee instead; the vote on that is called.
struct Revised : Table {
  Revised() : Table(FOUR) {
    ok("Ann", enact("Tea."));
    tea = form_in(*this, last());
    ok("Ann", revise(301, enact("Coffee.")));
    revised = last();
    coffee = form_in(*this, last());
    ok("Ann", call());
  }
  std::string tea;
  std::string coffee;
  std::uint64_t revised = 0;
};

// ---- Overtaken -----------------------------------------------------------------------------------------------------

TEST(Forms, AreTheDigestOfThePayloadThatHoldsThem) {
  Table t(FOUR);
  t.ok("Ann", enact("Tea."));
  EXPECT_EQ(t.state().proposals(0).form(), form_in(t, t.last()));
  const auto made = t.last();
  t.ok("Ann", revise(301, enact("Coffee.")));
  EXPECT_EQ(t.state().proposals(0).form(), form_in(t, t.last()));
  EXPECT_NE(form_in(t, t.last()), form_in(t, made));
}

TEST(Forms, AVoteThatARevisionOvertookDoesNotCount) {
  Revised t;
  EXPECT_EQ(t.refused("Bob", vote_for_form(t.tea), ErrorCode::OTHER_FORM), (std::vector<std::uint32_t>{111}));
  EXPECT_TRUE(voters(t).empty());
  t.ok("Bob", vote_for_form(t.coffee));
  EXPECT_EQ(voters(t), Names{"Bob"});
}

TEST(Forms, AVoteWithoutOneIsForWhateverIsOpen) {
  Revised t;
  for (const auto* who : {"Ann", "Bob", "Cyd", "Dan"}) t.ok(who, vote(FOR));
  EXPECT_EQ(t.text(301), "Coffee.");
  holds_derived_again(t);
}

TEST(Forms, TheSameWordsAgainAreAnother) {
  Revised t;
  Table again(FOUR);
  again.ok("Ann", enact("Tea."));
  const auto tea = form_in(again, again.last());
  EXPECT_EQ(tea, t.tea);  // the same event on record, in another game
  again.ok("Ann", revise(301, enact("Tea.")));
  again.ok("Ann", call());
  again.refused("Bob", vote_for_form(tea), ErrorCode::OTHER_FORM);
}

// On record though it was refused, as another program could have it: it has no effect.
TEST(Forms, AVoteForAnotherOnRecordHasNoEffect) {
  Revised t;
  const Move move = t.move_of("Bob", vote_for_form(t.tea));
  const auto done = t.engine.replay(move, t);
  ASSERT_TRUE(done);
  EXPECT_EQ(one(*done, Kind::kNotLawful).not_lawful().refusal().code(), "OTHER_FORM");
  EXPECT_TRUE(voters(t).empty());
}

// ---- A revision is struck ------------------------------------------------------------------------------------------

TEST(FormsStruck, TheVotesOnARevisionFallWithItAndTheFormBeforeIsOpenAgain) {
  Revised t;
  t.ok("Bob", vote_for_form(t.coffee));
  const auto on_coffee = t.last();
  t.ok("Cyd", vote(FOR));
  t.refused("Ann", vote_for_form(t.tea), ErrorCode::OTHER_FORM);
  const auto emitted = settled(t, "Cyd", "Dan", judge(0).strikes({t.revised}));
  const auto judgment = t.last();
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{on_coffee}));
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().why(), Kind::MoveFallen::REFUSED);
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().refusals(0).code(), "OTHER_FORM");
  EXPECT_EQ(t.state().proposals(0).form(), t.tea);
  EXPECT_EQ(voters(t), Names{"Cyd"});
  t.refused("Bob", vote_for_form(t.coffee), ErrorCode::OTHER_FORM);
  t.ok("Ann", vote_for_form(t.tea));  // signed for tea, before the revision or after
  EXPECT_EQ(voters(t), (Names{"Cyd", "Ann"}));
  holds_derived_again(t);

  // Overruled: coffee again, and the vote for tea falls.
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  t.ok("Cyd", overrule(judgment));
  EXPECT_EQ(t.state().proposals(0).form(), t.coffee);
  EXPECT_EQ(voters(t), (Names{"Bob", "Cyd"}));
  holds_derived_again(t);
}

TEST(FormsStruck, AVoteThatWasCompleteIsOpenAgain) {
  Revised t;
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote_for_form(t.coffee));
  t.ok("Dan", vote(FOR));
  ASSERT_EQ(t.text(301), "Coffee.");
  settled(t, "Cyd", "Dan", judge(0).strikes({t.revised}));
  EXPECT_EQ(t.rule(301), nullptr);
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(voters(t), Names{"Dan"});
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote_for_form(t.tea));
  EXPECT_EQ(t.text(301), "Tea.");
  holds_derived_again(t);
}

// A struck proposal keeps its number, and the next one has its own with the form that it had.
TEST(FormsStruck, TheNextProposalKeepsItsNumberAndForm) {
  Table t(FOUR);
  t.turn("Ann", enact("Anyone proposes, at any time.", {"proposing { who: ANYONE }"}));
  t.ok("Bob", enact("Cake."));  // 302
  t.ok("Cyd", enact("Tea."));   // 303
  const auto tea = t.last();
  t.ok("Dan", enact("Milk."));  // 304
  const auto milk = form_in(t, t.last());
  t.ok("Dan", call(304));
  t.ok("Bob", vote_for_form(milk, FOR, 304));
  settled(t, "Bob", "Ann", judge(0).strikes({tea}));
  ASSERT_EQ(t.state().proposals_size(), 2);
  EXPECT_EQ(t.state().proposals(1).number(), 304U);
  EXPECT_EQ(t.state().proposals(1).form(), milk);
  EXPECT_EQ(t.ballots(1).size(), 1);
  t.ok("Ann", vote_for_form(milk, FOR, 304));
  EXPECT_EQ(t.ballots(1).size(), 2);
}

// ---- A revision, or a vote, is upheld ------------------------------------------------------------------------------

TEST(FormsUpheld, ARevisionAfterTheCallLeavesNoBallotThatNamesAnotherForm) {
  Table t(FOUR);
  t.ok("Ann", enact("Tea."));
  const auto tea = form_in(t, t.last());
  t.ok("Ann", call());
  t.ok("Bob", vote_for_form(tea));
  const auto on_tea = t.last();
  t.ok("Cyd", vote(FOR));
  t.ok("Ann", contest(revise(301, enact("Coffee."))));
  const auto contested = t.last();
  const auto coffee = form_in(t, contested);  // of the record that contests
  const auto emitted = settled(t, "Ann", "Dan", judge(0).upholds({contested}));
  const auto judgment = t.last();
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{on_tea}));
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().player(), "Bob");
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().refusals(0).code(), "OTHER_FORM");
  EXPECT_EQ(t.state().proposals(0).form(), coffee);
  EXPECT_EQ(voters(t), Names{"Cyd"});
  t.refused("Bob", vote_for_form(tea), ErrorCode::OTHER_FORM);
  t.ok("Bob", vote_for_form(coffee, AGAINST));
  holds_derived_again(t);

  // Overruled: his first ballot stands again, and the second was for another form.
  t.ok("Ann", overrule(judgment));
  t.ok("Bob", overrule(judgment));
  const auto again = t.ok("Cyd", overrule(judgment));
  EXPECT_EQ(records_of(again, Kind::kMoveStands), (Records{on_tea}));
  EXPECT_EQ(t.state().proposals(0).form(), tea);
  EXPECT_EQ(voters(t), (Names{"Bob", "Cyd"}));
  EXPECT_EQ(t.ballots(0)[0].choice(), FOR);
  holds_derived_again(t);
}

TEST(FormsUpheld, NoJudgmentGivesAVoteToAnotherForm) {
  Revised t;
  t.ok("Bob", contest(vote_for_form(t.tea, FOR, 301)));
  const auto contested = t.last();
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{contested}));
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().refusals(0).code(), "OTHER_FORM");
  EXPECT_TRUE(voters(t).empty());
  // What a Judge finds names no form.
  settled(t, "Bob", "Dan", judge(0).under(207).finds_ballot(301, "Bob", FOR));
  EXPECT_EQ(voters(t), Names{"Bob"});
}

TEST(FormsUpheld, AProposalThatBeginsATurnHasTheFormOfTheRecordThatContests) {
  Table t(FOUR);
  t.turn("Ann", enact("Tea."));
  t.ok("Cyd", contest(enact("Out of turn.")));
  const auto contested = t.last();
  settled(t, "Cyd", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(t.state().proposals(0).form_at(), contested);
  EXPECT_EQ(t.state().proposals(0).form(), form_in(t, contested));
  t.ok("Cyd", call());
  t.ok("Bob", vote_for_form(form_in(t, contested)));
}

}  // namespace
}  // namespace nomic::replay::test
