#include "rule_files.h"

#include <fmt/format.h>
#include <fnmatch.h>
#include <re2/re2.h>

#include <algorithm>

#include "game_words.h"
#include "nomic/words/refusals.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t FEWEST_FILES = 5;

bool is_text(const std::string& path) {
  static const RE2 NAMED(R"((?i)\.(?:md|markdown|txt|text|rst|html?|wiki|mediawiki|ya?ml)$)");
  static const RE2 BARE(R"((?:^|/)[^/.]+$)");
  return RE2::PartialMatch(path, NAMED) || RE2::PartialMatch(path, BARE);
}

// A file that could hold one rule: its name has one number.
bool names_rule(const std::string& path) {
  static const RE2 RULE(R"((?:^|/)[^/0-9]*\d+[a-z]?[^/0-9]*$)");
  return is_text(path) && RE2::PartialMatch(path, RULE);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

// The status that the name of a file's folder says; unspecified: none.
v1::RuleStatus status_of_folder(const std::string& path) {
  static const RE2 IMMUTABLE(R"((?i)immutable[^/]*/[^/]*$)");
  static const RE2 MUTABLE(R"((?i)mutable[^/]*/[^/]*$)");
  if (RE2::PartialMatch(path, IMMUTABLE)) return v1::IMMUTABLE;
  return RE2::PartialMatch(path, MUTABLE) ? v1::MUTABLE : v1::RULE_STATUS_UNSPECIFIED;
}

// What the files of one set of rules have in common: their folder, or the one that holds those of each status.
std::string set_of(const std::string& path) {
  std::string folder = folder_of(path);
  if (status_of_folder(path) == v1::RULE_STATUS_UNSPECIFIED) return folder;
  const std::size_t slash = folder.rfind('/', folder.size() - 2);
  return (slash == std::string::npos ? "" : folder.substr(0, slash + 1)) + "*mutable*/";
}

std::size_t rules_alike(const RulePage& one, const RulePage& other) {
  const auto matches = replay::match_rules(one.posted.rules, other.posted.rules);
  return static_cast<std::size_t>(
      std::count_if(matches.begin(), matches.end(), [](const auto& match) { return match.one && match.other; }));
}

}  // namespace

std::vector<RuleFiles::Place> RuleFiles::places_in(const std::vector<CommittedFile>& files) {
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
    if (folder.files.size() >= FEWEST_FILES) places.push_back(std::move(folder));
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

PastResult<std::optional<RulePage>> RuleFiles::read(const Place& place, const Bytes& bytes, std::size_t longest) {
  RulePage page;
  page.where = place.where;
  page.folder = place.folder;
  std::size_t size = 0;
  for (const CommittedFile* file : place.files) {
    auto read = bytes(*file);
    if (!read) return read.error();
    size += read->size();
    if (size > longest) {
      why_not_ = fmt::format("{} is longer than {} bytes", in_quotes(place.where), longest);
      return std::optional<RulePage>();
    }
    page.paths.push_back(file->path);
    page.files.push_back({file->path.substr(file->path.rfind('/') + 1), std::move(*read)});
  }
  auto posted = page.folder ? replay::read_posted_folder(page.files, page.where, reading_)
                            : replay::read_posted(page.files.front().bytes, page.where, reading_);
  if (!posted || posted->rules.empty()) {
    why_not_ = posted ? fmt::format("{} holds no rules", in_quotes(place.where)) : words_of(posted.error()).what;
    return std::optional<RulePage>();
  }
  page.posted = std::move(*posted);
  for (std::size_t i = 0; page.folder && i < page.posted.rules.size(); ++i) {
    v1::RuleStatus& status = page.posted.rules[i].status;
    if (status == v1::RULE_STATUS_UNSPECIFIED) status = status_of_folder(place.files[page.posted.places[i].file]->path);
  }
  return std::optional(std::move(page));
}

PastResult<std::optional<RulePage>> RuleFiles::likest(const std::vector<Place>& places, const Bytes& bytes) {
  std::optional<RulePage> best;
  std::size_t most = 0;
  for (const Place& place : places) {
    auto page = read(place, bytes, replay::PAGE_LIMIT);
    if (!page) return page.error();
    if (!*page) continue;
    const std::size_t rules = last_ ? rules_alike(*last_, **page) : (*page)->posted.rules.size();
    if (rules < FEWEST_RULES) {
      why_not_ = fmt::format("{} has {} {}, and fewer than {} are looked for where no files are named",
                             in_quotes(place.where), rules, last_ ? "like those before" : "rules", FEWEST_RULES);
      continue;
    }
    if (!last_ && !speak_of_a_game((*page)->posted.rules)) {
      why_not_ = fmt::format("{} has {} numbered items, and they do not speak of rules, players and votes",
                             in_quotes(place.where), rules);
      continue;
    }
    if (rules <= most) continue;
    most = rules;
    best = std::move(*page);
  }
  return best;
}

PastResult<const RulePage*> RuleFiles::find(const std::vector<CommittedFile>& files, const Bytes& bytes) {
  std::vector<Place> places;
  if (rules_in_.empty()) {
    places = places_in(files);
    const auto same = std::find_if(places.begin(), places.end(),
                                   [&](const Place& place) { return last_ && place.where == last_->where; });
    if (same != places.end()) places = {*same};
  } else if (auto told = told_place(files)) {
    places = {*told};
  }
  std::string blobs;
  for (const Place& place : places) {
    for (const CommittedFile* file : place.files) blobs += file->path + file->blob;
  }
  if (blobs == last_blobs_) return readable_ ? &*last_ : nullptr;
  const bool told = places.size() == 1 && (last_ || !rules_in_.empty());
  auto page = told ? read(places.front(), bytes, replay::PAGE_LIMIT) : likest(places, bytes);
  if (!page) return page.error();
  last_blobs_ = blobs;
  readable_ = page->has_value();
  if (!readable_) return nullptr;
  last_ = std::move(*page);
  return &*last_;
}

}  // namespace nomic::tools
