// 203 changes by itself after the second circuit "if it has not been amended": while no amendment of it is in force,
// whether or not the amendment kept its provisions (L69, L14).
#include <gmock/gmock.h>

#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

struct TwoCircuits : Table {
  TwoCircuits() : Table({"Ann", "Bob", "Cyd"}) {}

  // An amendment of the rule with the provisions that it has, as `--keep-provisions` makes it.
  [[nodiscard]] v1::Event amend_and_keep(std::uint32_t number, const std::string& words) const {
    auto event = amend(number, words);
    auto& change = *event.mutable_proposal_made()->mutable_changes(0);
    *change.mutable_provisions() = rule(number)->provisions();
    return event;
  }

  // The turns that are left of the two circuits; whether some rule has changed by itself in them.
  bool changes_itself() {
    bool changed = false;
    while (state().turn().circuits_complete() < 2) {
      const auto next = next_player(engine);
      ok(next, enact("Filler."));
      ok(next, call());
      everyone_votes(FOR);
      changed = has(ok(next, roll(1)), Kind::kRuleChangedItself) || changed;
    }
    return changed;
  }

  // Ann and Bob are for it, Cyd is against it.
  bool majority_adopts() {
    const auto next = next_player(engine);
    ok(next, enact("By a majority?"));
    ok(next, call());
    ok("Ann", vote(FOR));
    ok("Bob", vote(FOR));
    return has(ok("Cyd", vote(AGAINST)), Kind::kProposalAdopted);
  }

  void is_found_right() const {
    expect_derived_alike(*this);
    Watch watch;
    watch.see_all(*this);
    EXPECT_EQ(watch.found(), "") << watch.words();
  }
};

const std::string UNANIMOUS = "adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } ";
const std::string OWN_CHANGE = "later { after_circuit: 2 quota { numerator: 2 denominator: 3 base: ELIGIBLE } } }";

TEST(Unamended, ChangesByItself) {
  TwoCircuits t;
  EXPECT_TRUE(t.changes_itself());
  EXPECT_TRUE(t.majority_adopts());
  t.is_found_right();
}

TEST(Unamended, IsNoRuleWhoseAmendmentKeptItsProvisions) {
  TwoCircuits t;
  t.turn("Ann", t.amend_and_keep(203, "Adoption is announced aloud."));
  EXPECT_FALSE(t.rule(301)->provisions(0).adoption().has_later());
  EXPECT_FALSE(t.changes_itself());
  EXPECT_FALSE(t.majority_adopts());
  t.is_found_right();
}

TEST(Unamended, IsOneWhoseAmendmentIsRepealed) {
  TwoCircuits t;
  t.turn("Ann", t.amend_and_keep(203, "Adoption is announced aloud."));
  t.turn("Bob", propose(v1::RESTORE, 301));
  EXPECT_TRUE(t.changes_itself());
  EXPECT_TRUE(t.majority_adopts());
  t.is_found_right();
}

TEST(Unamended, IsNoneOfWhoseTwoAmendmentsOneIsRepealed) {
  TwoCircuits t;
  const auto kept = t.rule(203)->provisions();
  t.turn("Ann", t.amend_and_keep(203, "Adoption is announced aloud."));
  auto again = amend(301, "Adoption is announced twice.");
  *again.mutable_proposal_made()->mutable_changes(0)->mutable_provisions() = kept;
  t.turn("Bob", again);
  t.turn("Cyd", propose(v1::RESTORE, 302));
  EXPECT_FALSE(t.changes_itself());
  EXPECT_FALSE(t.majority_adopts());
  t.is_found_right();
}

// A transmutation is no amendment.
TEST(Unamended, IsATransmutedRule) {
  TwoCircuits t;
  t.turn("Ann", propose(v1::TRANSMUTE_TO_IMMUTABLE, 203));
  EXPECT_TRUE(t.changes_itself());
  EXPECT_TRUE(t.majority_adopts());
  t.is_found_right();
}

// What the amendment says for itself happens: that it needs two thirds from the end of the second circuit on.
TEST(Unamended, IsAnAmendmentThatSaysAChangeOfItsOwn) {
  TwoCircuits t;
  t.turn("Ann", amend(203, "All; two thirds from the third circuit on.", {UNANIMOUS + OWN_CHANGE}));
  EXPECT_TRUE(t.changes_itself());
  EXPECT_TRUE(t.majority_adopts());  // two of three
  t.is_found_right();
}

TEST(Unamended, IsNoneThatIsEnactedAgainAsAmended) {
  TwoCircuits t;
  t.turn("Ann", t.amend_and_keep(203, "Adoption is announced aloud."));
  t.turn("Bob", amend(301, "Adoption is announced.",
                      {UNANIMOUS + "later { after_circuit: 2 quota { numerator: 1 denominator: 2 strict: true base: "
                                   "ELIGIBLE } } }"}));
  t.turn("Cyd", enact("All adopt.", {UNANIMOUS + "}"}));
  t.turn("Ann", propose(v1::REPEAL, 302));
  t.turn("Bob", propose(v1::REENACT, 302));
  EXPECT_FALSE(t.changes_itself());
  t.is_found_right();
}

TEST(Unamended, AnActAmendsToo) {
  TwoCircuits t;
  t.turn("Ann", enact("Bob may announce it."));
  t.ok("Bob", act(301, "It is announced.").change(t.amend_and_keep(203, "Adoption is announced aloud.")));
  EXPECT_FALSE(t.changes_itself());
  EXPECT_FALSE(t.majority_adopts());
  t.is_found_right();
}

TEST(Unamended, IsSaidBeforeTheVote) {
  TwoCircuits t;
  t.ok("Ann", t.amend_and_keep(203, "Adoption is announced aloud."));
  const auto found = warnings(t.engine, t.state().proposals(0), t);
  ASSERT_TRUE(found);
  std::vector<std::string> cases;
  for (const Remark& remark : *found) cases.push_back(remark.variant);
  EXPECT_THAT(cases, testing::Contains("no_self_change"));
}

TEST(Unamended, ThatChangesAllTheSameIsFound) {
  TwoCircuits t;
  t.turn("Ann", t.amend_and_keep(203, "Adoption is announced aloud."));
  EXPECT_FALSE(t.changes_itself());
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    if (shown.move.index != t.last()) return;
    auto& changed = shown.emitted.emplace_back();
    changed.set_record(t.last());
    changed.set_order(static_cast<std::uint32_t>(shown.emitted.size() - 1));
    changed.mutable_rule_changed_itself()->set_number("301");
    changed.mutable_rule_changed_itself()->set_circuit(2);
    *changed.mutable_rule() = ref_to(*t.rule(301));
  });
  EXPECT_THAT(watch.found(), testing::HasSubstr("R203 #" + std::to_string(t.last()))) << watch.words();
}

}  // namespace
}  // namespace nomic::replay::test
