#include <fmt/format.h>

#include "form_html.h"
#include "html_text.h"
#include "static_page.h"

namespace nomic::tools {
namespace {

// The text in the language asked for, where there is one.
const v1::RulesView::Rule::LangText* text_shown(const v1::RulesView::Rule& rule, const std::string& lang) {
  for (const auto& text : rule.texts()) {
    if (text.lang() == lang) return &text;
  }
  return rule.texts().empty() ? nullptr : &rule.texts(0);
}

std::string rule_heading(const v1::RulesView::Rule& rule, const PageWords& words) {
  std::string status = words("status." + v1::RulesView::Status_Name(rule.status()));
  if (rule.is_void()) status = words.filled("list.more", {{"row", status}, {"part", words("status.void")}});
  const std::string title = rule.title().empty() ? "" : fmt::format(" <bdi>{}</bdi>", html(rule.title()));
  return fmt::format("<h3>{}{} <small>{}</small></h3>", rule.number(), title, status);
}

std::string note_html(const v1::RulesView::Rule::Note& note, const PageWords& words) {
  const std::string record = fmt::format("#{}", note.record());
  const std::string said = words.filled("rule.note.of", {{"player", html_name(note.author())},
                                                         {"record", record},
                                                         {"note", "<bdi lang=\"\">" + html(note.text()) + "</bdi>"}});
  return "<li>" + said + "</li>";
}

}  // namespace

PageWords page_words_of(const v1::ReportView& view, const ShownMoment& shown) {
  return page_words_in(view.lang(), shown);
}

PageWords page_words_in(const std::string& lang, const ShownMoment& shown) {
  std::string code = page_language(lang);
  if (code.empty() && !shown.rules.rules().empty()) {
    const auto* text = text_shown(shown.rules.rules(0), lang);
    code = text == nullptr ? "" : page_language(text->lang());
  }
  return PageWords(code.empty() ? "en" : code);
}

std::string rule_html(const v1::RulesView::Rule& rule, const std::string& lang, const PageWords& words) {
  std::string out = "<article>" + rule_heading(rule, words);
  const auto* text = text_shown(rule, lang);
  if (rule.text_unknown() || text == nullptr) {
    out += "<p class=\"quiet\">" + words("rule.unknown") + "</p>";
  } else {
    out += html_passage("p", text->lang(), text->text());
  }
  std::string items;
  for (const std::string& provision : rule.in_words()) items += played_by_html(provision, words);
  for (const std::string& conflict : rule.conflicts()) {
    items += "<li>" + words.filled("rule.note", {{"note", program_words(conflict, words)}}) + "</li>";
  }
  for (const auto& note : rule.notes().all()) items += note_html(note, words);
  return out + (items.empty() ? "" : "<ul class=\"played\">" + items + "</ul>") + "</article>";
}

std::string static_heading(const v1::ReportView& view, const PageWords& words) {
  const std::string time = html_time(view.status().recorded_at());
  const std::string record = std::to_string(view.size() - 1);
  std::string out =
      fmt::format(R"(<h1 dir="auto" lang="">{}</h1><p class="quiet">{}{}</p>)", html(view.name()),
                  words.filled(time.empty() ? "page.as.of" : "page.as.of.time", {{"record", record}, {"time", time}}),
                  words.lang() == "en" ? "" : " " + words("page.english"));
  if (view.has_rehearsal()) {
    out += "<p class=\"note\">" + program_words(view.rehearsal().in_words(), words) + "</p>";
  }
  if (view.status().has_afterwards()) {
    out += "<p class=\"note\">" + program_words(view.status().afterwards().in_words(), words) + "</p>";
  }
  return out;
}

std::string static_rules(const v1::ReportView& view, const ShownMoment& shown, const PageWords& words) {
  std::string out = R"(<section aria-labelledby="s-rules"><h2 id="s-rules">)" + words("rules.now") + "</h2>";
  for (const auto& rule : shown.rules.rules()) out += rule_html(rule, view.lang(), words);
  return out + "</section>";
}

}  // namespace nomic::tools
