#include "nomic/rules_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "nomic/display.h"
#include "nomic/page_source.h"
#include "nomic/replay/edition.h"
#include "nomic/rule_diff.h"

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

}  // namespace

Result<v1::Ruleset> rules_named(const Call& call, const std::string& what) {
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
    return std::move(*ruleset);
  }
  // A page's languages are all of interest; where it must be told which is authoritative, a ruleset file tells it.
  std::string bytes;
  auto imported = PageOptions().read(call, what, {}, "", &bytes);
  if (!imported) return imported.error();
  return std::move(imported->ruleset);
}

v1::CompareView compare_rules(const v1::Ruleset& first, const v1::Ruleset& second, const std::string& lang) {
  v1::CompareView view;
  view.set_lang(lang.empty() ? common_lang(first, second) : lang);
  std::map<std::uint32_t, const v1::RuleBody*> ones;
  std::map<std::uint32_t, const v1::RuleBody*> others;
  std::set<std::uint32_t> numbers;
  for (const v1::RuleBody& rule : first.rules()) {
    ones[rule.number()] = &rule;
    numbers.insert(rule.number());
  }
  for (const v1::RuleBody& rule : second.rules()) {
    others[rule.number()] = &rule;
    numbers.insert(rule.number());
  }
  for (const std::uint32_t number : numbers) {
    v1::CompareView::Rule rule;
    rule.set_number(number);
    rule.set_in_first(ones.count(number) != 0);
    rule.set_in_second(others.count(number) != 0);
    bool differs = !rule.in_first() || !rule.in_second();
    if (!differs) {
      const v1::RuleBody& one = *ones.at(number);
      const v1::RuleBody& other = *others.at(number);
      differs = rule_difference(one, other, text_in(one, first, view.lang()), text_in(other, second, view.lang()),
                                view.lang(), rule);
    }
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
    if (!rule.in_first() || !rule.in_second()) {
      out += fmt::format(": only in {}\n", rule.in_first() ? first : second);
      continue;
    }
    out += "\n";
    out += rule_difference_text(rule, width);
  }
  if (view.lang().empty()) out += "They have no language in common: their texts were not compared.\n";
  return out;
}

}  // namespace nomic::tools
