#include "render/entries_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/service/reckoning_view.h"
#include "nomic/service/view_values.h"
#include "nomic/words/reckoning_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

constexpr const char* IN_GAME = "IN_GAME";
constexpr const char* DUE = "DUE";

v1::EntriesView::Entry view_of_entry(const v1::Consequence::Score& score) {
  v1::EntriesView::Entry view;
  view.set_player(score.player());
  view.set_points(in_points(score.points()));
  put_proposal(score.proposal(), view);
  if (score.has_reckoning()) *view.mutable_reckoning() = reckoning_view(score.reckoning());
  if (auto how = reckoning_words(score); !how.empty()) view.set_reckoned(std::move(how));
  return view;
}

bool is_said(const v1::FindingView& finding, const std::string& words) {
  const auto says = [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; };
  return says(finding.what()) || std::any_of(finding.evidence().begin(), finding.evidence().end(), says);
}

}  // namespace

v1::EntriesView::Entry entry_view(const v1::Consequence& score) {
  v1::EntriesView::Entry view = view_of_entry(score.score());
  view.set_is(IN_GAME);
  view.set_record(count32(score.record()));
  view.set_rule(score.rule().number());
  return view;
}

v1::EntriesView::Entry entry_view(const replay::ReckonedEntry& entry) {
  v1::EntriesView::Entry view = view_of_entry(entry.score);
  view.set_is(entry.due ? DUE : IN_GAME);
  view.set_record(count32(entry.record));
  view.set_rule(entry.rule);
  return view;
}

std::string entries_text(const v1::FindingView& finding, std::size_t width, std::size_t indent) {
  std::string out;
  for (const auto& entry : finding.entries().entries()) {
    if (!entry.has_reckoned() || is_said(finding, entry.reckoned())) continue;
    const std::string rule = entry.rule() == 0 ? "" : fmt::format(" (rule {})", entry.rule());
    out += wrap(
        fmt::format("{}: {} {}{}: {}.", entry.is() == DUE ? "By the rules" : "In the game", on_one_line(entry.player()),
                    fmt::format("{:+.15g}", entry.points()), rule, on_one_line(entry.reckoned())),
        width, indent);
  }
  return out;
}

}  // namespace nomic::tools
