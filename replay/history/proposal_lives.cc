// Proposals from their making to their end: read from what the records brought about.
#include <algorithm>

#include "nomic/replay/lives.h"

namespace nomic::replay {
namespace {

bool ends_proposal(v1::Consequence::Kind kind) {
  return kind == v1::Consequence::PROPOSAL_ADOPTED || kind == v1::Consequence::PROPOSAL_DEFEATED ||
         kind == v1::Consequence::OUTCOME_UNDETERMINED || kind == v1::Consequence::PROPOSAL_WITHDRAWN ||
         kind == v1::Consequence::OUTCOME_ATTESTED;
}

v1::VoteCast::Choice choice_of(const v1::Consequence& told) {
  if (told.abstained()) return v1::VoteCast::ABSTAIN;
  return told.in_favour() ? v1::VoteCast::FOR : v1::VoteCast::AGAINST;
}

}  // namespace

// A number may be given anew where the proposal that bore it was struck: the latest is meant.
ProposalLife* ProposalLives::open(std::uint32_t number) {
  const auto [begin, end] = lives_.equal_range(number);
  return begin == end ? nullptr : &std::prev(end)->second;
}

void ProposalLives::cast(const Played& played, const v1::Consequence& told) {
  auto* life = open(told.proposal());
  if (life == nullptr) return;
  for (auto& vote : life->votes) {
    if (vote.player == told.player() && vote.standing == CastVote::Standing::COUNTS) {
      vote.standing = CastVote::Standing::SUPERSEDED;
    }
  }
  life->votes.push_back({told.player(), choice_of(told), played.record.index.value, CastVote::Standing::COUNTS});
}

void ProposalLives::strike(std::uint64_t record, bool struck) {
  const auto from = struck ? CastVote::Standing::COUNTS : CastVote::Standing::STRUCK;
  const auto to = struck ? CastVote::Standing::STRUCK : CastVote::Standing::COUNTS;
  for (auto& [number, life] : lives_) {
    for (auto& vote : life.votes) {
      if (vote.record == record && vote.standing == from) vote.standing = to;
    }
  }
}

void ProposalLives::see(const Played& played) {
  for (const auto& told : played.consequences) see_one(played, told);
}

void ProposalLives::see_one(const Played& played, const v1::Consequence& told) {
  const auto record = played.record.index.value;
  if (told.kind() == v1::Consequence::PROPOSAL_MADE) {
    ProposalLife made;
    made.number = told.proposal();
    made.proponent = told.player();
    made.made = made.form = record;
    made.made_at = played.record.recorded_at.value;
    lives_.emplace(made.number, std::move(made));
    return;
  }
  if (told.kind() == v1::Consequence::MOVE_STRUCK || told.kind() == v1::Consequence::MOVE_FALLEN) {
    return strike(told.reached_at(), true);
  }
  if (told.kind() == v1::Consequence::MOVE_STANDS) return strike(told.reached_at(), false);
  auto* life = open(told.proposal());
  if (told.proposal() == 0 || life == nullptr) return;
  if (ends_proposal(told.kind())) {
    life->outcome = told;
    life->ended_at = played.record.recorded_at.value;
    return;
  }
  const auto close = [&](CastVote::Standing standing) {
    for (auto& vote : life->votes) {
      if (vote.player == told.player() && vote.standing == CastVote::Standing::COUNTS) vote.standing = standing;
    }
  };
  switch (told.kind()) {
    case v1::Consequence::PROPOSAL_REVISED:
      life->revised.push_back(record);
      life->form = record;
      break;
    case v1::Consequence::VOTE_CALLED:
      life->called = record;
      break;
    case v1::Consequence::VOTE_CAST:
    case v1::Consequence::VOTE_CHANGED:
      cast(played, told);
      break;
    case v1::Consequence::VOTE_WITHDRAWN:
      close(CastVote::Standing::WITHDRAWN);
      break;
    case v1::Consequence::BALLOT_DROPPED:
      close(CastVote::Standing::DROPPED);
      break;
    default:
      break;
  }
}

}  // namespace nomic::replay
