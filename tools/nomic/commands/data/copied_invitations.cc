#include "data/copied_invitations.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "nomic/client/kept_invitations.h"
#include "nomic/ledger/address.h"
#include "nomic/v1/api.pb.h"

namespace nomic::tools {
namespace {

using Kept = v1::KeptInvitations;

// How far it has come: none goes back.
int stage_of(const Kept::Invitation& one) {
  if (one.revoked_at() != 0) return 2;
  return one.redeemed_at() != 0 ? 1 : 0;
}

bool is_let_in_alike(const Kept::Invitation& one, const Kept::Invitation& other) {
  return one.link_hash() == other.link_hash() && one.token_hash() == other.token_hash();
}

CopiedInvitations merge(const Kept& from, Kept& into) {
  CopiedInvitations done;
  for (const Kept::Invitation& one : from.invitations()) {
    auto& all = *into.mutable_invitations();
    const auto there = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id() == one.id(); });
    if (there == all.end()) {
      *into.add_invitations() = one;
      ++done.copied;
    } else if (there->game() == one.game() && stage_of(one) > stage_of(*there)) {
      *there = one;
      ++done.copied;
    } else if (stage_of(one) == stage_of(*there) && !is_let_in_alike(one, *there)) {
      ++done.left;
    }
  }
  return done;
}

// Only where invitations can be beside a ledger: a bundle has none.
bool may_have_invitations(const std::string& ledger) {
  std::error_code error;
  return ledger::is_database_address(ledger) || std::filesystem::is_directory(ledger, error);
}

}  // namespace

Result<CopiedInvitations> copy_invitations(const std::string& from, const std::string& to,
                                           const std::set<std::string>& games) {
  CopiedInvitations done;
  if (!may_have_invitations(from)) return done;
  NOMIC_ASSIGN(auto all, read_invitations(*invitations_beside(from)));
  Kept ours;
  for (const Kept::Invitation& one : all.invitations()) {
    if (games.contains(one.game())) *ours.add_invitations() = one;
  }
  if (ours.invitations().empty()) return done;

  const auto target = invitations_beside(to);
  const auto written = change_invitations(*target, "nomic store copy", [&](Kept& kept) -> ledger::Result<bool> {
    done = merge(ours, kept);
    if (kept.invitations_size() > MOST_INVITATIONS) {
      return ledger::Error{
          ledger::ErrorCode::BAD_INPUT,
          fmt::format("with those that are copied there would be more than {} invitations", MOST_INVITATIONS),
          fmt::format("remove those that were revoked from {}", target->place()),
          {}};
    }
    // Also where nothing is new: an earlier copy may be on a server alone whose standbys it never reached.
    return true;
  });
  if (!written) return failure_of(written.error());
  return done;
}

}  // namespace nomic::tools
