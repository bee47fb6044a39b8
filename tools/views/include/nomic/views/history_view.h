// Views of the histories of rules and proposals: for `history` and `blame`.
#pragma once

#include <string>

#include "nomic/replay/rule_history.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The digest of its form is read from the record; fails as the history does.
replay::Result<v1::HistoryView::Proposal> proposal_view(const replay::History& history,
                                                        const replay::ProposalHistory& life);

replay::Result<v1::HistoryView> history_view(const replay::Game& game, const replay::Histories& histories);

// Whose act a sentence is, is read from its record; fails as the history does.
replay::Result<v1::BlameView> blame_view(const replay::Game& game, const replay::RuleHistory& life,
                                         const replay::Histories& histories, const std::string& lang);

}  // namespace nomic::tools
