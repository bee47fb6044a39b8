// What `propose` and `revise` have in common: what the proposal would mean is told before it is recorded, and what can
// hardly be undone is asked of whoever sits there.
#pragma once

#include "shared/move_command.h"

namespace nomic::tools {

class ProposingCommand : public MoveCommand {
 protected:
  std::optional<v1::MeaningView> meaning(Service& service, const Means& means) override;
  Result<std::optional<Question>> question(Call& call, Service& service, const Means& means) override;
};

}  // namespace nomic::tools
