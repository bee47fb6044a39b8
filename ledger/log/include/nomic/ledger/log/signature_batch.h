// Signatures of a stream of records, checked many at a time on all cores, in bounded memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/log/record.h"

namespace nomic::ledger {

class SignatureBatch {
 public:
  // Takes the record's signatures; with enough of them waiting, checks these.
  void add(const RecordParts& parts);
  // Checks what waits. The first fault of all, by index: `key` or `signature`.
  const std::optional<Fault>& settle();
  [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
  // All of them, by index; no more than 100.
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  struct Waiting {
    std::uint64_t index = 0;
    std::string message;
    RecordSignature signature;
    bool is_again = false;  // a signature before it in the record is by the same key
  };
  static std::optional<Fault> check(const Waiting& waiting);

  std::vector<Waiting> waiting_;
  std::size_t bytes_ = 0;
  std::uint64_t count_ = 0;
  std::optional<Fault> fault_;
  std::vector<Fault> faults_;
};

}  // namespace nomic::ledger
