#include "change/rules_in_order.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "nomic/replay/reference.h"

namespace nomic::replay {

v1::Rule lift(State& state, std::uint32_t number) {
  auto& rules = state.edit_rules();
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.number() == number; });
  assert(found != rules.end());
  v1::Rule rule = *found;
  rules.erase(static_cast<int>(found - rules.begin()));
  return rule;
}

void set_down(State& state, v1::Rule rule) {
  auto& rules = state.edit_rules();
  int at = rules.size();
  while (at > 0 && comes_before(rule.number(), rules[at - 1].number())) --at;
  rules.insert(at, std::move(rule));
}

}  // namespace nomic::replay
