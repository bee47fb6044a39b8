// Threads that look into a ledger while another writes it: they see what is durable, and nothing else.
#include "nomic/ledger/shared_ledger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "ledger/support/faulty_disk.h"
#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::payloads;
using test::Place;
using test::Plan;
using test::say;
using test::Step;
using test::Way;

using Texts = std::vector<std::string>;

class SharedLedgerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    friday_ = test::found_game(**ledger, "friday", 1)->game;
  }
  Result<std::unique_ptr<Ledger>> open() { return test::open_on(plan_, place_.folder, place_.options); }
  // What a look shows.
  Texts looked(LedgerView& view) {
    auto ledger = view.look();
    EXPECT_OK(ledger);
    Texts found = ledger ? payloads(**ledger, friday_) : Texts{};
    view.rest();
    return found;
  }

  Plan plan_;
  Place place_;
  GameId friday_;
};

TEST_F(SharedLedgerTest, EachLookShowsWhatIsDurableThenAndStaysAsItIs) {
  auto ledger = open();
  ASSERT_OK(ledger);
  const auto shared = (**ledger).shared();
  ASSERT_NE(shared, nullptr);
  const auto view = shared->view();
  EXPECT_EQ(looked(*view), Texts{"founding 0 of friday"});
  auto shown = view->look();
  ASSERT_OK(shown);
  ASSERT_OK(say(**ledger, friday_, "one"));
  EXPECT_EQ(payloads(**shown, friday_), Texts{"founding 0 of friday"});
  EXPECT_EQ((**shown).head(friday_)->size, 1U);
  view->rest();
  EXPECT_EQ(looked(*view), (Texts{"founding 0 of friday", "one"}));
  EXPECT_EQ((*view->look()), *shown) << "the same object each time";
  EXPECT_TRUE(test::faults_of(**shown, friday_).empty());
  EXPECT_REFUSED(say(**shown, friday_, "by a reader"), READ_ONLY);
  view->rest();
  EXPECT_REFUSED((**shown).head(friday_), HANDLE_SHUT);
}

TEST_F(SharedLedgerTest, AGroupIsSeenOnceItIsDurable) {
  auto ledger = open();
  ASSERT_OK(ledger);
  const auto view = (**ledger).shared()->view();
  (**ledger).begin_group();
  EXPECT_EQ((**ledger).shared(), nullptr);
  ASSERT_OK(say(**ledger, friday_, "one"));
  ASSERT_OK(say(**ledger, friday_, "two"));
  EXPECT_EQ(looked(*view), Texts{"founding 0 of friday"});
  ASSERT_OK((**ledger).end_group());
  EXPECT_EQ(looked(*view), (Texts{"founding 0 of friday", "one", "two"}));
  // What was founded since, too.
  ASSERT_OK(test::found_game(**ledger, "sunday", 3));
  auto shown = view->look();
  ASSERT_OK(shown);
  EXPECT_EQ((**shown).games()->size(), 2U);
  view->rest();
}

TEST_F(SharedLedgerTest, WhoReadsOrHasFailedSharesNothing) {
  EXPECT_EQ((**place_.read()).shared(), nullptr);
  EXPECT_EQ(Ledger::in_memory()->shared(), nullptr);
  auto ledger = open();
  ASSERT_OK(ledger);
  plan_.step = Step::LOG_SYNC;
  EXPECT_REFUSED(say(**ledger, friday_, "one"), OUTCOME_UNKNOWN);
  EXPECT_EQ((**ledger).shared(), nullptr);
}

TEST_F(SharedLedgerTest, AfterItIsShutThereIsNothingToLookInto) {
  auto ledger = open();
  ASSERT_OK(ledger);
  const auto shared = (**ledger).shared();
  const auto view = shared->view();
  const auto unused = shared->view();
  EXPECT_EQ(looked(*view).size(), 1U);
  ledger->reset();
  EXPECT_REFUSED(view->look(), HANDLE_SHUT);
  EXPECT_REFUSED(unused->look(), HANDLE_SHUT);
  EXPECT_REFUSED(shared->view()->look(), HANDLE_SHUT);
  view->rest();
  // Nobody stands in the way of the next writer.
  EXPECT_OK(open());
}

TEST_F(SharedLedgerTest, TheLedgerIsNotShutDuringALook) {
  auto ledger = open();
  ASSERT_OK(ledger);
  const auto view = (**ledger).shared()->view();
  auto shown = view->look();
  ASSERT_OK(shown);
  std::atomic<bool> is_shut = false;
  std::thread writer([&] {
    ledger->reset();
    is_shut = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(is_shut);
  EXPECT_EQ(payloads(**shown, friday_).size(), 1U);
  view->rest();
  writer.join();
  EXPECT_TRUE(is_shut);
}

// Each step of a write failed in each way: whatever becomes of it, no look shows it.
TEST_F(SharedLedgerTest, WhatFailsIsNotShown) {
  for (const Step step : {Step::LOG_APPEND, Step::LOG_SYNC, Step::MARK_WRITE, Step::MARK_SYNC}) {
    for (const Way way : {Way::NOT_APPLIED, Way::HALF_APPLIED, Way::APPLIED}) {
      auto ledger = open();
      ASSERT_OK(ledger);
      const Texts before = payloads(**ledger, friday_);
      const auto view = (**ledger).shared()->view();
      plan_.step = step;
      plan_.way = way;
      (**ledger).begin_group();
      ASSERT_OK(say(**ledger, friday_, "first"));
      ASSERT_OK(say(**ledger, friday_, "second"));
      EXPECT_REFUSED((**ledger).end_group(), OUTCOME_UNKNOWN);
      plan_.step = Step::NONE;
      EXPECT_EQ(looked(*view), before);
      ledger->reset();
      auto again = open();
      ASSERT_OK(again);
      const Texts kept = payloads(**again, friday_);
      EXPECT_TRUE(kept.size() == before.size() || kept.size() == before.size() + 2);
      EXPECT_EQ(looked(*(**again).shared()->view()), kept);
    }
  }
}

// Readers beside a writer: what is acknowledged is there, what was seen stays, and nothing is seen by halves.
TEST_F(SharedLedgerTest, ManyLookWhileOneWrites) {
  constexpr int READERS = 3;
  const std::size_t groups = test::scaled(150);
  auto ledger = open();
  ASSERT_OK(ledger);
  const auto shared = (**ledger).shared();
  std::atomic<std::uint64_t> acknowledged = 1;
  std::atomic<bool> is_done = false;
  std::vector<std::thread> readers;
  std::atomic<std::uint64_t> looks = 0;
  for (int i = 0; i < READERS; ++i) {
    readers.emplace_back([&] {
      const auto view = shared->view();
      std::uint64_t seen = 0;
      while (!is_done) {
        const std::uint64_t known = acknowledged;
        auto shown = view->look();
        ASSERT_OK(shown);
        const auto head = (**shown).head(friday_);
        ASSERT_OK(head);
        EXPECT_GE(head->size, known);
        EXPECT_GE(head->size, seen);
        EXPECT_EQ(head->size % 3, 1U) << "groups are of three";
        std::uint64_t read = 0;
        ASSERT_OK((**shown).read(friday_, {0}, head->size, [&](const StoredRecord& record) {
          EXPECT_EQ(record.index.value, read++);
          return true;
        }));
        EXPECT_EQ(read, head->size);
        seen = head->size;
        view->rest();
        ++looks;
      }
    });
  }
  for (std::size_t group = 0; group < groups; ++group) {
    (**ledger).begin_group();
    for (int i = 0; i < 3; ++i) ASSERT_OK(say(**ledger, friday_, fmt::format("{} {}", group, i)));
    ASSERT_OK((**ledger).end_group());
    acknowledged += 3;
  }
  is_done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_GT(looks, 0U);
  ledger->reset();
}

}  // namespace
}  // namespace nomic::ledger
