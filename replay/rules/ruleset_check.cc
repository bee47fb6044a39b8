#include <algorithm>
#include <set>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

Error bad_ruleset(std::string_view variant, std::vector<Parameter> parameters = {}) {
  return error_of(ErrorCode::BAD_RULESET, variant, std::move(parameters));
}

// What is wrong with a part of it.
Error bad_part(const Error& error) {
  return error_of(ErrorCode::BAD_RULESET, "of_part", {}, error);
}

Status check_language(const std::string& tag, const Thing& whose) {
  if (tag.empty() || is_language_tag(tag)) return ledger::Done{};
  return bad_ruleset("language_tag", about(whose, {{"tag", tag}}));
}

Status check_line(const std::string& line, const Thing& what, std::size_t limit) {
  Result<std::string> clean = clean_line(line, what, limit);
  if (!clean) return bad_part(clean.error());
  if (*clean != line) return bad_ruleset("line_not_normal", about(what));
  return ledger::Done{};
}

Status check_texts(const v1::RuleBody& rule) {
  const Thing whose("text_of_rule", number_in(rule.number()));
  if (rule.texts().empty()) return bad_ruleset("no_text", {{"rule", number_in(rule.number())}});
  std::set<std::string> languages;
  for (const v1::Text& text : rule.texts()) {
    Status tag = check_language(text.lang(), whose);
    if (!tag) return tag;
    if (!languages.insert(text.lang()).second) {
      return bad_ruleset("two_texts", {{"rule", number_in(rule.number())}, {"lang", text.lang()}});
    }
    Result<std::string> clean = clean_text(text.text(), whose);
    if (!clean) return bad_part(clean.error());
    if (*clean != text.text()) return bad_ruleset("text_not_normal", about(whose));
  }
  return ledger::Done{};
}

Status check_rule(const v1::RuleBody& rule) {
  if (!is_number(number_in(rule.number()))) {
    return bad_ruleset("rule_number", {{"rule", rule.number()}});
  }
  if (rule.status() != v1::MUTABLE && rule.status() != v1::IMMUTABLE) {
    return bad_ruleset("no_status", {{"rule", number_in(rule.number())}});
  }
  Status title = check_line(rule.title(), {"title_of_rule", number_in(rule.number())}, TITLE_LIMIT);
  if (!title) return title;
  Status texts = check_texts(rule);
  if (!texts) return texts;
  for (const v1::Provision& provision : rule.provisions()) {
    Status met = check_provision(provision);
    if (!met) return error_of(ErrorCode::BAD_RULESET, "of_rule", {{"rule", number_in(rule.number())}}, met.error());
  }
  if (rule.ByteSizeLong() > RULE_LIMIT) {
    return bad_ruleset("rule_too_large",
                       {{"rule", number_in(rule.number())}, {"size", rule.ByteSizeLong()}, {"limit", RULE_LIMIT}});
  }
  return ledger::Done{};
}

Status check_modes(const v1::Ruleset& ruleset) {
  if (ruleset.modes().empty()) return bad_ruleset("no_mode");
  std::set<int> seen;
  for (const int mode : ruleset.modes()) {
    if (mode != v1::TABLE && mode != v1::MAIL) return bad_ruleset("unknown_mode");
    if (!seen.insert(mode).second) {
      return bad_ruleset("mode_twice", {{"mode", v1::Mode_Name(static_cast<v1::Mode>(mode))}});
    }
  }
  return ledger::Done{};
}

}  // namespace

Status check_ruleset(const v1::Ruleset& ruleset) {
  Status modes = check_modes(ruleset);
  if (!modes) return modes;
  Status source = check_line(ruleset.source(), "ruleset_source", SOURCE_LIMIT);
  if (!source) return source;
  Status edition = check_line(ruleset.edition(), "ruleset_edition", NAME_LIMIT);
  if (!edition) return edition;
  Status tag = check_language(ruleset.authoritative_lang(), "ruleset");
  if (!tag) return tag;

  std::uint32_t last = 0;
  for (const v1::RuleBody& rule : ruleset.rules()) {
    Status checked = check_rule(rule);
    if (!checked) return checked;
    if (number_in(rule.number()) == last) return bad_ruleset("number_twice", {{"rule", last}});
    if (comes_before(number_in(rule.number()), last)) {
      return bad_ruleset("order", {{"rule", number_in(rule.number())}, {"last", last}});
    }
    last = number_in(rule.number());
  }
  const bool one_mutable = std::any_of(ruleset.rules().begin(), ruleset.rules().end(),
                                       [](const v1::RuleBody& rule) { return rule.status() == v1::MUTABLE; });
  if (!one_mutable) return bad_ruleset("nothing_mutable");
  return ledger::Done{};
}

}  // namespace nomic::replay
