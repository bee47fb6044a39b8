#include "turn/awards.h"

#include <algorithm>
#include <set>

#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/reference.h"
#include "turn/clock.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

using Names = std::vector<std::string>;

bool occurs(v1::Award::Occasion wanted, v1::Award::Occasion occasion) {
  const bool voted_on = occasion == v1::Award::ADOPTED || occasion == v1::Award::DEFEATED;
  return wanted == occasion || (wanted == v1::Award::VOTED_ON && voted_on);
}

// Whether it was cast within the time of the award, for certain. Each of the two times may be a day.
bool in_time(const v1::Award& award, const v1::Proposal& proposal, const v1::Ballot& ballot) {
  const auto made = proposal.made_time() - proposal.made_within();
  return !award.has_within() || ballot.time() - made < micros_of(award.within());
}

// Whether it may have been, and may not.
bool cannot_be_told(const v1::Award& award, const v1::Proposal& proposal, const v1::Ballot& ballot) {
  if (in_time(award, proposal, ballot)) return false;
  return ballot.time() - ballot.within() - proposal.made_time() < micros_of(award.within());
}

// Those of the ballots that the award is about, in the order in which they were cast; or, if `untold`, those of which
// that cannot be told.
template <class Wanted>
Names voters(const v1::Award& award, const Happening& what, const Wanted& wanted) {
  Names names;
  if (what.tally == nullptr || what.proposal == nullptr) return names;
  for (const auto& ballot : what.tally->ballots) {
    if (!wanted(ballot)) continue;
    const bool is_it =
        what.untold ? cannot_be_told(award, *what.proposal, ballot) : in_time(award, *what.proposal, ballot);
    if (is_it) names.push_back(ballot.player());
  }
  return names;
}

Names everyone(const Play& play, const std::string& but) {
  Names names;
  for (const auto& player : play.state.players()) {
    if (in_game(player) && player.names().name() != but) names.push_back(player.names().name());
  }
  return names;
}

// The first ballot of all that stand; for a single ballot that is cast: whether it is that.
Names first_voter(const v1::Award& award, const Happening& what) {
  if (what.tally == nullptr || what.tally->first.empty()) return {};
  return voters(award, what, [&](const v1::Ballot& ballot) { return ballot.player() == what.tally->first; });
}

Names recipients(const Play& play, const v1::Award& award, const Happening& what) {
  const std::string proponent = what.proposal == nullptr ? std::string() : what.proposal->proponent();
  switch (award.recipient()) {
    case v1::Award::THE_PROPONENT:
      return proponent.empty() ? Names() : Names{proponent};
    case v1::Award::VOTERS_FOR:
      return voters(award, what, [](const auto& ballot) { return ballot.choice() == v1::VoteCast::FOR; });
    case v1::Award::VOTERS_AGAINST:
      return voters(award, what, [](const auto& ballot) { return ballot.choice() == v1::VoteCast::AGAINST; });
    case v1::Award::OTHER_VOTERS_FOR:
      return voters(award, what, [&](const auto& ballot) {
        return ballot.choice() == v1::VoteCast::FOR && ballot.player() != proponent;
      });
    case v1::Award::VOTERS:
      return voters(award, what, [](const auto&) { return true; });
    case v1::Award::OTHER_VOTERS:
      return voters(award, what, [&](const auto& ballot) { return ballot.player() != proponent; });
    case v1::Award::FIRST_VOTER:
      return first_voter(award, what);
    case v1::Award::NON_VOTERS:
      return what.tally == nullptr ? Names() : what.tally->missing;
    case v1::Award::THE_PLAYER:
      return what.player.empty() ? Names() : Names{what.player};
    case v1::Award::EVERYONE:
      return everyone(play, {});
    case v1::Award::EVERYONE_ELSE:
      return everyone(play, proponent.empty() ? what.player : proponent);
    default:
      return {};
  }
}

// Whether it cannot be told who receives the award, or how much.
bool rests_on_unknown(const v1::Award& award, const Happening& what) {
  if (what.not_known) return true;
  const bool by_number = award.amount().has_popularity() && what.proposal != nullptr;
  if (by_number && is_unnumbered(what.proposal->number())) return true;
  if (what.tally == nullptr || what.tally->ballots_known()) return false;
  // How the vote went is somebody's word, and nothing else of it is on record.
  if (!what.tally->known || what.occasion == v1::Award::BALLOT_CAST) return true;
  switch (award.recipient()) {
    case v1::Award::VOTERS_FOR:
    case v1::Award::OTHER_VOTERS_FOR:
      return !what.tally->for_known;
    case v1::Award::VOTERS_AGAINST:
      return !what.tally->against_known;
    case v1::Award::VOTERS:
    case v1::Award::OTHER_VOTERS:
    case v1::Award::FIRST_VOTER:
    case v1::Award::NON_VOTERS:
      return true;
    default:
      return false;
  }
}

// Who may be among those who receive it.
Names possible_recipients(const Play& play, const v1::Award& award, const Happening& what) {
  const std::string proponent = what.proposal == nullptr ? std::string() : what.proposal->proponent();
  switch (award.recipient()) {
    case v1::Award::THE_PROPONENT:
      return proponent.empty() ? everyone(play, {}) : Names{proponent};
    case v1::Award::THE_PLAYER:
      return what.player.empty() ? everyone(play, {}) : Names{what.player};
    case v1::Award::OTHER_VOTERS_FOR:
    case v1::Award::OTHER_VOTERS:
      return everyone(play, proponent);
    case v1::Award::EVERYONE_ELSE:
      return everyone(play, proponent.empty() ? what.player : proponent);
    default:
      return everyone(play, {});
  }
}

// Whether the award is about them: those who have forfeited neither gain nor lose any more.
bool concerns(const Play& play, const Supplied<v1::Award>& award, const Happening& what, const std::string& name) {
  const Case about = what.proposal == nullptr ? Case{.change = v1::CHANGE_KIND_UNSPECIFIED, .player = name}
                                              : case_of(*what.proposal, name);
  const auto* player = find_player(play.state, name);
  return covers(award.scope, about, play.state.founding().mode()) && player != nullptr && in_game(*player);
}

// Ballots of which it cannot be told whether they came within the time of the award.
void leave_what_cannot_be_told(Play& play, const Supplied<v1::Award>& award, const Happening& given,
                               std::uint32_t number) {
  if (!is_for_voters(award.value.recipient())) return;
  Happening what = given;
  what.untold = true;
  auto names = recipients(play, award.value, what);
  names.erase(
      std::remove_if(names.begin(), names.end(), [&](const auto& name) { return !concerns(play, award, what, name); }),
      names.end());
  play.score_unknown(names, award.source, number);
}

// An award that counts what happened.
void pay(Play& play, const Supplied<v1::Award>& award, const Happening& what) {
  const auto number = what.proposal == nullptr ? 0 : what.proposal->number();
  const auto in_favour = what.tally == nullptr ? 0 : what.tally->in_favour;
  const auto cast = what.tally == nullptr ? 0 : what.tally->cast();
  const bool not_known = rests_on_unknown(award.value, what);
  auto names = not_known ? possible_recipients(play, award.value, what) : recipients(play, award.value, what);
  names.erase(
      std::remove_if(names.begin(), names.end(), [&](const auto& name) { return !concerns(play, award, what, name); }),
      names.end());
  if (not_known) {
    play.score_unknown(names, award.source, number);
    return;
  }
  const auto points = amount_of(award.value.amount(), number, in_favour, cast);
  auto how = reckoning_of(award.value.amount(), number, in_favour, cast);
  how.set_occasion(what.occasion);
  for (const auto& name : names) play.score(*edit_player(play.state, name), points, award.source, number, how);
  if (award.value.has_within()) leave_what_cannot_be_told(play, award, what, number);
}

}  // namespace

void pay_awards(Play& play, const Happening& what, v1::Reckoned reckoned) {
  if (!play.law().knows(v1::Provision::kAward)) return;
  std::size_t given = 0;
  for (const auto& award : play.law().awards()) {
    if (++given > AWARDS_LIMIT) return;
    if (award.value.reckoned() == reckoned && occurs(award.value.occasion(), what.occasion)) pay(play, award, what);
  }
}

void pay_awards_after_effect(Play& play, const Happening& what, const Supplies<v1::Award>& before) {
  if (!play.law().knows(v1::Provision::kAward)) return;
  const auto now = play.law().awards();
  const auto amended = awards_amended(now, before, what.occasion);
  std::size_t place = 0;
  for (const auto& award : now) {
    if (place == AWARDS_LIMIT) return;
    const auto was = amended.find(place++);
    const auto& names_moment = was == amended.end() ? award : *(before.begin() + static_cast<int>(was->second));
    const bool counts = names_moment.value.reckoned() == v1::AFTER_EFFECT;
    if (counts && occurs(award.value.occasion(), what.occasion)) pay(play, award, what);
  }
}

std::map<std::size_t, std::size_t> awards_amended(const Supplies<v1::Award>& now, const Supplies<v1::Award>& before,
                                                  v1::Award::Occasion occasion) {
  std::map<std::size_t, std::size_t> amended;
  std::set<std::size_t> taken;
  // Awards to the same players first; the others of the rule are taken in their order.
  for (const bool same_recipient : {true, false}) {
    for (std::size_t place = 0; place < now.size(); ++place) {
      const auto& award = *(now.begin() + static_cast<int>(place));
      if (amended.contains(place) || !occurs(award.value.occasion(), occasion)) continue;
      for (std::size_t at = 0; at < before.size(); ++at) {
        const auto& was = *(before.begin() + static_cast<int>(at));
        const bool is_it = was.source.lineage() == award.source.lineage() && occurs(was.value.occasion(), occasion) &&
                           (!same_recipient || was.value.recipient() == award.value.recipient());
        if (!is_it || !taken.insert(at).second) continue;
        amended[place] = at;
        break;
      }
    }
  }
  return amended;
}

}  // namespace nomic::replay
