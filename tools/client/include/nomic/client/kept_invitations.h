// The text in which invitations are kept beside a ledger, for whoever serves it and whoever copies it. What they are:
// nomic/server/invitations.h.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "nomic/ledger/shared_text.h"
#include "nomic/v1/api.pb.h"

namespace nomic::tools {

// So many may be there.
inline constexpr int MOST_INVITATIONS = 10'000;

// Of a folder, or of the address of a database.
std::unique_ptr<ledger::SharedText> invitations_beside(const std::string& ledger);

// BAD_INPUT where it is another text.
ledger::Result<v1::KeptInvitations> read_invitations(const ledger::SharedText& text);

// What SharedText::change() is, of the invitations; `change` says whether they are written. BAD_INPUT as above.
ledger::Status change_invitations(const ledger::SharedText& text, std::string_view command,
                                  const std::function<ledger::Result<bool>(v1::KeptInvitations& kept)>& change);

}  // namespace nomic::tools
