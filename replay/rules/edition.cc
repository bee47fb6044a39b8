#include "nomic/replay/edition.h"

#include <google/protobuf/text_format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "nomic/replay/reference.h"
#include "nomic/replay/rules/embedded.h"
#include "nomic/replay/text.h"
#include "nomic/replay/text_format.h"

namespace nomic::replay {
namespace {

constexpr std::string_view ORIGINAL = "en";  // the language whose file holds the provisions too

struct Stem {
  std::string edition;
  std::string lang;
};

// "edition-1990-en"
std::optional<Stem> edition_in(std::string_view stem) {
  constexpr std::string_view PREFIX = "edition-";
  const std::size_t last = stem.rfind('-');
  if (!stem.starts_with(PREFIX) || last < PREFIX.size()) return std::nullopt;
  return Stem{std::string(stem.substr(PREFIX.size(), last - PREFIX.size())), std::string(stem.substr(last + 1))};
}

const EmbeddedFile* embedded(std::string_view name, std::string_view lang) {
  for (const EmbeddedFile& one : embedded_editions()) {
    const std::optional<Stem> stem = edition_in(one.stem);
    if (stem && stem->edition == name && stem->lang == lang) return &one;
  }
  return nullptr;
}

Error bad_part(std::string_view where, const Error& error) {
  return error_of(ErrorCode::BAD_RULESET, "where", {{"where", where}}, error);
}

// Texts and titles enter a game in NFC, whoever wrote the file.
Status normalise(v1::Ruleset& ruleset, std::string_view where) {
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
    Result<std::string> title = clean_line(rule.title(), {"title_of_rule", number_in(rule.number())}, TITLE_LIMIT);
    if (!title) return bad_part(where, title.error());
    rule.set_title(*title);
    for (v1::Text& text : *rule.mutable_texts()) {
      Result<std::string> clean = clean_text(text.text(), {"text_of_rule", number_in(rule.number())});
      if (!clean) return bad_part(where, clean.error());
      text.set_text(*clean);
    }
  }
  return ledger::Done{};
}

Error no_language(std::string_view name, std::string_view lang) {
  return error_of(ErrorCode::BAD_RULESET, "no_language",
                  {{"edition", name}, {"lang", lang}, {"languages", edition_languages(name)}});
}

// Adds the translation's texts to the rules of the edition; `first`: as the authoritative ones, with their titles.
Status join(const v1::Translation& translation, std::string_view where, bool first, v1::Ruleset& ruleset) {
  bool fits = translation.rules_size() == ruleset.rules_size();
  for (int i = 0; fits && i < ruleset.rules_size(); ++i) {
    const v1::Translation::TranslatedRule& from = translation.rules(i);
    v1::RuleBody& rule = *ruleset.mutable_rules(i);
    fits = number_in(from.number()) == number_in(rule.number());
    if (first) rule.set_title(from.title());
    v1::Text* text = rule.add_texts();
    text->set_lang(translation.lang());
    text->set_text(from.text());
  }
  if (fits) return ledger::Done{};
  return error_of(ErrorCode::BAD_RULESET, "other_rules", {{"where", where}});
}

// Nothing is gained by saying the same twice but a second award: whoever wants that gives other points. A proposal is
// refused for it too.
Status said_once(const v1::Provision& provision, std::set<std::string>& said) {
  if (said.insert(provision.SerializeAsString()).second) return ledger::Done{};
  const auto& kinds = *v1::Provision::descriptor()->FindOneofByName("kind");
  const auto* kind = v1::Provision::GetReflection()->GetOneofFieldDescriptor(provision, &kinds);
  return error_of(ErrorCode::BAD_PROVISION, "stands_twice",
                  {{"value", kind == nullptr ? std::string() : kind->name()}});
}

// The shorthand of every provision, each of which a rule has once.
Status expand(v1::Ruleset& ruleset, std::string_view where) {
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
    std::set<std::string> said;
    for (v1::Provision& provision : *rule.mutable_provisions()) {
      Status full = expand_shorthand(provision);
      if (full) full = said_once(provision, said);
      if (full) continue;
      return error_of(ErrorCode::BAD_RULESET, "where_rule", {{"where", where}, {"rule", number_in(rule.number())}},
                      full.error());
    }
  }
  return ledger::Done{};
}

}  // namespace

std::vector<std::string> edition_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& one : embedded_editions()) {
    if (std::optional<Stem> stem = edition_in(one.stem)) names.push_back(std::move(stem->edition));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<v1::Ruleset> edition(std::string_view name) {
  if (const EmbeddedFile* found = embedded(name, ORIGINAL)) return parse_ruleset(found->text, found->stem);
  const std::vector<std::string> known = edition_names();
  const std::string near = nearest(name, known);
  return error_of(ErrorCode::BAD_RULESET, near.empty() ? "no_edition" : "no_edition_near",
                  {{"typed", name}, {"near", near}, {"editions", known}});
}

std::vector<std::string> edition_languages(std::string_view name) {
  std::vector<std::string> langs;
  for (const EmbeddedFile& one : embedded_editions()) {
    std::optional<Stem> stem = edition_in(one.stem);
    if (stem && stem->edition == name) langs.push_back(std::move(stem->lang));
  }
  std::sort(langs.begin(), langs.end());
  return langs;
}

Result<v1::Ruleset> edition(std::string_view name, const std::vector<std::string>& langs) {
  Result<v1::Ruleset> original = edition(name);
  if (!original || langs.empty()) return original;
  v1::Ruleset ruleset = *original;
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) rule.clear_texts();
  ruleset.set_authoritative_lang(langs.front());
  for (const std::string& lang : langs) {
    const EmbeddedFile* found = embedded(name, lang);
    if (found == nullptr) return no_language(name, lang);
    const bool first = &lang == &langs.front();
    if (lang == ORIGINAL) {
      for (int i = 0; i < ruleset.rules_size(); ++i)
        *ruleset.mutable_rules(i)->add_texts() = original->rules(i).texts(0);
      continue;
    }
    v1::Translation translation;
    Status read = read_text_format(found->text, found->stem, ErrorCode::BAD_RULESET, translation);
    if (!read) return read.error();
    Status joined = join(translation, found->stem, first, ruleset);
    if (!joined) return joined.error();
    if (first) ruleset.set_source(translation.source());
  }
  Status clean = normalise(ruleset, "edition");
  if (!clean) return clean.error();
  return ruleset;
}

Result<v1::Ruleset> parse_ruleset(std::string_view text, std::string_view where) {
  v1::Ruleset ruleset;
  Status read = read_text_format(text, where, ErrorCode::BAD_RULESET, ruleset);
  if (!read) return read.error();
  Status full = expand(ruleset, where);
  if (!full) return full.error();
  Status clean = normalise(ruleset, where);
  if (!clean) return clean.error();
  return ruleset;
}

Result<v1::Provision> parse_provision(std::string_view text) {
  v1::Provision provision;
  Status read = read_text_format(text, "provision", ErrorCode::BAD_PROVISION, provision);
  if (!read) return read.error();
  Status full = expand_shorthand(provision);
  if (!full) return full.error();
  Status checked = check_provision(provision);
  if (!checked) return checked.error();
  return provision;
}

namespace {

// Numbers of rules as people write them: 340a.
class Numerals : public google::protobuf::TextFormat::FastFieldValuePrinter {
 public:
  void PrintUInt32(std::uint32_t value, google::protobuf::TextFormat::BaseTextGenerator* to) const override {
    to->PrintString(numeral(value));
  }
};

}  // namespace

std::string print_provision(const v1::Provision& provision) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  printer.SetUseUtf8StringEscaping(true);
  // The printer keeps it. No other provision names a rule by number.
  printer.RegisterFieldValuePrinter(v1::PrecedenceClaim::descriptor()->FindFieldByName("rules"), new Numerals);
  std::string line;
  printer.PrintToString(provision, &line);
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace nomic::replay
