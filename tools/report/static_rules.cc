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

std::string rule_heading(const v1::RulesView::Rule& rule) {
  const std::string status = rule.status() == v1::RulesView::IMMUTABLE ? "immutable" : "mutable";
  const std::string title = rule.title().empty() ? "" : fmt::format(" <bdi>{}</bdi>", html(rule.title()));
  return fmt::format("<h3>{}{} <small>{}{}</small></h3>", rule.number(), title, status, rule.is_void() ? ", void" : "");
}

std::string rule_html(const v1::RulesView::Rule& rule, const std::string& lang) {
  std::string out = "<article>" + rule_heading(rule);
  const auto* text = text_shown(rule, lang);
  if (rule.text_unknown() || text == nullptr) {
    out += "<p class=\"quiet\">What this rule says is not on record.</p>";
  } else {
    out += html_passage("p", text->lang(), text->text());
  }
  std::string items;
  for (const std::string& words : rule.in_words()) items += played_by_html(words);
  for (const std::string& words : rule.conflicts()) items += "<li>Note: " + html(words) + "</li>";
  for (const auto& note : rule.notes().all()) {
    items += fmt::format("<li>Note of {} (#{}): {}</li>", html_name(note.author()), note.record(), html(note.text()));
  }
  return out + (items.empty() ? "" : "<ul class=\"played\">" + items + "</ul>") + "</article>";
}

}  // namespace

std::string static_heading(const v1::ReportView& view) {
  const std::string time = html_time(view.status().recorded_at());
  std::string out = fmt::format(R"(<h1 dir="auto">{}</h1><p class="quiet">A game of Nomic, as of record #{}{}.</p>)",
                                html(view.name()), view.size() - 1, time.empty() ? "" : ", " + time);
  if (view.has_rehearsal()) out += "<p class=\"note\">" + html(view.rehearsal().in_words()) + "</p>";
  if (view.status().has_afterwards()) {
    out += "<p class=\"note\">" + html(view.status().afterwards().in_words()) + "</p>";
  }
  return out;
}

std::string static_rules(const v1::ReportView& view, const ShownMoment& shown) {
  std::string out = R"(<section aria-labelledby="s-rules"><h2 id="s-rules">Rules in force</h2>)";
  for (const auto& rule : shown.rules.rules()) out += rule_html(rule, view.lang());
  return out + "</section>";
}

}  // namespace nomic::tools
