// R208: who wins is who meets a way to win that the rules give, and play ends with it where they say so. R112: only
// points win, where that is the rule. R213: who wins by a Judgment.

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

v1::Victory::Ends ends_of(const v1::Victory& way) {
  return way.ends() == v1::Victory::ENDS_UNSPECIFIED ? v1::Victory::GAME : way.ends();
}

v1::Victory::Ends ends_of(const v1::Consequence& emitted) {
  return emitted.victory().ends() == v1::Victory::ENDS_UNSPECIFIED ? v1::Victory::GAME : emitted.victory().ends();
}

struct Win {
  std::string player;
  std::uint32_t lineage = 0;
  friend auto operator<=>(const Win&, const Win&) = default;
};

class Victories final : public Check {
 public:
  Victories(ReportedCheck& points, ReportedCheck& judged) : Check("R208"), points_(points), judged_(judged) {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kVictory); }
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene& scene) override {
    anything_ = false;
    reckoned_ = false;
    was_won_ = scene.books.won;
    gone_ = false;
    round_ = false;
    circuits_.clear();
    scored_.clear();
    if (scene.entry.index != record_) {
      scored_in_record_.clear();
      joined_.clear();
    }
    record_ = scene.entry.index;
    // Who is seated by the last record of the founding stands nowhere before it.
    const auto& seated = scene.entry.event->player_seated().player().name();
    if (!scene.books.begun && !seated.empty()) joined_.insert(seated);
    due_.clear();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (scene.derived_anew) {
      if (emitted.kind_case() != Kind::kVictory) return;
      if (named_by_judgment(emitted, scene)) {
        judged_.holds(scene, emitted.rule().number(), [&] {
          return fact("judgment_names", {{"shown", shown(emitted)}});
        });
        return;
      }
      judged_.not_judged(scene, emitted.rule().number(), fact("winner_taken", {{"shown", shown(emitted)}}));
      return;
    }
    if (was_won_ && is_a_move(emitted)) {
      broken(scene, emitted.rule().number(), fact("move_after_win"), {shown(emitted)});
    }
    switch (emitted.kind_case()) {
      case Kind::kScore:
        if (const auto* player = scene.books.player(player_of(emitted))) {
          scored_.emplace(player_of(emitted), player->points);
          scored_in_record_.emplace(player_of(emitted), player->points);
        }
        anything_ = true;
        break;
      case Kind::kPlayerJoined:
        joined_.insert(player_of(emitted));
        break;
      case Kind::kPlayerLeft:
      case Kind::kBecameInactive:
        gone_ = anything_ = true;
        break;
      case Kind::kCircuitEnded:
        circuits_.insert(circuit_of(emitted));
        anything_ = true;
        break;
      case Kind::kVictory:
        if (!reckoned_) reckon(scene);
        won(emitted, scene);
        break;
      case Kind::kRoundEnded:
        round_ = true;
        break;
      case Kind::kNotKnown:
        if (emitted.not_known().what() == v1::Consequence::NotKnown::VICTORY) {
          not_judged(scene, emitted.rule().number(), fact("rests_on_unknown", {{"shown", shown(emitted)}}));
        }
        break;
      default:
        anything_ = anything_ || is_rule_change(emitted) || emitted.kind_case() == Kind::kRuleChangedItself;
        break;
    }
  }

  void after(const Scene& scene) override {
    if (scene.derived_anew || was_won_ || !scene.books.begun) return;
    if (anything_ && !reckoned_) reckon(scene);
    for (const auto& [ends, wins] : due_) {
      for (const auto& win : wins) {
        const auto* rule = scene.books.of_lineage(win.lineage);
        broken(scene, rule == nullptr ? 0 : rule->number,
               fact("win_unreported", {{"player", win.player}, {"rule", rule == nullptr ? 0 : rule->number}}));
      }
    }
  }

 private:
  static bool is_a_move(const v1::Consequence& emitted) {
    switch (emitted.kind_case()) {
      case Kind::kTurnBegan:
      case Kind::kProposalMade:
      case Kind::kVoteCalled:
      case Kind::kVoteCast:
      case Kind::kProposalAdopted:
      case Kind::kProposalDefeated:
      case Kind::kDiceThrown:
      case Kind::kPlayerJoined:
      case Kind::kActed:
        return true;
      default:
        return false;
    }
  }

  // ---- Who has won
  // ---------------------------------------------------------------------------------------------------

  static bool highest(const Scene& scene, const BookPlayer& player) {
    return std::none_of(scene.books.players.begin(), scene.books.players.end(),
                        [&](const auto& other) { return !other.left && other.points > player.points; });
  }

  static bool any_unknown(const Scene& scene) {
    return std::any_of(scene.books.players.begin(), scene.books.players.end(),
                       [](const auto& one) { return !one.left && one.points_unknown; });
  }

  bool meets(const Scene& scene, const v1::Victory& way, const BookPlayer& player) const {
    switch (way.way_case()) {
      case v1::Victory::kPointsThousandths:
        return player.points >= way.points_thousandths() && !player.points_unknown;
      case v1::Victory::kRounds:
        return player.rounds_won >= way.rounds();
      case v1::Victory::kLeaderAfterCircuit:
        return circuits_.count(way.leader_after_circuit()) != 0 && highest(scene, player) &&
               !scene.books.turns_unknown && !any_unknown(scene);
      case v1::Victory::kLastPlayer:
        return gone_ && !player.inactive &&
               std::none_of(scene.books.players.begin(), scene.books.players.end(),
                            [&](const auto& other) { return !other.left && !other.inactive && &other != &player; });
      default:
        return false;
    }
  }

  static bool won_before(const Scene& scene, const Clause& clause, const std::string& player) {
    const auto& way = clause.provision->victory();
    if (ends_of(way) != v1::Victory::NOTHING) return false;
    return std::any_of(scene.books.winners.begin(), scene.books.winners.end(), [&](const auto& winner) {
      return winner.ends == v1::Victory::NOTHING && winner.lineage == clause.rule->lineage &&
             (way.who() != v1::Victory::EVERY || winner.player == player);
    });
  }

  std::vector<const BookPlayer*> by_way(const Scene& scene, const Clause& clause) const {
    const auto& way = clause.provision->victory();
    std::vector<const BookPlayer*> all;
    for (const auto& player : scene.books.players) {
      if (player.left || !scene.law.covers(clause.provision->scope(), {v1::CHANGE_KIND_UNSPECIFIED, player.name}))
        continue;
      if (meets(scene, way, player) && !won_before(scene, clause, player.name)) all.push_back(&player);
    }
    if (all.size() < 2 || way.who() == v1::Victory::EVERY) return all;
    std::vector<const BookPlayer*> some;
    const bool by_points = way.ties() == v1::Victory::NOBODY || way.ties() == v1::Victory::THE_HIGHEST;
    for (const auto* player : all) {
      const bool is_one = by_points
                              ? highest(scene, *player)
                              : way.ties() == v1::Victory::THE_MOVER && player->name == moving(scene.books, scene.law);
      if (is_one) some.push_back(player);
    }
    if (way.ties() == v1::Victory::NOBODY && some.size() != 1) return {};
    if (way.ties() == v1::Victory::NOBODY || !some.empty()) return some;
    return all;
  }

  bool wins_by(const Scene& scene, const Clause& clause, const std::string& player) const {
    const auto all = by_way(scene, clause);
    return std::any_of(all.begin(), all.end(), [&](const auto* one) { return one->name == player; });
  }

  // One win for a player: by the way that takes the fewest points.
  std::set<Win> wins(const Scene& scene, v1::Victory::Ends ends) const {
    std::map<std::string, std::pair<std::int64_t, std::uint32_t>> best;
    for (const auto& clause : scene.law.all(v1::Provision::kVictory)) {
      const auto& way = clause.provision->victory();
      if (ends_of(way) != ends) continue;
      const bool by_points = way.way_case() == v1::Victory::kPointsThousandths;
      const auto points = by_points ? way.points_thousandths() : std::numeric_limits<std::int64_t>::max();
      for (const auto* player : by_way(scene, clause)) {
        const auto [at, first] = best.emplace(player->name, std::pair{points, clause.rule->lineage});
        if (!first && points < at->second.first) at->second = {points, clause.rule->lineage};
      }
    }
    std::set<Win> all;
    for (const auto& [player, way] : best) all.insert({player, way.second});
    return all;
  }

  void reckon(const Scene& scene) {
    reckoned_ = true;
    if (was_won_) return;
    due_[v1::Victory::NOTHING] = wins(scene, v1::Victory::NOTHING);
    due_[v1::Victory::GAME] = wins(scene, v1::Victory::GAME);
    if (due_[v1::Victory::GAME].empty()) due_[v1::Victory::ROUND] = wins(scene, v1::Victory::ROUND);
  }

  void won(const v1::Consequence& emitted, const Scene& scene) {
    const auto ends = ends_of(emitted);
    // The round that was won may be the last that somebody needs.
    if (round_ && ends == v1::Victory::GAME) due_[ends] = wins(scene, ends);
    round_ = false;
    auto& due = due_[ends];
    const Win win{player_of(emitted), emitted.rule().lineage()};
    if (due.erase(win) == 0) {
      if (by_standstill(emitted, scene) || by_other_than_points(emitted, scene)) return;
      broken(scene, emitted.rule().number(),
             fact("wins_without_way", {{"player", player_of(emitted)}, {"rule", emitted.rule().number()}}),
             {shown(emitted)});
      return;
    }
    if (!reached_rightly(emitted, scene)) {
      broken(scene, emitted.rule().number(),
             fact("stood_elsewhere", {{"player", player_of(emitted)}, {"record", emitted.victory().reached_at()}}),
             {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(),
          [&] { return fmt::format("{} with {}", shown(emitted), shown(emitted.victory().total())); });
    only_points(emitted, scene);
  }

  // Of a rule that gives several, the one that they meet; by points, the one that takes the fewest.
  const v1::Victory* way_of(const v1::Consequence& emitted, const Scene& scene) const {
    const v1::Victory* found = nullptr;
    const auto* player = scene.books.player(player_of(emitted));
    for (const auto& clause : scene.law.all(v1::Provision::kVictory)) {
      const auto& way = clause.provision->victory();
      if (clause.rule->lineage != emitted.rule().lineage() || ends_of(way) != ends_of(emitted)) continue;
      if (player == nullptr || !wins_by(scene, clause, player->name)) continue;
      const bool by_points = way.way_case() == v1::Victory::kPointsThousandths;
      const bool fewer = found != nullptr && by_points &&
                         (found->way_case() != v1::Victory::kPointsThousandths ||
                          way.points_thousandths() < found->points_thousandths());
      if (found == nullptr || fewer) found = &way;
    }
    return found;
  }

  // At this record, unless they stood there before it. Who came to stand there by what fell due earlier in this record
  // may have stood there before, in a round that is over, too.
  bool reached_rightly(const v1::Consequence& emitted, const Scene& scene) const {
    const auto* way = way_of(emitted, scene);
    const auto* player = scene.books.player(player_of(emitted));
    if (way == nullptr || player == nullptr || way->way_case() != v1::Victory::kPointsThousandths) return true;
    const auto points_in = [&](const std::map<std::string, std::int64_t>& scored) {
      const auto found = scored.find(player_of(emitted));
      return found == scored.end() ? player->points : found->second;
    };
    if (emitted.victory().total() != player->points) return false;
    if (joined_.count(player_of(emitted)) != 0) return emitted.victory().reached_at() == scene.entry.index;
    if (points_in(scored_) < way->points_thousandths()) return emitted.victory().reached_at() == scene.entry.index;
    return points_in(scored_in_record_) < way->points_thousandths()
               ? emitted.victory().reached_at() <= scene.entry.index
               : emitted.victory().reached_at() < scene.entry.index;
  }

  static bool named_by_judgment(const v1::Consequence& emitted, const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    const auto& findings = event->judgment_delivered().findings();
    return std::any_of(findings.begin(), findings.end(),
                       [&](const auto& one) { return one.winner() == player_of(emitted); });
  }

  // R213: that play cannot go on is for a Judgment to find; no move of itself has anybody win by that.
  bool by_standstill(const v1::Consequence& emitted, const Scene& scene) {
    const auto* rule = scene.books.rule(emitted.rule().number());
    if (rule == nullptr) return false;
    bool any = false;
    for (const auto& provision : rule->provisions) {
      if (!provision.has_victory()) continue;
      if (provision.victory().way_case() != v1::Victory::kUnableToCompleteTurn) return false;
      any = true;
    }
    if (!any) return false;
    judged_.broken(scene, rule->number, fact("unable_unjudged", {{"player", player_of(emitted)}}), {shown(emitted)});
    return true;
  }

  // R112: a way that counts for nothing, since only points win.
  bool by_other_than_points(const v1::Consequence& emitted, const Scene& scene) {
    const auto& bound = scene.law.point(v1::Provision::kVictoryBound, v1::VictoryBound::kPointsOnlyFieldNumber);
    const auto* rule = scene.books.rule(emitted.rule().number());
    if (!bound || !bound.says->victory_bound().points_only() || rule == nullptr) return false;
    const bool other = std::any_of(rule->provisions.begin(), rule->provisions.end(), [](const auto& one) {
      const auto way = one.victory().way_case();
      return one.has_victory() && way != v1::Victory::kPointsThousandths && way != v1::Victory::kUnableToCompleteTurn;
    });
    if (!other) return false;
    points_.broken(scene, bound.by.front()->number, fact("wins_otherwise", {{"player", player_of(emitted)}}),
                   {shown(emitted)});
    return true;
  }

  void only_points(const v1::Consequence& emitted, const Scene& scene) {
    const auto& bound = scene.law.point(v1::Provision::kVictoryBound, v1::VictoryBound::kPointsOnlyFieldNumber);
    const auto* way = way_of(emitted, scene);
    if (!bound || !bound.says->victory_bound().points_only() || way == nullptr) return;
    const auto number = bound.by.front()->number;
    points_.holds(scene, number, [&] { return shown(emitted); });
  }

  ReportedCheck& points_;
  ReportedCheck& judged_;
  bool anything_ = false;
  bool reckoned_ = false;
  bool was_won_ = false;
  bool gone_ = false;
  bool round_ = false;
  std::set<std::uint32_t> circuits_;
  std::uint64_t record_ = 0;
  // What who scored had before: at this instant of the record, and before all of it.
  std::map<std::string, std::int64_t> scored_;
  std::map<std::string, std::int64_t> scored_in_record_;
  std::set<std::string> joined_;  // in this record
  std::map<v1::Victory::Ends, std::set<Win>> due_;
};

}  // namespace

void add_victory(Checks& checks) {
  auto points =
      std::make_unique<ReportedCheck>("R112", [](const Reading& law) { return law.any(v1::Provision::kVictoryBound); });
  auto judged = std::make_unique<ReportedCheck>("R213", [](const Reading& law) {
    const auto all = law.all(v1::Provision::kVictory);
    return std::any_of(all.begin(), all.end(),
                       [](const auto& clause) { return clause.provision->victory().unable_to_complete_turn(); });
  });
  checks.push_back(std::make_unique<Victories>(*points, *judged));
  checks.push_back(std::move(points));
  checks.push_back(std::move(judged));
}

}  // namespace nomic::replay::audit
