#include "nomic/service/reckoning_view.h"

#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {
namespace {

void fill(const v1::Reckoning::Share& share, v1::ReckoningView::Share& view) {
  view.set_number(share.number());
  view.set_minus(share.minus());
  view.set_votes_for(share.votes_for());
  view.set_votes_cast(share.votes_cast());
  view.set_decimals(share.decimals());
  if (share.votes_cast() == 0) return;
  const double difference = static_cast<double>(replay::number_in(share.number())) - static_cast<double>(share.minus());
  view.set_exact(difference * share.votes_for() / share.votes_cast());
}

void fill(const v1::Reckoning::Thrown& thrown, v1::ReckoningView::Thrown& view) {
  *view.mutable_faces() = thrown.faces();
  view.set_scoring(v1::ThrowPart::Scoring_Name(thrown.scoring()));
  view.set_pips(thrown.pips());
  view.set_points_per_pip(in_points(thrown.points_per_pip()));
  view.set_face_points(in_points(thrown.face_points()));
}

}  // namespace

v1::ReckoningView reckoning_view(const v1::Reckoning& how) {
  v1::ReckoningView view;
  switch (how.way_case()) {
    case v1::Reckoning::kShare:
      fill(how.share(), *view.mutable_share());
      break;
    case v1::Reckoning::kPerVote:
      view.mutable_per_vote()->set_points(in_points(how.per_vote().points()));
      view.mutable_per_vote()->set_votes(how.per_vote().votes());
      view.mutable_per_vote()->set_against(how.per_vote().against());
      break;
    case v1::Reckoning::kThrown:
      fill(how.thrown(), *view.mutable_thrown());
      break;
    case v1::Reckoning::kAnew:
      view.mutable_anew()->set_before(in_points(how.anew().before()));
      view.mutable_anew()->set_after(in_points(how.anew().after()));
      break;
    case v1::Reckoning::WAY_NOT_SET:
      break;
  }
  if (how.occasion() != v1::Award::OCCASION_UNSPECIFIED) view.set_occasion(v1::Award::Occasion_Name(how.occasion()));
  return view;
}

}  // namespace nomic::tools
