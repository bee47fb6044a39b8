// Plain words for awards: who gains or loses what, and when.
#include <fmt/format.h>

#include "clauses.h"

namespace nomic::tools::phrases {
namespace {

// What the award is about, where a vote is complete; else empty.
std::string_view outcome(v1::Award::Occasion occasion) {
  switch (occasion) {
    case v1::Award::ADOPTED:
      return "an adopted proposal";
    case v1::Award::DEFEATED:
      return "a defeated proposal";
    case v1::Award::VOTED_ON:
      return "a proposal that was voted on";
    default:
      return "";
  }
}

std::string_view event(v1::Award::Occasion occasion) {
  switch (occasion) {
    case v1::Award::PROPOSED:
      return "a proposal is made";
    case v1::Award::BALLOT_CAST:
      return "a ballot is cast";
    case v1::Award::WITHDRAWN:
      return "a proposal is taken back";
    case v1::Award::TURN_ENDED:
      return "a turn ends";
    case v1::Award::CIRCUIT_ENDED:
      return "a circuit ends";
    case v1::Award::JOINED:
      return "a player joins";
    case v1::Award::BECAME_INACTIVE:
      return "a player becomes inactive";
    default:
      return "a player is passed over";
  }
}

// Who gets it when a vote is complete. `proposal`: "an adopted proposal".
std::string at_outcome(v1::Award::Recipient recipient, std::string_view proposal) {
  switch (recipient) {
    case v1::Award::THE_PROPONENT:
      return fmt::format("the proponent of {}", proposal);
    case v1::Award::VOTERS_FOR:
      return fmt::format("each player who voted for {}", proposal);
    case v1::Award::VOTERS_AGAINST:
      return fmt::format("each player who voted against {}", proposal);
    case v1::Award::OTHER_VOTERS_FOR:
      return fmt::format("each other player who voted for {}", proposal);
    case v1::Award::VOTERS:
      return fmt::format("each player who cast a ballot on {}", proposal);
    case v1::Award::OTHER_VOTERS:
      return fmt::format("each other player who cast a ballot on {}", proposal);
    case v1::Award::FIRST_VOTER:
      return fmt::format("the player whose ballot came first on {}", proposal);
    case v1::Award::NON_VOTERS:
      return fmt::format("each eligible voter who cast no ballot on {}", proposal);
    case v1::Award::EVERYONE_ELSE:
      return fmt::format("every player but the proponent of {}", proposal);
    default:
      return fmt::format("for {}, every player", proposal);
  }
}

// Who gets it when a ballot is cast.
std::string_view at_ballot(v1::Award::Recipient recipient) {
  switch (recipient) {
    case v1::Award::VOTERS_FOR:
      return "its voter, if it is in favour,";
    case v1::Award::VOTERS_AGAINST:
      return "its voter, if it is against,";
    case v1::Award::OTHER_VOTERS_FOR:
      return "its voter, if it is in favour and not the proponent's,";
    case v1::Award::VOTERS:
      return "its voter";
    case v1::Award::OTHER_VOTERS:
      return "its voter, if it is not the proponent's,";
    case v1::Award::FIRST_VOTER:
      return "its voter, if it is the first,";
    default:
      return "";
  }
}

bool is_about_a_proposal(v1::Award::Occasion occasion) {
  return occasion == v1::Award::PROPOSED || occasion == v1::Award::BALLOT_CAST || occasion == v1::Award::WITHDRAWN;
}

// Who gets it when anything else happens.
std::string_view at_event(v1::Award::Occasion occasion, v1::Award::Recipient recipient) {
  switch (recipient) {
    case v1::Award::THE_PROPONENT:
      return "the proponent";
    case v1::Award::THE_PLAYER:
      return occasion == v1::Award::TURN_ENDED ? "the player whose turn it was" : "that player";
    case v1::Award::EVERYONE:
      return "every player";
    case v1::Award::EVERYONE_ELSE:
      return is_about_a_proposal(occasion) ? "every player but the proponent" : "every other player";
    default:
      return at_ballot(recipient);
  }
}

}  // namespace

Clauses clauses_of(const v1::Award& award) {
  const std::string within =
      award.has_within() ? fmt::format(" within {} of the proposal's being made", period(award.within())) : "";
  const std::string_view proposal = outcome(award.occasion());
  Clauses out;
  if (proposal.empty()) {
    out.add(fmt::format("whenever {}{}, {} {}", event(award.occasion()), within,
                        at_event(award.occasion(), award.recipient()), gains(award.amount())));
  } else {
    out.add(fmt::format("{}{} {}, by the rules just {} its effect", at_outcome(award.recipient(), proposal), within,
                        gains(award.amount()), award.reckoned() == v1::BEFORE_EFFECT ? "before" : "after"));
  }
  return out;
}

}  // namespace nomic::tools::phrases
