// Throws by secrets as an engine that is broken would tell them: the auditor derives the faces himself, and finds that,
// and nothing else. And what he cannot judge.

#include <gtest/gtest.h>

#include <algorithm>

#include "nomic/words/remarks.h"
#include "replay/audit/watch.h"
#include "replay/game/dice_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

// Ann, Bob and Cyd; records 0 to 32 found the game.
//   #33 Ann amends 202 by 301: throws are by secrets; #34 calls, #35-#37 votes for: round 1 begins
//   #38-#40 Ann, Bob and Cyd commit, #41-#43 they reveal, and Ann's die is thrown
class BrokenThrow : public testing::Test {
 protected:
  BrokenThrow() {
    t.all_commit();
    t.all_reveal();
  }

  void expect(const std::string& found, std::uint64_t record, const std::function<void(Shown&)>& alter) {
    Watch watch;
    Engine again;
    for (const auto& move : t.moves) {
      auto emitted = again.replay(move, t);
      ASSERT_TRUE(emitted);
      Shown shown{move, *emitted, again.state()};
      if (move.index == record) alter(shown);
      watch.see(shown);
      if (move.index == record) break;
    }
    EXPECT_EQ(watch.found(), found) << watch.words();
    for (const auto& check : watch.finish().checks) {
      EXPECT_EQ(check.broken != 0, found.rfind(check.check + " ", 0) == 0) << check.check;
    }
  }

  static v1::Consequence& the(Shown& shown, Kind::KindCase kind) {
    for (auto& one : shown.emitted) {
      if (one.kind_case() == kind) return one;
    }
    ADD_FAILURE() << kind_name(kind) << " is not told at #" << shown.move.index;
    return shown.emitted.emplace_back();
  }

  // The die shows another face, and all that follows from it is emitted so.
  static void another_face(Shown& shown) {
    auto& thrown = the(shown, Kind::kDiceThrown);
    const auto face = thrown.dice_thrown().faces(0) % 6 + 1;
    auto& score = the(shown, Kind::kScore);
    for (int at = 0; at < shown.after.players_size(); ++at) {
      auto& player = shown.after.edit_players().edit(at);
      if (player.names().name() != score.score().player()) continue;
      player.set_points(player.points() - score.score().points() + std::int64_t{face} * 1000);
      score.mutable_score()->set_points(std::int64_t{face} * 1000);
      score.mutable_score()->set_total(player.points());
    }
    thrown.mutable_dice_thrown()->set_faces(0, face);
  }

  DiceTable t{{"Ann", "Bob", "Cyd"}, "time_to_reveal { hours: 1 }"};
};

TEST_F(BrokenThrow, UnalteredBreaksNothing) {
  ASSERT_EQ(t.last(), 43U);
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
  const auto report = watch.finish();
  EXPECT_EQ(report_on(report, "DICE").held, 8U);  // a round, three commitments, three secrets, a throw
  EXPECT_EQ(report_on(report, "DICE").not_judged, 0U);
}

TEST_F(BrokenThrow, TheFacesAreOthers) {
  expect("DICE #43", 43, another_face);
}

TEST_F(BrokenThrow, ACommitmentIsCopied) {
  const auto copied = t.moves[38].event.dice_committed().commitment();
  expect("DICE #39", 39, [&](Shown& s) { s.move.event.mutable_dice_committed()->set_commitment(copied); });
}

TEST_F(BrokenThrow, ACommitmentIsForAnotherThrow) {
  expect("DICE #39", 39, [](Shown& s) { s.move.event.mutable_dice_committed()->mutable_position()->set_round(2); });
}

TEST_F(BrokenThrow, ASecretIsNotWhatWasCommittedTo) {
  expect("DICE #42", 42, [](Shown& s) { s.move.event.mutable_dice_revealed()->set_secret(std::string(32, 'x')); });
}

TEST_F(BrokenThrow, ASecretIsTakenBeforeEverybodyHasCommitted) {
  expect("DICE #40", 40, [&](Shown& s) {
    s.move.event = t.moves[41].event;
    s.move.author = "Ann";
    auto& emitted = the(s, Kind::kDiceCommitted);
    const auto step = emitted.dice_committed();
    *emitted.mutable_dice_revealed() = step;
    emitted.mutable_dice_revealed()->set_player("Ann");
  });
}

TEST_F(BrokenThrow, SomebodyElseIsAsked) {
  expect("DICE #37", 37,
         [](Shown& s) { the(s, Kind::kDiceRound).mutable_dice_round()->mutable_committers()->RemoveLast(); });
}

TEST_F(BrokenThrow, SomebodyIsToldToBeTooLateWhoHasTime) {
  expect("DICE #42", 42, [](Shown& s) {
    auto missed = the(s, Kind::kDiceRevealed);
    const auto step = missed.dice_revealed();
    auto& late = *missed.mutable_dice_missed();
    late.set_player("Cyd");
    late.set_turn(step.turn());
    late.set_round(step.round());
    late.set_revealing(true);
    s.emitted.insert(s.emitted.begin(), missed);
    for (std::size_t i = 0; i < s.emitted.size(); ++i) s.emitted[i].set_order(static_cast<std::uint32_t>(i));
  });
}

TEST_F(BrokenThrow, TheDiceAreThrownBeforeEverythingIsRevealed) {
  Shown last{t.moves[43], {}, {}};
  Engine again;
  for (const auto& move : t.moves) {
    auto emitted = again.replay(move, t);
    ASSERT_TRUE(emitted);
    last = {move, *emitted, again.state()};
  }
  expect("DICE #42", 42, [&](Shown& s) {
    for (auto emitted : last.emitted) {
      if (emitted.kind_case() == Kind::kDiceRevealed) continue;
      emitted.set_record(42);
      emitted.set_order(static_cast<std::uint32_t>(s.emitted.size()));
      s.emitted.push_back(emitted);
    }
    s.after = last.after;
    s.after.set_size(43);
  });
}

TEST_F(BrokenThrow, FacesAreSaidWhereTheyFollowFromSecrets) {
  expect("DICE #43", 43, [&](Shown& s) {
    const auto face = the(s, Kind::kDiceThrown).dice_thrown().faces(0);
    s.move.event = roll(face);
    s.move.author = "Ann";
    std::erase_if(s.emitted, [](const auto& one) { return one.kind_case() == Kind::kDiceRevealed; });
    for (std::size_t i = 0; i < s.emitted.size(); ++i) s.emitted[i].set_order(static_cast<std::uint32_t>(i));
  });
}

TEST(ThrowByWord, IsNotJudged) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("Cake."), FOR, 4);
  t.ok("Bob", enact("Tea."));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  auto by_program = roll(2);
  by_program.mutable_dice_thrown()->set_source(v1::DiceThrown::PROGRAM);
  t.ok("Bob", by_program);
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
  ASSERT_EQ(watch.open.size(), 2U);
  EXPECT_EQ(watch.open[0].check, "DICE");
  EXPECT_EQ(tools::words_of(watch.open[0].what), "Ann has thrown by hand: the faces are their word");
  EXPECT_EQ(tools::words_of(watch.open[1].what),
            "Bob has thrown by the program on their machine: the faces are its word");
}

// Every way in which a round can go, as it is: nothing is broken.
TEST(LawfulThrow, WhoeverIsTooLate) {
  for (const std::string missing : {"AGAIN", "LEFT_OUT", "LEAST_FACE"}) {
    for (const std::string who : {"EVERYONE", "OTHERS", "MOVER_AND_NEXT"}) {
      DiceTable t({"Ann", "Bob", "Cyd", "Dan"},
                  "time_to_commit { hours: 1 } time_to_reveal { hours: 1 } penalty_thousandths: 500 missing: " +
                      missing + " committers: " + who);
      t.all_commit();
      const auto& secrets = t.state().turn().dice().secrets();
      const auto first = secrets.begin()->player();
      t.ok(first, reveal(t, first));
      t.later += 4'000;
      v1::Event passes;
      passes.mutable_time_passed();
      t.ok("Ann", passes);
      if (t.state().turn().has_dice()) {
        t.later += 4'000;
        t.ok("Ann", passes);
      }
      EXPECT_FALSE(t.state().turn().has_dice());
      Watch watch;
      watch.see_all(t);
      EXPECT_EQ(watch.found(), "") << missing << " " << who << ": " << watch.words();
    }
  }
}

}  // namespace
}  // namespace nomic::replay::test
