#include "shared/change_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/replay/reference.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"
#include "shared/stray_text.h"
#include "shared/typed_provisions.h"

namespace nomic::tools {
namespace {

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
