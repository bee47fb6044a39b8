// R202: the parts of a turn, and what they gain. R204, R206: what voters and proponents gain or lose by a vote. AWARDS:
// every other entry of a score.
//
// What is due is reckoned where it falls due: at an outcome by the rules just before, then by those just after the
// effect. Every entry emitted must be one that is due, and every one that is due must be emitted.

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "arithmetic.h"
#include "check.h"
#include "dues.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

constexpr std::int64_t MOST_POINTS = 9'000'000'000'000'000;

// What an adopted rule-change brings about comes between the two sides of it.
bool is_of_effect(const v1::Consequence& emitted) {
  const bool of_conflicts = emitted.kind_case() >= Kind::kRuleVoid && emitted.kind_case() <= Kind::kRuleYields;
  return is_rule_change(emitted) || of_conflicts || emitted.kind_case() == Kind::kReferencesFollowed ||
         emitted.kind_case() == Kind::kWithoutEffect || emitted.kind_case() == Kind::kEffectAwaited ||
         emitted.kind_case() == Kind::kChangeNotAdopted;
}

struct Reports {
  ReportedCheck* parts = nullptr;
  ReportedCheck* voters = nullptr;
  ReportedCheck* proponent = nullptr;
};

class Points final : public Check {
 public:
  explicit Points(const Reports& reports) : Check("AWARDS"), reports_(reports) {}

  void before(const Scene& scene) override {
    dues_.clear();
    vote_.reset();
    out_of_time_.clear();
    if (scene.entry.index != next_) progress_.clear();  // taken up after the turn was derived again
    next_ = scene.entry.index + (scene.entry.fell_due ? 0 : 1);
    if (!scene.books.begun && next_ == scene.books.founding_records) {
      for (const auto& player : scene.books.players) due_at_the_start(scene, player.name);
    }
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    // Those of an award just before the effect stand before it.
    if (emitted.kind_case() == Kind::kScore) {
      score(emitted, scene);
      return;
    }
    if (emitted.kind_case() == Kind::kNotKnown) {
      not_known(emitted, scene);
      return;
    }
    if (vote_ && !is_of_effect(emitted)) go_on_after_effect(scene);
    switch (emitted.kind_case()) {
      case Kind::kProposalAdopted:
      case Kind::kProposalDefeated:
      case Kind::kOutcomeUndetermined:
        outcome(emitted, scene);
        break;
      case Kind::kDiceThrown:
        thrown(emitted, scene);
        break;
      case Kind::kDiceMissed:
        too_late(emitted, scene);
        break;
      case Kind::kTimeUp:
        // Who does not begin their next turn in time may still have a throw to make in one that they began before.
        if (emitted.time_up().what() == v1::Consequence::TimeUp::BEGIN_TURN) out_of_time_ = player_of(emitted);
        if (emitted.time_up().what() == v1::Consequence::TimeUp::THROW) throw_missed(emitted, scene);
        break;
      case Kind::kTurnEnded:
        turn_ended(emitted, scene);
        break;
      case Kind::kProposalWithdrawn:
        taken_back(emitted, scene);
        break;
      case Kind::kVoteCast:
        first_ballot_ = is_first(emitted, scene);
        break;
      default:
        break;
    }
  }

  void applied(const v1::Consequence& emitted, const Scene& scene) override {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    switch (emitted.kind_case()) {
      case Kind::kPlayerJoined:
        due_at_the_start(scene, player_of(emitted));
        award(scene, {v1::Award::JOINED, nullptr, nullptr, player_of(emitted)});
        break;
      case Kind::kProposalMade:
        award(scene, {v1::Award::PROPOSED, proposal, nullptr, player_of(emitted)});
        break;
      case Kind::kVoteCast: {
        if (!first_ballot_ || proposal == nullptr) break;
        Count only;
        if (const auto* ballot = ballot_of(*proposal, player_of(emitted))) only.ballots.push_back(*ballot);
        award(scene, {v1::Award::BALLOT_CAST, proposal, &only, player_of(emitted)});
        break;
      }
      case Kind::kTurnPassed:
        award(scene, {v1::Award::PASSED_OVER, nullptr, nullptr, player_of(emitted)});
        break;
      case Kind::kTurnEnded:
        if (!ended_unknown_) award(scene, {v1::Award::TURN_ENDED, nullptr, nullptr, player_of(emitted)});
        break;
      case Kind::kCircuitEnded:
        if (!scene.books.turns_unknown) award(scene, {v1::Award::CIRCUIT_ENDED, nullptr, nullptr, {}});
        break;
      case Kind::kBecameInactive:
        award(scene, {v1::Award::BECAME_INACTIVE, nullptr, nullptr, player_of(emitted)});
        break;
      case Kind::kProposalWithdrawn:
        if (withdrawn_) award(scene, {v1::Award::WITHDRAWN, &*withdrawn_, nullptr, player_of(emitted)});
        withdrawn_.reset();
        break;
      case Kind::kRoundEnded:
        round_ended(emitted, scene);
        break;
      case Kind::kActed:
        acted(emitted, scene);
        break;
      default:
        break;
    }
  }

  void after(const Scene& scene) override {
    if (vote_) go_on_after_effect(scene);
    if (!dues_.empty()) throws_gone(scene);
    for (const auto& due : dues_) {
      const auto number = number_of(scene, due);
      wrong(
          scene, due.cause, number,
          fact(
              "points_unreported",
              {{"rule", number}, {"player", due.player}, {"points", shown(due.points)}, {"record", scene.entry.index}}),
          {}, {entry_due(scene, due)});
    }
    dues_.clear();
    turns_complete(scene);
    attested_.reset();
  }

 private:
  struct Vote {
    BookProposal proposal;
    Count count;
    bool settled = false;
    v1::Award::Occasion occasion = v1::Award::DEFEATED;
    std::uint32_t turn = 0;           // whose first part it was; 0: none
    std::vector<AwardBefore> awards;  // in force before the effect
  };

  // ---- What is due
  // ---------------------------------------------------------------------------------------------------

  void add(std::vector<Due> dues) {
    for (auto& due : dues) dues_.push_back(std::move(due));
  }

  void award(const Scene& scene, const Happening& what) { add(awards_due(scene.books, scene.law, what)); }

  void due_at_the_start(const Scene& scene, const std::string& player) {
    Point from = scene.law.point(v1::Provision::kTurnOrder, v1::TurnOrder::kStartingPointsThousandthsFieldNumber);
    std::int64_t points = from ? from.says->turn_order().starting_points_thousandths() : 0;
    const auto& own = scene.law.point(v1::Provision::kJoining, v1::Joining::kPointsThousandthsFieldNumber);
    if (own && scene.books.begun) {
      points = own.says->joining().points_thousandths();
      from = own;
    }
    if (points == 0) return;
    Due due{player, points, {}, Cause::OTHER};
    for (const auto* rule : from.by) due.lineages.push_back(rule->lineage);
    dues_.push_back(std::move(due));
  }

  void round_ended(const v1::Consequence& emitted, const Scene& scene) {
    const auto& from = scene.law.point(v1::Provision::kTurnOrder, v1::TurnOrder::kStartingPointsThousandthsFieldNumber);
    const auto begin = from ? from.says->turn_order().starting_points_thousandths() : 0;
    for (const auto& player : scene.books.players) {
      if (player.left || player.points == begin) continue;
      dues_.push_back({player.name,
                       begin - player.points,
                       {emitted.rule().lineage()},
                       Cause::OTHER,
                       0,
                       arithmetic_anew(player.points, begin)});
    }
  }

  void acted(const v1::Consequence& emitted, const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    for (const auto& points : event->act_performed().points()) {
      dues_.push_back({points.player(), points.points(), {emitted.rule().lineage()}, Cause::OTHER});
    }
  }

  // ---- Votes
  // ---------------------------------------------------------------------------------------------------------

  static bool is_first(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    return proposal != nullptr && std::none_of(proposal->ballots.begin(), proposal->ballots.end(),
                                               [&](const auto& one) { return one.player == player_of(emitted); });
  }

  void outcome(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr) return;
    Vote vote;
    vote.proposal = *proposal;
    vote.count = count_votes(scene.books, scene.law, *proposal);
    if (const auto by = attested_by(*proposal, emitted); !by.empty()) {
      attested_ = by.front().word;
      count_as_attested(scene.books, *proposal, *attested_, vote.count);
    }
    const bool open_by_rule = emitted.has_outcome_undetermined() && emitted.rule().number() != 0;
    if (open_by_rule || outcome_in(emitted)->late_or_not()) vote.count.known = false;
    vote.settled = emitted.kind_case() != Kind::kOutcomeUndetermined;
    if (emitted.kind_case() == Kind::kProposalAdopted) vote.occasion = v1::Award::ADOPTED;
    const auto* turn = scene.books.turn_with(proposal_of(emitted));
    if (turn != nullptr && !turn->voted) {
      vote.turn = turn->number;
      auto dues = begin_parts(scene.law, *turn, vote.count, progress_[turn->number]);
      const auto* mover = scene.books.player(turn->mover);
      if (mover != nullptr && !mover->left) add(std::move(dues));
    }
    vote.awards = awards_in_force(scene.law);
    vote_ = std::move(vote);
    if (vote_->settled) {
      award(scene, {vote_->occasion, &vote_->proposal, &vote_->count, {}, v1::BEFORE_EFFECT});
    }
  }

  void go_on_after_effect(const Scene& scene) {
    const Vote vote = *std::move(vote_);
    vote_.reset();
    if (const auto* turn = turn_numbered(scene.books, vote.turn)) {
      add(go_on(scene.books, scene.law, *turn, progress_[turn->number]));
    }
    if (vote.settled) award(scene, {vote.occasion, &vote.proposal, &vote.count, {}, v1::AFTER_EFFECT, &vote.awards});
  }

  // Points that rest on votes which are not on record, by somebody's word in this record or in that of a turn before,
  // or on the time of day of what happened on a day.
  void not_known(const v1::Consequence& emitted, const Scene& scene) {
    if (emitted.not_known().what() != v1::Consequence::NotKnown::POINTS) return;
    const auto rule = emitted.rule().number();
    const auto cause = cause_by_rule(scene, emitted);
    const bool by_votes = attested_ || scene.books.turns_unknown;
    const bool by_number = is_unnumbered(number_in(emitted.not_known().proposal()));
    if (by_number && !by_votes) return leave(scene, cause, rule, fact("rests_on_number", {{"shown", shown(emitted)}}));
    if (!by_votes && !scene.books.has_days) {
      wrong(scene, cause, rule, fact("known_after_all", {{"shown", shown(emitted)}}), {});
      return;
    }
    leave(scene, cause, rule, fact(by_votes ? "rests_on_unknown" : "rests_on_time", {{"shown", shown(emitted)}}));
  }

  void leave(const Scene& scene, Cause cause, std::uint32_t rule, const Fact& why) {
    switch (cause) {
      case Cause::PART:
        return reports_.parts->not_judged(scene, rule, why);
      case Cause::VOTERS:
        return reports_.voters->not_judged(scene, rule, why);
      case Cause::PROPONENT:
        return reports_.proponent->not_judged(scene, rule, why);
      case Cause::OTHER:
        return not_judged(scene, rule, why);
    }
  }

  void taken_back(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr) return;
    withdrawn_ = *proposal;
  }

  // ---- The parts of a turn
  // -------------------------------------------------------------------------------------------

  static const BookTurn* turn_numbered(const Books& books, std::uint32_t number) {
    if (number == 0) return nullptr;
    if (books.turn.number == number) return &books.turn;
    for (const auto& other : books.others) {
      if (other.number == number) return &other;
    }
    return nullptr;
  }

  Progress& progress_of(const BookTurn& turn) {
    const auto found = progress_.find(turn.number);
    if (found != progress_.end()) return found->second;
    return progress_[turn.number] = {turn.parts_done, turn.phase == BookTurn::Phase::THROWING, turn.paid_before,
                                     turn.paid_by};
  }

  void thrown(const v1::Consequence& emitted, const Scene& scene) {
    const auto* turn = turn_numbered(scene.books, turn_of(emitted));
    const auto rule = emitted.rule().number();
    // Faces that follow from secrets come with whatever record was the last that they waited for: also with a throw
    // that is contested, which has no effect of itself.
    const auto& event = *scene.entry.event;
    const bool by_roll = event.has_dice_thrown();
    if (turn == nullptr || turn->mover != player_of(emitted) || (by_roll && scene.entry.author != player_of(emitted))) {
      reports_.parts->broken(scene, rule, fact("throws_out_of_turn", {{"player", player_of(emitted)}}),
                             {shown(emitted)});
      return;
    }
    auto& progress = progress_of(*turn);
    const auto parts = parts_of(scene.law, *turn);
    const auto* part = throw_due(progress, parts);
    if (part == nullptr) {
      reports_.parts->broken(scene, rule, fact("throws_undue", {{"player", player_of(emitted)}}), {shown(emitted)});
      return;
    }
    std::vector<std::uint32_t> faces(event.dice_thrown().faces().begin(), event.dice_thrown().faces().end());
    if (!by_roll)
      faces = std::vector<std::uint32_t>(emitted.dice_thrown().faces().begin(), emitted.dice_thrown().faces().end());
    const bool faces_there =
        std::all_of(faces.begin(), faces.end(), [&](auto face) { return face >= 1 && face <= part->faces(); });
    if (faces.size() != part->dice() || !faces_there) {
      reports_.parts->broken(scene, rule, fact("other_dice", {{"dice", part->dice()}, {"faces", part->faces()}}),
                             {fmt::format("{}: {}", shown(emitted), fmt::join(emitted.dice_thrown().faces(), " "))});
    } else {
      reports_.parts->holds(scene, rule, [&] {
        return fmt::format("{}: {}", shown(emitted), fmt::join(emitted.dice_thrown().faces(), " "));
      });
    }
    Due due{player_of(emitted), points_thrown(*part, faces), {}, Cause::PART, 0, arithmetic_of(*part, faces)};
    for (const auto* by : parts.by) due.lineages.push_back(by->lineage);
    dues_.push_back(std::move(due));
    ++progress.done;
    add(go_on(scene.books, scene.law, *turn, progress));
  }

  // Who does not commit or reveal in time loses what the part says.
  void too_late(const v1::Consequence& emitted, const Scene& scene) {
    const auto* turn = turn_numbered(scene.books, turn_of(emitted));
    if (turn == nullptr) return;
    const auto parts = parts_of(scene.law, *turn);
    const auto* part = throw_due(progress_of(*turn), parts);
    if (part == nullptr || part->penalty_thousandths() == 0) return;
    Due due{player_of(emitted), -part->penalty_thousandths(), {}, Cause::PART};
    for (const auto* by : parts.by) due.lineages.push_back(by->lineage);
    dues_.push_back(std::move(due));
  }

  void throw_missed(const v1::Consequence& emitted, const Scene& scene) {
    const auto* turn = player_of(emitted).empty() ? nullptr : scene.books.turn_of(player_of(emitted));
    if (turn == nullptr || !progress_of(*turn).throwing) return;
    auto& progress = progress_of(*turn);
    ++progress.done;
    add(go_on(scene.books, scene.law, *turn, progress));
  }

  // By new rules a turn may wait for no throw any more.
  void throws_gone(const Scene& scene) {
    const auto look = [&](const BookTurn& turn) {
      // In a turn that was derived again in between it is as the books have it.
      const bool waits = progress_.contains(turn.number) || turn.phase == BookTurn::Phase::THROWING;
      if (!waits || !progress_of(turn).throwing) return;
      auto& progress = progress_of(turn);
      if (throw_due(progress, parts_of(scene.law, turn)) == nullptr) {
        add(go_on(scene.books, scene.law, turn, progress));
      }
    };
    look(scene.books.turn);
    for (const auto& other : scene.books.others) look(other);
  }

  void turn_ended(const v1::Consequence& emitted, const Scene& scene) {
    throws_gone(scene);
    const auto* turn = turn_numbered(scene.books, turn_of(emitted));
    if (turn == nullptr || turn->mover != player_of(emitted)) {
      reports_.parts->broken(scene, emitted.rule().number(),
                             fact("ends_not_begun", {{"turn", turn_of(emitted)}, {"player", player_of(emitted)}}),
                             {shown(emitted)});
      return;
    }
    ended_unknown_ = turn->votes_unknown;
    const auto* mover = scene.books.player(turn->mover);
    const bool left = mover == nullptr || mover->left;
    const bool begun = turn->phase != BookTurn::Phase::NONE;
    const auto& progress = progress_of(*turn);
    const auto parts = parts_of(scene.law, *turn);
    const bool all_done = !parts || static_cast<int>(progress.done) >= parts.says->turn_parts().parts_size();
    const bool passed = turn->voted && turn->proposal == 0 && progress.done == 0;
    // Whose proposal was struck or taken back, and who made no other in time.
    const bool none_made = turn->proposal == 0 && out_of_time_ == turn->mover;
    if (!left && !passed && !none_made && (!begun || !turn->voted || !all_done)) {
      reports_.parts->broken(
          scene, emitted.rule().number(),
          fact("ends_early", {{"turn", turn_of(emitted)}, {"player", player_of(emitted)}, {"parts", progress.done}}),
          {shown(emitted)});
    } else {
      reports_.parts->holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    }
    progress_.erase(turn_of(emitted));
  }

  // A turn of which nothing is left has ended.
  void turns_complete(const Scene& scene) {
    const auto look = [&](const BookTurn& turn) {
      const bool goes_on = turn.phase == BookTurn::Phase::GOING_ON || turn.phase == BookTurn::Phase::THROWING;
      const auto found = progress_.find(turn.number);
      if (!goes_on || !turn.voted || found == progress_.end() || found->second.throwing || scene.books.won) return;
      const auto parts = parts_of(scene.law, turn);
      if (parts && static_cast<int>(found->second.done) < parts.says->turn_parts().parts_size()) return;
      reports_.parts->broken(scene, parts ? parts.by.front()->number : 0, fact("not_ended", {{"turn", turn.number}}));
      progress_.erase(found);
    };
    if (progress_.empty()) return;
    const BookTurn turn = scene.books.turn;
    look(turn);
    const auto others = scene.books.others;
    for (const auto& other : others) look(other);
  }

  // ---- What is emitted
  // --------------------------------------------------------------------------------------------------

  static std::int64_t change_by(const Scene& scene, const Due& due) {
    const auto* player = scene.books.player(due.player);
    const auto before = player == nullptr ? 0 : player->points;
    const auto points = std::clamp(due.points, -MOST_POINTS, MOST_POINTS);
    return std::clamp(before + points, -MOST_POINTS, MOST_POINTS) - before;
  }

  static std::uint32_t number_of(const Scene& scene, const Due& due) {
    const auto* rule = due.lineages.empty() ? nullptr : scene.books.of_lineage(due.lineages.front());
    return rule == nullptr ? 0 : rule->number;
  }

  static ReckonedEntry entry_due(const Scene& scene, const Due& due) {
    ReckonedEntry entry;
    entry.due = true;
    entry.record = scene.entry.index;
    entry.rule = number_of(scene, due);
    entry.score.set_player(due.player);
    entry.score.set_points(change_by(scene, due));
    entry.score.set_proposal(reference(due.proposal));
    *entry.score.mutable_reckoning() = due.how;
    return entry;
  }

  static bool names(const Due& due, const v1::Consequence& emitted) {
    const bool by = std::find(due.lineages.begin(), due.lineages.end(), emitted.rule().lineage()) != due.lineages.end();
    return due.player == player_of(emitted) && by;
  }

  bool matches(const v1::Consequence& emitted, const Scene& scene) {
    const auto found = std::find_if(dues_.begin(), dues_.end(), [&](const auto& due) {
      return names(due, emitted) && change_by(scene, due) == emitted.score().points();
    });
    if (found == dues_.end()) return false;
    fits(scene, found->cause, emitted);
    dues_.erase(found);
    return true;
  }

  void score(const v1::Consequence& emitted, const Scene& scene) {
    // What says of itself that it was reckoned anew is looked at where that is allowed or not.
    if (emitted.score().derived_from() != 0 || matches(emitted, scene)) return;
    if (vote_) {
      go_on_after_effect(scene);
      if (matches(emitted, scene)) return;
    }
    throws_gone(scene);
    if (matches(emitted, scene)) return;
    const auto near = std::find_if(dues_.begin(), dues_.end(), [&](const auto& due) { return names(due, emitted); });
    if (near != dues_.end()) {
      wrong(scene, near->cause, emitted.rule().number(),
            fact("other_points", {{"player", player_of(emitted)},
                                  {"reported", shown(emitted.score().points())},
                                  {"rule", emitted.rule().number()},
                                  {"points", shown(near->points)}}),
            {shown(emitted)}, {entry_of(emitted), entry_due(scene, *near)});
      dues_.erase(near);
      return;
    }
    wrong(scene, cause_by_rule(scene, emitted), emitted.rule().number(),
          fact("points_undue", {{"player", player_of(emitted)}, {"reported", shown(emitted.score().points())}}),
          {shown(emitted)}, {entry_of(emitted)});
  }

  static Cause cause_by_rule(const Scene& scene, const v1::Consequence& emitted) {
    const auto* rule = scene.books.of_lineage(emitted.rule().lineage());
    if (rule == nullptr) return Cause::OTHER;
    for (const auto& provision : rule->provisions) {
      if (provision.has_turn_parts()) return Cause::PART;
      if (provision.has_award()) return cause_of(provision.award());
    }
    return Cause::OTHER;
  }

  void fits(const Scene& scene, Cause cause, const v1::Consequence& emitted) {
    const auto text = [&] { return shown(emitted); };
    const auto rule = emitted.rule().number();
    switch (cause) {
      case Cause::PART:
        return reports_.parts->holds(scene, rule, text);
      case Cause::VOTERS:
        return reports_.voters->holds(scene, rule, text);
      case Cause::PROPONENT:
        return reports_.proponent->holds(scene, rule, text);
      case Cause::OTHER:
        return holds(scene, rule, text);
    }
  }

  void wrong(const Scene& scene, Cause cause, std::uint32_t rule, const Fact& what, const std::vector<Fact>& evidence,
             const std::vector<ReckonedEntry>& entries = {}) {
    switch (cause) {
      case Cause::PART:
        return reports_.parts->broken(scene, rule, what, evidence, entries);
      case Cause::VOTERS:
        return reports_.voters->broken(scene, rule, what, evidence, entries);
      case Cause::PROPONENT:
        return reports_.proponent->broken(scene, rule, what, evidence, entries);
      case Cause::OTHER:
        return broken(scene, rule, what, evidence, entries);
    }
  }

  Reports reports_;
  std::deque<Due> dues_;
  std::map<std::uint32_t, Progress> progress_;  // of the turns that go on, by their numbers
  std::optional<Vote> vote_;                    // whose effect comes now
  std::optional<v1::OutcomeAttested> attested_;
  std::optional<BookProposal> withdrawn_;
  bool first_ballot_ = false;
  bool ended_unknown_ = false;  // the votes of the turn that has just ended
  std::string out_of_time_;     // whose time to propose is over in this record
  std::uint64_t next_ = 0;
};

ReportedCheck::InForce gives(Cause cause) {
  return [cause](const Reading& law) {
    const auto all = law.all(v1::Provision::kAward);
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& clause) { return cause_of(clause.provision->award()) == cause; });
  };
}

}  // namespace

void add_points(Checks& checks) {
  auto parts =
      std::make_unique<ReportedCheck>("R202", [](const Reading& law) { return law.any(v1::Provision::kTurnParts); });
  auto voters = std::make_unique<ReportedCheck>("R204", gives(Cause::VOTERS));
  auto proponent = std::make_unique<ReportedCheck>("R206", gives(Cause::PROPONENT));
  checks.push_back(std::make_unique<Points>(Reports{parts.get(), voters.get(), proponent.get()}));
  checks.push_back(std::move(parts));
  checks.push_back(std::move(voters));
  checks.push_back(std::move(proponent));
}

}  // namespace nomic::replay::audit
