// What players can do about what stands until the opposite is done: a team, a consent, a note, a correction.
#include <algorithm>

#include "ways_tried.h"

namespace nomic::replay {
namespace {

using OutBy = WayOut::Kind;

const v1::Player* seated_as(const State& state, const std::string& name) {
  const auto& all = state.players();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.names().name() == name; });
  return found == all.end() ? nullptr : &*found;
}

// Whether the wish is still open that the record approves or refuses, was asked before it, and is so by its author yet.
bool says_still(const State& state, const Move& record, const v1::ApprovalGiven& approval) {
  for (const v1::Application& open : state.applications()) {
    if (open.names().name() != approval.player() || open.record() > record.index) continue;
    const auto& alike = approval.approve() ? open.approved() : open.refused();
    return std::find(alike.begin(), alike.end(), record.author) != alike.end();
  }
  return false;
}

// Whether consents of that record still count: of this turn, and given since the last question, which asks for them
// anew.
bool is_consented_to(const State& state, std::uint64_t record) {
  const auto& asked = state.questions();
  return record >= state.turn().first_record() && (asked.empty() || asked.rbegin()->record() < record);
}

}  // namespace

// NOLINTNEXTLINE(readability-function-cognitive-complexity): one line a kind of record
Status WaysTried::find_of_players() {
  const v1::Event event = event_in(record_);
  if (event.has_vote_cast()) NOMIC_TRY(of_vote(event.vote_cast()));
  if (event.has_vote_withdrawn()) NOMIC_TRY(of_withdrawn_vote(event.vote_withdrawn()));
  if (event.has_proposal_made() || event.has_proposal_revised()) NOMIC_TRY(of_form());
  NOMIC_TRY(of_standing(event));
  if (event.has_rule_annotated()) NOMIC_TRY(of_note(event.rule_annotated()));
  if (event.has_player_seated()) NOMIC_TRY(of_name(event.player_seated().player()));
  if (event.has_player_joined()) NOMIC_TRY(of_name(event.player_joined().player()));
  NOMIC_TRY(of_words());
  return of_time(event);
}

// What stands until the opposite is done, or an objection raised.
Status WaysTried::of_standing(const v1::Event& event) {
  v1::Event opposite;
  OutBy kind = OutBy::UNDO;
  if (event.has_team_assigned()) {
    NOMIC_ASSIGN(auto before, game_.at(record_.index));
    const auto* then = seated_as(before.state(), record_.author);
    const auto* now = seated_as(state(), record_.author);
    if (then == nullptr || now == nullptr || now->names().team() != event.team_assigned().team()) return ledger::Done{};
    opposite.mutable_team_assigned()->set_team(then->names().team());
  } else if (event.has_activity_changed()) {
    const auto* now = seated_as(state(), record_.author);
    const bool went = !event.activity_changed().active();
    if (now == nullptr || now->inactive_since() != (went ? record_.index : 0)) return ledger::Done{};
    opposite.mutable_activity_changed()->set_active(!event.activity_changed().active());
  } else if (event.has_approval_given()) {
    if (!says_still(state(), record_, event.approval_given())) return ledger::Done{};
    *opposite.mutable_approval_given() = event.approval_given();
    opposite.mutable_approval_given()->set_approve(!event.approval_given().approve());
  } else if (event.has_consent_given()) {
    if (!is_consented_to(state(), record_.index)) return ledger::Done{};
    kind = OutBy::TAKE_BACK;
    opposite.mutable_consent_given()->set_withdrawn(!event.consent_given().withdrawn());
  } else if (event.has_record_corrected()) {
    kind = OutBy::OBJECT;
    opposite.mutable_objection_raised()->set_record(record_.index);
  } else {
    return ledger::Done{};
  }
  for (const std::string& player : kind == OutBy::OBJECT ? anybody() : std::vector<std::string>{record_.author}) {
    NOMIC_ASSIGN(auto done, add(kind, player, opposite));
    if (done) break;
  }
  return ledger::Done{};
}

Status WaysTried::of_note(const v1::RuleAnnotated& note) {
  v1::Event opposite;
  if (note.removes() == 0) {
    opposite.mutable_rule_annotated()->set_removes(record_.index);
  } else {
    NOMIC_ASSIGN(auto removed, game_.history().at(note.removes()));
    *opposite.mutable_rule_annotated() = event_in(removed).rule_annotated();
  }
  auto done = add(note.removes() == 0 ? OutBy::TAKE_BACK : OutBy::UNDO, record_.author, opposite);
  return done ? Status(ledger::Done{}) : Status(done.error());
}

}  // namespace nomic::replay
