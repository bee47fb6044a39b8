// Which files of a repository hold the rules, version by version.
//
// Those are the page, or the folder with a file a rule, that held them in the version before. Where it is gone, the
// rules have moved: to what is like them most. Where it is there and has lost them, to a page that has the same rules.
// In the first version it is what holds the most rules. `rules_in` names them instead: patterns (`rules/*.md`), of
// which the first that fits any file counts.
//
// What nobody names has to look like rules: five of them at least, and somewhere in them words of a game of rules
// (rules, players, votes, in the languages that are known). Five numbered items of a manual are none.
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
  std::vector<std::string> paths;  // of the files in the repository
  replay::PostedRules posted;
};

// A file that could hold one rule: its name has one number.
bool names_rule(const std::string& path);

// The status that the name of a file's folder says; unspecified: none.
v1::RuleStatus status_of_folder(const std::string& path);

// How rules read (replay::reading_of), by their numbers; of one number, in their order. To make one costs far more than
// to compare two.
using RuleReadings = std::multimap<std::uint32_t, std::string>;
RuleReadings readings_of(const std::vector<replay::RuleCopy>& rules);

// Whether nine rules of ten are the same in both, in number and words, of those of either. Of several with one number
// in the first, the first counts.
bool are_same_rules(const RuleReadings& one, const RuleReadings& other);

class RuleFiles {
 public:
  using Bytes = std::function<PastResult<std::optional<std::string>>(const CommittedFile&)>;
  static constexpr std::size_t FEWEST_RULES = 5;

  // Where rules could be: a file, or a folder with a file a rule.
  struct Place {
    std::string where;
    bool folder = false;
    std::vector<const CommittedFile*> files;
  };
  RuleFiles(std::vector<std::string> rules_in, replay::ImportOptions reading)
      : rules_in_(std::move(rules_in)), reading_(std::move(reading)) {}

  // Each page, and folders of as many files as rules are looked for at least, and the one of the version before.
  [[nodiscard]] std::vector<Place> places_in(const std::vector<CommittedFile>& files) const;

  // The rules of a version; null: it has none that can be read. What is answered stays until the next call.
  PastResult<const RulePage*> find(const std::vector<CommittedFile>& files, const Bytes& bytes);

  // From the next version on the files are told by these; empty: they are found.
  void look_in(std::vector<std::string> rules_in) { rules_in_ = std::move(rules_in); }

  // Null: the files hold no rules, or are longer than so many bytes.
  PastResult<std::optional<RulePage>> read(const Place& place, const Bytes& bytes, std::size_t longest);

  // Why the last files that were looked at are not read as rules: a sentence without its stop. Empty: none were.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  // How many rules a page has at least, to be read where no files are named: half of those before, once there were any,
  // where these were few.
  [[nodiscard]] std::size_t fewest_rules() const;
  // Whether a page lost most of its rules though it is there still, as when they move to another.
  [[nodiscard]] bool lost_rules(const std::optional<RulePage>& page) const;
  PastResult<std::optional<RulePage>> copy_of_last(const std::vector<CommittedFile>& files, const Bytes& bytes);
  [[nodiscard]] std::optional<Place> told_place(const std::vector<CommittedFile>& files) const;
  PastResult<std::optional<RulePage>> likest(const std::vector<Place>& places, const Bytes& bytes);

  std::vector<std::string> rules_in_;
  replay::ImportOptions reading_;
  std::optional<RulePage> last_;
  std::string last_blobs_;
  std::string why_not_;
  bool readable_ = false;  // whether the files with these blobs were
};

}  // namespace nomic::tools
