// Appends that become durable together: seen by who makes them at once, by readers all or none, whatever fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>

#include "ledger/support/faulty_disk.h"
#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::payloads;
using test::Place;
using test::Plan;
using test::say;
using test::slurp;
using test::spill;
using test::Step;
using test::Way;

using Texts = std::vector<std::string>;

class Group : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    friday_ = test::found_game(**ledger, "friday", 1)->game;
    sunday_ = test::found_game(**ledger, "sunday", 1)->game;
  }
  Result<std::unique_ptr<Ledger>> open() { return test::open_on(plan_, place_.folder, place_.options); }
  // Two moves of one game and one of another.
  void gather(Ledger& ledger) {
    ledger.begin_group();
    ASSERT_OK(say(ledger, friday_, "one", {"r-1", sha256("one")}));
    ASSERT_OK(say(ledger, sunday_, "two"));
    ASSERT_OK(say(ledger, friday_, "three"));
  }
  Texts seen(const GameId& game) {
    auto reader = place_.read();
    EXPECT_OK(reader);
    return reader ? payloads(**reader, game) : Texts{};
  }

  Plan plan_;
  Place place_;
  GameId friday_;
  GameId sunday_;
};

TEST_F(Group, IsSeenByWhoGathersItAndByNobodyElse) {
  auto ledger = open();
  ASSERT_OK(ledger);
  gather(**ledger);
  EXPECT_EQ(payloads(**ledger, friday_), (Texts{"founding 0 of friday", "one", "three"}));
  EXPECT_EQ((**ledger).head(sunday_)->size, 2U);
  EXPECT_EQ((**ledger).group_size().appends, 3U);
  EXPECT_EQ(seen(friday_), Texts{"founding 0 of friday"});
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ((**ledger).group_size().appends, 0U);
  EXPECT_EQ(seen(friday_), (Texts{"founding 0 of friday", "one", "three"}));
  EXPECT_EQ(seen(sunday_), (Texts{"founding 0 of sunday", "two"}));
  EXPECT_TRUE(test::faults_of(**ledger, friday_).empty());
  EXPECT_TRUE(test::faults_of(**ledger, sunday_).empty());
}

TEST_F(Group, EachRequestKeepsItsOwnAnswer) {
  auto ledger = open();
  ASSERT_OK(ledger);
  gather(**ledger);
  // Within the group, and after it.
  for (int round = 0; round < 2; ++round) {
    const auto again = say(**ledger, friday_, "one", {"r-1", sha256("one")});
    ASSERT_OK(again);
    EXPECT_EQ(again->first.value, 1U);
    EXPECT_REFUSED(say(**ledger, friday_, "other", {"r-1", sha256("other")}), REQUEST_CONFLICT);
    ASSERT_OK((**ledger).end_group());
  }
  EXPECT_EQ(seen(friday_).size(), 3U);
}

TEST_F(Group, WhatIsRefusedInItLeavesTheRest) {
  auto ledger = open();
  ASSERT_OK(ledger);
  gather(**ledger);
  AppendRequest late;
  late.game = friday_;
  late.expected_size = 1;
  late.records.push_back({.author = "Ann", .payload = "late"});
  late.recorded_at = (**ledger).head(friday_)->recorded_at;
  EXPECT_REFUSED((**ledger).append(late), SIZE_MISMATCH);
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ(seen(friday_), (Texts{"founding 0 of friday", "one", "three"}));
}

TEST_F(Group, GivenUpItLeavesNothing) {
  auto ledger = open();
  ASSERT_OK(ledger);
  gather(**ledger);
  (**ledger).drop_group();
  EXPECT_EQ(payloads(**ledger, friday_), Texts{"founding 0 of friday"});
  ASSERT_OK(say(**ledger, friday_, "after"));
  EXPECT_EQ(seen(friday_), (Texts{"founding 0 of friday", "after"}));
  EXPECT_TRUE(test::faults_of(**ledger, friday_).empty());
}

TEST_F(Group, HoldsAFoundingToo) {
  auto ledger = open();
  ASSERT_OK(ledger);
  (**ledger).begin_group();
  const auto founded = test::found_game(**ledger, "monday", 300);
  ASSERT_OK(founded);
  ASSERT_OK(say(**ledger, founded->game, "first"));
  EXPECT_REFUSED(test::found_game(**ledger, "monday", 1), GAME_NAME_TAKEN);
  EXPECT_EQ((**ledger).games()->size(), 3U);
  EXPECT_EQ((**place_.read()).games()->size(), 2U);
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ(seen(founded->game).size(), 301U);
  EXPECT_TRUE(test::faults_of(**ledger, founded->game).empty());
}

TEST_F(Group, CostsTheSyncsOfOne) {
  auto ledger = open();
  ASSERT_OK(ledger);
  const auto before = plan_.syncs;
  ASSERT_OK(say(**ledger, friday_, "alone"));
  const auto one = plan_.syncs - before;
  gather(**ledger);
  EXPECT_EQ(plan_.syncs, before + one);
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ(plan_.syncs, before + 2 * one);
  // Where nothing waits nothing is synced.
  (**ledger).begin_group();
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ(plan_.syncs, before + 2 * one);
}

TEST_F(Group, OnAFullDiskNothingOfItIsWrittenAndTheLedgerGoesOn) {
  auto ledger = open();
  ASSERT_OK(ledger);
  gather(**ledger);
  plan_.free_bytes = 1000;
  EXPECT_REFUSED((**ledger).end_group(), FULL);
  EXPECT_EQ(payloads(**ledger, friday_), Texts{"founding 0 of friday"});
  plan_.free_bytes = std::uint64_t{1} << 40U;
  gather(**ledger);
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ(seen(friday_), (Texts{"founding 0 of friday", "one", "three"}));
}

TEST_F(Group, IsNotRememberedBeforeItIsDurable) {
  place_.remember();
  auto ledger = place_.write();
  ASSERT_OK(ledger);
  gather(**ledger);
  (**ledger).drop_group();
  ledger->reset();
  // Whoever had remembered three records would call this a rollback.
  EXPECT_EQ(seen(friday_), Texts{"founding 0 of friday"});
  ledger = place_.write();
  gather(**ledger);
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ(slurp(place_.options.seen_dir + "/" + friday_.hash.hex()).substr(0, 20), "nomic seen 1\nsize 3\n");
}

struct Fails {
  const char* name;
  Step step;
  Way way;
};

void PrintTo(const Fails& each, std::ostream* out) {
  *out << each.name;
}

class FailedGroup : public Group, public ::testing::WithParamInterface<Fails> {};

TEST_P(FailedGroup, IsThereWholeOrNotAtAll) {
  {
    auto ledger = open();
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, sunday_, "acknowledged"));
    gather(**ledger);
    plan_.step = GetParam().step;
    plan_.way = GetParam().way;
    EXPECT_REFUSED((**ledger).end_group(), OUTCOME_UNKNOWN);
    plan_.step = Step::NONE;
    EXPECT_REFUSED(say(**ledger, friday_, "more"), HANDLE_SHUT);
  }
  const Texts friday_without = {"founding 0 of friday"};
  const Texts friday_with = {"founding 0 of friday", "one", "three"};
  const bool shown = seen(friday_) != friday_without;
  EXPECT_EQ(seen(friday_), shown ? friday_with : friday_without);
  EXPECT_EQ(seen(sunday_).size(), shown ? 3U : 2U);

  auto writer = place_.write();
  ASSERT_OK(writer);
  const bool kept = payloads(**writer, friday_) != friday_without;
  // What a reader was shown stays.
  EXPECT_GE(kept, shown);
  EXPECT_EQ(payloads(**writer, friday_), kept ? friday_with : friday_without);
  EXPECT_EQ(payloads(**writer, sunday_).size(), kept ? 3U : 2U);
  ASSERT_OK(say(**writer, friday_, "one", {"r-1", sha256("one")}));
  EXPECT_EQ(payloads(**writer, friday_).size(), kept ? 3U : 2U);
  EXPECT_TRUE(test::faults_of(**writer, friday_).empty());
  EXPECT_TRUE(test::faults_of(**writer, sunday_).empty());
}

INSTANTIATE_TEST_SUITE_P(EachWay, FailedGroup,
                         ::testing::Values(Fails{"LogAppendNotApplied", Step::LOG_APPEND, Way::NOT_APPLIED},
                                           Fails{"LogAppendShort", Step::LOG_APPEND, Way::HALF_APPLIED},
                                           Fails{"LogAppendApplied", Step::LOG_APPEND, Way::APPLIED},
                                           Fails{"LogSyncNotApplied", Step::LOG_SYNC, Way::NOT_APPLIED},
                                           Fails{"LogSyncApplied", Step::LOG_SYNC, Way::APPLIED},
                                           Fails{"MarkWriteNotApplied", Step::MARK_WRITE, Way::NOT_APPLIED},
                                           Fails{"MarkWriteShort", Step::MARK_WRITE, Way::HALF_APPLIED},
                                           Fails{"MarkWriteApplied", Step::MARK_WRITE, Way::APPLIED},
                                           Fails{"MarkSyncNotApplied", Step::MARK_SYNC, Way::NOT_APPLIED},
                                           Fails{"MarkSyncApplied", Step::MARK_SYNC, Way::APPLIED}),
                         [](const auto& each) { return each.param.name; });

// A crash between the log and the mark: readers show neither game's moves, the next writer keeps both.
TEST_F(Group, AboveTheMarkIsHiddenInEveryGameOfIt) {
  const std::string mark = slurp(place_.folder + "/mark");
  {
    auto ledger = open();
    ASSERT_OK(ledger);
    gather(**ledger);
    ASSERT_OK((**ledger).end_group());
  }
  spill(place_.folder + "/mark", mark);
  EXPECT_EQ(seen(friday_), Texts{"founding 0 of friday"});
  EXPECT_EQ(seen(sunday_), Texts{"founding 0 of sunday"});
  auto reader = place_.read();
  EXPECT_TRUE(test::faults_of(**reader, friday_).empty());
  auto writer = place_.write();
  ASSERT_OK(writer);
  EXPECT_EQ(payloads(**writer, friday_), (Texts{"founding 0 of friday", "one", "three"}));
  EXPECT_EQ(payloads(**writer, sunday_), (Texts{"founding 0 of sunday", "two"}));
  ASSERT_OK(say(**writer, sunday_, "four"));
  EXPECT_EQ(seen(sunday_), (Texts{"founding 0 of sunday", "two", "four"}));
}

TEST_F(Group, TwoOfThemAboveTheMarkAreDamage) {
  const std::string mark = slurp(place_.folder + "/mark");
  {
    auto ledger = open();
    ASSERT_OK(ledger);
    gather(**ledger);
    ASSERT_OK((**ledger).end_group());
    gather(**ledger);
    ASSERT_OK((**ledger).end_group());
  }
  spill(place_.folder + "/mark", mark);
  EXPECT_REFUSED(place_.read(), DAMAGED);
  EXPECT_REFUSED(place_.write(), DAMAGED);
}

}  // namespace
}  // namespace nomic::ledger
