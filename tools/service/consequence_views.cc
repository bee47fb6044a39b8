#include "nomic/service/consequence_views.h"

#include "nomic/replay/point.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {

v1::ConsequenceView consequence_view(const v1::Consequence& consequence) {
  v1::ConsequenceView view;
  view.set_kind(v1::Consequence::Kind_Name(consequence.kind()));
  view.set_player(consequence.player());
  view.set_points(in_points(consequence.points()));
  view.set_total(in_points(consequence.total()));
  view.set_rule(consequence.rule().number());
  view.set_rule_since(count32(consequence.rule().since()));
  view.set_proposal(consequence.proposal());
  view.set_from_number(consequence.from_number());
  view.set_to_number(consequence.to_number());
  if (consequence.status() != v1::RULE_STATUS_UNSPECIFIED) view.set_status(v1::RuleStatus_Name(consequence.status()));
  view.set_votes_for(consequence.votes_for());
  view.set_votes_against(consequence.votes_against());
  view.set_eligible(consequence.eligible());
  view.set_turn(consequence.turn());
  view.set_circuit(consequence.circuit());
  view.set_in_favour(consequence.in_favour());
  view.set_reached_at(count32(consequence.reached_at()));
  view.set_text(consequence.text());
  view.set_abstained(consequence.abstained());
  view.set_abstentions(consequence.abstentions());
  return view;
}

v1::MoveView move_view(const replay::Receipt& receipt) {
  v1::MoveView view;
  view.set_index(count32(receipt.index));
  view.set_hash(receipt.hash.hex());
  for (const v1::Consequence& consequence : receipt.consequences)
    *view.add_consequences() = consequence_view(consequence);
  view.set_recorded_at(replay::print_time(receipt.recorded_at));
  view.set_dry_run(receipt.dry_run);
  view.set_repeated_request(receipt.repeated_request);
  for (const std::string& warning : receipt.warnings) view.add_warnings(warning);
  return view;
}

}  // namespace nomic::tools
