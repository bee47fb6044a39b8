// Ways out of one record, as they are found: each candidate is tried, and kept if the rules admit all of it.
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/ways_out.h"
#include "tried_game.h"

namespace nomic::replay {

class WaysTried {
 public:
  WaysTried(Game& game, const Move& record, const WaysOutAsked& asked) : game_(game), record_(record), asked_(asked) {}

  // What the record's author, or any player, can do without a Judge (ways_of_players, _proposals, _corrections).
  Status find_of_players();
  // What it takes a Judgment for, or the players against one (ways_of_judges.cc).
  Status find_of_judges();

  [[nodiscard]] std::vector<WayOut>& ways() { return ways_; }

 private:
  // Keeps the way if all its steps are admitted; whether it was. Fails only as the history fails.
  Result<bool> add(WayOut way);
  // The same of one step.
  Result<bool> add(WayOut::Kind kind, const std::string& player, v1::Event event, LeftOpen blank = LeftOpen::NONE);

  Status of_vote(const v1::VoteCast& vote);
  Status of_withdrawn_vote(const v1::VoteWithdrawn& vote);
  Status of_form();
  Status of_standing(const v1::Event& event);
  Status of_note(const v1::RuleAnnotated& note);
  Status of_words();
  Status of_name(const v1::PlayerNames& names);
  Status of_time(const v1::Event& event);

  Status overrule();
  Result<bool> strike();
  Status give_points_back();
  // Judgment on the record: invoked, and delivered as `orders` says, by as many Judges as it takes. Nothing if the
  // rules do not admit it.
  Result<std::optional<WayOut>> judge(WayOut::Kind kind, v1::JudgmentDelivered orders, TriedGame& tried);
  // What the author would then do over.
  Status do_over(WayOut& way, TriedGame& tried);

  [[nodiscard]] const State& state() const { return game_.engine().state(); }
  // In the order in which they are asked to take a step that any player can.
  [[nodiscard]] std::vector<std::string> anybody() const;

  Game& game_;
  const Move& record_;
  const WaysOutAsked& asked_;
  std::vector<WayOut> ways_;
};

}  // namespace nomic::replay
