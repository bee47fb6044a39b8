// The entries in scores that a finding is about, with how each is reckoned: as the game has it, and as it is due by the
// auditor's own reckoning. Where the two differ, a reader sees in which part.
#pragma once

#include <string>

#include "nomic/replay/audit.h"
#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The entry that a consequence makes, or made, in the game.
v1::EntriesView::Entry entry_view(const v1::Consequence& score);
// One that the auditor's finding is about.
v1::EntriesView::Entry entry_view(const replay::ReckonedEntry& entry);

}  // namespace nomic::tools
