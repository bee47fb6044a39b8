// A keeper who records a game afterwards, for tests: every move with the time at which it is said to have happened. The
// records are decoded as replay decodes them, and all of them were made many years later.
//
//     Keeper k({"Ann", "Bob", "Cyd"}, ruleset);
//     k.ok("Ann", enact("Cake."), at("2012-05-01T10:00Z"));
//     k.ok("Bob", vote(FOR), day("2012-05-08"));
#pragma once

#include <string>
#include <vector>

#include "replay/game/table.h"

namespace nomic::replay::test {

// When a move is said to have happened: microseconds; both are the same where it is a time.
struct Said {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::string written = {};  // of a day
};
Said at(const std::string& time);
// A day in UTC.
Said day(const std::string& date);

// Years after everything that is said.
constexpr std::int64_t RECORDED_AT = 3'000'000'000'000'000;

class Keeper : public History {
 public:
  // Before record 0.
  Keeper() = default;
  // By those events.
  explicit Keeper(const std::vector<v1::Event>& founding);
  // Founded at that time; without one, with the first move.
  Keeper(const std::vector<std::string>& players, const v1::Ruleset& ruleset, v1::Mode mode = v1::MAIL,
         const Said& founded = {});

  Consequences ok(const std::string& author, v1::Event event, const Said& said);
  // The game goes live, or a move is made in the live game, at the time of its record.
  Consequences ok_live(const std::string& author, v1::Event event, std::int64_t recorded_at = RECORDED_AT);
  void refused(const std::string& author, v1::Event event, const Said& said, ErrorCode code);
  void refused(const std::string& author, v1::Event event, std::int64_t recorded_at, ErrorCode code);

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override { return moves.at(index); }
  [[nodiscard]] const State& state() const { return engine.state(); }
  [[nodiscard]] double points(const std::string& player) const;

  // The move as it would be read from its record.
  [[nodiscard]] Move move_of(const std::string& author, v1::Event event, const Said& said) const;
  [[nodiscard]] Move live_move_of(const std::string& author, const v1::Event& event, std::int64_t recorded_at) const;
  Result<Consequences> make(const Move& move);

  Engine engine;
  std::vector<Move> moves = {};

 private:
  Consequences must_be_allowed(const Move& move);
  void must_be_refused(const Move& move, ErrorCode code);
};

v1::Event goes_live();
v1::Event ticks();

// Expects that replay gives the same state, and that the auditor finds nothing.
void is_sound(const Keeper& keeper);

}  // namespace nomic::replay::test
