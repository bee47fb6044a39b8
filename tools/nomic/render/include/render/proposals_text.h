// Proposals, open and settled, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// "adopted 2-0 at #37 (rule 203 as it stood since #31)".
std::string standing_words(const v1::HistoryView::Proposal& proposal);

// A line a proposal.
std::string proposals_table(const v1::ProposalsView& view, std::size_t width);

// One with every word: who made it, how it stands, who voted how, what it says and what it changes.
std::string proposal_text(const v1::HistoryView::Proposal& proposal, std::size_t width);

}  // namespace nomic::tools
