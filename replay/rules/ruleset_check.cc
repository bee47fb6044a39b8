#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

Error bad(std::string what, std::string hint) {
  return error_in_words(ErrorCode::BAD_RULESET, std::move(what), std::move(hint));
}

Status check_language(const std::string& tag, std::string_view whose) {
  if (tag.empty() || is_language_tag(tag)) return ledger::Done{};
  return bad(fmt::format("{} has no language tag: \"{}\"", whose, tag), "write it as en, ja or pt-BR");
}

Status check_line(const std::string& line, const std::string& what, std::size_t limit) {
  Result<std::string> clean = clean_line(line, what, limit);
  if (!clean) return bad(clean.error().what, clean.error().hint);
  if (*clean != line) return bad(fmt::format("{} is not in its normal form", what), "read it with clean_line first");
  return ledger::Done{};
}

Status check_texts(const v1::RuleBody& rule) {
  const std::string whose = fmt::format("rule {}'s text", rule.number());
  if (rule.texts().empty())
    return bad(fmt::format("rule {} has no text", rule.number()), "give it one: texts { text: \"...\" }");
  std::set<std::string> languages;
  for (const v1::Text& text : rule.texts()) {
    Status tag = check_language(text.lang(), whose);
    if (!tag) return tag;
    if (!languages.insert(text.lang()).second) {
      return bad(fmt::format("rule {} has two texts in the language \"{}\"", rule.number(), text.lang()),
                 "keep one text a language");
    }
    Result<std::string> clean = clean_text(text.text(), whose);
    if (!clean) return bad(clean.error().what, clean.error().hint);
    if (*clean != text.text()) {
      return bad(fmt::format("{} is not in its normal form (NFC, no blank lines around it)", whose),
                 "read it with parse_ruleset, or clean_text, first");
    }
  }
  return ledger::Done{};
}

Status check_rule(const v1::RuleBody& rule) {
  if (rule.number() < 1 || rule.number() > LARGEST_NUMBER) {
    return bad(fmt::format("a rule bears the number {}", rule.number()), "numbers are 1 to 999,999,999");
  }
  if (rule.status() != v1::MUTABLE && rule.status() != v1::IMMUTABLE) {
    return bad(fmt::format("rule {} has no status", rule.number()),
               "give it one: status: MUTABLE or status: IMMUTABLE");
  }
  Status title = check_line(rule.title(), fmt::format("rule {}'s title", rule.number()), TITLE_LIMIT);
  if (!title) return title;
  Status texts = check_texts(rule);
  if (!texts) return texts;
  for (const v1::Provision& provision : rule.provisions()) {
    Status met = check_provision(provision);
    if (!met) return bad(fmt::format("rule {}: {}", rule.number(), met.error().what), met.error().hint);
  }
  if (rule.ByteSizeLong() > RULE_LIMIT) {
    return bad(fmt::format("rule {} takes {} bytes with all its texts; the limit is {}", rule.number(),
                           rule.ByteSizeLong(), RULE_LIMIT),
               "shorten it, or found the game with fewer languages");
  }
  return ledger::Done{};
}

Status check_modes(const v1::Ruleset& ruleset) {
  if (ruleset.modes().empty())
    return bad("the ruleset names no mode", "name those it can be played in: modes: [TABLE, MAIL]");
  std::set<int> seen;
  for (const int mode : ruleset.modes()) {
    if (mode != v1::TABLE && mode != v1::MAIL)
      return bad("the ruleset names an unknown mode", "the modes are TABLE and MAIL");
    if (!seen.insert(mode).second) {
      return bad(fmt::format("the ruleset names the mode {} twice", v1::Mode_Name(mode)), "name it once");
    }
  }
  return ledger::Done{};
}

}  // namespace

Status check_ruleset(const v1::Ruleset& ruleset) {
  Status modes = check_modes(ruleset);
  if (!modes) return modes;
  Status source = check_line(ruleset.source(), "the ruleset's source", SOURCE_LIMIT);
  if (!source) return source;
  Status edition = check_line(ruleset.edition(), "the ruleset's edition", NAME_LIMIT);
  if (!edition) return edition;
  Status tag = check_language(ruleset.authoritative_lang(), "the ruleset");
  if (!tag) return tag;

  std::uint32_t last = 0;
  for (const v1::RuleBody& rule : ruleset.rules()) {
    Status checked = check_rule(rule);
    if (!checked) return checked;
    if (rule.number() == last) return bad(fmt::format("two rules bear the number {}", last), "give each rule its own");
    if (rule.number() < last) {
      return bad(fmt::format("rule {} stands after rule {}", rule.number(), last), "put the rules in ascending order");
    }
    last = rule.number();
  }
  const bool one_mutable = std::any_of(ruleset.rules().begin(), ruleset.rules().end(),
                                       [](const v1::RuleBody& rule) { return rule.status() == v1::MUTABLE; });
  if (!one_mutable) return bad("the ruleset has no mutable rule", "a game in which nothing can be changed is no Nomic");
  return ledger::Done{};
}

}  // namespace nomic::replay
