// The rules in force, and a page for every number that a rule ever bore.
#include <fmt/format.h>

#include "html_text.h"
#include "nomic/replay/reference.h"
#include "site/rule_page_parts.h"
#include "site/site_pages.h"

namespace nomic::tools {
namespace {

constexpr std::string_view RULES = "rules/index.html";

// "203 <bdi>Adoption</bdi> <small>mutable, void</small>"
std::string heading(const SiteLinks& links, const v1::RulesView::Rule& rule) {
  const std::string title = rule.title().empty() ? "" : fmt::format(" <bdi>{}</bdi>", html(rule.title()));
  std::string about = links.value("status", v1::RulesView::Status_Name(rule.status()));
  if (rule.is_void()) about += ", " + links.say("status.void");
  return fmt::format("{}{} <small>{}</small>", numeral_of(replay::number_in(rule.number())), title, about);
}

std::string listed_rule(const SiteLinks& links, const v1::RulesView::Rule& rule) {
  return "<article><h2 class=\"rule\">" + links.to(rule_path(replay::number_in(rule.number())), heading(links, rule)) +
         "</h2>" + rule_texts(links, rule, false) + rule_notes(links, rule) + "</article>\n";
}

SiteFile all_rules(const SiteGame& game) {
  const SiteLinks links(game, RULES);
  std::string body = "<h1>" + links.say("rules.now") + "</h1>";
  for (const auto& rule : game.shown.rules.rules()) body += listed_rule(links, rule);
  std::vector<std::string> gone;
  for (const auto& [lineage, life] : game.lives) {
    if (life.in_force()) continue;
    const std::string title = html(life.last_form().title());
    gone.push_back(links.say("rules.gone.one",
                             {{"rule", links.rule(life.number()) + (title.empty() ? "" : " <bdi>" + title + "</bdi>")},
                              {"record", links.record(life.versions.back().record)}}));
  }
  if (!gone.empty()) body += "<h2>" + links.say("rules.gone") + "</h2>" + site_list(gone);
  return site_page(game, std::string(RULES), game.words("view.rules"), RULES, body);
}

// A rule with all that is known of it, where `life` bears the number or bore it last.
std::string whole_rule(const SiteLinks& links, const RuleLife& life) {
  const v1::RulesView::Rule& rule = life.last_form();
  std::string out = "<article><h1 class=\"rule\">" + links.say("rule.name", {{"rule", heading(links, rule)}}) + "</h1>";
  if (!life.in_force()) {
    const std::string record = links.record(life.versions.back().record);
    out += "<p class=\"note\"><strong>" + links.say("rule.gone", {{"record", record}}) + "</strong></p>";
  }
  out += rule_texts(links, rule, true) + rule_notes(links, rule);
  if (life.in_force()) out += rule_stale(links, rule);
  return out + rule_numbers(links, life) + rule_life(links, life) + "</article>\n";
}

// A rule that bore the number, and has its page under another.
std::string led_to(const SiteLinks& links, const RuleLife& life, std::uint32_t number) {
  std::string out;
  for (const RuleLife::Span& span : life.spans) {
    if (span.number != number) continue;
    const std::string title = html(life.last_form().title());
    out += "<p class=\"leads\">" +
           links.say(life.in_force() ? "site.rule.now" : "site.rule.last",
                     {{"number", numeral_of(number)},
                      {"from", links.record(span.from)},
                      {"until", links.record(span.until)},
                      {"rule", "<strong>" + links.rule(life.number()) + "</strong>" +
                                   (title.empty() ? "" : " <bdi>" + title + "</bdi>")}}) +
           "</p>";
  }
  return out;
}

SiteFile number_page(const SiteGame& game, std::uint32_t number, const std::vector<const RuleLife*>& bearers) {
  const std::string path = rule_path(number);
  const SiteLinks links(game, path);
  const std::string name = game.words.filled("rule.name", {{"rule", numeral_of(number)}});
  std::string body = "<p>" + links.to(RULES, links.say("rules.all")) + "</p>";
  if (bearers.front()->number() != number) body += "<h1>" + html(name) + "</h1>";
  for (const RuleLife* life : bearers) {
    body += life->number() == number ? whole_rule(links, *life) : led_to(links, *life, number);
  }
  const std::string& title = bearers.front()->last_form().title();
  return site_page(game, path, title.empty() ? name : name + ": " + title, RULES, body);
}

}  // namespace

void add_rule_pages(const SiteGame& game, std::vector<SiteFile>& files) {
  files.push_back(all_rules(game));
  for (const auto& [number, bearers] : game.numbers) files.push_back(number_page(game, number, bearers));
}

}  // namespace nomic::tools
