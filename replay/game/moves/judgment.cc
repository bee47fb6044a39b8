// Judgment (212): it is invoked, delivered, overruled; the Judge is asked to end a debate (111).

#include <fmt/format.h>

#include <algorithm>

#include "game/changes.h"
#include "game/contested.h"
#include "game/dispute.h"
#include "game/judge.h"
#include "game/moves/moves.h"
#include "game/tally.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

v1::RuleRef seat_rule(const Play& play) {
  return play.law().judgment({}).source("seat");
}

Status must_be_provided(const Play& play) {
  if (judgment_is_provided(play.law())) return ledger::Done{};
  return refuse(ErrorCode::NO_JUDGMENT, "no rule in force provides for Judgment",
                "the outcome of a vote can be attested: `nomic attest`");
}

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, " and "));
}

// A text that players read.
Status must_be_text(const std::string& text, std::string_view what) {
  if (text.empty()) return refuse(ErrorCode::TEXT_EMPTY, fmt::format("{} is empty", what));
  if (text.size() <= TEXT_LIMIT) return ledger::Done{};
  return refuse(ErrorCode::TEXT_TOO_LONG,
                fmt::format("{} has {} bytes; at most {} are allowed", what, text.size(), TEXT_LIMIT));
}

v1::Question* open_question(v1::State& state, std::uint64_t record) {
  for (auto& question : *state.mutable_dispute()->mutable_questions()) {
    if (question.record() == record && question.answered_by() == 0) return &question;
  }
  return nullptr;
}

Status may_strike(const Play& play, std::uint64_t record) {
  const auto& dispute = play.state.dispute();
  if (record < first_record_of_turn(play.state) || record >= play.move.index) {
    return refuse(ErrorCode::NOT_OF_THIS_TURN,
                  fmt::format("record #{} is not of this turn, whose records are #{} to #{}", record,
                              first_record_of_turn(play.state), play.move.index - 1),
                  "nothing before the turn can be struck", {seat_rule(play)});
  }
  if (contains(dispute.struck(), record) || contains(dispute.fallen(), record)) {
    return refuse(ErrorCode::NOT_STRIKABLE, fmt::format("record #{} has no effect already", record), {},
                  {seat_rule(play)});
  }
  auto move = play.history.at(record);
  if (!move) return move.error();
  const auto number = move->event.kind_case();
  const bool of_dispute = number >= v1::Event::kJudgmentInvoked && number <= v1::Event::kConsentGiven;
  if (!of_dispute && !move->event.has_move_contested() && !move->event.has_time_passed()) return ledger::Done{};
  return refuse(ErrorCode::NOT_STRIKABLE, fmt::format("record #{} is no move that can be struck", record),
                of_dispute ? "a Judgment is undone by overruling it" : "", {seat_rule(play)});
}

Status may_uphold(const Play& play, std::uint64_t record) {
  for (const auto& contested : play.state.dispute().contested()) {
    if (contested.record() == record && !contested.upheld()) return ledger::Done{};
  }
  return refuse(ErrorCode::NOT_CONTESTED, fmt::format("record #{} is no contested move of this turn", record),
                "`nomic status` lists what is contested", {seat_rule(play)});
}

Status may_order(const Play& play, const v1::JudgmentDelivered& event) {
  for (const auto number : event.cited()) {
    if (find_rule(play.state, number) != nullptr) continue;
    return refuse(ErrorCode::CITED_NOT_IN_FORCE, fmt::format("rule {}, which is cited, is not in force", number),
                  what_became_of(play.state, number));
  }
  // Derived again, the orders are given already, and what they are about may be gone.
  if (play.disposition != nullptr) return ledger::Done{};
  for (const auto record : event.strikes()) {
    if (auto may = may_strike(play, record); !may) return may;
  }
  for (const auto record : event.upholds()) {
    if (auto may = may_uphold(play, record); !may) return may;
  }
  return may_find(play, event);
}

// Of several Judges: whether most of them have given this answer.
bool bench_agrees(v1::Question& question, const Play& play, const v1::JudgmentDelivered& event, std::size_t seats) {
  v1::JudgmentDelivered orders = event;
  orders.clear_answer();
  orders.clear_reasons();
  orders.clear_cited();
  const auto digest = ledger::sha256(orders.SerializeAsString()).raw();
  auto& answers = *question.mutable_answers();
  const auto mine = std::find_if(answers.begin(), answers.end(),
                                 [&](const auto& answer) { return answer.judge() == play.move.author; });
  auto& answer = mine == answers.end() ? *answers.Add() : *mine;
  answer.set_judge(play.move.author);
  answer.set_record(play.move.index);
  answer.set_digest(digest);
  const auto same = std::count_if(answers.begin(), answers.end(), [&](const auto& a) { return a.digest() == digest; });
  return static_cast<std::size_t>(same) * 2 > seats;
}

// A contested proposal that begins the next turn does so at the Judgment's record (L44).
Status begin_upheld_turns(Play& play, const v1::JudgmentDelivered& event) {
  for (const auto record : event.upholds()) {
    auto move = play.history.at(record);
    if (!move) return move.error();
    Move inner = *move;
    inner.event = event_in(*move);
    if (!inner.event.has_proposal_made() || play.state.turn().phase() != v1::Turn::TURN_COMPLETE) continue;
    inner.index = play.move.index;
    inner.recorded_at = play.move.recorded_at;
    if (auto done = make_within(play, inner, true); !done) return done;
    for (auto& proposal : *play.state.mutable_proposals()) {
      if (proposal.form_at() == play.move.index) proposal.set_form_at(record);
    }
  }
  return ledger::Done{};
}

v1::DeliveredJudgment* standing_judgment(v1::State& state, std::uint64_t record) {
  for (auto& judgment : *state.mutable_dispute()->mutable_judgments()) {
    if (judgment.record() == record && !judgment.overruled()) return &judgment;
  }
  return nullptr;
}

// The Judgment falls: its question is open again, for the player before its Judge.
void overrule(Play& play, v1::DeliveredJudgment& judgment) {
  judgment.set_overruled(true);
  std::vector<std::string> next;
  for (auto& question : *play.state.mutable_dispute()->mutable_questions()) {
    if (question.record() != judgment.question()) continue;
    question.clear_answered_by();
    question.clear_answers();
    question.add_overruled(judgment.judge());
    next = judges_of(play.state, play.law(), &question);
  }
  auto& told = play.tell(v1::Consequence::JUDGMENT_OVERRULED, play.law().judgment({}).source("overrule"));
  told.set_player(judgment.judge());
  told.set_reached_at(judgment.record());
  told.set_text(listed(next));
  const bool moves_anything = !judgment.strikes().empty() || !judgment.upholds().empty() || judgment.finds();
  if (moves_anything && play.disposition == nullptr) play.turn_is_due_again = true;
}

}  // namespace

Status play_invoke(Play& play, const v1::JudgmentInvoked& event) {
  if (auto disputing = must_be_disputing(play); !disputing) return disputing;
  if (auto provided = must_be_provided(play); !provided) return provided;
  if (auto text = must_be_text(event.question(), "the question"); !text) return text;
  for (const auto record : event.about()) {
    if (record < play.move.index) continue;
    return refuse(ErrorCode::NO_SUCH_POINT, fmt::format("there is no record #{}", record),
                  fmt::format("the last is #{}", play.move.index - 1));
  }
  auto& dispute = *play.state.mutable_dispute();
  auto& question = *dispute.add_questions();
  question.set_record(play.move.index);
  question.set_asker(play.move.author);
  // Asked anew, consent is to be given anew.
  dispute.clear_consents();
  auto& told = play.tell(v1::Consequence::JUDGMENT_INVOKED, seat_rule(play));
  told.set_player(play.move.author);
  told.set_text(listed(judges_of(play.state, play.law(), &question)));
  return ledger::Done{};
}

Status play_deliver(Play& play, const v1::JudgmentDelivered& event) {
  if (auto disputing = must_be_disputing(play); !disputing) return disputing;
  if (auto provided = must_be_provided(play); !provided) return provided;
  auto* question = open_question(play.state, event.question());
  if (question == nullptr) {
    return refuse(ErrorCode::NO_SUCH_QUESTION,
                  fmt::format("no question of this turn that is open was asked in record #{}", event.question()),
                  "`nomic status` lists the open questions", {seat_rule(play)});
  }
  const auto bench = judges_of(play.state, play.law(), question);
  if (!contains(bench, play.move.author) && play.disposition == nullptr && !play.waives) {
    return refuse(ErrorCode::NOT_THE_JUDGE,
                  bench.empty() ? std::string("nobody is left to judge this question")
                                : fmt::format("{} is not the Judge: {} is", play.move.author, listed(bench)),
                  bench.empty() ? "" : "what the rules refuse can be contested: `nomic contest`", {seat_rule(play)});
  }
  if (auto text = must_be_text(event.answer(), "the answer"); !text) return text;
  if (auto may = may_order(play, event); !may) return may;

  auto& told = play.tell(v1::Consequence::JUDGMENT_DELIVERED, seat_rule(play));
  told.set_player(play.move.author);
  told.set_reached_at(event.question());
  if (bench.size() > 1 && !bench_agrees(*question, play, event, bench.size())) {
    play.told.back().set_text("the other Judges have yet to agree");
    return ledger::Done{};
  }
  question->set_answered_by(play.move.index);
  auto& judgment = *play.state.mutable_dispute()->add_judgments();
  judgment.set_record(play.move.index);
  judgment.set_question(event.question());
  judgment.set_judge(play.move.author);
  *judgment.mutable_strikes() = event.strikes();
  *judgment.mutable_upholds() = event.upholds();
  judgment.set_finds(!event.findings().empty());
  if (play.disposition != nullptr && play.disposition->overruled.count(play.move.index) != 0) return ledger::Done{};
  if (auto found = apply_findings(play, event); !found) return found;
  const bool orders = !event.strikes().empty() || !event.upholds().empty();
  if (orders && play.disposition == nullptr) play.turn_is_due_again = true;
  return play.disposition == nullptr ? Status(ledger::Done{}) : begin_upheld_turns(play, event);
}

Status play_overrule(Play& play, const v1::OverruleVoted& event) {
  if (auto disputing = must_be_disputing(play); !disputing) return disputing;
  auto* judgment = standing_judgment(play.state, event.judgment());
  const auto rule = play.law().judgment({});
  if (judgment == nullptr) {
    return refuse(ErrorCode::NO_SUCH_JUDGMENT,
                  fmt::format("no Judgment of this turn that stands was delivered in record #{}", event.judgment()),
                  "a Judgment is overruled before the next turn begins", {rule.source("overrule")});
  }
  const auto& author = play.move.author;
  const auto others = overrulers_of(play.state, play.law(), judgment->judge());
  if (!contains(others, author) && play.disposition == nullptr && !play.waives) {
    return refuse(ErrorCode::MAY_NOT_OVERRULE,
                  author == judgment->judge() ? "the Judge has no vote on overruling him"
                                              : fmt::format("{} has no vote on overruling now", author),
                  {}, {rule.source("overrule")});
  }
  if (contains(judgment->for_overruling(), author) || contains(judgment->against_overruling(), author)) {
    return refuse(ErrorCode::VOTED_ALREADY, fmt::format("{} has voted on overruling this Judgment already", author), {},
                  {rule.source("overrule")});
  }
  *(event.overrule() ? judgment->add_for_overruling() : judgment->add_against_overruling()) = author;
  auto& told = play.tell(v1::Consequence::OVERRULE_VOTED, rule.source("overrule"));
  told.set_player(author);
  told.set_in_favour(event.overrule());
  told.set_reached_at(event.judgment());
  const auto votes = std::count_if(others.begin(), others.end(),
                                   [&](const auto& name) { return contains(judgment->for_overruling(), name); });
  if (meets(static_cast<std::uint64_t>(votes), others.size(), rule.value.overrule())) overrule(play, *judgment);
  return ledger::Done{};
}

Status play_ask_time(Play& play, const v1::DebateEndAsked& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  auto open = open_proposal(play, event.proposal());
  if (!open) return open.error();
  const auto debate = play.law().debate({});
  const auto bench = judges_of(play.state, play.law(), nullptr);
  if (!debate.value.judge_may_be_asked() || bench.empty()) {
    return refuse(ErrorCode::NO_JUDGMENT, "the Judge cannot be asked to end a debate",
                  "the proponent calls the vote with `nomic call-vote`",
                  {debate.source("judge_may_be_asked"), debate.source("caller")});
  }
  if ((*open)->phase() != v1::Proposal::DEBATE) {
    return refuse(ErrorCode::VOTE_CALLED_ALREADY,
                  fmt::format("the vote on proposal {} is called already", event.proposal()), {},
                  {debate.source("caller")});
  }
  if (play.state.dispute().debate_asked() == event.proposal()) {
    return refuse(ErrorCode::VOTED_ALREADY,
                  fmt::format("the Judge has been asked to end the debate on proposal {} already", event.proposal()),
                  {}, {debate.source("judge_may_be_asked")});
  }
  play.state.mutable_dispute()->set_debate_asked(event.proposal());
  auto& told = play.tell(v1::Consequence::DEBATE_END_ASKED, debate.source("judge_may_be_asked"));
  told.set_proposal(event.proposal());
  told.set_player(play.move.author);
  told.set_text(listed(bench));
  return ledger::Done{};
}

Status play_consent(Play& play, const v1::ConsentGiven& event) {
  if (auto disputing = must_be_disputing(play); !disputing) return disputing;
  const auto& author = play.move.author;
  const bool won = play.state.turn().phase() == v1::Turn::WON;
  const auto rule = play.law().judgment({});
  if (!won && !consent_is_needed(play.state, play.law())) {
    return refuse(ErrorCode::CONSENT_NOT_COUNTED, "no consent is needed: Judgment was not invoked in this turn", {},
                  {rule.source("consent")});
  }
  const auto next = won ? std::string() : next_for_consent(play.state, play.law());
  const auto asked = won ? losers(play.state) : consenters_for(play.state, play.law(), next);
  if (!contains(asked, author) && !play.waives) {
    return refuse(ErrorCode::CONSENT_NOT_COUNTED,
                  fmt::format("the consent of {} is not asked: {}", author,
                              won ? "he has won" : "it is that of the players other than the next"),
                  {}, {rule.source("consent_among"), rule.source("consent")});
  }
  auto& given = *play.state.mutable_dispute()->mutable_consents();
  const auto mine = std::find(given.begin(), given.end(), author);
  if ((mine != given.end()) != event.withdrawn()) {
    return refuse(ErrorCode::VOTED_ALREADY,
                  event.withdrawn() ? fmt::format("{} has not consented", author)
                                    : fmt::format("{} has consented already", author),
                  {}, {rule.source("consent")});
  }
  if (event.withdrawn()) {
    given.erase(mine);
  } else {
    *given.Add() = author;
  }
  auto& told = play.tell(v1::Consequence::CONSENTED, rule.source("consent"));
  told.set_player(author);
  told.set_in_favour(!event.withdrawn());
  told.set_votes_for(static_cast<std::uint32_t>(given.size()));
  const auto missing =
      won ? closing_consents_missing(play.state, play.law()) : consents_missing(play.state, play.law(), next);
  told.set_votes_against(missing);
  if (won && missing == 0) {
    play.state.set_closed(true);
    play.tell(v1::Consequence::GAME_CLOSED, rule.source("consent"));
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
