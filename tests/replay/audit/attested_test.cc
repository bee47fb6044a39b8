// Outcomes by the word of players (L59), as an engine that is broken would have them: the auditor names each.

#include <gmock/gmock.h>

#include "replay/audit/broken_game.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using testing::HasSubstr;
using Kind = v1::Consequence;

// Ann, Bob and Cyd attest at #35, #36 and #37 that 301 was adopted, which needs all three (203).
struct Together : Table {
  Together() : Table({"Ann", "Bob", "Cyd"}) {
    ok("Ann", enact("Cake."));
    ok("Ann", call());
    for (const auto* name : {"Ann", "Bob", "Cyd"}) ok(name, attest(301, true, 3, 0));
  }
};

TEST(BrokenAttestation, OneWordSettlesAVote) {
  const Together t;
  const auto seen = found_in(t, 35, [](Shown& s) {
    auto& outcome = *tell(s, Kind::kProposalAdopted, 203).mutable_proposal_adopted();
    outcome.set_proposal("301");
    outcome.set_player("Ann");
    outcome.set_votes_for(3);
    outcome.set_eligible(3);
    outcome.mutable_attested()->add_players("Ann");
    outcome.mutable_attested()->add_records(35);
  });
  EXPECT_THAT(seen.words, HasSubstr("settled by the word of Ann: 1 of 3 votes"));
}

TEST(BrokenAttestation, ThoseNamedAttestNoSuchThing) {
  const Together t;
  const auto seen = found_in(t, 37, [](Shown& s) {
    the(s, Kind::kProposalAdopted).mutable_proposal_adopted()->mutable_attested()->set_records(0, 34);
  });
  EXPECT_EQ(seen.all, "R203 #37");
  EXPECT_THAT(seen.words, HasSubstr("those who are named attest no such thing"));
}

TEST(BrokenAttestation, ThatItIsTheirWordIsLeftOut) {
  const Together t;
  const auto seen =
      found_in(t, 37, [](Shown& s) { the(s, Kind::kProposalAdopted).mutable_proposal_adopted()->clear_attested(); });
  EXPECT_THAT(seen.all, HasSubstr("R203 #37"));
}

TEST(BrokenAttestation, FewerAreSaidToBeNeeded) {
  const Together t;
  const auto seen =
      found_in(t, 36, [](Shown& s) { the(s, Kind::kOutcomeAttested).mutable_outcome_attested()->set_needed(2); });
  EXPECT_EQ(seen.all, "R203 #36");
  EXPECT_THAT(seen.words, HasSubstr("2 of 2 votes are reported"));
}

TEST(BrokenAttestation, BallotsContradictIt) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));  // #35
  t.ok("Ann", attest(301, false));
  const auto seen = found_in(t, 36, [](Shown& s) {
    s.move.event.mutable_outcome_attested()->set_adopted(true);
    the(s, Kind::kOutcomeAttested).mutable_outcome_attested()->set_adopted(true);
  });
  EXPECT_EQ(seen.all, "R203 #36");
  EXPECT_THAT(seen.words, HasSubstr("contradicted by ballots #35"));
}

TEST(BrokenAttestation, AnotherOutcomeIsRemarkedInALiveGame) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Cake."));  // voted on from #35 to #37
  t.ok("Bob", attest(301, true));
  const auto seen = found_in(t, t.last(), [](Shown& s) {
    auto& attested = *the(s, Kind::kOutcomeAttested).mutable_outcome_attested();
    attested.set_adopted(false);
    attested.set_differs(Kind::OutcomeAttested::OTHER_OUTCOME);
    attested.mutable_recorded()->set_about(37);
    attested.mutable_recorded()->set_adopted(true);
    for (const auto record : {35U, 36U, 37U}) attested.add_contradicted_by(record);
  });
  EXPECT_THAT(seen.words, HasSubstr("Bob attests otherwise of proposal 301, which was adopted at #37: contradicted by "
                                    "ballots #35, #36, #37"));
}

// The rule on adoption is gone: no number of players settles it.
TEST(BrokenAttestation, PlayersDecideWhereNoRuleDoes) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::REPEAL, 203));
  t.turn("Bob", enact("Bob gets all."));
  t.ok("Cyd", ask_judge());
  const auto seen = found_in(t, t.last(), [](Shown& s) {
    s.move.event = attest(302, true);
    s.emitted.clear();
    auto& attested = *tell(s, Kind::kOutcomeAttested, 116).mutable_outcome_attested();
    attested.set_proposal("302");
    attested.set_player("Cyd");
    attested.set_adopted(true);
    attested.set_assenting(1);
    attested.set_needed(3);
  });
  EXPECT_THAT(seen.words, HasSubstr("by the rules they are 1 of 0"));
}

}  // namespace
}  // namespace nomic::replay::test
