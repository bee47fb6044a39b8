#include "nomic/views/status_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "nomic/replay/dice.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/law.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/service/offer_views.h"
#include "nomic/service/score_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/acts_view.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/dispute_views.h"
#include "nomic/views/event_view.h"
#include "nomic/views/proposed_form.h"
#include "nomic/views/shown_names.h"
#include "nomic/words/offer_words.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/remarks.h"
#include "nomic/words/sentences.h"

namespace nomic::tools {
namespace {

v1::StatusView::Phase phase_of(v1::Proposal::Phase phase) {
  switch (phase) {
    case v1::Proposal::DEBATE:
      return v1::StatusView::DEBATING;
    case v1::Proposal::VOTE:
      return v1::StatusView::VOTING;
    case v1::Proposal::UNDETERMINED:
      return v1::StatusView::UNDETERMINED;
    default:
      return v1::StatusView::PHASE_UNSPECIFIED;
  }
}

// Its form as it was recorded last, with every word that there is room for.
replay::Status add_form(const replay::State& state, const v1::Proposal& proposal, const replay::History& history,
                        v1::StatusView::OpenProposal& view, FormRoom& room) {
  NOMIC_ASSIGN(const auto move, history.at(proposal.form_at()));
  const v1::Event event = replay::event_in(move);
  const bool revised = event.has_proposal_revised();
  view.set_form(replay::digest_of_form(move).hex());
  for (const v1::RuleChange& change : revised ? event.proposal_revised().changes() : event.proposal_made().changes()) {
    *view.add_changes() = change_view(change);
  }
  add_since_then(state, proposal, *view.mutable_changes());
  return add_targets(state, history, &proposal, *view.mutable_changes(), room);
}

replay::Status add_proposals(const replay::Engine& engine, const replay::History& history, v1::StatusView& view) {
  FormRoom room(FormRoom::OF_STATUS);
  for (const v1::Proposal& proposal : engine.state().proposals()) {
    auto* open = view.add_proposals();
    *open = open_proposal_view(proposal);
    for (const v1::Ballot& ballot : replay::ballots_on(engine.state(), proposal.number()).ballots()) {
      open->add_voted(ballot.player());
    }
    for (const std::string& player : replay::missing_voters(engine, proposal)) open->add_missing(player);
    NOMIC_TRY(add_form(engine.state(), proposal, history, *open, room));
  }
  return ledger::Done{};
}

v1::StatusView::Attested attested_view(const replay::AttestedSo& group) {
  v1::StatusView::Attested view;
  view.set_proposal(replay::reference(group.proposal));
  view.set_outcome(group.outcome.adopted() ? "ADOPTED" : "DEFEATED");
  for (const std::string& player : group.players) view.add_players(player);
  for (const std::uint64_t record : group.records) view.add_records(count32(record));
  if (group.outcome.has_votes_for()) view.add_votes_for(group.outcome.votes_for());
  if (group.outcome.has_votes_against()) view.add_votes_against(group.outcome.votes_against());
  if (group.outcome.votes_unknown()) view.set_votes_unknown(true);
  view.set_assenting(group.votes);
  view.set_needed(group.needed);
  view.set_rule(replay::reference(group.rule.number()));
  return view;
}

// Whether the outcome of that vote can only be attested: no rule tells it.
bool is_undetermined(const v1::StatusView& status, const v1::OfferView& way) {
  const auto& all = status.proposals();
  return std::any_of(all.begin(), all.end(), [&](const auto& one) {
    return one.number() == way.proposal() && one.phase() == v1::StatusView::UNDETERMINED;
  });
}

// What its command asks about before it records it (forfeit, attest).
bool asks_first(const v1::StatusView& status, const v1::OfferView& way) {
  if (way.must()) return false;
  if (way.kind() == "player_forfeited") return true;
  const bool afterwards = status.has_afterwards() && status.afterwards().live_at() == 0;
  return way.kind() == "outcome_attested" && !afterwards && !is_undetermined(status, way);
}

// Everyone in playing order, whoever else may act after them; what each must do before what they may.
void add_actors(v1::StatusView& view) {
  // A big game has thousands of ways.
  std::map<std::string_view, std::vector<const v1::OfferView*>> ways;
  std::vector<std::string_view> players(view.players().begin(), view.players().end());
  for (const std::string_view player : players) ways[player];
  for (const v1::OfferView& way : view.ways()) {
    const auto [found, is_new] = ways.try_emplace(way.player());
    if (is_new) players.push_back(way.player());
    found->second.push_back(&way);
  }
  for (const std::string_view player : players) {
    auto* actor = view.add_actors();
    actor->set_player(std::string(player));
    for (const bool must : {true, false}) {
      for (const v1::OfferView* way : ways[player]) {
        if (way->must() == must) *actor->add_ways() = *way;
      }
    }
    actor->set_must(actor->ways_size() > 0 && actor->ways(0).must());
  }
}

}  // namespace

v1::StatusView::Phase phase_of(v1::Turn::Phase phase) {
  return static_cast<v1::StatusView::Phase>(phase);
}

v1::StatusView::OpenProposal open_proposal_view(const v1::Proposal& proposal) {
  v1::StatusView::OpenProposal open;
  open.set_number(replay::reference(proposal.number()));
  open.set_proponent(proposal.proponent());
  open.set_change(words_of_all(proposal.changes()));
  open.set_phase(phase_of(proposal.phase()));
  for (const v1::RuleChange& change : proposal.changes()) {
    for (const v1::Provision& provision : change.provisions()) open.add_in_words(words_of(provision));
  }
  open.set_record(count32(proposal.made_at()));
  open.set_form_record(count32(proposal.form_at()));
  return open;
}

v1::StatusView::Winner winner_view(const v1::Winner& winner) {
  v1::StatusView::Winner won;
  won.set_player(winner.player());
  won.set_record(count32(winner.record()));
  won.set_reached_at(count32(winner.reached_at()));
  won.set_rule(replay::reference(winner.rule()));
  won.set_ends(winner.ends() == v1::Victory::ENDS_UNSPECIFIED ? "GAME" : v1::Victory::Ends_Name(winner.ends()));
  return won;
}

namespace {

// With what a commitment is made of, for who makes one elsewhere.
void add_throw(const v1::Turn& turn, const replay::State& state, v1::StatusView& view) {
  if (!turn.has_dice()) return;
  const v1::DicePosition& position = turn.dice().position();
  auto* due = view.add_throws();
  due->set_player(turn.mover());
  due->set_turn(turn.number());
  due->set_round(position.round());
  due->set_phase(turn.dice().revealing() ? "REVEALING" : "COMMITTING");
  for (const std::string& name : turn.dice().committers()) due->add_committers(name);
  due->set_dice_game(replay::dice_game(state.founding()).hex());
  due->set_turn_record(count32(position.turn_record()));
  due->set_proposal(position.proposal());
  due->set_part(position.part());
  for (const std::string& name : turn.dice().committers()) {
    const auto named = [&](const v1::Player& one) { return one.names().name() == name; };
    const auto found = std::find_if(state.players().begin(), state.players().end(), named);
    due->add_folded(found == state.players().end() ? std::string() : found->names().folded());
  }
  for (const v1::DiceSecret& own : turn.dice().secrets()) {
    due->add_committed(own.player());
    due->add_commitments(hex_of(own.commitment()));
    if (!own.secret().empty()) due->add_revealed(own.player());
  }
}

}  // namespace

replay::Result<v1::StatusView> status_view(const replay::Engine& engine, const replay::History& history,
                                           const ledger::Head& head, const ledger::Hash& head_hash,
                                           std::optional<std::int64_t> now) {
  const replay::State& state = engine.state();
  NOMIC_ASSIGN(const auto read, replay::status_of(engine, history, now));
  const replay::StatusOf& status = read;
  v1::StatusView view;
  view.set_game(head.game.hash.hex());
  view.set_name(head.name);
  view.set_size(count32(state.size()));
  view.set_turn(state.turn().number());
  view.set_circuit(state.turn().circuit());
  view.set_phase(phase_of(state.turn().phase()));
  view.set_turn_of(status.turn_of);
  view.set_next(status.next);
  for (const std::string& player : status.waiting_for) view.add_waiting_for(player);
  NOMIC_TRY(add_proposals(engine, history, view));
  view.set_next_number(replay::reference(state.next_number()));
  for (const v1::Winner& winner : state.winners()) *view.add_winners() = winner_view(winner);
  for (const v1::Player& player : state.players()) {
    if (player.inactive_since() != 0 && player.left_at() == 0) view.add_inactive(player.names().name());
  }
  for (const v1::Application& application : state.applications()) view.add_applicants(application.names().name());
  for (const v1::PendingEffect& pending : state.pending()) {
    view.add_pending(replay::reference(pending.proposal().number()));
  }
  for (const replay::DueOf& due : status.due) {
    auto* due_view = view.add_due();
    due_view->set_at(replay::print_time(due.at));
    due_view->set_what(words_of(due.what));
    due_view->set_rule(replay::reference(due.rule.number()));
  }
  view.set_rounds(state.rounds());
  add_throw(state.turn(), state, view);
  for (const v1::Turn& turn : state.other_turns()) add_throw(turn, state, view);
  for (const std::string& player : replay::playing_order(engine)) view.add_players(player);
  for (const replay::Remark& note : status.notes) view.add_notes(words_of(note));
  for (const replay::AttestedSo& group : status.attested) *view.add_attested() = attested_view(group);
  for (const replay::Offer& offer : status.offered.offers) *view.add_ways() = offer_view(offer);
  if (status.offered.are_more) {
    view.add_notes(fmt::format("more can be done than the {} ways listed", replay::OFFERS_LIMIT));
  }
  if (status.offered.as_of) view.set_ways_at(replay::print_time(*status.offered.as_of));
  NOMIC_TRY(fill_dispute(engine, history, status, view));
  NOMIC_TRY(fill_acts(engine, history, view));
  fill_holdings(state, view);
  view.set_edition(state.founding().edition());
  view.set_mode(state.founding().mode() == v1::MAIL ? "mail" : "table");
  view.set_head_hash(head_hash.hex());
  if (auto afterwards = afterwards_view(state)) *view.mutable_afterwards() = *std::move(afterwards);
  // A game that is recorded afterwards begins with its first move.
  if (state.recorded_at() != 0 || !view.has_afterwards()) {
    view.set_recorded_at(replay::print_time(state.recorded_at()));
  }
  if (view.has_afterwards() && state.size() != 0) {
    NOMIC_ASSIGN(auto day, day_view(history, state.size() - 1));
    if (day) *view.mutable_day() = *std::move(day);
  }
  show_names(state, view);
  for (v1::OfferView& way : *view.mutable_ways()) {
    way.set_command(command_of(way));
    if (asks_first(view, way)) way.set_asks_first(true);
  }
  add_actors(view);
  return view;
}

}  // namespace nomic::tools
