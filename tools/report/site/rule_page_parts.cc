#include "site/rule_page_parts.h"

#include <fmt/format.h>

#include "form_html.h"
#include "html_text.h"
#include "nomic/replay/reference.h"
#include "site/site_page.h"

namespace nomic::tools {
namespace {

const v1::RulesView::Rule::LangText* text_shown(const v1::RulesView::Rule& rule, const std::string& lang) {
  for (const auto& text : rule.texts()) {
    if (text.lang() == lang) return &text;
  }
  return rule.texts().empty() ? nullptr : &rule.texts(0);
}

}  // namespace

std::string rule_texts(const SiteLinks& links, const v1::RulesView::Rule& form, bool all) {
  const v1::RulesView::Rule& rule = links.game().with_texts(form);
  const auto* first = text_shown(rule, links.game().view.lang());
  if (rule.text_unknown() || first == nullptr) return "<p class=\"quiet\">" + links.say("rule.unknown") + "</p>";
  if (!all || rule.texts_size() < 2) return html_passage("p", first->lang(), first->text());
  std::string out = "<div class=\"side\">";
  for (const auto& text : rule.texts()) {
    const std::string lang = html(text.lang());
    out += "<div><p class=\"quiet\">" +
           (text.authoritative() ? links.say("rule.text.authoritative", {{"lang", lang}}) : lang) + "</p>" +
           html_passage("p", text.lang(), text.text()) + "</div>";
  }
  return out + "</div>";
}

std::string rule_notes(const SiteLinks& links, const v1::RulesView::Rule& rule) {
  const SiteGame& game = links.game();
  std::string out;
  for (const std::string& words : rule.in_words()) out += played_by_html(words, game.words);
  if (!out.empty()) out = "<ul class=\"played\">" + out + "</ul>";
  for (const std::string& words : rule.conflicts()) {
    out += "<p class=\"note\">" + links.say("rule.note", {{"note", site_sentence(game, words)}}) + "</p>";
  }
  for (const std::string& words : rule.corrections())
    out += "<p class=\"quiet\">" + site_sentence(game, words + ".") + "</p>";
  for (const auto& note : rule.notes().all()) {
    const std::string& text = note.text().empty() ? game.entry(note.record()).record().event().text() : note.text();
    out += "<p class=\"note\">" +
           links.say("rule.note.of", {{"player", html_name(note.author())},
                                      {"record", links.record(note.record())},
                                      {"note", "<span dir=\"auto\">" + html(text) + "</span>"}}) +
           "</p>";
  }
  return out;
}

std::string rule_stale(const SiteLinks& links, const v1::RulesView::Rule& rule) {
  std::string out;
  const auto found = links.game().stale.find(replay::number_in(rule.number()));
  if (found == links.game().stale.end()) return out;
  for (const auto* one : found->second) {
    out += "<p class=\"note\">" +
           links.say("rule.stale", {{"number", numeral_of(replay::number_in(one->number()))},
                                    {"record", links.record(one->written())},
                                    {"words", site_sentence(links.game(), one->in_words() + ".")}}) +
           "</p>";
  }
  return out;
}

std::string rule_numbers(const SiteLinks& links, const RuleLife& life) {
  std::vector<std::string> items;
  for (const RuleLife::Span& span : life.spans) {
    const std::string number = span.number == life.number()
                                   ? fmt::format("<strong>{}</strong>", numeral_of(span.number))
                                   : links.rule(span.number, numeral_of(span.number));
    const std::string from = links.record(span.from);
    items.push_back(span.until == 0
                        ? links.say("life.number.since", {{"number", number}, {"since", from}})
                        : links.say("life.number.until",
                                    {{"number", number}, {"from", from}, {"until", links.record(span.until)}}));
  }
  return "<p>" + links.say("life.numbers", {{"numbers", links.game().words.row(items)}}) + "</p>";
}

}  // namespace nomic::tools
