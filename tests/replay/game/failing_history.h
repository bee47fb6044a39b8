// A history that fails, for what must pass its errors on.
#pragma once

#include "nomic/replay/engine.h"
#include "nomic/replay/history.h"

namespace nomic::replay::test {

// A history whose n-th read fails, from 0; it counts them.
class Failing : public History {
 public:
  Failing(const History& history, int fails_at) : history_(history), fails_at_(fails_at) {}

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    if (reads_++ != fails_at_) return history_.at(index);
    return from_ledger({.code = ledger::ErrorCode::IO_FAILED, .what = "the disk is gone", .hint = {}, .index = {}});
  }

  [[nodiscard]] bool has_failed() const { return reads_ > fails_at_; }

 private:
  const History& history_;
  int fails_at_;
  mutable int reads_ = 0;
};

}  // namespace nomic::replay::test
