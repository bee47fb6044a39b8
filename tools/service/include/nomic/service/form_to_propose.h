// The form that a proposal would have: for who tries one, or shows it, and records nothing.
#pragma once

#include <vector>

#include "nomic/replay/game.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

struct ProposedForm {
  v1::ProposalMade form;
  // For the mover to know.
  std::vector<replay::Remark> warnings;
};

// As Service::submit would record it. Errors: those of what it says; the rules are not asked.
replay::Result<ProposedForm> proposed_form(replay::Game& game, const v1::Request::Propose& propose);

}  // namespace nomic::tools
