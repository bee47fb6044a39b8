// What rests on a record.
#include <algorithm>
#include <optional>
#include <set>

#include "nomic/replay/explain.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

// The records that an event names: what a Judgment is about, what a correction corrects.
std::vector<std::uint64_t> records_named(const v1::Event& event) {
  std::vector<std::uint64_t> named;
  const auto add = [&](const auto& records) { named.insert(named.end(), records.begin(), records.end()); };
  if (event.has_judgment_invoked()) add(event.judgment_invoked().about());
  if (event.has_judgment_delivered()) {
    named.push_back(event.judgment_delivered().question());
    add(event.judgment_delivered().strikes());
    add(event.judgment_delivered().upholds());
  }
  if (event.has_overrule_voted()) named.push_back(event.overrule_voted().judgment());
  if (event.has_record_corrected()) named.push_back(event.record_corrected().record());
  if (event.has_objection_raised()) named.push_back(event.objection_raised().record());
  if (event.rule_annotated().judgment() != 0) named.push_back(event.rule_annotated().judgment());
  if (event.rule_annotated().removes() != 0) named.push_back(event.rule_annotated().removes());
  return named;
}

// What the record asked about changed, for later records to use.
class Changed {
 public:
  explicit Changed(std::uint64_t index) : index_(index) {}

  void note(const Consequences& emitted) {
    for (const auto& one : emitted) {
      if (one.has_proposal_made()) proposal_ = number_in(one.proposal_made().proposal());
      if (const auto* ballot = ballot_in(one)) voted_on_ = number_in(ballot->proposal());
      if (one.has_player_joined()) joined_ = one.player_joined().player();
      if (one.has_score()) scored_.insert(one.score().player());
      if (one.has_turn_began()) turn_ = one.turn_began().turn();
    }
  }

  // How a later consequence rests on it, if it does.
  [[nodiscard]] std::optional<Remark> use_by(const v1::Consequence& emitted) const {
    if (emitted.rule().number() != 0 && emitted.rule().since() == index_) {
      return rests("required", {{"rule", emitted.rule().number()}});
    }
    if (names_record(emitted)) return rests("names", {});
    if (proposal_ != 0 && proposal_of(emitted) == proposal_) {
      return rests("proposal", {{"proposal", proposal_}});
    }
    if (voted_on_ != 0 && proposal_of(emitted) == voted_on_ && counts_votes(emitted)) {
      return rests("vote", {});
    }
    if (!joined_.empty() && player_of(emitted) == joined_) return rests("joined", {{"player", joined_}});
    const bool total =
        emitted.kind_case() == v1::Consequence::kScore || emitted.kind_case() == v1::Consequence::kVictory;
    if (total && scored_.contains(player_of(emitted))) return rests("score", {{"player", player_of(emitted)}});
    if (turn_ != 0 && emitted.kind_case() == v1::Consequence::kTurnEnded && turn_of(emitted) == turn_) {
      return rests("turn", {});
    }
    return std::nullopt;
  }

  // The record names the one asked about.
  [[nodiscard]] Remark naming() const { return rests("names", {}); }

  // A contested proposal is given its number when a Judgment upholds it.
  void take_number(const v1::Consequence& emitted) {
    if (emitted.proposal_made().has_about() && about(emitted) == index_) proposal_ = proposal_of(emitted);
  }

 private:
  [[nodiscard]] Remark rests(std::string_view variant, std::vector<Parameter> parameters) const {
    parameters.emplace_back("record", index_);
    return remark_of(Topic::DEPENDENCE, variant, std::move(parameters));
  }

  // Kinds that are about a record.
  static bool names_records(ConsequenceKind kind) {
    return kind == v1::Consequence::kJudgmentDelivered || kind == v1::Consequence::kOverruleVoted ||
           kind == v1::Consequence::kJudgmentOverruled || kind == v1::Consequence::kMoveStruck ||
           kind == v1::Consequence::kMoveFallen || kind == v1::Consequence::kMoveUpheld ||
           kind == v1::Consequence::kMoveStands || kind == v1::Consequence::kFindingFallen ||
           kind == v1::Consequence::kFindingStands || kind == v1::Consequence::kEffectsFallen ||
           kind == v1::Consequence::kEffectsStand || kind == v1::Consequence::kCorrected ||
           kind == v1::Consequence::kCorrectionObjected || kind == v1::Consequence::kRuleAnnotated;
  }

  [[nodiscard]] bool names_record(const v1::Consequence& emitted) const {
    if (emitted.has_victory()) return emitted.victory().reached_at() == index_;
    if (emitted.has_applies_from()) return emitted.applies_from().from() == index_;
    return about(emitted) == index_ && names_records(emitted.kind_case());
  }

  static bool counts_votes(const v1::Consequence& emitted) {
    if (const auto* outcome = outcome_in(emitted)) return outcome->votes_for() + outcome->votes_against() != 0;
    if (emitted.has_vote_withdrawn()) return emitted.vote_withdrawn().cast() + emitted.vote_withdrawn().missing() != 0;
    const auto& attested = emitted.outcome_attested();
    return attested.votes_for() + attested.votes_against() != 0;
  }

  std::uint64_t index_;
  std::uint32_t proposal_ = 0;
  std::uint32_t voted_on_ = 0;
  std::string joined_;
  std::set<std::string> scored_;
  std::uint32_t turn_ = 0;
};

}  // namespace

Result<std::vector<Dependent>> dependents(Game& game, std::uint64_t index, std::uint64_t size,
                                          const std::function<void(std::uint64_t)>& progress) {
  std::vector<Dependent> found;
  Changed changed(index);
  const auto done = game.replay(size, [&](const Played& played) {
    const auto record = played.record.index.value;
    if (progress) progress(record);
    if (record == index) changed.note(played.consequences);
    if (record <= index) return true;
    const auto add = [&](Remark why) {
      for (auto one = found.rbegin(); one != found.rend() && one->record == record; ++one) {
        if (one->why == why) return;
      }
      found.push_back({record, std::move(why)});
    };
    const auto named = records_named(event_in(played.move));
    if (std::find(named.begin(), named.end(), index) != named.end()) add(changed.naming());
    for (const auto& emitted : played.consequences) {
      changed.take_number(emitted);
      if (auto why = changed.use_by(emitted)) add(*std::move(why));
    }
    return true;
  });
  if (!done) return done.error();
  return found;
}

}  // namespace nomic::replay
