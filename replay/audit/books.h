// The auditor's books: what is in play after each thing that the engine emitted, kept from the records and what was
// emitted of them, and from nothing else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "given_numbers.h"
#include "nomic/replay/audit.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {

using Kind = v1::Consequence;
using Provisions = std::vector<v1::Provision>;

// What a version says otherwise than its record: by a clerical correction, or since references in it follow renumbered
// rules.
struct Edit {
  std::uint64_t correction = 0;  // the record of the correction; 0: of references
  // What numbers are read as, all at once.
  std::map<std::uint32_t, std::uint32_t> references;
  // Numbers with letters that rules bore by then: another with letters, "206a", is a part of rule 206.
  std::set<std::uint32_t> lettered;
};

// What a version of a rule says, and where that stands.
struct Version {
  std::uint64_t record = 0;
  std::uint32_t change = 0;
  std::shared_ptr<const Provisions> provisions;    // none: not known any more
  std::string form;                                // SHA-256 of that record's payload; empty: not known any more
  std::vector<Edit> edits{};                       // of its texts, in their order
  std::vector<v1::AutomaticChange> own_changes{};  // that the record has the rule make of itself
};

// The versions of a rule that `restore` can bring back; the last is the present one. Copies share them: books are
// copied at each rule-change, and a rule may have thousands of versions.
class Versions {
 public:
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] const Version& operator[](std::size_t at) const { return *all_[at]; }
  [[nodiscard]] const Version& back() const { return *all_.back(); }
  void push_back(Version version) { all_.push_back(std::make_shared<const Version>(std::move(version))); }
  void pop_back() { all_.pop_back(); }
  // Calls `change` with the version at that place, which copies go without.
  template <class Change>
  void edit(std::size_t at, const Change& change) {
    auto edited = std::make_shared<Version>(*all_[at]);
    change(*edited);
    all_[at] = std::move(edited);
  }

 private:
  std::vector<std::shared_ptr<const Version>> all_;
};

struct BookRule {
  std::uint32_t number = 0;
  std::uint32_t lineage = 0;
  v1::RuleStatus status = v1::MUTABLE;
  std::uint64_t since = 0;
  std::int64_t since_time = 0;
  std::uint64_t version = 0;     // of the law when it changed last; 0: before these books were taken up
  Provisions provisions;         // as they apply now
  std::set<std::size_t> passed;  // of these, those that name a moment that had passed when the version took effect
  bool change_unknown = false;   // whether it has changed by itself
  Versions versions;
  std::vector<std::uint32_t> former;
};

struct BookPlayer {
  std::string name;
  std::string folded;
  std::string sort_key;
  std::string team;
  std::int64_t points = 0;
  bool points_unknown = false;  // `points` are what is known of them
  bool left = false;
  bool inactive = false;
  std::uint32_t last_circuit = 0;
  std::uint32_t rounds_won = 0;
  std::uint64_t joined_at = 0;
};

struct BookBallot {
  std::string player;
  v1::VoteCast::Choice choice = v1::VoteCast::CHOICE_UNSPECIFIED;
  std::int64_t time = 0;
  std::uint32_t changes = 0;
  bool withdrawn = false;
  std::int64_t within = 0;  // how much earlier than `time` it may have been
  std::uint64_t record = 0;
};

// What a player attests of the outcome of a vote.
struct BookAttestation {
  std::string player;
  std::uint64_t record = 0;
  v1::OutcomeAttested word;
};

// The votes on a proposal.
struct Count {
  std::uint32_t in_favour = 0;
  std::uint32_t against = 0;
  std::uint32_t abstained = 0;
  std::uint32_t eligible = 0;
  std::vector<BookBallot> ballots;   // of those who may vote
  std::vector<std::string> missing;  // who have yet to vote, and for whom nothing else counts
  std::vector<std::string> electors;
  // Of what somebody attests: whether it is known how many there were, and whose those for and against were.
  bool known = true;
  bool for_known = true;
  bool against_known = true;
  bool late_or_not = false;  // which of the ballots count cannot be told

  [[nodiscard]] std::uint32_t cast() const { return in_favour + against; }
  [[nodiscard]] std::uint32_t took_part() const { return cast() + abstained; }
};

struct BookProposal {
  enum class Phase : std::uint8_t { DEBATE, VOTE, UNDETERMINED };
  std::uint32_t number = 0;
  std::string proponent;
  Phase phase = Phase::DEBATE;
  std::vector<v1::RuleChange> changes;
  std::vector<std::uint32_t> lineages;  // of the rules that they change; 0: none
  bool together = false;
  std::int64_t effect_at = 0;
  std::optional<std::uint64_t> effect_from;
  std::uint64_t made_at = 0;
  std::int64_t made_time = 0;
  std::int64_t made_within = 0;  // how much earlier it may have been
  std::uint64_t form_at = 0;
  std::string form;  // SHA-256 of the payload of that record: what a vote names the form by
  std::uint64_t called_at = 0;
  std::int64_t called_time = 0;
  std::string voted_form;  // `form` when the vote was called
  bool in_turn = false;
  std::int64_t debate_ends = 0;
  std::vector<BookBallot> ballots;
  std::vector<BookAttestation> attestations;  // of each player the last
  std::optional<Count> complete;              // when its vote was complete, and no rule determined the outcome
  bool waived = false;  // a Judgment upheld its form, or the call of its vote, against what prohibits it
};

struct BookTurn {
  enum class Phase : std::uint8_t { NONE, GOING_ON, THROWING, COMPLETE };
  std::uint32_t number = 0;
  std::uint32_t circuit = 0;
  Phase phase = Phase::NONE;
  std::string mover;
  std::uint32_t proposal = 0;
  std::uint64_t first_record = 0;
  bool voted = false;  // its proposal has an outcome
  std::uint32_t votes_for = 0;
  std::uint32_t votes_cast = 0;
  std::uint32_t parts_done = 0;
  std::set<std::uint32_t> thrown_early;  // parts whose dice were thrown before their time: a Judgment upheld that
  bool paid_before = false;              // an award among its parts was reckoned before the effect, by these
  std::string paid_by;
  bool votes_unknown = false;  // on its proposal
};

// Adopted rule-changes that have yet to take effect.
struct BookAdopted {
  BookProposal proposal;
  std::vector<bool> done;  // a change each: emitted as having taken effect, or to have none
  bool awaited = false;    // some take effect at a later record
  bool by_act = false;
  std::vector<v1::Effectiveness::Moment> when;  // a change each; none: at once
  bool together = true;  // they take effect together or not at all, by the rules just before the first of them
};

struct BookWinner {
  std::string player;
  std::uint32_t lineage = 0;
  v1::Victory::Ends ends = v1::Victory::GAME;
};

struct BookQuestion {
  std::uint64_t record = 0;
  std::vector<std::string> overruled;
  bool answered = false;
  bool awaited_others = false;  // some Judge of several has answered
};

// One thing that stands against a contested move: the rules that say so, by lineage.
struct BookAgainst {
  std::string code;
  std::set<std::uint32_t> rules;
};

struct BookContested {
  std::vector<BookAgainst> against;
  bool has_effect = false;  // a Judgment upholds it
  // Of a contested Judgment.
  std::set<std::uint64_t> upholds{};
  std::set<std::uint32_t> cited{};  // rules, by lineage
};

struct BookJudgment {
  std::uint64_t record = 0;
  std::uint64_t question = 0;
  std::vector<std::string> judges;
  std::vector<std::string> for_overruling;
  std::vector<std::string> against;
  bool overruled = false;
  bool by_several = false;  // who of them agreed is not emitted: `judges` has the last
  std::set<std::uint64_t> upholds;
  std::set<std::uint32_t> cited;  // rules, by lineage
};

// The rule on Judgment, as it prevails in every case.
struct BookJudgmentRule {
  // Which rule supplies a field: its number and its lineage.
  struct By {
    std::uint32_t number = 0;
    std::uint32_t lineage = 0;
  };
  v1::Judgment says;
  std::map<int, By> by;  // by field
};

struct BookDispute {
  std::vector<BookQuestion> questions;
  std::vector<BookJudgment> judgments;
  std::vector<std::string> consents;
  std::vector<std::string> sat_before;  // Judges of the turn who left, before the one sitting
  std::string sitting;
  std::uint32_t debate_asked = 0;
  std::map<std::uint64_t, BookContested> contested;  // by record
  bool any_struck = false;
  // As it was before an act of the turn changed it: it goes on until the next turn begins, or a vote changes it.
  std::optional<BookJudgmentRule> rule_before_act;
};

// The question that was asked, or the Judgment that was delivered, in a record; none: nullptr. They are in the order of
// their records.
template <class All>
auto of_record(All& all, std::uint64_t record) -> decltype(&*all.begin()) {
  const auto found = std::lower_bound(all.begin(), all.end(), record,
                                      [](const auto& one, std::uint64_t wanted) { return one.record < wanted; });
  return found == all.end() || found->record != record ? nullptr : &*found;
}

struct BookFinding {
  std::uint32_t lineage = 0;
  bool is_void = false;
};

class Books {
 public:
  v1::Mode mode = v1::TABLE;
  std::uint32_t semantics = 0;
  std::int64_t clock = 0;  // the time of the last record
  bool has_days = false;   // some record bears a day, and no time of day
  std::uint64_t founding_records = 0;
  bool begun = false;
  std::map<std::uint32_t, BookRule, InOrder> rules;  // in force, by number
  std::vector<BookRule> repealed;
  std::vector<BookPlayer> players;  // as seated
  std::vector<BookProposal> proposals;
  std::map<std::uint32_t, BookProposal> closed;  // in this turn: a Judgment may settle one of them otherwise
  BookTurn turn;                                 // the last begun
  std::vector<BookTurn> others;                  // that began before it and go on
  std::uint32_t circuits_complete = 0;
  bool turns_unknown = false;  // the votes of some turn so far
  std::uint32_t next_number = 0;
  std::uint32_t last_given = 0;   // to a proposal, or an act that is numbered as one: the greatest
  std::set<std::uint32_t> given;  // all of these
  GivenNumbers given_to_rules;    // by rule-changes
  // Those of them that are of a sequence that rules have of their own.
  GivenNumbers given_of_rules;
  std::vector<BookWinner> winners;
  bool won = false;
  std::uint32_t rounds = 0;
  v1::PrecedenceMethod method;
  std::map<std::uint32_t, std::uint64_t>
      known_void;  // rules that were emitted as void, by lineage, and their `version` then
  std::vector<BookFinding> findings;
  // The first record at which a contested proposal was made that a Judgment upheld, by the proposal's number; and the
  // number, by the contested record. One that is upheld once more keeps its number.
  std::map<std::uint32_t, std::uint64_t> upheld_first_at;
  std::map<std::uint64_t, std::uint32_t> number_of_upheld;
  std::set<std::uint32_t> acting_on_past;  // proposals that stay adopted, since what they change applies from before
  std::map<std::uint32_t, BookAdopted> adopted;  // by number; 0: the act of this record that takes none
  BookDispute dispute;
  BookDispute dispute_before;  // of the turn before: it goes on where the Judgment that began the turn is overruled
  std::map<std::pair<std::string, std::string>, std::int64_t> holdings;
  std::uint64_t law_version = 0;  // counts whatever changes how the rules read

  // What a record says before anything is emitted about it.
  void begin(const AuditEntry& entry);
  // The record with the time that it has after those before it.
  [[nodiscard]] AuditEntry by_the_clock(const AuditEntry& entry) const;
  // One thing emitted.
  void apply(const v1::Consequence& emitted, const AuditEntry& entry);
  // Where play is in turns, a proposal just made goes on with its proponent's turn, in place of one that was struck or
  // taken back.
  void go_on_with_turn(std::uint32_t number);
  // Nothing keeps them from the next circuit: their turn is over, or, where all have theirs at once, begun.
  void has_had_turn(const std::string& name, std::uint32_t circuit);
  // After all that was emitted about a record.
  void end();
  // A copy for a look ahead by which no proposal is settled otherwise: of those that are closed it has none. O(rules,
  // and open proposals), however many are closed.
  [[nodiscard]] Books without_closed();
  // The votes on that proposal, by the rules just before its outcome was left open.
  void note_complete(std::uint32_t number, Count count);
  // Takes up what is in play as the engine keeps it.
  void take_up(const State& state);

  [[nodiscard]] const BookPlayer* player(const std::string& name) const;
  [[nodiscard]] const BookProposal* proposal(std::uint32_t number) const;
  // The same, or one that is adopted, or was closed in this turn.
  [[nodiscard]] const BookProposal* proposal_known(std::uint32_t number) const;
  [[nodiscard]] const BookRule* rule(std::uint32_t number) const;
  [[nodiscard]] const BookRule* of_lineage(std::uint32_t lineage) const;
  // The latest that bore the number when it was repealed, or before.
  [[nodiscard]] const BookRule* repealed_rule(std::uint32_t number) const;
  // The turn that goes on with that proposal, or of that player; none: nullptr.
  [[nodiscard]] const BookTurn* turn_with(std::uint32_t number) const;
  [[nodiscard]] const BookTurn* turn_of(const std::string& name) const;
  [[nodiscard]] bool between_turns() const;
  [[nodiscard]] bool turn_complete(std::uint32_t number) const;
  // The lineage of the rule that a record names by a number; 0: none. It is the rule that had the number when the
  // record was made: what falls due first may have given it another.
  [[nodiscard]] std::uint32_t lineage_named(std::uint32_t number) const;
  // The number that the target of a change bears by now; 0: it is gone, or there is none.
  [[nodiscard]] std::uint32_t target_of(const BookProposal& proposal, std::size_t change) const;
  // Which of the adopted changes a consequence speaks of, if any.
  [[nodiscard]] std::optional<std::size_t> change_emitted(const v1::Consequence& emitted) const;
  // Whether it tells the effect of something that waited for the next turn to begin.
  [[nodiscard]] bool waited_for_turn(const v1::Consequence& emitted) const;
  // The numbers that the rule-change which a consequence tells of gave before, the first first.
  // `of_rules`: of the sequence that rules have of their own, else of that of proposals.
  [[nodiscard]] std::vector<std::uint32_t> gave_before(const v1::Consequence& emitted, bool of_rules) const;
  // Whether another rule-change gave the number.
  [[nodiscard]] bool another_gave(std::uint32_t number, const v1::Consequence& emitted) const;
  // Whether a rule, in force or not, has or had the number.
  [[nodiscard]] bool bore(std::uint32_t number) const;
  // The first number from there on that no rule has or had and that no rule-change gave, though the rule has fallen;
  // and from `next_number` on. O(rules that there were).
  [[nodiscard]] std::uint32_t first_free(std::uint32_t from) const;
  [[nodiscard]] std::uint32_t next_free() const;
  // The numbers with letters that rules bear or bore.
  [[nodiscard]] std::set<std::uint32_t> lettered() const;
  // The number with the first letter that no rule bears or bore; 0: there is none left.
  [[nodiscard]] std::uint32_t next_lettered(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t mutable_rules() const;
  [[nodiscard]] std::uint32_t immutable_rules() const;

 private:
  void apply_rule(const v1::Consequence& emitted, const AuditEntry& entry);
  [[nodiscard]] std::set<std::size_t> passed_among(const Provisions& provisions, std::int64_t now) const;
  static void learn(BookRule& rule, const AuditEntry& entry);
  void change_itself(const v1::Consequence& emitted, const AuditEntry& entry);
  void renumber(std::uint32_t from, std::uint32_t to, bool again);
  void follow(const Kind::ReferencesFollowed& followed);
  void correct(const Kind::Corrected& corrected, std::uint64_t record);
  void forget_correction(std::uint64_t record);
  void apply_vote(const v1::Consequence& emitted, const AuditEntry& entry);
  void attest(const v1::Consequence& emitted, const AuditEntry& entry);
  void apply_correction(const v1::Consequence& emitted, const AuditEntry& entry);
  void apply_void(const v1::Consequence& emitted);
  void begin_game(const v1::Consequence& emitted, const AuditEntry& entry);
  void propose(const v1::Consequence& emitted, const AuditEntry& entry);
  void revise(const v1::Consequence& emitted, const AuditEntry& entry);
  void withdraw(const v1::Consequence& emitted);
  [[nodiscard]] bool leaves_votes_unknown(const BookProposal& proposal, const v1::Consequence::Outcome& outcome) const;
  void settle(const v1::Consequence& emitted);
  void begin_turn(const v1::Consequence& emitted, const AuditEntry& entry);
  void end_turn(const v1::Consequence& emitted);
  void ask_to_join(const v1::Consequence& emitted, const AuditEntry& entry);
  void join(const v1::Consequence& emitted, const AuditEntry& entry);
  void act(const v1::Consequence& emitted, const AuditEntry& entry);
  void apply_dispute(const v1::Consequence& emitted, const AuditEntry& entry);
  void count_number(std::uint32_t number);
  void win(const v1::Consequence& emitted);
  void hold(const v1::Consequence::HoldingChanged& changed);
  void leave_unknown(const v1::Consequence::NotKnown& what);
  void put_in_force(BookRule rule);
  [[nodiscard]] Versions versions_of(const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources) const;
  BookPlayer* seat(const std::string& name);
  BookTurn* going_on(std::uint32_t number);

  void remember(const Version& version);
  // Where the number that a rule-change gives is kept; nothing if no adopted form holds the change.
  [[nodiscard]] std::optional<ChangePlace> place_of(const v1::Consequence& emitted) const;
  // The record by which the rule-changes of the proposal are known, that it was first made at.
  [[nodiscard]] std::uint64_t first_made_at(const BookProposal& proposal) const;
  // Notes the numbers that rule-changes gave as the game was derived anew.
  void note_given(const State& state);

  std::map<std::string, v1::PlayerNames> asked_to_join_;
  std::map<std::uint32_t, BookRule, InOrder>
      set_aside_;  // whose number another rule bears by now, and which is to bear another
  // What each version of a rule said that these books ever held, by its record and its place there: a game derived anew
  // may come back to one that no rule had any more. It only ever grows, and copies of these books, of which a
  // rule-change makes one, share it: what a version said is the same in each.
  std::shared_ptr<std::map<std::pair<std::uint64_t, std::uint32_t>, Version>> versions_ =
      std::make_shared<std::map<std::pair<std::uint64_t, std::uint32_t>, Version>>();
  std::string turn_begun_by_;                            // in this record
  std::uint64_t record_ = 0;                             // the one that is looked at
  std::map<std::uint32_t, std::uint32_t> left_numbers_;  // that rules had before it, with their lineages
};

// Whether a rule-change has taken effect.
bool is_rule_change(const v1::Consequence& emitted);

// The changes that a rule makes of itself, as its provisions say.
std::vector<v1::AutomaticChange> own_changes_in(const Provisions& provisions);

// An amendment leaves out those that the version before it had: an amended rule does not change by itself.
void leave_out_kept(Provisions& provisions, const Version& before);

// The numbers of rules that a claim of precedence names, read as they say.
void read_claim(v1::Provision& provision, const std::map<std::uint32_t, std::uint32_t>& references);

// Whether the number that a rule bears from here on is one of those that proposals are given: neither the players' own
// word, nor of a sequence that rules have of their own.
bool counts_with_proposals(const v1::Consequence& emitted);

// SHA-256 of the payload of a record: what names the form of a proposal, or what a rule says, that stands in it.
std::string form_in(const AuditEntry& entry);

// The event by which a record has effect: of a contested move, the move; else the record's own, which is not copied and
// must outlive this.
class EventWithin {
 public:
  explicit EventWithin(const v1::Event& event);
  EventWithin(const EventWithin&) = delete;
  EventWithin& operator=(const EventWithin&) = delete;

  const v1::Event* operator->() const { return contested_ ? &*contested_ : own_; }

 private:
  const v1::Event* own_;
  std::optional<v1::Event> contested_;
};
inline EventWithin event_within(const v1::Event& event) {
  return EventWithin(event);
}

}  // namespace nomic::replay::audit
