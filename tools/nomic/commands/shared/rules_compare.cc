#include "shared/rules_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/service/rule_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/rule_diff.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"
#include "render/rule_diff_text.h"
#include "shared/moment_options.h"
#include "shared/rules_in_force.h"

namespace nomic::tools {
namespace {

// Two pages in languages that are not recognised are compared in that one.
constexpr std::string_view UNKNOWN_LANG = "und";

bool has_texts_in(const v1::Ruleset& ruleset, const std::string& lang) {
  for (const v1::RuleBody& rule : ruleset.rules()) {
    for (const v1::Text& text : rule.texts()) {
      if ((text.lang().empty() ? ruleset.authoritative_lang() : text.lang()) == lang) return true;
    }
  }
  return false;
}

// The languages of a ruleset, the authoritative one first.
std::vector<std::string> langs_of(const v1::Ruleset& ruleset) {
  std::vector<std::string> langs = {ruleset.authoritative_lang()};
  for (const v1::RuleBody& rule : ruleset.rules()) {
    for (const v1::Text& text : rule.texts()) {
      if (std::find(langs.begin(), langs.end(), text.lang()) == langs.end()) langs.push_back(text.lang());
    }
  }
  return langs;
}

// The rules in force in the game, at the point after "game:", if one is named.
Result<Compared> rules_of_game(Call& call, const std::string& point) {
  NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
  std::optional<replay::Point> at;
  if (!point.empty()) {
    NOMIC_ASSIGN(auto parsed, replay::parse_point(point));
    at = std::move(parsed);
  }
  NOMIC_ASSIGN(auto size, size_at(*game, at));
  NOMIC_ASSIGN(auto in_force, RulesInForce::of(*game, size));
  Compared compared;
  compared.rules = in_force.ruleset();
  compared.game = in_force.state();
  return compared;
}

// Both sides as they are compared.
struct Sides {
  replay::PostedRules one;
  replay::PostedRules other;
  std::string lang;  // in which; empty: they have none in common
};

// The side in a language that is wanted, or, of a page, in its own where it has none of these.
Result<replay::PostedRules> rules_in(const Compared& side, const std::vector<std::string>& langs,
                                     const PageOptions& reading) {
  if (side.page) return posted_rules(*side.page, reading.reading(langs));
  for (const std::string& lang : langs) {
    if (has_texts_in(side.rules, lang)) return replay::posted_of(side.rules, lang);
  }
  return replay::posted_of(side.rules, "");
}

Result<Sides> sides_in(const Compared& first, const Compared& second, const std::string& lang,
                       const PageOptions& reading) {
  std::vector<std::string> langs;
  if (!lang.empty()) langs = {lang};
  for (const Compared* side : {&first, &second}) {
    if (side->page || !lang.empty()) continue;
    for (std::string& own : langs_of(side->rules)) langs.push_back(std::move(own));
  }
  // A page has the first word where it may be in one language alone.
  const bool swap = second.page && !first.page;
  NOMIC_ASSIGN(auto one, rules_in(swap ? second : first, langs, reading));
  if (!one.lang.empty()) langs.insert(langs.begin(), one.lang);
  NOMIC_ASSIGN(auto other, rules_in(swap ? first : second, langs, reading));
  Sides sides{.one = std::move(one), .other = std::move(other), .lang = {}};
  if (sides.one.lang.empty()) sides.one.lang = sides.other.lang;
  if (sides.other.lang.empty()) sides.other.lang = sides.one.lang;
  if (sides.one.lang == sides.other.lang) sides.lang = sides.one.lang.empty() ? UNKNOWN_LANG : sides.one.lang;
  if (sides.lang.empty()) {
    for (replay::RuleCopy& rule : sides.one.rules) rule.text.clear();
  }
  if (swap) std::swap(sides.one, sides.other);
  return sides;
}

// Which version the game has of a rule that bears this number in it; 0: of one that only the other side has.
void fill_version(const replay::State& state, std::uint32_t in_game, v1::CompareView::Rule& view) {
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() != (in_game == 0 ? replay::number_in(view.number()) : in_game)) continue;
    view.set_since(count32(rule.since()));
    view.set_proposal(replay::reference(rule.proposal()));
    if (in_game == 0) view.set_became("it stands over another text");
    return;
  }
  const Became what = became(state, replay::number_in(view.number()));
  view.set_became(what.what);
  view.set_since(count32(what.since.value_or(0)));
}

std::string version_text(const v1::CompareView::Rule& rule) {
  if (!rule.became().empty()) return fmt::format("in the game {}", rule.became());
  if (rule.since() == 0) return "";
  return !rule.proposal().empty()
             ? fmt::format("in the game since #{}, by {}", rule.since(), the_proposal(rule.proposal()))
             : "in the game of the Initial Set";
}

class Comparison {
 public:
  Comparison(const Compared& first, const Compared& second, const Sides& sides, const IgnoredKinds& ignored)
      : first_(first), second_(second), sides_(sides), ignored_(ignored) {}

  v1::CompareView run() {
    std::vector<v1::CompareView::Rule> rules;
    for (const replay::RuleMatch& match : replay::match_rules(sides_.one.rules, sides_.other.rules)) {
      v1::CompareView::Rule rule;
      if (differs(match, rule)) rules.push_back(std::move(rule));
    }
    std::stable_sort(rules.begin(), rules.end(), [](const auto& one, const auto& other) {
      return replay::comes_before(replay::number_in(one.number()), replay::number_in(other.number()));
    });
    v1::CompareView view;
    view.set_lang(sides_.lang);
    for (v1::CompareView::Rule& rule : rules) *view.add_rules() = std::move(rule);
    view.set_same(view.rules().empty());
    return view;
  }

 private:
  bool differs(const replay::RuleMatch& match, v1::CompareView::Rule& view) const {
    const replay::RuleCopy* one = match.one ? &sides_.one.rules[*match.one] : nullptr;
    const replay::RuleCopy* other = match.other ? &sides_.other.rules[*match.other] : nullptr;
    view.set_number(replay::reference(one != nullptr ? one->number : other->number));
    view.set_in_first(one != nullptr);
    view.set_in_second(other != nullptr);
    bool any = false;
    for (const replay::DifferenceKind kind : match.differences) {
      if (ignored_.has(name_of(kind))) continue;
      any = true;
      if (one != nullptr && other != nullptr) fill(kind, *one, *other, view);
    }
    const bool provisions = match.one && match.other && !first_.page && !second_.page && !ignored_.has(PROVISIONS);
    if (provisions) {
      provision_difference(first_.rules.rules(static_cast<int>(*match.one)),
                           second_.rules.rules(static_cast<int>(*match.other)), view);
      any = any || !view.provisions_gone().empty() || !view.provisions_new().empty();
    }
    const std::optional<replay::State>& game = first_.game ? first_.game : second_.game;
    const replay::RuleCopy* in_game = first_.game ? one : other;
    if (any && game) fill_version(*game, in_game == nullptr ? 0 : in_game->number, view);
    return any;
  }

  void fill(replay::DifferenceKind kind, const replay::RuleCopy& one, const replay::RuleCopy& other,
            v1::CompareView::Rule& view) const {
    switch (kind) {
      case replay::DifferenceKind::WORDS:
      case replay::DifferenceKind::LAYOUT:
        if (kind == replay::DifferenceKind::LAYOUT) view.set_layout(true);
        text_difference(one.text, other.text, sides_.lang, view);
        return;
      case replay::DifferenceKind::TITLE:
        view.set_first_title(one.title.value_or(""));
        view.set_second_title(other.title.value_or(""));
        return;
      case replay::DifferenceKind::STATUS:
        view.set_first_status(std::string(status_word(one.status)));
        view.set_second_status(std::string(status_word(other.status)));
        return;
      case replay::DifferenceKind::NUMBER:
        view.set_second_number(replay::reference(other.number));
        return;
      case replay::DifferenceKind::MISSING:
        return;
    }
  }

  const Compared& first_;
  const Compared& second_;
  const Sides& sides_;
  const IgnoredKinds& ignored_;
};

}  // namespace

Became became(const replay::State& state, std::uint32_t number) {
  const auto bore = [&](const auto& rule) { return replay::formerly_bore(state, rule, number); };
  for (const v1::Rule& rule : state.rules()) {
    if (!bore(rule)) continue;
    const auto since = number_since(rule);
    return {fmt::format("it is rule {} since #{}", replay::numeral(rule.number()), since), since};
  }
  for (const v1::RepealedRule& rule : state.repealed()) {
    if (rule.number() == number || bore(rule))
      return {fmt::format("it was repealed at #{}", rule.repealed_at()), rule.repealed_at()};
  }
  return {"no rule has ever borne that number", std::nullopt};
}

bool names_game(const std::string& what) {
  return what == "game" || what.starts_with("game:");
}

Result<Compared> rules_named(Call& call, const std::string& what) {
  if (names_game(what)) return rules_of_game(call, what.substr(std::min<std::size_t>(what.size(), 5)));
  const std::string edition = what.substr(0, what.find(':'));
  const auto names = replay::edition_names();
  Compared compared;
  if (std::find(names.begin(), names.end(), edition) != names.end()) {
    std::vector<std::string> langs;
    if (edition.size() < what.size()) {
      NOMIC_ASSIGN(auto read, read_langs(what.substr(edition.size() + 1)));
      langs = std::move(read);
    }
    NOMIC_ASSIGN(auto ruleset, langs.empty() ? replay::edition(edition) : replay::edition(edition, langs));
    compared.rules = std::move(ruleset);
    return compared;
  }
  NOMIC_ASSIGN(auto page, read_page_bytes(call, what));
  if (!page.is_ruleset()) {
    compared.page = std::move(page);
    return compared;
  }
  NOMIC_ASSIGN(auto parsed, replay::parse_ruleset(page.text(), page.where));
  compared.rules = std::move(parsed);
  return compared;
}

Result<v1::CompareView> compare_rules(const Compared& one_side, const Compared& other_side, const std::string& lang,
                                      const IgnoredKinds& ignored, const PageOptions& reading) {
  NOMIC_ASSIGN(auto sides, sides_in(one_side, other_side, lang, reading));
  return Comparison(one_side, other_side, sides, ignored).run();
}

std::string compare_text(const v1::CompareView& view, std::size_t width) {
  const std::string first = on_one_line(view.first());
  const std::string second = on_one_line(view.second());
  std::string out;
  if (view.same()) out += fmt::format("{} and {} are the same rules.\n", first, second);
  for (const auto& rule : view.rules()) {
    out += bold(fmt::format("Rule {}", rule.number()));
    const std::string version = version_text(rule);
    if (!rule.in_first() || !rule.in_second()) {
      out += fmt::format(": only in {}{}\n", rule.in_first() ? first : second,
                         version.empty() ? "" : fmt::format(" ({})", version));
      continue;
    }
    if (rule.has_second_number()) out += fmt::format(": rule {} in {}", rule.second_number(), second);
    out += version.empty() ? "\n" : fmt::format(" ({})\n", version);
    out += rule_difference_text(rule, width);
  }
  if (view.lang().empty()) out += "They have no language in common: their texts were not compared.\n";
  return out;
}

}  // namespace nomic::tools
