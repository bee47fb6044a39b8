// Appends that become durable together.
#include "nomic/ledger/log/group_store.h"
#include "nomic/ledger/log/ledger_self.h"

namespace nomic::ledger {

void Ledger::begin_group() {
  if (self_->group != nullptr) return;
  auto group = std::make_unique<GroupStore>(std::move(self_->store));
  self_->group = group.get();
  self_->store = std::move(group);
}

Status Ledger::end_group() {
  if (self_->group == nullptr) return Done{};
  Status done = self_->group->finish();
  self_->leave_group();
  if (!done) {
    self_->left.clear();
    self_->unremembered.clear();
    return done;
  }
  for (const GameId& game : std::exchange(self_->unremembered, {})) {
    // It was read while the group was gathered, and is on record now; memory is no reason to say otherwise.
    if (auto row = self_->game(game)) self_->remember(*row);
  }
  return done;
}

void Ledger::drop_group() {
  if (self_->group == nullptr) return;
  self_->leave_group();
  self_->left.clear();
  self_->unremembered.clear();
}

GroupSize Ledger::group_size() const {
  if (self_->group == nullptr) return {};
  return {self_->group->appends(), self_->group->bytes()};
}

void Ledger::Self::leave_group() {
  std::unique_ptr<Store> below = group->release();
  group = nullptr;
  store = std::move(below);
}

}  // namespace nomic::ledger
