// Where rules could be: by the names of files.
#include <fnmatch.h>
#include <re2/re2.h>

#include "rule_files.h"

namespace nomic::tools {
namespace {

bool is_text(const std::string& path) {
  static const RE2 NAMED(R"((?i)\.(?:md|markdown|txt|text|rst|html?|wiki|mediawiki|ya?ml)$)");
  static const RE2 BARE(R"((?:^|/)[^/.]+$)");
  return RE2::PartialMatch(path, NAMED) || RE2::PartialMatch(path, BARE);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

// What the files of one set of rules have in common: their folder, or the one that holds those of each status.
std::string set_of(const std::string& path) {
  std::string folder = folder_of(path);
  if (status_of_folder(path) == v1::RULE_STATUS_UNSPECIFIED) return folder;
  const std::size_t slash = folder.rfind('/', folder.size() - 2);
  return (slash == std::string::npos ? "" : folder.substr(0, slash + 1)) + "*mutable*/";
}

}  // namespace

bool names_rule(const std::string& path) {
  static const RE2 RULE(R"((?:^|/)[^/0-9]*\d+[a-z]?[^/0-9]*$)");
  return is_text(path) && RE2::PartialMatch(path, RULE);
}

v1::RuleStatus status_of_folder(const std::string& path) {
  static const RE2 IMMUTABLE(R"((?i)immutable[^/]*/[^/]*$)");
  static const RE2 MUTABLE(R"((?i)mutable[^/]*/[^/]*$)");
  if (RE2::PartialMatch(path, IMMUTABLE)) return v1::IMMUTABLE;
  return RE2::PartialMatch(path, MUTABLE) ? v1::MUTABLE : v1::RULE_STATUS_UNSPECIFIED;
}

std::vector<RuleFiles::Place> RuleFiles::places_in(const std::vector<CommittedFile>& files) const {
  std::map<std::string, Place> folders;
  std::vector<Place> places;
  for (const CommittedFile& file : files) {
    if (names_rule(file.path)) {
      Place& folder = folders[set_of(file.path)];
      folder.where = set_of(file.path);
      folder.folder = true;
      folder.files.push_back(&file);
    }
    if (is_text(file.path)) places.push_back({file.path, false, {&file}});
  }
  for (auto& [where, folder] : folders) {
    if (folder.files.size() >= fewest_rules() || (last_ && where == last_->where)) places.push_back(std::move(folder));
  }
  return places;
}

std::optional<RuleFiles::Place> RuleFiles::told_place(const std::vector<CommittedFile>& files) const {
  for (const std::string& pattern : rules_in_) {
    Place place{pattern, false, {}};
    for (const CommittedFile& file : files) {
      if (fnmatch(pattern.c_str(), file.path.c_str(), 0) == 0) place.files.push_back(&file);
    }
    place.folder = place.files.size() > 1;
    if (!place.files.empty()) return place;
  }
  return std::nullopt;
}

}  // namespace nomic::tools
