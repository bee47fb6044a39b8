// Proposals from their making to their end: read from what the records brought about.
#include "proposal_histories.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "consequence_reading.h"
#include "nomic/replay/rule_history.h"

namespace nomic::replay {
namespace {

bool ends_proposal(v1::Consequence::KindCase kind) {
  return kind == v1::Consequence::kProposalAdopted || kind == v1::Consequence::kProposalDefeated ||
         kind == v1::Consequence::kOutcomeUndetermined || kind == v1::Consequence::kProposalWithdrawn;
}

}  // namespace

// A number is given once (108).
ProposalHistory* ProposalHistories::open(std::uint32_t number) {
  const auto found = histories_.find(number);
  return found == histories_.end() ? nullptr : &found->second;
}

void ProposalHistories::make(std::uint64_t record, std::int64_t recorded_at, const v1::Consequence& one) {
  // A contested proposal that a Judgment upholds stands in an earlier record. It may be upheld a second time.
  if (auto* known = open(proposal_of(one)); known != nullptr) {
    known->without_effect_since = 0;
    return;
  }
  ProposalHistory made;
  made.number = proposal_of(one);
  made.proponent = player_of(one);
  made.made = made.form = one.proposal_made().has_about() ? about(one) : record;
  made.made_at = recorded_at;
  const std::uint64_t made_in = made.made;
  made_in_.emplace(made_in, &histories_.emplace(made.number, std::move(made)).first->second);
}

void ProposalHistories::cast(std::uint64_t record, const v1::Consequence& one) {
  auto* life = open(proposal_of(one));
  if (life == nullptr) return;
  const std::string& player = player_of(one);
  end_votes(*life, player, CastVote::Standing::SUPERSEDED);
  const Place place{life, life->votes.size()};
  life->votes.push_back({player, ballot_in(one)->choice(), record, CastVote::Standing::COUNTS});
  cast_at_.emplace(record, place);
  counting_[{life, player}].insert(place.second);
}

void ProposalHistories::end_votes(ProposalHistory& life, const std::string& player, CastVote::Standing standing) {
  const auto counting = counting_.find({&life, player});
  if (counting == counting_.end()) return;
  for (const std::size_t vote : counting->second) life.votes[vote].standing = standing;
  counting_.erase(counting);
}

void ProposalHistories::strike(std::uint64_t record, bool struck, std::uint64_t by) {
  const auto from = struck ? CastVote::Standing::COUNTS : CastVote::Standing::STRUCK;
  const auto to = struck ? CastVote::Standing::STRUCK : CastVote::Standing::COUNTS;
  const auto [begin, end] = cast_at_.equal_range(record);
  for (auto cast = begin; cast != end; ++cast) {
    const auto& [life, at] = cast->second;
    auto& vote = life->votes[at];
    if (vote.standing != from) continue;
    vote.standing = to;
    auto& counting = counting_[{life, vote.player}];
    if (struck) {
      counting.erase(at);
    } else {
      counting.insert(at);
    }
  }
  const auto [first, last] = attested_at_.equal_range(record);
  for (auto word = first; word != last; ++word) {
    const auto& [life, at] = word->second;
    life->attested[at].struck = struck;
  }
  const auto [begin_made, end_made] = made_in_.equal_range(record);
  for (auto made = begin_made; made != end_made; ++made) made->second->without_effect_since = struck ? by : 0;
}

void ProposalHistories::lose_outcome(ProposalHistory& life, std::uint64_t record) {
  life.outcome.Clear();
  life.ended_at = 0;
  life.no_outcome_since = record;
}

// An outcome that stands as before, since a Judgment is overruled, is that of the record at which it came about.
void ProposalHistories::end(ProposalHistory& life, std::int64_t recorded_at, const v1::Consequence& outcome) {
  life.no_outcome_since = 0;
  life.outcome = outcome;
  life.ended_at = recorded_at;
  if (outcome_in(outcome) == nullptr) return;
  auto& all = outcomes_[life.number];
  all.push_back(outcome);
  ended_at_.emplace(outcome.record(), recorded_at);
  const auto* restored = restored_by_last(all);
  if (restored == nullptr) return;
  life.outcome = *restored;
  life.ended_at = ended_at_.at(restored->record());
}

void ProposalHistories::see(const Played& played) {
  for (const auto& one : played.consequences) see(played.record.index.value, played.move.recorded_at, one);
}

void ProposalHistories::see(std::uint64_t record, std::int64_t recorded_at, const v1::Consequence& one) {
  if (one.kind_case() == v1::Consequence::kProposalMade) return make(record, recorded_at, one);
  if (one.kind_case() == v1::Consequence::kMoveStruck || one.kind_case() == v1::Consequence::kMoveFallen) {
    return strike(about(one), true, record);
  }
  if (one.kind_case() == v1::Consequence::kMoveStands) return strike(about(one), false, record);
  auto* life = open(proposal_of(one));
  if (proposal_of(one) == 0 || life == nullptr) return;
  if (ends_proposal(one.kind_case())) return end(*life, recorded_at, one);
  switch (one.kind_case()) {
    case v1::Consequence::kOutcomeAttested:
      attested_at_.emplace(record, Place{life, life->attested.size()});
      life->attested.push_back({one});
      break;
    case v1::Consequence::kReckonedAnew:
      if (one.reckoned_anew().has_no_outcome()) lose_outcome(*life, record);
      break;
    case v1::Consequence::kProposalRevised:
      life->revised.push_back(record);
      life->form = record;
      break;
    case v1::Consequence::kVoteCalled:
      life->called = record;
      break;
    case v1::Consequence::kVoteCast:
    case v1::Consequence::kVoteChanged:
      cast(record, one);
      break;
    case v1::Consequence::kVoteWithdrawn:
      end_votes(*life, player_of(one), CastVote::Standing::WITHDRAWN);
      break;
    case v1::Consequence::kBallotDropped:
      end_votes(*life, player_of(one), CastVote::Standing::DROPPED);
      break;
    default:
      break;
  }
}

namespace {

// The records about the proposal, and those that strike votes on it or let them count again.
Result<std::set<std::uint64_t>> records_about(GameIndex& index, std::uint32_t number) {
  NOMIC_ASSIGN(auto about, index.of_proposal(number));
  std::set<std::uint64_t> records(about.begin(), about.end());
  NOMIC_ASSIGN(auto any, index.has_marks());
  if (!any) return records;
  // One that a Judgment upheld stands in the record that it is about.
  std::set<std::uint64_t> marked = records;
  for (const std::uint64_t record : about) {
    NOMIC_ASSIGN(auto consequences, index.consequences(record));
    for (const v1::Consequence& one : consequences) {
      if (one.proposal_made().has_about()) marked.insert(one.proposal_made().about());
    }
  }
  for (const std::uint64_t record : marked) {
    NOMIC_ASSIGN(auto marking, index.marking(record));
    records.insert(marking.begin(), marking.end());
  }
  return records;
}

}  // namespace

Result<std::vector<ProposalHistory>> proposal_histories(const Game& game, GameIndex& index, std::uint32_t number) {
  NOMIC_ASSIGN(auto records, records_about(index, number));
  ProposalHistories histories;
  for (const std::uint64_t record : records) {
    NOMIC_ASSIGN(auto move, game.history().at(record));
    NOMIC_ASSIGN(auto consequences, index.consequences(record));
    for (const v1::Consequence& one : consequences) {
      if (proposal_named(one) == number || record_struck(one)) histories.see(record, move.recorded_at, one);
    }
  }
  std::vector<ProposalHistory> found;
  auto all = histories.take();
  found.reserve(all.size());
  for (auto& [its_number, life] : all) found.push_back(std::move(life));
  return found;
}

namespace {

// Of those numbers, in the order of their making.
Result<std::vector<ProposalHistory>> made_under(const Game& game, GameIndex& index,
                                                const std::vector<std::uint32_t>& numbers) {
  std::vector<ProposalHistory> made;
  for (const std::uint32_t number : numbers) {
    NOMIC_ASSIGN(auto found, proposal_histories(game, index, number));
    std::move(found.begin(), found.end(), std::back_inserter(made));
  }
  return made;
}

void sort_by_making(std::vector<ProposalHistory>& made) {
  std::stable_sort(made.begin(), made.end(), [](const auto& a, const auto& b) { return a.made < b.made; });
}

Result<std::vector<ProposalHistory>> derived(Game& game, std::uint32_t number, std::uint64_t size,
                                             const std::function<void(std::uint64_t)>& progress) {
  ProposalHistories proposals;
  const auto done = game.replay(size, [&](const Played& played) {
    if (progress) progress(played.record.index.value);
    proposals.see(played);
    return true;
  });
  if (!done) return done.error();
  std::vector<ProposalHistory> made;
  auto all = proposals.take();
  for (auto& [its_number, life] : all) {
    if (number == 0 || its_number == number) made.push_back(std::move(life));
  }
  return made;
}

}  // namespace

Result<std::vector<ProposalHistory>> proposals_made(Game& game, std::uint32_t number, std::uint64_t size,
                                                    const std::function<void(std::uint64_t)>& progress) {
  NOMIC_ASSIGN(auto index, game.index(size));
  Result<std::vector<ProposalHistory>> made = std::vector<ProposalHistory>();
  if (index) {
    NOMIC_ASSIGN(auto numbers, number == 0 ? index->proposals() : Result<std::vector<std::uint32_t>>({number}));
    made = made_under(game, *index, numbers);
  } else {
    made = derived(game, number, size, progress);
  }
  if (made) sort_by_making(*made);
  return made;
}

Result<std::vector<ProposalHistory>> last_proposals_made(Game& game, std::uint64_t last, std::uint64_t size,
                                                         const std::function<void(std::uint64_t)>& progress) {
  NOMIC_ASSIGN(auto index, game.index(size));
  Result<std::vector<ProposalHistory>> made = std::vector<ProposalHistory>();
  if (index) {
    NOMIC_ASSIGN(auto numbers, index->last_proposals(last));
    made = made_under(game, *index, numbers);
  } else {
    made = derived(game, 0, size, progress);
  }
  if (!made) return made;
  sort_by_making(*made);
  if (made->size() > last) made->erase(made->begin(), made->end() - static_cast<std::ptrdiff_t>(last));
  return made;
}

}  // namespace nomic::replay
