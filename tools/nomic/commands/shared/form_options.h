// The form of a proposal as it is typed, for `propose`, `revise` and `try`: its rule-changes, whether they stand or
// fall together, and when it takes effect.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/replay/point.h"
#include "shared/change_options.h"

namespace nomic::tools {

// A file of rule-changes, as --changes names it: its texts and provisions as they are recorded. Adds it to what is
// asked.
Result<v1::ProposalMade> read_change_file(const Call& call, const std::string& path, RequestParts& asked);

class FormOptions {
 public:
  void declare(Arguments& arguments);

  // The words of the rule-change, as ChangeOptions has them.
  Status read_words(const std::vector<std::string>& words);
  // Reads files and texts, and adds them to what is asked.
  Status read(const Call& call, RequestParts& asked);

  // Whether anything is said of the rule-changes: else a revision builds on the form there is.
  [[nodiscard]] bool has_changes() const { return change_.has_kind() || file_; }
  [[nodiscard]] const ChangeOptions& change() const { return change_; }

  // Fills in the rule-changes of a new form. Warnings for the mover are added to `warnings`.
  Status fill_changes(const replay::Engine& engine, v1::ProposalMade& form, std::vector<std::string>& warnings) const;
  // Fills in the rest, as far as it is given.
  Status fill_effect(replay::Game& game, v1::ProposalMade& form) const;

 private:
  ChangeOptions change_;
  std::optional<std::string> path_;
  std::optional<v1::ProposalMade> file_;
  bool together_ = false;
  std::optional<std::int64_t> effect_at_;
  std::optional<replay::Point> effect_from_;
};

}  // namespace nomic::tools
