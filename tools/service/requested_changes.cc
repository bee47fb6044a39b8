#include "requested_changes.h"

#include <algorithm>
#include <map>

#include "nomic/replay/content.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::remark_of;
using replay::Result;
using replay::Topic;

namespace {

const v1::Rule* rule_in_force(const replay::State& state, std::uint32_t number) {
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() == number) return &rule;
  }
  return nullptr;
}

v1::ChangeKind kind_of(v1::Request::Kind asked, const v1::Rule* rule) {
  switch (asked) {
    case v1::Request::ENACT:
      return v1::ENACT;
    case v1::Request::AMEND:
      return v1::AMEND;
    case v1::Request::REPEAL:
      return v1::REPEAL;
    case v1::Request::TRANSMUTE:
      return rule != nullptr && rule->status() == v1::MUTABLE ? v1::TRANSMUTE_TO_IMMUTABLE : v1::TRANSMUTE_TO_MUTABLE;
    case v1::Request::TRANSMUTE_TO_MUTABLE:
      return v1::TRANSMUTE_TO_MUTABLE;
    case v1::Request::TRANSMUTE_TO_IMMUTABLE:
      return v1::TRANSMUTE_TO_IMMUTABLE;
    case v1::Request::REENACT:
      return v1::REENACT;
    case v1::Request::RESTORE:
      return v1::RESTORE;
    case v1::Request::NOTHING:
      return v1::NO_CHANGE;
    case v1::Request::RETITLE:
      return v1::RETITLE;
    default:
      return v1::CHANGE_KIND_UNSPECIFIED;
  }
}

// What is asked, in the form in which it is recorded; the kind is not looked at.
Result<v1::Request::Change> cleaned(v1::Request::Change change) {
  if (change.has_title()) {
    NOMIC_ASSIGN(auto title, replay::clean_line(change.title(), "rule_title", replay::TITLE_LIMIT));
    change.set_title(std::move(title));
  }
  std::vector<std::string> langs;
  for (v1::Text& text : *change.mutable_texts()) {
    const std::string& lang = text.lang();
    if (!lang.empty() && !replay::is_language_tag(lang)) {
      return error_of(ErrorCode::BAD_LANGUAGE, "none", {{"typed", lang}});
    }
    if (std::find(langs.begin(), langs.end(), lang) != langs.end()) {
      return error_of(ErrorCode::BAD_LANGUAGE, "twice", {{"lang", lang}});
    }
    const bool first = langs.empty();
    langs.push_back(lang);
    NOMIC_ASSIGN(auto clean, replay::clean_text(text.text(), first ? replay::Thing("rule_text")
                                                                   : replay::Thing("rule_text_in", 0, lang)));
    text.set_text(std::move(clean));
  }
  for (v1::Provision& provision : *change.mutable_provisions()) {
    NOMIC_TRY(replay::expand_shorthand(provision));
    NOMIC_TRY(replay::check_provision(provision));
  }
  return change;
}

// Puts what is given in the place of what stands there.
void put(const v1::Request::Change& given, v1::RuleChange& into) {
  if (given.has_title()) into.set_title(given.title());
  if (!given.texts().empty()) *into.mutable_texts() = given.texts();
  if (!given.provisions().empty()) *into.mutable_provisions() = given.provisions();
  if (!given.number().empty()) into.set_number(given.number());
  // A text that is given takes the place of one that is not on record, and the other way round.
  if (given.text_unknown()) into.clear_texts();
  if (given.text_unknown() || !given.texts().empty()) into.set_text_unknown(given.text_unknown());
}

// The texts of a rule are replaced as a whole: those in languages that the new form lacks are lost.
replay::Status warn_of_lost_languages(Making& making, const v1::Rule& rule, const v1::RuleChange& change,
                                      const std::string& game_lang) {
  NOMIC_ASSIGN(auto game, making.game());
  NOMIC_ASSIGN(const auto texts, replay::texts_of(game->history(), rule));
  const auto lang_of = [&](const v1::Text& text) { return text.lang().empty() ? game_lang : text.lang(); };
  std::vector<std::string> lost;
  for (const v1::Text& text : texts) {
    const bool kept = std::any_of(change.texts().begin(), change.texts().end(),
                                  [&](const v1::Text& other) { return lang_of(other) == lang_of(text); });
    if (!kept) lost.push_back(lang_of(text));
  }
  if (lost.empty()) return ledger::Done{};
  const std::string first = lost.front();
  making.warn(remark_of(Topic::WARNING, "loses_languages",
                        {{"rule", rule.number()}, {"langs", std::move(lost)}, {"lang", first}}));
  return ledger::Done{};
}

// Whether what the change becomes depends on the game.
bool needs_game(const v1::Request::Change& asked) {
  return asked.kind() == v1::Request::AMEND || asked.kind() == v1::Request::TRANSMUTE || asked.texts_size() > 1;
}

// A rule gains nothing by saying the same twice but a second award: whoever wants that gives other points.
replay::Status check_said_once(const v1::Request::Change& given, const v1::RuleChange& change) {
  const auto& kinds = *v1::Provision::descriptor()->FindOneofByName("kind");
  std::map<std::string, int> times;
  for (const v1::Provision& one : change.provisions()) ++times[one.SerializeAsString()];
  for (const v1::Provision& provision : given.provisions()) {
    if (times[provision.SerializeAsString()] < 2) continue;
    const auto* kind = v1::Provision::GetReflection()->GetOneofFieldDescriptor(provision, &kinds);
    return error_of(ErrorCode::BAD_PROVISION, "given_twice",
                    {{"value", kind == nullptr ? std::string() : kind->name()}});
  }
  return ledger::Done{};
}

Result<v1::RuleChange> change_of(Making& making, const v1::Request::Change& typed) {
  if (typed.keep_provisions() && typed.kind() != v1::Request::AMEND) {
    return error_of(ErrorCode::BAD_REQUEST, "keeps_provisions");
  }
  if (typed.kind() == v1::Request::RETITLE && !typed.has_title()) {
    return error_of(ErrorCode::BAD_REQUEST, "retitles_without", {{"rule", replay::number_in(typed.rule())}});
  }
  NOMIC_ASSIGN(auto asked, cleaned(typed));
  v1::RuleChange change;
  change.set_rule(asked.rule());
  put(asked, change);
  if (!needs_game(asked)) {
    change.set_kind(kind_of(asked.kind(), nullptr));
    NOMIC_TRY(check_said_once(asked, change));
    return change;
  }
  NOMIC_ASSIGN(auto state, making.state());
  const v1::Rule* rule = rule_in_force(*state, replay::number_in(asked.rule()));
  change.set_kind(kind_of(asked.kind(), rule));
  const std::string& game_lang = state->founding().lang();
  for (int i = 1; i < asked.texts_size(); ++i) {
    if (asked.texts(0).lang().empty() && asked.texts(i).lang() == game_lang) {
      return error_of(ErrorCode::BAD_LANGUAGE, "of_game", {{"lang", game_lang}});
    }
  }
  if (asked.keep_provisions() && rule != nullptr) change.mutable_provisions()->MergeFrom(rule->provisions());
  NOMIC_TRY(check_said_once(asked, change));
  return change;
}

}  // namespace

Result<RecordedChanges> changes_of(Making& making, const RequestedChanges& asked) {
  // Before any of them is copied. The engine holds recorded moves to the same limit.
  if (static_cast<std::size_t>(asked.size()) > replay::CHANGES_LIMIT) {
    return error_of(ErrorCode::BAD_CHANGE, "too_many_changes", {{"limit", replay::CHANGES_LIMIT}});
  }
  RecordedChanges changes;
  changes.Reserve(asked.size());
  for (const v1::Request::Change& one : asked) {
    NOMIC_ASSIGN(auto change, change_of(making, one));
    *changes.Add() = std::move(change);
  }
  return changes;
}

replay::Status warn_of_losses(Making& making, const RequestedChanges& asked, const RecordedChanges& changes) {
  for (int i = 0; i < asked.size(); ++i) {
    if (asked[i].kind() != v1::Request::AMEND) continue;
    NOMIC_ASSIGN(auto state, making.state());
    const v1::Rule* rule = rule_in_force(*state, replay::number_in(asked[i].rule()));
    if (rule == nullptr) continue;
    if (!asked[i].keep_provisions() && asked[i].provisions().empty() && !rule->provisions().empty()) {
      making.warn(remark_of(Topic::WARNING, "keep_provisions", {{"rule", rule->number()}}));
    }
    NOMIC_TRY(warn_of_lost_languages(making, *rule, changes[i], state->founding().lang()));
  }
  return ledger::Done{};
}

bool is_edit(const RequestedChanges& asked) {
  return asked.size() == 1 && asked[0].kind() == v1::Request::KIND_UNSPECIFIED;
}

Result<RecordedChanges> edited(Making& making, const v1::Proposal& form, const v1::Request::Change& edit) {
  if (form.changes_size() != 1) {
    return error_of(ErrorCode::BAD_REQUEST, "edits_several",
                    {{"proposal", form.number()}, {"count", form.changes_size()}});
  }
  const bool numbers = !edit.number().empty() || edit.text_unknown();
  if (edit.texts().empty() && !edit.has_title() && edit.provisions().empty() && !numbers) {
    return error_of(ErrorCode::BAD_REQUEST, "edits_nothing");
  }
  if (edit.keep_provisions()) return error_of(ErrorCode::BAD_REQUEST, "keeps_provisions");
  NOMIC_ASSIGN(auto asked, cleaned(edit));
  if (!asked.texts().empty() && asked.provisions().empty() && !form.changes(0).provisions().empty()) {
    making.warn(remark_of(Topic::WARNING, "provisions_stay", {{"proposal", form.number()}}));
  }
  NOMIC_ASSIGN(auto game, making.game());
  NOMIC_ASSIGN(auto changes, replay::changes_of(game->history(), form));
  put(asked, changes[0]);
  NOMIC_TRY(check_said_once(asked, changes[0]));
  return changes;
}

}  // namespace nomic::tools
