#include "nomic/server/durable_reader.h"

#include <cstddef>
#include <utility>

namespace nomic::tools {
namespace {

// Who asks about ever more games has the first of them derived again.
constexpr std::size_t MOST_GAMES = 256;

}  // namespace

void LedgerViews::share(std::shared_ptr<ledger::SharedLedger> shared) {
  const std::lock_guard lock(mutex_);
  shared_.swap(shared);
}

std::unique_ptr<ledger::LedgerView> LedgerViews::view() {
  std::shared_ptr<ledger::SharedLedger> shared;
  {
    const std::lock_guard lock(mutex_);
    shared = shared_;
  }
  return shared ? shared->view() : nullptr;
}

replay::Result<ledger::Ledger*> DurableReader::look() {
  if (view_) {
    if (auto looked = view_->look()) return shown_ = *looked;
    close();
  }
  if (auto view = means_.view ? means_.view() : nullptr) {
    if (auto looked = view->look()) {
      close();
      view_ = std::move(view);
      return shown_ = *looked;
    }
  }
  // Looked at before the ledger is opened: what comes in between is another mark at the next look.
  std::string mark = means_.mark ? means_.mark() : std::string();
  if (opened_ && !mark.empty() && mark == seen_) return shown_;
  close();
  auto opened = means_.open();
  if (!opened) return replay::from_ledger(std::move(opened).error());
  opened_ = *std::move(opened);
  seen_ = std::move(mark);
  return shown_ = opened_.get();
}

replay::Result<ledger::Ledger*> DurableReader::look_again() {
  return opened_ ? shown_ : look();
}

replay::Result<replay::Game*> DurableReader::game(const std::string& name) {
  if (games_.count() >= MOST_GAMES) games_.clear();
  auto held = games_.get(*shown_, name);
  // What was opened by itself shows no more than it did.
  if (!held || !view_) return held;
  NOMIC_TRY((*held)->catch_up());
  return held;
}

void DurableReader::rest() {
  if (view_) view_->rest();
}

void DurableReader::close() {
  games_.clear();
  shown_ = nullptr;
  view_.reset();
  opened_.reset();
}

}  // namespace nomic::tools
