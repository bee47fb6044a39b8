// What `propose` and `revise` have in common: a rule can be written in an editor, what the proposal would mean is told
// before it is recorded, and what can hardly be undone is asked of whoever sits there.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "nomic/service/present_rule.h"
#include "nomic/v1/request.pb.h"
#include "play/edit_file.h"
#include "shared/move_command.h"

namespace nomic::tools {

// --edit: a rule is written in an editor, as `git commit` has a message written.
//
// The file (edit_file.h) begins with the rule as it is, or with what the command line says; what is saved is read and
// checked, and opened again at what is wrong until it is right, or is left as it was. The ledger is closed meanwhile.
// When the editor ends, the game is looked at again: a rule, or a form of a proposal, that has become another meanwhile
// is not written over. Whatever stands in the way, what was written is kept, and it is said where; --edited takes it up
// again.

class RuleEditing {
 public:
  // --edit and --edited.
  void declare(Arguments& arguments);
  [[nodiscard]] bool asked() const { return edit_ || edited_.has_value(); }

  // Puts what is written into the request: an enactment or an amendment, or a revision of one.
  Status write(Call& call, v1::Request& request, Means& means);

  // What came of the move: a file of ours goes with what was recorded, and is kept with what was not.
  Result<Exit> settle(Call& call, Result<Exit> done, bool recorded) const;

 private:
  struct Start {
    std::optional<PresentRule> present;
    std::uint64_t size = 0;
    EditFile file;
  };

  Result<Start> begin(Call& call, const v1::Request& request, const Means& means) const;
  Result<std::string> written(Call& call, const Start& start, v1::Request& request);
  Status loop(Call& call, const Start& start, v1::Request& request, const Means& means);
  Status open_file(Call& call, const std::string& text, std::size_t line);
  [[nodiscard]] Failure kept(Failure failure) const;
  // Nothing was written: there is nothing to keep.
  Failure dropped(Failure failure);
  [[nodiscard]] Status is_still_so(Call& call, const Start& start, const v1::Request& asked) const;

  bool edit_ = false;
  std::optional<std::string> edited_;
  std::string path_;      // of the file; empty: there is none yet
  std::string go_on_;     // the command that takes it up again
  bool is_ours_ = false;  // it was made here
};

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
