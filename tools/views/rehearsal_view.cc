#include "nomic/views/rehearsal_view.h"

#include "nomic/service/view_values.h"
#include "nomic/words/rehearsal_words.h"

namespace nomic::tools {

std::optional<v1::RehearsalView> rehearsal_view(const v1::GameFounded& founding) {
  if (!founding.has_rehearsal()) return std::nullopt;
  const v1::Rehearsal& rehearsal = founding.rehearsal();
  v1::RehearsalView view;
  view.set_game(hex_of(rehearsal.game()));
  view.set_name(founding.name());
  view.set_size(count32(rehearsal.size()));
  view.set_head_hash(hex_of(rehearsal.head_hash()));
  view.set_in_words(rehearsal_words(founding));
  return view;
}

std::optional<v1::GameFounded> founding_in(ledger::Ledger& ledger, const ledger::GameId& game) {
  auto first = ledger.record(game, ledger::RecordIndex{0});
  v1::Event event;
  if (!first || !event.ParseFromString(first->payload) || !event.has_game_founded()) return std::nullopt;
  return event.game_founded();
}

}  // namespace nomic::tools
