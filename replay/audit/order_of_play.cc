// The order of play: who comes after whom, who is moving, and who judges.

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <tuple>

#include "reckon.h"

namespace nomic::replay::audit {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

v1::TurnOrder::Order order_of(const Reading& law) {
  const auto& order = law.point(v1::Provision::kTurnOrder, v1::TurnOrder::kOrderFieldNumber);
  return order ? order.says->turn_order().order() : v1::TurnOrder::ORDER_UNSPECIFIED;
}

std::vector<const BookPlayer*> ring(const Books& books, const Reading& law) {
  std::vector<const BookPlayer*> all;
  all.reserve(books.players.size());
  for (const auto& player : books.players) all.push_back(&player);
  if (order_of(law) == v1::TurnOrder::SURNAME) {
    std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
      return std::tie(a->sort_key, a->folded) < std::tie(b->sort_key, b->folded);
    });
  }
  return all;
}

const BookPlayer* first_in_order(const Books& books, const Reading& law) {
  for (const auto* player : ring(books, law)) {
    if (takes_turns(law, *player)) return player;
  }
  return nullptr;
}

const BookPlayer* after(const Books& books, const Reading& law, const std::string& name) {
  auto all = ring(books, law);
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == name; });
  if (at != all.end()) std::rotate(all.begin(), at + 1, all.end());
  for (const auto* player : all) {
    if (takes_turns(law, *player)) return player;
  }
  return nullptr;
}

namespace {

bool is_here(const Books& books, const std::string& name) {
  const auto* player = books.player(name);
  return player != nullptr && !player->left;
}

// The Judge of the turn: the first who sat and is in the game, else the last.
const std::string& judge_of_turn(const Books& books) {
  const auto& before = books.dispute.sat_before;
  const auto here = std::find_if(before.begin(), before.end(), [&](const auto& name) { return is_here(books, name); });
  return here == before.end() ? books.dispute.sitting : *here;
}

}  // namespace

std::string moving(const Books& books, const Reading& law) {
  const bool rests = books.between_turns() || books.won;
  return order_of(law) == v1::TurnOrder::NO_TURNS && rests ? std::string() : books.turn.mover;
}

bool is_of_judgment(const v1::Consequence& emitted) {
  switch (emitted.kind_case()) {
    case Kind::kJudgmentInvoked:
    case Kind::kJudgmentDelivered:
    case Kind::kOverruleVoted:
    case Kind::kJudgmentOverruled:
    case Kind::kConsented:
    case Kind::kGameClosed:
    case Kind::kMoveStruck:
    case Kind::kMoveFallen:
    case Kind::kMoveUpheld:
    case Kind::kMoveStands:
    case Kind::kFindingFallen:
    case Kind::kFindingStands:
    case Kind::kEffectsFallen:
    case Kind::kEffectsStand:
    case Kind::kReckonedAnew:
    case Kind::kKeyAdmitted:
      return true;
    default:
      return false;
  }
}

BookJudgmentRule judgment_rule_now(const Reading& law) {
  BookJudgmentRule rule;
  const auto* type = v1::Judgment::descriptor();
  for (int at = 0; at < type->field_count(); ++at) {
    const auto& field = *type->field(at);
    const auto& point = law.point(v1::Provision::kJudgment, field.number());
    if (!point) continue;
    v1::Judgment one = point.says->judgment();
    std::vector<const google::protobuf::FieldDescriptor*> set;
    v1::Judgment::GetReflection()->ListFields(one, &set);
    for (const auto* other : set) {
      if (other->number() != field.number()) v1::Judgment::GetReflection()->ClearField(&one, other);
    }
    rule.says.MergeFrom(one);
    rule.by[field.number()] = {point.by.front()->number, point.by.front()->lineage};
  }
  return rule;
}

bool same_judgment(const BookJudgmentRule& one, const BookJudgmentRule& other) {
  return one.says.SerializeAsString() == other.says.SerializeAsString();
}

JudgmentPoint judgment_point(const Books& books, const Reading& law, int field) {
  if (const auto& kept = books.dispute.rule_before_act) {
    const auto found = kept->by.find(field);
    if (found == kept->by.end()) return {};
    return {kept->says, found->second.number, found->second.lineage, true};
  }
  const auto& point = law.point(v1::Provision::kJudgment, field);
  if (!point) return {};
  return {point.says->judgment(), point.by.front()->number, point.by.front()->lineage, true};
}

void seat_successor(Books& books, const Reading& law) {
  auto& dispute = books.dispute;
  if (dispute.sitting.empty()) return;
  const auto one_a_turn = judgment_point(books, law, v1::Judgment::kOneJudgeATurnFieldNumber);
  if (!one_a_turn || !one_a_turn.says.one_judge_a_turn()) return;
  if (dispute.sitting.empty() || is_here(books, judge_of_turn(books))) return;
  const auto open = std::find_if(dispute.questions.begin(), dispute.questions.end(),
                                 [](const auto& question) { return !question.answered; });
  if (open == dispute.questions.end()) return;
  const BookQuestion first{open->record, {}, false, false};
  const auto judges = sitting_judges(books, law, &first);
  if (judges.empty()) return;
  dispute.sat_before.push_back(dispute.sitting);
  dispute.sitting = judges.front();
}

std::vector<std::string> sitting_judges(const Books& books, const Reading& law, const BookQuestion* question) {
  std::vector<std::string> names;
  const auto says = [&](int field) { return judgment_point(books, law, field); };
  const auto seat = says(v1::Judgment::kSeatFieldNumber);
  if (!seat) return names;
  const auto where = seat.says.seat();
  const auto named = says(v1::Judgment::kJudgeFieldNumber);
  const auto many = says(v1::Judgment::kJudgesFieldNumber);
  const auto mates = says(v1::Judgment::kPassOverTeamMatesFieldNumber);
  const auto one_a_turn = says(v1::Judgment::kOneJudgeATurnFieldNumber);
  // Backwards from the one moving, or from the one named, who comes first; or onwards.
  auto all = ring(books, law);
  if (where == v1::Judgment::RIGHT_NEIGHBOUR) {
    all.clear();
    for (const auto& player : books.players) all.push_back(&player);
  }
  const bool by_name = where == v1::Judgment::NAMED;
  const std::string from = by_name ? (named ? named.says.judge() : std::string()) : books.turn.mover;
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == from; });
  if (at != all.end()) {
    if (where == v1::Judgment::FOLLOWING) {
      std::rotate(all.begin(), at + 1, all.end());
    } else {
      std::rotate(all.begin(), by_name ? at + 1 : at, all.end());
      std::reverse(all.begin(), all.end());
    }
  }
  if (one_a_turn && one_a_turn.says.one_judge_a_turn() && !books.dispute.sitting.empty()) {
    const auto& judge = judge_of_turn(books);
    const auto sits = std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == judge; });
    if (sits != all.end()) std::rotate(all.begin(), sits, all.end());
  }
  const auto* mover = books.player(moving(books, law));
  const std::size_t wanted = many ? many.says.judges() : 1;
  for (const auto* player : all) {
    if (names.size() == wanted) break;
    if (player->left || player == mover || is_left_out(law, *player, v1::Inactivity::JUDGING)) continue;
    const bool mate = mover != nullptr && !mover->team.empty() && mover->team == player->team;
    if (mate && mates && mates.says.pass_over_team_mates()) continue;
    // Who has joined since the question was asked does not judge it.
    if (question != nullptr && player->joined_at > question->record) continue;
    if (question == nullptr || !has(question->overruled, player->name)) names.push_back(player->name);
  }
  return names;
}

}  // namespace nomic::replay::audit
