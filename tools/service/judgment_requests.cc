// Events of Judgment: questions, answers and their overruling, the end of a debate, consent.
#include <fmt/format.h>

#include <algorithm>

#include "making.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

// The oldest open question that the author judges; where they judge none, the oldest open one: the game says whose it
// is.
Result<std::uint64_t> question_to_answer(const Making& making) {
  NOMIC_ASSIGN(auto judge, making.author());
  NOMIC_ASSIGN(auto game, making.game());
  const replay::Game& asked = *game;
  std::optional<std::uint64_t> oldest;
  for (const v1::Question& question : asked.engine().state().questions()) {
    if (question.answered_by() != 0) continue;
    const auto judges = replay::judges_of(asked.engine(), question);
    if (std::find(judges.begin(), judges.end(), judge) != judges.end()) return question.record();
    if (!oldest) oldest = question.record();
  }
  if (oldest) return *oldest;
  return error_of(ErrorCode::NO_SUCH_QUESTION, "none_open");
}

Result<std::uint64_t> only_judgment(const Making& making) {
  NOMIC_ASSIGN(auto state, making.state());
  std::vector<std::uint64_t> standing;
  for (const v1::DeliveredJudgment* judgment : replay::judgments_in_dispute(*state)) {
    if (!judgment->overruled() && !judgment->fallen()) standing.push_back(judgment->record());
  }
  if (standing.size() == 1) return standing.front();
  if (standing.empty()) return error_of(ErrorCode::NO_SUCH_JUDGMENT, "none_stands");
  std::vector<std::string> records;
  records.reserve(standing.size());
  for (const std::uint64_t record : standing) records.push_back(fmt::format("#{}", record));
  return error_of(ErrorCode::AMBIGUOUS, "judgments", {{"records", std::move(records)}, {"record", standing.back()}});
}

Result<v1::Finding> finding_of(const Making& making, const v1::Request::Finding& asked) {
  if (asked.cited().empty()) return error_of(ErrorCode::BAD_REQUEST, "finding_cites_nothing");
  v1::Finding finding;
  finding.set_cited(asked.cited());
  switch (asked.kind_case()) {
    case v1::Request::Finding::kVoidRule:
      finding.set_void_rule(asked.void_rule());
      break;
    case v1::Request::Finding::kPrevailingRule:
      finding.set_prevailing_rule(asked.prevailing_rule());
      break;
    case v1::Request::Finding::kPlayer:
      *finding.mutable_player() = asked.player();
      NOMIC_TRY(making.spell_player(*finding.mutable_player()->mutable_player()));
      break;
    case v1::Request::Finding::kBallot:
      *finding.mutable_ballot() = asked.ballot();
      NOMIC_TRY(making.spell_player(*finding.mutable_ballot()->mutable_player()));
      break;
    case v1::Request::Finding::kOutcome:
      *finding.mutable_outcome() = asked.outcome();
      break;
    case v1::Request::Finding::kPoints: {
      NOMIC_ASSIGN(auto points, read_amount(asked.points().points(), "points"));
      finding.mutable_points()->set_player(asked.points().player());
      finding.mutable_points()->set_points(points);
      NOMIC_TRY(making.spell_player(*finding.mutable_points()->mutable_player()));
      break;
    }
    case v1::Request::Finding::kWinner:
      finding.set_winner(asked.winner());
      NOMIC_TRY(making.spell_player(*finding.mutable_winner()));
      break;
    case v1::Request::Finding::kEndOfDebate: {
      NOMIC_ASSIGN(auto time, replay::parse_time(asked.end_of_debate(), false));
      finding.set_end_of_debate(time);
      break;
    }
    case v1::Request::Finding::kNumber:
      *finding.mutable_number() = asked.number();
      break;
    case v1::Request::Finding::KIND_NOT_SET:
      break;  // the engine refuses it
  }
  return finding;
}

}  // namespace

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Invoke& move) {
  NOMIC_ASSIGN(auto question, replay::clean_text(move.question(), "question"));
  v1::Event event;
  event.mutable_judgment_invoked()->set_question(std::move(question));
  *event.mutable_judgment_invoked()->mutable_about() = move.about();
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Deliver& move) {
  NOMIC_ASSIGN(auto answer, replay::clean_text(move.answer(), "answer"));
  NOMIC_ASSIGN(auto reasons, replay::clean_text(move.reasons(), "reasons"));
  v1::Event event;
  v1::JudgmentDelivered& delivered = *event.mutable_judgment_delivered();
  delivered.set_answer(std::move(answer));
  delivered.set_reasons(std::move(reasons));
  for (const std::string& rule : move.cited()) {
    const auto& cited = delivered.cited();
    if (std::find(cited.begin(), cited.end(), rule) == cited.end()) delivered.add_cited(rule);
  }
  *delivered.mutable_strikes() = move.strikes();
  *delivered.mutable_upholds() = move.upholds();
  delivered.set_paradox(move.paradox());
  for (const v1::Request::Finding& asked : move.findings()) {
    NOMIC_ASSIGN(auto finding, finding_of(making, asked));
    *delivered.add_findings() = std::move(finding);
  }
  // After the names in the findings: an unknown one is said before anything that the game does not allow (L56).
  NOMIC_ASSIGN(auto question,
               move.has_question() ? Result<std::uint64_t>(move.question()) : question_to_answer(making));
  delivered.set_question(question);
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Overrule& move) {
  NOMIC_ASSIGN(auto judgment, move.has_judgment() ? Result<std::uint64_t>(move.judgment()) : only_judgment(making));
  v1::Event event;
  event.mutable_overrule_voted()->set_judgment(judgment);
  event.mutable_overrule_voted()->set_overrule(move.overrule());
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::AskTime& move) {
  NOMIC_ASSIGN(auto number, making.proposal_in(move));
  v1::Event event;
  event.mutable_debate_end_asked()->set_proposal(replay::reference(number));
  return event;
}

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Consent& move) {
  v1::Event event;
  event.mutable_consent_given()->set_withdrawn(move.withdraw());
  return event;
}

}  // namespace nomic::tools
