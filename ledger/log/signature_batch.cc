#include "nomic/ledger/log/signature_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

#include "nomic/ledger/key.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t AT_ONCE = 2048;
constexpr std::size_t BYTES_AT_ONCE = std::size_t{4} << 20U;
constexpr std::size_t MOST_FAULTS = 100;
// Below this a thread costs more than it saves.
constexpr std::size_t WORTH_A_THREAD = 16;

}  // namespace

void SignatureBatch::add(const RecordParts& parts) {
  for (auto signature = parts.signatures.begin(); signature != parts.signatures.end(); ++signature) {
    const bool is_again = std::any_of(parts.signatures.begin(), signature, [&](const RecordSignature& before) {
      return before.public_key == signature->public_key;
    });
    std::string message = signed_message(parts.statement);
    bytes_ += message.size();
    waiting_.push_back({parts.index, std::move(message), *signature, is_again});
    ++count_;
  }
  if (waiting_.size() >= AT_ONCE || bytes_ >= BYTES_AT_ONCE) settle();
}

std::optional<Fault> SignatureBatch::check(const Waiting& waiting) {
  auto key = PublicKey::from_raw(waiting.signature.public_key);
  if (!key) {
    return Fault{
        "key", RecordIndex{waiting.index},
        fmt::format("a signature of record {} names a key that proves nothing: {}", waiting.index, key.error().what)};
  }
  if (waiting.is_again) {
    return Fault{"signature", RecordIndex{waiting.index},
                 fmt::format("record {} is signed twice by one key", waiting.index)};
  }
  if (verifies(*key, waiting.message, waiting.signature.signature)) return std::nullopt;
  return Fault{"signature", RecordIndex{waiting.index},
               fmt::format("a signature of record {} does not verify", waiting.index)};
}

const std::optional<Fault>& SignatureBatch::settle() {
  std::vector<std::optional<Fault>> found(waiting_.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t at = next++; at < waiting_.size(); at = next++) found[at] = check(waiting_[at]);
  };
  std::vector<std::thread> others;
  const std::size_t threads =
      std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), 1 + waiting_.size() / WORTH_A_THREAD);
  others.reserve(threads);
  try {
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
  } catch (const std::system_error&) {
    // A machine that gives no more threads: those that there are do it.
  }
  work();
  for (std::thread& other : others) other.join();

  for (const auto& fault : found) {
    if (!fault) continue;
    if (!fault_) fault_ = fault;
    if (faults_.size() < MOST_FAULTS) faults_.push_back(*fault);
  }
  waiting_.clear();
  bytes_ = 0;
  return fault_;
}

}  // namespace nomic::ledger
