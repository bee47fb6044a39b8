// A random game whose players dispute: they invoke Judgment, judge, overrule, consent and contest what is refused,
// while the game goes on and after it is won.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "replay/game/random_game.h"

namespace nomic::replay::test {

class RandomDispute {
 public:
  // On an edition, or on rules of its own that provide for Judgment, as the seed has it; `alter` may change them before
  // the game is founded.
  explicit RandomDispute(std::uint64_t seed, const std::function<void(v1::Ruleset&)>& alter = {});

  // Somebody's try; not made yet.
  Move next_try();
  // A try was made, or refused: what was refused may be contested next.
  void made(const Move& move, const Consequences& emitted);
  void refused(const Move& move);

  Table& table() { return game_->table(); }
  Choices& choose() { return game_->choose(); }
  // Whether anybody could still move.
  [[nodiscard]] bool over();

 private:
  Move by(const std::string& author, v1::Event event);
  std::string anybody();
  std::string judge_of(std::uint64_t question);
  std::uint64_t some_record_of_turn();
  Move some_attestation();
  Move some_dispute();
  Move some_judgment();
  Move some_overruling();
  void cite_some_rule(v1::JudgmentDelivered& judgment);
  void add_some_finding(v1::JudgmentDelivered& judgment);

  std::unique_ptr<RandomGame> game_;
  std::map<std::uint64_t, std::string> judges_;  // of a question, as named last
  std::optional<Move> to_contest_;
};

}  // namespace nomic::replay::test
