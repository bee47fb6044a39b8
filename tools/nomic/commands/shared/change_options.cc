#include "shared/change_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/suggest.h"
#include "cli/typed_numbers.h"
#include "nomic/replay/text.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"
#include "shared/page_source.h"
#include "shared/typed_provisions.h"

namespace nomic::tools {
namespace {

const std::vector<std::string>& kinds() {
  static const std::vector<std::string> KINDS = {"enact", "amend", "repeal", "transmute", "reenact", "restore"};
  return KINDS;
}

const v1::Rule* rule_in_force(const replay::State& state, std::uint32_t number) {
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() == number) return &rule;
  }
  return nullptr;
}

v1::ChangeKind kind_of(const std::string& word, const v1::Rule* rule) {
  if (word == "enact") return v1::ENACT;
  if (word == "amend") return v1::AMEND;
  if (word == "repeal") return v1::REPEAL;
  if (word == "reenact") return v1::REENACT;
  if (word == "restore") return v1::RESTORE;
  return rule != nullptr && rule->status() == v1::MUTABLE ? v1::TRANSMUTE_TO_IMMUTABLE : v1::TRANSMUTE_TO_MUTABLE;
}

bool takes_text(const std::string& kind) {
  return kind == "enact" || kind == "amend";
}

// What goes in which language is replaced as a whole: the languages that the new form lacks are lost.
void warn_of_lost_languages(const v1::Rule& rule, const v1::RuleChange& change, const std::string& game_lang,
                            std::vector<std::string>& warnings) {
  const auto lang_of = [&](const v1::Text& text) { return text.lang().empty() ? game_lang : text.lang(); };
  std::vector<std::string> lost;
  for (const v1::Text& text : rule.texts()) {
    const bool kept = std::any_of(change.texts().begin(), change.texts().end(),
                                  [&](const v1::Text& other) { return lang_of(other) == lang_of(text); });
    if (!kept) lost.push_back(lang_of(text));
  }
  if (lost.empty()) return;
  warnings.push_back(
      fmt::format("rule {} has a text in {} too, which the amendment replaces by none: give one by "
                  "--translation {}=TEXT",
                  rule.number(), listed(lost), lost.front()));
}

}  // namespace

void ChangeOptions::declare(Arguments& arguments) {
  source_.declare(arguments);
  arguments.option("--lang", "CODE", "The text's language, where it is not the game's: en, ja.", lang_);
  arguments.list("--translation", "CODE=TEXT", "The text in a further language; the one of --text is authoritative.",
                 translation_texts_);
  arguments.list("--translation-file", "CODE=FILE", "The same from a file.", translation_files_);
  arguments.section("The rule-change", true);
  arguments.option("--title", "TITLE", "The rule's title. An amended rule keeps the one it has unless this is given.",
                   title_);
  arguments.list("--provision", "PROVISION",
                 "A provision of the rule, which the program plays by, in protobuf text format.", provision_texts_);
  arguments.flag("--keep-provisions", "Carries over the provisions that the amended rule has now.", keep_provisions_);
  arguments.section("The rule-change", false);
  arguments.list("--provisions", "FILE", "A file of provisions, each as: provisions { ... }", provision_files_);
}

Status ChangeOptions::read_words(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "-") {
      source_.take_dash();
    } else if (kind_.empty()) {
      if (std::find(kinds().begin(), kinds().end(), word) == kinds().end()) {
        return unknown_word("kind of rule-change", word, kinds());
      }
      kind_ = word;
    } else {
      auto number = parse_rule_number(word, "a rule's number");
      if (!number) return number.error();
      rules_.push_back(number->value);
    }
  }
  if (kind_ == "enact" && !rules_.empty()) {
    return usage("an enactment names no rule: the new rule bears the number of its proposal.",
                 "to change a rule there is, use: nomic propose amend N --text TEXT");
  }
  if (!kind_.empty() && kind_ != "enact" && rules_.empty()) {
    return usage(fmt::format("which rule is it to {}?", kind_), fmt::format("give its number: {} N", kind_));
  }
  return ledger::Done{};
}

Status ChangeOptions::read_texts(const Call& call, RequestParts& asked) {
  auto read = source_.read(call);
  if (!read) return read.error();
  if (*read) {
    asked.add("text", **read);
    auto clean = replay::clean_text(**read, "the rule's text");
    if (!clean) return failure_of(clean.error());
    text_ = std::move(*clean);
  } else if (takes_text(kind_)) {
    return usage(fmt::format("what is the rule to say? To {} a rule takes a text.", kind_),
                 "give one of --text TEXT, --file FILE and - (standard input).");
  }
  if (title_) {
    auto clean = replay::clean_line(*title_, "the rule's title", replay::TITLE_LIMIT);
    if (!clean) return failure_of(clean.error());
    title_ = std::move(*clean);
  }
  if (lang_) {
    if (!replay::is_language_tag(*lang_)) {
      return usage(fmt::format("{} names no language.", in_quotes(*lang_)), "write it as en, ja or pt-BR");
    }
    asked.add("lang", *lang_);
  }
  if (auto read_more = read_translations(call, asked); !read_more) return read_more;
  for (const std::string& typed : provision_texts_) {
    auto provision = read_provision(typed);
    if (!provision) return provision.error();
    provisions_.push_back(std::move(*provision));
  }
  for (const std::string& path : provision_files_) {
    auto file = read_file(call, path);
    if (!file) return file.error();
    asked.add("provisions", *file);
    auto provisions = read_provisions(*file, path);
    if (!provisions) return provisions.error();
    for (v1::Provision& provision : *provisions) provisions_.push_back(std::move(provision));
  }
  return ledger::Done{};
}

Status ChangeOptions::read_translations(const Call& call, RequestParts& asked) {
  const auto parted = [](const std::string& typed,
                         const std::string& option) -> Result<std::pair<std::string, std::string>> {
    const std::size_t at = typed.find('=');
    if (at == std::string::npos || at == 0) {
      return usage(fmt::format("{} names no language.", in_quotes(typed)), fmt::format("write: {} ja=...", option));
    }
    auto langs = read_langs(typed.substr(0, at));
    if (!langs) return langs.error();
    if (langs->size() != 1)
      return usage(fmt::format("{} names several languages.", in_quotes(typed)), "one translation is in one");
    return std::pair(langs->front(), typed.substr(at + 1));
  };
  for (const std::string& typed : translation_texts_) {
    auto parts = parted(typed, "--translation");
    if (!parts) return parts.error();
    if (auto added = add_translation(parts->first, parts->second, asked); !added) return added;
  }
  for (const std::string& typed : translation_files_) {
    auto parts = parted(typed, "--translation-file");
    if (!parts) return parts.error();
    auto file = read_file(call, parts->second);
    if (!file) return file.error();
    if (auto added = add_translation(parts->first, *file, asked); !added) return added;
  }
  if (!translations_.empty() && !text_) {
    return usage("a translation goes with a text.", "give the authoritative one: --text TEXT --lang CODE");
  }
  return ledger::Done{};
}

Status ChangeOptions::add_translation(const std::string& lang, const std::string& text, RequestParts& asked) {
  const bool twice =
      (lang_ && *lang_ == lang) || std::any_of(translations_.begin(), translations_.end(),
                                               [&](const v1::Text& other) { return other.lang() == lang; });
  if (twice) return usage(fmt::format("the text is given twice in {}.", in_quotes(lang)), "one text a language");
  auto clean = replay::clean_text(text, fmt::format("the rule's text in {}", lang));
  if (!clean) return failure_of(clean.error());
  asked.add("translation", lang + "=" + *clean);
  v1::Text& translation = translations_.emplace_back();
  translation.set_lang(lang);
  translation.set_text(*clean);
  return ledger::Done{};
}

void ChangeOptions::put_text(v1::RuleChange& change) const {
  if (text_) {
    change.clear_texts();
    v1::Text* text = change.add_texts();
    text->set_text(*text_);
    if (lang_) text->set_lang(*lang_);
    for (const v1::Text& translation : translations_) *change.add_texts() = translation;
  }
  if (title_) change.set_title(*title_);
  if (!provisions_.empty()) {
    change.clear_provisions();
    for (const v1::Provision& provision : provisions_) *change.add_provisions() = provision;
  }
}

void ChangeOptions::amend(const v1::Rule& rule, v1::RuleChange& change, std::vector<std::string>& warnings) const {
  if (keep_provisions_) {
    for (const v1::Provision& provision : rule.provisions()) *change.add_provisions() = provision;
  } else if (provisions_.empty() && !rule.provisions().empty()) {
    // The game warns that they would go; what can be done about it is ours to say.
    warnings.push_back(fmt::format("to keep the provisions of rule {}: revise amend {} ... --keep-provisions",
                                   rule.number(), rule.number()));
  }
}

Result<v1::RuleChange> ChangeOptions::change(const replay::Engine& engine, std::uint32_t number,
                                             std::vector<std::string>& warnings) const {
  const v1::Rule* rule = rule_in_force(engine.state(), number);
  v1::RuleChange change;
  change.set_kind(kind_of(kind_, rule));
  change.set_rule(number);
  put_text(change);
  if (keep_provisions_ && kind_ != "amend") return usage("--keep-provisions goes with an amendment only.");
  const std::string& game_lang = engine.state().founding().lang();
  for (const v1::Text& translation : translations_) {
    if (!lang_ && translation.lang() == game_lang) {
      return usage(fmt::format("{} is the game's language: that is the text of --text.", in_quotes(game_lang)),
                   "say which language --text is in: --lang CODE");
    }
  }
  if (kind_ == "amend" && rule != nullptr) {
    amend(*rule, change, warnings);
    warn_of_lost_languages(*rule, change, game_lang, warnings);
  }
  return change;
}

Result<std::vector<v1::RuleChange>> ChangeOptions::build(const replay::Engine& engine,
                                                         std::vector<std::string>& warnings) const {
  std::vector<v1::RuleChange> changes;
  const std::vector<std::uint32_t> targets = kind_ == "enact" ? std::vector<std::uint32_t>{0} : rules_;
  for (const std::uint32_t target : targets) {
    auto made = change(engine, target, warnings);
    if (!made) return made.error();
    changes.push_back(std::move(*made));
  }
  return changes;
}

Result<std::vector<v1::RuleChange>> ChangeOptions::build_on(const v1::Proposal& form,
                                                            std::vector<std::string>& warnings) const {
  if (form.changes_size() != 1) {
    return usage(fmt::format("proposal {} makes {} rule-changes: the new form must name its own.", form.number(),
                             form.changes_size()),
                 fmt::format("for example: nomic revise {} amend N --text TEXT", form.number()));
  }
  if (!text_ && !title_ && provisions_.empty()) {
    return usage("what is to change in the proposal?",
                 "give --text TEXT, --title TITLE, --provision PROVISION, or a kind: amend N");
  }
  if (keep_provisions_)
    return usage("--keep-provisions goes with an amendment only.", "name it: amend N --keep-provisions");
  v1::RuleChange change = form.changes(0);
  if (text_ && provisions_.empty() && !change.provisions().empty()) {
    warnings.push_back(fmt::format(
        "the provisions of proposal {} stay as they were: see that they still say what its text says.", form.number()));
  }
  put_text(change);
  return std::vector<v1::RuleChange>{std::move(change)};
}

}  // namespace nomic::tools
