#include "render/rule_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/words/listing.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

// "Rule 302, mutable, of the lineage of 202: Turns"
std::string heading(const v1::RulesView::Rule& rule) {
  std::string out =
      fmt::format("Rule {}, {}", rule.number(), rule.status() == v1::RulesView::IMMUTABLE ? "immutable" : "mutable");
  if (rule.is_void()) out += ", void";
  if (replay::number_in(rule.lineage()) != replay::number_in(rule.number()))
    out += fmt::format(", of the lineage of {}", rule.lineage());
  if (!rule.title().empty()) out += ": " + on_one_line(rule.title());
  return rule.is_void() ? red(out) : bold(out);
}

constexpr std::size_t INDENT = 4;
const std::string TEXT_NOT_ON_RECORD = "(its text is not on record)";

// "not in ja: the authoritative text, en"
std::string about_languages(const v1::RulesView::Rule& rule, const std::vector<std::string>& langs) {
  std::vector<std::string> lacking;
  for (const std::string& lang : langs) {
    const bool there =
        std::any_of(rule.texts().begin(), rule.texts().end(), [&](const auto& text) { return text.lang() == lang; });
    if (!there) lacking.push_back(lang);
  }
  if (!lacking.empty())
    return fmt::format("Not in {}: the authoritative text, {}.", listed(lacking), rule.authoritative_lang());
  if (langs.empty() && rule.texts_size() > 1) {
    std::vector<std::string> others;
    for (const auto& text : rule.texts()) {
      if (!text.authoritative()) others.push_back(text.lang());
    }
    return fmt::format("The authoritative text, {}; also in {}.", rule.authoritative_lang(), listed(others));
  }
  const bool shown =
      rule.texts_size() > 0 && rule.texts(0).authoritative() && (langs.size() == 1 || rule.texts_size() == 1);
  return shown ? "" : fmt::format("Authoritative: {}.", rule.authoritative_lang());
}

// One text; or two side by side; or several, one under the other.
std::string texts_of(const v1::RulesView::Rule& rule, const std::vector<std::string>& langs, std::size_t width) {
  constexpr std::size_t WIDTH = 80;  // where the output is no terminal
  std::string out;
  if (rule.text_unknown()) return wrap(dim(text_not_on_record()), width, INDENT);
  if (langs.size() < 2 || rule.texts_size() < 2) {
    out = wrap(rule.text(), width, INDENT);
  } else if (rule.texts_size() == 2) {
    out = side_by_side(rule.texts(0).text(), rule.texts(1).text(), width == 0 ? WIDTH : width, INDENT);
  } else {
    for (const auto& text : rule.texts()) {
      out += wrap(dim(on_one_line(text.lang()) + ":"), width, INDENT) + wrap(text.text(), width, INDENT);
    }
  }
  const std::string languages = about_languages(rule, langs);
  return languages.empty() ? out : out + wrap(dim(on_one_line(languages)), width, INDENT);
}

// "206, written at #56: rule 206 is rule 302 now."
std::string reference_line(const v1::ReferencesView::Reference& reference, std::size_t width) {
  const std::string what = reference.in_words().empty() ? "as it was meant" : reference.in_words();
  const std::string line = fmt::format("{}, written at #{}: {}.", reference.number(), reference.written(), what);
  return wrap(reference.in_words().empty() ? dim(line) : yellow(line), width, INDENT);
}

}  // namespace

std::string note_line(const v1::RulesView::Rule::Note& note) {
  const std::string judgment =
      note.has_judgment() ? fmt::format(", of the Judgment in #{}", note.judgment()) : std::string();
  return fmt::format("Note #{}, by {}{}: {}", note.record(), on_one_line(note.author()), judgment, note.text());
}

std::string text_not_on_record() {
  return "What this version says is not on record.";
}

std::string rule_text(const v1::RulesView::Rule& rule, const std::vector<std::string>& langs, std::size_t width,
                      Provisions provisions) {
  std::string out = heading(rule) + "\n" + texts_of(rule, langs, width);
  if (!rule.proposal().empty()) {
    const std::string_view attested = rule.attested() ? ", whose outcome was attested" : "";
    out += wrap(dim(fmt::format("In force since #{}, by {}{}.", rule.since(), the_proposal(rule.proposal()), attested)),
                width, INDENT);
  }
  for (const std::string& correction : rule.corrections())
    out += wrap(dim(on_one_line(correction) + "."), width, INDENT);
  for (const auto& note : rule.notes().all()) out += wrap(note_line(note), width, INDENT);
  for (const std::string& conflict : rule.conflicts())
    out += wrap(yellow("Note: " + on_one_line(conflict)), width, INDENT);
  for (const auto& reference : rule.references()) out += reference_line(reference, width);
  if (provisions == Provisions::LEFT_OUT) return out;
  for (int i = 0; i < rule.in_words_size(); ++i) {
    out += played_by(rule.in_words(i), width);
    if (provisions == Provisions::IN_FULL) out += wrap(dim(on_one_line(rule.provisions(i))), width, INDENT);
  }
  return out;
}

std::string played_by(std::string_view in_words, std::size_t width) {
  return wrap(fmt::format("Played by: {}.", on_one_line(in_words)), width, INDENT);
}

std::string rules_table(const v1::RulesView& rules, std::size_t width) {
  Table table({Align::RIGHT, Align::LEFT, Align::LEFT});
  for (const v1::RulesView::Rule& rule : rules.rules()) {
    std::string status = rule.status() == v1::RulesView::IMMUTABLE ? "immutable" : "mutable";
    if (rule.is_void()) status += ", void";
    const std::string& text = rule.text_unknown() ? TEXT_NOT_ON_RECORD : rule.text();
    const std::string& shown = rule.title().empty() ? text : rule.title();
    table.row({rule.number(), status, cut(shown.substr(0, shown.find('\n')), 60)});
  }
  return table.print(width);
}

}  // namespace nomic::tools
