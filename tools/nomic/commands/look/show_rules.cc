// nomic show-rules: the rules in force.
#include <fmt/format.h>

#include <algorithm>

#include "commands/all.h"
#include "nomic/replay/content.h"
#include "nomic/replay/law.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/rule_number.h"
#include "nomic/replay/rule_past.h"
#include "nomic/service/rule_views.h"
#include "nomic/views/references_view.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"
#include "render/rule_text.h"
#include "shared/moment.h"
#include "shared/page_source.h"

namespace nomic::tools {
namespace {

// Why no rule of that number is in force: what became of the rule that bore it, or the nearest number there is.
Failure not_in_force(const replay::Engine& engine, std::uint32_t number) {
  const replay::State& state = engine.state();
  for (const v1::Rule& rule : state.rules()) {
    if (!replay::formerly_bore(state, rule, number)) continue;
    return refused(fmt::format("no rule bears the number {} any more: rule {} is rule {} since #{}.", number, number,
                               rule.number(), number_since(rule)),
                   fmt::format("see: nomic show-rules {}", rule.number()));
  }
  for (const v1::RepealedRule& rule : state.repealed()) {
    if (rule.number() != number && !replay::formerly_bore(state, rule, number)) continue;
    return refused(fmt::format("rule {} was repealed at #{}.", number, rule.repealed_at()),
                   fmt::format("as it stood before: nomic show-rules {} --at ^{}", rule.number(), rule.repealed_at()));
  }
  const auto numbering = engine.law().numbering({}).value;
  const auto first = numbering.has_rules_first() ? 0 : numbering.first();
  const bool given = first != 0 && number >= first && number < state.next_number();
  if (given && !replay::is_left_free(state, number)) {
    return refused(fmt::format("no rule bears the number {}: it was given to a proposal that made none.", number));
  }
  std::vector<std::string> known;
  for (const v1::Rule& rule : state.rules()) known.push_back(replay::numeral(rule.number()));
  const std::string near = nearest_to(replay::numeral(number), known);
  return refused(fmt::format("there is no rule {}.", number),
                 near.empty() ? "" : fmt::format("did you mean {}?", near));
}

class ShowRules : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[N...]", "The rules, by number. Without any: all that are in force.", words_);
    when_.declare(arguments);
    when_.declare_revised(arguments);
    arguments.option("--lang", "CODE", "The language of the texts, where a rule has several; two side by side: en,ja.",
                     lang_);
    arguments.flag("--provisions", "Shows the provisions that the program plays by, in words and as they are recorded.",
                   provisions_);
    arguments.flag("--references", "Marks the numbers of rules in the texts with what they meant and mean by now.",
                   references_);
  }

  Result<Exit> run(Call& call) override {
    std::vector<std::uint32_t> numbers;
    for (const std::string& word : words_) {
      auto number = parse_rule_number(word, "a rule's number");
      if (!number) return number.error();
      numbers.push_back(number->value);
    }
    if (lang_) {
      auto langs = read_langs(*lang_);
      if (!langs) return langs.error();
      langs_ = std::move(*langs);
    } else if (call.out.is_text() && !call.settings.language.empty()) {
      // A wish, where --lang is a demand.
      langs_ = {call.settings.language};
    }
    auto game = call.game(ledger::Access::READ);
    if (!game) return game.error();
    auto moment = when_.moment(**game);
    if (!moment) return moment.error();
    auto view = asked_for(moment->engine(), (**game).history(), numbers);
    if (!view) return view.error();
    if (references_) {
      NOMIC_TRY(add_references(**game, *view));
    }
    print(call, *view);
    return Exit::DONE;
  }

 private:
  Result<v1::RulesView> asked_for(const replay::Engine& engine, const replay::History& history,
                                  const std::vector<std::uint32_t>& numbers) {
    // Whether any rule has a text in a language is known when all are read.
    const bool all = numbers.empty() || !langs_.empty();
    std::vector<v1::Rule> rules;
    for (const v1::Rule& rule : engine.state().rules()) {
      const bool asked = std::find(numbers.begin(), numbers.end(), rule.number()) != numbers.end();
      if (all || asked) rules.push_back(rule);
    }
    std::vector<v1::Rule*> unread;
    unread.reserve(rules.size());
    for (v1::Rule& rule : rules) unread.push_back(&rule);
    if (auto read = replay::fetch_texts(history, std::move(unread)); !read) return failure_of(read.error());
    if (auto there = must_have_texts(engine, rules); !there) {
      if (lang_) return there.error();
      langs_.clear();
    }
    v1::RulesView view;
    if (numbers.empty()) {
      for (const v1::Rule& rule : rules) *view.add_rules() = worded_rule_view(engine, rule, langs_);
    }
    for (const std::uint32_t number : numbers) {
      const auto rule = std::find_if(rules.begin(), rules.end(),
                                     [&](const v1::Rule& candidate) { return candidate.number() == number; });
      if (rule == rules.end()) return not_in_force(engine, number);
      *view.add_rules() = worded_rule_view(engine, *rule, langs_);
    }
    return view;
  }

  // Some rule has a text in each language that is asked for.
  [[nodiscard]] Status must_have_texts(const replay::Engine& engine, const std::vector<v1::Rule>& rules) const {
    for (const std::string& lang : langs_) {
      const bool there = std::any_of(rules.begin(), rules.end(),
                                     [&](const v1::Rule& rule) { return has_text_in(engine, rule, lang); });
      if (!there) {
        return refused(fmt::format("no rule in force has a text in {}.", in_quotes(lang)),
                       "leave out --lang to see the texts there are.");
      }
    }
    return ledger::Done{};
  }

  Status add_references(replay::Game& game, v1::RulesView& view) const {
    auto size = when_.size(game);
    if (!size) return size.error();
    const auto histories = replay::rule_histories(game, 0, *size, {});
    if (!histories) return failure_of(histories.error());
    for (const replay::Reference& reference : replay::references(*histories)) {
      for (v1::RulesView::Rule& rule : *view.mutable_rules()) {
        if (rule.number() == reference.rule) *rule.add_references() = reference_view(reference);
      }
    }
    return ledger::Done{};
  }

  void print(Call& call, const v1::RulesView& view) const {
    if (call.out.format() == Format::JSON) {
      call.out.json(view);
      return;
    }
    bool first = true;
    for (const v1::RulesView::Rule& rule : view.rules()) {
      if (call.out.format() == Format::JSONL) {
        call.out.json(rule);
      } else {
        call.out.text((first ? "" : "\n") + rule_text(rule, langs_, call.out.wrap_width(), shown()));
      }
      first = false;
    }
  }

  // Who asks for single rules is told what the program plays by.
  [[nodiscard]] Provisions shown() const {
    if (provisions_) return Provisions::IN_FULL;
    return words_.empty() ? Provisions::LEFT_OUT : Provisions::IN_WORDS;
  }

  std::vector<std::string> words_;
  MomentOptions when_;
  std::optional<std::string> lang_;
  std::vector<std::string> langs_;
  bool references_ = false;
  bool provisions_ = false;
};

}  // namespace

const CommandSpec SHOW_RULES = {
    "show-rules",
    "Look",
    "[N...] [--at POINT] [--lang CODE[,CODE]]",
    "Shows the rules in force, now or at a point.",
    "A rule that is void because it conflicts with an immutable one is marked, and where a rule yields to another on a "
    "point that is said. A rule that has no text in a language asked for is shown in its authoritative one.",
    "nomic init --lang en,ja Ann Bob Cleo\n"
    "nomic show-rules 203 206\n"
    "nomic show-rules 203 --lang en,ja\n"
    "nomic show-rules 202 --provisions --at start",
    make_command<ShowRules>,
};

}  // namespace nomic::tools
