#include "nomic/views/references_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/words/shell_word.h"

namespace nomic::tools {
namespace {

std::string state_name(replay::Reference::State state) {
  switch (state) {
    case replay::Reference::State::HOLDS:
      return "HOLDS";
    case replay::Reference::State::MOVED:
      return "MOVED";
    case replay::Reference::State::REPEALED:
      return "REPEALED";
    case replay::Reference::State::NOTHING:
      return "NOTHING";
    case replay::Reference::State::LATER:
      return "LATER";
  }
  return "";
}

void add_mends(const replay::RuleHistory& life, const std::vector<replay::Reference>& references,
               v1::ReferencesView& view) {
  const v1::Rule& rule = life.versions.back().rule;
  for (const v1::Text& text : rule.texts()) {
    std::vector<replay::Reference> here;
    std::copy_if(references.begin(), references.end(), std::back_inserter(here),
                 [&](const replay::Reference& one) { return one.rule == rule.number() && one.lang == text.lang(); });
    const bool moved = std::any_of(here.begin(), here.end(), [](const replay::Reference& one) {
      return one.state == replay::Reference::State::MOVED && !one.mention.ranged;
    });
    if (!moved) continue;
    auto* mend = view.add_mends();
    mend->set_rule(replay::reference(rule.number()));
    mend->set_lang(text.lang());
    mend->set_text(replay::mended(text.text(), here));
    // An amendment sets the text of one language from the command line: only the authoritative one of a rule that has
    // no other.
    if (rule.texts_size() > 1) continue;
    mend->set_command(fmt::format("nomic propose amend {} --text {}{}", replay::numeral(rule.number()),
                                  as_shell_word(mend->text()), rule.provisions().empty() ? "" : " --keep-provisions"));
  }
}

}  // namespace

std::string reference_words(const replay::Reference& reference) {
  switch (reference.state) {
    case replay::Reference::State::HOLDS:
      return "";
    case replay::Reference::State::MOVED:
      return fmt::format("rule {} is rule {} now{}", replay::numeral(reference.mention.number),
                         replay::numeral(reference.now),
                         reference.mention.ranged ? ", and ends a range of rules here: say anew which are meant" : "");
    case replay::Reference::State::REPEALED:
      return reference.now == reference.mention.number
                 ? fmt::format("rule {} is repealed", replay::numeral(reference.mention.number))
                 : fmt::format("rule {}, last rule {}, is repealed", replay::numeral(reference.mention.number),
                               replay::numeral(reference.now));
    case replay::Reference::State::NOTHING:
      return fmt::format("no rule had borne {} when this was written, and none bears it now",
                         replay::numeral(reference.mention.number));
    case replay::Reference::State::LATER:
      return fmt::format("no rule had borne {} when this was written; one bears it now",
                         replay::numeral(reference.mention.number));
  }
  return "";
}

v1::ReferencesView::Reference reference_view(const replay::Reference& reference) {
  v1::ReferencesView::Reference view;
  view.set_rule(replay::reference(reference.rule));
  view.set_lang(reference.lang);
  view.set_number(replay::reference(reference.mention.number));
  view.set_at(count32(reference.mention.at));
  view.set_written(count32(reference.written));
  view.set_state(state_name(reference.state));
  view.set_now(replay::reference(reference.now));
  view.set_lineage(replay::reference(reference.lineage));
  view.set_in_words(reference_words(reference));
  if (reference.mention.ranged) view.set_ranged(true);
  return view;
}

v1::ReferencesView references_view(const replay::Histories& histories,
                                   const std::vector<replay::Reference>& references) {
  v1::ReferencesView view;
  for (const replay::Reference& reference : references) {
    if (reference.state != replay::Reference::State::HOLDS) *view.add_references() = reference_view(reference);
  }
  for (const replay::RuleHistory& life : histories.rules) {
    if (life.versions.back().in_force) add_mends(life, references, view);
  }
  view.set_ok(view.references().empty());
  return view;
}

}  // namespace nomic::tools
