// The players say whether somebody may join, or leave, where a rule asks them.

#include <algorithm>

#include "moves/moves.h"
#include "voting/tally.h"

namespace nomic::replay {
namespace {

using Names = google::protobuf::RepeatedPtrField<std::string>;

void take_out(Names& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) names.erase(found);
}

// Of those who have a say by now.
std::uint64_t count(const State& state, const Names& names) {
  return static_cast<std::uint64_t>(std::count_if(names.begin(), names.end(), [&](const std::string& name) {
    const auto* player = find_player(state, name);
    return player != nullptr && in_game(*player);
  }));
}

struct Asked {
  v1::Quota quota;
  v1::RuleVersion rule;
};

// The share asked for, by the rules now in force; where they ask for none any more, one approval is enough.
Asked asked(const Play& play, const v1::Application& application) {
  if (application.leaving()) {
    const auto rule = play.law().forfeit({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = application.names().name()});
    return {rule.value.approval(), rule.source("approval")};
  }
  const auto rule = play.law().joining({});
  return {rule.value.approval(), rule.source("approval")};
}

}  // namespace

Status play_approve(Play& play, const v1::ApprovalGiven& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_TRY(must_be_active(play, v1::Inactivity::CONSENT, "no_approval"));
  const auto& all = play.state.applications();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const auto& application) { return application.names().name() == event.player(); });
  if (found == all.end() || (found->leaving() && event.player() == play.move.author)) {
    return found == all.end() ? refuse(ErrorCode::NO_APPLICATION, "not_asked", {{"player", event.player()}})
                              : refuse(ErrorCode::NO_APPLICATION, "own");
  }

  const auto place = static_cast<int>(found - all.begin());
  auto& open = play.state.edit_applications().edit(place);
  take_out(*open.mutable_approved(), play.move.author);
  take_out(*open.mutable_refused(), play.move.author);
  *(event.approve() ? open.add_approved() : open.add_refused()) = play.move.author;
  const v1::Application application = open;
  const auto [quota, rule] = asked(play, application);
  auto& emitted = *play.emit(rule).mutable_approval_given();
  emitted.set_player(play.move.author);
  emitted.set_approves(event.approve());
  emitted.set_applicant(event.player());

  const auto base = static_cast<std::uint64_t>(players_in_game(play.state) - (application.leaving() ? 1 : 0));
  const auto approved = count(play.state, application.approved());
  const auto refused = count(play.state, application.refused());
  const bool granted = quota.denominator() == 0 ? approved > 0 : meets(approved, base, quota);
  const bool hopeless = quota.denominator() != 0 && !meets(base - refused, base, quota);
  if (!granted && !hopeless) return ledger::Done{};
  play.state.edit_applications().erase(place);
  if (granted) {
    return application.leaving() ? let_go(play, application.names().name(), rule) : admit(play, application, rule);
  }
  play.emit(rule).mutable_approval_denied()->set_player(application.names().name());
  return ledger::Done{};
}

}  // namespace nomic::replay
