// What `propose` and `revise` have in common: a rule can be written in an editor, what the proposal would mean is told
// before it is recorded, and what can hardly be undone is asked of whoever sits there.
#pragma once

#include "play/rule_editing.h"
#include "shared/move_command.h"

namespace nomic::tools {

class ProposingCommand : public MoveCommand {
 public:
  Result<Exit> run(Call& call) override;

 protected:
  Status complete(Call& call, Means& means) override;
  [[nodiscard]] bool looks_first() const override { return true; }
  std::optional<v1::MeaningView> meaning(Service& service, const Means& means) override;
  Result<std::optional<Question>> question(Call& call, Service& service, const Means& means) override;

  RuleEditing editing_;
};

}  // namespace nomic::tools
