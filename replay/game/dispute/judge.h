// Judge: who sits, who overrules, whose consent begins the next turn (212).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nomic/replay/law.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// How Judgment goes: by the rules in force. Where an act of this turn changed them, by those just before the first such
// act, until the next turn begins. So an act that abolishes Judgment, or seats another Judge, can be judged.
Prevailing<v1::Judgment> judgment_rule(const State& state, const Law& law);

// Keeps that rule as it was before the act of this record, if the act changed it.
void keep_judgment_rule(State& state, const Law& law, const Prevailing<v1::Judgment>& before);

// Where something else than an act changes the rules on Judgment, it goes by those in force again. `before`: the law
// before this record.
void forget_judgment_rule(State& state, const Law& before, const Law& now);

// Whether a rule provides for Judgment.
bool judgment_is_provided(const State& state, const Law& law);

// Whether what the Judgment orders and finds counts: it is not overruled, and its author was the Judge.
bool counts(const v1::DeliveredJudgment& judgment);

// Who judges the question, nearest seat first: one, or as many as a rule says. Empty: nobody is left. Without a
// question: who would judge the next.
std::vector<std::string> judges_of(const State& state, const Law& law, const v1::Question* question);

// Where one Judge settles every question of the turn: whoever is to sit from now on sits, at the first question and
// once the Judge has left while a question is open. The successor is found among those who were players when the first
// of the open questions was asked (L58).
void seat_judge(State& state, const Law& law);

// The Judgment that began the present turn, and can be overruled until another begins (L63); null: none did.
const v1::DeliveredJudgment* judgment_of_turn(const State& state);

// The Judges whose answer the Judgment is: one, or those of several Judges who agreed.
std::vector<std::string> judges_behind(const State& state, const v1::DeliveredJudgment& judgment);

// The players other than those Judges, whose votes can overrule the Judgment.
std::vector<std::string> overrulers_of(const State& state, const Law& law, const v1::DeliveredJudgment& judgment);

// Whether nothing can overrule the Judgment any more: all must, and one has voted against it.
bool overruling_has_failed(const State& state, const Law& law, const v1::DeliveredJudgment& judgment);

// Whether enough have voted for overruling the Judgment.
bool is_overruled_by_votes(const State& state, const Law& law, const v1::DeliveredJudgment& judgment);

// Whether a Judgment can be overruled by no votes at all, since the rules ask for a share of zero.
bool is_overruled_without_votes(const State& state, const Law& law);

// Whose consent counts for a next turn of that player's.
std::vector<std::string> consenters_for(const State& state, const Law& law, const std::string& next);

// Whether Judgment was invoked in this turn, so that the next needs consent.
bool consent_is_needed(const State& state, const Law& law);

// The same, and there is a next turn: without turns nobody waits for consent (L71).
bool consent_is_awaited(const State& state, const Law& law);

// How many more must consent before that player's turn can begin; 0: enough have.
std::uint32_t consents_missing(const State& state, const Law& law, const std::string& next);

// Whose turn comes next, for consent; empty: anybody's.
std::string next_for_consent(const State& state, const Law& law);

// Those who have won the game.
std::vector<std::string> game_winners(const State& state);

// Those in the game who have not won it: their consent closes it.
std::vector<std::string> losers(const State& state);

// How many of them must still consent before it is closed.
std::uint32_t closing_consents_missing(const State& state, const Law& law);

// The first record of the turn, from which it is derived again: nothing before it can be struck. Of turns beside one
// another the one begun last counts, since a turn that begins ends what was in dispute.
std::uint64_t first_record_of_turn(const State& state);

}  // namespace nomic::replay
