#include "nomic/ledger/shared_ledger.h"

#include <utility>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"

namespace nomic::ledger {

std::shared_ptr<SharedLedger> Ledger::shared() {
  auto store = self_->store->shared();
  return store ? std::make_shared<SharedLedger>(std::move(store)) : nullptr;
}

SharedLedger::SharedLedger(std::shared_ptr<SharedStore> store) : store_(std::move(store)) {}

std::unique_ptr<LedgerView> SharedLedger::view() {
  return std::make_unique<LedgerView>(store_->view());
}

LedgerView::LedgerView(std::unique_ptr<StoreView> store) : unread_(std::move(store)), store_(unread_.get()) {}

LedgerView::~LedgerView() = default;

// What the ledger remembers of what it has checked (that a game's last record has the hash that the catalog says) is of
// records, which stay: a later look need not ask again.
Result<Ledger*> LedgerView::look() {
  if (store_ == nullptr || !store_->look()) {
    return fail(ErrorCode::HANDLE_SHUT, "the writer has shut the ledger", "open it for reading");
  }
  if (ledger_) return ledger_.get();
  // What this user has met of its games is the writer's to remember.
  auto opened = Ledger::over(std::move(unread_), {});
  if (!opened) {
    store_ = nullptr;
    return std::move(opened).error();
  }
  ledger_ = *std::move(opened);
  return ledger_.get();
}

void LedgerView::rest() {
  if (store_ != nullptr) store_->rest();
}

}  // namespace nomic::ledger
