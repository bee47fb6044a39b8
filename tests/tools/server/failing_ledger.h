// A ledger in memory that outlives those who have it open, and fails to write as often as it is told to.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::tools {

// What becomes of a group: it is written; it is not, and that is known; it is not, or it is, and nobody knows.
enum class Fate { WRITTEN, FULL, LOST, KEPT };

class FailingLedger {
 public:
  // As a Committer opens it.
  ledger::Result<std::unique_ptr<ledger::Ledger>> open() {
    ++openings_;
    return ledger::Ledger::over(std::make_unique<Handle>(*this), {});
  }
  // As a reader opens it: what it holds then. From any thread.
  ledger::Result<std::unique_ptr<ledger::Ledger>> read() {
    auto copy = std::make_unique<ledger::MemoryStore>();
    const std::lock_guard lock(mutex_);
    for (std::size_t table = 0; table < ledger::TABLES; ++table) {
      copy->rows(static_cast<ledger::Table>(table)) = rows_.rows(static_cast<ledger::Table>(table));
    }
    return ledger::Ledger::over(std::move(copy), {});
  }
  // Of the next groups, in order; what comes after them is written.
  void fates(std::deque<Fate> next) { fates_ = std::move(next); }
  // What became of the groups that were not plainly written, in order.
  [[nodiscard]] const std::deque<Fate>& failures() const { return failures_; }
  [[nodiscard]] int writes() const { return writes_; }
  [[nodiscard]] int openings() const { return openings_; }
  // Called once before the next group is written: what another writer does then comes before it.
  std::function<void()> before_writing = {};
  // Whether it is one that others write too, as a database's.
  bool is_shared = false;

 private:
  class Handle final : public ledger::Store {
   public:
    explicit Handle(FailingLedger& held) : held_(held) {}
    ledger::Result<std::optional<std::string>> get(ledger::Table table, std::string_view key) override {
      return held_.rows_.get(table, key);
    }
    std::unique_ptr<ledger::Cursor> scan(ledger::Table table, std::string_view from, std::string_view until) override {
      return held_.rows_.scan(table, from, until);
    }
    ledger::Result<std::optional<ledger::Row>> last(ledger::Table table, std::string_view from,
                                                    std::string_view until) override {
      return held_.rows_.last(table, from, until);
    }
    ledger::Status write_group(std::span<const ledger::Batch> group) override {
      if (shut_) return ledger::Error{ledger::ErrorCode::HANDLE_SHUT, "shut", {}, {}};
      if (const auto once = std::exchange(held_.before_writing, nullptr)) once();
      const Fate fate = held_.next_fate();
      if (fate == Fate::FULL) return ledger::Error{ledger::ErrorCode::FULL, "the disk is full", {}, {}};
      if (fate != Fate::LOST) {
        const std::lock_guard lock(held_.mutex_);
        if (auto done = held_.rows_.write_group(group); !done) return done;
      }
      if (fate == Fate::WRITTEN) return ledger::Done{};
      shut_ = true;
      return ledger::Error{ledger::ErrorCode::OUTCOME_UNKNOWN, "the disk failed", {}, {}};
    }
    [[nodiscard]] bool has_other_writers() const override { return held_.is_shared; }
    ledger::Result<std::vector<ledger::Fault>> check() override { return std::vector<ledger::Fault>{}; }

   private:
    FailingLedger& held_;
    bool shut_ = false;
  };

  Fate next_fate() {
    ++writes_;
    if (fates_.empty()) return Fate::WRITTEN;
    const Fate fate = fates_.front();
    fates_.pop_front();
    if (fate != Fate::WRITTEN) failures_.push_back(fate);
    return fate;
  }

  std::mutex mutex_;  // for who reads beside the writer
  ledger::MemoryStore rows_;
  std::deque<Fate> fates_;
  std::deque<Fate> failures_;
  int writes_ = 0;
  int openings_ = 0;
};

}  // namespace nomic::tools
