// What players may do at any time, whatever the turn is at (116): acts, notes, clerical corrections and objections.

#include <algorithm>

#include "change/numbers_found.h"
#include "nomic/replay/game_limits.h"
#include "offers/board.h"

namespace nomic::replay {
namespace {

void offer_freely(Board& board, v1::Event::KindCase kind, const std::vector<Blank>& blanks) {
  Offer offer;
  offer.kind = kind;
  offer.rule = board.law().permission({}).source("unregulated");
  offer.blanks = blanks;
  board.may_all(offer);
}

void offer_acts(Board& board) {
  const auto& rules = board.state().rules();
  const bool any =
      std::any_of(rules.begin(), rules.end(), [&](const auto& rule) { return !board.law().is_void(rule.number()); });
  if (any) offer_freely(board, v1::Event::kActPerformed, {Blank::RULE, Blank::TEXT});
}

void offer_notes(Board& board) {
  const auto& rules = board.state().rules();
  const bool room =
      std::any_of(rules.begin(), rules.end(), [](const auto& rule) { return rule.notes_size() < NOTES_LIMIT; });
  const bool any = std::any_of(rules.begin(), rules.end(), [](const auto& rule) { return rule.notes_size() != 0; });
  if (room) offer_freely(board, v1::Event::kRuleAnnotated, {Blank::RULE, Blank::TEXT});
  if (any) offer_freely(board, v1::Event::kRuleAnnotated, {Blank::RECORD});
}

// Whether the rules can bear their old numbers again, which others may bear by now.
Result<bool> number_can_be_taken_back(const Board& board, std::uint64_t correction) {
  const Play& nothing_done = board.nobody.play;
  Draft draft = nothing_done.draft();
  Play play(draft, nothing_done.move, nothing_done.history, nothing_done.derivation, nothing_done.turn_begin);
  auto back = take_back_number(play, correction);
  if (!back && kind_of(back.error().code) == Kind::LEDGER) return back.error();
  return back.ok();
}

Status offer_objections(Board& board) {
  for (const auto& correction : board.state().corrections()) {
    if (correction.has_number()) {
      NOMIC_ASSIGN(auto may, number_can_be_taken_back(board, correction.record()));
      if (!may) continue;
    }
    Offer offer;
    offer.kind = v1::Event::kObjectionRaised;
    offer.rule = board.law().permission({}).source("unregulated");
    offer.record = correction.record();
    board.may_all(offer);
  }
  return ledger::Done{};
}

}  // namespace

Status offer_what_is_free(Board& board) {
  if (!board.runs()) return ledger::Done{};
  NOMIC_TRY(offer_objections(board));
  offer_acts(board);
  offer_freely(board, v1::Event::kRecordCorrected, {Blank::RECORD, Blank::REASONS, Blank::CORRECTION});
  offer_notes(board);
  return ledger::Done{};
}

}  // namespace nomic::replay
