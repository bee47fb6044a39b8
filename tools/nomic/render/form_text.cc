#include "render/form_text.h"

// The form of a proposal, for people.
#include <fmt/format.h>

#include "nomic/words/listing.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/passages_text.h"
#include "render/rule_diff_text.h"

namespace nomic::tools {
namespace {

v1::ChangeKind change_kind(const v1::ChangeView& change) {
  v1::ChangeKind kind = v1::CHANGE_KIND_UNSPECIFIED;
  return v1::ChangeKind_Parse(change.kind(), &kind) ? kind : v1::CHANGE_KIND_UNSPECIFIED;
}

// "To amend rule 206:".
std::string heading_of(const v1::ChangeView& change) {
  v1::RuleChange named;
  named.set_kind(change_kind(change));
  named.set_rule(change.rule());
  return fmt::format("To {}:", words_of(named));
}

std::string title_text(const std::string& title, std::size_t width, std::size_t indent) {
  return title.empty() ? "" : wrap(bold(on_one_line(title)), width, indent);
}

// The title that it has, and the one that it would have.
std::string titles_text(const v1::TargetView& target, std::size_t width, std::size_t indent) {
  if (!target.has_new_title()) return title_text(target.title(), width, indent);
  const std::string gone = target.title().empty() ? "" : red("[-" + on_one_line(target.title()) + "-]");
  const std::string come = target.new_title().empty() ? "" : green("{+" + on_one_line(target.new_title()) + "+}");
  return wrap(fmt::format("Title: {}{}{}", gone, gone.empty() || come.empty() ? "" : " ", come), width, indent);
}

// Texts in quotes, from the one numbered `from` on; each with its language where there are several.
std::string texts_text(const v1::ChangeView& change, int from, std::size_t width, std::size_t indent) {
  std::string out;
  for (int at = from; at < change.texts_size(); ++at) {
    const std::string lang = change.texts_size() > 1 ? change.texts(at).lang() + ": " : "";
    out += wrap(fmt::format("{}\"{}\"", lang, change.texts(at).text()), width, indent);
  }
  return out;
}

// Whether the rule is another by now; and what else the players say of the rule-change, in a game that is recorded
// afterwards.
std::string said_of_it(const v1::ChangeView& change, std::size_t width, std::size_t indent) {
  std::string out;
  if (change.has_since_then()) {
    out += wrap(yellow("Note: ") + on_one_line(change.since_then().in_words()) + ".", width, indent);
  }
  if (change.texts_left_out()) {
    out += wrap(dim("Texts are left out here, since they are too long: nomic proposals N shows them."), width, indent);
  }
  if (change.text_unknown()) out += wrap(dim("What it says is not on record."), width, indent);
  if (change.has_players_number()) {
    out += wrap(dim(fmt::format("The rule bears the number {} from then on.", change.players_number())), width, indent);
  }
  return out;
}

std::string kept_text(std::string_view in_words, std::size_t width, std::size_t indent) {
  return wrap(fmt::format("Played by: {}.", on_one_line(in_words)), width, indent);
}

std::string amendment_text(const v1::ChangeView& change, std::size_t width, std::size_t indent) {
  const v1::TargetView& target = change.target();
  std::string out = titles_text(target, width, indent);
  const bool same = target.passages_size() == 1 && target.passages(0).kind() == v1::PassageView::UNCHANGED;
  if (same) out += wrap(dim("Its text stays as it is:"), width, indent);
  out += passages_text(target.passages(), width, indent) + texts_text(change, 1, width, indent);
  if (!target.lost_langs().empty()) {
    const std::string langs = listed({target.lost_langs().begin(), target.lost_langs().end()});
    out += wrap(red(fmt::format("- no text in {} any more.", on_one_line(langs))), width, indent);
  }
  for (const std::string& words : target.provisions_lost()) out += no_longer_played_by(words, width, indent);
  for (const std::string& words : target.provisions_gained()) out += newly_played_by(words, width, indent);
  for (const std::string& words : target.provisions_kept()) out += kept_text(words, width, indent);
  return out;
}

// The rule as it is, where its words stay, or go, as a whole.
std::string target_text(const v1::TargetView& target, bool goes, std::size_t width, std::size_t indent) {
  std::string out = title_text(target.title(), width, indent);
  if (!target.text().empty()) {
    out += wrap(goes ? red("[-" + target.text() + "-]") : fmt::format("\"{}\"", target.text()), width, indent);
  }
  for (const std::string& words : target.provisions_lost()) out += no_longer_played_by(words, width, indent);
  return out;
}

std::string change_text(const v1::ChangeView& change, std::size_t width, std::size_t indent) {
  switch (change.has_target() ? change_kind(change) : v1::CHANGE_KIND_UNSPECIFIED) {
    case v1::AMEND:
      return amendment_text(change, width, indent);
    case v1::RESTORE:
      return titles_text(change.target(), width, indent) + passages_text(change.target().passages(), width, indent);
    case v1::RETITLE:
      return titles_text(change.target(), width, indent);
    case v1::REPEAL:
      return target_text(change.target(), true, width, indent);
    case v1::TRANSMUTE_TO_MUTABLE:
    case v1::TRANSMUTE_TO_IMMUTABLE:
      return target_text(change.target(), false, width, indent);
    default: {
      std::string out = title_text(change.title(), width, indent) + texts_text(change, 0, width, indent);
      for (const std::string& words : change.in_words()) out += kept_text(words, width, indent);
      return out;
    }
  }
}

}  // namespace

std::string form_text(const ChangeViews& changes, std::size_t width, std::size_t indent) {
  constexpr std::size_t DEEPER = 2;
  std::string out;
  for (const v1::ChangeView& change : changes) {
    if (changes.size() == 1) return change_text(change, width, indent) + said_of_it(change, width, indent);
    out += wrap(heading_of(change), width, indent) + change_text(change, width, indent + DEEPER) +
           said_of_it(change, width, indent + DEEPER);
  }
  return out;
}

}  // namespace nomic::tools
