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
// A reference to a part, collection or message is valid while the state lives and nothing is edited through it. After
// an edit read it again: a reference from before may show what another state still holds. What an edit gave is edited
// through no more once the state was copied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
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
  [[nodiscard]] std::uint64_t live_at() const { return live_at_; }
  void set_live_at(std::uint64_t value) { live_at_ = value; }
  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }
  void set_rounds(std::uint32_t value) { rounds_ = value; }
  [[nodiscard]] bool closed() const { return closed_; }
  void set_closed(bool value) { closed_ = value; }
  [[nodiscard]] bool votes_left() const { return votes_left_; }
  void set_votes_left(bool value) { votes_left_ = value; }
  [[nodiscard]] const std::string& founding_digest() const { return others().founding_digest; }
  void set_founding_digest(std::string value) { edit_others().founding_digest = std::move(value); }
  void clear_founding_digest() { edit_others().founding_digest.clear(); }
  [[nodiscard]] const std::vector<std::uint32_t>& void_rules() const { return others().void_rules; }
  void set_void_rules(std::vector<std::uint32_t> numbers) {
    if (numbers != void_rules()) edit_others().void_rules = std::move(numbers);
  }

  // ---- Parts ------------------------------------------------------------------------------------------------------

  [[nodiscard]] bool has_founding() const { return others().founding.has(); }
  [[nodiscard]] const v1::GameFounded& founding() const { return others().founding.get(); }
  v1::GameFounded& edit_founding() { return edit_others().founding.edit(); }
  [[nodiscard]] bool has_turn() const { return turn_.has(); }
  [[nodiscard]] const v1::Turn& turn() const { return turn_.get(); }
  v1::Turn& edit_turn() { return turn_.edit(); }
  [[nodiscard]] bool has_method() const { return others().method.has(); }
  [[nodiscard]] const v1::PrecedenceMethod& method() const { return others().method.get(); }
  v1::PrecedenceMethod& edit_method() { return edit_others().method.edit(); }
  [[nodiscard]] const Part<v1::PrecedenceMethod>& method_part() const { return others().method; }
  [[nodiscard]] bool has_dispute() const { return others().dispute.has(); }
  [[nodiscard]] const v1::Dispute& dispute() const { return others().dispute.get(); }
  v1::Dispute& edit_dispute() { return edit_others().dispute.edit(); }
  // With the questions, Judgments and contested moves, and what the turn rests on.
  void clear_dispute();
  [[nodiscard]] bool has_rests_on() const { return others().rests_on.has(); }
  [[nodiscard]] const v1::DisputeBefore& rests_on() const { return others().rests_on.get(); }
  v1::DisputeBefore& edit_rests_on() { return edit_others().rests_on.edit(); }
  void clear_rests_on() {
    if (has_rests_on()) edit_others().rests_on.clear();
  }
  [[nodiscard]] bool has_players_numbers() const { return others().players_numbers.has(); }
  [[nodiscard]] const v1::PlayersNumbers& players_numbers() const { return others().players_numbers.get(); }
  v1::PlayersNumbers& edit_players_numbers() { return edit_others().players_numbers.edit(); }

  // ---- Collections ------------------------------------------------------------------------------------------------

  [[nodiscard]] const Collection<v1::Player>& players() const { return players_; }
  [[nodiscard]] const v1::Player& players(int at) const { return players_[at]; }
  [[nodiscard]] int players_size() const { return players_.size(); }
  Collection<v1::Player>& edit_players() { return players_; }
  [[nodiscard]] const Collection<v1::Rule>& rules() const { return others().rules; }
  [[nodiscard]] const v1::Rule& rules(int at) const { return others().rules[at]; }
  [[nodiscard]] int rules_size() const { return others().rules.size(); }
  Collection<v1::Rule>& edit_rules() { return edit_others().rules; }
  [[nodiscard]] const GrowingCollection<v1::RepealedRule>& repealed() const { return others().repealed; }
  [[nodiscard]] const v1::RepealedRule& repealed(int at) const { return others().repealed[at]; }
  [[nodiscard]] int repealed_size() const { return others().repealed.size(); }
  GrowingCollection<v1::RepealedRule>& edit_repealed() { return edit_others().repealed; }
  [[nodiscard]] const Collection<v1::Proposal>& proposals() const { return proposals_; }
  [[nodiscard]] const v1::Proposal& proposals(int at) const { return proposals_[at]; }
  [[nodiscard]] int proposals_size() const { return proposals_.size(); }
  Collection<v1::Proposal>& edit_proposals() { return proposals_; }
  [[nodiscard]] const GrowingCollection<v1::Winner>& winners() const { return others().winners; }
  [[nodiscard]] const v1::Winner& winners(int at) const { return others().winners[at]; }
  [[nodiscard]] int winners_size() const { return others().winners.size(); }
  GrowingCollection<v1::Winner>& edit_winners() { return edit_others().winners; }
  [[nodiscard]] const Collection<v1::Turn>& other_turns() const { return others().other_turns; }
  [[nodiscard]] const v1::Turn& other_turns(int at) const { return others().other_turns[at]; }
  [[nodiscard]] int other_turns_size() const { return others().other_turns.size(); }
  Collection<v1::Turn>& edit_other_turns() { return edit_others().other_turns; }
  [[nodiscard]] const Collection<v1::PendingEffect>& pending() const { return others().pending; }
  [[nodiscard]] const v1::PendingEffect& pending(int at) const { return others().pending[at]; }
  [[nodiscard]] int pending_size() const { return others().pending.size(); }
  Collection<v1::PendingEffect>& edit_pending() { return edit_others().pending; }
  [[nodiscard]] const GrowingCollection<v1::Retroaction>& retroactions() const { return others().retroactions; }
  [[nodiscard]] const v1::Retroaction& retroactions(int at) const { return others().retroactions[at]; }
  [[nodiscard]] int retroactions_size() const { return others().retroactions.size(); }
  GrowingCollection<v1::Retroaction>& edit_retroactions() { return edit_others().retroactions; }
  [[nodiscard]] const Collection<v1::Application>& applications() const { return others().applications; }
  [[nodiscard]] const v1::Application& applications(int at) const { return others().applications[at]; }
  [[nodiscard]] int applications_size() const { return others().applications.size(); }
  Collection<v1::Application>& edit_applications() { return edit_others().applications; }
  [[nodiscard]] const Collection<v1::DefeatedForm>& defeated() const { return others().defeated; }
  [[nodiscard]] const v1::DefeatedForm& defeated(int at) const { return others().defeated[at]; }
  [[nodiscard]] int defeated_size() const { return others().defeated.size(); }
  Collection<v1::DefeatedForm>& edit_defeated() { return edit_others().defeated; }
  [[nodiscard]] const GrowingCollection<v1::IssuedNumber>& issued() const { return others().issued; }
  [[nodiscard]] const v1::IssuedNumber& issued(int at) const { return others().issued[at]; }
  [[nodiscard]] int issued_size() const { return others().issued.size(); }
  GrowingCollection<v1::IssuedNumber>& edit_issued() { return edit_others().issued; }
  [[nodiscard]] const Collection<v1::Question>& questions() const { return others().questions; }
  [[nodiscard]] const v1::Question& questions(int at) const { return others().questions[at]; }
  [[nodiscard]] int questions_size() const { return others().questions.size(); }
  Collection<v1::Question>& edit_questions() { return edit_others().questions; }
  [[nodiscard]] const Collection<v1::DeliveredJudgment>& judgments() const { return others().judgments; }
  [[nodiscard]] const v1::DeliveredJudgment& judgments(int at) const { return others().judgments[at]; }
  [[nodiscard]] int judgments_size() const { return others().judgments.size(); }
  Collection<v1::DeliveredJudgment>& edit_judgments() { return edit_others().judgments; }
  [[nodiscard]] const Collection<v1::ContestedMove>& contested() const { return others().contested; }
  [[nodiscard]] const v1::ContestedMove& contested(int at) const { return others().contested[at]; }
  [[nodiscard]] int contested_size() const { return others().contested.size(); }
  Collection<v1::ContestedMove>& edit_contested() { return edit_others().contested; }
  [[nodiscard]] const Collection<v1::StandingFinding>& findings() const { return others().findings; }
  [[nodiscard]] const v1::StandingFinding& findings(int at) const { return others().findings[at]; }
  [[nodiscard]] int findings_size() const { return others().findings.size(); }
  Collection<v1::StandingFinding>& edit_findings() { return edit_others().findings; }
  [[nodiscard]] const Collection<v1::Attribute>& attributes() const { return others().attributes; }
  [[nodiscard]] const v1::Attribute& attributes(int at) const { return others().attributes[at]; }
  [[nodiscard]] int attributes_size() const { return others().attributes.size(); }
  Collection<v1::Attribute>& edit_attributes() { return edit_others().attributes; }
  [[nodiscard]] const Collection<v1::Holding>& holdings() const { return others().holdings; }
  [[nodiscard]] const v1::Holding& holdings(int at) const { return others().holdings[at]; }
  [[nodiscard]] int holdings_size() const { return others().holdings.size(); }
  Collection<v1::Holding>& edit_holdings() { return edit_others().holdings; }
  [[nodiscard]] const Collection<v1::Correction>& corrections() const { return others().corrections; }
  [[nodiscard]] const v1::Correction& corrections(int at) const { return others().corrections[at]; }
  [[nodiscard]] int corrections_size() const { return others().corrections.size(); }
  Collection<v1::Correction>& edit_corrections() { return edit_others().corrections; }

  [[nodiscard]] const Collection<v1::PerformedAct>& acts() const { return others().acts; }
  [[nodiscard]] const v1::PerformedAct& acts(int at) const { return others().acts[at]; }
  [[nodiscard]] int acts_size() const { return others().acts.size(); }
  Collection<v1::PerformedAct>& edit_acts() { return edit_others().acts; }
  [[nodiscard]] const GrowingCollection<v1::CorrectedTime>& times() const { return others().times; }
  [[nodiscard]] const v1::CorrectedTime& times(int at) const { return others().times[at]; }
  [[nodiscard]] int times_size() const { return others().times.size(); }
  GrowingCollection<v1::CorrectedTime>& edit_times() { return edit_others().times; }

  [[nodiscard]] const Collection<v1::Ballots>& ballots() const { return ballots_; }
  [[nodiscard]] const v1::Ballots& ballots(int at) const { return ballots_[at]; }
  [[nodiscard]] int ballots_size() const { return ballots_.size(); }
  Collection<v1::Ballots>& edit_ballots() { return ballots_; }
  // One for each player, in their order, once they were noted (heights.h).
  [[nodiscard]] const Collection<v1::Heights>& heights() const { return heights_; }
  [[nodiscard]] const v1::Heights& heights(int at) const { return heights_[at]; }
  [[nodiscard]] int heights_size() const { return heights_.size(); }
  Collection<v1::Heights>& edit_heights() { return heights_; }

  [[nodiscard]] const RuleChunks& chunks() const { return others().chunks; }
  RuleChunks& edit_chunks() { return edit_others().chunks; }

 private:
  friend ledger::Hash digest_of(const State& state);

  // All but what chunks hold: of the collections that grow, the messages after their full buckets.
  [[nodiscard]] v1::State without_chunks() const;
  // Those that rules and heights name, once each.
  [[nodiscard]] std::vector<RuleChunks::Pointer> rule_chunks() const;

  // What most records leave as it is. States share all of it until one of them edits any of it.
  struct Others {
    std::string founding_digest;
    std::vector<std::uint32_t> void_rules;
    Part<v1::GameFounded> founding;
    Part<v1::PrecedenceMethod> method;
    Part<v1::Dispute> dispute;
    Part<v1::DisputeBefore> rests_on;
    Part<v1::PlayersNumbers> players_numbers;
    Collection<v1::Rule> rules;
    GrowingCollection<v1::RepealedRule> repealed;
    GrowingCollection<v1::Winner> winners;
    Collection<v1::Turn> other_turns;
    Collection<v1::PendingEffect> pending;
    GrowingCollection<v1::Retroaction> retroactions;
    Collection<v1::Application> applications;
    Collection<v1::DefeatedForm> defeated;
    GrowingCollection<v1::IssuedNumber> issued;
    Collection<v1::Question> questions;
    Collection<v1::DeliveredJudgment> judgments;
    Collection<v1::ContestedMove> contested;
    Collection<v1::StandingFinding> findings;
    Collection<v1::Attribute> attributes;
    Collection<v1::Holding> holdings;
    Collection<v1::Correction> corrections;
    Collection<v1::PerformedAct> acts;
    GrowingCollection<v1::CorrectedTime> times;
    RuleChunks chunks;
  };
  [[nodiscard]] const Others& others() const { return others_ == nullptr ? no_others() : *others_; }
  Others& edit_others() {
    if (others_ == nullptr || !held_alone(others_)) others_ = std::make_shared<Others>(others());
    return *others_;
  }
  static const Others& no_others();

  std::uint64_t size_ = 0;
  std::uint32_t next_number_ = 0;
  std::int64_t recorded_at_ = 0;
  std::uint64_t live_at_ = 0;
  std::uint32_t rounds_ = 0;
  bool closed_ = false;
  bool votes_left_ = false;
  Part<v1::Turn> turn_;
  Collection<v1::Player> players_;
  Collection<v1::Proposal> proposals_;
  Collection<v1::Ballots> ballots_;
  Collection<v1::Heights> heights_;
  std::shared_ptr<Others> others_;
};

// The place of the message with that record in a collection whose records ascend, as of questions, Judgments and
// contested moves; -1: it is not there. O(log n).
template <class M, int BUCKET>
int place_of_record(const Collection<M, BUCKET>& all, std::uint64_t record) {
  const auto found = std::lower_bound(all.begin(), all.end(), record,
                                      [](const M& one, std::uint64_t wanted) { return one.record() < wanted; });
  return found == all.end() || found->record() != record ? -1 : static_cast<int>(found - all.begin());
}

// The ballots on an open proposal, by its number. Of one that nobody has voted on there are none.
const v1::Ballots& ballots_on(const State& state, std::uint32_t proposal);
v1::Ballots& edit_ballots_on(State& state, std::uint32_t proposal);
// Once it is open no more.
void drop_ballots_on(State& state, std::uint32_t proposal);

}  // namespace nomic::replay
