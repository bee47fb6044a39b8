// Copies: other pages and folders of a repository that hold the same rules as those that are followed.
//
// One that has nine rules of ten as they are, under the same numbers, is a copy from then on, until it is gone. In each
// version it is compared with the rules: where they differ, the players had two texts of one rule. A set that was never
// the same (the Initial Set, kept beside the rules of a game that has gone on) is none.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "nomic/replay/past.h"
#include "rule_files.h"

namespace nomic::tools {

class RuleCopies {
 public:
  explicit RuleCopies(RuleFiles& files) : files_(files) {}

  // After each version that has rules, in their order: `page` is where they are, `rules` what they say.
  PastResult<ledger::Done> note(std::size_t version, const std::vector<CommittedFile>& files, const RulePage& page,
                                const std::vector<replay::RuleCopy>& rules, const RuleFiles::Bytes& bytes);

  // COPY_DIFFERS, those that began and ended together in one.
  [[nodiscard]] std::vector<replay::PastSlip> slips() const;
  // Where copies are or were.
  [[nodiscard]] std::vector<std::string> places() const;

 private:
  struct Copy {
    std::map<std::uint32_t, std::size_t> open;  // rules that differ, and since which version
  };
  void compare(std::size_t version, const std::string& where, const RuleReadings& ours, const RuleReadings& theirs);
  void close(const std::string& where, std::uint32_t rule, std::size_t since, std::optional<std::size_t> until);

  RuleFiles& files_;
  std::map<std::string, std::optional<RuleReadings>> read_;  // by the files and what is in them
  std::map<std::string, Copy> copies_;
  // Where, since when and until when rules differ that no longer do.
  std::map<std::tuple<std::size_t, std::string, std::optional<std::size_t>>, std::set<std::uint32_t>> closed_;
};

}  // namespace nomic::tools
