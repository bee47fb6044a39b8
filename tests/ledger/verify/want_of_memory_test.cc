// Verifying where memory runs out: whichever answer of the store it is, that is said, and is never taken for damage nor
// for soundness.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "ledger/support/world.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t NEVER = std::numeric_limits<std::size_t>::max();

// The store that runs out of memory once, at the answer of that place: a row, a step of a cursor, a look at its files.
struct Shortage {
  std::size_t at = NEVER;
  std::size_t answers = 0;

  bool is_now() { return answers++ == at; }
  static Error want() { return fail(ErrorCode::OUT_OF_MEMORY, "there is not enough memory"); }
};

class ShortCursor final : public Cursor {
 public:
  ShortCursor(std::unique_ptr<Cursor> whole, Shortage& shortage)
      : whole_(std::move(whole)), shortage_(shortage), failed_(shortage.is_now()) {}
  [[nodiscard]] bool valid() const override { return !failed_ && whole_->valid(); }
  [[nodiscard]] std::string_view key() const override { return whole_->key(); }
  [[nodiscard]] std::string_view value() const override { return whole_->value(); }
  void next() override {
    failed_ = shortage_.is_now();
    if (!failed_) whole_->next();
  }
  Status status() const override { return failed_ ? Status(Shortage::want()) : whole_->status(); }

 private:
  std::unique_ptr<Cursor> whole_;
  Shortage& shortage_;
  bool failed_;
};

class ShortStore final : public Store {
 public:
  explicit ShortStore(Shortage& shortage) : shortage_(shortage) {}

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    if (shortage_.is_now()) return Shortage::want();
    return whole_.get(table, key);
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    return std::make_unique<ShortCursor>(whole_.scan(table, from, until), shortage_);
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    if (shortage_.is_now()) return Shortage::want();
    return whole_.last(table, from, until);
  }
  Status write_group(std::span<const Batch> group) override { return whole_.write_group(group); }
  Result<std::vector<Fault>> check() override {
    if (shortage_.is_now()) return Shortage::want();
    return whole_.check();
  }

 private:
  MemoryStore whole_;
  Shortage& shortage_;
};

TEST(WantOfMemory, IsSaidWhereverVerifyingMeetsIt) {
  Shortage shortage;
  const auto ledger = *Ledger::over(std::make_unique<ShortStore>(shortage), {});
  const GameId game = test::found_game(*ledger, "friday", 12)->game;
  ASSERT_OK(test::found_game(*ledger, "sunday", 2));
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(test::say(*ledger, game, fmt::format("move {}", i), {fmt::format("r-{}", i), sha256("asked")}));
  }
  std::size_t at = 0;
  for (;; ++at) {
    shortage = {at, 0};
    const auto report = ledger->verify(game, {});
    const bool met = shortage.answers > at;
    if (!met) {
      ASSERT_OK(report);
      EXPECT_TRUE(report->faults.empty());
      break;
    }
    SCOPED_TRACE(fmt::format("at the answer {}", at));
    EXPECT_REFUSED(report, OUT_OF_MEMORY);
  }
  EXPECT_GT(at, 40U) << "each record, each table, and more";
}

}  // namespace
}  // namespace nomic::ledger
