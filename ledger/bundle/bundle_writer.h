// Writes a bundle, part after part, in constant memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/bundle.h"
#include "nomic/ledger/bundle/bundle_format.h"

namespace nomic::ledger {

// In the order of its methods. Each fails with what the sink said: FULL, READ_ONLY or IO_FAILED; nothing may follow.
class BundleWriter {
 public:
  explicit BundleWriter(const WriteBytes& write) : write_(write) {}

  Status begin(const BundleHeader& header);
  // `digest`: of the request that begins with this record, where it is known.
  Status record(std::string_view bytes, const std::optional<Hash>& digest);
  Status total(const BundleTotal& total);
  // By ascending size.
  Status evidence(const BundleEvidence& evidence);
  Status end();

 private:
  void put(Frame type, std::string_view body);
  Status flush();
  Status flush_if_large();

  const WriteBytes& write_;
  std::string buffer_;
  Sha256 digest_;
};

}  // namespace nomic::ledger
