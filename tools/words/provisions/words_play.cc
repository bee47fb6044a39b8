// Plain words for the kinds that are about turns and winning.
#include <fmt/format.h>

#include "clauses.h"

namespace nomic::tools::phrases {
namespace {

// Who wins, up to the word "wins".
std::string winner(const v1::Victory& victory) {
  const bool every = victory.who() == v1::Victory::EVERY;
  const std::string_view who = every ? "every player" : "the first player";
  switch (victory.way_case()) {
    case v1::Victory::kPointsThousandths:
      return fmt::format("{} to reach {}", who, points(victory.points_thousandths()));
    case v1::Victory::kRounds:
      return fmt::format("{} to win {}", who, count(victory.rounds(), "round"));
    case v1::Victory::kLeaderAfterCircuit:
      return fmt::format("{} with most points when circuit {} is complete", every ? "every player" : "the player",
                         victory.leader_after_circuit());
    case v1::Victory::kLastPlayer:
      return fmt::format("{} left who has neither forfeited nor is inactive",
                         every ? "every player who is once the only one" : "the only player");
    default:
      return "the first player unable to complete a turn, where play cannot go on,";
  }
}

std::string_view what_it_ends(v1::Victory::Ends ends) {
  switch (ends) {
    case v1::Victory::GAME:
      return ", and that ends the game";
    case v1::Victory::ROUND:
      return ", and that ends the round: every score goes back to where players begin";
    case v1::Victory::NOTHING:
      return ", and play goes on";
    default:
      return "";
  }
}

std::string_view ties_words(v1::Victory::Ties ties) {
  switch (ties) {
    case v1::Victory::LEFT_TO_JUDGMENT:
      return "of several at once, a Judgment says who was first";
    case v1::Victory::ALL:
      return "of several at once, all win";
    case v1::Victory::NOBODY:
      return "of several at once, nobody wins until one stands highest alone";
    case v1::Victory::THE_MOVER:
      return "of several at once, the one whose turn it is wins";
    case v1::Victory::THE_HIGHEST:
      return "of several at once, the one with most points wins";
    default:
      return "";
  }
}

std::string_view order_words(v1::TurnOrder::Order order) {
  switch (order) {
    case v1::TurnOrder::SEATING:
      return "turns go clockwise, as players are seated";
    case v1::TurnOrder::SURNAME:
      return "turns go in the alphabetical order of surnames";
    case v1::TurnOrder::ALL_AT_ONCE:
      return "turns run beside one another, one for each player in a circuit";
    case v1::TurnOrder::NO_TURNS:
      return "there are no turns";
    default:
      return "";
  }
}

std::string_view pip_words(v1::ThrowPart::Scoring scoring) {
  switch (scoring) {
    case v1::ThrowPart::HIGHEST:
      return " of the highest face";
    case v1::ThrowPart::LOWEST:
      return " of the lowest face";
    case v1::ThrowPart::PRODUCT:
      return " of the product of the faces";
    default:
      return "";
  }
}

std::string_view committers_words(v1::ThrowPart::Committers committers) {
  switch (committers) {
    case v1::ThrowPart::OTHERS:
      return "every other player commits";
    case v1::ThrowPart::MOVER_AND_NEXT:
      return "the player and the next in order commit";
    default:
      return "every player commits";
  }
}

std::string_view missing_words(v1::ThrowPart::Missing missing) {
  switch (missing) {
    case v1::ThrowPart::LEFT_OUT:
      return "the faces come from the others";
    case v1::ThrowPart::LEAST_FACE:
      return "each die shows its least face";
    default:
      return "there is a new round without whoever kept it";
  }
}

// Where the faces come from, after what is scored; empty where it is anybody's choice.
std::string source_words(const v1::ThrowPart& part) {
  switch (part.source()) {
    case v1::ThrowPart::ANY_SOURCE:
      return ", by hand or by the program";
    case v1::ThrowPart::HAND:
      return ", thrown by hand";
    case v1::ThrowPart::PROGRAM:
      return ", thrown by the program";
    case v1::ThrowPart::REVEALED:
      break;
    default:
      return "";
  }
  std::string words =
      fmt::format(", its faces being derived from secrets to which {} first", committers_words(part.committers()));
  if (part.has_time_to_commit()) {
    words += fmt::format("; after {} without a commitment the round goes on without it", period(part.time_to_commit()));
  }
  if (part.has_time_to_reveal() || part.missing() != v1::ThrowPart::MISSING_UNSPECIFIED) {
    words += part.has_time_to_reveal() ? fmt::format("; after {} without a secret ", period(part.time_to_reveal()))
                                       : std::string("; without a secret ");
    words += missing_words(part.missing());
  }
  if (part.penalty_thousandths() != 0)
    words += fmt::format("; whoever is too late loses {}", points(part.penalty_thousandths()));
  if (part.secrets_stand()) words += "; no Judgment strikes a commitment or a secret";
  return words;
}

std::string throw_words(const v1::ThrowPart& part) {
  std::vector<std::string> scored;
  // Where nothing is gained for pips, how they are reckoned up does not matter, and is not said unless it is set.
  if (part.points_per_pip_thousandths() != 0 || part.scoring() != v1::ThrowPart::SCORING_UNSPECIFIED) {
    scored.push_back(
        fmt::format("{} for each pip{}", gains(part.points_per_pip_thousandths()), pip_words(part.scoring())));
  }
  for (const v1::ThrowPart::FacePoints& one : part.face_points()) {
    scored.push_back(fmt::format("{} for each {}", gains(one.points_thousandths()), one.face()));
  }
  const std::string dice = part.dice() == 1 ? fmt::format("one die of {} faces", part.faces())
                                            : fmt::format("{} dice of {} faces", part.dice(), part.faces());
  return fmt::format("a throw of {} that {}{}", dice, listed(scored, "and"), source_words(part));
}

std::string part_words(const v1::TurnPart& part) {
  switch (part.part_case()) {
    case v1::TurnPart::kThrow:
      return throw_words(part.throw_());
    case v1::TurnPart::kAward:
      return fmt::format("an award by which the proponent {}, by the rules just {} the effect",
                         gains(part.award().amount()),
                         part.award().reckoned() == v1::BEFORE_EFFECT ? "before" : "after");
    default:
      return "a proposal and its vote";
  }
}

}  // namespace

Clauses clauses_of(const v1::VictoryBound& bound) {
  Clauses out;
  out.add(bound.points_only() ? "winning consists in points, unless play cannot go on"
                              : "winning may consist in anything");
  return out;
}

Clauses clauses_of(const v1::Victory& victory) {
  Clauses out;
  out.add(fmt::format("{} wins{}", winner(victory), what_it_ends(victory.ends())));
  out.add(std::string(ties_words(victory.ties())));
  return out;
}

Clauses clauses_of(const v1::TurnOrder& order) {
  Clauses out;
  out.add(std::string(order_words(order.order())));
  if (order.has_starting_points_thousandths())
    out.add(fmt::format("a player begins with {}", points(order.starting_points_thousandths())));
  if (order.has_time_to_propose()) {
    out.add(fmt::format("who has not begun their turn {} after the one before is passed over",
                        period(order.time_to_propose())));
  }
  if (order.has_time_to_throw()) {
    out.add(fmt::format("the turn goes on without a throw that is not made within {}", period(order.time_to_throw())));
  }
  return out;
}

Clauses clauses_of(const v1::TurnParts& turn) {
  std::string parts;
  for (const v1::TurnPart& part : turn.parts()) parts += (parts.empty() ? "" : ", then ") + part_words(part);
  Clauses out;
  out.add("a turn consists of " + parts);
  return out;
}

}  // namespace nomic::tools::phrases
