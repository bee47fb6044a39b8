#include "nomic/replay/duties.h"

#include <algorithm>
#include <utility>

#include "nomic/replay/game_status.h"
#include "offers/board.h"
#include "turn/clock.h"

namespace nomic::replay {
namespace {

// The player without the fields that moves, points and votes change. No duty on a proposal depends on those.
std::string as_voter(v1::Player player) {
  player.clear_points();
  player.clear_points_unknown();
  player.clear_moved_at();
  player.clear_moved_within();
  player.clear_missed_votes();
  player.clear_rounds_won();
  return player.SerializeAsString();
}

bool are_same_voters(const Collection<v1::Player>& before, const Collection<v1::Player>& now) {
  if (before.size() != now.size()) return false;
  for (int at = now.shared_beginning(before); at < now.size(); ++at) {
    if (&before[at] != &now[at] && as_voter(before[at]) != as_voter(now[at])) return false;
  }
  return true;
}

bool is_same_turn(const v1::Turn& before, const v1::Turn& now) {
  return &before == &now || before.SerializeAsString() == now.SerializeAsString();
}

// Whether the duties on proposals find the same in the dispute: only a request to end a debate matters to them.
bool is_same_debate(const v1::Dispute& before, const v1::Dispute& now) {
  if (&before == &now) return true;
  return before.debate_asked() == 0 && now.debate_asked() == 0;
}

using BallotsByNumber = std::vector<std::pair<std::uint32_t, const v1::Ballots*>>;

BallotsByNumber ballots_of(const State& state) {
  BallotsByNumber all;
  all.reserve(static_cast<std::size_t>(state.ballots_size()));
  for (const auto& ballots : state.ballots()) all.emplace_back(ballots.proposal(), &ballots);
  std::sort(all.begin(), all.end());
  return all;
}

const v1::Ballots* ballots_on(const BallotsByNumber& all, std::uint32_t number) {
  const auto found = std::lower_bound(all.begin(), all.end(), number,
                                      [](const auto& one, std::uint32_t wanted) { return one.first < wanted; });
  return found == all.end() || found->first != number ? nullptr : found->second;
}

// Whether time alone may change the duties on it.
bool may_change_by_time(const Law& law, const v1::Proposal& proposal) {
  return proposal.phase() == v1::Proposal::DEBATE && law.knows(v1::Provision::kVotingPeriod);
}

// Whether a duty lists the kinds of change that the rules allow.
bool names_kinds(const Duties::OfProposal& found) {
  return std::any_of(found.offers.begin(), found.offers.end(),
                     [](const Offer& offer) { return offer.kind == v1::Event::kProposalRevised; });
}

void keep_duties(Board& board, std::vector<Offer>& into) {
  for (auto& offer : board.offers) {
    if (!offer.must) continue;
    board.add_common_blanks(offer);
    into.push_back(std::move(offer));
  }
  board.offers.clear();
}

// `board`: null if no player may move.
Duties::Shared of_one(const Engine& engine, const v1::Proposal& proposal, Board* board) {
  auto found = std::make_shared<Duties::OfProposal>();
  if (board != nullptr && board->runs()) {
    offer_on_proposal(*board, proposal);
    keep_duties(*board, found->offers);
  }
  found->missing = missing_voters(engine, proposal);
  return found;
}

// The place of the very same message among the proposals of that state, from `from` on; -1: it is not there.
int place_of(const v1::Proposal& proposal, const State& state, int from) {
  const auto& all = state.proposals();
  for (int at = from; at < all.size(); ++at) {
    if (&all[at] == &proposal) return at;
  }
  return -1;
}

bool something_is_due(const State& state, const Law& law) {
  return state.turn().phase() != v1::Turn::WON && !what_is_due(state, law, state.recorded_at()).empty();
}

}  // namespace

Duties::Duties() = default;
Duties::~Duties() = default;
Duties::Duties(Duties&&) noexcept = default;
Duties& Duties::operator=(Duties&&) noexcept = default;

// Compares all that the duties on every proposal depend on.
bool Duties::is_same_elsewhere(const Engine& now) const {
  if (!before_) return false;
  const State& was = before_->state();
  const State& is = now.state();
  const bool is_same_game = &before_->law() == &now.law() && &was.founding() == &is.founding() &&
                            was.closed() == is.closed() && was.live_at() == is.live_at() &&
                            is_same_turn(was.turn(), is.turn()) && is_same_debate(was.dispute(), is.dispute());
  return is_same_game && was.pending().shares_all(is.pending()) && was.defeated().shares_all(is.defeated()) &&
         was.repealed().shares_all(is.repealed()) && are_same_voters(was.players(), is.players());
}

// Where a deadline ends at the time of the last record, it takes effect before the next move. Then nothing is kept.
Status Duties::see_what_comes_first(const Engine& engine, const History& history) {
  NOMIC_ASSIGN(auto offered, offers_of(engine, history));
  on_proposals_.clear();
  for (const v1::Proposal& proposal : engine.state().proposals()) {
    on_proposals_.push_back(std::make_shared<const OfProposal>(OfProposal{{}, missing_voters(engine, proposal)}));
  }
  others_.clear();
  for (Offer& offer : offered.offers) {
    if (offer.must) others_.push_back(std::move(offer));
  }
  before_.reset();
  return ledger::Done{};
}

std::vector<Duties::Shared> Duties::of_all(const Engine& engine, bool is_same, Board* board) const {
  const State& state = engine.state();
  const BallotsByNumber ballots = ballots_of(state);
  const BallotsByNumber ballots_before = is_same ? ballots_of(before_->state()) : BallotsByNumber();
  const bool has_same_rules = is_same && before_->state().rules().shares_all(state.rules());
  std::vector<Shared> all;
  all.reserve(static_cast<std::size_t>(state.proposals_size()));
  // Proposals come and go, but keep their order: those before this place do not come again.
  int old = 0;
  for (const v1::Proposal& proposal : state.proposals()) {
    const int at = is_same ? place_of(proposal, before_->state(), old) : -1;
    if (at >= 0) old = at + 1;
    const bool is_kept = at >= 0 && !may_change_by_time(engine.law(), proposal) &&
                         ballots_on(ballots, proposal.number()) == ballots_on(ballots_before, proposal.number()) &&
                         (has_same_rules || !names_kinds(*on_proposals_[static_cast<std::size_t>(at)]));
    all.push_back(is_kept ? on_proposals_[static_cast<std::size_t>(at)] : of_one(engine, proposal, board));
  }
  return all;
}

Status Duties::see(const Engine& engine, const History& history) {
  const State& state = engine.state();
  const bool is_same = is_same_elsewhere(engine);
  if (!is_same) ++generation_;
  if (!is_same || !before_->state().rules().shares_all(state.rules())) kinds_.clear();
  if (something_is_due(state, engine.law())) return see_what_comes_first(engine, history);
  std::optional<Board> board;
  const auto records = state.founding().founding_records();
  if (records != 0 && state.size() >= records && !state.closed()) {
    board.emplace(engine, history, state.recorded_at(), Board::Extent::DUTIES);
  }
  on_proposals_ = of_all(engine, is_same, board ? &*board : nullptr);
  others_.clear();
  if (board) {
    if (board->runs()) offer_throws(*board);
    offer_in_dispute(*board);
    board->kinds = std::move(kinds_);
    if (board->runs()) NOMIC_TRY(offer_to_propose(*board));
    kinds_ = std::move(board->kinds);
    keep_duties(*board, others_);
  }
  before_ = engine.fork();
  return ledger::Done{};
}

}  // namespace nomic::replay
