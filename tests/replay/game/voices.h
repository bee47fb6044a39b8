// Voices: a ledger of what each player has said in a game, kept from the moves on record alone: ballots, attestations,
// invocations, Judgments, votes on overruling, consents. From it follows on whose word a change rests.
//
// It reads the rules for itself: who sits as Judge (212), how many overrule and consent, what adopts (203, 109). It
// takes two things as they are told, since only the game derived again shows them: which records a Judgment, or its
// overruling, leaves without effect, and which contested ones it gives effect.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "replay/game/table.h"

namespace nomic::replay::test {

// A record that a player made, with the move in it.
struct Word {
  std::uint64_t record = 0;
  std::string author;
  v1::Event event;  // of a contested one, the move that is contested
  bool contested = false;
  bool awaits_others = false;              // one answer of a bench
  std::vector<v1::Refusal> refusals = {};  // of a contested one: all that stands against it
};

// Where several rules may supply a figure, any of them is taken to be the one that prevails.
template <class Kind>
using Candidates = std::vector<Kind>;

// With `later` only where it is not known whether the rule has changed by itself.
Candidates<v1::Adoption> adoptions(const State& state, v1::ChangeKind change);
// The share that it asks for, or the two of which one holds.
std::vector<v1::Quota> quotas_of(const v1::Adoption& adoption);
Candidates<v1::Judgment> judgment_rules(const State& state);
Candidates<v1::TurnOrder> turn_orders(const State& state);
bool meets(const v1::Quota& quota, std::uint64_t in_favour, std::uint64_t base);
std::vector<std::string> players_in_game(const State& state);
// Everybody who has a place in the ring, those who left included, in the order of play.
std::vector<std::string> places(const State& state);

class Voices {
 public:
  using Choice = v1::VoteCast::Choice;

  // Takes up one record. `before` is the state that it met.
  void hear(const Move& move, const Consequences& emitted, const State& before);

  // As they count now, of players whoever they are.
  [[nodiscard]] std::map<std::string, Choice> ballots(std::uint32_t proposal) const;
  // What each player attests last, by name, with its record.
  [[nodiscard]] std::map<std::string, const Word*> attestations(std::uint32_t proposal) const;
  // The form that is voted on: the record of the proposal, or of its last revision; 0: not known.
  [[nodiscard]] std::uint64_t form_of(std::uint32_t proposal) const;
  [[nodiscard]] const Word* at(std::uint64_t record) const;
  [[nodiscard]] bool counts(const Word& word) const;

  // Who may judge the question now: one of the names, or several of a bench.
  [[nodiscard]] std::set<std::string> judges(std::uint64_t question, const State& before) const;
  // Whether enough others have voted for overruling the Judgment; `leaver`: a player who leaves in this record.
  [[nodiscard]] bool is_overruled(std::uint64_t judgment, const State& before, const std::set<std::string>& gone) const;
  // Whether as many have consented as the beginning of that player's turn takes. `giver`: who consents in this record.
  [[nodiscard]] bool is_consented(const std::string& next, const State& before, const std::string& giver = {}) const;
  // Whether nothing else of the turn is struck, has fallen or is upheld, so that the turn derived again met what the
  // contested record met.
  [[nodiscard]] bool is_the_only_order(std::uint64_t contested) const;
  // Whether a Judgment, as it stands, waives all that stands against the contested record. `consented`: the consent
  // that was missing is given by now.
  [[nodiscard]] bool is_waived(std::uint64_t contested, std::uint64_t judgment, bool consented) const;

 private:
  struct Question {
    std::uint64_t record = 0;
    std::uint32_t turn = 0;
    State asked;
    State first;  // as of the first question of the turn
    Candidates<v1::Judgment> rules;
  };

  // All in the order in which they come to the seat: a bench takes the first of them.
  [[nodiscard]] static std::vector<std::string> seats(const v1::Judgment& rule, const State& before,
                                                      const std::string& mover, std::uint64_t asked, bool backwards,
                                                      bool turns);
  // How Judgment goes after the records that were heard: where an act of this turn changed that, as it went before.
  [[nodiscard]] Candidates<v1::Judgment> how_judgment_goes(const State& now) const;
  void begin_turn(const Move& move);
  void overrule(std::uint64_t judgment);
  [[nodiscard]] std::string substance(const Word& word) const;
  [[nodiscard]] std::set<std::string> who_gave(std::uint64_t judgment) const;
  void apply_findings(const Word& word, std::uint32_t proposal, std::map<std::string, Choice>& ballots) const;

  std::map<std::uint64_t, Word> words_;
  std::set<std::uint64_t> without_effect_;
  std::map<std::uint64_t, std::uint64_t> upheld_;  // and by which record
  std::set<std::uint64_t> overruled_;
  std::map<std::uint64_t, Question> questions_;
  std::map<std::uint32_t, std::uint64_t> made_;             // the record of each proposal
  std::map<std::uint64_t, std::set<std::uint32_t>> cited_;  // of each Judgment, the lineages that it cites
  std::map<std::uint64_t, std::vector<std::set<std::uint32_t>>> against_;  // of each contested record, by lineage
  std::set<std::pair<std::uint64_t, std::string>> fallen_findings_;        // of each Judgment
  Candidates<v1::Judgment> rules_;                                         // on Judgment, before the last record
  Candidates<v1::Judgment> before_act_;  // and before the first act of this turn that changed them; empty: none did
  bool was_act_ = false;                 // the last record was one
  bool may_be_act_ = false;              // or it gave or took effect from one
  bool may_be_none_ = false;             // whether its findings may have left no rule on Judgment
  std::uint64_t turn_since_ = 0;
  std::map<std::uint64_t, std::uint64_t> turn_before_;  // of each Judgment that began a turn: since when the one before
};

}  // namespace nomic::replay::test
