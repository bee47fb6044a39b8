#include "shared/change_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "nomic/replay/reference.h"
#include "nomic/views/failure.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "shared/typed_provisions.h"

namespace nomic::tools {
namespace {

// What a recipe cannot be: it has a text, and these take none.
constexpr std::string_view WITHOUT_TEXT[] = {"repeal", "transmute", "reenact", "restore", "nothing"};

// A lone `-` stands for the text.
bool is_about_the_change(const std::string& word) {
  return word != "-";
}

void add_recipe_text(v1::Request::Change& change, const std::string& lang, std::string text) {
  v1::Text& added = *change.add_texts();
  added.set_lang(lang);
  added.set_text(std::move(text));
}

}  // namespace

void RecipeOptions::declare(Arguments& arguments) {
  arguments.option("--recipe", "NAME",
                   "A house rule that is ready, with its text and provisions: nomic recipes lists them. Without words "
                   "it is proposed as it is meant, as a new rule or in the place of one.",
                   typed_);
  arguments.list("--set", "NAME=VALUE", "What a recipe lets one choose: points=2.", set_);
}

Status RecipeOptions::read() {
  if (!typed_) {
    if (set_.empty()) return ledger::Done{};
    return usage("--set is for a recipe.", "name one: --recipe voting-award --set points=2");
  }
  std::string line = *typed_;
  std::string_view before = line.find(':') == std::string::npos ? ": " : ", ";
  for (const std::string& setting : set_) {
    line += before;
    line += setting;
    before = ", ";
  }
  NOMIC_ASSIGN(auto filled, or_failure(parse_recipe_line(line)));
  filled_ = std::move(filled);
  return ledger::Done{};
}

Result<std::vector<std::string>> RecipeOptions::completed(const Call& call, std::vector<std::string> words) {
  const bool replaces = !filled_->recipe->replaces().empty();
  const auto kind = std::find_if(words.begin(), words.end(), is_about_the_change);
  if (kind == words.end()) {
    if (!says_kind_) return words;
    if (!replaces) {
      words.insert(words.begin(), "enact");
      return words;
    }
    NOMIC_ASSIGN(auto rule, replaced(call));
    words.insert(words.begin(), {"amend", std::move(rule)});
    return words;
  }
  if (std::find(std::begin(WITHOUT_TEXT), std::end(WITHOUT_TEXT), *kind) != std::end(WITHOUT_TEXT)) {
    return usage("a recipe is a new rule, or takes the place of one.",
                 fmt::format("nomic propose --recipe {}", filled_->recipe->name()));
  }
  if (*kind == "amend" && replaces && std::none_of(kind + 1, words.end(), is_about_the_change)) {
    NOMIC_ASSIGN(auto rule, replaced(call));
    words.push_back(std::move(rule));
  }
  return words;
}

// The number that the rule whose place it takes bears now. Only an edition's rules are known by their first numbers.
Result<std::string> RecipeOptions::replaced(const Call& call) {
  NOMIC_ASSIGN(auto in_force, rules(call));
  const std::uint32_t lineage = replay::number_in(filled_->recipe->replaces());
  if (!in_force->state().founding().edition().empty()) {
    for (const v1::Rule& rule : in_force->rules()) {
      if (rule.lineage() == lineage) return replay::numeral(rule.number());
    }
  }
  const std::string& name = filled_->recipe->name();
  return refused(
      fmt::format("the recipe {} takes the place of rule {} of the Initial Set, and that is not in force.", name,
                  replay::numeral(lineage)),
      fmt::format("in the place of another rule: nomic propose amend N --recipe {0}; beside those that there "
                  "are: nomic propose enact --recipe {0}",
                  name));
}

Result<const RulesInForce*> RecipeOptions::rules(const Call& call) {
  if (!rules_) {
    NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
    NOMIC_ASSIGN(auto in_force, RulesInForce::of(*game, game->head().size));
    rules_ = std::move(in_force);
  }
  return &*rules_;
}

Status RecipeOptions::put_texts(const Call& call, const std::string& lang, v1::Request::Change& change) {
  if (!lang.empty()) {
    NOMIC_ASSIGN(auto text, or_failure(text_of(*filled_, lang)));
    add_recipe_text(change, lang, std::move(text));
    return ledger::Done{};
  }
  NOMIC_ASSIGN(auto in_force, rules(call));
  const std::string& own = in_force->lang();
  NOMIC_ASSIGN(auto text, or_failure(text_of(*filled_, own)));
  add_recipe_text(change, "", std::move(text));
  for (const std::string& other : recipe_languages()) {
    if (other == own || !in_force->has(other)) continue;
    NOMIC_ASSIGN(auto translation, or_failure(text_of(*filled_, other)));
    add_recipe_text(change, other, std::move(translation));
  }
  return ledger::Done{};
}

void RecipeOptions::put_provisions(v1::Request::Change& change) const {
  if (!filled_) return;
  for (const v1::Provision& provision : filled_->provisions) *change.add_provisions() = provision;
}

namespace {

// A rule's text among the words of a proposal, where it is read as something else: propose enact "Say please".

// Whether it is something that people say and no word of a command: it has a space in it.
bool is_prose(std::string_view word) {
  return word.find_first_of(" \t\n") != std::string_view::npos;
}

// Whether a word behind that kind of rule-change, where the number of a rule may stand, is meant as its text. An
// enactment names no rule: what is no number is a text.
bool is_text_for(std::string_view kind, std::string_view word) {
  return is_prose(word) || (kind == "enact" && !looks_like_number(word));
}

// A text goes with --text. `rule`: the rule's number as typed, or what stands for it.
Failure text_without_option(std::string_view kind, std::string_view rule, std::string_view text) {
  constexpr std::size_t ENOUGH = 40;  // to know it again
  const bool whole = text.find('\n') == std::string_view::npos && width_of(text) <= ENOUGH;
  const std::string example = whole ? as_shell_word(on_one_line(text)) : "'...'";
  const std::string change = kind == "enact" ? "enact" : fmt::format("{} {}", kind, rule);
  return usage(fmt::format("a rule's text goes with --text, and {} stands without it.", in_quotes(cut(text, ENOUGH))),
               fmt::format("write: {} --text {}", change, example));
}

const std::vector<std::pair<std::string, v1::Request::Kind>>& kinds() {
  static const std::vector<std::pair<std::string, v1::Request::Kind>> KINDS = {
      {"enact", v1::Request::ENACT},         {"amend", v1::Request::AMEND},     {"repeal", v1::Request::REPEAL},
      {"transmute", v1::Request::TRANSMUTE}, {"reenact", v1::Request::REENACT}, {"restore", v1::Request::RESTORE},
      {"retitle", v1::Request::RETITLE},     {"nothing", v1::Request::NOTHING}};
  return KINDS;
}

// Unspecified: there is no such kind.
v1::Request::Kind kind_of(const std::string& word) {
  const auto known = std::find_if(kinds().begin(), kinds().end(), [&](const auto& kind) { return kind.first == word; });
  return known == kinds().end() ? v1::Request::KIND_UNSPECIFIED : known->second;
}

bool takes_text(const std::string& kind) {
  return kind == "enact" || kind == "amend";
}

// "ja=..." in two.
Result<std::pair<std::string, std::string>> with_language(const std::string& typed, const std::string& option) {
  const std::size_t at = typed.find('=');
  if (at == std::string::npos || at == 0) {
    return usage(fmt::format("{} names no language.", in_quotes(typed)), fmt::format("write: {} ja=...", option));
  }
  NOMIC_ASSIGN(auto langs, read_langs(typed.substr(0, at)));
  if (langs.size() != 1)
    return usage(fmt::format("{} names several languages.", in_quotes(typed)), "one translation is in one");
  return std::pair(langs.front(), typed.substr(at + 1));
}

void add_text(v1::Request::Change& change, const std::string& lang, const std::string& text) {
  v1::Text& added = *change.add_texts();
  added.set_lang(lang);
  added.set_text(text);
}

}  // namespace

void ChangeOptions::declare(Arguments& arguments) {
  source_.declare(arguments);
  arguments.option("--lang", "CODE", "The text's language, where it is not the game's: en, ja.", lang_);
  arguments.list("--translation", "CODE=TEXT", "The text in a further language; the one of --text is authoritative.",
                 translation_texts_);
  arguments.list("--translation-file", "CODE=FILE", "The same from a file.", translation_files_);
  arguments.section("The rule-change");
  recipe_.declare(arguments);
  arguments.option("--title", "TITLE", "The rule's title. An amended rule keeps the one it has unless this is given.",
                   title_);
  arguments.may_be_empty();
  arguments.list("--provision", "PROVISION",
                 "A provision of the rule, which the program plays by: 'award: occasion=defeated, "
                 "recipient=the_proponent, points=-5, reckoned=before_effect'. Or those of a recipe, 'voting-award: "
                 "points=2'; or one in protobuf text format.",
                 provision_texts_);
  arguments.flag("--keep-provisions", "Carries over the provisions that the amended rule has now.", keep_provisions_);
  arguments.list("--provisions", "FILE", "A file of provisions, each as: provisions { ... }", provision_files_);
  arguments.flag("--text-unknown",
                 "In a game recorded afterwards: what the enacted or amended rule said is not on record.",
                 text_unknown_);
  arguments.option("--rule-number", "M",
                   "In a game recorded afterwards: the number that the rule bears from then on, as the players had it.",
                   [this](const std::string& typed) -> Status {
                     NOMIC_ASSIGN(auto number, parse_rule_number(typed, "a rule's number"));
                     rule_number_ = number.value;
                     return ledger::Done{};
                   });
}

Result<RequestedChanges> ChangeOptions::read(const Call& call, const std::vector<std::string>& words) {
  NOMIC_TRY(recipe_.read());
  NOMIC_ASSIGN(auto completed, recipe_.named() ? recipe_.completed(call, words) : words);
  NOMIC_TRY(read_words(completed));
  v1::Request::Change change;
  change.set_kind(kind_of(kind_));
  NOMIC_TRY(read_texts(call, change));
  NOMIC_TRY(read_provisions_of(call, change));
  change.set_text_unknown(text_unknown_);
  if (rule_number_) change.set_number(replay::reference(*rule_number_));
  RequestedChanges changes;
  const bool names_no_rule = change.kind() == v1::Request::ENACT || changes_nothing() || kind_.empty();
  if (rule_number_ && rules_.size() > 1) {
    return usage("several rules cannot bear one number.", "several rule-changes come from a file: --changes FILE");
  }
  for (const std::uint32_t rule : names_no_rule ? std::vector<std::uint32_t>{0} : rules_) {
    change.set_rule(replay::reference(rule));
    *changes.Add() = change;
  }
  return changes;
}

Status ChangeOptions::read_words(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "-") {
      source_.take_dash();
    } else if (kind_.empty()) {
      if (kind_of(word) == v1::Request::KIND_UNSPECIFIED) {
        std::vector<std::string> known;
        for (const auto& [name, kind] : kinds()) known.push_back(name);
        if (is_prose(word)) return text_without_option("enact", "", word);
        return unknown_word("kind of rule-change", word, known);
      }
      kind_ = word;
    } else if (takes_text(kind_) && is_text_for(kind_, word)) {
      return text_without_option(kind_, rules_.empty() ? "N" : replay::numeral(rules_.back()), word);
    } else {
      NOMIC_ASSIGN(auto number, parse_rule_number(word, "a rule's number"));
      rules_.push_back(number.value);
    }
  }
  if (kind_ == "enact" && !rules_.empty()) {
    return usage("an enactment names no rule: the new rule bears the number of its proposal.",
                 "to change a rule there is, use: nomic propose amend N --text TEXT");
  }
  if (changes_nothing() && !rules_.empty()) {
    return usage("a proposal of nothing changes no rule.", "for example: nomic propose nothing --reason REASON");
  }
  if (!kind_.empty() && kind_ != "enact" && !changes_nothing() && rules_.empty()) {
    return usage(fmt::format("which rule is it to {}?", kind_), fmt::format("give its number: {} N", kind_));
  }
  return ledger::Done{};
}

Status ChangeOptions::read_texts(const Call& call, v1::Request::Change& change) {
  NOMIC_ASSIGN(auto text, source_.read(call));
  if (text) {
    add_text(change, lang_, *text);
  } else if (recipe_.named()) {
    NOMIC_TRY(recipe_.put_texts(call, lang_, change));
  } else if (takes_text(kind_) && !text_unknown_ && !text_comes_later_) {
    return usage(
        fmt::format("what is the rule to say? To {} a rule takes a text.", kind_),
        "write it in your editor with --edit, or give --text TEXT, --file FILE or - (standard input); what many "
        "groups want is ready: nomic recipes");
  }
  if (title_) change.set_title(*title_);
  const bool has_text = !change.texts().empty();
  NOMIC_TRY(read_translations(call, change));
  if (!change.texts().empty() && !has_text) {
    return usage("a translation goes with a text.", "give the authoritative one: --text TEXT --lang CODE");
  }
  return ledger::Done{};
}

Status ChangeOptions::read_translations(const Call& call, v1::Request::Change& change) const {
  for (const std::string& typed : translation_texts_) {
    NOMIC_ASSIGN(auto parts, with_language(typed, "--translation"));
    add_text(change, parts.first, parts.second);
  }
  for (const std::string& typed : translation_files_) {
    NOMIC_ASSIGN(auto parts, with_language(typed, "--translation-file"));
    NOMIC_ASSIGN(auto file, read_file(call, parts.second));
    add_text(change, parts.first, file);
  }
  return ledger::Done{};
}

Status ChangeOptions::read_provisions_of(const Call& call, v1::Request::Change& change) const {
  recipe_.put_provisions(change);
  for (const std::string& typed : provision_texts_) {
    NOMIC_ASSIGN(auto provisions, read_provision_entry(typed));
    for (v1::Provision& provision : provisions) *change.add_provisions() = std::move(provision);
  }
  for (const std::string& path : provision_files_) {
    NOMIC_ASSIGN(auto file, read_file(call, path));
    NOMIC_ASSIGN(auto provisions, read_provisions(file, path));
    for (v1::Provision& provision : provisions) *change.add_provisions() = std::move(provision);
  }
  change.set_keep_provisions(keep_provisions_);
  return ledger::Done{};
}

}  // namespace nomic::tools
