// From a page to a ruleset: the steps in order, and the choice of languages and edition.
#include "nomic/replay/page_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compose.h"
#include "lines/line.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/replay/work.h"
#include "page_data.h"
#include "provide.h"
#include "read_page.h"
#include "wording.h"

namespace nomic::replay {
namespace {

using import::Lines;
using import::Page;
using import::Rule;
using import::RuleKey;
using import::Rules;
using import::SERIES;

using Editions = std::map<std::string, std::string>;  // by language

// The numbers of the rules in which two editions differ, by the built-in wording and provisions of both.
Result<Parameter::Names> rules_that_differ(const std::string& one, const std::string& other) {
  NOMIC_ASSIGN(auto first, edition(one));
  NOMIC_ASSIGN(auto second, edition(other));
  Parameter::Names numbers;
  for (const v1::RuleBody& rule : first.rules()) {
    for (const v1::RuleBody& same : second.rules()) {
      if (number_in(same.number()) == number_in(rule.number()) && same.SerializeAsString() != rule.SerializeAsString())
        numbers.push_back(rule.number());
    }
  }
  return numbers;
}

class Importer {
 public:
  Importer(Lines lines, std::string_view where, const ImportOptions& options)
      : lines_(std::move(lines)), where_(where), options_(options) {}

  Result<Imported> run() {
    if (Status read = read_rules(); !read) return read.error();
    if (Status emitted = choose_languages(); !emitted) return emitted.error();
    if (Status emitted = choose_edition(); !emitted) return emitted.error();
    NOMIC_ASSIGN(auto slips, import::find_slips(rules_, page_, editions_, likenesses_));
    slips_ = std::move(slips);
    if (Status made = make_ruleset(); !made) return made.error();
    report();
    if (Status sure = certain(); !sure) return sure.error();
    if (Status checked = check(); !checked) return checked.error();
    return std::move(made_);
  }

 private:
  Status read_rules() {
    count_lines();
    NOMIC_ASSIGN(auto read, import::read_rules(lines_, options_, where_));
    page_ = std::move(read.page);
    rules_ = std::move(read.rules);
    for (const auto& [key, rule] : rules_) {
      for (const auto& [lang, text] : rule.texts) likenesses_.try_emplace(lang);
    }
    for (auto& [lang, likeness] : likenesses_) {
      NOMIC_ASSIGN(auto made, import::likenesses(rules_, lang));
      likeness = std::move(made);
    }
    NOMIC_ASSIGN(auto editions, print_editions(rules_, likenesses_, made_.report.evidence, page_.doubts));
    editions_ = std::move(editions);
    return ledger::Done{};
  }

  void count_lines() {
    made_.report.lines = lines_.lines.size();
    made_.report.blank = static_cast<std::size_t>(std::count_if(
        lines_.lines.begin(), lines_.lines.end(), [](const import::Line& line) { return line.text.empty(); }));
  }

  [[nodiscard]] std::size_t rules_in(const std::string& lang) const {
    return static_cast<std::size_t>(std::count_if(
        rules_.begin(), rules_.end(), [&](const auto& rule) { return rule.second.texts.count(lang) != 0; }));
  }

  [[nodiscard]] std::vector<std::string> languages_there() const {
    std::vector<std::string> there;
    for (const auto& [lang, edition] : editions_) there.push_back(lang);
    std::stable_sort(there.begin(), there.end(),
                     [&](const std::string& a, const std::string& b) { return rules_in(a) > rules_in(b); });
    return there;
  }

  // The languages of the ruleset, the authoritative one first.
  Status choose_languages() {
    const std::vector<std::string> there = languages_there();
    langs_ = options_.langs;
    for (const std::string& lang : langs_) {
      if (editions_.count(lang) != 0) continue;
      return error_of(ErrorCode::PAGE_NO_RULES, "not_in_language",
                      {{"where", where_}, {"lang", lang}, {"langs", there}});
    }
    if (!langs_.empty()) return ledger::Done{};
    langs_ = there;
    if (langs_.size() == 1) return ledger::Done{};
    const std::string& first = langs_[0];
    const std::string& second = langs_[1];
    const bool two_editions = options_.edition.empty() && !editions_.at(first).empty() &&
                              !editions_.at(second).empty() && editions_.at(first) != editions_.at(second);
    if (two_editions) {
      return error_of(ErrorCode::PAGE_AMBIGUOUS, "two_editions",
                      {{"where", where_},
                       {"lang", first},
                       {"edition", editions_.at(first)},
                       {"other", second},
                       {"other_edition", editions_.at(second)}});
    }
    if (rules_in(first) == rules_in(second)) {
      return error_of(ErrorCode::PAGE_AMBIGUOUS, "several_languages",
                      {{"where", where_}, {"lang", first}, {"other", second}});
    }
    doubt("authoritative",
          {{"lang", first}, {"rules", rules_in(first)}, {"other", second}, {"fewer", rules_in(second)}});
    return ledger::Done{};
  }

  Status choose_edition() {
    const std::string& found = editions_.at(langs_.front());
    edition_ = options_.edition.empty() ? found : options_.edition;
    if (edition_.empty()) return no_edition();
    NOMIC_ASSIGN(auto known, edition(edition_));
    initial_set_ = std::move(known);
    if (!found.empty() && found != edition_) {
      doubt("other_edition", {{"lang", langs_.front()}, {"found", found}, {"edition", edition_}});
    }
    for (std::size_t i = 1; i < langs_.size(); ++i) {
      const std::string& other = editions_.at(langs_[i]);
      if (other.empty() || other == edition_) continue;
      NOMIC_ASSIGN(auto differ, rules_that_differ(edition_, other));
      doubt("translation_differs", {{"lang", langs_[i]}, {"edition", other}, {"rules", std::move(differ)}});
    }
    return ledger::Done{};
  }

  Status no_edition() {
    const std::string& lang = langs_.front();
    const bool looks_like_one = std::any_of(made_.report.evidence.begin(), made_.report.evidence.end(),
                                            [&](const Evidence& one) { return one.lang == lang; });
    if (looks_like_one) {
      return error_of(ErrorCode::PAGE_AMBIGUOUS, "either_edition", {{"where", where_}, {"editions", edition_names()}});
    }
    doubt("no_initial_set", {});
    return ledger::Done{};
  }

  // What the page says; only where it says nothing, what its edition does.
  v1::RuleStatus status_of(const Rule& rule) {
    if (const v1::RuleStatus posted = import::posted_status(rule); posted != v1::RULE_STATUS_UNSPECIFIED) return posted;
    for (const v1::RuleBody& body : initial_set_.rules()) {
      if (number_in(body.number()) == rule.number) return body.status();
    }
    ++statuses_inferred_;
    return import::status_by_number(rule.number);
  }

  Status make_ruleset() {
    v1::Ruleset& ruleset = made_.ruleset;
    ruleset.set_edition(edition_);
    if (edition_.empty()) {
      ruleset.add_modes(v1::TABLE);
      ruleset.add_modes(v1::MAIL);
    } else {
      *ruleset.mutable_modes() = initial_set_.modes();
    }
    ruleset.set_source(fmt::format("{}, imported", where_));
    ruleset.set_authoritative_lang(langs_.front());
    NOMIC_ASSIGN(auto editions, import::all_editions());
    known_editions_ = std::move(editions);
    for (const auto& [number, known] : options_.map) {
      if (has_number(rules_, number)) continue;
      return error_of(ErrorCode::BAD_RULESET, "map_no_rule", {{"where", where_}, {"rule", number}});
    }
    for (const auto& [key, rule] : rules_) {
      spend_work(WorkStep::LARGE);
      if (Status made = make_rule(key, rule); !made) return made;
    }
    if (statuses_inferred_ != 0) doubt("statuses", {{"rules", statuses_inferred_}});
    return prevailing();
  }

  Status make_rule(const RuleKey& key, const Rule& rule) {
    v1::RuleBody body;
    body.set_number(reference(rule.number));
    body.set_status(status_of(rule));
    for (const std::string& lang : langs_) {
      const auto text = rule.texts.find(lang);
      if (text == rule.texts.end()) continue;
      NOMIC_ASSIGN(auto clean, clean_text(text->second.text, {"text_of_rule_in", rule.number, lang}));
      if (body.title().empty() && rule.titles.count(lang) != 0) {
        NOMIC_ASSIGN(auto title, clean_line(rule.titles.at(lang), {"title_of_rule", rule.number}, TITLE_LIMIT));
        body.set_title(title);
      }
      v1::Text* kept = body.add_texts();
      kept->set_lang(lang);
      kept->set_text(clean);
    }
    if (body.texts().empty()) return ledger::Done{};
    if (body.texts(0).lang() != langs_.front()) lacking_.push_back(numeral(rule.number));
    const import::Provider provider(likenesses_.at(body.texts(0).lang()), initial_set_, known_editions_, options_.map);
    NOMIC_ASSIGN(auto taken, provider.provide(key, body));
    if (taken.provisions && options_.follow_page) {
      if (Status followed = follow(rule, taken.known, body); !followed) return followed;
    }
    made_.report.taken.push_back(std::move(taken));
    *made_.ruleset.add_rules() = std::move(body);
    return ledger::Done{};
  }

  // The page's own variants of a rule's provisions, those of the authoritative language.
  Status follow(const Rule& rule, std::uint32_t known, v1::RuleBody& body) {
    NOMIC_ASSIGN(auto variants, import::variants_in(rule, known, langs_.front(), edition_));
    for (const v1::Variant& variant : variants) {
      if (variant.provisions().empty()) continue;
      *body.mutable_provisions() = variant.provisions();
      for (Slip& slip : slips_) {
        if (slip.rule == rule.number && slip.lang == variant.lang() && slip.parameter == variant.parameter())
          slip.followed = true;
      }
    }
    return ledger::Done{};
  }

  // A line outside the rules that names another text as the one that prevails.
  Status prevailing() {
    NOMIC_ASSIGN(auto known, known_variants());
    for (const v1::Variant& variant : known.variants()) {
      if (variant.prevailing_lang().empty() || variant.lang() != langs_.front()) continue;
      const bool stated = std::any_of(slips_.begin(), slips_.end(), [&](const Slip& slip) {
        return slip.rule == 0 && slip.what.variant == variant.name();
      });
      if (stated) made_.ruleset.set_prevailing_lang(variant.prevailing_lang());
    }
    return ledger::Done{};
  }

  void report() {
    ImportReport& report = made_.report;
    report.where = std::string(where_);
    report.files = lines_.files;
    report.shape = lines_.shape;
    report.encodings = lines_.encodings;
    report.edition = edition_;
    if (!lacking_.empty()) {
      doubt("no_text_in", {{"rules", lacking_.size()}, {"lang", langs_.front()}, {"numbers", lacking_}});
    }
    for (const std::string& lang : languages_there()) {
      PageLanguage& language = report.languages.emplace_back();
      language.lang = lang;
      language.edition = editions_.at(lang);
      for (const auto& [key, rule] : rules_) {
        if (rule.texts.count(lang) != 0) language.rules.push_back(key.number);
      }
    }
    for (const auto& [key, rule] : rules_) {
      for (const auto& [lang, text] : rule.texts) {
        report.texts.push_back({key.number, lang, text.pieces.front().at.file, text.pieces.front().at.line,
                                text.pieces.back().at.line, text.paragraphs});
      }
    }
    report.headings = std::move(page_.headings);
    report.left_out = std::move(lines_.left_out);
    report.left_out.insert(report.left_out.end(), page_.left_out.begin(), page_.left_out.end());
    std::stable_sort(report.left_out.begin(), report.left_out.end(), [](const LeftOut& a, const LeftOut& b) {
      return a.at.file != b.at.file ? a.at.file < b.at.file : a.at.line < b.at.line;
    });
    report.slips = std::move(slips_);
    report.doubts = std::move(page_.doubts);
  }

  // Something that was inferred of the page as a whole.
  void doubt(std::string_view variant, std::vector<Parameter> parameters) {
    page_.doubts.push_back({{}, remark_of(Topic::DOUBT, variant, std::move(parameters))});
  }

  // A page whose only fault is that nobody could play by it is read all the same.
  Status check() {
    Status checked = check_ruleset(made_.ruleset);
    if (checked) return ledger::Done{};
    made_.unplayable = page_.twice;
    if (page_.twice) checked = check_ruleset(with_each_number_once());
    if (checked) return ledger::Done{};
    if (checked.error().variant != "nothing_mutable") return checked;
    if (!made_.unplayable) made_.unplayable = checked.error();
    return ledger::Done{};
  }

  [[nodiscard]] v1::Ruleset with_each_number_once() const {
    v1::Ruleset ruleset = made_.ruleset;
    ruleset.clear_rules();
    for (const v1::RuleBody& rule : made_.ruleset.rules()) {
      const bool again =
          ruleset.rules_size() > 0 && number_in(ruleset.rules().rbegin()->number()) == number_in(rule.number());
      if (!again) *ruleset.add_rules() = rule;
    }
    return ruleset;
  }

  // What ImportOptions::strict asks for.
  Status certain() const {
    if (!options_.strict) return ledger::Done{};
    const ImportReport& report = made_.report;
    const auto between = std::count_if(report.left_out.begin(), report.left_out.end(), [](const LeftOut& line) {
      const std::string& why = line.why.variant;
      return why != "before_first_rule" && why != "before_window" && why != "after_window";
    });
    if (report.doubts.empty() && report.slips.empty() && between == 0) return ledger::Done{};
    const std::vector<Parameter> counts = {
        {"where", where_}, {"inferred", report.doubts.size()}, {"slips", report.slips.size()}, {"lines", between}};
    if (!report.doubts.empty())
      return error_of(ErrorCode::PAGE_DOUBTFUL, "inferred", counts, report.doubts.front().what);
    if (!report.slips.empty()) return error_of(ErrorCode::PAGE_DOUBTFUL, "slips", counts, report.slips.front().what);
    return error_of(ErrorCode::PAGE_DOUBTFUL, "left_out",
                    {{"where", where_}, {"lines", between}, {"text", report.left_out.back().text}});
  }

  Lines lines_;
  std::string_view where_;
  const ImportOptions& options_;
  Page page_;
  Rules rules_;
  Editions editions_;
  std::vector<std::string> langs_;
  std::string edition_;
  import::LikenessesByLang likenesses_;
  v1::Ruleset initial_set_;
  import::EditionsByName known_editions_;
  std::vector<Slip> slips_;
  Parameter::Names lacking_;  // the numbers of rules without a text in the authoritative language
  std::size_t statuses_inferred_ = 0;
  Imported made_;
};

}  // namespace

Result<Imported> import_page(std::string_view bytes, std::string_view where, const ImportOptions& options) {
  PageEncoding encoding;
  NOMIC_ASSIGN(auto utf8, import::to_utf8(bytes, where, options.encoding, encoding));
  NOMIC_ASSIGN(auto lines, import::is_html(utf8) ? import::read_html(utf8, where) : import::read_text(utf8, where));
  lines.encodings = {encoding};
  return Importer(std::move(lines), where, options).run();
}

Result<Imported> import_folder(const std::vector<PageFile>& files, std::string_view where,
                               const ImportOptions& options) {
  NOMIC_ASSIGN(auto lines, import::read_folder(files, options.encoding));
  return Importer(std::move(lines), where, options).run();
}

}  // namespace nomic::replay
