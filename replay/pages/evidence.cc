// Tells which edition a page's rules are of.
#include <re2/re2.h>

#include <algorithm>

#include "compose.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/rules/text_format.h"
#include "page_data.h"

namespace nomic::replay::import {
namespace {

Result<v1::EditionMarks> marks() {
  v1::EditionMarks all;
  for (const EmbeddedFile& one : embedded_page_data()) {
    if (one.stem != "evidence") continue;
    Status read = read_text_format(one.text, one.stem, ErrorCode::BAD_RULESET, all);
    if (!read) return read.error();
  }
  return all;
}

// Whether the numbers are those of an Initial Set, or nearly: most of its rules, in this language.
bool is_initial_set(const Rules& rules, const std::string& lang, const v1::Ruleset& edition) {
  int there = 0;
  for (const v1::RuleBody& rule : edition.rules()) {
    const auto known = rules.find(rule.number());
    there += known != rules.end() && known->second.texts.count(lang) != 0 ? 1 : 0;
  }
  // The immutable rules alone are more than half of it.
  return there * 2 > edition.rules_size();
}

struct Weighed {
  std::map<std::string, int> votes;
  std::vector<Evidence> found;
};

Weighed weigh(const Rules& rules, const std::string& lang, const v1::EditionMarks& all) {
  Weighed weighed;
  for (const v1::EditionMark& mark : all.marks()) {
    if (!mark.lang().empty() && mark.lang() != lang) continue;
    const auto rule = rules.find(mark.rule());
    if (rule == rules.end()) continue;
    const auto text = rule->second.texts.find(lang);
    if (text == rule->second.texts.end()) continue;
    const re2::RE2 pattern("(" + mark.found() + ")", re2::RE2::Quiet);
    const std::string line = on_one_line(text->second);
    std::string found;
    const bool is_there = re2::RE2::PartialMatch(line, pattern, &found);
    const std::string& edition = is_there ? mark.edition_if_found() : mark.edition_if_missing();
    if (edition.empty()) continue;
    ++weighed.votes[edition];
    weighed.found.push_back({line_with(text->second, found), mark.rule(), lang, edition,
                             remark_of(Topic::EVIDENCE, is_there ? "found" : "missing", {{"sign", mark.name()}})});
  }
  return weighed;
}

}  // namespace

Result<std::map<std::string, std::string>> print_editions(const Rules& rules, std::vector<Evidence>& evidence,
                                                          std::vector<Doubt>& doubts) {
  auto all = marks();
  if (!all) return all.error();
  auto initial_set = edition(edition_names().front());
  if (!initial_set) return initial_set.error();
  std::map<std::string, std::string> editions;
  for (const auto& [number, rule] : rules) {
    for (const auto& [lang, text] : rule.texts) editions.try_emplace(lang);
  }
  for (auto& [lang, edition] : editions) {
    if (!is_initial_set(rules, lang, *initial_set)) continue;
    Weighed weighed = weigh(rules, lang, *all);
    int most = 0;
    int sum = 0;
    for (const auto& [name, votes] : weighed.votes) {
      sum += votes;
      if (votes == most) edition.clear();
      if (votes > most) {
        most = votes;
        edition = name;
      }
    }
    evidence.insert(evidence.end(), weighed.found.begin(), weighed.found.end());
    if (edition.empty() || most == sum) continue;
    doubts.push_back({{},
                      remark_of(Topic::DOUBT, "evidence_divided",
                                {{"lang", lang}, {"signs", most}, {"edition", edition}, {"others", sum - most}})});
  }
  return editions;
}

}  // namespace nomic::replay::import
