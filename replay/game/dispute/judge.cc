#include "dispute/judge.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "play.h"
#include "turn/ring.h"
#include "turn/turn.h"
#include "voting/electorate.h"
#include "voting/tally.h"

namespace nomic::replay {

using google::protobuf::util::MessageDifferencer;

namespace {

// Calls back with each field that the rule sets, in the order of their numbers.
template <class Each>
void for_each_field(const v1::Judgment& rule, const Each& each) {
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  v1::Judgment::GetReflection()->ListFields(rule, &fields);
  for (const auto* field : fields) each(*field);
}

template <class List>
bool contains(const List& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Seats in the order in which a Judge is looked for, from the one nearest to the player moving.
std::vector<const v1::Player*> seats_from_mover(const State& state, const Law& law, const v1::Judgment& judgment) {
  std::vector<const v1::Player*> ring = ring_of(state, law);
  if (judgment.seat() == v1::Judgment::RIGHT_NEIGHBOUR) {
    ring.clear();
    for (const auto& player : state.players()) ring.push_back(&player);
  }
  const std::string& from = judgment.seat() == v1::Judgment::NAMED ? judgment.judge() : state.turn().mover();
  const auto at = std::find_if(ring.begin(), ring.end(), [&](const auto* p) { return p->names().name() == from; });
  if (at == ring.end()) return ring;
  if (judgment.seat() == v1::Judgment::FOLLOWING) {
    std::rotate(ring.begin(), at + 1, ring.end());
    return ring;
  }
  // The one named, or the one before the mover, and so on backwards.
  std::rotate(ring.begin(), judgment.seat() == v1::Judgment::NAMED ? at + 1 : at, ring.end());
  std::reverse(ring.begin(), ring.end());
  return ring;
}

bool is_in(const State& state, const std::string& name) {
  const auto* player = find_player(state, name);
  return player != nullptr && in_game(*player);
}

// The Judge of the turn: the first named who has not left, since one whose leaving was struck never left; else the
// last.
const std::string& judge_of_turn(const State& state) {
  const auto& dispute = state.dispute();
  for (const auto& name : dispute.sat_before()) {
    if (is_in(state, name)) return name;
  }
  return dispute.sitting();
}

// The same, but from the Judge who sits in this turn already, where one settles every question of it.
std::vector<const v1::Player*> seats(const State& state, const Law& law, const v1::Judgment& judgment) {
  auto all = seats_from_mover(state, law, judgment);
  const auto& sitting = judge_of_turn(state);
  if (!judgment.one_judge_a_turn() || sitting.empty()) return all;
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto* p) { return p->names().name() == sitting; });
  if (at != all.end()) std::rotate(all.begin(), at, all.end());
  return all;
}

bool may_judge(const State& state, const Law& law, const v1::Judgment& judgment, const v1::Player& player) {
  const auto* mover = find_player(state, player_moving(state, law));
  if (!in_game(player) || &player == mover || is_suspended(law, player, v1::Inactivity::JUDGING)) return false;
  const bool team_mate =
      mover != nullptr && !mover->names().team().empty() && mover->names().team() == player.names().team();
  return !judgment.pass_over_team_mates() || !team_mate;
}

std::vector<std::string> who_has_a_say(const State& state, const Law& law, const std::vector<std::string>& but) {
  std::vector<std::string> names;
  for (const auto& player : state.players()) {
    const auto& name = player.names().name();
    if (!in_game(player) || contains(but, name) || is_suspended(law, player, v1::Inactivity::CONSENT)) continue;
    names.push_back(name);
  }
  return names;
}

// How many more of those asked must consent.
template <class List>
std::uint32_t missing_among(const State& state, const Law& law, const std::vector<std::string>& asked,
                            const List& given) {
  const auto quota = judgment_rule(state, law).value.consent();
  const auto have = static_cast<std::uint64_t>(
      std::count_if(asked.begin(), asked.end(), [&](const auto& name) { return contains(given, name); }));
  // With nobody to ask there is nothing to wait for.
  if (asked.empty()) return 0;
  std::uint32_t missing = 0;
  while (have + missing < asked.size() && !meets(have + missing, asked.size(), quota)) ++missing;
  return missing;
}

}  // namespace

Prevailing<v1::Judgment> judgment_rule(const State& state, const Law& law) {
  const auto& dispute = state.dispute();
  if (!dispute.has_judgment()) return law.judgment({});
  Prevailing<v1::Judgment>::Answer answer{dispute.judgment(), {}};
  int supplied = 0;
  for_each_field(answer.value, [&](const auto& field) {
    if (supplied < dispute.judgment_by_size()) {
      answer.sources.emplace_back(field.name(), dispute.judgment_by(supplied++));
    }
  });
  return Prevailing<v1::Judgment>(std::make_shared<const Prevailing<v1::Judgment>::Answer>(std::move(answer)));
}

void keep_judgment_rule(State& state, const Law& law, const Prevailing<v1::Judgment>& before) {
  const bool changed = !MessageDifferencer::Equals(before.value, law.judgment({}).value);
  if (!changed || state.dispute().has_judgment() || !before.value.has_seat()) return;
  auto& dispute = state.edit_dispute();
  *dispute.mutable_judgment() = before.value;
  for_each_field(before.value, [&](const auto& field) { *dispute.add_judgment_by() = before.source(field.name()); });
}

void forget_judgment_rule(State& state, const Law& before, const Law& now) {
  if (!state.dispute().has_judgment()) return;
  if (MessageDifferencer::Equals(before.judgment({}).value, now.judgment({}).value)) return;
  state.edit_dispute().clear_judgment();
  state.edit_dispute().clear_judgment_by();
}

bool judgment_is_provided(const State& state, const Law& law) {
  return judgment_rule(state, law).value.has_seat();
}

bool counts(const v1::DeliveredJudgment& judgment) {
  return !judgment.overruled() && !judgment.fallen();
}

std::vector<std::string> judges_of(const State& state, const Law& law, const v1::Question* question) {
  std::vector<std::string> names;
  const auto rule = judgment_rule(state, law);
  const auto& judgment = rule.value;
  if (!judgment.has_seat()) return names;
  const std::size_t wanted = judgment.has_judges() ? judgment.judges() : 1;
  for (const auto* player : seats(state, law, judgment)) {
    const auto& name = player->names().name();
    if (names.size() == wanted) break;
    if (!may_judge(state, law, judgment, *player)) continue;
    // It passes back among those who were players when it was asked (L55).
    const bool newcomer = question != nullptr && player->joined_at() > question->record();
    if (newcomer || (question != nullptr && contains(question->overruled(), name))) continue;
    names.push_back(name);
  }
  return names;
}

void seat_judge(State& state, const Law& law) {
  if (!judgment_rule(state, law).value.one_judge_a_turn() && !state.dispute().sitting().empty()) return;
  const auto& questions = state.questions();
  const auto open = std::find_if(questions.begin(), questions.end(),
                                 [](const auto& question) { return question.answered_by() == 0; });
  if (open == questions.end() || is_in(state, judge_of_turn(state))) return;
  // On which questions a Judge was overruled does not change who sits.
  v1::Question first = *open;
  first.clear_overruled();
  const auto judges = judges_of(state, law, &first);
  if (judges.empty()) return;
  auto& dispute = state.edit_dispute();
  if (!dispute.sitting().empty()) dispute.add_sat_before(dispute.sitting());
  dispute.set_sitting(judges.front());
}

const v1::DeliveredJudgment* judgment_of_turn(const State& state) {
  const auto& judgments = state.rests_on().judgments();
  const auto begins = [](const auto& judgment) { return judgment.begins() != 0 && counts(judgment); };
  const auto found = std::find_if(judgments.rbegin(), judgments.rend(), begins);
  return found == judgments.rend() ? nullptr : &*found;
}

namespace {

// Of several Judges of its question: those who said the same. Nothing: one alone gave it, or the question is not there.
template <class Questions>
std::optional<std::vector<std::string>> judges_who_agree(const Questions& questions,
                                                         const v1::DeliveredJudgment& judgment) {
  for (const auto& question : questions) {
    if (question.record() != judgment.question()) continue;
    const auto& answers = question.answers();
    const auto own = std::find_if(answers.begin(), answers.end(),
                                  [&](const auto& answer) { return answer.record() == judgment.record(); });
    if (own == answers.end()) break;
    std::vector<std::string> names;
    for (const auto& answer : answers) {
      if (answer.digest() == own->digest()) names.push_back(answer.judge());
    }
    return names;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> judges_behind(const State& state, const v1::DeliveredJudgment& judgment) {
  const auto names = judges_who_agree(state.questions(), judgment);
  if (names) return *names;
  const auto before = judges_who_agree(state.rests_on().questions(), judgment);
  if (before) return *before;
  return {judgment.judge()};
}

std::vector<std::string> overrulers_of(const State& state, const Law& law, const v1::DeliveredJudgment& judgment) {
  return who_has_a_say(state, law, judges_behind(state, judgment));
}

bool overruling_has_failed(const State& state, const Law& law, const v1::DeliveredJudgment& judgment) {
  const auto quota = judgment_rule(state, law).value.overrule();
  const bool all_must = quota.numerator() == quota.denominator();
  return all_must && !judgment.against_overruling().empty();
}

bool is_overruled_by_votes(const State& state, const Law& law, const v1::DeliveredJudgment& judgment) {
  if (overruling_has_failed(state, law, judgment)) return false;
  const auto others = overrulers_of(state, law, judgment);
  const auto votes = std::count_if(others.begin(), others.end(),
                                   [&](const auto& name) { return contains(judgment.for_overruling(), name); });
  return meets(static_cast<std::uint64_t>(votes), others.size(), judgment_rule(state, law).value.overrule());
}

bool is_overruled_without_votes(const State& state, const Law& law) {
  return judgment_rule(state, law).value.overrule().numerator() == 0;
}

std::vector<std::string> consenters_for(const State& state, const Law& law, const std::string& next) {
  const bool all = judgment_rule(state, law).value.consent_among() == v1::Judgment::ALL_PLAYERS;
  return who_has_a_say(state, law, all ? std::vector<std::string>() : std::vector<std::string>{next});
}

bool consent_is_needed(const State& state, const Law& law) {
  return !state.questions().empty() && judgment_rule(state, law).value.has_consent();
}

bool consent_is_awaited(const State& state, const Law& law) {
  return law.turn_order({}).value.order() != v1::TurnOrder::NO_TURNS && consent_is_needed(state, law);
}

std::uint32_t consents_missing(const State& state, const Law& law, const std::string& next) {
  return missing_among(state, law, consenters_for(state, law, next), state.dispute().consents());
}

std::uint32_t closing_consents_missing(const State& state, const Law& law) {
  return missing_among(state, law, losers(state), state.dispute().closing_consents());
}

std::string next_for_consent(const State& state, const Law& law) {
  auto next = next_in_order(state, law);
  if (state.turn().phase() != v1::Turn::PROPOSING || next.empty()) return next;
  // The first turn has begun with the founding (L50).
  const auto* after = successor(state, law, state.turn().mover());
  return after == nullptr ? std::string() : after->names().name();
}

std::vector<std::string> game_winners(const State& state) {
  std::vector<std::string> names;
  for (const auto& winner : state.winners()) {
    const bool of_game = winner.ends() != v1::Victory::ROUND && winner.ends() != v1::Victory::NOTHING;
    if (of_game) names.push_back(winner.player());
  }
  return names;
}

std::vector<std::string> losers(const State& state) {
  const auto winners = game_winners(state);
  std::vector<std::string> names;
  for (const auto& player : state.players()) {
    const auto& name = player.names().name();
    if (in_game(player) && !contains(winners, name)) names.push_back(name);
  }
  return names;
}

std::uint64_t first_record_of_turn(const State& state) {
  if (state.dispute().base() != 0) return state.dispute().base();
  // The first turn begins with the founding (L50).
  return state.turn().number() <= 1 ? state.founding().founding_records() : state.turn().first_record();
}

}  // namespace nomic::replay
