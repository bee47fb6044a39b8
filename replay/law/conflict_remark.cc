// A conflict as a remark.
#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

// How a rule came to yield, as a case.
std::string_view yields_by(Conflict::By by) {
  switch (by) {
    case Conflict::By::JUDGMENT:
      return "yields_by_judgment";
    case Conflict::By::STATUS:
      return "yields_by_status";
    case Conflict::By::CLAIM:
      return "yields_by_claim";
    case Conflict::By::DEFERENCE:
      return "yields_by_deference";
    case Conflict::By::HIGHER_NUMBER:
      return "yields_by_higher_number";
    case Conflict::By::LATER:
      return "yields_by_later";
    case Conflict::By::LOWER_NUMBER:
    case Conflict::By::NOTHING:
      break;
  }
  return "yields_by_lower_number";
}

std::string_view variant_of(const Conflict& conflict) {
  switch (conflict.end) {
    case Conflict::End::VOID:
      return "void";
    case Conflict::End::YIELDS:
      return yields_by(conflict.by);
    case Conflict::End::UNDECIDED:
      break;
  }
  return "undecided";
}

}  // namespace

Remark remark_of(const Conflict& conflict) {
  return remark_of(
      Topic::CONFLICT, variant_of(conflict),
      {{"winner", conflict.winner.number()}, {"loser", conflict.loser.number()}, {"point", conflict.point}});
}

std::vector<Conflict> conflicts_beyond(const std::vector<Conflict>& then, const std::vector<Conflict>& before) {
  const auto key = [](const Conflict& one) {
    return std::make_tuple(one.end, one.by, std::string_view(one.point), one.winner.number(), one.loser.number());
  };
  std::set<decltype(key(before.front()))> known;
  for (const Conflict& one : before) known.insert(key(one));
  std::vector<Conflict> beyond;
  std::copy_if(then.begin(), then.end(), std::back_inserter(beyond),
               [&](const Conflict& one) { return !known.contains(key(one)); });
  return beyond;
}

}  // namespace nomic::replay
