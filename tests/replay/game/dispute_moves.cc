#include "replay/game/dispute_moves.h"

#include "nomic/replay/reference.h"

namespace nomic::replay::test {

v1::Event invoke(const std::string& question, const std::vector<std::uint64_t>& about) {
  v1::Event event;
  event.mutable_judgment_invoked()->set_question(question);
  for (const auto record : about) event.mutable_judgment_invoked()->add_about(record);
  return event;
}

v1::Event overrule(std::uint64_t judgment, bool in_favour) {
  v1::Event event;
  event.mutable_overrule_voted()->set_judgment(judgment);
  event.mutable_overrule_voted()->set_overrule(in_favour);
  return event;
}

v1::Event consent() {
  v1::Event event;
  event.mutable_consent_given();
  return event;
}

v1::Event take_consent_back() {
  v1::Event event;
  event.mutable_consent_given()->set_withdrawn(true);
  return event;
}

v1::Event ask_time(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_debate_end_asked()->set_proposal(reference(proposal));
  return event;
}

v1::Event contest(const v1::Event& move) {
  v1::Event event;
  event.mutable_move_contested()->set_event(move.SerializeAsString());
  return event;
}

Judging::Judging(std::uint64_t question) {
  judgment().set_question(question);
  judgment().set_answer("So it is.");
}

Judging& Judging::strikes(const std::vector<std::uint64_t>& records) {
  for (const auto record : records) judgment().add_strikes(record);
  return *this;
}

Judging& Judging::upholds(const std::vector<std::uint64_t>& records) {
  for (const auto record : records) judgment().add_upholds(record);
  return *this;
}

Judging& Judging::cites(const std::vector<std::uint32_t>& rules) {
  for (const auto rule : rules) judgment().add_cited(reference(rule));
  return *this;
}

Judging& Judging::declares_a_paradox() {
  judgment().set_paradox(true);
  return *this;
}

Judging& Judging::under(std::uint32_t rule) {
  construed_ = rule;
  return *this;
}

v1::Finding& Judging::finding() {
  auto& one = *judgment().add_findings();
  one.set_cited(reference(construed_));
  return one;
}

Judging& Judging::finds_void(std::uint32_t rule) {
  finding().set_void_rule(reference(rule));
  return *this;
}

Judging& Judging::finds_prevailing(std::uint32_t rule) {
  finding().set_prevailing_rule(reference(rule));
  return *this;
}

Judging& Judging::finds_player(const std::string& player, bool in) {
  auto& one = *finding().mutable_player();
  one.set_player(player);
  one.set_in(in);
  return *this;
}

Judging& Judging::finds_ballot(std::uint32_t proposal, const std::string& player, v1::VoteCast::Choice choice) {
  auto& one = *finding().mutable_ballot();
  one.set_proposal(reference(proposal));
  one.set_player(player);
  one.set_choice(choice);
  return *this;
}

Judging& Judging::finds_outcome(std::uint32_t proposal, bool adopted) {
  auto& one = *finding().mutable_outcome();
  one.set_proposal(reference(proposal));
  one.set_adopted(adopted);
  return *this;
}

Judging& Judging::finds_points(const std::string& player, std::int64_t points) {
  auto& one = *finding().mutable_points();
  one.set_player(player);
  one.set_points(points * 1000);
  return *this;
}

Judging& Judging::finds_winner(const std::string& player) {
  finding().set_winner(player);
  return *this;
}

Judging& Judging::finds_end_of_debate(std::int64_t seconds) {
  finding().set_end_of_debate(seconds * 1'000'000);
  return *this;
}

Judging judge(std::uint64_t question) {
  return Judging(question);
}

Consequences settled(Table& t, const std::string& asker, const std::string& by, const Judging& judging) {
  t.ok(asker, invoke());
  v1::Event event = judging;
  event.mutable_judgment_delivered()->set_question(t.last());
  return t.ok(by, event);
}

std::string judge_named(const Consequences& emitted) {
  const auto overruled = of_kind(emitted, v1::Consequence::kJudgmentOverruled);
  const auto judges = overruled.empty() ? one(emitted, v1::Consequence::kJudgmentInvoked).judgment_invoked().judges()
                                        : overruled.front().judgment_overruled().judges();
  std::string names;
  for (const auto& judge : judges) names += (names.empty() ? "" : " and ") + judge;
  return names;
}

std::vector<std::uint64_t> records_of(const Consequences& emitted, v1::Consequence::KindCase kind) {
  std::vector<std::uint64_t> records;
  for (const auto& consequence : of_kind(emitted, kind)) records.push_back(about(consequence));
  return records;
}

std::vector<std::string> codes_of(const google::protobuf::RepeatedPtrField<v1::Refusal>& refusals) {
  std::vector<std::string> codes;
  for (const auto& refusal : refusals) codes.push_back(refusal.code());
  return codes;
}

}  // namespace nomic::replay::test
