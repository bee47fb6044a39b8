#include "shared/rules_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "nomic/replay/content.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/rule_past.h"
#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"
#include "render/rule_diff.h"
#include "shared/moment.h"
#include "shared/page_source.h"

namespace nomic::tools {
namespace {

const v1::Text* text_in(const v1::RuleBody& rule, const v1::Ruleset& ruleset, const std::string& lang) {
  for (const v1::Text& text : rule.texts()) {
    if ((text.lang().empty() ? ruleset.authoritative_lang() : text.lang()) == lang) return &text;
  }
  return nullptr;
}

bool has_texts_in(const v1::Ruleset& ruleset, const std::string& lang) {
  return std::any_of(ruleset.rules().begin(), ruleset.rules().end(),
                     [&](const v1::RuleBody& rule) { return text_in(rule, ruleset, lang) != nullptr; });
}

// The language in which both have texts: the first one's own if possible.
std::string common_lang(const v1::Ruleset& first, const v1::Ruleset& second) {
  std::vector<std::string> candidates = {first.authoritative_lang(), second.authoritative_lang()};
  for (const v1::RuleBody& rule : first.rules()) {
    for (const v1::Text& text : rule.texts()) candidates.push_back(text.lang());
  }
  for (const std::string& lang : candidates) {
    if (has_texts_in(first, lang) && has_texts_in(second, lang)) return lang;
  }
  return "";
}

// The rules in force in the game, at the point after "game:", if one is named.
Result<Compared> rules_of_game(Call& call, const std::string& point) {
  auto game = call.game(ledger::Access::READ);
  if (!game) return game.error();
  std::optional<replay::Point> at;
  if (!point.empty()) {
    auto parsed = replay::parse_point(point);
    if (!parsed) return failure_of(parsed.error());
    at = std::move(*parsed);
  }
  auto size = size_at(**game, at);
  if (!size) return size.error();
  auto moment = Moment::of(**game, *size);
  if (!moment) return moment.error();
  Compared compared;
  compared.game = moment->engine().state();
  compared.rules.set_authoritative_lang(compared.game->founding().lang());
  const auto rules = replay::rules_with_texts((**game).history(), *compared.game);
  if (!rules) return failure_of(rules.error());
  for (const v1::Rule& rule : *rules) {
    v1::RuleBody& body = *compared.rules.add_rules();
    body.set_number(rule.number());
    body.set_status(rule.status());
    body.set_title(rule.title());
    *body.mutable_texts() = rule.texts();
    *body.mutable_provisions() = rule.provisions();
  }
  return compared;
}

struct Became {
  std::string what;
  std::uint64_t since = 0;  // 0: nothing became of it
};

// What became of a number that no rule in force bears.
Became became(const replay::State& state, std::uint32_t number) {
  const auto bore = [&](const auto& rule) { return replay::formerly_bore(state, rule, number); };
  for (const v1::Rule& rule : state.rules()) {
    if (bore(rule)) return {fmt::format("it is rule {} since #{}", rule.number(), rule.since()), rule.since()};
  }
  for (const v1::RepealedRule& rule : state.repealed()) {
    if (rule.number() == number || bore(rule)) {
      return {fmt::format("it was repealed at #{}", rule.repealed_at()), rule.repealed_at()};
    }
  }
  return {"no rule has ever borne that number", 0};
}

// Which version the game has of the rule. `in_game`: whether the rule compared is in the game, and not the second of
// two to which a page gives this number.
void fill_version(const replay::State& state, bool in_game, v1::CompareView::Rule& view) {
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() != view.number()) continue;
    view.set_since(count32(rule.since()));
    view.set_proposal(rule.proposal());
    if (!in_game) view.set_became("it stands over another text");
    return;
  }
  const Became what = became(state, view.number());
  view.set_became(what.what);
  view.set_since(count32(what.since));
}

std::string version_text(const v1::CompareView::Rule& rule) {
  if (!rule.became().empty()) return fmt::format("in the game {}", rule.became());
  if (rule.since() == 0) return "";
  return rule.proposal() == 0 ? "in the game of the Initial Set"
                              : fmt::format("in the game since #{}, by proposal {}", rule.since(), rule.proposal());
}

// What a page does not have is not compared with it.
void leave_out_what_pages_lack(v1::Ruleset& page, v1::Ruleset& other) {
  for (v1::RuleBody& rule : *page.mutable_rules()) rule.clear_provisions();
  for (v1::RuleBody& rule : *other.mutable_rules()) {
    rule.clear_provisions();
    for (const v1::RuleBody& published : page.rules()) {
      if (published.number() == rule.number() && published.title().empty()) rule.clear_title();
    }
  }
}

// Rules of one number; null: only the other ruleset has it.
struct Pair {
  std::uint32_t number = 0;
  const v1::RuleBody* one = nullptr;
  const v1::RuleBody* other = nullptr;
};

// A page may give several rules one number: then those whose texts are equal are compared, and the rest in their order.
std::vector<Pair> by_number(const v1::Ruleset& first, const v1::Ruleset& second, const std::string& lang) {
  using Rules = std::vector<const v1::RuleBody*>;
  std::map<std::uint32_t, std::pair<Rules, Rules>> numbers;
  for (const v1::RuleBody& rule : first.rules()) numbers[rule.number()].first.push_back(&rule);
  for (const v1::RuleBody& rule : second.rules()) numbers[rule.number()].second.push_back(&rule);
  std::vector<Pair> pairs;
  for (auto& [number, both] : numbers) {
    auto& [ones, others] = both;
    Rules rest;
    for (const v1::RuleBody* one : ones) {
      const v1::Text* text = text_in(*one, first, lang);
      const auto same = std::find_if(others.begin(), others.end(), [&](const v1::RuleBody* other) {
        const v1::Text* there = text_in(*other, second, lang);
        return text != nullptr && there != nullptr && text->text() == there->text();
      });
      if (same == others.end()) {
        rest.push_back(one);
        continue;
      }
      pairs.push_back({number, one, *same});
      others.erase(same);
    }
    for (std::size_t i = 0; i < std::max(rest.size(), others.size()); ++i)
      pairs.push_back({number, i < rest.size() ? rest[i] : nullptr, i < others.size() ? others[i] : nullptr});
  }
  return pairs;
}

}  // namespace

bool names_game(const std::string& what) {
  return what == "game" || what.starts_with("game:");
}

Result<Compared> rules_named(Call& call, const std::string& what, const std::string& lang) {
  if (names_game(what)) return rules_of_game(call, what.substr(std::min<std::size_t>(what.size(), 5)));
  const std::string edition = what.substr(0, what.find(':'));
  const auto names = replay::edition_names();
  if (std::find(names.begin(), names.end(), edition) != names.end()) {
    std::vector<std::string> langs;
    if (edition.size() < what.size()) {
      auto read = read_langs(what.substr(edition.size() + 1));
      if (!read) return read.error();
      langs = std::move(*read);
    }
    auto ruleset = replay::edition(edition, langs);
    if (!ruleset) return failure_of(ruleset.error());
    return Compared{std::move(*ruleset), std::nullopt, false};
  }
  // A page's languages are all of interest; where it must be told which is authoritative, a ruleset file tells it.
  std::string bytes;
  auto imported = PageOptions().read(call, what, {}, "", &bytes);
  if (!imported && !lang.empty()) imported = PageOptions().read(call, what, {lang}, "", &bytes);
  if (!imported) return imported.error();
  const bool is_page = is_from_page(*imported);
  return Compared{std::move(imported->ruleset), std::nullopt, is_page};
}

v1::CompareView compare_rules(const Compared& one_side, const Compared& other_side, const std::string& lang) {
  v1::Ruleset first = one_side.rules;
  v1::Ruleset second = other_side.rules;
  if (one_side.game && other_side.is_page) leave_out_what_pages_lack(second, first);
  if (other_side.game && one_side.is_page) leave_out_what_pages_lack(first, second);
  const std::optional<replay::State>& game = one_side.game ? one_side.game : other_side.game;
  v1::CompareView view;
  view.set_lang(lang.empty() ? common_lang(first, second) : lang);
  for (const Pair& pair : by_number(first, second, view.lang())) {
    v1::CompareView::Rule rule;
    rule.set_number(pair.number);
    rule.set_in_first(pair.one != nullptr);
    rule.set_in_second(pair.other != nullptr);
    bool differs = !rule.in_first() || !rule.in_second();
    if (!differs) {
      differs = rule_difference(*pair.one, *pair.other, text_in(*pair.one, first, view.lang()),
                                text_in(*pair.other, second, view.lang()), view.lang(), rule);
    }
    if (differs && game) fill_version(*game, one_side.game ? rule.in_first() : rule.in_second(), rule);
    if (differs) *view.add_rules() = std::move(rule);
  }
  view.set_same(view.rules().empty());
  return view;
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
    out += version.empty() ? "\n" : fmt::format(" ({})\n", version);
    out += rule_difference_text(rule, width);
  }
  if (view.lang().empty()) out += "They have no language in common: their texts were not compared.\n";
  return out;
}

}  // namespace nomic::tools
