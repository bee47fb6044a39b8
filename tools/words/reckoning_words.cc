#include "nomic/words/reckoning_words.h"

#include <fmt/format.h>

#include <cstdlib>

#include "nomic/replay/reference.h"
#include "nomic/words/points_words.h"
#include "nomic/words/proposal_words.h"

namespace nomic::tools {
namespace {

constexpr std::int64_t POINT = 1000;

// A number of points that is no whole number of thousandths: "9.333...".
std::string inexact(std::int64_t points, std::uint32_t parts) {
  const std::int64_t size = std::abs(points);
  const std::int64_t thousandths = size % parts * POINT / parts;
  return fmt::format("{}{}.{:03}...", points < 0 ? "-" : "", size / parts, thousandths);
}

std::string to_the_nearest(std::uint32_t decimals) {
  switch (decimals) {
    case 0:
      return "to the nearest point";
    case 1:
      return "to one decimal";
    default:
      return fmt::format("to {} decimals", decimals);
  }
}

std::string reckoned(const v1::Reckoning::Share& share, std::int64_t points) {
  const std::int64_t cast = share.votes_cast();
  const std::string parts =
      fmt::format("({} - {}) x {}/{}", share.number(), share.minus(), share.votes_for(), share.votes_cast());
  if (cast == 0) return parts + ": no vote was cast, no points";
  const std::int64_t product = (std::int64_t{replay::number_in(share.number())} - share.minus()) * share.votes_for();
  const std::int64_t rest = product % cast * POINT;
  const std::string exact =
      rest % cast == 0 ? print_points(product / cast * POINT + rest / cast) : inexact(product, share.votes_cast());
  if (exact == print_points(points)) return fmt::format("{} = {}", parts, exact);
  return fmt::format("{} = {}, {} {}", parts, exact, to_the_nearest(share.decimals()), print_points(points));
}

std::string reckoned(const v1::Reckoning::PerVote& each) {
  return fmt::format("{} for each of {} {} {} = {}", print_points(each.points()), each.votes(),
                     each.votes() == 1 ? "vote" : "votes", each.against() ? "against" : "in favour",
                     print_points(each.points() * each.votes()));
}

// "thrown 4 + 5 = 9".
std::string pips_words(const v1::Reckoning::Thrown& thrown) {
  const auto faces = [&thrown](std::string_view between) {
    return fmt::format("thrown {}", fmt::join(thrown.faces(), between));
  };
  if (thrown.faces_size() == 1) return faces("");
  switch (thrown.scoring()) {
    case v1::ThrowPart::HIGHEST:
      return fmt::format("{}, the highest {}", faces(" and "), thrown.pips());
    case v1::ThrowPart::LOWEST:
      return fmt::format("{}, the lowest {}", faces(" and "), thrown.pips());
    case v1::ThrowPart::PRODUCT:
      return fmt::format("{} = {}", faces(" x "), thrown.pips());
    default:
      return fmt::format("{} = {}", faces(" + "), thrown.pips());
  }
}

std::string reckoned(const v1::Reckoning::Thrown& thrown) {
  std::string out = pips_words(thrown);
  std::int64_t by_pips = 0;
  std::int64_t all = 0;
  if (__builtin_mul_overflow(thrown.points_per_pip(), std::int64_t{thrown.pips()}, &by_pips) ||
      __builtin_add_overflow(by_pips, thrown.face_points(), &all)) {
    return out + ", more than a score can hold";
  }
  if (thrown.points_per_pip() != POINT) {
    out += fmt::format(", x {} = {}", print_points(thrown.points_per_pip()), print_points(by_pips));
  }
  if (thrown.face_points() != 0) {
    out += fmt::format(", and {} for single faces = {}", print_change(thrown.face_points()), print_points(all));
  }
  return out;
}

// What a reward or a penalty of so many points is for.
std::string reckoned(v1::Award::Occasion occasion, std::uint32_t proposal) {
  switch (occasion) {
    case v1::Award::ADOPTED:
      return the_proposal(proposal) + " is adopted";
    case v1::Award::DEFEATED:
      return the_proposal(proposal) + " is defeated";
    case v1::Award::VOTED_ON:
      return the_proposal(proposal) + " is voted on";
    case v1::Award::PROPOSED:
      return the_proposal(proposal) + " is made";
    case v1::Award::BALLOT_CAST:
      return "a ballot is cast on " + the_proposal(proposal);
    case v1::Award::WITHDRAWN:
      return the_proposal(proposal) + " is taken back";
    case v1::Award::TURN_ENDED:
      return "a turn ends";
    case v1::Award::CIRCUIT_ENDED:
      return "a circuit ends";
    case v1::Award::JOINED:
      return "a player joins";
    case v1::Award::BECAME_INACTIVE:
      return "a player becomes inactive";
    case v1::Award::PASSED_OVER:
      return "a player is passed over";
    default:
      return {};
  }
}

}  // namespace

std::string reckoning_words(const v1::Consequence::Score& score) {
  const v1::Reckoning& how = score.reckoning();
  switch (how.way_case()) {
    case v1::Reckoning::kShare:
      return reckoned(how.share(), score.points());
    case v1::Reckoning::kPerVote:
      return reckoned(how.per_vote());
    case v1::Reckoning::kThrown:
      return reckoned(how.thrown());
    case v1::Reckoning::kAnew:
      return fmt::format("all begin anew: from {} to {}", print_points(how.anew().before()),
                         print_points(how.anew().after()));
    case v1::Reckoning::WAY_NOT_SET:
      break;
  }
  return reckoned(how.occasion(), replay::number_in(score.proposal()));
}

std::string arithmetic_words(const v1::Consequence::Score& score) {
  const v1::Reckoning& how = score.reckoning();
  if (how.way_case() == v1::Reckoning::WAY_NOT_SET) return {};
  const v1::Reckoning::Thrown& thrown = how.thrown();
  const bool its_pips = thrown.faces_size() == 1 && thrown.points_per_pip() == POINT && thrown.face_points() == 0;
  return its_pips ? std::string() : reckoning_words(score);
}

}  // namespace nomic::tools
