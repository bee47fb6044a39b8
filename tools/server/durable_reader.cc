#include "nomic/server/durable_reader.h"

#include <cstddef>
#include <utility>

#include "nomic/replay/work.h"

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

bool DurableReader::look_beside() {
  if (view_) {
    if (auto looked = view_->look()) {
      shown_ = *looked;
      return true;
    }
    close();
  }
  auto view = means_.view ? means_.view() : nullptr;
  if (!view) return false;
  auto looked = view->look();
  if (!looked) return false;
  close();
  view_ = std::move(view);
  shown_ = *looked;
  return true;
}

bool is_lost_connection(const replay::Error& error) {
  using Code = ledger::ErrorCode;
  return error.ledger && (error.ledger->code == Code::UNREACHABLE || error.ledger->code == Code::IO_FAILED);
}

replay::Result<ledger::Ledger*> DurableReader::look() {
  if (means_.away) {
    if (auto away = means_.away()) return replay::from_ledger(*std::move(away));
  }
  if (look_beside()) return shown_;
  // Looked at before the ledger is opened: what comes in between is another mark at the next look.
  std::string mark = means_.mark ? means_.mark() : std::string();
  if (opened_ && !mark.empty() && mark == seen_) return shown_;
  close();
  NOMIC_ASSIGN(auto opened, means_.open());
  // The committer may have begun meanwhile. Its mark can be read a moment before its views show what it vouches for:
  // what was opened by ourselves would then be ahead of the next look.
  if (look_beside()) return shown_;
  opened_ = std::move(opened);
  seen_ = std::move(mark);
  return shown_ = opened_.get();
}

replay::Result<ledger::Ledger*> DurableReader::look_again() {
  return opened_ ? shown_ : look();
}

replay::Result<ledger::Ledger*> DurableReader::look_anew() {
  // A view makes its connection anew by itself, and keeps what is derived.
  if (view_) {
    view_->rest();
  } else {
    close();
  }
  return look();
}

replay::Result<replay::Game*> DurableReader::game(const std::string& name) {
  auto held = game_shown(name);
  if (held || !is_lost_connection(held.error())) return held;
  NOMIC_TRY(look_anew().status());
  return game_shown(name);
}

replay::Result<replay::Game*> DurableReader::game_shown(const std::string& name) {
  if (games_.count() >= MOST_GAMES) games_.clear();
  auto held = games_.get(*shown_, name);
  // What was opened by itself shows no more than it did.
  if (!held || !view_) return held;
  try {
    NOMIC_TRY((*held)->catch_up());
  } catch (const replay::WorkGivenUp&) {
    // The half-derived game is dropped.
    games_.forget((*held)->head().game);
    throw;
  }
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
