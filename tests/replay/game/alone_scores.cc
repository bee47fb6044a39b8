// Of scores: what each change of one must rest on.

#include <fmt/core.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "replay/game/alone.h"

namespace nomic::replay::test {
namespace {

// The version that is cited, before or after the record.
const v1::Rule* version(const v1::RuleVersion& ref, const State& before, const State& now) {
  for (const auto* state : {&before, &now}) {
    const auto* rule = by_lineage(*state, ref.lineage());
    if (rule != nullptr && rule->since() == ref.since()) return rule;
  }
  return nullptr;
}

std::int64_t points_of(const State& state, const std::string& name) {
  for (const auto& player : state.players()) {
    if (player.names().name() == name) return player.points();
  }
  return 0;
}

bool has_player_effects(const v1::ActPerformed& act, const std::string& author, const State& state) {
  const auto is_other = [&](const std::string& name) {
    return name != author && std::any_of(state.players().begin(), state.players().end(),
                                         [&](const auto& player) { return player.names().name() == name; });
  };
  return std::any_of(act.attributes().begin(), act.attributes().end(),
                     [&](const auto& a) { return is_other(a.player()); }) ||
         std::any_of(act.holdings().begin(), act.holdings().end(), [&](const auto& h) { return is_other(h.owner()); });
}

}  // namespace

void Alone::look_at_scores(const Record& r) {
  std::map<std::string, std::int64_t> told;
  std::set<std::string> by_move;
  const bool round = has(r.emitted, v1::Consequence::kRoundEnded);
  for (const auto& one : of_kind(r.emitted, v1::Consequence::kScore)) {
    told[player_of(one)] += one.score().points();
    if (one.happened_at() == 0 && one.score().points() != 0) by_move.insert(player_of(one));
    const auto ground = r.power ? "points by Judgment" : ground_of(r, one);
    if (ground.empty() && round && one.score().reckoning().has_anew()) {
      rests_on("a round's end");
      continue;
    }
    if (!ground.empty()) {
      rests_on(ground);
      continue;
    }
    complain("score", fmt::format("of {} by {}: {}", player_of(one), r.move.author, one.ShortDebugString()));
  }
  for (const auto& player : r.now.players()) {
    const auto& name = player.names().name();
    const auto difference = player.points() - points_of(r.before, name);
    if (difference != told[name]) complain("score", fmt::format("of {} changes untold", name));
    const bool by_act = r.is_act() && name != r.move.author && by_move.count(name) != 0;
    if (by_act) acts[r.move.index].insert(v1::Consequence::Acted::CHANGES_ANOTHERS_SCORE);
  }
  if (r.is_act() && has_player_effects(r.move.event.act_performed(), r.move.author, r.before)) {
    acts[r.move.index].insert(v1::Consequence::Acted::CHANGES_ANOTHERS_SCORE);
  }
}

std::string Alone::ground_of(const Record& r, const v1::Consequence& score) {
  const auto& name = player_of(score);
  if (r.is_act()) {
    for (const auto& given : r.move.event.act_performed().points()) {
      if (given.player() == name && given.points() == score.score().points()) return "points by an act";
    }
  }
  for (const auto& joined : of_kind(r.emitted, v1::Consequence::kPlayerJoined)) {
    if (player_of(joined) == name) return "points to begin with";
  }
  const auto* rule = version(score.rule(), r.before, r.now);
  if (rule == nullptr) return {};
  for (const auto& provision : rule->provisions()) {
    if (provision.has_award() && is_awarded(r, score, provision.award())) return "points by an award";
    for (const auto& part : provision.turn_parts().parts()) {
      if (part.has_throw_() && r.move.event.has_dice_thrown() && name == r.move.author) {
        std::int64_t pips = 0;
        for (const auto face : r.move.event.dice_thrown().faces()) pips += face;
        if (pips * part.throw_().points_per_pip_thousandths() == score.score().points()) return "points by a throw";
      }
      const bool voted =
          std::any_of(r.emitted.begin(), r.emitted.end(), [](const auto& one) { return outcome_in(one) != nullptr; });
      if (part.has_award() && voted && !score.score().proposal().empty() &&
          proponents_[number_in(score.score().proposal())] == name) {
        return "points by the turn";
      }
    }
  }
  return {};
}

bool Alone::is_awarded(const Record& r, const v1::Consequence& score, const v1::Award& award) {
  const auto proposal = number_in(score.score().proposal());
  const auto& name = player_of(score);
  const auto happened = [&](v1::Consequence::KindCase kind) {
    const auto all = of_kind(r.emitted, kind);
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return proposal_of(one) == proposal; });
  };
  const bool adopted = happened(v1::Consequence::kProposalAdopted);
  const bool defeated = happened(v1::Consequence::kProposalDefeated);
  bool occurs = false;
  std::string whom;
  switch (award.occasion()) {
    case v1::Award::ADOPTED:
      occurs = adopted;
      break;
    case v1::Award::DEFEATED:
      occurs = defeated;
      break;
    case v1::Award::VOTED_ON:
      occurs = adopted || defeated;
      break;
    case v1::Award::PROPOSED:
      occurs = happened(v1::Consequence::kProposalMade);
      break;
    case v1::Award::BALLOT_CAST:
      occurs = happened(v1::Consequence::kVoteCast) && name == r.move.author;
      break;
    case v1::Award::TURN_ENDED:
      for (const auto& ended : of_kind(r.emitted, v1::Consequence::kTurnEnded)) {
        occurs = true;
        whom = player_of(ended);
      }
      break;
    default:
      return false;
  }
  if (!occurs) return false;
  const bool fixed = award.amount().has_fixed_thousandths();
  if (fixed && award.amount().fixed_thousandths() != score.score().points()) return false;
  const auto& proponent = proponents_[proposal];
  // A leaver's ballot counted for what fell due before.
  if (score.happened_at() != 0 && r.move.event.has_player_forfeited() && name == r.move.author) return true;
  const auto ballots = voices_.ballots(proposal);
  const auto ballot = ballots.find(name);
  switch (award.recipient()) {
    case v1::Award::THE_PROPONENT:
      return name == proponent;
    case v1::Award::VOTERS_FOR:
      return ballot != ballots.end() && ballot->second == FOR;
    case v1::Award::VOTERS_AGAINST:
      return ballot != ballots.end() && ballot->second == AGAINST;
    case v1::Award::VOTERS:
      return ballot != ballots.end();
    case v1::Award::THE_PLAYER:
      return name == whom;
    case v1::Award::EVERYONE_ELSE:
      return name != proponent;
    default:
      return false;
  }
}

}  // namespace nomic::replay::test
