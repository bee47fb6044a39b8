// Proposals from their making to their end: read from what the records brought about.
#include "proposal_lives.h"

#include <algorithm>
#include <set>

#include "consequence_reading.h"
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

void ProposalLives::cast(std::uint64_t record, const v1::Consequence& told) {
  auto* life = open(told.proposal());
  if (life == nullptr) return;
  for (auto& vote : life->votes) {
    if (vote.player == told.player() && vote.standing == CastVote::Standing::COUNTS) {
      vote.standing = CastVote::Standing::SUPERSEDED;
    }
  }
  life->votes.push_back({told.player(), choice_of(told), record, CastVote::Standing::COUNTS});
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
  for (const auto& told : played.consequences) see(played.record.index.value, played.record.recorded_at.value, told);
}

void ProposalLives::see(std::uint64_t record, std::int64_t recorded_at, const v1::Consequence& told) {
  if (told.kind() == v1::Consequence::PROPOSAL_MADE) {
    ProposalLife made;
    made.number = told.proposal();
    made.proponent = told.player();
    made.made = made.form = record;
    made.made_at = recorded_at;
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
    life->ended_at = recorded_at;
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
      cast(record, told);
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

namespace {

// The records about the proposal, and those that strike votes on it or let them count again.
Result<std::set<std::uint64_t>> records_about(GameIndex& index, std::uint32_t number) {
  auto about = index.of_proposal(number);
  if (!about) return about.error();
  std::set<std::uint64_t> records(about->begin(), about->end());
  auto any = index.has_marks();
  if (!any) return any.error();
  if (!*any) return records;
  for (const std::uint64_t record : *about) {
    auto marking = index.marking(record);
    if (!marking) return marking.error();
    records.insert(marking->begin(), marking->end());
  }
  return records;
}

}  // namespace

Result<std::vector<ProposalLife>> proposal_lives(const Game& game, GameIndex& index, std::uint32_t number) {
  auto records = records_about(index, number);
  if (!records) return records.error();
  ProposalLives lives;
  for (const std::uint64_t record : *records) {
    auto move = game.history().at(record);
    if (!move) return move.error();
    auto consequences = index.consequences(record);
    if (!consequences) return consequences.error();
    for (const v1::Consequence& one : *consequences) {
      if (proposal_named(one) == number || record_struck(one)) lives.see(record, move->recorded_at, one);
    }
  }
  std::vector<ProposalLife> found;
  auto all = lives.take();
  for (auto& [its_number, life] : all) found.push_back(std::move(life));
  return found;
}

}  // namespace nomic::replay
