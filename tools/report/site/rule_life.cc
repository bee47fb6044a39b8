// The life of a rule: what made each of its versions, and what it changed of the one before.
#include <fmt/format.h>

#include <algorithm>

#include "form_html.h"
#include "html_text.h"
#include "nomic/replay/reference.h"
#include "nomic/views/passages.h"
#include "site/rule_page_parts.h"
#include "site/site_page.h"

namespace nomic::tools {
namespace {

using Form = v1::RulesView::Rule;

const std::string& text_of(const SiteGame& game, const Form& form) {
  static const std::string NONE;
  const Form& with = game.with_texts(form);
  return with.texts().empty() ? NONE : with.texts(0).text();
}

template <class List>
bool is_same(const List& one, const List& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

// In a few words what a version changed of the one before.
std::string changed(const SiteLinks& links, const Form* before, const Form* form) {
  if (form == nullptr) return links.say("life.gone");
  if (before == nullptr) return links.say("life.enacted");
  std::vector<std::string> parts;
  if (replay::number_in(before->number()) != replay::number_in(form->number())) {
    parts.push_back(links.say("life.number", {{"before", numeral_of(replay::number_in(before->number()))},
                                              {"number", numeral_of(replay::number_in(form->number()))}}));
  }
  if (before->status() != form->status())
    parts.push_back(links.say(form->status() == v1::RulesView::IMMUTABLE ? "life.immutable" : "life.mutable"));
  if (before->title() != form->title()) parts.push_back(links.say("life.title"));
  if (text_of(links.game(), *before) != text_of(links.game(), *form)) parts.push_back(links.say("life.text"));
  if (before->is_void() != form->is_void()) parts.push_back(links.say(form->is_void() ? "life.void" : "life.unvoid"));
  if (!is_same(before->in_words(), form->in_words())) parts.push_back(links.say("life.played"));
  if (!is_same(before->conflicts(), form->conflicts())) parts.push_back(links.say("life.conflicts"));
  if (parts.empty()) return links.say("life.noted");
  std::string row = parts.front();
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) {
    row = links.say("list.more", {{"row", row}, {"part", *part}});
  }
  return row;
}

// What made it: the proposal, the founding, or else what its record says.
std::string made_by(const SiteLinks& links, const RuleLife::Version& version) {
  const SiteGame& game = links.game();
  if (version.record < game.view.founding()) return links.say("life.founded");
  const Form* form = version.form;
  if (form != nullptr && form->since() == version.record) {
    if (!form->proposal().empty()) return links.proposal(replay::number_in(form->proposal()));
  }
  return site_sentence(game, game.entry(version.record).in_words());
}

bool says_the_same(const SiteGame& game, const Form& one, const Form& other) {
  return one.title() == other.title() && text_of(game, one) == text_of(game, other) &&
         is_same(one.in_words(), other.in_words());
}

// As if it were a rule-change: what it struck and added.
v1::ChangeView as_change(const SiteGame& game, const Form* before, const Form& form) {
  const auto& texts = game.with_texts(form).texts();
  v1::ChangeView change;
  change.set_kind(before == nullptr ? "ENACT" : "AMEND");
  change.set_text_unknown(form.text_unknown());
  if (!form.text_unknown()) change.clear_text_unknown();
  if (before == nullptr) {
    change.set_title(form.title());
    *change.mutable_texts() = texts;
    *change.mutable_in_words() = form.in_words();
    return change;
  }
  v1::TargetView& target = *change.mutable_target();
  target.set_title(before->title());
  if (before->title() != form.title()) target.set_new_title(form.title());
  target.set_lang(texts.empty() ? "" : texts[0].lang());
  *target.mutable_passages() = passages(text_of(game, *before), text_of(game, form));
  const auto has = [](const auto& list, const std::string& words) {
    return std::find(list.begin(), list.end(), words) != list.end();
  };
  for (const std::string& words : before->in_words()) {
    (has(form.in_words(), words) ? target.add_provisions_kept() : target.add_provisions_lost())->assign(words);
  }
  for (const std::string& words : form.in_words()) {
    if (!has(before->in_words(), words)) target.add_provisions_gained(words);
  }
  return change;
}

std::string version_item(const SiteLinks& links, const Form* before, const RuleLife::Version& version) {
  const SiteGame& game = links.game();
  const std::string time = site_time(game.entry(version.record).record());
  std::string out = fmt::format("<li{}>{}{}{}: ", version.form == nullptr ? " class=\"gone\"" : "",
                                links.record(version.record), time.empty() ? "" : " ", time);
  if (version.form != nullptr)
    out += fmt::format("<strong>{}</strong>, ", numeral_of(replay::number_in(version.form->number())));
  out += changed(links, before, version.form) + "; " + made_by(links, version);
  if (version.form != nullptr && (before == nullptr || !says_the_same(game, *before, *version.form))) {
    out += "<details><summary>" + links.say(before == nullptr ? "site.version.text" : "site.version.changes") +
           "</summary>" + change_html(as_change(game, before, *version.form), game.words) + "</details>";
  }
  return out + "</li>\n";
}

}  // namespace

std::string rule_life(const SiteLinks& links, const RuleLife& life) {
  std::string items;
  const Form* before = nullptr;
  for (const RuleLife::Version& version : life.versions) {
    items += version_item(links, before, version);
    if (version.form != nullptr) before = version.form;
  }
  return "<h2>" + links.say("rule.life") + "</h2><ol class=\"life\">" + items + "</ol>";
}

}  // namespace nomic::tools
