#include "nomic/ledger/row_sums.h"

#include <cstddef>
#include <iterator>
#include <utility>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/hash.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t LOT = 2048;
constexpr std::size_t NUMBER_BYTES = 8;

std::uint64_t number_in(const Hash& hash, std::size_t place) {
  return from_big_endian({reinterpret_cast<const char*>(&hash.bytes[place * NUMBER_BYTES]), NUMBER_BYTES});
}

}  // namespace

void RowSums::add(std::string_view key, std::uint64_t record, std::string_view value) {
  if (record >= reach_) return;
  scratch_ = big_endian(record);
  scratch_.append(big_endian(key.size())).append(key).append(value);
  const Hash hash = sha256(scratch_);
  auto& sum = blocks_[record / BLOCK];
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += number_in(hash, i);
}

void RowSums::add_beside(std::vector<IndexRow> rows) {
  waiting_.insert(waiting_.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  if (waiting_.size() >= LOT) hand_over();
}

void RowSums::wait() {
  if (!waiting_.empty()) hand_over();
  if (running_.valid()) running_.get();
}

void RowSums::hand_over() {
  if (running_.valid()) running_.get();
  running_ = std::async(std::launch::async, [this, lot = std::exchange(waiting_, {})] {
    for (const IndexRow& row : lot) add(row.key, row.record, row.value);
  });
  waiting_.reserve(LOT);
}

std::vector<std::uint64_t> RowSums::differing(const RowSums& other) const {
  std::vector<std::uint64_t> blocks;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (blocks_[i] != other.blocks_[i]) blocks.push_back(i);
  }
  return blocks;
}

}  // namespace nomic::ledger
