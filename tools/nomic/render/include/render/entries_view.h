// The entries in scores that a finding is about, with how each is reckoned: as the game has it, and as it is due by the
// auditor's own reckoning. Where the two differ, a reader sees in which part.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/replay/audit.h"
#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The entry that a consequence makes, or made, in the game.
v1::EntriesView::Entry entry_view(const v1::Consequence& score);
// One that the auditor's finding is about.
v1::EntriesView::Entry entry_view(const replay::ReckonedEntry& entry);

// "In the game: Ann +8 (rule 202): (305 - 291) x 3/5 = 8.4, to the nearest point 8.", a line an entry; of those of
// which there is something to say that the finding's sentences have not said.
std::string entries_text(const v1::FindingView& finding, std::size_t width, std::size_t indent);

}  // namespace nomic::tools
