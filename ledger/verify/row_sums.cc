#include "nomic/ledger/row_sums.h"

#include <cstddef>
#include <utility>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/hash.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t LOT = std::size_t{1} << 20U;  // bytes
constexpr std::size_t NUMBER_BYTES = 8;

std::uint64_t number_in(const Hash& hash, std::size_t place) {
  return from_big_endian({reinterpret_cast<const char*>(&hash.bytes[place * NUMBER_BYTES]), NUMBER_BYTES});
}

// A row as it is hashed.
void append_row(std::string& bytes, std::string_view key, std::uint64_t record, std::string_view value) {
  bytes.append(big_endian(record)).append(big_endian(key.size())).append(key).append(value);
}

}  // namespace

void RowSums::add(std::string_view key, std::uint64_t record, std::string_view value) {
  if (record >= reach_) return;
  scratch_.clear();
  append_row(scratch_, key, record, value);
  add_hash(record, scratch_);
}

void RowSums::add_hash(std::uint64_t record, std::string_view bytes) {
  const Hash hash = sha256(bytes);
  auto& sum = blocks_[record / BLOCK];
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += number_in(hash, i);
}

void RowSums::add_beside(std::string_view key, std::uint64_t record, std::string_view value) {
  if (record >= reach_) return;
  append_row(waiting_.bytes, key, record, value);
  waiting_.ends.push_back(waiting_.bytes.size());
  if (waiting_.bytes.size() >= LOT) hand_over();
}

void RowSums::wait() {
  if (!waiting_.ends.empty()) hand_over();
  if (running_.valid()) running_.get();
}

void RowSums::hand_over() {
  if (running_.valid()) running_.get();
  std::swap(waiting_, summed_);
  waiting_.bytes.clear();
  waiting_.ends.clear();
  running_ = std::async(std::launch::async, [this] {
    std::size_t begin = 0;
    for (const std::size_t end : summed_.ends) {
      const std::string_view row = std::string_view(summed_.bytes).substr(begin, end - begin);
      add_hash(from_big_endian(row.substr(0, NUMBER_BYTES)), row);
      begin = end;
    }
  });
}

std::vector<std::uint64_t> RowSums::differing(const RowSums& other) const {
  std::vector<std::uint64_t> blocks;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (blocks_[i] != other.blocks_[i]) blocks.push_back(i);
  }
  return blocks;
}

}  // namespace nomic::ledger
