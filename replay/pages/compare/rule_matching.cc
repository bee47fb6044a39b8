// Which rule is which: text first, the number last.
#include "nomic/replay/rule_matching.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "nomic/replay/text.h"
#include "nomic/replay/work.h"
#include "wording.h"

namespace nomic::replay {
namespace {

constexpr std::uint32_t ALIKE = 600;
constexpr std::uint32_t ALIKE_ALONE = 300;
constexpr std::uint32_t BEFORE_RUNNER_UP = 2;

// The words of both sets, numbered in the order in which they are met. Where there are many, hashes of 24 bits would
// take some for others.
class Dictionary {
 public:
  // Of the text's words, only which they are.
  import::Fingerprint print_of(std::string_view text){import::Fingerprint print;
  for (std::string& word : import::words_in(text)) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    print.words.push_back(numbers_.try_emplace(std::move(word), next).first->second);
  }
  std::sort(print.words.begin(), print.words.end());
  print.words.erase(std::unique(print.words.begin(), print.words.end()), print.words.end());
  return print;
}

private : std::map<std::string, std::uint32_t>
              numbers_;
};  // namespace

// A set of rules, and what matching needs to know of each.
struct Side {
  Side(const std::vector<RuleCopy>& copies, Dictionary& dictionary) : rules(copies), partner(copies.size()) {
    for (const RuleCopy& rule : rules) {
      readings.push_back(reading_of(rule.text));
      titles.push_back(rule.title ? fold(reading_of(*rule.title)) : "");
      prints.push_back(dictionary.print_of(readings.back()));
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
      for (const std::uint32_t word : prints[i].words) bearers[word].push_back(i);
    }
  }

  [[nodiscard]] bool is_free(std::size_t at) const { return !partner[at]; }
  [[nodiscard]] std::vector<std::size_t> free() const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (is_free(i)) all.push_back(i);
    }
    return all;
  }

  const std::vector<RuleCopy>& rules;
  std::vector<std::string> readings;
  std::vector<std::string> titles;  // as they are compared; empty: none, or not told
  std::vector<import::Fingerprint> prints;
  std::map<std::uint32_t, std::vector<std::size_t>> bearers;  // of each word, ascending
  std::vector<std::optional<std::size_t>> partner;
};

// How alike two rules are, of which one at least has no partner yet.
struct Likeness {
  std::size_t one = 0;
  std::size_t other = 0;
  std::uint32_t alike = 0;
};

// The greatest likeness of a rule, with whom, and the greatest of all others.
struct Best {
  std::uint32_t most = 0;
  std::size_t with = 0;
  std::uint32_t second = 0;

  void see(std::uint32_t alike, std::size_t rule) {
    if (alike > most) {
      second = std::exchange(most, alike);
      with = rule;
    } else {
      second = std::max(second, alike);
    }
  }

  [[nodiscard]] std::uint32_t runner_up(std::size_t rule) const { return with == rule ? second : most; }
};

// The rules of `in` that are likest to one: the CANDIDATES of them that share most of their rarer words.
std::vector<std::size_t> candidates(const import::Fingerprint& print, const Side& in,
                                    std::vector<std::uint32_t>& common) {
  spend_work(WorkStep::LARGE);
  std::vector<std::size_t> found;
  for (const std::uint32_t word : print.words) {
    const auto bearers = in.bearers.find(word);
    if (bearers == in.bearers.end() || bearers->second.size() > LIKENESS_WORDS) continue;
    for (const std::size_t rule : bearers->second) {
      if (common[rule]++ == 0) found.push_back(rule);
    }
  }
  std::vector<std::pair<std::uint64_t, std::size_t>> ranked;
  ranked.reserve(found.size());
  for (const std::size_t rule : found) {
    constexpr std::uint64_t WHOLE = 1'000'000;
    const std::uint64_t all = print.words.size() + in.prints[rule].words.size() - common[rule];
    ranked.emplace_back(WHOLE - WHOLE * common[rule] / all, rule);
    common[rule] = 0;
  }
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(ranked.size(), CANDIDATES));
  std::partial_sort(ranked.begin(), end, ranked.end());
  found.clear();
  for (auto one = ranked.begin(); one != end; ++one) found.push_back(one->second);
  return found;
}

class Matching {
 public:
  Matching(const std::vector<RuleCopy>& one, const std::vector<RuleCopy>& other)
      : one_(one, dictionary_), other_(other, dictionary_), by_(one.size(), MatchedBy::NOTHING) {}

  std::vector<RuleMatch> run() {
    same_words();
    alike();
    same_titles();
    pair_in_order(one_.free(), other_.free(), number_of, MatchedBy::SAME_NUMBER);
    former_numbers();
    return matches();
  }

 private:
  void pair(std::size_t one, std::size_t other, MatchedBy by) {
    one_.partner[one] = other;
    other_.partner[other] = one;
    by_[one] = by;
  }

  // Of free rules of either side: those with the same key, in order. A key that holds nothing is nobody's.
  template <class KeyOf>
  void pair_in_order(const std::vector<std::size_t>& ones, const std::vector<std::size_t>& others, KeyOf&& key_of,
                     MatchedBy by) {
    using Key = decltype(key_of(one_, std::size_t{0}));
    std::map<Key, std::vector<std::size_t>> by_key;
    for (const std::size_t other : others) {
      if (other_.is_free(other) && key_of(other_, other) != Key()) by_key[key_of(other_, other)].push_back(other);
    }
    // The next one stands last.
    for (auto& [key, rules] : by_key) std::reverse(rules.begin(), rules.end());
    for (const std::size_t one : ones) {
      if (!one_.is_free(one)) continue;
      const auto found = by_key.find(key_of(one_, one));
      if (found == by_key.end() || found->second.empty()) continue;
      pair(one, found->second.back(), by);
      found->second.pop_back();
    }
  }

  static std::uint32_t number_of(const Side& side, std::size_t at) { return side.rules[at].number; }

  void same_words() {
    std::map<std::string_view, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> groups;
    for (std::size_t i = 0; i < one_.rules.size(); ++i) groups[one_.readings[i]].first.push_back(i);
    for (std::size_t i = 0; i < other_.rules.size(); ++i) {
      const auto group = groups.find(other_.readings[i]);
      if (group != groups.end()) group->second.second.push_back(i);
    }
    const auto title_of = [](const Side& side, std::size_t at) { return std::string_view(side.titles[at]); };
    const auto anyone = [](const Side&, std::size_t) { return 1; };
    for (const auto& [reading, group] : groups) {
      const auto& [ones, others] = group;
      if (reading.empty() || others.empty()) continue;
      pair_in_order(ones, others, number_of, MatchedBy::SAME_WORDS);
      pair_in_order(ones, others, title_of, MatchedBy::SAME_WORDS);
      pair_in_order(ones, others, anyone, MatchedBy::SAME_WORDS);
    }
  }

  // Whom each free rule of either side could be.
  [[nodiscard]] std::vector<Likeness> likenesses() const {
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<std::uint32_t> common(std::max(one_.rules.size(), other_.rules.size()), 0);
    for (const std::size_t one : one_.free()) {
      for (const std::size_t other : candidates(one_.prints[one], other_, common)) pairs.emplace(one, other);
    }
    for (const std::size_t other : other_.free()) {
      for (const std::size_t one : candidates(other_.prints[other], one_, common)) pairs.emplace(one, other);
    }
    std::vector<Likeness> all;
    all.reserve(pairs.size());
    for (const auto& [one, other] : pairs)
      all.push_back({one, other, import::likeness(one_.prints[one], other_.prints[other])});
    return all;
  }

  // The likest first; then the same number, the same title, and the order of the sets.
  [[nodiscard]] auto rank(const Likeness& likeness) const {
    const RuleCopy& one = one_.rules[likeness.one];
    const RuleCopy& other = other_.rules[likeness.other];
    const bool same_number = one.number != 0 && one.number == other.number;
    const std::string& title = one_.titles[likeness.one];
    const bool same_title = !title.empty() && title == other_.titles[likeness.other];
    return std::make_tuple(~likeness.alike, !same_number, !same_title, likeness.one, likeness.other);
  }

  void alike() {
    std::vector<Likeness> pairs = likenesses();
    std::sort(pairs.begin(), pairs.end(), [&](const Likeness& a, const Likeness& b) { return rank(a) < rank(b); });
    std::vector<Best> of_one(one_.rules.size());
    std::vector<Best> of_other(other_.rules.size());
    for (const Likeness& likeness : pairs) {
      of_one[likeness.one].see(likeness.alike, likeness.other);
      of_other[likeness.other].see(likeness.alike, likeness.one);
    }
    for (const Likeness& likeness : pairs) {
      const auto& [one, other, much] = likeness;
      if (!one_.is_free(one) || !other_.is_free(other)) continue;
      const std::uint32_t runner_up = std::max(of_one[one].runner_up(other), of_other[other].runner_up(one));
      if (much >= ALIKE) {
        pair(one, other, MatchedBy::ALIKE);
      } else if (much >= ALIKE_ALONE && much >= BEFORE_RUNNER_UP * runner_up) {
        pair(one, other, MatchedBy::ALIKE_ALONE);
      }
    }
  }

  // A title of a free rule that no other rule of its side has.
  [[nodiscard]] static std::map<std::string_view, std::size_t> own_titles(const Side& side) {
    std::map<std::string_view, std::vector<std::size_t>> bearers;
    for (std::size_t i = 0; i < side.rules.size(); ++i) bearers[side.titles[i]].push_back(i);
    std::map<std::string_view, std::size_t> own;
    for (const auto& [title, rules] : bearers) {
      if (!title.empty() && rules.size() == 1 && side.is_free(rules.front())) own.emplace(title, rules.front());
    }
    return own;
  }

  void same_titles() {
    const auto others = own_titles(other_);
    for (const auto& [title, one] : own_titles(one_)) {
      const auto found = others.find(title);
      if (found != others.end()) pair(one, found->second, MatchedBy::SAME_TITLE);
    }
  }

  // A number that one side's rule bears and the other's bore.
  void former_numbers() {
    std::map<std::uint32_t, std::size_t> ones;
    std::map<std::uint32_t, std::size_t> others;
    for (const std::size_t one : one_.free()) ones.emplace(one_.rules[one].number, one);
    for (const std::size_t other : other_.free()) others.emplace(other_.rules[other].number, other);
    for (const std::size_t other : other_.free()) {
      for (const std::uint32_t number : other_.rules[other].former_numbers) {
        const auto found = ones.find(number);
        if (found != ones.end() && one_.is_free(found->second) && other_.is_free(other))
          pair(found->second, other, MatchedBy::FORMER_NUMBER);
      }
    }
    for (const std::size_t one : one_.free()) {
      for (const std::uint32_t number : one_.rules[one].former_numbers) {
        const auto found = others.find(number);
        if (found != others.end() && other_.is_free(found->second) && one_.is_free(one))
          pair(one, found->second, MatchedBy::FORMER_NUMBER);
      }
    }
  }

  [[nodiscard]] std::vector<RuleMatch> matches() const {
    std::vector<RuleMatch> all;
    for (std::size_t i = 0; i < one_.rules.size(); ++i) {
      RuleMatch& match = all.emplace_back();
      match.one = i;
      match.other = one_.partner[i];
      match.by = by_[i];
      match.differences = {DifferenceKind::MISSING};
      if (!match.other) continue;
      match.alike = import::likeness(one_.prints[i], other_.prints[*match.other]);
      match.differences = differences_of(one_.rules[i], other_.rules[*match.other]);
    }
    for (const std::size_t other : other_.free()) {
      RuleMatch& match = all.emplace_back();
      match.other = other;
      match.differences = {DifferenceKind::MISSING};
    }
    return all;
  }

  Dictionary dictionary_;
  Side one_;
  Side other_;
  std::vector<MatchedBy> by_;  // of the first set's rules
};

}  // namespace nomic::replay

bool RuleMatch::differs(DifferenceKind kind) const {
  return std::find(differences.begin(), differences.end(), kind) != differences.end();
}

std::vector<RuleMatch> match_rules(const std::vector<RuleCopy>& one, const std::vector<RuleCopy>& other) {
  return Matching(one, other).run();
}

std::vector<DifferenceKind> differences_of(const RuleCopy& one, const RuleCopy& other) {
  std::vector<DifferenceKind> kinds;
  if (!one.text.empty() && !other.text.empty() && one.text != other.text) {
    kinds.push_back(reading_of(one.text) == reading_of(other.text) ? DifferenceKind::LAYOUT : DifferenceKind::WORDS);
  }
  if (one.title && other.title && reading_of(*one.title) != reading_of(*other.title))
    kinds.push_back(DifferenceKind::TITLE);
  const bool both_say = one.status != v1::RULE_STATUS_UNSPECIFIED && other.status != v1::RULE_STATUS_UNSPECIFIED;
  if (both_say && one.status != other.status) kinds.push_back(DifferenceKind::STATUS);
  if (one.number != 0 && other.number != 0 && one.number != other.number) kinds.push_back(DifferenceKind::NUMBER);
  return kinds;
}

}  // namespace nomic::replay
