#include "told_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

using replay::PastMove;
using replay::PastMoveKind;

PastError against(const ToldMove& told, const std::string& what) {
  return {fmt::format("line {} of the table of proposals cannot be: {}", told.row->line, what),
          "leave the row out, and write it into the play file by hand"};
}

std::uint32_t rule_of(const PastMove& move) {
  return move.rule == 0 ? move.number : move.rule;
}

bool touches(const PastMove& move, std::uint32_t number) {
  return number != 0 && (move.rule == number || move.number == number);
}

bool is_posted(const replay::PostedVersion& version, std::uint32_t number) {
  return std::any_of(version.rules.begin(), version.rules.end(),
                     [&](const replay::RuleCopy& rule) { return rule.number == number; });
}

// What the earlier move of a rule is once the later one is a part of it. False: the two are no one change.
bool take_in(PastMove& earlier, const PastMove& later) {
  if (later.kind == PastMoveKind::REPEAL || later.kind == PastMoveKind::TRANSMUTE) return false;
  if (!later.text.empty()) {
    if (earlier.kind == PastMoveKind::TRANSMUTE || earlier.kind == PastMoveKind::REPEAL) return false;
    if (earlier.kind != PastMoveKind::ENACT) earlier.kind = PastMoveKind::AMEND;
    earlier.text = later.text;
  }
  if (later.title) earlier.title = later.title;
  earlier.number = later.number;
  return true;
}

}  // namespace

std::optional<PastError> cannot_be_one(const PostedHistory& history, const ToldMoves& moves,
                                       const ToldMovePlaces& places) {
  const std::size_t version = places.front()->move.version;
  std::set<std::uint32_t> touched;
  for (auto at = moves.begin(); at != moves.end(); ++at) {
    const PastMove& move = at->move;
    if (move.version != version) continue;
    const bool here = std::find(places.begin(), places.end(), at) != places.end();
    if (here && move.rule != 0 && touched.count(move.rule) != 0) {
      return against(*at, fmt::format("rule {} is changed twice in {}", replay::numeral(move.rule),
                                      history.versions[version].name));
    }
    if (here && move.number != 0 && move.number != move.rule && version > 0 &&
        is_posted(history.versions[version - 1], move.number)) {
      return against(*at, fmt::format("another rule bears the number {} before {}", replay::numeral(move.number),
                                      history.versions[version].name));
    }
    touched.insert({move.rule, move.number});
  }
  return std::nullopt;
}

std::optional<PastError> adopt_with_first(const PostedHistory& history, ToldMoves& moves, ToldMovePlaces& places,
                                          std::vector<replay::PastSlip>& slips) {
  const std::size_t first = places.front()->move.version;
  replay::PastSlip slip;
  slip.kind = replay::PastSlipKind::POSTED_IN_PARTS;
  slip.version = first;
  slip.other = places.front()->row->number;
  ToldMovePlaces kept;
  for (const auto& place : places) {
    const PastMove& later = place->move;
    if (later.version == first) {
      kept.push_back(place);
      continue;
    }
    const auto earlier = std::find_if(
        kept.begin(), kept.end(), [&](const auto& one) { return later.rule != 0 && one->move.number == later.rule; });
    const bool same = earlier != kept.end();
    const auto begin = same ? *earlier : kept.back();
    for (auto between = std::next(begin); between != place; ++between) {
      PastMove& move = between->move;
      if (!touches(move, rule_of(later))) continue;
      const bool words = !move.text.empty() && !later.text.empty();
      if (!same || words || move.number != move.rule) {
        return against(*place, fmt::format("{} changes rule {} before {} does", history.versions[move.version].name,
                                           replay::numeral(rule_of(later)), history.versions[later.version].name));
      }
      move.rule = move.number = later.number;
    }
    for (std::size_t at = first; at < later.version && later.number != later.rule; ++at) {
      if (!is_posted(history.versions[at], later.number)) continue;
      return against(*place, fmt::format("another rule bears the number {} in {}", replay::numeral(later.number),
                                         history.versions[at].name));
    }
    if (same && !take_in((*earlier)->move, later)) {
      return against(*place, fmt::format("what {} does to rule {} is a change of its own",
                                         history.versions[later.version].name, replay::numeral(later.rule)));
    }
    slip.rules.push_back(rule_of(later));
    slip.until = later.version;
    if (!same) {
      kept.push_back(moves.insert(std::next(kept.back()), *place));
      kept.back()->move.version = first;
      kept.back()->move.since = (*kept.begin())->move.since;
    }
    moves.erase(place);
  }
  slips.push_back(std::move(slip));
  places = std::move(kept);
  return std::nullopt;
}

}  // namespace nomic::tools
