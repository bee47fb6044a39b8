// Ways out of one record, as they are found: each candidate is tried, and kept if the rules admit all of it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/replay/ways_out.h"

namespace nomic::replay {

// A game tried further: moves made one upon the other on a copy of it, and recorded nowhere.
//
//     TriedGame tried(game, now);
//     auto made = tried.make("Ann", vote);         // as if Ann had just recorded it
//     auto then = tried.make("Bob", another);      // upon that
//
// Each move passes the checks of a record and then the rules, as it would if it came in by the door; and it counts as
// signed by its author, whose key is not at hand. A move that is refused changes nothing.

class TriedGame {
 public:
  // `now`: the clock, as in Submission. The game outlives it, and is not touched.
  TriedGame(const Game& game, std::int64_t now);
  ~TriedGame();
  TriedGame(const TriedGame&) = delete;
  TriedGame& operator=(const TriedGame&) = delete;

  Result<Consequences> make(const std::string& author, v1::Event event);

  [[nodiscard]] const Engine& engine() const { return engine_; }
  [[nodiscard]] const State& state() const { return engine_.state(); }
  [[nodiscard]] const History& history() const;

 private:
  class Further;
  std::int64_t now_;
  Engine engine_;
  std::unique_ptr<Further> further_;
};

class WaysTried {
 public:
  WaysTried(Game& game, const Move& record, const WaysOutAsked& asked) : game_(game), record_(record), asked_(asked) {}

  // What the record's author, or any player, can do without a Judge (ways_of_players, _proposals, _corrections).
  Status find_of_players();
  // What it takes a Judgment for, or the players against one (ways_of_judges.cc).
  Status find_of_judges();

  // What is still to be done after the Judgment that struck it: its author makes it again (ways_of_judges.cc).
  Status find_after_strike();

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
  Status of_words_in(const v1::Rule& rule);
  // The number of the proposal, or of the founding rule, of which the record holds a form; 0: of none.
  Result<std::uint32_t> number_of_form();
  Status of_name(const v1::PlayerNames& names);
  Status of_time(const v1::Event& event);

  Status overrule();
  Result<bool> strike();
  [[nodiscard]] bool has_voted_since() const;
  Status give_points_back();
  // What the record would have given to whom, had its dice shown what they did.
  Result<std::map<std::string, std::int64_t>> points_as_showed();
  // Whether it is a throw by hand, whose faces somebody typed.
  [[nodiscard]] bool is_typed_throw() const;
  // Judgment on the record: invoked, and delivered as `orders` says, by as many Judges as it takes. Nothing if the
  // rules do not admit it.
  // The open question that is about the record and nothing else; 0: there is none.
  [[nodiscard]] Result<std::uint64_t> open_question() const;
  // The first who can puts the question.
  Status ask(WayOut& way, TriedGame& tried) const;
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
