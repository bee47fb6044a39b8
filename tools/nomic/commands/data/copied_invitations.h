// Invitations of games that are copied to another ledger: whoever is let in by the one is let in by the other.
//
// They are merged by their IDs. What was opened or revoked in either place is so afterwards in the one that is copied
// to: a link that is spent opens nothing there, and a token that was revoked is good for nothing.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "nomic/views/failure.h"

namespace nomic::tools {

struct CopiedInvitations {
  std::size_t copied = 0;  // that are new there, or were opened or revoked since
  std::size_t left = 0;    // that were opened in both places, by different browsers
};

// `from`, `to`: folders, or addresses of databases. `games`: identities, 64 hex digits. Done once it is as durable as
// an invitation that was just made, also where nothing was new.
Result<CopiedInvitations> copy_invitations(const std::string& from, const std::string& to,
                                           const std::set<std::string>& games);

}  // namespace nomic::tools
