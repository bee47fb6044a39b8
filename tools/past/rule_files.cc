#include "rule_files.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <vector>

#include "nomic/replay/rule_matching.h"
#include "nomic/replay/work.h"
#include "nomic/words/refusals.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Game words: whether numbered items are the rules of a game of rules, and not of a manual.

// Whether two of three things are spoken of without which there is no game of rules, in a language that is known:
// rules, players, votes.
bool speak_of_a_game(const std::vector<replay::RuleCopy>& rules) {
  static const RE2 THINGS[] = {
      RE2(R"((?i)(?:^|[^\pL])(?:rul|regl|regol|regel|r\x{e8}gl|regra)|規則|ルール|规则)"),
      RE2(R"((?i)(?:^|[^\pL])(?:player|jugador|giocator|speler|spiel|spill|spelare|joueur|jogador)|競技者|プレイヤー|玩家)"),
      RE2(R"((?i)(?:^|[^\pL])(?:vot|stem|r\x{f8}st|abstimm|propos|amend|enmienda|emend)|投票|提案|表决|修正)"),
  };
  int spoken = 0;
  for (const RE2& thing : THINGS) {
    spoken += std::any_of(rules.begin(), rules.end(), [&](const replay::RuleCopy& rule) {
      return RE2::PartialMatch(rule.text, thing) || RE2::PartialMatch(rule.title.value_or(""), thing);
    });
  }
  return spoken >= 2;
}

std::size_t rules_alike(const RulePage& one, const RulePage& other) {
  const auto matches = replay::match_rules(one.posted.rules, other.posted.rules);
  return static_cast<std::size_t>(
      std::count_if(matches.begin(), matches.end(), [](const auto& match) { return match.one && match.other; }));
}

}  // namespace

RuleReadings readings_of(const std::vector<replay::RuleCopy>& rules) {
  RuleReadings readings;
  for (const replay::RuleCopy& rule : rules) readings.emplace(rule.number, replay::reading_of(rule.text));
  return readings;
}

bool are_same_rules(const RuleReadings& one, const RuleReadings& other) {
  std::size_t same = 0;
  for (const auto& [number, reading] : other) {
    const auto found = one.lower_bound(number);
    same += found != one.end() && found->first == number && found->second == reading ? 1 : 0;
  }
  return same * 10 >= std::max(one.size(), other.size()) * 9;
}

PastResult<std::optional<RulePage>> RuleFiles::read(const Place& place, const Bytes& bytes, std::size_t longest) {
  replay::spend_work(replay::WorkStep::LARGE);
  RulePage page;
  page.where = place.where;
  page.folder = place.folder;
  std::size_t size = 0;
  for (const CommittedFile* file : place.files) {
    NOMIC_ASSIGN(auto read, bytes(*file));
    size += read ? read->size() : longest + 1;
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
    NOMIC_ASSIGN(auto page, read(place, bytes, replay::PAGE_LIMIT));
    if (!page) continue;
    const std::size_t rules = last_ ? rules_alike(*last_, *page) : page->posted.rules.size();
    if (rules < fewest_rules()) {
      why_not_ = fmt::format("{} has {} {}, and fewer than {} are looked for where no files are named",
                             in_quotes(place.where), rules, last_ ? "like those before" : "rules", fewest_rules());
      continue;
    }
    if (!last_ && !speak_of_a_game(page->posted.rules)) {
      why_not_ = fmt::format("{} has {} numbered items, and they do not speak of rules, players and votes",
                             in_quotes(place.where), rules);
      continue;
    }
    if (rules <= most) continue;
    most = rules;
    best = std::move(page);
  }
  return best;
}

std::size_t RuleFiles::fewest_rules() const {
  return last_ ? std::min(FEWEST_RULES, (last_->posted.rules.size() + 1) / 2) : FEWEST_RULES;
}

bool RuleFiles::lost_rules(const std::optional<RulePage>& page) const {
  if (!last_ || !rules_in_.empty()) return false;
  if (!page) return true;
  // Of two rules with one number at least one is matched. So half are where every number is still there.
  std::set<std::uint32_t> numbers;
  for (const replay::RuleCopy& rule : page->posted.rules) numbers.insert(rule.number);
  numbers.erase(0);
  std::size_t there = 0;
  for (const replay::RuleCopy& rule : last_->posted.rules) there += numbers.erase(rule.number);
  return there < last_->posted.rules.size() && rules_alike(*last_, *page) * 2 < last_->posted.rules.size();
}

PastResult<std::optional<RulePage>> RuleFiles::copy_of_last(const std::vector<CommittedFile>& files,
                                                            const Bytes& bytes) {
  const RuleReadings readings = readings_of(last_->posted.rules);
  for (const Place& place : places_in(files)) {
    if (place.where == last_->where) continue;
    auto page = read(place, bytes, replay::PAGE_LIMIT);
    if (!page || (*page && are_same_rules(readings, readings_of((*page)->posted.rules)))) return page;
  }
  return std::optional<RulePage>();
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
  } else {
    why_not_ = fmt::format("no file is named as {} says", in_quotes(rules_in_.front()));
  }
  std::string blobs;
  for (const Place& place : places) {
    for (const CommittedFile* file : place.files) blobs += file->path + file->blob;
  }
  if (blobs == last_blobs_) return readable_ ? &*last_ : nullptr;
  const bool told = places.size() == 1 && (last_ || !rules_in_.empty());
  auto page = told ? read(places.front(), bytes, replay::PAGE_LIMIT) : likest(places, bytes);
  if (page && lost_rules(*page)) {
    auto copy = copy_of_last(files, bytes);
    if (!copy || *copy) page = std::move(copy);
  }
  if (!page) return page.error();
  last_blobs_ = blobs;
  readable_ = page->has_value();
  if (!readable_) return nullptr;
  last_ = std::move(*page);
  return &*last_;
}

}  // namespace nomic::tools
