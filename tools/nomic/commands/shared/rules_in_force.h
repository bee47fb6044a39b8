// Rules in force: those of a game at a point, with their texts, as they are compared with what is posted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/replay/rule_matching.h"
#include "nomic/replay/state.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class RulesInForce {
 public:
  // After `size` records.
  static Result<RulesInForce> of(replay::Game& game, std::uint64_t size);

  [[nodiscard]] const replay::State& state() const { return state_; }
  // In the order of their numbers.
  [[nodiscard]] const std::vector<v1::Rule>& rules() const { return rules_; }
  // The same as a ruleset.
  [[nodiscard]] v1::Ruleset ruleset() const;

  // The game's own language.
  [[nodiscard]] const std::string& lang() const { return state_.founding().lang(); }
  // Whether any rule has a text in the language.
  [[nodiscard]] bool has(const std::string& lang) const;
  // The rules to be matched, in the same order; the text of one that has none in the language is not told.
  [[nodiscard]] std::vector<replay::RuleCopy> copies(const std::string& lang) const;
  // The text of a rule of this game; null: it has none.
  [[nodiscard]] const v1::Text* text_of(const v1::Rule& rule, const std::string& lang) const;

 private:
  RulesInForce(replay::State state, std::vector<v1::Rule> rules) : state_(std::move(state)), rules_(std::move(rules)) {}

  replay::State state_;
  std::vector<v1::Rule> rules_;
};

}  // namespace nomic::tools
