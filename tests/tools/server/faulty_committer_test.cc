// A committer whose disk fails at every step of a write, in every way in which it can: random clients are answered as
// if they had come one after the other, at a ledger that holds what was kept.
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <random>
#include <thread>

#include "ledger/support/faulty_disk.h"
#include "nomic/ledger/recorded_mark.h"
#include "nomic/server/durable_reader.h"
#include "tools/desk.h"
#include "tools/server/random_clients.h"

namespace nomic::tools {
namespace {

using ledger::test::Plan;
using ledger::test::Step;
using ledger::test::Way;

struct Heads {
  ledger::Hash friday;
  ledger::Hash sunday;
  friend bool operator==(const Heads&, const Heads&) = default;
};

class FaultyCommitter : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    auto ledger = ledger::Ledger::create(folder_, {});
    ASSERT_TRUE(ledger.ok());
    found_debated_games(**ledger);
  }

  // By the committer's thread, as all that touches the disk.
  ledger::Result<std::unique_ptr<ledger::Ledger>> open() {
    plan_.step = Step::NONE;
    plan_.free_bytes = std::uint64_t{1} << 40U;
    auto opened = ledger::test::open_on(plan_, folder_, {});
    if (opened) found_.push_back({(*opened)->find("friday")->head_hash, (*opened)->find("sunday")->head_hash});
    return opened;
  }
  // Before each move: now and then the group that it is in will fail.
  std::int64_t now() {
    const Step steps[] = {Step::LOG_APPEND, Step::LOG_SYNC, Step::MARK_WRITE, Step::MARK_SYNC};
    const Way ways[] = {Way::NOT_APPLIED, Way::HALF_APPLIED, Way::APPLIED};
    if (random_() % 8 == 0) {
      plan_.way = ways[random_() % 3];
      plan_.step = steps[random_() % 4];
    }
    if (random_() % 50 == 0) plan_.free_bytes = 1000;
    return DEBATE_NOON;
  }

  Desk desk_;
  std::string folder_ = desk_.folder() + "/served";
  Plan plan_;
  std::mt19937 random_{GetParam()};
  std::vector<Heads> found_;  // at each opening, how far the games were
};

TEST_P(FaultyCommitter, AnswersAsOneThatKeepsWhatWasKept) {
  std::mt19937 random(GetParam());
  ClientLog log([this] { return found_.size(); });
  LedgerViews views;
  std::atomic<bool> is_done = false;
  {
    Committer committer([this] { return open(); }, [this] { return now(); }, {.group_moves = 1 + GetParam() % 5},
                        {.shared = [&](auto shared) { views.share(std::move(shared)); }});
    // Somebody who looks meanwhile: what they saw stays.
    std::thread looker([&] {
      DurableReader reader({.open = [this] { return ledger::Ledger::open(folder_, ledger::Access::READ, {}); },
                            .mark = [this] { return ledger::recorded_mark(folder_); },
                            .view = [&] { return views.view(); }});
      std::optional<ledger::Head> seen;
      while (!is_done) {
        const auto looked = reader.look();
        ASSERT_TRUE(looked.ok());
        const auto head = (*looked)->find("friday");
        ASSERT_TRUE(head.ok());
        if (seen) {
          ASSERT_GE(head->size, seen->size);
          EXPECT_EQ((*looked)->record(seen->game, {seen->size - 1})->leaf, seen->head_hash);
        }
        seen = *head;
        reader.rest();
      }
    });
    move_at_random(committer, random, log);
    is_done = true;
    looker.join();
  }

  // A group that failed was kept or not: the next opening found the games where the model is with it, or without.
  Model model;
  std::vector<const Answered*> unsettled;
  std::size_t kept = 0;
  const auto heads = [&] { return Heads{model.head("friday").head_hash, model.head("sunday").head_hash}; };
  const auto settle = [&] {
    if (unsettled.empty()) return;
    const Heads& found = found_.at(unsettled.front()->failures);
    if (heads() != found) {
      ++kept;
      for (const Answered* each : unsettled) static_cast<void>(model.ask(*each));
    }
    EXPECT_EQ(heads(), found);
    unsettled.clear();
  };
  for (const Answered& each : log.all) {
    if (!unsettled.empty() && unsettled.front()->failures != each.failures) settle();
    if (is_of_the_disk(each.answer)) {
      unsettled.push_back(&each);
    } else {
      model.expect_same(each);
    }
  }
  auto ledger = ledger::Ledger::open(folder_, ledger::Access::WRITE, {});
  ASSERT_TRUE(ledger.ok());
  expect_same_ledgers(model, **ledger, log);
  EXPECT_GT(found_.size(), 5U) << "a disk that never fails shows little";
  RecordProperty("openings", static_cast<int>(found_.size()));
  RecordProperty("kept", static_cast<int>(kept));
}

INSTANTIATE_TEST_SUITE_P(Seeds, FaultyCommitter, ::testing::Range(1U, 9U));

}  // namespace
}  // namespace nomic::tools
