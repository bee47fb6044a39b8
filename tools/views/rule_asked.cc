#include "nomic/views/rule_asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/replay/content.h"
#include "nomic/replay/law.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/references.h"
#include "nomic/replay/rule_history.h"
#include "nomic/replay/rule_past.h"
#include "nomic/replay/text.h"
#include "nomic/service/rule_views.h"
#include "nomic/views/history_view.h"
#include "nomic/views/references_view.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Why no rule of that number is in force: what became of the rule that bore it, or the nearest number there is.
Failure not_in_force(const replay::Engine& engine, std::uint32_t number) {
  const replay::State& state = engine.state();
  for (const v1::Rule& rule : state.rules()) {
    if (!replay::formerly_bore(state, rule, number)) continue;
    return refused(
        fmt::format("no rule bears the number {} any more: rule {} is rule {} since #{}.", replay::numeral(number),
                    replay::numeral(number), replay::numeral(rule.number()), number_since(rule)),
        fmt::format("see: nomic show-rules {}", replay::numeral(rule.number())));
  }
  for (const v1::RepealedRule& rule : state.repealed()) {
    if (rule.number() != number && !replay::formerly_bore(state, rule, number)) continue;
    return refused(fmt::format("rule {} was repealed at #{}.", replay::numeral(number), rule.repealed_at()),
                   fmt::format("as it stood before: nomic show-rules {} --at ^{}", replay::numeral(rule.number()),
                               rule.repealed_at()));
  }
  const auto numbering = engine.law().numbering({}).value;
  const auto first = numbering.has_rules_first() ? 0 : numbering.first();
  const bool given = first != 0 && number >= first && number < state.next_number();
  if (given && !replay::is_left_free(state, number)) {
    return refused(fmt::format("no rule bears the number {}: it was given to a proposal that made none.",
                               replay::numeral(number)));
  }
  std::vector<std::string> known;
  for (const v1::Rule& rule : state.rules()) known.push_back(replay::numeral(rule.number()));
  const std::string near = nearest_to(replay::numeral(number), known);
  return refused(fmt::format("there is no rule {}.", replay::numeral(number)),
                 near.empty() ? "" : fmt::format("did you mean {}?", near));
}

// Some rule has a text in each language that is asked for.
Status must_have_texts(const replay::Engine& engine, const std::vector<v1::Rule>& rules,
                       const std::vector<std::string>& langs) {
  for (const std::string& lang : langs) {
    const bool there =
        std::any_of(rules.begin(), rules.end(), [&](const v1::Rule& rule) { return has_text_in(engine, rule, lang); });
    if (!there) {
      return refused(fmt::format("no rule in force has a text in {}.", in_quotes(lang)),
                     "leave out --lang to see the texts there are.");
    }
  }
  return ledger::Done{};
}

// One rule after the other, as far as there is place.
Result<v1::RulesView> some_in_force(const replay::Engine& engine, const replay::History& history,
                                    const RulesAsked& asked) {
  v1::RulesView view;
  std::size_t bytes = 0;
  for (const v1::Rule& rule : engine.state().rules()) {
    if (rule.number() < asked.from) continue;
    if (bytes >= asked.most) {
      view.set_next(replay::reference(rule.number()));
      break;
    }
    NOMIC_ASSIGN(auto whole, replay::with_texts(history, rule));
    *view.add_rules() = worded_rule_view(engine, whole, asked.langs);
    bytes += view.rules().rbegin()->ByteSizeLong();
  }
  return view;
}

Result<v1::RulesView> in_force(const replay::Engine& engine, const replay::History& history, RulesAsked& asked) {
  const std::vector<std::uint32_t>& numbers = asked.numbers;
  std::vector<std::string>& langs = asked.langs;
  // Whether any rule has a text in a language is known when all are read.
  const bool all = numbers.empty() || !langs.empty();
  std::vector<v1::Rule> rules;
  for (const v1::Rule& rule : engine.state().rules()) {
    const bool is_named = std::find(numbers.begin(), numbers.end(), rule.number()) != numbers.end();
    if (all || is_named) rules.push_back(rule);
  }
  std::vector<v1::Rule*> unread;
  unread.reserve(rules.size());
  for (v1::Rule& rule : rules) unread.push_back(&rule);
  NOMIC_TRY(replay::fetch_texts(history, unread));
  if (auto there = must_have_texts(engine, rules, langs); !there) {
    if (asked.must_have_langs) return there.error();
    langs.clear();
  }
  v1::RulesView view;
  if (numbers.empty()) {
    for (const v1::Rule& rule : rules) *view.add_rules() = worded_rule_view(engine, rule, langs);
  }
  for (const std::uint32_t number : numbers) {
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [&](const v1::Rule& candidate) { return candidate.number() == number; });
    if (rule == rules.end()) return not_in_force(engine, number);
    *view.add_rules() = worded_rule_view(engine, *rule, langs);
  }
  return view;
}

Status add_references(replay::Game& game, const Viewpoint& viewpoint, v1::RulesView& view) {
  NOMIC_ASSIGN(auto size, viewpoint.size(game));
  NOMIC_ASSIGN(const auto histories, replay::rule_histories(game, 0, size, {}, replay::VersionTexts::WHERE_NEW));
  for (const replay::Reference& reference : replay::references(histories)) {
    for (v1::RulesView::Rule& rule : *view.mutable_rules()) {
      if (replay::number_in(rule.number()) == reference.rule) *rule.add_references() = reference_view(reference);
    }
  }
  return ledger::Done{};
}

Failure never_borne(const replay::Histories& histories, std::uint32_t number, std::uint64_t size) {
  const auto proposal = histories.proposals.find(number);
  if (proposal != histories.proposals.end()) {
    return refused(fmt::format("no rule ever bore the number {}: it was given to a proposal, made at #{}.",
                               replay::numeral(number), proposal->second.made),
                   fmt::format("see: nomic explain proposal {}", replay::numeral(number)));
  }
  return refused(fmt::format("no rule ever bore the number {} in the first {} records.", replay::numeral(number), size),
                 "nomic show-rules lists those in force.");
}

}  // namespace

Result<v1::RulesView> rules_asked(replay::Game& game, const Viewpoint& viewpoint, RulesAsked& asked) {
  NOMIC_ASSIGN(auto moment, viewpoint.moment(game));
  const bool some = asked.numbers.empty() && asked.langs.empty();
  NOMIC_ASSIGN(auto view, some ? some_in_force(moment.engine(), game.history(), asked)
                               : in_force(moment.engine(), game.history(), asked));
  if (asked.references) NOMIC_TRY(add_references(game, viewpoint, view));
  return view;
}

Result<std::vector<std::string>> read_langs(const std::string& typed) {
  std::vector<std::string> langs;
  for (std::size_t at = 0; at <= typed.size();) {
    const std::size_t comma = std::min(typed.find(',', at), typed.size());
    std::string lang = typed.substr(at, comma - at);
    if (!replay::is_language_tag(lang)) {
      return usage(fmt::format("{} names no language.", in_quotes(typed)),
                   "write codes with commas between them: en,ja");
    }
    if (std::find(langs.begin(), langs.end(), lang) != langs.end())
      return usage(fmt::format("the language {} is named twice.", in_quotes(lang)));
    langs.push_back(std::move(lang));
    at = comma + 1;
  }
  return langs;
}

Result<v1::HistoryView> history_asked(replay::Game& game, std::uint32_t number, std::uint64_t size,
                                      const std::function<void(std::uint64_t)>& progress) {
  NOMIC_ASSIGN(const auto histories, replay::rule_histories(game, number, size, progress));
  if (histories.rules.empty()) return never_borne(histories, number, size);
  return or_failure(history_view(game, histories));
}

}  // namespace nomic::tools
