#include "dues.h"

#include <algorithm>
#include <utility>

#include "arithmetic.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

bool occurs(v1::Award::Occasion rule, v1::Award::Occasion what) {
  if (rule == what) return true;
  return rule == v1::Award::VOTED_ON && (what == v1::Award::ADOPTED || what == v1::Award::DEFEATED);
}

std::vector<std::string> who(const Books& books, const v1::Award& award, const Happening& what) {
  std::vector<std::string> names;
  const std::string proponent = what.proposal == nullptr ? std::string() : what.proposal->proponent;
  const auto voters = [&](const auto& wanted) {
    if (what.count == nullptr || what.proposal == nullptr) return;
    for (const auto& ballot : what.count->ballots) {
      // Of a day, whether it was in time must be certain.
      const auto made = what.proposal->made_time - what.proposal->made_within;
      const bool late = award.has_within() && ballot.time - made >= micros(award.within());
      if (!late && wanted(ballot)) names.push_back(ballot.player);
    }
  };
  const auto everyone_but = [&](const std::string& but) {
    for (const auto& player : books.players) {
      if (!player.left && player.name != but) names.push_back(player.name);
    }
  };
  switch (award.recipient()) {
    case v1::Award::THE_PROPONENT:
      if (!proponent.empty()) names.push_back(proponent);
      break;
    case v1::Award::VOTERS_FOR:
      voters([](const auto& ballot) { return ballot.choice == v1::VoteCast::FOR; });
      break;
    case v1::Award::VOTERS_AGAINST:
      voters([](const auto& ballot) { return ballot.choice == v1::VoteCast::AGAINST; });
      break;
    case v1::Award::OTHER_VOTERS_FOR:
      voters([&](const auto& ballot) { return ballot.choice == v1::VoteCast::FOR && ballot.player != proponent; });
      break;
    case v1::Award::VOTERS:
      voters([](const auto&) { return true; });
      break;
    case v1::Award::OTHER_VOTERS:
      voters([&](const auto& ballot) { return ballot.player != proponent; });
      break;
    case v1::Award::FIRST_VOTER: {
      const BookBallot* first = nullptr;
      for (const auto& ballot : what.proposal == nullptr ? std::vector<BookBallot>() : what.proposal->ballots) {
        if (!ballot.withdrawn && first == nullptr) first = ballot_of(*what.proposal, ballot.player);
      }
      if (first != nullptr) voters([&](const auto& ballot) { return ballot.player == first->player; });
      break;
    }
    case v1::Award::NON_VOTERS:
      if (what.count != nullptr) names = what.count->missing;
      break;
    case v1::Award::THE_PLAYER:
      if (!what.player.empty()) names.push_back(what.player);
      break;
    case v1::Award::EVERYONE:
      everyone_but({});
      break;
    case v1::Award::EVERYONE_ELSE:
      everyone_but(proponent.empty() ? what.player : proponent);
      break;
    default:
      break;
  }
  return names;
}

// Whether it is reckoned from the number of a proposal whose number is not known.
bool by_unknown_number(const v1::Amount& amount, std::uint32_t proposal) {
  return amount.has_popularity() && is_unnumbered(proposal);
}

std::vector<std::uint32_t> lineages_of(const Point& point) {
  std::vector<std::uint32_t> all;
  for (const auto* rule : point.by) all.push_back(rule->lineage);
  return all;
}

}  // namespace

bool rests_on_unknown(const v1::Award& award, const Happening& what) {
  if (what.proposal != nullptr && by_unknown_number(award.amount(), what.proposal->number)) return true;
  const auto* count = what.count;
  if (count == nullptr) return false;
  if (!count->known) return true;
  switch (award.recipient()) {
    case v1::Award::VOTERS_FOR:
    case v1::Award::OTHER_VOTERS_FOR:
      return !count->for_known;
    case v1::Award::VOTERS_AGAINST:
      return !count->against_known;
    case v1::Award::VOTERS:
    case v1::Award::OTHER_VOTERS:
    case v1::Award::FIRST_VOTER:
    case v1::Award::NON_VOTERS:
      return !count->for_known || !count->against_known;
    default:
      return false;
  }
}

Cause cause_of(const v1::Award& award) {
  switch (award.recipient()) {
    case v1::Award::THE_PROPONENT:
      return Cause::PROPONENT;
    case v1::Award::THE_PLAYER:
    case v1::Award::EVERYONE:
    case v1::Award::EVERYONE_ELSE:
      return Cause::OTHER;
    default:
      return Cause::VOTERS;
  }
}

std::vector<AwardBefore> awards_in_force(const Reading& law) {
  std::vector<AwardBefore> all;
  for (const auto& clause : law.all(v1::Provision::kAward)) {
    all.push_back({clause.rule->lineage, clause.provision->award()});
  }
  return all;
}

namespace {

// When each of the awards counts what happened. One that amends another counts when that one says: of a rule's awards
// one for the same recipients, else the next that is left.
std::vector<v1::Reckoned> award_moments(const std::vector<Clause>& clauses, const Happening& what) {
  std::vector<v1::Reckoned> moments;
  std::vector<const AwardBefore*> left;
  moments.reserve(clauses.size());
  for (const auto& clause : clauses) moments.push_back(clause.provision->award().reckoned());
  if (what.before == nullptr) return moments;
  for (const auto& one : *what.before) {
    if (occurs(one.says.occasion(), what.occasion)) left.push_back(&one);
  }
  std::vector<bool> found(clauses.size(), false);
  const auto amend = [&](bool any_recipient) {
    for (std::size_t place = 0; place < clauses.size(); ++place) {
      const auto& award = clauses[place].provision->award();
      if (found[place] || !occurs(award.occasion(), what.occasion)) continue;
      const auto was = std::find_if(left.begin(), left.end(), [&](const AwardBefore* one) {
        return one->lineage == clauses[place].rule->lineage &&
               (any_recipient || one->says.recipient() == award.recipient());
      });
      if (was == left.end()) continue;
      found[place] = true;
      moments[place] = (*was)->says.reckoned();
      left.erase(was);
    }
  };
  amend(false);
  amend(true);
  return moments;
}

}  // namespace

std::vector<Due> awards_due(const Books& books, const Reading& law, const Happening& what) {
  std::vector<Due> dues;
  const auto clauses = law.all(v1::Provision::kAward);
  const auto moments = award_moments(clauses, what);
  const auto number = what.proposal == nullptr ? 0 : what.proposal->number;
  const auto in_favour = what.count == nullptr ? 0 : what.count->in_favour;
  const auto cast = what.count == nullptr ? 0 : what.count->cast();
  const auto counted = std::min(clauses.size(), AWARDS_LIMIT);
  for (std::size_t place = 0; place < counted; ++place) {
    const auto& clause = clauses[place];
    const auto& award = clause.provision->award();
    if (moments[place] != what.reckoned || !occurs(award.occasion(), what.occasion)) continue;
    if (rests_on_unknown(award, what)) continue;
    for (const auto& name : who(books, award, what)) {
      const auto about =
          what.proposal == nullptr ? Case{v1::CHANGE_KIND_UNSPECIFIED, name} : case_of(*what.proposal, name);
      const auto* player = books.player(name);
      if (player == nullptr || player->left || !law.covers(clause.provision->scope(), about)) continue;
      auto how = arithmetic_of(award.amount(), number, in_favour, cast);
      how.set_occasion(what.occasion);
      dues.push_back({name,
                      points_due(award.amount(), number, in_favour, cast),
                      {clause.rule->lineage},
                      cause_of(award),
                      number,
                      std::move(how)});
    }
  }
  return dues;
}

Point parts_of(const Reading& law, const BookTurn& turn) {
  return law.point(v1::Provision::kTurnParts, v1::TurnParts::kPartsFieldNumber,
                   {v1::CHANGE_KIND_UNSPECIFIED, turn.mover});
}

const v1::ThrowPart* throw_due(const Progress& progress, const Point& parts) {
  if (!progress.throwing || !parts) return nullptr;
  const auto& all = parts.says->turn_parts().parts();
  const int at = static_cast<int>(progress.done);
  return at < all.size() && all.Get(at).has_throw_() ? &all.Get(at).throw_() : nullptr;
}

std::vector<Due> begin_parts(const Reading& law, const BookTurn& turn, const Count& count, Progress& progress) {
  std::vector<Due> dues;
  progress = {1, false, false, {}};
  const auto parts = parts_of(law, turn);
  if (!parts) return dues;
  progress.parts = parts.says->turn_parts().SerializeAsString();
  for (const auto& part : parts.says->turn_parts().parts()) {
    if (!part.has_award() || part.award().reckoned() != v1::BEFORE_EFFECT) continue;
    progress.paid_before = true;
    if (!count.known || by_unknown_number(part.award().amount(), turn.proposal)) continue;
    const auto points = points_due(part.award().amount(), turn.proposal, count.in_favour, count.cast());
    dues.push_back({turn.mover, points, lineages_of(parts), Cause::PART, turn.proposal,
                    arithmetic_of(part.award().amount(), turn.proposal, count.in_favour, count.cast())});
  }
  return dues;
}

std::vector<Due> go_on(const Books& books, const Reading& law, const BookTurn& turn, Progress& progress) {
  std::vector<Due> dues;
  progress.throwing = false;
  const auto parts = parts_of(law, turn);
  if (!parts) return dues;
  const auto* mover = books.player(turn.mover);
  const bool here = mover != nullptr && !mover->left;
  const auto& all = parts.says->turn_parts().parts();
  const bool as_before = progress.parts == parts.says->turn_parts().SerializeAsString();
  for (; static_cast<int>(progress.done) < all.size(); ++progress.done) {
    const auto& part = all.Get(static_cast<int>(progress.done));
    if (part.has_throw_() && here && turn.thrown_early.count(progress.done) == 0) {
      progress.throwing = true;
      break;
    }
    if (!part.has_award() || !here || turn.votes_unknown) continue;
    if (by_unknown_number(part.award().amount(), turn.proposal)) continue;
    // Each award once: those that were reckoned before the effect have been paid.
    if (progress.paid_before && (!as_before || part.award().reckoned() == v1::BEFORE_EFFECT)) continue;
    const auto points = points_due(part.award().amount(), turn.proposal, turn.votes_for, turn.votes_cast);
    dues.push_back({turn.mover, points, lineages_of(parts), Cause::PART, turn.proposal,
                    arithmetic_of(part.award().amount(), turn.proposal, turn.votes_for, turn.votes_cast)});
  }
  return dues;
}

}  // namespace nomic::replay::audit
