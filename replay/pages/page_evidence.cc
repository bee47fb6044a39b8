// Tells which edition a page's rules are of.
#include <re2/re2.h>

#include <algorithm>

#include "compose.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text_format.h"
#include "page_data.h"
#include "wording.h"

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

// Whether most rules of an Initial Set are among the page's, by their texts.
bool is_initial_set(const Likenesses& likenesses, const v1::Ruleset& edition) {
  // The immutable rules alone are more than half of it.
  return likenesses.taken() * 2 > static_cast<std::size_t>(edition.rules_size());
}

struct Weighed {
  std::map<std::string, int> votes;
  std::vector<Evidence> found;
};

Weighed weigh(const Rules& rules, const Likenesses& likenesses, const std::string& lang, const v1::EditionMarks& all) {
  Weighed weighed;
  for (const v1::EditionMark& mark : all.marks()) {
    if (!mark.lang().empty() && mark.lang() != lang) continue;
    const auto rule = rules.find(likenesses.bearer_of(number_in(mark.rule())));
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
    weighed.found.push_back({line_with(text->second, found), rule->first.number, lang, edition,
                             remark_of(Topic::EVIDENCE, is_there ? "found" : "missing", {{"sign", mark.name()}})});
  }
  return weighed;
}

// The edition whose wordings the rules are more like; empty where it is neither.
std::string nearest_edition(const Likenesses& likenesses) {
  std::string nearest;
  std::uint32_t most = 0;
  for (const std::string& name : edition_names()) {
    const std::uint32_t alike = likenesses.alike_with(name);
    if (alike == most) nearest.clear();
    if (alike > most) nearest = name;
    most = std::max(most, alike);
  }
  return nearest;
}

}  // namespace

Result<std::map<std::string, std::string>> print_editions(const Rules& rules, const LikenessesByLang& likenesses,
                                                          std::vector<Evidence>& evidence, std::vector<Doubt>& doubts) {
  NOMIC_ASSIGN(auto all, marks());
  NOMIC_ASSIGN(auto initial_set, edition(edition_names().front()));
  std::map<std::string, std::string> editions;
  for (const auto& [lang, likeness] : likenesses) {
    std::string& edition = editions[lang];
    if (!is_initial_set(likeness, initial_set)) continue;
    Weighed weighed = weigh(rules, likeness, lang, all);
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
    // Where the signs are gone, as from rules that the players changed, the words of all the others decide.
    if (edition.empty()) edition = nearest_edition(likeness);
    if (edition.empty() || most == sum) continue;
    doubts.push_back({{},
                      remark_of(Topic::DOUBT, "evidence_divided",
                                {{"lang", lang},
                                 {"signs", weighed.votes[edition]},
                                 {"edition", edition},
                                 {"others", sum - weighed.votes[edition]}})});
  }
  return editions;
}

}  // namespace nomic::replay::import
