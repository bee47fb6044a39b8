// What a signed note over a checkpoint says, as far as a bundle can compare it with its records. Whether its signatures
// are good, and of somebody who is trusted, is for who knows whom he trusts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "nomic/ledger/hash.h"

namespace nomic::ledger {

struct NamedRoot {
  std::uint64_t size = 0;
  Hash root;
};

// Nothing if it is no note of this form: lines of origin, size and root (base64), perhaps further ones, an empty line,
// and at least one signature line.
std::optional<NamedRoot> read_checkpoint(std::string_view note);

}  // namespace nomic::ledger
