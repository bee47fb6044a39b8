// Histories of rules and proposals, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// "By proposal 302 of Bob, made at #40, its vote called at #41, adopted 3-0 at #44 (rule 203 as it stood since #12)."
std::string proposal_words(const v1::HistoryView::Proposal& proposal);
// "Votes: Ann for (#42), Bob against (#43, changed since)." Empty where nobody has voted.
std::string votes_words(const v1::HistoryView::Proposal& proposal);
// ", attested by Ann and Bob", with the ballots that contradict them; empty: its outcome is not attested.
std::string attested_words(const v1::HistoryView::Proposal& proposal);
// What players attested of it; empty: nothing.
std::string attestations_words(const v1::HistoryView::Proposal& proposal);
std::string history_text(const v1::HistoryView& view, std::size_t width);
std::string blame_text(const v1::BlameView& view, std::size_t width);

}  // namespace nomic::tools
