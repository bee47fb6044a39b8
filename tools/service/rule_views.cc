#include "nomic/service/rule_views.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/content.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {

namespace {

std::string lang_of(const v1::Text& text, const replay::State& state) {
  return text.lang().empty() ? state.founding().lang() : text.lang();
}

const v1::Text* text_in(const replay::State& state, const v1::Rule& rule, std::string_view lang) {
  for (const v1::Text& text : rule.texts()) {
    if (lang_of(text, state) == lang) return &text;
  }
  return nullptr;
}

void add_text(const v1::Text& text, const replay::State& state, bool authoritative, v1::RulesView::Rule& view) {
  auto* to = view.add_texts();
  to->set_lang(lang_of(text, state));
  to->set_text(text.text());
  to->set_authoritative(authoritative);
}

void fill_texts(const replay::State& state, const v1::Rule& rule, const std::vector<std::string>& langs,
                v1::RulesView::Rule& view) {
  if (rule.texts().empty()) return;
  const v1::Text& first = rule.texts(0);
  view.set_authoritative_lang(lang_of(first, state));
  bool shown_first = false;
  for (const std::string& lang : langs) {
    const v1::Text* text = text_in(state, rule, lang);
    view.set_other_lang(view.other_lang() || text == nullptr);
    if (text == nullptr) text = &first;
    if (text == &first && shown_first) continue;
    shown_first = shown_first || text == &first;
    add_text(*text, state, text == &first, view);
  }
  if (langs.empty()) {
    for (const v1::Text& text : rule.texts()) add_text(text, state, &text == &first, view);
  }
  view.set_text(view.texts(0).text());
  view.set_lang(view.texts(0).lang());
}

// Of a long correction the state does not keep the words: its record has them.
std::string line_of(const v1::AppliedCorrection& correction) {
  const auto record = correction.record();
  if (correction.has_references()) {
    std::vector<std::string> numbers;
    for (const auto& one : correction.references().numbers()) {
      numbers.push_back(fmt::format("{} for {}", replay::numeral(one.to()), replay::numeral(one.from())));
    }
    return fmt::format("#{}: references follow renumbered rules ({})", record, fmt::join(numbers, ", "));
  }
  if (correction.retitled()) {
    const auto& title = correction.title();
    if (title.after().empty()) return fmt::format(R"(#{} takes away the title "{}")", record, title.before());
    return fmt::format(R"(#{} gives it the title "{}", by a rule-change)", record, title.after());
  }
  if (correction.has_title()) {
    const auto& title = correction.title();
    if (title.before().empty()) return fmt::format(R"(#{} gives it the title "{}")", record, title.after());
    if (title.after().empty()) return fmt::format(R"(#{} takes away the title "{}")", record, title.before());
    return fmt::format(R"(#{} corrects the title "{}" to "{}")", record, title.before(), title.after());
  }
  if (correction.text().whole()) return fmt::format("#{} corrects the whole text", record);
  if (!correction.form().empty()) return fmt::format("#{} corrects a passage of the text", record);
  return fmt::format(R"(#{} corrects "{}" to "{}")", record, correction.text().before(), correction.text().after());
}

std::string line_of(const v1::NumberFound& found) {
  return fmt::format("#{}: it bears the number {}, not {}{}", found.record(), replay::numeral(found.number()),
                     replay::numeral(found.before()),
                     found.all_along() ? ", and bore it all along" : ", from there on");
}

void add_corrections(const v1::Rule& rule, v1::RulesView::Rule& view) {
  if (!rule.sources().empty()) {
    for (const auto& correction : rule.sources().rbegin()->corrections()) view.add_corrections(line_of(correction));
  }
  for (const v1::NumberFound& found : rule.numbers_found()) {
    view.add_corrections(line_of(found));
    auto& shown = *view.mutable_numbers_found()->add_all();
    shown.set_record(count32(found.record()));
    shown.set_before(replay::reference(found.before()));
    shown.set_number(replay::reference(found.number()));
    shown.set_all_along(found.all_along());
  }
}

}  // namespace

v1::RulesView::Rule::Notes notes_view(const v1::Rule& rule) {
  v1::RulesView::Rule::Notes view;
  for (const v1::RuleNote& note : rule.notes()) {
    auto& shown = *view.add_all();
    shown.set_record(count32(note.record()));
    shown.set_author(note.author());
    shown.set_text(note.text());
    if (note.judgment() != 0) shown.set_judgment(count32(note.judgment()));
  }
  return view;
}

bool has_text_in(const replay::Engine& engine, const v1::Rule& rule, std::string_view lang) {
  return text_in(engine.state(), rule, lang) != nullptr;
}

v1::RulesView::Rule rule_view(const replay::Engine& engine, const v1::Rule& rule,
                              const std::vector<std::string>& langs) {
  v1::RulesView::Rule view;
  view.set_number(replay::reference(rule.number()));
  view.set_status(static_cast<v1::RulesView::Status>(rule.status()));
  view.set_lineage(replay::reference(rule.lineage()));
  view.set_title(rule.title());
  fill_texts(engine.state(), rule, langs, view);
  if (rule.text_unknown()) view.set_text_unknown(true);
  view.set_since(count32(rule.since()));
  view.set_proposal(replay::reference(rule.proposal()));
  if (rule.attested()) view.set_attested(true);
  for (const std::uint32_t number : replay::former_numbers(engine.state(), rule))
    view.add_former_numbers(replay::reference(number));
  view.set_is_void(engine.law().is_void(rule.number()));
  for (const v1::Provision& provision : rule.provisions()) {
    view.add_provisions(replay::print_provision(provision));
  }
  add_corrections(rule, view);
  if (!rule.notes().empty()) *view.mutable_notes() = notes_view(rule);
  return view;
}

replay::Result<v1::RulesView> rules_view(const replay::Engine& engine, const replay::History& history,
                                         const std::vector<std::string>& langs) {
  NOMIC_ASSIGN(auto rules, replay::rules_with_texts(history, engine.state()));
  v1::RulesView view;
  for (const v1::Rule& rule : rules) *view.add_rules() = rule_view(engine, rule, langs);
  return view;
}

std::uint64_t number_since(const v1::Rule& rule) {
  const auto& found = rule.numbers_found();
  const bool is_found = !found.empty() && found.rbegin()->number() == rule.number();
  return is_found ? std::max(rule.since(), found.rbegin()->record()) : rule.since();
}

}  // namespace nomic::tools
