// In dispute (212): questions, Judgments, overruling, consent, contested moves; also in a game that is won.

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "dispute/judge.h"
#include "nomic/replay/game_status.h"
#include "offers/board.h"

namespace nomic::replay {
namespace {

template <class List>
bool has_name(const List& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

void offer_judgment(Board& board, const v1::Question& question) {
  if (!judgment_is_provided(board.state(), board.law())) return;
  const auto sitting = judges_of(board.state(), board.law(), &question);
  for (const auto& seat : board.seats) {
    const bool sits = seat.comes_back(board.state())
                          ? has_name(judges_of(seat.state(), seat.law(), &question), seat.player())
                          : has_name(sitting, seat.player());
    if (!sits) continue;
    const auto& answers = question.answers();
    auto& offer =
        board.may(seat.player(), v1::Event::kJudgmentDelivered, judgment_rule(seat.state(), seat.law()).source("seat"));
    // One of several Judges may answer otherwise until most of them agree. A player who would sit once they are back is
    // not waited for.
    offer.must = has_name(sitting, seat.player()) &&
                 std::none_of(answers.begin(), answers.end(),
                              [&](const auto& answer) { return answer.judge() == seat.player(); });
    offer.record = question.record();
    offer.blanks = {Blank::TEXT, Blank::REASONS};
  }
}

void offer_overruling(Board& board, const v1::DeliveredJudgment& judgment) {
  for (const auto& seat : board.seats) {
    const auto rule = judgment_rule(seat.state(), seat.law());
    if (!rule.value.has_overrule() || overruling_has_failed(seat.state(), seat.law(), judgment)) continue;
    const auto& name = seat.player();
    if (has_name(judgment.for_overruling(), name) || has_name(judgment.against_overruling(), name)) continue;
    if (!has_name(overrulers_of(seat.state(), seat.law(), judgment), name)) continue;
    auto& offer = board.may(name, v1::Event::kOverruleVoted, rule.source("overrule"));
    offer.record = judgment.record();
    offer.blanks = {Blank::CHOICE};
    offer.choices = {Choice::FOR, Choice::AGAINST};
  }
}

// The players who are asked to consent, those who have consented, and how many more must.
struct Consent {
  std::set<std::string> asked;
  std::set<std::string> given;
  std::uint32_t missing = 0;
};

template <class List>
std::set<std::string> set_of(const List& list) {
  return {list.begin(), list.end()};
}

Consent consent_in(const State& state, const Law& law, bool won) {
  if (won) {
    return {set_of(losers(state)), set_of(state.dispute().closing_consents()), closing_consents_missing(state, law)};
  }
  const auto next = next_for_consent(state, law);
  return {set_of(consenters_for(state, law, next)), set_of(state.dispute().consents()),
          consents_missing(state, law, next)};
}

// Before the next turn, and to close a game that is won.
void offer_consent(Board& board) {
  const bool won = !board.runs();
  const auto phase = board.state().turn().phase();
  if (board.only_duties && phase != v1::Turn::TURN_COMPLETE) return;
  const auto rule = judgment_rule(board.state(), board.law());
  if (won ? !rule.value.has_consent() : !consent_is_needed(board.state(), board.law())) return;
  const bool awaited = consent_is_awaited(board.state(), board.law());
  const Consent of_all = consent_in(board.state(), board.law(), won);
  for (const auto& seat : board.seats) {
    const bool comes_back = seat.comes_back(board.state());
    const Consent own = comes_back ? consent_in(seat.state(), seat.law(), won) : Consent();
    const Consent& consent = comes_back ? own : of_all;
    if (consent.asked.count(seat.player()) == 0) continue;
    const bool gives = consent.given.count(seat.player()) == 0;
    auto& offer = board.may(seat.player(), v1::Event::kConsentGiven, rule.source("consent"));
    offer.choices = {gives ? Choice::GIVE : Choice::WITHDRAW};
    // Until the turn is complete the next could not begin anyway.
    offer.must = gives && consent.missing != 0 && phase == v1::Turn::TURN_COMPLETE && awaited &&
                 !board.is_away(seat, v1::Inactivity::CONSENT);
  }
}

void offer_questions(Board& board) {
  if (!judgment_is_provided(board.state(), board.law())) return;
  Offer offer;
  offer.kind = v1::Event::kJudgmentInvoked;
  offer.rule = judgment_rule(board.state(), board.law()).source("seat");
  offer.blanks = {Blank::TEXT};
  board.may_all(offer);
}

// Whatever the rules refuse.
void offer_to_contest(Board& board) {
  Offer offer;
  offer.kind = v1::Event::kMoveContested;
  offer.rule = judgment_rule(board.state(), board.law()).source("seat");
  offer.blanks = {Blank::MOVE};
  board.may_all(offer);
}

}  // namespace

void offer_in_dispute(Board& board) {
  for (const auto& question : board.state().questions()) {
    if (question.answered_by() == 0) offer_judgment(board, question);
  }
  if (!board.only_duties) {
    for (const auto* judgment : judgments_in_dispute(board.state())) {
      if (counts(*judgment)) offer_overruling(board, *judgment);
    }
  }
  offer_consent(board);
  if (board.only_duties) return;
  offer_questions(board);
  offer_to_contest(board);
}

}  // namespace nomic::replay
