// State: a game after a record, as the engine and its readers see it.
//
//     State draft = state;                                    // shares everything: O(number of buckets)
//     draft.edit_turn().set_phase(v1::Turn::VOTING);          // copies the turn, and nothing else
//     state = std::move(draft);                               // or drops the draft: then nothing has happened
//
// The fields are those of v1::State, which is its form on the wire and in snapshots and says what each means. In memory
// they are a header of scalars, parts (part.h), collections in buckets (collection.h) and the oldest parts of rules'
// lists (rule_chunks.h, rule_past.h), which states share until one of them edits its own. What is read is named as in
// protobuf; what is changed says so: edit_turn(), edit_players().edit(2), edit_rules().erase(0).
//
// A reference to a part or message is valid while the state lives and the same is not edited through it. After an edit
// read it again: a reference from before may show what another state still holds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/state/collection.h"
#include "nomic/replay/state/part.h"
#include "nomic/replay/state/rule_chunks.h"
#include "nomic/v1/state.pb.h"

namespace nomic::replay {

// A state as snapshots keep it. Each chunk is bytes of a v1::State that holds nothing else, and so is the rest: one
// after another, the rest last, they are the bytes of the whole. A chunk is the same in every state that has it in
// common.
struct StateInChunks {
  struct Chunk {
    ledger::Hash hash;  // SHA-256 of the bytes
    std::function<std::string()> bytes;
  };
  std::vector<Chunk> chunks;
  std::string rest;
};

class State {
 public:
  State() = default;

  // O(state), each.
  static State from_wire(v1::State wire);
  [[nodiscard]] v1::State to_wire() const;
  // O(what is in no chunk, and the number of chunks).
  [[nodiscard]] StateInChunks in_chunks() const;

  // ---- Header -----------------------------------------------------------------------------------------------------

  [[nodiscard]] std::uint64_t size() const { return size_; }
  void set_size(std::uint64_t value) { size_ = value; }
  [[nodiscard]] std::uint32_t next_number() const { return next_number_; }
  void set_next_number(std::uint32_t value) { next_number_ = value; }
  [[nodiscard]] std::int64_t recorded_at() const { return recorded_at_; }
  void set_recorded_at(std::int64_t value) { recorded_at_ = value; }
  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }
  void set_rounds(std::uint32_t value) { rounds_ = value; }
  [[nodiscard]] bool closed() const { return closed_; }
  void set_closed(bool value) { closed_ = value; }
  [[nodiscard]] const std::string& founding_digest() const { return founding_digest_; }
  void set_founding_digest(std::string value) { founding_digest_ = std::move(value); }
  void clear_founding_digest() { founding_digest_.clear(); }
  [[nodiscard]] const std::vector<std::uint32_t>& void_rules() const { return void_rules_; }
  void set_void_rules(std::vector<std::uint32_t> numbers) { void_rules_ = std::move(numbers); }

  // ---- Parts ------------------------------------------------------------------------------------------------------

  [[nodiscard]] bool has_founding() const { return founding_.has(); }
  [[nodiscard]] const v1::GameFounded& founding() const { return founding_.get(); }
  v1::GameFounded& edit_founding() { return founding_.edit(); }
  [[nodiscard]] bool has_turn() const { return turn_.has(); }
  [[nodiscard]] const v1::Turn& turn() const { return turn_.get(); }
  v1::Turn& edit_turn() { return turn_.edit(); }
  [[nodiscard]] bool has_method() const { return method_.has(); }
  [[nodiscard]] const v1::PrecedenceMethod& method() const { return method_.get(); }
  v1::PrecedenceMethod& edit_method() { return method_.edit(); }
  [[nodiscard]] const Part<v1::PrecedenceMethod>& method_part() const { return method_; }
  [[nodiscard]] bool has_dispute() const { return dispute_.has(); }
  [[nodiscard]] const v1::Dispute& dispute() const { return dispute_.get(); }
  v1::Dispute& edit_dispute() { return dispute_.edit(); }
  void clear_dispute() { dispute_.clear(); }

  // ---- Collections ------------------------------------------------------------------------------------------------

  [[nodiscard]] const Collection<v1::Player>& players() const { return players_; }
  [[nodiscard]] const v1::Player& players(int at) const { return players_[at]; }
  [[nodiscard]] int players_size() const { return players_.size(); }
  Collection<v1::Player>& edit_players() { return players_; }
  [[nodiscard]] const Collection<v1::Rule>& rules() const { return rules_; }
  [[nodiscard]] const v1::Rule& rules(int at) const { return rules_[at]; }
  [[nodiscard]] int rules_size() const { return rules_.size(); }
  Collection<v1::Rule>& edit_rules() { return rules_; }
  [[nodiscard]] const GrowingCollection<v1::RepealedRule>& repealed() const { return repealed_; }
  [[nodiscard]] const v1::RepealedRule& repealed(int at) const { return repealed_[at]; }
  [[nodiscard]] int repealed_size() const { return repealed_.size(); }
  GrowingCollection<v1::RepealedRule>& edit_repealed() { return repealed_; }
  [[nodiscard]] const Collection<v1::Proposal>& proposals() const { return proposals_; }
  [[nodiscard]] const v1::Proposal& proposals(int at) const { return proposals_[at]; }
  [[nodiscard]] int proposals_size() const { return proposals_.size(); }
  Collection<v1::Proposal>& edit_proposals() { return proposals_; }
  [[nodiscard]] const GrowingCollection<v1::Winner>& winners() const { return winners_; }
  [[nodiscard]] const v1::Winner& winners(int at) const { return winners_[at]; }
  [[nodiscard]] int winners_size() const { return winners_.size(); }
  GrowingCollection<v1::Winner>& edit_winners() { return winners_; }
  [[nodiscard]] const Collection<v1::Turn>& other_turns() const { return other_turns_; }
  [[nodiscard]] const v1::Turn& other_turns(int at) const { return other_turns_[at]; }
  [[nodiscard]] int other_turns_size() const { return other_turns_.size(); }
  Collection<v1::Turn>& edit_other_turns() { return other_turns_; }
  [[nodiscard]] const Collection<v1::PendingEffect>& pending() const { return pending_; }
  [[nodiscard]] const v1::PendingEffect& pending(int at) const { return pending_[at]; }
  [[nodiscard]] int pending_size() const { return pending_.size(); }
  Collection<v1::PendingEffect>& edit_pending() { return pending_; }
  [[nodiscard]] const GrowingCollection<v1::Retroaction>& retroactions() const { return retroactions_; }
  [[nodiscard]] const v1::Retroaction& retroactions(int at) const { return retroactions_[at]; }
  [[nodiscard]] int retroactions_size() const { return retroactions_.size(); }
  GrowingCollection<v1::Retroaction>& edit_retroactions() { return retroactions_; }
  [[nodiscard]] const Collection<v1::Application>& applications() const { return applications_; }
  [[nodiscard]] const v1::Application& applications(int at) const { return applications_[at]; }
  [[nodiscard]] int applications_size() const { return applications_.size(); }
  Collection<v1::Application>& edit_applications() { return applications_; }
  [[nodiscard]] const Collection<v1::DefeatedForm>& defeated() const { return defeated_; }
  [[nodiscard]] const v1::DefeatedForm& defeated(int at) const { return defeated_[at]; }
  [[nodiscard]] int defeated_size() const { return defeated_.size(); }
  Collection<v1::DefeatedForm>& edit_defeated() { return defeated_; }
  [[nodiscard]] const GrowingCollection<v1::IssuedNumber>& issued() const { return issued_; }
  [[nodiscard]] const v1::IssuedNumber& issued(int at) const { return issued_[at]; }
  [[nodiscard]] int issued_size() const { return issued_.size(); }
  GrowingCollection<v1::IssuedNumber>& edit_issued() { return issued_; }
  [[nodiscard]] const Collection<v1::StandingFinding>& findings() const { return findings_; }
  [[nodiscard]] const v1::StandingFinding& findings(int at) const { return findings_[at]; }
  [[nodiscard]] int findings_size() const { return findings_.size(); }
  Collection<v1::StandingFinding>& edit_findings() { return findings_; }
  [[nodiscard]] const Collection<v1::Attribute>& attributes() const { return attributes_; }
  [[nodiscard]] const v1::Attribute& attributes(int at) const { return attributes_[at]; }
  [[nodiscard]] int attributes_size() const { return attributes_.size(); }
  Collection<v1::Attribute>& edit_attributes() { return attributes_; }
  [[nodiscard]] const Collection<v1::Holding>& holdings() const { return holdings_; }
  [[nodiscard]] const v1::Holding& holdings(int at) const { return holdings_[at]; }
  [[nodiscard]] int holdings_size() const { return holdings_.size(); }
  Collection<v1::Holding>& edit_holdings() { return holdings_; }
  [[nodiscard]] const Collection<v1::Correction>& corrections() const { return corrections_; }
  [[nodiscard]] const v1::Correction& corrections(int at) const { return corrections_[at]; }
  [[nodiscard]] int corrections_size() const { return corrections_.size(); }
  Collection<v1::Correction>& edit_corrections() { return corrections_; }
  [[nodiscard]] const GrowingCollection<v1::CorrectedTime>& times() const { return times_; }
  [[nodiscard]] const v1::CorrectedTime& times(int at) const { return times_[at]; }
  [[nodiscard]] int times_size() const { return times_.size(); }
  GrowingCollection<v1::CorrectedTime>& edit_times() { return times_; }

  [[nodiscard]] const Collection<v1::Ballots>& ballots() const { return ballots_; }
  [[nodiscard]] const v1::Ballots& ballots(int at) const { return ballots_[at]; }
  [[nodiscard]] int ballots_size() const { return ballots_.size(); }
  Collection<v1::Ballots>& edit_ballots() { return ballots_; }

  [[nodiscard]] const RuleChunks& chunks() const { return chunks_; }
  RuleChunks& edit_chunks() { return chunks_; }

 private:
  friend ledger::Hash digest_of(const State& state);

  // All but what chunks hold: of the collections that grow, the messages after their full buckets.
  [[nodiscard]] v1::State without_chunks() const;
  // Those that rules name, once each.
  [[nodiscard]] std::vector<RuleChunks::Pointer> rule_chunks() const;

  std::uint64_t size_ = 0;
  std::uint32_t next_number_ = 0;
  std::int64_t recorded_at_ = 0;
  std::uint32_t rounds_ = 0;
  bool closed_ = false;
  std::string founding_digest_;
  std::vector<std::uint32_t> void_rules_;
  Part<v1::GameFounded> founding_;
  Part<v1::Turn> turn_;
  Part<v1::PrecedenceMethod> method_;
  Part<v1::Dispute> dispute_;
  Collection<v1::Player> players_;
  Collection<v1::Rule> rules_;
  GrowingCollection<v1::RepealedRule> repealed_;
  Collection<v1::Proposal> proposals_;
  GrowingCollection<v1::Winner> winners_;
  Collection<v1::Turn> other_turns_;
  Collection<v1::PendingEffect> pending_;
  GrowingCollection<v1::Retroaction> retroactions_;
  Collection<v1::Application> applications_;
  Collection<v1::DefeatedForm> defeated_;
  GrowingCollection<v1::IssuedNumber> issued_;
  Collection<v1::StandingFinding> findings_;
  Collection<v1::Attribute> attributes_;
  Collection<v1::Holding> holdings_;
  Collection<v1::Correction> corrections_;
  GrowingCollection<v1::CorrectedTime> times_;
  Collection<v1::Ballots> ballots_;
  RuleChunks chunks_;
};

// The ballots on an open proposal, by its number. Of one that nobody has voted on there are none.
const v1::Ballots& ballots_on(const State& state, std::uint32_t proposal);
v1::Ballots& edit_ballots_on(State& state, std::uint32_t proposal);
// Once it is open no more.
void drop_ballots_on(State& state, std::uint32_t proposal);

}  // namespace nomic::replay
