#include "nomic/rules_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "nomic/display.h"
#include "nomic/layout.h"
#include "nomic/moment.h"
#include "nomic/numbers.h"
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
  for (const v1::Rule& rule : compared.game->rules()) {
    v1::RuleBody& body = *compared.rules.add_rules();
    body.set_number(rule.number());
    body.set_status(rule.status());
    body.set_title(rule.title());
    *body.mutable_texts() = rule.texts();
    *body.mutable_provisions() = rule.provisions();
  }
  return compared;
}

// What became of a number that no rule in force bears.
std::string became(const v1::State& state, std::uint32_t number) {
  const auto bore = [&](const auto& rule) {
    const auto& former = rule.former_numbers();
    return std::find(former.begin(), former.end(), number) != former.end();
  };
  for (const v1::Rule& rule : state.rules()) {
    if (bore(rule)) return fmt::format("it is rule {} since #{}", rule.number(), rule.since());
  }
  for (const v1::RepealedRule& rule : state.repealed()) {
    if (rule.number() == number || bore(rule)) return fmt::format("it was repealed at #{}", rule.repealed_at());
  }
  return "no rule has ever borne that number";
}

// Which version the game has of the rule.
void fill_version(const v1::State& state, v1::CompareView::Rule& view) {
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() != view.number()) continue;
    view.set_since(count32(rule.since()));
    view.set_proposal(rule.proposal());
    return;
  }
  view.set_became(became(state, view.number()));
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
  const std::optional<v1::State>& game = one_side.game ? one_side.game : other_side.game;
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
    if (differs && game) fill_version(*game, rule);
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
    const std::string version = version_text(rule);
    if (!rule.in_first() || !rule.in_second()) {
      out += fmt::format(": only in {}{}\n", rule.in_first() ? first : second,
                         version.empty() ? "" : fmt::format(" ({})", version));
      continue;
    }
    out += version.empty() ? "\n" : fmt::format(" ({})\n", version);
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
