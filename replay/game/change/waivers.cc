#include "change/waivers.h"

#include <algorithm>

namespace nomic::replay {

void take_waivers(Play& play, const v1::Proposal& proposal) {
  for (const auto code : proposal.waived()) play.waived.insert(static_cast<ErrorCode>(code));
}

void note_waivers(const Play& play, v1::Proposal& proposal) {
  proposal.clear_waived();
  for (const auto code : play.waived) proposal.add_waived(static_cast<std::uint32_t>(code));
}

bool is_waived(const v1::Proposal& proposal, ErrorCode prohibition) {
  const auto& all = proposal.waived();
  return std::find(all.begin(), all.end(), static_cast<std::uint32_t>(prohibition)) != all.end();
}

bool forbids(const Play& play, const Status& status) {
  return !status && play.waived.count(status.error().code) == 0;
}

}  // namespace nomic::replay
