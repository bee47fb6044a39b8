// A page's rules as it stands, without editions.
#include "nomic/replay/posted_rules.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compose.h"
#include "lines/line.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

// ISO 639: undetermined.
constexpr std::string_view UNKNOWN_LANG = "und";

using import::Lines;
using import::Rule;
using import::Rules;

// Which language of the page is read: the first that is wanted and there, else the one with the most rules.
std::string lang_of(const Rules& rules, const std::vector<std::string>& wanted) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [key, rule] : rules) {
    for (const auto& [lang, text] : rule.texts) ++counts[lang];
  }
  for (const std::string& lang : wanted) {
    if (counts.count(lang) != 0) return lang;
  }
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? "" : most->first;
}

RuleCopy copy_of(const Rule& rule, const std::string& lang) {
  RuleCopy copy;
  copy.number = rule.number;
  copy.status = import::posted_status(rule);
  if (const auto text = rule.texts.find(lang); text != rule.texts.end()) {
    const auto clean = clean_text(text->second.text, {"text_of_rule_in", rule.number, lang});
    copy.text = clean ? *clean : text->second.text;
  }
  if (const auto title = rule.titles.find(lang); title != rule.titles.end()) {
    const auto clean = clean_line(title->second, {"title_of_rule", rule.number}, title->second.size());
    copy.title = clean ? *clean : title->second;
  }
  return copy;
}

// Where most rules have a title, one without has none; else nobody meant to give them.
void tell_missing_titles(std::vector<RuleCopy>& rules) {
  const auto titled =
      std::count_if(rules.begin(), rules.end(), [](const RuleCopy& rule) { return rule.title.has_value(); });
  if (static_cast<std::size_t>(titled) * 2 <= rules.size()) return;
  for (RuleCopy& rule : rules) {
    if (!rule.title) rule.title.emplace();
  }
}

Result<PostedRules> posted_on(Lines& lines, std::string_view where, const ImportOptions& options) {
  auto read = import::read_rules(lines, options, where);
  if (!read && read.error().code == ErrorCode::PAGE_AMBIGUOUS && read.error().variant == "language_unknown") {
    // Comparing needs none.
    ImportOptions named = options;
    named.langs = {std::string(UNKNOWN_LANG)};
    read = import::read_rules(lines, named, where);
  }
  if (!read) return read.error();
  const std::string lang = lang_of(read->rules, options.langs);
  PostedRules posted;
  posted.lang = lang == UNKNOWN_LANG ? "" : lang;
  for (const auto& [key, rule] : read->rules) {
    posted.rules.push_back(copy_of(rule, lang));
    posted.places.push_back(rule.at);
  }
  tell_missing_titles(posted.rules);
  return posted;
}

}  // namespace

Result<PostedRules> read_posted(std::string_view bytes, std::string_view where, const ImportOptions& options) {
  PageEncoding encoding;
  NOMIC_ASSIGN(auto utf8, import::to_utf8(bytes, where, options.encoding, encoding));
  NOMIC_ASSIGN(auto lines, import::is_html(utf8) ? import::read_html(utf8, where) : import::read_text(utf8, where));
  return posted_on(lines, where, options);
}

Result<PostedRules> read_posted_folder(const std::vector<PageFile>& files, std::string_view where,
                                       const ImportOptions& options) {
  NOMIC_ASSIGN(auto lines, import::read_folder(files, options.encoding));
  return posted_on(lines, where, options);
}

PostedRules posted_of(const v1::Ruleset& ruleset, std::string_view lang) {
  PostedRules posted;
  posted.lang = lang.empty() ? ruleset.authoritative_lang() : std::string(lang);
  for (const v1::RuleBody& rule : ruleset.rules()) {
    RuleCopy& copy = posted.rules.emplace_back();
    copy.number = number_in(rule.number());
    copy.status = rule.status();
    copy.title = rule.title();
    for (const v1::Text& text : rule.texts()) {
      const std::string& own = text.lang().empty() ? ruleset.authoritative_lang() : text.lang();
      if (own == posted.lang) copy.text = text.text();
    }
  }
  posted.places.resize(posted.rules.size());
  return posted;
}

}  // namespace nomic::replay
