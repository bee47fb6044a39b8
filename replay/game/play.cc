#include "play.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "change/issued_numbers.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/replay/work.h"
#include "turn/ring.h"
#include "turn/turn.h"

namespace nomic::replay {
Play::Play(Draft& draft, const Move& move_in, const History& history_in, const Derivation& derivation_in,
           const std::optional<State>& turn_begin_in)
    : state(draft.state),
      move(move_in),
      history(history_in, move_in),
      derivation(derivation_in),
      turn_begin(turn_begin_in),
      rules_before(draft.state.rules()),
      law_before(draft.law),
      law_(draft.law) {}

v1::Consequence& Play::emit(const v1::RuleVersion& rule) {
  spend_work();
  if (fell_due.size() + consequences.size() >= CONSEQUENCES_LIMIT) {
    emits_too_much_ = true;
    if (!consequences.empty()) consequences.pop_back();
  }
  auto& consequence = consequences.emplace_back();
  consequence.set_record(move.index);
  consequence.set_order(static_cast<std::uint32_t>(consequences.size() - 1));
  if (rule.number() != 0) *consequence.mutable_rule() = rule;
  return consequence;
}

void Play::take_over(Consequences earlier, std::int64_t happened_at) {
  // As many as may be are too many here, too: those of one instant end there if they are more.
  if (fell_due.size() + earlier.size() >= CONSEQUENCES_LIMIT) {
    emits_too_much_ = true;
    return;
  }
  for (auto& consequence : earlier) {
    consequence.set_happened_at(happened_at);
    fell_due.push_back(std::move(consequence));
  }
}

Consequences Play::take_all() {
  if (fell_due.empty()) return std::move(consequences);
  Consequences all = std::move(fell_due);
  for (auto& own : consequences) all.push_back(std::move(own));
  for (std::size_t order = 0; order < all.size(); ++order) all[order].set_order(static_cast<std::uint32_t>(order));
  return all;
}

void Play::rules_changed() {
  rules_changed_ = true;
  method_is_due_ = true;
  const std::shared_ptr<const Law> before = law_;
  const std::vector<std::uint32_t> voids = state.void_rules();
  law_ = std::make_shared<const Law>(state, *before);
  // The order may be another by now.
  if (state.turn().phase() == v1::Turn::PROPOSING) seat_first_mover(*this);
  emit_conflicts(*before, voids);
}

void Play::numbers_changed() {
  const bool due = method_is_due_;
  rules_changed();
  method_is_due_ = due;
}

void Play::put_in_place(State then, bool emits) {
  const std::shared_ptr<const Law> before = law_;
  const std::vector<std::uint32_t> voids = state.void_rules();
  state = std::move(then);
  law_ = std::make_shared<const Law>(state, *before);
  if (emits) emit_conflicts(*before, voids);
}

void Play::emit_conflicts(const Law& before, const std::vector<std::uint32_t>& void_before) {
  state.set_void_rules(law_->void_rules());
  // What nothing decides brings nothing about: `status` reports it, and it is left to a Judgment.
  for (const auto& conflict : law_->decided_since(before)) {
    auto& emitted = emit(conflict.winner);
    if (conflict.end == Conflict::End::VOID) {
      emitted.mutable_rule_void()->set_number(reference(conflict.loser.number()));
      emitted.mutable_rule_void()->set_point(conflict.point);
    } else {
      emitted.mutable_rule_yields()->set_number(reference(conflict.loser.number()));
      emitted.mutable_rule_yields()->set_point(conflict.point);
    }
  }
  for (const auto number : void_before) {
    const auto* rule = find_rule(state, number);
    if (rule == nullptr || law_->is_void(number)) continue;
    emit({}).mutable_rule_revived()->set_number(reference(number));
  }
}

void Play::settle() {
  if (!method_is_due_) return;
  method_is_due_ = false;
  // Read by the method as it stood just before the record, though an earlier step of it has settled another.
  const v1::PrecedenceMethod now = state.method();
  if (!method_before_) method_before_ = now;
  v1::PrecedenceMethod method;
  if (now.SerializeAsString() == method_before_->SerializeAsString()) {
    // The present law was built with that method when the rules changed last.
    method = law_->precedence_method().value;
  } else {
    State as_before = state;
    as_before.edit_method() = *method_before_;
    method = Law(as_before, *law_).precedence_method().value;
  }
  if (method.SerializeAsString() == now.SerializeAsString()) return;
  state.edit_method() = method;
  rules_changed();
  // That the method is another is no change of the rules by which it would be settled anew.
  method_is_due_ = false;
}

Play::Play(const Play& outer, Draft& draft, const Move& inner, Prohibitions waivers_in)
    : Play(draft, inner, outer.history, outer.derivation, outer.turn_begin) {
  waivers = std::move(waivers_in);
  scored_ = outer.scored_;
}

Play Play::within(Draft& draft, const Move& inner, Prohibitions waivers_in) const {
  return {*this, draft, inner, std::move(waivers_in)};
}

void Play::merge(Draft draft, Play& inner) {
  state = std::move(draft.state);
  law_ = std::move(draft.law);
  emits_too_much_ =
      emits_too_much_ || inner.emits_too_much_ || consequences.size() + inner.consequences.size() > CONSEQUENCES_LIMIT;
  for (auto& consequence : inner.consequences) {
    consequence.set_record(move.index);
    consequence.set_order(static_cast<std::uint32_t>(consequences.size()));
    consequences.push_back(std::move(consequence));
  }
  scored_ = inner.scored_;
  rules_changed_ = rules_changed_ || inner.rules_changed_;
  method_is_due_ = method_is_due_ || inner.method_is_due_;
  scores_changed_ = scores_changed_ || inner.scores_changed_;
  electors_changed_ = electors_changed_ || inner.electors_changed_;
  asked.turn_again = asked.turn_again || inner.asked.turn_again;
  if (inner.judgment_before) judgment_before.emplace(*inner.judgment_before);
  const auto& retroactions = inner.asked.retroactions;
  asked.retroactions.insert(asked.retroactions.end(), retroactions.begin(), retroactions.end());
}

void Play::score(v1::Player& player, std::int64_t points, const v1::RuleVersion& rule, std::uint32_t proposal,
                 const v1::Reckoning& how) {
  const auto& name = player.names().name();
  const bool first =
      std::none_of(scored_.begin(), scored_.end(), [&](const auto& entry) { return entry.first == name; });
  if (first) scored_.emplace_back(name, player.points());
  scores_changed_ = true;
  // Both are within the bound, so the sum cannot overflow.
  const std::int64_t change = std::clamp(points, -AMOUNT_LIMIT, AMOUNT_LIMIT);
  const std::int64_t total = std::clamp(player.points() + change, -AMOUNT_LIMIT, AMOUNT_LIMIT);
  auto& emitted = *emit(rule).mutable_score();
  emitted.set_player(name);
  emitted.set_points(total - player.points());
  emitted.set_total(total);
  emitted.set_proposal(reference(proposal));
  emitted.set_total_unknown(player.points_unknown() != 0);
  if (how.ByteSizeLong() != 0) *emitted.mutable_reckoning() = how;
  player.set_points(total);
}

void Play::score_unknown(const std::vector<std::string>& players, const v1::RuleVersion& rule, std::uint32_t proposal) {
  if (players.empty()) return;
  auto& emitted = *emit(rule).mutable_not_known();
  emitted.set_what(v1::Consequence::NotKnown::POINTS);
  emitted.set_proposal(reference(proposal));
  for (const auto& name : players) {
    emitted.add_players(name);
    auto& player = *edit_player(state, name);
    if (player.points_unknown() == 0) player.set_points_unknown(move.index);
  }
}

std::int64_t Play::points_before(const std::string& player) const {
  for (const auto& entry : scored_) {
    if (entry.first == player) return entry.second;
  }
  const auto* found = find_player(state, player);
  return found == nullptr ? 0 : found->points();
}

Error refuse(ErrorCode code, std::string_view variant, std::vector<Parameter> parameters,
             const std::vector<v1::RuleVersion>& cited, const std::optional<Error>& because) {
  Error error = error_of(code, variant, std::move(parameters));
  if (because) error.because = std::make_shared<const Error>(*because);
  for (const auto& ref : cited) {
    const bool known = std::any_of(error.cited.begin(), error.cited.end(),
                                   [&](const Cited& other) { return other.rule == ref.number(); });
    if (ref.number() != 0 && !known) error.cited.push_back({ref.number()});
  }
  return error;
}

std::optional<int> seat_of(const State& state, const std::string& name) {
  const auto& players = state.players();
  for (int seat = 0; seat < players.size(); ++seat) {
    if (players[seat].names().name() == name) return seat;
  }
  return std::nullopt;
}

const v1::Player* find_player(const State& state, const std::string& name) {
  spend_work();
  const auto seat = seat_of(state, name);
  return seat ? &state.players(*seat) : nullptr;
}

v1::Player* edit_player(State& state, const std::string& name) {
  const auto seat = seat_of(state, name);
  return seat ? &state.edit_players().edit(*seat) : nullptr;
}

bool in_game(const v1::Player& player) {
  return player.left_at() == 0;
}

int players_in_game(const State& state) {
  return static_cast<int>(std::count_if(state.players().begin(), state.players().end(), in_game));
}

const v1::Rule* find_rule(const State& state, std::uint32_t number) {
  spend_work();
  const auto& rules = state.rules();
  const auto found = std::lower_bound(rules.begin(), rules.end(), number, [](const v1::Rule& rule, std::uint32_t n) {
    return comes_before(rule.number(), n);
  });
  return found != rules.end() && found->number() == number ? &*found : nullptr;
}

const v1::RepealedRule* find_repealed(const State& state, std::uint32_t number) {
  spend_work();
  for (const auto& rule : state.repealed()) {
    if (rule.number() == number || formerly_bore(state, rule, number)) return &rule;
  }
  return nullptr;
}

const v1::Proposal* find_proposal(const State& state, std::uint32_t number) {
  spend_work();
  for (const auto& proposal : state.proposals()) {
    if (proposal.number() == number) return &proposal;
  }
  return nullptr;
}

v1::Proposal* edit_proposal(State& state, std::uint32_t number) {
  const auto& proposals = state.proposals();
  for (int at = 0; at < proposals.size(); ++at) {
    if (proposals[at].number() == number) return &state.edit_proposals().edit(at);
  }
  return nullptr;
}

bool was_proposed(const Play& play, std::uint32_t number) {
  const auto& state = play.state;
  if (is_unnumbered(number)) {
    const auto record = record_of_unnumbered(number);
    if (record >= state.size()) return false;
    const auto move = play.history.at(record);
    return move && event_in(*move).proposal_made().number_unknown();
  }
  if (is_lettered(number)) return was_numbered_so(state, number);
  if (number == 0 || number >= state.next_number()) return false;
  if (state.has_players_numbers()) return !is_left_free(state, number);
  const auto first = play.law().numbering({}).value.first();
  return first != 0 && number >= first;
}

Error no_such_proposal(const Play& play, std::uint32_t number, const std::optional<Error>& because) {
  const auto by = play.law().numbering({}).source("first");
  if (is_unnumbered(number)) {
    return refuse(ErrorCode::NO_SUCH_PROPOSAL, "of_record", {{"record", record_of_unnumbered(number)}}, {by}, because);
  }
  if (is_left_free(play.state, number)) {
    return refuse(ErrorCode::NO_SUCH_PROPOSAL, "nothing_on_record", {{"proposal", number}}, {by}, because);
  }
  return refuse(ErrorCode::NO_SUCH_PROPOSAL, because ? "among_open" : "", {{"proposal", number}}, {by}, because);
}

Case case_of_mover(const State& state) {
  return {.change = v1::CHANGE_KIND_UNSPECIFIED, .player = state.turn().mover()};
}

std::optional<Error> what_became_of(const State& state, std::uint32_t number) {
  spend_work(WorkStep::LARGE);
  for (const auto& rule : state.rules()) {
    if (!formerly_bore(state, rule, number)) continue;
    return error_of(ErrorCode::NO_SUCH_RULE, "renumbered", {{"rule", number}, {"now", rule.number()}});
  }
  const auto* repealed = find_repealed(state, number);
  if (repealed == nullptr) return std::nullopt;
  if (repealed->number() == number) {
    return error_of(ErrorCode::NO_SUCH_RULE, "repealed", {{"rule", number}, {"record", repealed->repealed_at()}});
  }
  return error_of(ErrorCode::NO_SUCH_RULE, "repealed_as",
                  {{"rule", number}, {"now", repealed->number()}, {"record", repealed->repealed_at()}});
}

std::uint32_t next_free_number(const State& state) {
  return next_number_of_rules(state, next_to_issue(state));
}

bool was_ever_borne(const State& state, std::uint32_t number) {
  return find_rule(state, number) != nullptr || what_became_of(state, number).has_value();
}

void NumbersInUse::add(const State& state) {
  spend_work(WorkStep::LARGE);
  const auto note = [this](std::uint32_t number) {
    if (number >= first_ && number <= last_) used_.push_back(number);
  };
  const auto note_all = [&](const auto& rule) {
    note(rule.number());
    if (rule.has_number_chunks()) {
      for (const auto number : former_numbers(state, rule)) note(number);
    } else {
      for (const auto number : rule.former_numbers()) note(number);
    }
  };
  for (const auto& rule : state.rules()) note_all(rule);
  for (const auto& rule : state.repealed()) note_all(rule);
}

void NumbersInUse::add_given(const State& state) {
  for (const auto& one : state.issued()) {
    const auto number = one.number();
    if (one.change() != 0 && number >= first_ && number <= last_) used_.push_back(number);
  }
}

std::uint32_t NumbersInUse::next() const {
  // One of so many is free.
  std::vector<bool> is_used(used_.size() + 1);
  for (const auto number : used_) {
    if (number - first_ < is_used.size()) is_used[number - first_] = true;
  }
  const auto free = std::find(is_used.begin(), is_used.end(), false);
  return first_ + static_cast<std::uint32_t>(free - is_used.begin());
}

std::vector<std::uint32_t> NumbersInUse::all() const {
  auto all = used_;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::uint32_t next_number_of_rules(const State& state, std::uint32_t first) {
  NumbersInUse in_use(first);
  in_use.add(state);
  in_use.add_given(state);
  return in_use.next();
}

std::uint32_t next_with_letters(const State& state, std::uint32_t number) {
  const auto first = with_letters(number, letters_of(number) + 1);
  const auto next = first == 0 ? 0 : next_number_of_rules(state, first);
  return is_lettered(next) ? next : 0;
}

Status must_be_running(const Play& play) {
  if (play.state.founding().founding_records() == 0 || play.state.size() < play.state.founding().founding_records()) {
    return refuse(ErrorCode::FOUNDING_INCOMPLETE, "");
  }
  if (play.state.turn().phase() == v1::Turn::WON) {
    std::vector<v1::RuleVersion> cited;
    Parameter::Names who;
    std::uint64_t record = 0;
    for (const auto& winner : play.state.winners()) {
      if (winner.ends() == v1::Victory::ROUND || winner.ends() == v1::Victory::NOTHING) continue;
      if (record == 0) record = winner.record();
      who.push_back(winner.player());
      v1::RuleVersion ref;
      ref.set_number(winner.rule());
      cited.push_back(ref);
    }
    return refuse(ErrorCode::GAME_WON, "", {{"players", who}, {"record", record}}, cited);
  }
  return ledger::Done{};
}

namespace {

Status must_be_in_game(const Play& play) {
  const auto* player = find_player(play.state, play.move.author);
  if (player == nullptr) {
    return refuse(ErrorCode::NOT_A_PLAYER, "", {{"player", play.move.author}});
  }
  if (!in_game(*player)) {
    return refuse(ErrorCode::HAS_FORFEITED, "", {{"player", play.move.author}, {"record", player->left_at()}},
                  {play.law().forfeit({}).source("always")});
  }
  return ledger::Done{};
}

}  // namespace

Status must_be_playing(const Play& play) {
  NOMIC_TRY(must_be_running(play));
  return must_be_in_game(play);
}

Status must_be_disputing(const Play& play) {
  const bool won = play.state.turn().phase() == v1::Turn::WON && !play.state.closed();
  if (!won) return must_be_playing(play);
  return must_be_in_game(play);
}

}  // namespace nomic::replay
