// The founding: the game, its rules, its players, as several records that were appended at once.

#include <algorithm>
#include <functional>

#include "change/rule_changes.h"
#include "moves/moves.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "signers.h"
#include "turn/automatic.h"
#include "turn/game_time.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

constexpr std::size_t SALT_SIZE = 16;  // of a rehearsal

Error not_a_game(std::string_view variant, std::vector<Parameter> parameters = {}) {
  return refuse(ErrorCode::NOT_A_GAME, variant, std::move(parameters));
}

Status must_be_founding(const Play& play) {
  const auto& state = play.state;
  if (state.founding().founding_records() == 0) return not_a_game("no_founding");
  if (state.size() >= state.founding().founding_records()) {
    return refuse(ErrorCode::NOT_FOUNDING, "play_began");
  }
  return ledger::Done{};
}

// What the game is played by has the bounds that a proposal's provisions have: whoever wrote the records, the engine
// reckons with nothing else.
Status provisions_can_be_met(const v1::RuleBody& body) {
  for (const auto& provision : body.provisions()) {
    auto met = check_provision(provision);
    if (!met) return error_of(ErrorCode::NOT_A_GAME, "bad_rule", {{"rule", number_in(body.number())}}, met.error());
  }
  return ledger::Done{};
}

// The rules, the players and the digest are all there: the first player may move.
Status complete_founding(Play& play) {
  auto& state = play.state;
  if (state.founding_digest() != state.founding().payloads_digest()) {
    return not_a_game("other_records");
  }
  if (state.players_size() < 2 || state.rules().empty()) return not_a_game("no_rules_or_players");
  state.clear_founding_digest();
  // The method of precedence is read before anything else is: 110 and 211 speak on different points of it.
  play.rules_changed();
  state.edit_method() = play.law().precedence_method().value;
  play.rules_changed();
  const auto order = play.law().turn_order({});
  for (int at = 0; at < state.players_size(); ++at) {
    auto& player = state.edit_players().edit(at);
    player.set_moved_at(latest(play));
    player.set_moved_within(within(play));
    if (order.value.starting_points_thousandths() == 0) continue;
    play.score(player, order.value.starting_points_thousandths(), order.source("starting_points_thousandths"), 0);
  }
  const auto numbering = play.law().numbering({}).value;
  // No proposal takes a number that a rule bears, unless rules have a sequence of their own.
  const auto after_rules = next_plain(state.rules().rbegin()->number());
  const auto least = numbering.has_rules_first() && numbering.has_first() ? numbering.first() : after_rules;
  state.set_next_number(std::max(numbering.first(), least));
  auto& turn = state.edit_turn();
  turn.set_number(1);
  turn.set_circuit(1);
  set_phase(play, turn, v1::Turn::PROPOSING);
  for (int at = 0; at < state.rules_size(); ++at) {
    auto& rule = state.edit_rules().edit(at);
    begin_version(play, rule);
    note_passed(play, rule);
  }
  if (std::any_of(state.rules().begin(), state.rules().end(), [](const auto& rule) { return rule.passed_size() != 0; }))
    play.rules_changed();
  seat_first_mover(play);
  play.emit({}).mutable_game_began()->set_player(turn.mover());
  return ledger::Done{};
}

Status add_founding_record(Play& play) {
  auto& state = play.state;
  state.set_founding_digest(ledger::sha256(state.founding_digest() + play.move.payload).raw());
  if (play.move.index + 1 < state.founding().founding_records()) return ledger::Done{};
  return complete_founding(play);
}

// Whether it says of which game it is a rehearsal, and from which of its records on.
bool names_a_game(const v1::GameFounded& event) {
  const auto& rehearsal = event.rehearsal();
  const auto& dumb = rehearsal.unsigned_records();
  return rehearsal.game().size() == ledger::Hash::SIZE && rehearsal.head_hash().size() == ledger::Hash::SIZE &&
         rehearsal.salt().size() == SALT_SIZE && rehearsal.size() >= event.founding_records() &&
         std::is_sorted(dumb.begin(), dumb.end(), std::less_equal<>()) &&
         (dumb.empty() || (*dumb.begin() >= event.founding_records() && *dumb.rbegin() < rehearsal.size()));
}

}  // namespace

Status play_founding(Play& play, const v1::GameFounded& event) {
  auto& state = play.state;
  if (play.move.index != 0) return refuse(ErrorCode::NOT_FOUNDING, "twice");
  if (event.semantics() > SEMANTICS) {
    return refuse(ErrorCode::NEWER_EVENT, "semantics", {{"semantics", event.semantics()}, {"known", SEMANTICS}});
  }
  if (event.founding_records() < 4 || event.semantics() == 0) return not_a_game("few_records");
  if (event.has_rehearsal() && !names_a_game(event)) return not_a_game("rehearsal");
  state.edit_founding() = event;
  state.set_founding_digest(ledger::Hash{}.raw());
  return ledger::Done{};
}

Status play_founding(Play& play, const v1::RuleFounded& event) {
  NOMIC_TRY(must_be_founding(play));
  auto& state = play.state;
  const auto& body = event.rule();
  if (!is_number(number_in(body.number()))) {
    return not_a_game("rule_number", {{"rule", number_in(body.number())}});
  }
  if (!state.rules().empty() && !comes_before(state.rules().rbegin()->number(), number_in(body.number()))) {
    return not_a_game("rule_order", {{"rule", number_in(body.number())}});
  }
  if (body.texts().empty() || (body.status() != v1::MUTABLE && body.status() != v1::IMMUTABLE)) {
    return not_a_game("rule_empty", {{"rule", number_in(body.number())}});
  }
  NOMIC_TRY(provisions_can_be_met(body));
  BroughtProvisions brought;
  brought.rules = 1;
  brought.add(body.provisions());
  NOMIC_TRY(leaves_room_for(state, brought));
  auto& rule = state.edit_rules().add();
  rule.set_number(number_in(body.number()));
  rule.set_lineage(number_in(body.number()));
  rule.set_status(body.status());
  rule.set_title(body.title());
  rule.set_form(digest_of_form(play.move).raw());
  *rule.mutable_provisions() = body.provisions();
  rule.set_since(state.founding().founding_records() - 1);
  rule.add_sources()->set_record(play.move.index);
  return add_founding_record(play);
}

Status play_founding(Play& play, const v1::PlayerSeated& event) {
  NOMIC_TRY(must_be_founding(play));
  const auto& names = event.player();
  if (names.name().empty() || names.folded().empty()) return not_a_game("no_name");
  for (const auto& other : play.state.players()) {
    if (other.names().folded() == names.folded()) return not_a_game("same_name", {{"player", names.name()}});
  }
  const auto& key = event.public_key();
  if (!key.empty()) {
    if (auto good = check_key(key, event.key_name()); !good)
      return error_of(ErrorCode::NOT_A_GAME, "bad_key", {}, good.error());
    if (auto free = key_is_free(play.state, key); !free)
      return error_of(ErrorCode::NOT_A_GAME, "bad_key", {}, free.error());
  }
  auto& player = play.state.edit_players().add();
  *player.mutable_names() = names;
  player.set_joined_at(play.move.index);
  if (!key.empty()) add_key(play, player, key, event.key_name());
  return add_founding_record(play);
}

}  // namespace nomic::replay
