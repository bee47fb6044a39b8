// The stores that there are, each as the conformance tests meet it: something that is made empty, opened as often as it
// allows, and broken at a chosen step.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "nomic/ledger/store.h"

namespace nomic::ledger::test {

// One store's bytes; they go with the object.
class StoreHome {
 public:
  virtual ~StoreHome() = default;
  StoreHome(const StoreHome&) = delete;
  StoreHome& operator=(const StoreHome&) = delete;

  // A store of one process that keeps nothing gives the same rows once only.
  virtual Result<std::unique_ptr<Store>> open(Access access) = 0;
  // For writing, so that its next write fails at step `at`, in some way: each number another, and so that what comes
  // after it is well. False: there are no more steps.
  virtual bool break_next_write(std::size_t /*at*/) { return false; }
  // The store's way is well again, whatever was to fail.
  virtual void mend() {}

 protected:
  StoreHome() = default;
};

struct StoreKind {
  std::string name;
  bool keeps = true;  // what was written is there when it is opened again
  bool many_writers = false;
  bool is_thrown_away = false;  // by whoever fails half way through a load
  bool settles = false;         // it finds out what became of a write whose answer was lost
  std::function<std::unique_ptr<StoreHome>()> make;
  std::string missing = {};  // why it cannot be tried here; empty: it can
};

inline void PrintTo(const StoreKind& kind, std::ostream* out) {
  *out << kind.name;
}

std::vector<StoreKind> store_kinds();

}  // namespace nomic::ledger::test
