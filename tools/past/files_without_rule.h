// Files of a folder with a file a rule, named like the others, in which no rule can be read: an auditor is to know that
// they are there.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "nomic/replay/past.h"
#include "rule_files.h"

namespace nomic::tools {

class FilesWithoutRule {
 public:
  // After each version that has rules, in their order.
  void note(std::size_t version, const RulePage& page);

  // FILE_WITHOUT_RULE: since which version, and until when.
  [[nodiscard]] std::vector<replay::PastSlip> slips() const { return slips_; }

 private:
  std::vector<replay::PastSlip> slips_;
  std::map<std::string, std::size_t> open_;  // the slip of each that is there
};

}  // namespace nomic::tools
