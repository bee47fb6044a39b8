#include "nomic/rules_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "nomic/display.h"
#include "nomic/layout.h"
#include "nomic/page_source.h"
#include "nomic/replay/diff.h"
#include "nomic/replay/edition.h"

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

std::string_view status_word(v1::RuleStatus status) {
  return status == v1::IMMUTABLE ? "immutable" : "mutable";
}

std::vector<std::string> provisions_of(const v1::RuleBody& rule) {
  std::vector<std::string> lines;
  for (const v1::Provision& provision : rule.provisions()) lines.push_back(replay::print_provision(provision));
  return lines;
}

v1::CompareView::Piece::Kind kind_of(replay::DiffPiece::Kind kind) {
  switch (kind) {
    case replay::DiffPiece::Kind::KEPT:
      return v1::CompareView::Piece::KEPT;
    case replay::DiffPiece::Kind::GONE:
      return v1::CompareView::Piece::GONE;
    case replay::DiffPiece::Kind::NEW:
      return v1::CompareView::Piece::NEW;
  }
  return v1::CompareView::Piece::KEPT;
}

// Whether anything was put into the view.
bool compare_rule(const v1::RuleBody& one, const v1::RuleBody& other, const v1::Text* before, const v1::Text* after,
                  const std::string& lang, v1::CompareView::Rule& rule) {
  bool differs = false;
  if (one.status() != other.status()) {
    rule.set_first_status(std::string(status_word(one.status())));
    rule.set_second_status(std::string(status_word(other.status())));
    differs = true;
  }
  if (one.title() != other.title()) {
    rule.set_first_title(one.title());
    rule.set_second_title(other.title());
    differs = true;
  }
  const auto gone = provisions_of(one);
  const auto come = provisions_of(other);
  for (const std::string& line : gone) {
    if (std::find(come.begin(), come.end(), line) == come.end()) rule.add_provisions_gone(line);
  }
  for (const std::string& line : come) {
    if (std::find(gone.begin(), gone.end(), line) == gone.end()) rule.add_provisions_new(line);
  }
  if (before != nullptr && after != nullptr && before->text() != after->text()) {
    for (const replay::DiffPiece& piece : replay::text_diff(before->text(), after->text(), lang == "ja")) {
      auto* to = rule.add_text();
      to->set_kind(kind_of(piece.kind));
      to->set_text(piece.text);
    }
  }
  return differs || !rule.provisions_gone().empty() || !rule.provisions_new().empty() || !rule.text().empty();
}

std::string diff_text(const v1::CompareView::Rule& rule) {
  std::string out;
  for (const auto& piece : rule.text()) {
    if (piece.kind() == v1::CompareView::Piece::GONE) {
      out += red("[-" + piece.text() + "-]");
    } else if (piece.kind() == v1::CompareView::Piece::NEW) {
      out += green("{+" + piece.text() + "+}");
    } else {
      out += piece.text();
    }
  }
  return out;
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
      differs = compare_rule(one, other, text_in(one, first, view.lang()), text_in(other, second, view.lang()),
                             view.lang(), rule);
    }
    if (differs) *view.add_rules() = std::move(rule);
  }
  view.set_same(view.rules().empty());
  return view;
}

std::string compare_text(const v1::CompareView& view, std::size_t width) {
  constexpr std::size_t INDENT = 4;
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
    if (!rule.first_status().empty()) {
      out += wrap(fmt::format("status: {} {}", red("[-" + rule.first_status() + "-]"),
                              green("{+" + rule.second_status() + "+}")),
                  width, INDENT);
    }
    if (rule.first_title() != rule.second_title()) {
      out += wrap(fmt::format("title: {} {}", red("[-" + on_one_line(rule.first_title()) + "-]"),
                              green("{+" + on_one_line(rule.second_title()) + "+}")),
                  width, INDENT);
    }
    if (!rule.text().empty()) out += wrap(diff_text(rule), width, INDENT);
    for (const std::string& line : rule.provisions_gone()) out += wrap(red("- " + on_one_line(line)), width, INDENT);
    for (const std::string& line : rule.provisions_new()) out += wrap(green("+ " + on_one_line(line)), width, INDENT);
  }
  if (view.lang().empty()) out += "They have no language in common: their texts were not compared.\n";
  return out;
}

}  // namespace nomic::tools
