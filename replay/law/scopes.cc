#include "nomic/replay/law/scopes.h"

#include <algorithm>

namespace nomic::replay {
namespace {

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// An empty list is no limit.
template <class List>
bool intersect(const List& a, const List& b) {
  if (a.empty() || b.empty()) return true;
  return std::any_of(a.begin(), a.end(), [&](const auto& value) { return contains(b, value); });
}

template <class List>
bool within(const List& a, const List& b) {
  if (b.empty()) return true;
  if (a.empty()) return false;
  return std::all_of(a.begin(), a.end(), [&](const auto& value) { return contains(b, value); });
}

bool in_mode(const v1::Scope& scope, v1::Mode mode) {
  return scope.mode() == v1::MODE_UNSPECIFIED || scope.mode() == mode;
}

}  // namespace

bool covers(const v1::Scope& scope, const Case& c, v1::Mode mode) {
  if (!in_mode(scope, mode)) return false;
  if (!scope.changes().empty() && !contains(scope.changes(), static_cast<int>(c.change))) return false;
  return scope.players().empty() || contains(scope.players(), c.player);
}

bool overlap(const v1::Scope& a, const v1::Scope& b, v1::Mode mode) {
  return in_mode(a, mode) && in_mode(b, mode) && intersect(a.changes(), b.changes()) &&
         intersect(a.players(), b.players());
}

bool strictly_narrower(const v1::Scope& a, const v1::Scope& b) {
  const bool a_in_b = within(a.changes(), b.changes()) && within(a.players(), b.players());
  const bool b_in_a = within(b.changes(), a.changes()) && within(b.players(), a.players());
  return a_in_b && !b_in_a;
}

}  // namespace nomic::replay
