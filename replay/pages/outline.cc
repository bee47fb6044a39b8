#include "outline.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lines/heading_words.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::import {
namespace {

constexpr std::uint32_t RULE_NUMBERS_FROM = 100;  // smaller ones number parts, where there are larger ones
constexpr int NO_LEVEL = 0;
constexpr int IN_BOLD = 7;  // after the six levels of headings
constexpr int IN_TEXT = 8;
constexpr int BARE = 9;  // a number of points, as well as a rule's

// How a number stands: the level of its heading, IN_BOLD, IN_TEXT or BARE.
int shape_of(const OutlineBlock& one) {
  if (one.block.level > NO_LEVEL) return one.block.level;
  return one.marker.strong ? IN_BOLD : one.marker.bare ? BARE : IN_TEXT;
}

using Marks = std::vector<std::size_t>;  // blocks that may begin a rule

class Outliner {
 public:
  explicit Outliner(std::vector<Line> lines) { outline_.lines = std::move(lines); }

  Outline run() {
    group();
    if (unwrap(Part::CODE) || unwrap(Part::QUOTE)) group();
    // Where nothing else begins rules, items of a list may: "- **Rule 6: Votes**".
    if (marks_.size() < 2) {
      group(true);
      if (marks_.size() < 2) group();
    }
    choose();
    for (const std::size_t at : marks_) outline_.blocks[at].role = Role::RULE;
    lost_numbers();
    headings();
    return std::move(outline_);
  }

 private:
  void group(bool in_lists = false) {
    outline_.blocks.clear();
    marks_.clear();
    const auto markers = markers_of(outline_.lines, in_lists);
    const Margin margin(outline_.lines, markers);
    outline_.wrapped = margin.is_wrapped();
    for (const Block& block : blocks_of(outline_.lines, markers, margin)) {
      OutlineBlock one{.block = block, .marker = markers[block.first].value_or(Marker())};
      const bool may_begin = block.kind == BlockKind::PARAGRAPH || block.kind == BlockKind::HEADING;
      const bool outside = outline_.lines[block.first].outside;
      if (may_begin && !block.by_words && !outside && markers[block.first]) marks_.push_back(outline_.blocks.size());
      outline_.blocks.push_back(std::move(one));
    }
  }

  // A set of rules that stands wholly in a fence or a quote, as it is posted in a forum: its lines become text, and
  // what stands outside of it is no part of a rule. True if there was one.
  bool unwrap(Part part) {
    std::size_t inside = 0;
    for (const Line& line : outline_.lines) {
      if (line.part != part || line.text.empty()) continue;
      const auto marker = marker_of(line);
      inside += marker && plain_of(marker->number) >= RULE_NUMBERS_FROM ? 1 : 0;
    }
    const auto outside = static_cast<std::size_t>(std::count_if(marks_.begin(), marks_.end(), [&](std::size_t at) {
      return plain_of(outline_.blocks[at].marker.number) >= RULE_NUMBERS_FROM;
    }));
    if (inside < 2 || outside > 1) return false;
    for (Line& line : outline_.lines) {
      line.outside = line.part != part;
      if (line.outside) continue;
      line.part = Part::TEXT;
      line.soft = false;
    }
    return true;
  }

  template <class Keep>
  void drop(Keep&& keep) {
    const auto kept = std::count_if(marks_.begin(), marks_.end(), keep);
    if (kept < 2) return;
    marks_.erase(std::remove_if(marks_.begin(), marks_.end(), [&](std::size_t at) { return !keep(at); }), marks_.end());
  }

  void choose() {
    drop([&](std::size_t at) { return plain_of(outline_.blocks[at].marker.number) >= RULE_NUMBERS_FROM; });
    const auto named =
        std::count_if(marks_.begin(), marks_.end(), [&](std::size_t at) { return outline_.blocks[at].marker.named; });
    if (static_cast<std::size_t>(named) * 2 > marks_.size())
      drop([&](std::size_t at) { return outline_.blocks[at].marker.named; });
    if (marks_.empty()) return;
    main_ = main_shape();
    outline_.by_markup = main_ < IN_TEXT;
    std::set<std::uint32_t> numbers;
    for (const std::size_t at : marks_) {
      if (is_main(at)) numbers.insert(outline_.blocks[at].marker.number);
    }
    const std::vector<std::uint32_t> after = numbers_after();
    std::uint32_t before = 0;
    Marks kept;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      const std::size_t at = marks_[i];
      const std::uint32_t number = outline_.blocks[at].marker.number;
      if (is_main(at)) {
        before = number;
        kept.push_back(at);
      } else if (!is_lettered(number) && may_stand_otherwise(outline_.blocks[at]) && numbers.count(number) == 0 &&
                 comes_before(before, number) && (after[i] == 0 || comes_before(number, after[i]))) {
        kept.push_back(at);
        const Line& line = outline_.lines[outline_.blocks[at].block.first];
        outline_.other_shape.push_back({line.file, line.number});
      }
    }
    marks_ = std::move(kept);
  }

  // The shape in which most numbers stand; of two equally frequent ones the one that stands out more. Those with
  // letters may be parts of rules, and say nothing.
  int main_shape() const {
    std::map<int, std::set<std::uint32_t>> numbers;
    for (const std::size_t at : marks_) {
      const std::uint32_t number = outline_.blocks[at].marker.number;
      if (!is_lettered(number)) numbers[shape_of(outline_.blocks[at])].insert(number);
    }
    if (numbers.empty()) return shape_of(outline_.blocks[marks_.front()]);
    return std::max_element(numbers.begin(), numbers.end(),
                            [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); })
        ->first;
  }

  [[nodiscard]] bool is_main(std::size_t block) const { return shape_of(outline_.blocks[block]) == main_; }

  // For each mark the next number after it that stands as most do; 0: none.
  [[nodiscard]] std::vector<std::uint32_t> numbers_after() const {
    std::vector<std::uint32_t> after(marks_.size());
    std::uint32_t next = 0;
    for (std::size_t i = marks_.size(); i-- > 0;) {
      after[i] = next;
      if (is_main(marks_[i])) next = outline_.blocks[marks_[i]].marker.number;
    }
    return after;
  }

  // Whether a number in another shape than most may begin a rule all the same.
  [[nodiscard]] bool may_stand_otherwise(const OutlineBlock& one) const {
    const int shape = shape_of(one);
    const bool deeper = main_ < IN_BOLD && shape < IN_BOLD && shape > main_;
    if (deeper) return false;
    // A line of text begins a rule under headings only where it is one itself: alone, and named or without words.
    const bool stands_out = one.block.size() == 1 && (one.marker.named || one.marker.rest.empty());
    return shape < IN_TEXT || (shape == IN_TEXT && stands_out);
  }

  // A page whose items all count from 1, or are all 1.
  void lost_numbers() {
    std::set<std::uint32_t> seen;
    for (const std::size_t at : marks_) {
      const Marker& marker = outline_.blocks[at].marker;
      if (marker.named || plain_of(marker.number) >= RULE_NUMBERS_FROM) return;
      seen.insert(marker.number);
    }
    outline_.numbers_lost = marks_.size() >= 2 && seen.size() < marks_.size() && seen.count(1) != 0;
  }

  [[nodiscard]] const std::string& words_of(const OutlineBlock& one) const {
    return outline_.lines[one.block.first].text;
  }

  // Whether the whole line is in bold, as a heading that lacks its sign is.
  [[nodiscard]] bool is_bold(const OutlineBlock& one) const {
    const std::string& words = words_of(one);
    return words.size() > 4 && words.starts_with("**") && words.ends_with("**");
  }

  void headings() {
    const int deepest = deepest_section();
    for (OutlineBlock& one : outline_.blocks) {
      if (one.block.kind != BlockKind::HEADING || one.role == Role::RULE) continue;
      if (one.block.by_words) {
        // Where markup shows the headings of rules it shows those above them too.
        if (!outline_.by_markup || is_bold(one)) one.role = Role::SECTION;
        continue;
      }
      one.role = one.block.level <= deepest ? Role::SECTION : Role::PART;
    }
  }

  // The deepest level of heading that stands above rules: one that says of which status they are, else one with a rule
  // right below it. Where rules are headings, it is their own.
  [[nodiscard]] int deepest_section() const {
    if (main_ < IN_BOLD) return main_;
    int saying = NO_LEVEL;
    int above_rules = NO_LEVEL;
    int highest = IN_BOLD;
    for (std::size_t i = 0; i < outline_.blocks.size(); ++i) {
      const OutlineBlock& one = outline_.blocks[i];
      const int level = one.block.level;
      if (level == NO_LEVEL || one.role == Role::RULE) continue;
      highest = std::min(highest, level);
      if (status_in(words_of(one)) != v1::RULE_STATUS_UNSPECIFIED) saying = std::max(saying, level);
      const bool above_rule = i + 1 < outline_.blocks.size() && outline_.blocks[i + 1].role == Role::RULE;
      if (above_rule) above_rules = std::max(above_rules, level);
    }
    return saying != NO_LEVEL ? saying : above_rules != NO_LEVEL ? above_rules : highest;
  }

  Outline outline_;
  Marks marks_;
  int main_ = IN_TEXT;
};

}  // namespace

Outline outline_of(std::vector<Line> lines) {
  return Outliner(std::move(lines)).run();
}

}  // namespace nomic::replay::import
