// What it takes a Judgment for (212): a record is struck while its turn lasts, and its points are given back later; and
// the players against a Judgment.
#include <algorithm>
#include <map>

#include "nomic/replay/game_status.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "ways_tried.h"

namespace nomic::replay {
namespace {

using OutBy = WayOut::Kind;

constexpr const char* A_REASON = "...";

template <class List, class Value>
bool is_in(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

const v1::Question* question_at(const State& state, std::uint64_t record) {
  for (const v1::Question& question : state.questions()) {
    if (question.record() == record) return &question;
  }
  return nullptr;
}

// Another face of the die than it showed: one that it has.
std::uint32_t another_face(std::uint32_t face) {
  return face > 1 ? face - 1 : face + 1;
}

}  // namespace

Status WaysTried::find_of_judges() {
  NOMIC_TRY(overrule());
  NOMIC_ASSIGN(auto struck, strike());
  return struck ? Status(ledger::Done{}) : give_points_back();
}

// Whether another vote of theirs stands in the place of the one that the record holds.
bool WaysTried::has_voted_since() const {
  const v1::Event event = event_in(record_);
  const auto& all = state().ballots();
  return event.has_vote_cast() && std::any_of(all.begin(), all.end(), [&](const v1::Ballots& on) {
           const auto& cast = on.ballots();
           return on.proposal() == number_in(event.vote_cast().proposal()) &&
                  std::any_of(cast.begin(), cast.end(), [&](const v1::Ballot& ballot) {
                    return ballot.player() == record_.author && ballot.record() > record_.index;
                  });
         });
}

Status WaysTried::find_after_strike() {
  if (has_voted_since()) return ledger::Done{};
  WayOut way;
  way.kind = OutBy::DO_OVER;
  TriedGame tried(game_, asked_.now);
  // What cannot be made again by now is not: there is nothing left to do.
  auto again = do_over(way, tried);
  if (!again && kind_of(again.error().code) == Kind::LEDGER) return again;
  if (!way.steps.empty()) ways_.push_back(std::move(way));
  return ledger::Done{};
}

// All who have a vote on it, one after the other, as far as it takes.
Status WaysTried::overrule() {
  for (const v1::DeliveredJudgment* judgment : judgments_in_dispute(state())) {
    if (judgment->record() != record_.index || judgment->overruled() || judgment->fallen()) continue;
    WayOut way;
    way.kind = OutBy::OVERRULE;
    v1::Event event;
    event.mutable_overrule_voted()->set_judgment(record_.index);
    event.mutable_overrule_voted()->set_overrule(true);
    TriedGame tried(game_, asked_.now);
    for (const std::string& player : overrulers_missing(game_.engine(), *judgment)) {
      const auto all = judgments_in_dispute(tried.state());
      const bool done = std::any_of(all.begin(), all.end(), [&](const v1::DeliveredJudgment* one) {
        return one->record() == record_.index && one->overruled();
      });
      if (done) break;
      auto made = tried.make(player, event);
      if (!made && kind_of(made.error().code) == Kind::LEDGER) return made.error();
      if (!made) return ledger::Done{};
      way.steps.push_back({player, event, LeftOpen::NONE});
      if (way.steps.size() > 1) way.needs.push_back(player);
    }
    if (!way.steps.empty()) ways_.push_back(std::move(way));
  }
  return ledger::Done{};
}

Result<std::uint64_t> WaysTried::open_question() const {
  for (const v1::Question& question : state().questions()) {
    if (question.answered_by() != 0) continue;
    NOMIC_ASSIGN(auto move, game_.history().at(question.record()));
    const v1::JudgmentInvoked& asked = move.event.judgment_invoked();
    if (asked.about_size() == 1 && asked.about(0) == record_.index) return question.record();
  }
  return std::uint64_t{0};
}

Status WaysTried::ask(WayOut& way, TriedGame& tried) const {
  v1::Event invoked;
  invoked.mutable_judgment_invoked()->set_question(A_REASON);
  invoked.mutable_judgment_invoked()->add_about(record_.index);
  for (const std::string& asker : anybody()) {
    auto made = tried.make(asker, invoked);
    if (!made && kind_of(made.error().code) == Kind::LEDGER) return made.error();
    if (!made) continue;
    way.steps.push_back({asker, invoked, LeftOpen::NONE});
    break;
  }
  return ledger::Done{};
}

Result<std::optional<WayOut>> WaysTried::judge(OutBy kind, v1::JudgmentDelivered orders, TriedGame& tried) {
  WayOut way;
  way.kind = kind;
  NOMIC_ASSIGN(auto open, open_question());
  way.asked_at = open;
  const std::uint64_t question = way.asked_at != 0 ? way.asked_at : tried.state().size();
  if (way.asked_at == 0) NOMIC_TRY(ask(way, tried));
  const v1::Question* asked = question_at(tried.state(), question);
  if (asked == nullptr) return std::optional<WayOut>{};
  const std::string first = way.steps.empty() ? std::string() : way.steps.front().player;
  v1::Event delivered;
  orders.set_question(question);
  orders.set_answer(A_REASON);
  orders.set_reasons(A_REASON);
  *delivered.mutable_judgment_delivered() = std::move(orders);
  for (const std::string& judge : judges_of(tried.engine(), *asked)) {
    auto made = tried.make(judge, delivered);
    if (!made && kind_of(made.error().code) == Kind::LEDGER) return made.error();
    if (!made) return std::optional<WayOut>{};
    way.steps.push_back({judge, delivered, LeftOpen::NONE});
    if (judge != (first.empty() ? asked_.by : first)) way.needs.push_back(judge);
    asked = question_at(tried.state(), question);
    if (asked == nullptr || asked->answered_by() != 0) break;
  }
  if (asked == nullptr || asked->answered_by() == 0) return std::optional<WayOut>{};
  for (const v1::DeliveredJudgment* judgment : judgments_in_dispute(tried.state())) {
    if (judgment->record() != asked->answered_by()) continue;
    way.may_be_overruled = !overrulers_missing(tried.engine(), *judgment).empty();
  }
  NOMIC_ASSIGN(const auto status, status_of(tried.engine(), tried.history()));
  way.consenters = status.consents_missing;
  way.consents = status.consents_needed;
  return std::optional<WayOut>{std::move(way)};
}

Result<bool> WaysTried::strike() {
  v1::JudgmentDelivered orders;
  orders.add_strikes(record_.index);
  TriedGame tried(game_, asked_.now);
  NOMIC_ASSIGN(auto way, judge(OutBy::STRIKE, std::move(orders), tried));
  if (!way || !is_in(tried.state().dispute().struck(), record_.index)) return false;
  NOMIC_TRY(do_over(*way, tried));
  ways_.push_back(*std::move(way));
  return true;
}

Status WaysTried::do_over(WayOut& way, TriedGame& tried) {
  const v1::Event event = event_in(record_);
  StepOut again{record_.author, event, LeftOpen::NONE};
  if (event.has_vote_cast()) {
    const bool was_for = event.vote_cast().choice() == v1::VoteCast::FOR;
    again.event.mutable_vote_cast()->set_choice(was_for ? v1::VoteCast::AGAINST : v1::VoteCast::FOR);
    again.blank = LeftOpen::CHOICE;
  } else if (is_typed_throw()) {
    auto& faces = *again.event.mutable_dice_thrown()->mutable_faces();
    if (asked_.showed.empty()) {
      faces[0] = another_face(faces[0]);
      again.blank = LeftOpen::FACES;
    } else {
      faces.Assign(asked_.showed.begin(), asked_.showed.end());
    }
  } else {
    return ledger::Done{};
  }
  again.event.set_afterwards(false);
  again.event.set_occurred_at(0);
  again.event.clear_occurred_day();
  again.event.clear_occurred_as_written();
  auto made = tried.make(again.player, again.event);
  // Faces that somebody named are theirs to put right.
  const bool named = again.event.has_dice_thrown() && !asked_.showed.empty();
  if (!made && (named || kind_of(made.error().code) == Kind::LEDGER)) return made.error();
  if (made) way.steps.push_back(std::move(again));
  return ledger::Done{};
}

bool WaysTried::is_typed_throw() const {
  const v1::Event event = event_in(record_);
  return event.has_dice_thrown() && event.dice_thrown().source() == v1::DiceThrown::HAND;
}

// The record as it should have been, upon the game as it was: nothing of that stays.
Result<std::map<std::string, std::int64_t>> WaysTried::points_as_showed() {
  std::map<std::string, std::int64_t> points;
  NOMIC_ASSIGN(auto before, game_.at(record_.index));
  Engine then = before.fork();
  Move move = record_;
  move.event.mutable_dice_thrown()->mutable_faces()->Assign(asked_.showed.begin(), asked_.showed.end());
  move.payload = move.event.SerializeAsString();
  NOMIC_ASSIGN(auto made, then.move(move, game_.history()));
  for (const v1::Consequence& one : made) {
    if (one.has_score()) points[one.score().player()] += one.score().points();
  }
  return points;
}

// What the record gave or took of itself, found due the other way round; of a throw whose faces were mistyped, what
// those that showed would have given beside it.
Status WaysTried::give_points_back() {
  std::map<std::string, std::int64_t> points;
  std::map<std::string, std::uint32_t> rules;
  NOMIC_TRY(game_.replay_range(record_.index, record_.index + 1, [&](const Played& played) {
    for (const v1::Consequence& one : played.consequences) {
      if (!one.has_score() || one.score().points() == 0) continue;
      points[one.score().player()] += one.score().points();
      rules[one.score().player()] = one.rule().number();
    }
    return true;
  }));
  const bool is_throw = record_.event.has_dice_thrown() && is_typed_throw();
  if (is_throw && !asked_.showed.empty()) {
    NOMIC_ASSIGN(auto due, points_as_showed());
    for (const auto& [player, should] : due) points[player] -= should;
  }
  v1::JudgmentDelivered orders;
  const std::uint32_t seat = rule_on_judges(game_.engine());
  for (const auto& sum : points) {
    if (sum.second == 0) continue;
    const std::uint32_t by = rules[sum.first];
    const auto& all = state().rules();
    const bool in_force =
        std::any_of(all.begin(), all.end(), [&](const v1::Rule& rule) { return rule.number() == by; });
    v1::Finding& finding = *orders.add_findings();
    finding.set_cited(reference(in_force ? by : seat));
    finding.mutable_points()->set_player(sum.first);
    finding.mutable_points()->set_points(-sum.second);
  }
  if (orders.findings().empty()) return ledger::Done{};
  TriedGame tried(game_, asked_.now);
  NOMIC_ASSIGN(auto way, judge(OutBy::FIND, std::move(orders), tried));
  if (!way) return ledger::Done{};
  way->for_faces = is_throw && !asked_.showed.empty();
  if (is_throw && asked_.showed.empty()) {
    for (StepOut& step : way->steps) {
      if (step.event.has_judgment_delivered()) step.blank = LeftOpen::POINTS;
    }
  }
  ways_.push_back(*std::move(way));
  return ledger::Done{};
}

}  // namespace nomic::replay
