#include "record_pipe.h"

#include <utility>

namespace nomic::ledger {
namespace {

constexpr std::size_t LOT_RECORDS = 128;
constexpr std::size_t LOT_BYTES = std::size_t{64} << 10U;
constexpr std::size_t LARGE_BYTES = std::size_t{8} << 10U;
constexpr std::size_t MOST_WAITING = 4;

}  // namespace

bool RecordPipe::put(const StoredRecord& record) {
  if (filling_.count == filling_.records.size()) filling_.records.emplace_back();
  filling_.records[filling_.count++] = record;
  filling_.bytes += record.bytes.size();
  filling_.is_large = filling_.is_large || record.bytes.size() > LARGE_BYTES;
  const bool has_room = filling_.count < LOT_RECORDS && filling_.bytes < LOT_BYTES;
  return has_room || hand_over();
}

bool RecordPipe::hand_over() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return shut_ || waiting_.size() < MOST_WAITING; });
  if (shut_) return false;
  waiting_.push_back(std::exchange(filling_, {}));
  if (!spare_.empty()) {
    filling_ = std::move(spare_.back());
    spare_.pop_back();
  }
  lock.unlock();
  changed_.notify_all();
  return true;
}

void RecordPipe::end() {
  if (filling_.count > 0) hand_over();
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

void RecordPipe::shut() {
  {
    const std::scoped_lock lock(mutex_);
    shut_ = true;
  }
  changed_.notify_all();
}

void RecordPipe::read(const std::function<bool(const StoredRecord&)>& each) {
  for (;;) {
    Lot lot;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      lot = std::move(waiting_.front());
      waiting_.pop_front();
    }
    changed_.notify_all();
    for (std::size_t at = 0; at < lot.count; ++at) {
      if (!each(lot.records[at])) return;
    }
    if (lot.is_large) continue;
    lot.count = 0;
    lot.bytes = 0;
    const std::scoped_lock lock(mutex_);
    spare_.push_back(std::move(lot));
  }
}

}  // namespace nomic::ledger
