// Numbers with letters in what rules say of one another, and as players of a game that is recorded afterwards gave
// them. Every expected number is worked out by hand.
#include <gtest/gtest.h>

#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/reference.h"
#include "replay/game/keeper.h"
#include "replay/game/lettered.h"

namespace nomic::replay::test {
namespace {

// ---- References -----------------------------------------------------------------------------------------------------

TEST(LetteredReferences, AreFollowedByReferences) {
  Lettered t(LETTERS_FOLLOWED);
  t.adopt(enact("By rule 5 and rule 6, tea."));  // 20
  t.adopt({amend(5, "Five."), amend(6, "Six.")});
  EXPECT_EQ(t.text(20), "By rule 21 and rule 21a, tea.");
  t.adopt(amend(21, "Five again."));  // 22: the reference to 21a is none to 21
  EXPECT_EQ(t.text(20), "By rule 22 and rule 21a, tea.");
  t.adopt(amend(n("21a"), "Six again."));
  EXPECT_EQ(t.text(20), "By rule 22 and rule 23, tea.");
  t.is_found_right();
}

// "Rule 5b" is a part of rule 5 where no rule bears that number.
TEST(LetteredReferences, ThatNoRuleBearsArePartsOfOne) {
  Lettered t(LETTERS_FOLLOWED);
  t.adopt(enact("By rule 5b, tea; by rule 5, cake."));  // 20
  t.adopt(amend(5, "Five."));                           // 21
  EXPECT_EQ(t.text(20), "By rule 21b, tea; by rule 21, cake.");
  t.adopt(amend(21, "Five again."));
  EXPECT_EQ(t.text(20), "By rule 22b, tea; by rule 22, cake.");
  t.is_found_right();
}

TEST(LetteredReferences, AreNamedByClaims) {
  Lettered t(LETTERS_FOLLOWED);
  t.adopt({enact("Cake."), enact("Tea.")});
  t.adopt(enact("First.", {"precedence_claim { relation: PREVAILS rules: '20a' }"}));
  EXPECT_EQ(number_in(t.rule(21)->provisions(0).precedence_claim().rules(0)), n("20a"));
  EXPECT_EQ(print_provision(t.rule(21)->provisions(0)), "precedence_claim { relation: PREVAILS rules: \"20a\" }");
  t.adopt(amend(n("20a"), "Milk."));
  EXPECT_EQ(t.rule(21)->provisions(0).precedence_claim().rules(0), "22");
  t.refused("Ann", enact("None.", {"precedence_claim { relation: PREVAILS rules: '20c' }"}), ErrorCode::BAD_PROVISION);
  t.is_found_right();
}

// ---- As the players had them ----------------------------------------------------------------------------------------

// An award of the proposal's number, less 10, for all votes in favour.
struct Kept : Keeper {
  Kept()
      : Keeper({"Ann", "Bob"},
               rules_of({{HALF, "turn_order { order: NO_TURNS }", PROPOSING, "effectiveness { when: VOTE_COMPLETE }",
                          "franchise { electorate: PLAYERS votes_per_player: 1 }"},
                         {LETTERS},
                         {"award { occasion: ADOPTED recipient: THE_PROPONENT amount { popularity { minus: 10 } } "
                          "reckoned: BEFORE_EFFECT }"},
                         {},
                         {}})) {}
  [[nodiscard]] Said now() {
    minute_ += 60'000'000;
    return {minute_, minute_};
  }
  Consequences adopted(v1::Event event, const std::string& number) {
    auto& made = *event.mutable_proposal_made();
    made.set_number(reference(n(number)));
    made.set_call_vote(true);
    ok("Ann", event, now());
    ok("Ann", vote(FOR, n(number)), now());
    return ok("Bob", vote(FOR, n(number)), now());
  }
  void refused(v1::Event event, const std::string& number, ErrorCode code) {
    event.mutable_proposal_made()->set_number(reference(n(number)));
    Keeper::refused("Ann", event, Said{minute_, minute_}, code);
  }
  [[nodiscard]] std::string bear() const {
    std::vector<std::uint32_t> all;
    for (const auto& rule : state().rules()) all.push_back(rule.number());
    return in_words(all);
  }

 private:
  std::int64_t minute_ = 1'335'866'400'000'000;
};

TEST(LettersOfPlayers, AreGivenToProposalsByThePlayers) {
  Kept g;
  g.adopted(enact("Cake."), "25");
  g.adopted(amend(4, "Four."), "25a");
  EXPECT_EQ(g.bear(), "1 2 3 5 25 25a");
  // 25 - 10 each.
  EXPECT_EQ(g.points("Ann"), 30);
  EXPECT_EQ(g.state().next_number(), 26U);
  EXPECT_TRUE(was_numbered_so(g.state(), n("25a")));
  g.refused(enact("Tea."), "25a", ErrorCode::NUMBER_TAKEN);
  g.adopted(enact("Tea."), "7b");
  EXPECT_EQ(g.bear(), "1 2 3 5 7b 25 25a");
  EXPECT_EQ(g.state().next_number(), 26U);
  auto two = Lettered::together({amend(5, "Five."), enact("Milk.")});
  g.adopted(two, "7c");
  EXPECT_EQ(g.bear(), "1 2 3 7b 7c 7d 25 25a");
  auto derived = fold(Engine(), g.moves.size(), g);
  ASSERT_TRUE(derived);
  EXPECT_EQ(digest_of(derived->state()), digest_of(g.state()));
  EXPECT_EQ(digest_of(State::from_wire(g.state().to_wire())), digest_of(g.state()));
}

}  // namespace
}  // namespace nomic::replay::test
