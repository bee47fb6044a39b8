// Who reads beside the committer: what is acknowledged is there, what was seen stays, and nothing is opened for it
// while the committer has the ledger open.
#include "nomic/server/durable_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <optional>
#include <random>
#include <thread>

#include "ledger/support/faulty_disk.h"
#include "nomic/ledger/recorded_mark.h"
#include "nomic/ledger/store/memory/memory_store.h"
#include "nomic/server/committer.h"
#include "tools/desk.h"
#include "tools/server/debated_games.h"

namespace nomic::tools {
namespace {

using ledger::test::Plan;
using ledger::test::Step;
using ledger::test::Way;

class DurableReaderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = ledger::Ledger::create(folder_, {});
    ASSERT_TRUE(ledger.ok());
    found_debated_games(**ledger);
    friday_ = (*ledger)->find("friday")->game;
  }
  void begin() {
    committer_.emplace([this] { return ledger::test::open_on(plan_, folder_, {}); }, [] { return DEBATE_NOON; },
                       Committer::Limits(),
                       Committer::Duties{.shared = [this](auto shared) { views_.share(std::move(shared)); }});
  }
  DurableReader::Means means() {
    return {.open =
                [this] {
                  ++openings_;
                  return ledger::Ledger::open(folder_, ledger::Access::READ, {});
                },
            .mark = [this] { return ledger::recorded_mark(folder_); },
            .view = [this] { return views_.view(); }};
  }
  replay::Result<Outcome> says(const std::string& text, const std::string& game = "friday") {
    std::promise<replay::Result<Outcome>> made;
    auto answer = made.get_future();
    EXPECT_TRUE(committer_->post({game, debate_of("Bob", text, text)},
                                 [&](replay::Result<Outcome> outcome) { made.set_value(std::move(outcome)); }));
    return answer.get();
  }
  // How far the game goes, by its state.
  static std::uint64_t size_by(DurableReader& reader, const std::string& game = "friday") {
    const auto looked = reader.look();
    EXPECT_TRUE(looked.ok());
    const auto held = reader.game(game);
    EXPECT_TRUE(held.ok());
    const std::uint64_t size = held ? (*held)->engine().state().size() : 0;
    EXPECT_EQ(size, held ? (*held)->head().size : 1);
    reader.rest();
    return size;
  }

  Desk desk_;
  std::string folder_ = desk_.folder() + "/served";
  Plan plan_;
  LedgerViews views_;
  std::optional<Committer> committer_;
  ledger::GameId friday_;
  std::atomic<int> openings_ = 0;
};

TEST_F(DurableReaderTest, FollowsTheCommitterWithoutOpeningTheLedger) {
  begin();
  DurableReader reader(means());
  const std::uint64_t founded = size_by(reader);
  EXPECT_EQ(openings_, 1) << "nobody has moved yet: the committer has not opened it";
  EXPECT_EQ(size_by(reader), founded);
  EXPECT_EQ(openings_, 1) << "nothing has changed";
  for (int i = 1; i <= 20; ++i) {
    ASSERT_TRUE(says(fmt::format("word {}", i)).ok());
    EXPECT_EQ(size_by(reader), founded + static_cast<std::uint64_t>(i));
  }
  ASSERT_TRUE(says("of another game", "sunday").ok());
  EXPECT_EQ(size_by(reader), founded + 20);
  EXPECT_EQ(size_by(reader, "sunday"), founded + 1);
  EXPECT_EQ(openings_, 1);
  committer_.reset();
  EXPECT_EQ(size_by(reader), founded + 20) << "by itself, where nobody has it open";
  EXPECT_EQ(openings_, 2);
}

TEST_F(DurableReaderTest, GamesStayDerivedFromOneLookToTheNext) {
  begin();
  ASSERT_TRUE(says("one").ok());
  DurableReader reader(means());
  ASSERT_TRUE(reader.look().ok());
  const replay::Game* const held = *reader.game("friday");
  reader.rest();
  ASSERT_TRUE(says("two").ok());
  ASSERT_TRUE(reader.look().ok());
  EXPECT_EQ(*reader.game("friday"), held);
  EXPECT_EQ(*reader.game(friday_.hash.hex()), held) << "however it is called";
  EXPECT_EQ(reader.game("monday").error().code, replay::ErrorCode::UNKNOWN_GAME);
  reader.rest();
}

// ------------------------------------------------------------------------
// Connections that are lost.

// What was opened shows nothing once its connection is gone.
class LostRows final : public ledger::Cursor {
 public:
  [[nodiscard]] bool valid() const override { return false; }
  [[nodiscard]] std::string_view key() const override { return {}; }
  [[nodiscard]] std::string_view value() const override { return {}; }
  void next() override {}
  ledger::Status status() const override {
    return ledger::Error{ledger::ErrorCode::UNREACHABLE, "the connection is gone", {}, {}};
  }
};

class ByConnection final : public ledger::Store {
 public:
  ByConnection(ledger::MemoryStore& rows, std::shared_ptr<const bool> is_lost)
      : rows_(rows), is_lost_(std::move(is_lost)) {}
  ledger::Result<std::optional<std::string>> get(ledger::Table table, std::string_view key) override {
    if (*is_lost_) return LostRows().status().error();
    return rows_.get(table, key);
  }
  std::unique_ptr<ledger::Cursor> scan(ledger::Table table, std::string_view from, std::string_view until) override {
    if (*is_lost_) return std::make_unique<LostRows>();
    return rows_.scan(table, from, until);
  }
  ledger::Result<std::optional<ledger::Row>> last(ledger::Table table, std::string_view from,
                                                  std::string_view until) override {
    if (*is_lost_) return LostRows().status().error();
    return rows_.last(table, from, until);
  }
  ledger::Status write_group(std::span<const ledger::Batch> group) override { return rows_.write_group(group); }
  ledger::Result<std::vector<ledger::Fault>> check() override { return std::vector<ledger::Fault>{}; }

 private:
  ledger::MemoryStore& rows_;
  const std::shared_ptr<const bool> is_lost_;
};

TEST(ADatabaseThatIsShown, IsReadAnewWhereTheConnectionWasLost) {
  ledger::MemoryStore rows;
  auto is_lost = std::make_shared<bool>(false);
  found_debated_games(**ledger::Ledger::over(std::make_unique<ByConnection>(rows, is_lost), {}));
  int openings = 0;
  bool is_away = false;
  DurableReader reader({.open =
                            [&] {
                              ++openings;
                              is_lost = std::make_shared<bool>(false);
                              return ledger::Ledger::over(std::make_unique<ByConnection>(rows, is_lost), {});
                            },
                        .mark = [] { return std::string("nothing was recorded"); },
                        .away = [&]() -> std::optional<ledger::Error> {
                          if (!is_away) return std::nullopt;
                          return ledger::Error{ledger::ErrorCode::UNREACHABLE, "it is away", {}, {}};
                        }});
  ASSERT_TRUE(reader.look().ok());
  reader.rest();
  *is_lost = true;
  ASSERT_TRUE(reader.look().ok());
  const auto held = reader.game("friday");
  ASSERT_TRUE(held.ok());
  EXPECT_EQ(openings, 2);
  EXPECT_TRUE(reader.shown().find("sunday").ok()) << "it is what is shown now";
  // What is derived stays until something is read.
  *is_lost = true;
  ASSERT_TRUE(reader.look().ok());
  EXPECT_FALSE((*reader.game("friday"))->read(3, [](const replay::Move&) { return true; }).ok());
  ASSERT_TRUE(reader.look_anew().ok());
  EXPECT_TRUE((*reader.game("friday"))->read(3, [](const replay::Move&) { return true; }).ok());
  EXPECT_EQ(openings, 3);
  // While it is away nobody tries.
  is_away = true;
  ASSERT_FALSE(reader.look().ok());
  EXPECT_EQ(openings, 3);
  is_away = false;
  EXPECT_TRUE(reader.look().ok());
}

TEST_F(DurableReaderTest, ReadsByItselfWhileTheCommitterHasItShut) {
  begin();
  DurableReader reader(means());
  ASSERT_TRUE(says("one").ok());
  const std::uint64_t before = size_by(reader);
  EXPECT_EQ(openings_, 0);
  plan_.step = Step::LOG_APPEND;
  EXPECT_FALSE(says("two").ok());
  plan_.step = Step::NONE;
  EXPECT_EQ(size_by(reader), before);
  EXPECT_EQ(openings_, 1);
  ASSERT_TRUE(says("two").ok());
  EXPECT_EQ(size_by(reader), before + 1);
  EXPECT_EQ(openings_, 1) << "through the committer's again";
}

// A mark can be read before the views show what it vouches for: whoever opened the ledger by itself meanwhile would
// show a record that the next look has not.
TEST_F(DurableReaderTest, LooksThroughTheCommitterThatBeganWhileItOpened) {
  DurableReader::Means means = this->means();
  means.open = [this, open = means.open] {
    auto opened = open();
    begin();
    EXPECT_TRUE(says("one").ok());
    return opened;
  };
  DurableReader reader(std::move(means));
  const std::uint64_t seen = size_by(reader);
  ASSERT_TRUE(says("two").ok());
  EXPECT_EQ(size_by(reader), seen + 1) << "what was said before the look ended was in it";
  EXPECT_EQ(openings_, 1);
}

// Random faults at every step of a write, and readers throughout.
TEST_F(DurableReaderTest, NothingThatWasSeenGoesAwayWhateverFails) {
  constexpr int READERS = 2;
  constexpr int MOVES = 150;
  begin();
  ASSERT_TRUE(says("begins").ok());
  std::atomic<std::uint64_t> acknowledged = 0;  // records of friday
  std::atomic<bool> is_done = false;
  std::vector<std::thread> readers;
  for (int i = 0; i < READERS; ++i) {
    readers.emplace_back([&] {
      DurableReader reader(means());
      std::uint64_t seen = 0;
      ledger::Hash hash;
      while (!is_done) {
        const std::uint64_t known = acknowledged;
        const auto looked = reader.look();
        ASSERT_TRUE(looked.ok()) << looked.error().ledger->what;
        const auto held = reader.game("friday");
        ASSERT_TRUE(held.ok());
        const ledger::Head head = (*held)->head();
        EXPECT_GE(head.size, known);
        ASSERT_GE(head.size, seen);
        if (seen != 0) {
          EXPECT_EQ((*looked)->record(friday_, {seen - 1})->leaf, hash);
        }
        EXPECT_EQ((*held)->engine().state().size(), head.size);
        seen = head.size;
        hash = head.head_hash;
        reader.rest();
      }
    });
  }
  std::mt19937 random(1);
  int failures = 0;
  for (int i = 0; i < MOVES; ++i) {
    const Step steps[] = {Step::LOG_APPEND, Step::LOG_SYNC, Step::MARK_WRITE, Step::MARK_SYNC};
    const Way ways[] = {Way::NOT_APPLIED, Way::HALF_APPLIED, Way::APPLIED};
    if (random() % 4 == 0) {
      plan_.way = ways[random() % 3];
      plan_.step = steps[random() % 4];
    }
    const std::string text = fmt::format("word {}", i);
    auto answer = says(text);
    plan_.step = Step::NONE;
    if (!answer) {
      ++failures;
      answer = says(text);
    }
    ASSERT_TRUE(answer.ok());
    acknowledged = answer->receipt.index + 1;
  }
  is_done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_GT(failures, 10);
}

}  // namespace
}  // namespace nomic::tools
