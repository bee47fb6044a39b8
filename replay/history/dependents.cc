// What rests on a record.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "nomic/replay/explain.h"

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
  return named;
}

// What the record asked about changed, for later records to use.
class Changed {
 public:
  explicit Changed(std::uint64_t index) : index_(index) {}

  void note(const Consequences& told) {
    for (const auto& one : told) {
      if (one.kind() == v1::Consequence::PROPOSAL_MADE) proposal_ = one.proposal();
      if (one.kind() == v1::Consequence::VOTE_CAST || one.kind() == v1::Consequence::VOTE_CHANGED) {
        voted_on_ = one.proposal();
      }
      if (one.kind() == v1::Consequence::PLAYER_JOINED) joined_ = one.player();
      if (one.kind() == v1::Consequence::SCORE) scored_.insert(one.player());
      if (one.kind() == v1::Consequence::TURN_BEGAN) turn_ = one.turn();
    }
  }

  // How a later consequence rests on it; empty: it does not.
  [[nodiscard]] std::string use_by(const v1::Consequence& told) const {
    if (told.rule().number() != 0 && told.rule().since() == index_) {
      return fmt::format("is required by rule {} as #{} made it", told.rule().number(), index_);
    }
    if (told.reached_at() == index_ && names_record(told.kind())) return fmt::format("names #{}", index_);
    if (proposal_ != 0 && told.proposal() == proposal_) {
      return fmt::format("is about proposal {}, which #{} made", proposal_, index_);
    }
    if (voted_on_ != 0 && told.proposal() == voted_on_ && told.votes_for() + told.votes_against() != 0 &&
        told.kind() != v1::Consequence::VOTE_CAST && told.kind() != v1::Consequence::VOTE_CHANGED) {
      return fmt::format("counts the vote cast at #{}", index_);
    }
    if (!joined_.empty() && told.player() == joined_)
      return fmt::format("is about {}, who joined at #{}", joined_, index_);
    const bool total = told.kind() == v1::Consequence::SCORE || told.kind() == v1::Consequence::VICTORY;
    if (total && scored_.contains(told.player()))
      return fmt::format("reckons on from {}'s score of #{}", told.player(), index_);
    if (turn_ != 0 && told.kind() == v1::Consequence::TURN_ENDED && told.turn() == turn_) {
      return fmt::format("ends the turn that #{} began", index_);
    }
    return "";
  }

  // The number is given anew once the proposal that bore it is struck.
  void forget_given_anew(const v1::Consequence& told) {
    if (told.kind() == v1::Consequence::PROPOSAL_MADE && told.proposal() == proposal_) proposal_ = 0;
    if (told.kind() == v1::Consequence::PROPOSAL_MADE && told.proposal() == voted_on_) voted_on_ = 0;
  }

 private:
  static bool names_record(v1::Consequence::Kind kind) {
    return kind == v1::Consequence::JUDGMENT_DELIVERED || kind == v1::Consequence::OVERRULE_VOTED ||
           kind == v1::Consequence::JUDGMENT_OVERRULED || kind == v1::Consequence::MOVE_STRUCK ||
           kind == v1::Consequence::MOVE_FALLEN || kind == v1::Consequence::MOVE_UPHELD ||
           kind == v1::Consequence::MOVE_STANDS || kind == v1::Consequence::CORRECTED ||
           kind == v1::Consequence::CORRECTION_OBJECTED || kind == v1::Consequence::VICTORY ||
           kind == v1::Consequence::APPLIES_FROM;
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
    const auto add = [&](std::string why) {
      if (why.empty()) return;
      for (auto one = found.rbegin(); one != found.rend() && one->record == record; ++one) {
        if (one->why == why) return;
      }
      found.push_back({record, std::move(why)});
    };
    const auto named = records_named(event_in(played.move));
    if (std::find(named.begin(), named.end(), index) != named.end()) add(fmt::format("names #{}", index));
    for (const auto& told : played.consequences) {
      changed.forget_given_anew(told);
      add(changed.use_by(told));
    }
    return true;
  });
  if (!done) return done.error();
  return found;
}

}  // namespace nomic::replay
