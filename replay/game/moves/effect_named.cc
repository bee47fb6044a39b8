// A proposal that names when it takes effect, or an earlier record from which it applies (107, 205).

#include <algorithm>

#include "change/rule_changes.h"
#include "moves/moves.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

Status may_act_on_past(const Play& play, std::uint64_t from, const Prevailing<v1::Effectiveness>& effect) {
  if (effect.value.has_retroactive() && !effect.value.retroactive()) {
    Status on_past = refuse(ErrorCode::EFFECT_NOT_ALLOWED, "on_past", {}, {effect.source("retroactive")});
    if (forbids(play, on_past)) return on_past;
  }
  const std::uint64_t first = play.state.founding().founding_records() - std::uint64_t{1};
  if (from >= first && from < play.move.index) return ledger::Done{};
  return refuse(ErrorCode::NO_SUCH_RECORD, "effect_from",
                {{"first", first}, {"last", play.move.index - 1}, {"record", from}}, {effect.source("retroactive")});
}

Status may_say_time(const Play& play, std::int64_t at, const Prevailing<v1::Effectiveness>& effect) {
  if (!effect.value.proposals_may_say()) {
    return refuse(ErrorCode::EFFECT_NOT_ALLOWED, "at", {}, {effect.source("proposals_may_say"), effect.source("when")});
  }
  if (at > play.move.recorded_at) return ledger::Done{};
  return refuse(ErrorCode::EFFECT_NOT_ALLOWED, "past", {{"time", Moment{at}}}, {effect.source("not_before")});
}

// Each derives the whole game anew, so that many of them at once would keep everybody waiting for one move.
// `revised`: the proposal that gets another form; 0: none.
Status leaves_room_on_past(const Play& play, std::uint32_t revised) {
  const auto& all = play.state.proposals();
  const auto open = std::count_if(all.begin(), all.end(), [&](const v1::Proposal& one) {
    return one.has_effect_from() && one.number() != revised;
  });
  if (open >= OPEN_ON_PAST_LIMIT) {
    return refuse(ErrorCode::BEYOND_LIMIT, "open_on_past", {{"limit", OPEN_ON_PAST_LIMIT}});
  }
  if (open + play.state.retroactions_size() < ON_PAST_LIMIT) return ledger::Done{};
  return refuse(ErrorCode::BEYOND_LIMIT, "on_past", {{"limit", ON_PAST_LIMIT}});
}

// Every answer about the game shows all open proposals.
Status leaves_room_for_texts(const Play& play, std::uint32_t revised) {
  std::size_t bytes = play.move.payload.size();
  for (const auto& one : play.state.proposals()) {
    if (one.proponent() == play.move.author && one.number() != revised) bytes += one.form_bytes();
  }
  if (bytes <= OPEN_BYTES_LIMIT) return ledger::Done{};
  return refuse(ErrorCode::BEYOND_LIMIT, "open_bytes", {{"player", play.move.author}, {"limit", OPEN_BYTES_LIMIT}});
}

std::uint32_t revised_by(const v1::ProposalMade& /*form*/) {
  return 0;
}
std::uint32_t revised_by(const v1::ProposalRevised& form) {
  return number_in(form.proposal());
}

}  // namespace

template <class Form>
Status may_name_effect(const Play& play, const Form& form) {
  NOMIC_TRY(leaves_room_for_texts(play, revised_by(form)));
  if (form.effect_at() == 0 && !form.has_effect_from()) return ledger::Done{};
  if (form.has_effect_from()) {
    NOMIC_TRY(leaves_room_on_past(play, revised_by(form)));
  }
  for (const auto& change : form.changes()) {
    const auto effect = play.law().effectiveness(case_of(change));
    if (form.has_effect_from()) {
      NOMIC_TRY(may_act_on_past(play, form.effect_from(), effect));
    }
    if (form.effect_at() == 0) continue;
    if (auto may = may_say_time(play, form.effect_at(), effect); forbids(play, may)) return may;
  }
  return ledger::Done{};
}

template Status may_name_effect(const Play&, const v1::ProposalMade&);
template Status may_name_effect(const Play&, const v1::ProposalRevised&);

}  // namespace nomic::replay
