// SharedLedger: a ledger that one thread has open for writing, for other threads to read without opening it again.
//
//     std::shared_ptr<SharedLedger> shared = ledger->shared();        // the writer's thread, which goes on appending
//
//     const std::unique_ptr<LedgerView> view = shared->view();        // in each thread that reads, one of its own
//     if (auto looked = view->look()) (*looked)->head(game);          // what is durable now, in some microseconds
//     view->rest();
//
// A look shows what the writer has made durable, log and mark, by the time it begins, and until it ends nothing else:
// what waits in a group, or is being written, is not there. So whoever was told that something is recorded finds it in
// every look that begins after that, and nothing that a look showed goes away.
//
// The writer cannot shut its ledger during a look: a look is a question long, and whoever has none to answer rests.
// Rows that looks show, and the ledger does not have any more, take room until they end.
#pragma once

#include <memory>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

class StoreView;
class SharedStore;

// Of one thread.
class LedgerView {
 public:
  explicit LedgerView(std::unique_ptr<StoreView> store);
  ~LedgerView();
  LedgerView(const LedgerView&) = delete;
  LedgerView& operator=(const LedgerView&) = delete;

  // The ledger as far as it is durable now, open for reading: the same object each time, valid as long as the view and
  // to be used until rest(). HANDLE_SHUT: the writer has shut it, for good; the view is good for nothing more.
  Result<Ledger*> look();
  void rest();

 private:
  std::unique_ptr<StoreView> unread_;  // until the first look
  StoreView* store_;                   // null: it could not be read
  std::unique_ptr<Ledger> ledger_;
};

// Any thread. It may outlive the ledger that it is of.
class SharedLedger {
 public:
  explicit SharedLedger(std::shared_ptr<SharedStore> store);

  std::unique_ptr<LedgerView> view();

 private:
  std::shared_ptr<SharedStore> store_;
};

}  // namespace nomic::ledger
