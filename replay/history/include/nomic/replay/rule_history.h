// Histories of rules and proposals: what a state no longer holds, gathered from the records.
//
//     auto histories = rule_histories(game, 206, game.head().size, {});      // every rule that ever bore the number
//     206 for (const RuleVersion& version : histories->front().versions) ... // its texts, one after the other
//
// A rule is followed along its lineage, since rule 108 gives a changed rule a new number. Cost: by the derived index,
// the versions of the rules asked for and the records about the proposals that made them; where it does not reach, one
// derivation from record 0.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

// A vote cast, and what became of it.
struct CastVote {
  enum class Standing { COUNTS, SUPERSEDED, WITHDRAWN, DROPPED, STRUCK };
  std::string player;
  v1::VoteCast::Choice choice = v1::VoteCast::CHOICE_UNSPECIFIED;
  std::uint64_t record = 0;
  Standing standing = Standing::COUNTS;
};

// A proposal from its making to its effect. Records are 0 where it did not come to that: record 0 founds the game.
// What a player attested of the outcome of a vote.
struct AttestedOutcome {
  v1::Consequence attested;  // OUTCOME_ATTESTED
  bool struck = false;       // its record is struck, or has fallen
};

struct ProposalHistory {
  std::uint32_t number = 0;
  std::string proponent;
  std::uint64_t made = 0;
  std::uint64_t form = 0;  // the record that holds the form: the proposal's, or its last revision's
  std::vector<std::uint64_t> revised;
  std::uint64_t called = 0;
  std::vector<CastVote> votes;            // in the order of their records
  std::vector<AttestedOutcome> attested;  // in the order of their records
  // PROPOSAL_ADOPTED, PROPOSAL_DEFEATED, OUTCOME_UNDETERMINED or PROPOSAL_WITHDRAWN; the last one prevails.
  // KIND_UNSPECIFIED: none yet.
  v1::Consequence outcome;
  // The record by which it has been without effect, since a Judgment struck it, or what it rests on; 0: it has effect.
  std::uint64_t without_effect_since = 0;
  // The record by which its outcome fell; 0: it has had none, or has one.
  std::uint64_t no_outcome_since = 0;
  std::int64_t made_at = 0;   // recorded times, microseconds
  std::int64_t ended_at = 0;  // of the outcome
};

// A rule from a record on.
struct RuleVersion {
  bool in_force = true;  // false: from here on it is not (repealed, or never enacted after all)
  v1::Rule rule;  // as it stands from here on, of its sources only the last; where not in force, as it stood last
  std::uint64_t record = 0;
  std::int64_t recorded_at = 0;
  Consequences causes;  // what made it so, in this record
};

// A number that a rule bore, after records `from` to `until`; 0: it still does.
struct NumberBorne {
  std::uint32_t number = 0;
  std::uint64_t from = 0;
  std::uint64_t until = 0;
  // The correction, or the Judgment, by which it bore it all along, under whatever number it was recorded; 0: none.
  std::uint64_t all_along_by = 0;
};

struct RuleHistory {
  std::uint32_t lineage = 0;
  std::vector<RuleVersion> versions;  // ascending records; never empty
  std::vector<NumberBorne> numbers;
  Consequences marks;  // when it was void, yielded, or was found to be either (110, 211, 212)
  // Findings among the marks that have no effect any more, by record and order: the record since which.
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> marks_fallen;
};

struct Histories {
  std::vector<RuleHistory> rules;  // ascending lineages
  // By number (108). Those that have the number asked for and those that made the versions; where the index does not
  // reach, all.
  std::map<std::uint32_t, ProposalHistory> proposals;
};

// Which versions have their texts and notes. WHERE_NEW: the last of each rule; and only the texts those in force that
// are not as in the version in force before. That is enough for blame() and references().
enum class VersionTexts { ALL, WHERE_NEW };

// Every rule that bore `number` at some time in the first `size` records; 0: every rule. `progress`: how many records
// are done, where the game is derived.
Result<Histories> rule_histories(Game& game, std::uint32_t number, std::uint64_t size,
                                 const std::function<void(std::uint64_t)>& progress,
                                 VersionTexts texts = VersionTexts::ALL);

// Every proposal made in the first `size` records that bore `number`, or whatever number (0), in the order of their
// making. `progress` as above. Cost: by the derived index, the records about them; where it does not reach, one
// derivation from record 0.
Result<std::vector<ProposalHistory>> proposals_made(Game& game, std::uint32_t number, std::uint64_t size,
                                                    const std::function<void(std::uint64_t)>& progress);
// Only the last so many of all that were made, or all where there are no more. Cost: by the index, the consequences of
// the records since the first of those, and the records about them.
Result<std::vector<ProposalHistory>> last_proposals_made(Game& game, std::uint64_t last, std::uint64_t size,
                                                         const std::function<void(std::uint64_t)>& progress);

// The proposal of that number which made a version of a rule at `record`; null where none did.
const ProposalHistory* proposal_of(const Histories& histories, std::uint32_t number, std::uint64_t record);

// Follows proposals through consequences, record by record.
class ProposalHistories {
 public:
  ProposalHistories() = default;
  ProposalHistories(ProposalHistories&&) = default;
  ProposalHistories& operator=(ProposalHistories&&) = default;
  ProposalHistories(const ProposalHistories&) = delete;
  ProposalHistories& operator=(const ProposalHistories&) = delete;
  ~ProposalHistories() = default;

  void see(const Played& played);
  // Of the consequences of a record, in the order of records.
  void see(std::uint64_t record, std::int64_t recorded_at, const v1::Consequence& one);
  [[nodiscard]] const std::map<std::uint32_t, ProposalHistory>& all() const { return histories_; }
  [[nodiscard]] std::map<std::uint32_t, ProposalHistory> take() { return std::move(histories_); }

 private:
  ProposalHistory* open(std::uint32_t number);
  void make(std::uint64_t record, std::int64_t recorded_at, const v1::Consequence& one);
  void cast(std::uint64_t record, const v1::Consequence& one);
  // The votes of the player that count by now.
  void end_votes(ProposalHistory& life, const std::string& player, CastVote::Standing standing);
  // `by`: the record of the Judgment.
  void strike(std::uint64_t record, bool struck, std::uint64_t by);
  void lose_outcome(ProposalHistory& life, std::uint64_t record);
  void end(ProposalHistory& life, std::int64_t recorded_at, const v1::Consequence& outcome);

  // A vote or an attestation, by its place among those of its proposal. A map leaves its values where they are.
  using Place = std::pair<ProposalHistory*, std::size_t>;

  std::map<std::uint32_t, ProposalHistory> histories_;
  std::multimap<std::uint64_t, Place> cast_at_;  // by the record
  std::multimap<std::uint64_t, Place> attested_at_;
  std::multimap<std::uint64_t, ProposalHistory*> made_in_;
  std::map<std::pair<const ProposalHistory*, std::string>, std::set<std::size_t>> counting_;
  // What votes came to, in the order of the records, by the proposal's number; and the times of those records.
  std::map<std::uint32_t, std::vector<v1::Consequence>> outcomes_;
  std::map<std::uint64_t, std::int64_t> ended_at_;
};

// A sentence of a text, and the version that brought it.
struct BlamedSentence {
  std::string sentence;
  std::size_t version = 0;  // index into RuleHistory::versions
};

// What brought the words of a version.
struct Origin {
  // UPKEEP: a rule has references follow a renumbered one.
  enum class Kind { FOUNDING, PROPOSAL, ACT, CORRECTION, UPKEEP };
  Kind kind = Kind::FOUNDING;
  std::uint64_t record = 0;  // the record that did
};

// Where a Judgment, or an objection to a correction, lets an earlier version stand again, its words are those of that
// one.
Origin origin_of(const RuleHistory& life, std::size_t version);

// Each sentence of the rule's latest text in that language (empty: the authoritative one) with the version from which
// it stands there without a break. Cost: versions times the product of their numbers of sentences, at most.
std::vector<BlamedSentence> blame(const RuleHistory& life, std::string_view lang);

// The text's sentences, each with the space after it: together they are the text. A sentence ends at . ! ? (and their
// kin in other scripts) before a space or the end, and at a line break.
std::vector<std::string> sentences(std::string_view text);

}  // namespace nomic::replay
