#include "making.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <charconv>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "said_time.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::is_recorded_afterwards;
using replay::Result;

namespace {

// Whole points have at most so many digits: sums of many moves stay far from the end of 64 bits.
constexpr std::size_t WHOLE_DIGITS = 9;
constexpr std::size_t FRACTION_DIGITS = 3;

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

v1::Event live() {
  v1::Event event;
  event.mutable_game_went_live();
  return event;
}

v1::Event tick() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

// A line a move: the compiler misses any that is left out.
Result<v1::Event> event_of_move(Making& making) {
  const v1::Request& request = making.request();
  switch (request.move_case()) {
    case v1::Request::kJoin:
      return event_of(making, request.join());
    case v1::Request::kForfeit:
      return event_of(making, request.forfeit());
    case v1::Request::kTeam:
      return event_of(making, request.team());
    case v1::Request::kActivity:
      return event_of(making, request.activity());
    case v1::Request::kApprove:
      return event_of(making, request.approve());
    case v1::Request::kPropose:
      return event_of(making, request.propose());
    case v1::Request::kRevise:
      return event_of(making, request.revise());
    case v1::Request::kWithdraw:
      return event_of(making, request.withdraw());
    case v1::Request::kDebate:
      return event_of(making, request.debate());
    case v1::Request::kCallVote:
      return event_of(making, request.call_vote());
    case v1::Request::kVote:
      return event_of(making, request.vote());
    case v1::Request::kWithdrawVote:
      return event_of(making, request.withdraw_vote());
    case v1::Request::kRoll:
      return event_of(making, request.roll());
    case v1::Request::kCommitDice:
      return event_of(making, request.commit_dice());
    case v1::Request::kRevealDice:
      return event_of(making, request.reveal_dice());
    case v1::Request::kInvoke:
      return event_of(making, request.invoke());
    case v1::Request::kDeliver:
      return event_of(making, request.deliver());
    case v1::Request::kOverrule:
      return event_of(making, request.overrule());
    case v1::Request::kAskTime:
      return event_of(making, request.ask_time());
    case v1::Request::kConsent:
      return event_of(making, request.consent());
    case v1::Request::kAct:
      return event_of(making, request.act());
    case v1::Request::kAttest:
      return event_of(making, request.attest());
    case v1::Request::kCorrect:
      return event_of(making, request.correct());
    case v1::Request::kObject:
      return event_of(making, request.object());
    case v1::Request::kAnnotate:
      return event_of(making, request.annotate());
    case v1::Request::kRegisterKey:
      return event_of(making, request.register_key());
    case v1::Request::kRotateKey:
      return event_of(making, request.rotate_key());
    case v1::Request::kRevokeKey:
      return event_of(making, request.revoke_key());
    case v1::Request::kRestoreSeat:
      return event_of(making, request.restore_seat());
    case v1::Request::kTick:
      return tick();
    case v1::Request::kGoLive:
      return live();
    case v1::Request::kSignedMove:
      return error_of(ErrorCode::BAD_REQUEST, "signed_already");
    case v1::Request::MOVE_NOT_SET:
      return error_of(ErrorCode::BAD_REQUEST, "no_move");
  }
  return error_of(ErrorCode::BAD_REQUEST, "no_move");
}

// Refuses what stands where a rule or a proposal is named and names none.
replay::Status check_references(const google::protobuf::Message& message) {
  const auto& look = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  look.ListFields(message, &fields);
  for (const auto* field : fields) {
    const bool refers = replay::refers(*field);
    if (!refers && field->message_type() == nullptr) continue;
    const int count = field->is_repeated() ? look.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (!refers) {
        NOMIC_TRY(check_references(field->is_repeated() ? look.GetRepeatedMessage(message, field, i)
                                                        : look.GetMessage(message, field)));
        continue;
      }
      const std::string text =
          field->is_repeated() ? look.GetRepeatedString(message, field, i) : look.GetString(message, field);
      if (replay::is_reference(text)) continue;
      return error_of(ErrorCode::BAD_REQUEST, "reference", {{"typed", text}, {"field", field->name()}});
    }
  }
  return ledger::Done{};
}

}  // namespace

Result<replay::Game*> Making::game() const {
  if (game_ == nullptr) return error_of(ErrorCode::NEEDS_GAME, "");
  return game_;
}

Result<const replay::State*> Making::state() const {
  NOMIC_ASSIGN(auto there, game());
  const replay::Game& asked = *there;
  return &asked.engine().state();
}

Result<std::string> Making::author() const {
  NOMIC_ASSIGN(auto there, game());
  return there->player(request_.author());
}

replay::Status Making::spell_player(std::string& name) const {
  NOMIC_ASSIGN(auto there, game());
  NOMIC_ASSIGN(auto player, there->player(name));
  name = std::move(player);
  return ledger::Done{};
}

std::uint32_t Making::named_proposal(std::uint32_t number) const {
  const auto there = state();
  if (!replay::is_unnumbered(number) || !there) return number;
  for (const v1::Proposal& proposal : (*there)->proposals()) {
    if (proposal.made_at() == replay::record_of_unnumbered(number)) return proposal.number();
  }
  return number;
}

Result<std::uint32_t> Making::only_open_proposal() const {
  NOMIC_ASSIGN(auto there, state());
  // What was voted on without an outcome waits for nobody's move.
  std::vector<std::uint32_t> open;
  for (const v1::Proposal& proposal : there->proposals()) {
    if (proposal.phase() != v1::Proposal::UNDETERMINED) open.push_back(proposal.number());
  }
  if (open.size() == 1) return open.front();
  if (open.empty()) return error_of(ErrorCode::NO_SUCH_PROPOSAL, "to_move_on");
  std::vector<std::string> numbers;
  numbers.reserve(open.size());
  for (const std::uint32_t number : open) numbers.push_back(replay::reference(number));
  return error_of(ErrorCode::AMBIGUOUS, "proposals", {{"proposals", std::move(numbers)}});
}

Result<v1::Event> event_of(Making& making) {
  NOMIC_TRY(check_references(making.request()));
  NOMIC_ASSIGN(auto event, event_of_move(making));
  const std::string& typed = making.request().occurred_at();
  if (event.has_game_went_live()) {
    if (!typed.empty()) return error_of(ErrorCode::LIVE_ALREADY, "dated");
    return event;
  }
  // Where there is no game, it is not known to be one that is recorded afterwards.
  const auto state = making.state();
  if (state) event.set_afterwards(is_recorded_afterwards(**state));
  event.set_occurred_as_written(making.request().occurred_as_written());
  if (typed.empty()) return event;
  NOMIC_TRY(put_said_time(typed, state ? (*state)->founding() : v1::GameFounded(), event));
  return event;
}

Result<std::string> clean_reason(const std::string& typed) {
  return replay::clean_line(typed, "reason", replay::REASON_LIMIT);
}

Result<std::int64_t> read_amount(std::string_view typed, std::string_view of) {
  const auto wrong = [&](std::string_view why) {
    return error_of(ErrorCode::BAD_AMOUNT, why, {{"typed", typed}, {"of", of}});
  };
  std::string_view rest = typed;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const std::size_t dot = rest.find('.');
  const std::string_view whole = rest.substr(0, dot);
  const std::string_view part = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
  if (whole.empty()) return wrong(typed.empty() ? "empty" : "no_whole");
  if (!all_digits(whole) || !all_digits(part)) return wrong("no_decimal");
  if (whole.size() > 1 && whole[0] == '0') return wrong("leading_zero");
  if (dot != std::string_view::npos && part.empty()) return wrong("no_fraction");
  if (part.size() > FRACTION_DIGITS) return wrong("too_fine");
  if (whole.size() > WHOLE_DIGITS) return wrong("too_large");
  std::string digits(whole);
  digits.append(part).append(FRACTION_DIGITS - part.size(), '0');
  std::int64_t thousandths = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), thousandths);
  if (thousandths == 0) return wrong("zero");
  return negative ? -thousandths : thousandths;
}

}  // namespace nomic::tools
