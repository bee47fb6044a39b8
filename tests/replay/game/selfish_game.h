// A random game of selfish players: each tries to gain by whatever moves there are, lawful or not.
//
// A player votes for their own proposals, attests outcomes that suit them, corrects texts, titles, numbers, names and
// times, contests what is refused, judges in their own favour, overrules, acts under rules that give nothing, and
// brings in others. Now and then players agree, so that attestations are assented to and Judgments are overruled. The
// game is one of an edition, with house rules: turns in a ring, beside one another, or none; Judges by seat or by name,
// one or a bench; adoption by all, by most, by a share of the votes cast, or by nothing that the program can read.
//
// It was written from the rules and the documents, and not from the code of the engine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "replay/game/random_provisions.h"
#include "replay/game/table.h"

namespace nomic::replay::test {

struct SelfishTry {
  std::string author;
  v1::Event event;
};

// What kinds of moves the event is, by names that tests count: "attest.adopted", "correct.number", "judge.strikes",
// "find.points", "contest.vote_cast".
std::vector<std::string> kinds_of_move(const v1::Event& event);

// All kinds that a game of these players must make sooner or later.
std::vector<std::string> all_kinds_of_move();

class SelfishGame {
 public:
  // Moves that these games seldom make, unless the players are bent on them: they take proposals back, where a rule
  // lets them, and amend awards to count at the other moment of a vote.
  enum class Bent { NONE, WITHDRAWALS_AND_AWARDS };

  explicit SelfishGame(std::uint64_t seed, Bent bent = Bent::NONE);

  // Somebody's try; not made yet.
  SelfishTry next_try();
  // The rules refused it: it may be contested next.
  void refused(const SelfishTry& one);

  Table& table() { return *table_; }
  // Whether the game is closed, or all players but one have left.
  [[nodiscard]] bool over() const;

 private:
  using Number = std::uint32_t;

  [[nodiscard]] const State& state() const { return table_->state(); }
  std::string anybody();
  std::string other_than(const std::string& name);
  Number some_proposal();
  Number some_rule();
  Number some_number();
  std::uint64_t some_record_of_turn();

  SelfishTry progress();
  SelfishTry next_proposal();
  SelfishTry mischief();
  SelfishTry some_vote();
  SelfishTry some_throw();
  SelfishTry some_attestation();
  SelfishTry some_correction();
  SelfishTry some_objection();
  SelfishTry some_act();
  SelfishTry some_judgment();
  SelfishTry some_overruling();
  SelfishTry about_players();
  SelfishTry about_debate();

  v1::Event proposal_of(const std::string& author);
  std::optional<v1::Event> amendment_of_award();
  v1::Event correction_of_rule(const v1::Rule& rule);
  v1::Event own_judgment(const v1::Question& question, const std::string& judge);
  void add_finding(v1::JudgmentDelivered& judgment, const std::string& judge);

  Choices choose_;
  Bent bent_;
  std::unique_ptr<Table> table_;
  std::optional<SelfishTry> to_contest_;
  std::string favourite_;  // proposes what is most likely to be voted for
  int newcomers_ = 0;
  int texts_ = 0;
};

}  // namespace nomic::replay::test
