// No player alone changes a rule, an outcome or another player's score, unless a provision in force gives that player
// the power: the property, looked at record by record.
//
// Each change between the states before and after a record must rest on one of these:
//   - an adoption (or a defeat) by the ballots on record, counted here once more, or by the word of as many players as
//     adoption takes, which no ballot contradicts;
//   - a Judgment of a player who sits as Judge by the rules (212), or its overruling by enough others;
//   - a provision: an award, a throw, an automatic change, a victory, points to begin with;
//   - an act, which a Judge can strike: then it must be kept as an act on others;
//   - a clerical correction, which any player can object to: then it changes words, titles, numbers, names or times,
//   and
//     nothing that was decided or that prevails.
// A turn begins for the next player only, and with the consent of 212; nobody but a player, or a Judge, takes the
// player out of the game.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "replay/game/voices.h"

namespace nomic::replay::test {

// The rule of that lineage that is in force; none: nullptr.
const v1::Rule* by_lineage(const State& state, std::uint32_t lineage);

class Alone {
 public:
  using Effect = v1::Consequence::Acted::Effect;

  // What is wrong with the record: "rule: ...", "outcome: ...", "score: ..."; nothing if all is as it should be.
  std::vector<std::string> see(const Move& move, const Consequences& emitted, const State& before, const State& now);

  // Acts on others, by record, with what they do; and corrections of rules.
  std::map<std::uint64_t, std::set<Effect>> acts;
  std::set<std::uint64_t> corrections;
  // How often each ground for a change was met.
  std::map<std::string, int> grounds;

 private:
  struct Record {
    const Move& move;
    const Consequences& emitted;
    const State& before;
    const State& now;
    bool power = false;  // a Judge's, or all others' that overrule
    [[nodiscard]] bool is_act() const { return move.event.has_act_performed(); }
    [[nodiscard]] bool is_correction() const {
      return move.event.has_record_corrected() || move.event.has_objection_raised();
    }
  };

  void complain(const std::string& of, const std::string& what) { complaints_.push_back(of + ": " + what); }
  void rests_on(const std::string& ground) { ++grounds[ground]; }

  bool judges(const Record& r);
  bool overrules(const Record& r);
  void look_at_turn(const Record& r);
  void look_at_outcome(const Record& r, const v1::Consequence& one);
  bool is_by_ballots(const Record& r, const v1::Consequence& one);
  bool is_by_word(const Record& r, const v1::Consequence& one);
  void look_at_rules(const Record& r);
  void look_at_rule(const Record& r, const v1::Rule* was, const v1::Rule* is);
  bool is_adopted_change(const Record& r, const v1::Rule* was, const v1::Rule* is);
  static bool changes_itself(const Record& r, const v1::Rule* was);
  void look_at_correction(const Record& r, const v1::Rule* was, const v1::Rule* is);
  void look_at_what_prevails(const Record& r);
  void look_at_scores(const Record& r);
  std::string ground_of(const Record& r, const v1::Consequence& score);
  bool is_awarded(const Record& r, const v1::Consequence& score, const v1::Award& award);
  void look_at_winners(const Record& r);
  void look_at_players(const Record& r);
  void look_at_kept(const Record& r);
  void look_at_contested(const Record& r);

  Voices voices_;
  std::set<std::uint32_t> adopted_;
  std::map<std::uint32_t, std::string> proponents_;
  std::vector<std::string> complaints_;
};

}  // namespace nomic::replay::test
