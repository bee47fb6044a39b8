// What can be satisfied of the kinds that are about turns, points and winning.
#include <fmt/format.h>

#include <set>

#include "nomic/replay/edition.h"
#include "provision_kinds.h"

namespace nomic::replay::provisions {
namespace {

constexpr std::uint32_t MOST_PARTS = 100;
constexpr std::uint32_t MOST_DICE = 100;
constexpr std::uint32_t MOST_DICE_MULTIPLIED = 3;
constexpr std::uint32_t FEWEST_FACES = 2;
constexpr std::uint32_t MOST_FACES = 1'000;
constexpr std::uint32_t MOST_ROUNDS = 1'000;

Status check_faces(const v1::ThrowPart& part, const std::string& path) {
  std::set<std::uint32_t> seen;
  for (int i = 0; i < part.face_points_size(); ++i) {
    const v1::ThrowPart::FacePoints& one = part.face_points(i);
    const std::string here = fmt::format("{}.face_points[{}]", path, i);
    Status status = all_of(in_range(below(here, "face"), one.face(), 1, part.faces()),
                           amount_in_bounds(below(here, "points_thousandths"), one.points_thousandths()));
    if (!status) return status;
    if (!seen.insert(one.face()).second) {
      return bad("face_twice", below(here, "face"), {{"value", one.face()}});
    }
  }
  return fine();
}

// What is said of commitments and secrets is for throws that are made of them.
Status check_reveals(const v1::ThrowPart& part, const std::string& path) {
  if (Status amount = amount_in_bounds(below(path, "penalty_thousandths"), part.penalty_thousandths()); !amount)
    return amount;
  if (part.penalty_thousandths() < 0) return bad("penalty_below_zero", below(path, "penalty"));
  if (part.source() == v1::ThrowPart::REVEALED) return fine();
  const char* field = part.committers() != 0            ? "committers"
                      : part.has_time_to_commit()       ? "time_to_commit"
                      : part.has_time_to_reveal()       ? "time_to_reveal"
                      : part.missing() != 0             ? "missing"
                      : part.penalty_thousandths() != 0 ? "penalty"
                      : part.secrets_stand()            ? "secrets_stand"
                                                        : nullptr;
  if (field == nullptr) return fine();
  return bad("not_revealed", below(path, field));
}

Status check_throw(const v1::ThrowPart& part, const std::string& path) {
  if (part.points_per_pip_thousandths() == 0 && part.face_points().empty()) {
    return bad("missing_points", below(path, "points_per_pip"));
  }
  const bool multiplied = part.scoring() == v1::ThrowPart::PRODUCT;
  return all_of(in_range(below(path, "dice"), part.dice(), 1, multiplied ? MOST_DICE_MULTIPLIED : MOST_DICE),
                in_range(below(path, "faces"), part.faces(), FEWEST_FACES, MOST_FACES),
                amount_in_bounds(below(path, "points_per_pip_thousandths"), part.points_per_pip_thousandths()),
                check_faces(part, path), check_reveals(part, path));
}

Status check_part(const v1::TurnPart& part, bool first, const std::string& path) {
  switch (part.part_case()) {
    case v1::TurnPart::kProposal:
      return first ? fine() : bad("second_proposal", path);
    case v1::TurnPart::kThrow:
      if (!first) return check_throw(part.throw_(), below(path, "throw"));
      break;
    case v1::TurnPart::kAward:
      if (!first) {
        const std::string here = below(path, "award");
        return all_of(check_amount(part.award().has_amount(), part.award().amount(), below(here, "amount")),
                      must_be_set(below(here, "reckoned"), part.award().reckoned(), *v1::Reckoned_descriptor()));
      }
      break;
    case v1::TurnPart::PART_NOT_SET:
      return bad("part_empty", path);
  }
  return bad("first_part", path);
}

// The occasions at which a vote is complete.
bool is_outcome(v1::Award::Occasion occasion) {
  return occasion == v1::Award::ADOPTED || occasion == v1::Award::DEFEATED || occasion == v1::Award::VOTED_ON;
}

bool has_ballots(v1::Award::Occasion occasion) {
  return is_outcome(occasion) || occasion == v1::Award::BALLOT_CAST;
}

bool is_about_a_proposal(v1::Award::Occasion occasion) {
  return has_ballots(occasion) || occasion == v1::Award::PROPOSED || occasion == v1::Award::WITHDRAWN;
}

bool happens_to_somebody(v1::Award::Occasion occasion) {
  return occasion != v1::Award::CIRCUIT_ENDED;
}

// Whether there is such a recipient at such an occasion.
bool fits(v1::Award::Occasion occasion, v1::Award::Recipient recipient) {
  if (is_for_voters(recipient)) return has_ballots(occasion);
  switch (recipient) {
    case v1::Award::NON_VOTERS:
      return is_outcome(occasion);
    case v1::Award::THE_PROPONENT:
      return is_about_a_proposal(occasion);
    case v1::Award::THE_PLAYER:
      return !is_about_a_proposal(occasion) && happens_to_somebody(occasion);
    case v1::Award::EVERYONE_ELSE:
      return happens_to_somebody(occasion);
    default:
      return true;
  }
}

Status check_recipient(const v1::Award& award) {
  if (fits(award.occasion(), award.recipient())) return fine();
  std::vector<std::string> fitting;
  const auto& all = *v1::Award::Recipient_descriptor();
  for (int i = 0; i < all.value_count(); ++i) {
    const int value = all.value(i)->number();
    if (value != 0 && fits(award.occasion(), static_cast<v1::Award::Recipient>(value))) {
      fitting.push_back(all.value(i)->name());
    }
  }
  return bad("no_recipient", "award.recipient",
             {{"value", v1::Award::Recipient_Name(award.recipient())},
              {"occasion", v1::Award::Occasion_Name(award.occasion())},
              {"values", fitting}});
}

// By what rules it is reckoned is a question only where a rule-change may take effect in between.
Status check_reckoned(const v1::Award& award) {
  if (is_outcome(award.occasion())) return must_be_set("award.reckoned", award.reckoned(), *v1::Reckoned_descriptor());
  if (award.reckoned() == v1::RECKONED_UNSPECIFIED) return fine();
  return bad("not_reckoned", "award.reckoned", {{"occasion", v1::Award::Occasion_Name(award.occasion())}});
}

Status check_votes_counted(const v1::Award& award) {
  const bool by_votes = award.amount().has_popularity() || award.amount().has_per_vote_for_thousandths() ||
                        award.amount().has_per_vote_against_thousandths();
  if (!by_votes || is_outcome(award.occasion())) return fine();
  return bad("no_votes_counted", "award.amount", {{"occasion", v1::Award::Occasion_Name(award.occasion())}});
}

Status check_within(const v1::Award& award) {
  if (!award.has_within()) return fine();
  const bool each_ballot = award.occasion() == v1::Award::BALLOT_CAST;
  if (each_ballot || (is_outcome(award.occasion()) && is_for_voters(award.recipient()))) return fine();
  return bad("within_without_ballots", "award.within");
}

// Each win of a round is one point on the way to the rounds that win.
Status check_win(const v1::Victory& victory) {
  if (victory.way_case() == v1::Victory::kUnableToCompleteTurn &&
      (victory.who() != 0 || victory.ends() != 0 || victory.ties() != 0)) {
    return bad("unable_with_more", "victory.unable_to_complete_turn");
  }
  if (victory.way_case() == v1::Victory::kRounds && victory.ends() == v1::Victory::ROUND) {
    return bad("rounds_end_round", "victory.ends");
  }
  return fine();
}

}  // namespace

Status check(const v1::Victory& victory) {
  Status win = check_win(victory);
  if (!win) return win;
  switch (victory.way_case()) {
    case v1::Victory::kPointsThousandths:
      return amount_in_bounds("victory.points_thousandths", victory.points_thousandths());
    case v1::Victory::kUnableToCompleteTurn:
      if (victory.unable_to_complete_turn()) return fine();
      return bad("no_way_to_win", "victory.unable_to_complete_turn");
    case v1::Victory::kRounds:
      return in_range("victory.rounds", victory.rounds(), 1, MOST_ROUNDS);
    case v1::Victory::kLeaderAfterCircuit:
      return in_range("victory.leader_after_circuit", victory.leader_after_circuit(), 1, LARGEST_NUMBER);
    case v1::Victory::kLastPlayer:
      if (victory.last_player()) return fine();
      return bad("no_way_to_win", "victory.last_player");
    case v1::Victory::kPoints:
    case v1::Victory::WAY_NOT_SET:
      break;
  }
  return bad("victory_without_way", "victory");
}

Status check(const v1::TurnOrder& order) {
  return amount_in_bounds("turn_order.starting_points_thousandths", order.starting_points_thousandths());
}

Status check(const v1::TurnParts& turn) {
  const auto count = static_cast<std::uint32_t>(turn.parts_size());
  if (count < 1 || count > MOST_PARTS) {
    return bad("number_of_parts", "turn_parts.parts", {{"value", count}, {"least", 1}, {"most", MOST_PARTS}});
  }
  for (int i = 0; i < turn.parts_size(); ++i) {
    Status part = check_part(turn.parts(i), i == 0, fmt::format("turn_parts.parts[{}]", i));
    if (!part) return part;
  }
  return fine();
}

Status check(const v1::Award& award) {
  return all_of(must_be_set("award.occasion", award.occasion(), *v1::Award::Occasion_descriptor()),
                must_be_set("award.recipient", award.recipient(), *v1::Award::Recipient_descriptor()),
                check_amount(award.has_amount(), award.amount(), "award.amount"), check_recipient(award),
                check_reckoned(award), check_votes_counted(award), check_within(award));
}

}  // namespace nomic::replay::provisions

namespace nomic::replay {

bool is_for_voters(v1::Award::Recipient recipient) {
  switch (recipient) {
    case v1::Award::VOTERS_FOR:
    case v1::Award::VOTERS_AGAINST:
    case v1::Award::OTHER_VOTERS_FOR:
    case v1::Award::VOTERS:
    case v1::Award::OTHER_VOTERS:
    case v1::Award::FIRST_VOTER:
      return true;
    default:
      return false;
  }
}

}  // namespace nomic::replay
