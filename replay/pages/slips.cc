// Compares a page with itself and with its edition. Whatever differs is reported, and nothing is mended.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "compose.h"
#include "lines/heading_words.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "page_data.h"
#include "wording.h"

namespace nomic::replay::import {
namespace {

// A variant's expressions, made once for all the texts that they are looked for in.
class Sign {
 public:
  explicit Sign(const v1::Variant& variant)
      : found_("(" + variant.found() + ")", re2::RE2::Quiet),
        missing_(variant.missing(), re2::RE2::Quiet),
        any_(variant.found().empty()),
        none_(variant.missing().empty()) {}

  bool is_in(const std::string& text, std::string* found) const {
    if (!any_ && !re2::RE2::PartialMatch(text, found_, found)) return false;
    return none_ || !re2::RE2::PartialMatch(text, missing_);
  }

 private:
  re2::RE2 found_;
  re2::RE2 missing_;
  bool any_;
  bool none_;
};

bool applies(const v1::Variant& variant, const std::string& lang, const std::string& edition) {
  return variant.lang() == lang && (variant.edition().empty() || variant.edition() == edition);
}

// `rule`: the number on the page of the one that has the variant.
Slip slip_of(const v1::Variant& variant, std::uint32_t rule, const PageLine& at) {
  Slip slip;
  slip.at = at;
  slip.rule = rule;
  slip.lang = variant.lang();
  slip.what = remark_of(Topic::SLIP, variant.name());
  slip.changes_sense = variant.changes_sense();
  slip.parameter = variant.parameter();
  return slip;
}

// The rules and languages of whose figures a slip speaks already.
using FiguresExplained = std::set<std::pair<RuleKey, std::string>>;

// The variants of rules, and those of lines outside them.
void known_slips(const Rules& rules, const Page& page, const std::map<std::string, std::string>& editions,
                 const LikenessesByLang& likenesses, const v1::Variants& known, std::vector<Slip>& slips,
                 FiguresExplained& explained) {
  for (const v1::Variant& variant : known.variants()) {
    const auto edition = editions.find(variant.lang());
    if (edition == editions.end() || edition->second.empty() || !applies(variant, variant.lang(), edition->second))
      continue;
    const Sign sign(variant);
    std::string found;
    if (variant.rule().empty()) {
      for (const LeftOut& line : page.left_out) {
        if (sign.is_in(line.text, &found)) slips.push_back(slip_of(variant, 0, line.at));
      }
      continue;
    }
    const auto rule = rules.find(likenesses.at(variant.lang()).bearer_of(number_in(variant.rule())));
    if (rule == rules.end()) continue;
    const auto text = rule->second.texts.find(variant.lang());
    if (text == rule->second.texts.end()) continue;
    if (!sign.is_in(on_one_line(text->second), &found)) continue;
    slips.push_back(slip_of(variant, rule->first.number, line_with(text->second, found)));
    if (variant.about_figures()) explained.emplace(rule->first, variant.lang());
  }
}

// The numbers of two digits and more; those in brackets number parts.
std::set<std::uint32_t> figures_of(const std::string& text) {
  static const re2::RE2 FIGURE(R"(([0-9]{2,9}))");
  std::set<std::uint32_t> figures;
  re2::StringPiece rest(text);
  std::string digits;
  while (re2::RE2::FindAndConsume(&rest, FIGURE, &digits))
    figures.insert(static_cast<std::uint32_t>(std::stoul(digits)));
  return figures;
}

Parameter::Names without(const std::set<std::uint32_t>& from, const std::set<std::uint32_t>& those) {
  std::vector<std::uint32_t> rest;
  std::set_difference(from.begin(), from.end(), those.begin(), those.end(), std::back_inserter(rest));
  Parameter::Names names;
  names.reserve(rest.size());
  for (const std::uint32_t number : rest) names.push_back(std::to_string(number));
  return names;
}

// Figures that a rule has and its edition has not, or the other way around.
Status figure_slips(const Rules& rules, const Likenesses& likenesses, const std::string& lang,
                    const std::string& edition_name, const FiguresExplained& explained, std::vector<Slip>& slips) {
  NOMIC_ASSIGN(auto initial_set, edition(edition_name));
  for (const v1::RuleBody& body : initial_set.rules()) {
    const auto rule = rules.find(likenesses.bearer_of(number_in(body.number())));
    if (rule == rules.end()) continue;
    const auto text = rule->second.texts.find(lang);
    if (text == rule->second.texts.end()) continue;
    const auto here = figures_of(on_one_line(text->second));
    const auto there = figures_of(body.texts(0).text());
    const auto more = without(here, there);
    const auto fewer = without(there, here);
    if (more.empty() && fewer.empty()) continue;
    if (explained.count({rule->first, lang}) != 0) continue;
    Slip slip;
    slip.at = more.empty() ? text->second.pieces.front().at : line_with(text->second, more.front());
    slip.rule = rule->first.number;
    slip.lang = lang;
    const std::string_view variant = more.empty() ? "fewer_figures" : fewer.empty() ? "more_figures" : "other_figures";
    slip.what = remark_of(Topic::SLIP, variant, {{"more", more}, {"fewer", fewer}});
    slip.changes_sense = true;
    slips.push_back(std::move(slip));
  }
  return ledger::Done{};
}

struct Range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

std::vector<Range> ranges_in(const std::string& text) {
  static const re2::RE2 RANGE("([0-9]{2,9}) ?(?:-|\u2013|\u301c|\uff5e|~) ?([0-9]{2,9})");
  std::vector<Range> ranges;
  re2::StringPiece rest(text);
  std::string first;
  std::string last;
  while (re2::RE2::FindAndConsume(&rest, RANGE, &first, &last)) {
    ranges.push_back({static_cast<std::uint32_t>(std::stoul(first)), static_cast<std::uint32_t>(std::stoul(last))});
  }
  return ranges;
}

Parameter::Names printed(const std::vector<Range>& ranges) {
  Parameter::Names each;
  each.reserve(ranges.size());
  for (const Range& range : ranges) each.push_back(numeral(range.first) + '-' + numeral(range.last));
  return each;
}

std::vector<Range> held(const Rules& rules) {
  std::vector<Range> ranges;
  for (const auto& [key, rule] : rules) {
    if (ranges.empty() || next_plain(ranges.back().last) < plain_of(key.number))
      ranges.push_back({key.number, key.number});
    else
      ranges.back().last = key.number;
  }
  return ranges;
}

// What the first rule says of the set ("101-116 and 201-213"), and what the page holds.
void range_slips(const Rules& rules, std::vector<Slip>& slips, FiguresExplained& explained) {
  if (rules.empty()) return;
  const Rule& first = rules.begin()->second;
  const std::vector<Range> there = held(rules);
  for (const auto& [lang, text] : first.texts) {
    const std::vector<Range> stated = ranges_in(on_one_line(text));
    if (stated.empty() || printed(stated) == printed(there)) continue;
    Slip slip;
    slip.at = line_with(text, fmt::format("{}", stated.back().first));
    slip.rule = first.number;
    slip.lang = lang;
    slip.what = remark_of(Topic::SLIP, "set", {{"said", printed(stated)}, {"there", printed(there)}});
    slip.changes_sense = true;
    explained.emplace(rules.begin()->first, slip.lang);
    slips.push_back(std::move(slip));
  }
}

bool is_before(const PageLine& a, const PageLine& b) {
  return a.file != b.file ? a.file < b.file : a.line < b.line;
}

// The rules under the heading that take their status from it, of the series that have one by their number (102).
std::vector<const Entry*> rules_under(const Page& page, const Heading& heading, v1::RuleStatus says) {
  const Heading* next = nullptr;
  for (const Heading& other : page.headings) {
    const bool ends = is_before(heading.at, other.at) && other.status != v1::RULE_STATUS_UNSPECIFIED;
    if (ends && (next == nullptr || is_before(other.at, next->at))) next = &other;
  }
  std::vector<const Entry*> under;
  for (const Entry& entry : page.entries) {
    const bool here = is_before(heading.at, entry.at) && (next == nullptr || is_before(entry.at, next->at));
    const std::uint32_t series = plain_of(entry.number) / SERIES;
    if (here && entry.under == says && (series == 1 || series == 2)) under.push_back(&entry);
  }
  return under;
}

// A heading that calls mutable what the number's series says is immutable, or the other way around: of all the rules
// below it, or of some that stand in the wrong place.
void heading_slips(const Rules& rules, const Page& page, std::vector<Slip>& slips) {
  for (const Heading& heading : page.headings) {
    spend_work(WorkStep::LARGE);
    const v1::RuleStatus says = heading.status;
    if (says == v1::RULE_STATUS_UNSPECIFIED) continue;
    const std::vector<const Entry*> under = rules_under(page, heading, says);
    const auto contradicts = [says](const Entry* entry) {
      return (plain_of(entry->number) / SERIES == 1 ? v1::IMMUTABLE : v1::MUTABLE) != says;
    };
    const bool all = std::all_of(under.begin(), under.end(), contradicts);
    for (const Entry* entry : under) {
      const bool decided_here = entry->stated == v1::RULE_STATUS_UNSPECIFIED && has_number(rules, entry->number);
      if (!contradicts(entry) || !decided_here) continue;
      Slip slip;
      slip.at = all ? heading.at : entry->at;
      slip.rule = all ? 0 : entry->number;
      slip.what = all ? remark_of(Topic::SLIP, says == v1::MUTABLE ? "heading_says_mutable" : "heading_says_immutable",
                                  {{"rule", entry->number}})
                      : remark_of(Topic::SLIP, says == v1::MUTABLE ? "under_mutable" : "under_immutable");
      slip.changes_sense = true;
      slips.push_back(std::move(slip));
      if (all) break;
    }
  }
}

// "16 immutable rules and 13 mutable ones" in a line outside the rules.
void count_slips(const Rules& rules, const Page& page, std::vector<Slip>& slips) {
  static const re2::RE2 COUNT("([0-9]{1,4})([^0-9.\u3002]{1,24})");
  for (const LeftOut& line : page.left_out) {
    re2::StringPiece rest(line.text);
    std::string digits;
    std::string after;
    while (re2::RE2::FindAndConsume(&rest, COUNT, &digits, &after)) {
      const v1::RuleStatus status = status_in(after);
      if (status == v1::RULE_STATUS_UNSPECIFIED) continue;
      const auto number = static_cast<std::ptrdiff_t>(std::stoul(digits));
      const auto there = std::count_if(rules.begin(), rules.end(), [&](const auto& rule) {
        return (plain_of(rule.first.number) / SERIES == 1) == (status == v1::IMMUTABLE);
      });
      if (number == there) continue;
      Slip slip;
      slip.at = line.at;
      slip.what = remark_of(Topic::SLIP, status == v1::IMMUTABLE ? "immutable_count" : "mutable_count",
                            {{"said", number}, {"there", there}});
      slip.changes_sense = true;
      slips.push_back(std::move(slip));
    }
  }
}

}  // namespace

Result<std::vector<v1::Variant>> variants_in(const Rule& rule, std::uint32_t known_as, const std::string& lang,
                                             const std::string& edition_name) {
  NOMIC_ASSIGN(auto known, known_variants());
  std::vector<v1::Variant> found;
  const auto text = rule.texts.find(lang);
  if (text == rule.texts.end()) return found;
  const std::string line = on_one_line(text->second);
  for (const v1::Variant& variant : known.variants()) {
    if (number_in(variant.rule()) == known_as && applies(variant, lang, edition_name) &&
        Sign(variant).is_in(line, nullptr))
      found.push_back(variant);
  }
  return found;
}

Result<std::vector<Slip>> find_slips(const Rules& rules, const Page& page,
                                     const std::map<std::string, std::string>& editions,
                                     const LikenessesByLang& likenesses) {
  NOMIC_ASSIGN(auto known, known_variants());
  std::vector<Slip> slips = page.slips;
  FiguresExplained explained;
  range_slips(rules, slips, explained);
  known_slips(rules, page, editions, likenesses, known, slips, explained);
  bool initial_set = false;
  for (const auto& [lang, edition_name] : editions) {
    if (edition_name.empty()) continue;
    initial_set = true;
    Status compared = figure_slips(rules, likenesses.at(lang), lang, edition_name, explained, slips);
    if (!compared) return compared.error();
  }
  heading_slips(rules, page, slips);
  if (initial_set) count_slips(rules, page, slips);
  std::stable_sort(slips.begin(), slips.end(), [](const Slip& a, const Slip& b) {
    return a.at.file != b.at.file ? a.at.file < b.at.file : a.at.line < b.at.line;
  });
  return slips;
}

}  // namespace nomic::replay::import
