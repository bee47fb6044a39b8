// What may be kept with a game beside its records, and where it is kept.
#pragma once

#include <string_view>

#include "nomic/ledger/bundle.h"

namespace nomic::ledger {

// Two notes that contradict each other may be about a size that this copy does not have.
inline constexpr std::string_view FORK_EVIDENCE = "fork";

// What tells pieces of evidence about one size apart. Signatures come and go under one text; anything else is told
// apart by its bytes.
Hash identity_of(const BundleEvidence& evidence);

// That a note names the root that the game had at its size: BAD_NOTE.
Status check_note(const BundleEvidence& evidence, const Hash& root);

}  // namespace nomic::ledger
