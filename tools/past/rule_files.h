// Which files of a repository hold the rules, version by version.
//
// Those are the page, or the folder with a file a rule, that held them in the version before. Where it is gone, the
// rules have moved: to what is like them most. In the first version it is what holds the most rules. `rules_in` names
// them instead: patterns (`rules/*.md`), of which the first that fits any file counts.
//
// Folders beside one another whose names say a status (immutable_rules/, mutable_rules/) are one, and a rule whose file
// says none has its folder's.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nomic/past/repository.h"
#include "nomic/replay/posted_rules.h"

namespace nomic::tools {

struct RulePage {
  std::string where;  // a file, or a folder with a "/" behind it
  bool folder = false;
  std::vector<replay::PageFile> files;
  replay::PostedRules posted;
};

class RuleFiles {
 public:
  using Bytes = std::function<PastResult<std::string>(const CommittedFile&)>;

  RuleFiles(std::vector<std::string> rules_in, replay::ImportOptions reading)
      : rules_in_(std::move(rules_in)), reading_(std::move(reading)) {}

  // The rules of a version; null: it has none that can be read. What is answered stays until the next call.
  PastResult<const RulePage*> find(const std::vector<CommittedFile>& files, const Bytes& bytes);

  // Why the last files that were looked at are not read as rules: a sentence without its stop. Empty: none were.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  struct Place {
    std::string where;
    bool folder = false;
    std::vector<const CommittedFile*> files;
  };
  static std::vector<Place> places_in(const std::vector<CommittedFile>& files);
  [[nodiscard]] std::optional<Place> told_place(const std::vector<CommittedFile>& files) const;
  PastResult<std::optional<RulePage>> read(const Place& place, const Bytes& bytes);
  PastResult<std::optional<RulePage>> likest(const std::vector<Place>& places, const Bytes& bytes);

  std::vector<std::string> rules_in_;
  replay::ImportOptions reading_;
  std::optional<RulePage> last_;
  std::string last_blobs_;
  std::string why_not_;
  bool readable_ = false;  // whether the files with these blobs were
};

}  // namespace nomic::tools
