// Making: what the event of a request is made from, and the look-ups that moves share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/replay/reference.h"
#include "nomic/service/service.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

class Making {
 public:
  // `game`: null where there is none. All outlive it.
  Making(const v1::Request& request, const Means& means, replay::Game* game)
      : request_(request), means_(means), game_(game) {}

  [[nodiscard]] const v1::Request& request() const { return request_; }
  [[nodiscard]] const Means& means() const { return means_; }

  // NEEDS_GAME where there is none.
  [[nodiscard]] replay::Result<replay::Game*> game() const;
  [[nodiscard]] replay::Result<const replay::State*> state() const;
  // The author, as the game spells them.
  [[nodiscard]] replay::Result<std::string> author() const;
  // Puts the name as the game spells it in the place of the one typed.
  [[nodiscard]] replay::Status spell_player(std::string& name) const;

  // The proposal named in a move, else the only open one: NO_SUCH_PROPOSAL, AMBIGUOUS.
  template <class Move>
  [[nodiscard]] replay::Result<std::uint32_t> proposal_in(const Move& move) const {
    return move.has_proposal() ? named_proposal(replay::number_in(move.proposal())) : only_open_proposal();
  }

  // The number of the proposal: where it is named by the record that made it, and bears a number, that.
  [[nodiscard]] std::uint32_t named_proposal(std::uint32_t number) const;

  // For the mover to know.
  void warn(replay::Remark warning) { warnings_.push_back(std::move(warning)); }
  [[nodiscard]] std::vector<replay::Remark>& warnings() { return warnings_; }

 private:
  [[nodiscard]] replay::Result<std::uint32_t> only_open_proposal() const;

  const v1::Request& request_;
  const Means& means_;
  replay::Game* game_;
  std::vector<replay::Remark> warnings_;
};

// The event of the request's move, `occurred_at` included. SignedMove has one already: BAD_REQUEST.
replay::Result<v1::Event> event_of(Making& making);

// A line that says why: without white space around it, within its limit. May be empty.
replay::Result<std::string> clean_reason(const std::string& typed);

// "+5", "-2.5", "14.3": thousandths. Zero is refused, since it changes nothing. BAD_AMOUNT. `of`: "points", "things".
replay::Result<std::int64_t> read_amount(std::string_view typed, std::string_view of);

// ---- A function a move, in the file of its group ----------------------------------------------------------------

// player_requests.cc
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Join& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Forfeit& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Team& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Activity& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Approve& move);
// key_requests.cc
replay::Result<v1::Event> event_of(Making& making, const v1::Request::RegisterKey& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::RotateKey& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::RevokeKey& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::RestoreSeat& move);
// proposal_requests.cc
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Propose& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Revise& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Withdraw& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Debate& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::CallVote& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Vote& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::WithdrawVote& move);
// dice_requests.cc
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Roll& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::CommitDice& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::RevealDice& move);
// judgment_requests.cc
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Invoke& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Deliver& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Overrule& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::AskTime& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Consent& move);
// act_requests.cc
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Act& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Attest& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Correct& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Object& move);
replay::Result<v1::Event> event_of(Making& making, const v1::Request::Annotate& move);

}  // namespace nomic::tools
