// The report of import-history: what was told from the versions, and what the players should look at.
#pragma once

#include <string>

#include "nomic/past/posted_history.h"
#include "nomic/replay/past.h"
#include "nomic/v1/past_view.pb.h"

namespace nomic::tools {

// Puts what files and times show among the slips.
void add_slips_of_files(const PostedHistory& history, replay::Past& past);

// All but the play.
v1::PastView past_view(const PostedHistory& history, const replay::Past& past);

std::string past_text(const v1::PastView& view);

}  // namespace nomic::tools
