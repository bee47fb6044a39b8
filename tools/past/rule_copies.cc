#include "rule_copies.h"

#include <algorithm>
#include <tuple>

namespace nomic::tools {
namespace {

constexpr std::size_t LONGEST = 256 << 10;  // in bytes

// The numbers of those whose first reading is not the first in the other.
void add_different(const RuleReadings& one, const RuleReadings& other, std::set<std::uint32_t>& differ) {
  for (auto at = one.begin(); at != one.end(); at = one.upper_bound(at->first)) {
    const auto found = other.lower_bound(at->first);
    const bool is_same = found != other.end() && found->first == at->first && found->second == at->second;
    if (!is_same) differ.insert(at->first);
  }
}

}  // namespace

PastResult<ledger::Done> RuleCopies::note(std::size_t version, const std::vector<CommittedFile>& files,
                                          const RulePage& page, const std::vector<replay::RuleCopy>& rules,
                                          const RuleFiles::Bytes& bytes) {
  std::set<std::string> there;
  const RuleReadings ours = readings_of(rules);
  for (const RuleFiles::Place& place : files_.places_in(files)) {
    // A page is no copy of itself, nor is a file of the folder.
    const bool own = place.where == page.where ||
                     std::any_of(place.files.begin(), place.files.end(), [&](const CommittedFile* file) {
                       return std::find(page.paths.begin(), page.paths.end(), file->path) != page.paths.end();
                     });
    if (own) continue;
    std::string key = place.where;
    for (const CommittedFile* file : place.files) key += '\n' + file->path + file->blob;
    const auto [known, is_new] = read_.try_emplace(std::move(key));
    if (is_new) {
      NOMIC_ASSIGN(auto read, files_.read(place, bytes, LONGEST));
      if (read && read->posted.rules.size() >= RuleFiles::FEWEST_RULES) {
        known->second = readings_of(read->posted.rules);
      }
    }
    if (!known->second) continue;
    there.insert(place.where);
    compare(version, place.where, ours, *known->second);
  }
  for (auto& [where, copy] : copies_) {
    if (there.count(where) != 0) continue;
    for (const auto& [rule, since] : copy.open) close(where, rule, since, version);
    copy.open.clear();
  }
  return ledger::Done{};
}

void RuleCopies::compare(std::size_t version, const std::string& where, const RuleReadings& ours,
                         const RuleReadings& theirs) {
  const bool known = copies_.count(where) != 0;
  if (!known && !are_same_rules(ours, theirs)) return;
  auto& open = copies_[where].open;
  std::set<std::uint32_t> differ;
  add_different(ours, theirs, differ);
  add_different(theirs, ours, differ);
  for (auto at = open.begin(); at != open.end();) {
    if (differ.count(at->first) == 0) {
      close(where, at->first, at->second, version);
      at = open.erase(at);
    } else {
      ++at;
    }
  }
  for (const std::uint32_t number : differ) open.emplace(number, version);
}

void RuleCopies::close(const std::string& where, std::uint32_t rule, std::size_t since,
                       std::optional<std::size_t> until) {
  closed_[{since, where, until}].insert(rule);
}

std::vector<replay::PastSlip> RuleCopies::slips() const {
  auto all = closed_;
  for (const auto& [where, copy] : copies_) {
    for (const auto& [rule, since] : copy.open) all[{since, where, std::nullopt}].insert(rule);
  }
  std::vector<replay::PastSlip> slips;
  for (const auto& [key, rules] : all) {
    replay::PastSlip& slip = slips.emplace_back();
    slip.kind = replay::PastSlipKind::COPY_DIFFERS;
    std::tie(slip.version, slip.page, slip.until) = key;
    slip.rules.assign(rules.begin(), rules.end());
  }
  return slips;
}

std::vector<std::string> RuleCopies::places() const {
  std::vector<std::string> places;
  for (const auto& [where, copy] : copies_) places.push_back(where);
  return places;
}

}  // namespace nomic::tools
