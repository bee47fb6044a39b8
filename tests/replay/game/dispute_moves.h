// The moves of a dispute (212), for tests: a Judgment reads like one.
//
//     t.ok("Bob", invoke("Was this vote in time?"));
//     const auto asked = t.last();
//     t.ok("Dan", judge(asked).strikes({12}).cites({105}));
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/game/table.h"

namespace nomic::replay::test {

v1::Event invoke(const std::string& question = "Is this move legal?", const std::vector<std::uint64_t>& about = {});
v1::Event overrule(std::uint64_t judgment, bool in_favour = true);
v1::Event consent();
v1::Event take_consent_back();
v1::Event ask_time(std::uint32_t proposal);
// As it would be recorded: the move, and nothing yet of why it is refused.
v1::Event contest(const v1::Event& move);

// A Judgment: an answer, with what it orders and finds. A finding construes the rule named last by `under`, at first
// 212.
class Judging {
 public:
  explicit Judging(std::uint64_t question);
  operator v1::Event() const { return event_; }  // NOLINT(*-explicit-*): it is one, in words

  Judging& strikes(const std::vector<std::uint64_t>& records);
  Judging& upholds(const std::vector<std::uint64_t>& records);
  Judging& cites(const std::vector<std::uint32_t>& rules);
  Judging& declares_a_paradox();

  Judging& under(std::uint32_t rule);
  Judging& finds_void(std::uint32_t rule);
  Judging& finds_prevailing(std::uint32_t rule);
  Judging& finds_player(const std::string& player, bool in);
  Judging& finds_ballot(std::uint32_t proposal, const std::string& player, v1::VoteCast::Choice choice);
  Judging& finds_outcome(std::uint32_t proposal, bool adopted);
  Judging& finds_points(const std::string& player, std::int64_t points);
  Judging& finds_winner(const std::string& player);
  Judging& finds_end_of_debate(std::int64_t seconds);

 private:
  v1::JudgmentDelivered& judgment() { return *event_.mutable_judgment_delivered(); }
  v1::Finding& finding();

  v1::Event event_;
  std::uint32_t construed_ = 212;
};

Judging judge(std::uint64_t question);

// A Judgment is invoked by one and delivered by another, who must be the Judge; returns what the Judgment brings about.
Consequences settled(Table& t, const std::string& asker, const std::string& by, const Judging& judging);

// Who is named as the Judge of the question asked last.
std::string judge_named(const Consequences& emitted);

// The records that the consequences of that kind are about, in order.
std::vector<std::uint64_t> records_of(const Consequences& emitted, v1::Consequence::KindCase kind);

// In their order.
std::vector<std::string> codes_of(const google::protobuf::RepeatedPtrField<v1::Refusal>& refusals);

}  // namespace nomic::replay::test
