#include "nomic/views/entries_view.h"

#include "nomic/replay/reference.h"
#include "nomic/service/reckoning_view.h"
#include "nomic/service/view_values.h"
#include "nomic/words/reckoning_words.h"

namespace nomic::tools {
namespace {

constexpr const char* IN_GAME = "IN_GAME";

constexpr const char* DUE = "DUE";

v1::EntriesView::Entry view_of_entry(const v1::Consequence::Score& score) {
  v1::EntriesView::Entry view;
  view.set_player(score.player());
  view.set_points(in_points(score.points()));
  view.set_proposal(score.proposal());
  if (score.has_reckoning()) *view.mutable_reckoning() = reckoning_view(score.reckoning());
  if (auto how = reckoning_words(score); !how.empty()) view.set_reckoned(std::move(how));
  return view;
}

}  // namespace

v1::EntriesView::Entry entry_view(const v1::Consequence& score) {
  v1::EntriesView::Entry view = view_of_entry(score.score());
  view.set_is(IN_GAME);
  view.set_record(count32(score.record()));
  view.set_rule(replay::reference(score.rule().number()));
  return view;
}

v1::EntriesView::Entry entry_view(const replay::ReckonedEntry& entry) {
  v1::EntriesView::Entry view = view_of_entry(entry.score);
  view.set_is(entry.due ? DUE : IN_GAME);
  view.set_record(count32(entry.record));
  view.set_rule(replay::reference(entry.rule));
  return view;
}

}  // namespace nomic::tools
