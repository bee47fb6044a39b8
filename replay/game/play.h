// Play: one record being applied to a draft of the state. A move looks (and may refuse), changes the draft and emits
// what it brought about. If it is refused, or the history fails, the draft is dropped with everything that it changed.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/engine.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/law.h"
#include "nomic/replay/refusal.h"

namespace nomic::replay {

// Prohibitions that are waived. A refusal is one of them if it has the same code and cites one of the same rules.
using Prohibitions = std::vector<v1::Prohibition>;

// What a record is played on: it takes the place of the state when everything has succeeded, and is dropped otherwise.
struct Draft {
  State state;
  std::shared_ptr<const Law> law;
};

class Play {
 public:
  // All outlive the play. `turn_begin`: the state before the first record of the turn, as the turn was before this
  // record, if it is kept.
  Play(Draft& draft, const Move& move_in, const History& history_in, const Derivation& derivation_in,
       const std::optional<State>& turn_begin_in);

  State& state;  // the draft's
  const Move& move;
  const HistoryWith history;  // up to this record
  const Derivation& derivation;
  const std::optional<State>& turn_begin;
  const Collection<v1::Rule> rules_before;  // before this record, and before what falls due first
  const std::shared_ptr<const Law> law_before;
  // Of what fell due before this record, each at its time: none of this record's doing.
  Consequences fell_due;
  Consequences consequences;  // of this record itself
  // The record of the contested move that is made here since a Judgment upholds it.
  std::optional<std::uint64_t> upheld;
  // What of the prohibitions that stand against it is waived (L57).
  Prohibitions waivers;
  // What applies from this record on, in a game derived anew, is being put in force.
  bool injects = false;
  // How much earlier what falls due here may have fallen due (turn/game_time.h).
  std::int64_t due_within = 0;
  // What is waived of the form that is looked at, since a Judgment upheld it (change/waivers.h).
  Prohibitions waived;
  // The numbers that the texts of rules mention, read once for a record (change/references_follow.h). By version.
  std::map<std::string, std::vector<std::uint32_t>> mentioned;
  // What this record asks for when everything else of it is done.
  struct Asked {
    bool turn_again = false;                    // a Judgment, or the overruling of one, changes what of the turn counts
    std::vector<v1::Retroaction> retroactions;  // rule-changes that are to apply from earlier records on
  };
  Asked asked;
  // Judgments that fall at this record, with the turn in which they were delivered.
  std::vector<std::uint64_t> judged_in_vain;
  // How Judgment went before the act that is made here.
  std::optional<Prevailing<v1::Judgment>> judgment_before;

  [[nodiscard]] bool waives(const Error& refusal) const;

  // The rules as they stand at this step of the record.
  [[nodiscard]] const Law& law() const { return *law_; }

  // Adds a consequence required by `rule`, in order; the caller makes it one of a kind:
  //
  //     auto& called = *play.emit(rule).mutable_vote_called();
  //
  // The reference is valid until the next one is added.
  v1::Consequence& emit(const v1::RuleVersion& rule);

  // Whether CONSEQUENCES_LIMIT is passed. What is emitted then takes the place of the last one, and the move is
  // refused.
  [[nodiscard]] bool emits_too_much() const { return emits_too_much_; }

  // What happened before this record was made, when it fell due.
  void take_over(Consequences earlier, std::int64_t happened_at);

  // All of it in order: what fell due, then what this record brought about. Empties both.
  [[nodiscard]] Consequences take_all();

  // After a rule was changed: what prevails is found anew, and what became void, revived or yielding is emitted.
  void rules_changed();
  // Rules bear other numbers. What they say is as it was, and so is the method of precedence.
  void numbers_changed();

  // Another state takes the place of this one; `emits`: with what became void, revived or yielding by that.
  void put_in_place(State then, bool emits);

  // Somebody is an eligible voter again.
  void electors_changed() { electors_changed_ = true; }

  // After everything: the method of precedence is read as it stands now by the records to come.
  void settle();

  [[nodiscard]] bool rules_have_changed() const { return rules_changed_; }
  [[nodiscard]] bool scores_have_changed() const { return scores_changed_; }
  [[nodiscard]] bool electors_have_changed() const { return electors_changed_; }

  // A contested move made within this record, with those prohibitions waived: on a draft of its own, which is merged
  // when all of it has succeeded and dropped otherwise. What it emits comes after what is emitted here.
  [[nodiscard]] Draft draft() const { return {state, law_}; }
  [[nodiscard]] Play within(Draft& draft, const Move& inner, Prohibitions waivers_in) const;
  void merge(Draft draft, Play& inner);

  // Adds thousandths to a player's score and emits it, with how they were reckoned, if they were.
  void score(v1::Player& player, std::int64_t points, const v1::RuleVersion& rule, std::uint32_t proposal,
             const v1::Reckoning& how = {});

  // Points are due by the rule to one of these players, or to several, and what they come to rests on what is not
  // known: none are added. `proposal`: whose votes are not known; 0: it rests on more.
  void score_unknown(const std::vector<std::string>& players, const v1::RuleVersion& rule, std::uint32_t proposal);

  // The player's score before this record.
  [[nodiscard]] std::int64_t points_before(const std::string& player) const;

 private:
  Play(const Play& outer, Draft& draft, const Move& inner, Prohibitions waivers_in);

  void emit_conflicts(const Law& before, const std::vector<std::uint32_t>& void_before);

  std::shared_ptr<const Law>& law_;
  std::vector<std::pair<std::string, std::int64_t>> scored_;  // players scored in this record, with what they had
  bool rules_changed_ = false;
  bool method_is_due_ = false;
  std::optional<v1::PrecedenceMethod> method_before_;  // at the record's beginning
  bool scores_changed_ = false;
  bool electors_changed_ = false;
  bool emits_too_much_ = false;
};

// The prohibition that the refusal is, by the rules as they are in that state.
v1::Prohibition prohibition_of(const State& state, const Error& refusal);
bool is_among(const Prohibitions& waived, const v1::Prohibition& prohibition);
bool is_among(const Prohibitions& waived, const State& state, const Error& refusal);

// Whether the refusal stands against this move: not if a Judgment that upholds the move waives it.
bool bars(const Play& play, const Status& status);
template <class T>
bool bars(const Play& play, const Result<T>& result) {
  return !result && bars(play, Status(result.error()));
}

// Whether it stands against the form that is looked at: not if it is waived.
bool forbids(const Play& play, const Status& status);

// A refusal: which case of the code, what it is about, and the rules that say so (those of number 0 are left out);
// `because`: the error that it passes on.
Error refuse(ErrorCode code, std::string_view variant = {}, std::vector<Parameter> parameters = {},
             const std::vector<v1::RuleVersion>& cited = {}, const std::optional<Error>& because = {});

// ---- Looking things up --------------------------------------------------------------------------------------------

// Their place in State.players, from 0.
std::optional<int> seat_of(const State& state, const std::string& name);
const v1::Player* find_player(const State& state, const std::string& name);
bool in_game(const v1::Player& player);
int players_in_game(const State& state);

const v1::Rule* find_rule(const State& state, std::uint32_t number);
const v1::RepealedRule* find_repealed(const State& state, std::uint32_t number);
const v1::Proposal* find_proposal(const State& state, std::uint32_t number);

// The same, to be changed: null if there is none.
v1::Player* edit_player(State& state, const std::string& name);
v1::Proposal* edit_proposal(State& state, std::uint32_t number);

// Whether a proposal of that number is on record, or of what stands for one. Of numbers before the first that the rules
// have given, and of those that the players' own order leaves out, none is.
bool was_proposed(const Play& play, std::uint32_t number);
// That there is none: NO_SUCH_PROPOSAL, citing the rule that numbers them.
Error no_such_proposal(const Play& play, std::uint32_t number, const std::optional<Error>& because = {});

// The player who moves, as a case for the law.
Case case_of_mover(const State& state);

// What became of the rule that bore the number, as a case of NO_SUCH_RULE: it bears another now, or was repealed.
// Nothing if no rule but one in force ever bore it.
std::optional<Error> what_became_of(const State& state, std::uint32_t number);

// The next integer that no rule bears or bore: in a game derived anew, what acts on the past has given some away before
// their turn comes.
std::uint32_t next_free_number(const State& state);

// The same from `first` on, whatever proposals are numbered: the next of the rules' own sequence. A number of a rule
// that fell is not given again.
std::uint32_t next_number_of_rules(const State& state, std::uint32_t first);

// Numbers that no rule may take again: those that rules have or had, or that rule-changes gave, in the states that are
// added.
class NumbersInUse {
 public:
  // Those from `first` to `last` are looked at.
  explicit NumbersInUse(std::uint32_t first, std::uint32_t last = std::numeric_limits<std::uint32_t>::max())
      : first_(first), last_(last) {}

  // Those that rules have or had. O(all of them).
  void add(const State& state);
  // Those that rule-changes gave, though the rules that had them may have fallen (L65).
  void add_given(const State& state);

  // The first from `first` on that is not in use.
  [[nodiscard]] std::uint32_t next() const;
  // Ascending, each once.
  [[nodiscard]] std::vector<std::uint32_t> all() const;

 private:
  std::uint32_t first_;
  std::uint32_t last_;
  std::vector<std::uint32_t> used_;  // in no order
};

// Whether a rule bears or bore it, one that it was found to bear included.
bool was_ever_borne(const State& state, std::uint32_t number);

// The number with the first letter that no rule bears or bore: 340a, then 340b; 0: there is none left, or a number that
// high has no letters.
std::uint32_t next_with_letters(const State& state, std::uint32_t number);

// The founding is complete and nobody has won.
Status must_be_running(const Play& play);
// The author is a player who has not forfeited, in a running game.
Status must_be_playing(const Play& play);
// The same in a game that may be won, but is not closed: a Judgment can still overturn the turn that won it (212).
Status must_be_disputing(const Play& play);

}  // namespace nomic::replay
