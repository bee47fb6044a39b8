// A game for tests, played on nothing but the engine: a case reads like a game.
//
//     Table t({"Ann", "Bob", "Cyd"});
//     t.ok("Ann", enact("Cake is served at noon."));
//     t.ok("Ann", call());
//     t.everyone_votes(FOR);
//     t.ok("Ann", roll(4));
//     EXPECT_EQ(t.points("Ann"), 4);
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/replay/consequence.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/law.h"
#include "replay/written.h"

namespace nomic::replay::test {

constexpr auto FOR = v1::VoteCast::FOR;
constexpr auto AGAINST = v1::VoteCast::AGAINST;

// ---- Events --------------------------------------------------------------------------------------------------------

v1::Event propose(v1::ChangeKind kind, std::uint32_t rule);
v1::Event enact(const std::string& text, const std::vector<std::string>& provisions = {});
v1::Event amend(std::uint32_t rule, const std::string& text, const std::vector<std::string>& provisions = {});
v1::Event revise(std::uint32_t proposal, const v1::Event& like);
v1::Event call(std::uint32_t proposal = 0);  // 0: the only open one
v1::Event vote(v1::VoteCast::Choice choice, std::uint32_t proposal = 0);
// The same for the form of that digest, and no other.
v1::Event vote_for_form(const std::string& form, v1::VoteCast::Choice choice = FOR, std::uint32_t proposal = 0);
v1::Event say(const std::string& text, std::uint32_t proposal = 0);
v1::Event roll(std::uint32_t face);
v1::Event roll(std::uint32_t first, std::uint32_t second);
v1::Event join(const std::string& name, const std::string& surname = {});
v1::Event forfeit();

// The events that found a game, in their order.
std::vector<v1::Event> founding_events(const std::vector<std::string>& players, const v1::Ruleset& ruleset,
                                       const std::string& edition, v1::Mode mode);

// Mutable rules 1, 2, ... of one provision each. With three players the founding takes 1 + provisions + 3 records, so
// that a Table's game begins at record 4 + provisions - 1, as many seconds after 1970 began.
v1::Ruleset rules_with(const std::vector<std::string>& provisions);
// The same with as many provisions each as are given.
v1::Ruleset rules_of(const std::vector<std::vector<std::string>>& provisions);

// A published edition in which nobody wins by points, for games that must go on.
v1::Ruleset endless(const std::string& edition = "1990");

// When it ends, the auditor goes over the game, and finds nothing: what the engine lets happen is lawful.
class Table : public History {
 public:
  Table(const Table&) = default;
  Table& operator=(const Table&) = default;
  ~Table() override;
  explicit Table(const std::vector<std::string>& players, const std::string& edition = "1990",
                 v1::Mode mode = v1::TABLE);
  // On a ruleset of the test's own; as a program of that semantics founded it.
  Table(const std::vector<std::string>& players, const v1::Ruleset& ruleset, v1::Mode mode,
        std::uint32_t semantics = SEMANTICS);
  // A game that is recorded afterwards: each record says the time that it has.
  struct Afterwards {};
  Table(const std::vector<std::string>& players, const v1::Ruleset& ruleset, v1::Mode mode, Afterwards recorded);

  // Makes a move that must be allowed.
  Consequences ok(const std::string& author, v1::Event event);
  // Makes a move that must be refused with that code, and change nothing; returns the rules cited.
  std::vector<std::uint32_t> refused(const std::string& author, v1::Event event, ErrorCode code);

  // Everyone in the game who has not voted yet, in seating order; returns what the last vote brought about.
  Consequences everyone_votes(v1::VoteCast::Choice choice);
  // A whole turn: the proposal, everybody's vote, and the throw if one is due.
  Consequences turn(const std::string& author, const v1::Event& proposal, v1::VoteCast::Choice choice = FOR,
                    std::uint32_t face = 1);

  [[nodiscard]] double points(const std::string& player) const;
  // "305 mutable from 203 since 41", empty if no such rule is in force.
  [[nodiscard]] const v1::Rule* rule(std::uint32_t number) const;
  [[nodiscard]] std::string text(std::uint32_t number) const;
  // Of the first rule-change of an open proposal, by its place.
  [[nodiscard]] std::string text_proposed(int at) const;
  [[nodiscard]] std::vector<std::uint32_t> numbers() const;
  [[nodiscard]] const State& state() const { return engine.state(); }
  // Those on an open proposal, by its place.
  [[nodiscard]] const google::protobuf::RepeatedPtrField<v1::Ballot>& ballots(int at) const {
    return ballots_on(state(), state().proposals(at).number()).ballots();
  }
  [[nodiscard]] std::uint64_t last() const { return engine.state().size() - 1; }

  // The state after each record so far, derived from record 0.
  [[nodiscard]] std::vector<State> derived_again() const;

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override;

  // The move as it would be recorded now.
  [[nodiscard]] Move move_of(const std::string& author, v1::Event event) const;
  // Its event, changed since, as it is recorded: in a game that is recorded afterwards with its time.
  void say_time(Move& move) const;

  Engine engine;
  std::vector<Move> moves;
  // Seconds by which the clock is put forward: a record comes a second after the one before.
  std::int64_t later = 0;
  // The keys that sign the moves from here on.
  std::vector<std::string> signers = {};
  // Whether the auditor is to find nothing in the game: not where a test has him find something.
  bool lawful = true;

 private:
  void found(const std::vector<std::string>& players, const v1::Ruleset& ruleset, const std::string& edition,
             v1::Mode mode, std::uint32_t semantics = SEMANTICS, bool afterwards = false);
};

// As of the last record.
StatusOf status_of(const Table& t);

// The consequences of one kind, and the first of them (which must be there).
std::vector<v1::Consequence> of_kind(const Consequences& all, v1::Consequence::KindCase kind);
v1::Consequence one(const Consequences& all, v1::Consequence::KindCase kind);
bool has(const Consequences& all, v1::Consequence::KindCase kind);

}  // namespace nomic::replay::test
