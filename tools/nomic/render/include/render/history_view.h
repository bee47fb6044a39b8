// views of the histories of rules and proposals: for `history` and `blame`.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/replay/rule_history.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The digest of its form is read from the record; fails as the history does.
replay::Result<v1::HistoryView::Proposal> proposal_view(const replay::History& history,
                                                        const replay::ProposalHistory& life);
// "By proposal 302 of Bob, made at #40, its vote called at #41, adopted 3-0 at #44 (rule 203 as it stood since #12)."
std::string proposal_words(const v1::HistoryView::Proposal& proposal);
// "Votes: Ann for (#42), Bob against (#43, changed since)." Empty where nobody has voted.
std::string votes_words(const v1::HistoryView::Proposal& proposal);

replay::Result<v1::HistoryView> history_view(const replay::Game& game, const replay::Histories& histories);
std::string history_text(const v1::HistoryView& view, std::size_t width);

// Whose act a sentence is, is read from its record; fails as the history does.
replay::Result<v1::BlameView> blame_view(const replay::Game& game, const replay::RuleHistory& life,
                                         const replay::Histories& histories, const std::string& lang);
std::string blame_text(const v1::BlameView& view, std::size_t width);

}  // namespace nomic::tools
