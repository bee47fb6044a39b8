// What versions of rules say: not in the state, but in the record that it names.

#include "nomic/replay/content.h"

#include <algorithm>
#include <map>

#include "nomic/ledger/hash.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/failing_history.h"
#include "replay/game/free_moves.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

// The same records, but for the words of one.
class Altered : public History {
 public:
  Altered(const History& history, std::uint64_t record) : history_(history), record_(record) {}

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    auto move = history_.at(index);
    if (!move || index != record_) return move;
    auto& made = *move->event.mutable_proposal_made();
    made.mutable_changes(0)->mutable_texts(0)->set_text("Forged.");
    move->payload = move->event.SerializeAsString();
    return move;
  }

 private:
  const History& history_;
  std::uint64_t record_;
};

bool has_words(const State& state) {
  const auto wire = state.to_wire();
  for (const auto& rule : wire.rules()) {
    if (!rule.texts().empty()) return true;
  }
  const auto has_some = [](const v1::Proposal& proposal) {
    return std::any_of(proposal.changes().begin(), proposal.changes().end(),
                       [](const auto& change) { return !change.texts().empty(); });
  };
  return std::any_of(wire.proposals().begin(), wire.proposals().end(), has_some) ||
         std::any_of(wire.pending().begin(), wire.pending().end(),
                     [&](const auto& pending) { return has_some(pending.proposal()); });
}

TEST(Content, IsInNoState) {
  Table t({"Ann", "Bob"});
  EXPECT_FALSE(has_words(t.state()));
  t.ok("Ann", amend(206, "Defeat costs nothing."));
  t.ok("Ann", revise(301, amend(206, "Defeat costs a point.")));
  EXPECT_FALSE(has_words(t.state()));
  EXPECT_EQ(t.text_proposed(0), "Defeat costs a point.");
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_FALSE(has_words(t.state()));
  EXPECT_EQ(t.text(301), "Defeat costs a point.");
}

TEST(Content, OfARuleIsNamedByItsRecordAndThePayloadOfThat) {
  Table t({"Ann", "Bob"});
  const auto founded = t.rule(206)->sources(0).record();
  EXPECT_EQ(t.rule(206)->form(), ledger::sha256(t.moves[founded].payload).raw());
  t.ok("Ann", amend(206, "Dfeat costs nothing."));
  const auto form = t.last();
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.rule(301)->form(), ledger::sha256(t.moves[form].payload).raw());
  t.ok("Ann", roll(1));
  // A correction changes what is read, and not what is named.
  t.ok("Bob", correct_text(form, 301, "Dfeat", "Defeat"));
  EXPECT_EQ(t.rule(301)->form(), ledger::sha256(t.moves[form].payload).raw());
  EXPECT_EQ(t.text(301), "Defeat costs nothing.");
  // What is brought back is named as it was.
  t.turn("Bob", propose(v1::RESTORE, 301));
  EXPECT_EQ(t.rule(302)->form(), ledger::sha256(t.moves[founded].payload).raw());
}

TEST(Content, OfAnAlteredRecordIsDamageAndSaidWithTheRecord) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", amend(206, "Defeat costs nothing."));
  const auto form = t.last();
  const Altered altered(t, form);
  const auto proposed = changes_of(altered, t.state().proposals(0));
  ASSERT_FALSE(proposed);
  EXPECT_EQ(label_of(proposed.error()), "NOT_A_GAME/text_differs");
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  const auto texts = texts_of(altered, *t.rule(301));
  ASSERT_FALSE(texts);
  EXPECT_EQ(label_of(texts.error()), "NOT_A_GAME/text_differs");
  ASSERT_FALSE(texts.error().parameters.empty());
  EXPECT_FALSE(rules_with_texts(altered, t.state()));
  EXPECT_TRUE(texts_of(altered, *t.rule(101)));
}

TEST(Content, OfARecordThatCannotBeReadIsTheLedgersError) {
  const Table t({"Ann", "Bob"});
  const Failing missing(t, 0);
  const auto texts = texts_of(missing, *t.rule(206));
  ASSERT_FALSE(texts);
  EXPECT_EQ(texts.error().code, ErrorCode::LEDGER);
  const Failing later(t, 3);
  EXPECT_FALSE(rules_with_texts(later, t.state()));
}

std::string form_of(const Table& t, std::uint64_t record) {
  return ledger::sha256(t.moves[record].payload).raw();
}

// Ann's turn is complete: 301 is a rule under which acts are done.
struct Herald : Table {
  Herald() : Table({"Ann", "Bob", "Cyd", "Dan"}) { turn("Ann", enact("The herald makes rules.")); }
};

TEST(Content, OfWhatAnActMakesStandsInTheAct) {
  Herald t;
  t.ok("Bob", act(301).change(enact("Tea is served at four.")).change(amend(206, "Reworded.")));
  EXPECT_FALSE(has_words(t.state()));
  EXPECT_EQ(t.text(302), "Tea is served at four.");
  EXPECT_EQ(t.text(206), "Reworded.");
  for (const std::uint32_t number : {302U, 206U}) EXPECT_EQ(t.rule(number)->form(), form_of(t, t.last())) << number;
  EXPECT_EQ(t.rule(302)->sources().rbegin()->change(), 0U);
  EXPECT_EQ(t.rule(206)->sources().rbegin()->change(), 1U);
}

TEST(Content, StaysWhereARuleOnlyTakesAnotherStatusOrNumber) {
  Herald t;
  const auto form = t.rule(101)->form();
  const auto text = t.text(101);
  t.turn("Bob", propose(v1::TRANSMUTE_TO_MUTABLE, 101));
  EXPECT_EQ(t.rule(302)->form(), form);
  EXPECT_EQ(t.text(302), text);
  t.turn("Cyd", propose(v1::REPEAL, 302));
  t.turn("Dan", propose(v1::REENACT, 302));
  EXPECT_EQ(t.rule(304)->form(), form);
  EXPECT_EQ(t.text(304), text);
}

// The move that a Judgment upholds stands in a record of its own, before that of the Judgment.
TEST(Content, OfAProposalThatBeginsATurnAtAJudgmentStandsInTheContestedRecord) {
  Herald t;
  // Bob is next (201), and may not begin without consent once Judgment was invoked (212).
  t.ok("Bob", invoke());
  const auto question = t.last();
  t.ok("Bob", contest(enact("Out of turn.")));
  const auto contested = t.last();
  t.ok("Dan", judge(question).upholds({contested}).cites({212}));
  const auto& proposal = t.state().proposals(0);
  EXPECT_EQ(proposal.made_at(), t.last());
  EXPECT_EQ(proposal.form_at(), contested);
  EXPECT_EQ(proposal.form(), form_of(t, contested));
  EXPECT_EQ(t.text_proposed(0), "Out of turn.");
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.rule(302)->sources(0).record(), contested);
  EXPECT_EQ(t.text(302), "Out of turn.");
  EXPECT_FALSE(has_words(t.state()));
}

TEST(Content, OfAStruckRevisionIsThatOfTheFormBeforeIt) {
  Herald t;
  t.ok("Bob", enact("Once."));
  const auto once = t.last();
  t.ok("Bob", revise(302, enact("Twice.")));
  settled(t, "Cyd", "Ann", judge(0).strikes({t.last()}));
  EXPECT_EQ(t.state().proposals(0).form(), form_of(t, once));
  EXPECT_EQ(t.text_proposed(0), "Once.");
  EXPECT_FALSE(has_words(t.state()));
}

// A struck proposal gives its number to the next, and what names it in the turn is renumbered: the rule-changes of an
// open proposal are those of the state, and only their texts are the record's.
TEST(Content, OfAnOpenProposalNamesItsTargetsAsTheyAreNumberedByNow) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", amend(206, "Defeat costs nothing."));
  State renumbered = t.state();
  renumbered.edit_proposals().edit(0).mutable_changes(0)->set_rule("207");
  const auto changes = changes_of(t, renumbered.proposals(0));
  ASSERT_TRUE(changes);
  EXPECT_EQ(changes->Get(0).rule(), "207");
  EXPECT_EQ(changes->Get(0).texts(0).text(), "Defeat costs nothing.");
}

// How often each record is read.
class Counted : public History {
 public:
  explicit Counted(const History& history) : history_(history) {}
  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    ++reads[index];
    return history_.at(index);
  }
  mutable std::map<std::uint64_t, int> reads;

 private:
  const History& history_;
};

TEST(Content, OfAllRulesIsReadWithOneReadOfEachRecord) {
  Herald t;
  t.ok("Bob", act(301).change(enact("One.")).change(amend(206, "Two.")));
  const Counted counted(t);
  const auto rules = rules_with_texts(counted, t.state());
  ASSERT_TRUE(rules);
  ASSERT_EQ(rules->size(), t.numbers().size());
  for (std::size_t at = 0; at < rules->size(); ++at) {
    const auto& rule = rules->at(at);
    EXPECT_EQ(rule.number(), t.numbers()[at]) << "in the order of their numbers";
    EXPECT_EQ(rule.texts(0).text(), t.text(rule.number()));
  }
  EXPECT_EQ(counted.reads.size(), rules->size() - 1) << "two stand in one record";
  for (const auto& [record, times] : counted.reads) EXPECT_EQ(times, 1) << record;
}

TEST(Content, OfARuleWithoutSourcesIsNone) {
  const Table t({"Ann", "Bob"});
  const auto texts = texts_of(t, v1::Rule());
  ASSERT_TRUE(texts);
  EXPECT_TRUE(texts->empty());
}

// A record that is named, and holds no text.
TEST(Content, OfARecordWithoutOneIsDamage) {
  const Table t({"Ann", "Bob"});
  v1::Rule rule = *t.rule(206);
  rule.mutable_sources(0)->set_record(t.last());
  rule.set_form(ledger::sha256(t.moves.back().payload).raw());
  const auto texts = texts_of(t, rule);
  ASSERT_FALSE(texts);
  EXPECT_EQ(label_of(texts.error()), "NOT_A_GAME/text_missing");
}

}  // namespace
}  // namespace nomic::replay::test
