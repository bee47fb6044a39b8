#include "arithmetic.h"

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

std::uint32_t pips_scored(v1::ThrowPart::Scoring scoring, const std::vector<std::uint32_t>& faces) {
  if (faces.empty()) return 0;
  std::uint64_t pips = scoring == v1::ThrowPart::PRODUCT ? 1 : 0;
  for (const std::uint32_t face : faces) {
    if (scoring == v1::ThrowPart::PRODUCT) {
      pips *= face;
    } else {
      pips += face;
    }
  }
  if (scoring == v1::ThrowPart::HIGHEST) return *std::max_element(faces.begin(), faces.end());
  if (scoring == v1::ThrowPart::LOWEST) return *std::min_element(faces.begin(), faces.end());
  return static_cast<std::uint32_t>(pips);
}

}  // namespace

v1::Reckoning arithmetic_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour,
                            std::uint32_t cast) {
  v1::Reckoning how;
  switch (amount.way_case()) {
    case v1::Amount::kPopularity:
      how.mutable_share()->set_number(reference(proposal));
      how.mutable_share()->set_minus(amount.popularity().minus());
      how.mutable_share()->set_votes_for(in_favour);
      how.mutable_share()->set_votes_cast(cast);
      how.mutable_share()->set_decimals(amount.popularity().decimals());
      break;
    case v1::Amount::kPerVoteForThousandths:
      how.mutable_per_vote()->set_points(amount.per_vote_for_thousandths());
      how.mutable_per_vote()->set_votes(in_favour);
      break;
    case v1::Amount::kPerVoteAgainstThousandths:
      how.mutable_per_vote()->set_points(amount.per_vote_against_thousandths());
      how.mutable_per_vote()->set_votes(cast - in_favour);
      how.mutable_per_vote()->set_against(true);
      break;
    default:
      break;
  }
  return how;
}

v1::Reckoning arithmetic_of(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces) {
  v1::Reckoning how;
  auto& thrown = *how.mutable_thrown();
  for (const std::uint32_t face : faces) thrown.add_faces(face);
  const bool says = part.scoring() != v1::ThrowPart::SCORING_UNSPECIFIED;
  thrown.set_scoring(says ? part.scoring() : v1::ThrowPart::SUM);
  thrown.set_pips(pips_scored(thrown.scoring(), faces));
  thrown.set_points_per_pip(part.points_per_pip_thousandths());
  std::int64_t single = 0;
  for (const std::uint32_t face : faces) {
    for (const auto& own : part.face_points()) {
      if (own.face() == face) single += own.points_thousandths();
    }
  }
  thrown.set_face_points(single);
  return how;
}

v1::Reckoning arithmetic_anew(std::int64_t before, std::int64_t after) {
  v1::Reckoning how;
  how.mutable_anew()->set_before(before);
  how.mutable_anew()->set_after(after);
  return how;
}

}  // namespace nomic::replay::audit
