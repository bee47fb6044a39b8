#include "known_names.h"

#include <string>
#include <vector>

namespace nomic::replay {
namespace {

using Names = std::vector<std::string>;

void add_names(const v1::Finding& finding, Names& names) {
  switch (finding.kind_case()) {
    case v1::Finding::kPlayer:
      names.push_back(finding.player().player());
      break;
    case v1::Finding::kBallot:
      names.push_back(finding.ballot().player());
      break;
    case v1::Finding::kPoints:
      names.push_back(finding.points().player());
      break;
    case v1::Finding::kWinner:
      names.push_back(finding.winner());
      break;
    case v1::Finding::kVoidRule:
    case v1::Finding::kPrevailingRule:
    case v1::Finding::kOutcome:
    case v1::Finding::kEndOfDebate:
    case v1::Finding::kNumber:
    case v1::Finding::KIND_NOT_SET:
      break;
  }
}

void add_names(const google::protobuf::RepeatedPtrField<v1::RuleChange>& changes, Names& names) {
  for (const v1::RuleChange& change : changes) {
    for (const v1::Provision& provision : change.provisions()) {
      for (const std::string& player : provision.scope().players()) names.push_back(player);
      if (provision.judgment().has_judge()) names.push_back(provision.judgment().judge());
    }
  }
}

Names names_in(const v1::Event& event) {
  Names names;
  add_names(event.proposal_made().changes(), names);
  add_names(event.proposal_revised().changes(), names);
  add_names(event.act_performed().changes(), names);
  if (event.has_seat_restored()) names.push_back(event.seat_restored().player());
  for (const v1::Finding& finding : event.judgment_delivered().findings()) add_names(finding, names);
  for (const v1::PointsFinding& points : event.act_performed().points()) names.push_back(points.player());
  for (const v1::Attribute& attribute : event.act_performed().attributes()) {
    if (!attribute.player().empty()) names.push_back(attribute.player());
  }
  return names;
}

}  // namespace

Status names_are_known(const Game& game, const v1::Event& event) {
  v1::Event inner;
  const bool contested = event.has_move_contested() && inner.ParseFromString(event.move_contested().event());
  for (const std::string& name : names_in(contested ? inner : event)) {
    NOMIC_TRY(game.player(name).status());
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
