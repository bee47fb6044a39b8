#include "nomic/ledger/log/signed_records.h"

#include <cstdint>

namespace nomic::ledger {
namespace {

constexpr std::size_t PLACES = std::size_t{1} << 17U;

}  // namespace

Hash& SignedRecords::place_of(const Hash& leaf) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < 4; ++i) place = place << 8U | leaf.bytes.at(i);
  return places_[place % PLACES];
}

bool SignedRecords::has(const Hash& leaf) {
  const std::lock_guard<std::mutex> held(mutex_);
  return !places_.empty() && place_of(leaf) == leaf;
}

void SignedRecords::add(const Hash& leaf) {
  const std::lock_guard<std::mutex> held(mutex_);
  // All zero, which is the hash of no record.
  if (places_.empty()) places_.resize(PLACES);
  place_of(leaf) = leaf;
}

}  // namespace nomic::ledger
