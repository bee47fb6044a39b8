#include "game/automatic.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace nomic::replay {

bool change_by_itself(v1::Provision& provision) {
  if (!provision.has_adoption() || !provision.adoption().has_later()) return false;
  auto& adoption = *provision.mutable_adoption();
  *adoption.mutable_quota() = adoption.later().quota();
  adoption.clear_later();
  return true;
}

void make_automatic_changes(Play& play, std::uint32_t circuit) {
  std::vector<std::uint32_t> changed;
  for (auto& rule : *play.state.mutable_rules()) {
    bool any = false;
    for (auto& provision : *rule.mutable_provisions()) {
      if (provision.adoption().later().after_circuit() == circuit) any = change_by_itself(provision) || any;
    }
    if (!any) continue;
    rule.mutable_sources()->rbegin()->set_automatic_change(play.move.index);
    rule.set_since(play.move.index);
    changed.push_back(rule.number());
  }
  for (const auto number : changed) {
    auto& told = play.tell(v1::Consequence::RULE_CHANGED_ITSELF, ref_to(*find_rule(play.state, number)));
    told.set_from_number(number);
    told.set_to_number(number);
    told.set_circuit(circuit);
  }
  if (!changed.empty()) play.rules_changed();
}

}  // namespace nomic::replay
