// What a Judgment finds (L20, L21): each applied from its record on, until a later Judgment departs from it.

#include <algorithm>

#include "change/numbers_found.h"
#include "dispute/dispute.h"
#include "moves/moves.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "turn/clock.h"
#include "turn/game_time.h"
#include "turn/victory.h"
#include "voting/completion.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

Error bad(std::string_view variant, std::vector<Parameter> parameters = {}) {
  return refuse(ErrorCode::BAD_FINDING, variant, std::move(parameters));
}

Status about_a_rule(const Play& play, std::uint32_t number) {
  if (find_rule(play.state, number) != nullptr) return ledger::Done{};
  return bad("rule", {{"rule", number}});
}

Status about_a_player(const Play& play, const std::string& name) {
  if (find_player(play.state, name) != nullptr) return ledger::Done{};
  return bad("player", {{"player", name}});
}

Status can_have_won(const Play& play, const std::string& name) {
  NOMIC_TRY(about_a_player(play, name));
  const auto* player = find_player(play.state, name);
  if (in_game(*player)) return ledger::Done{};
  return refuse(ErrorCode::BAD_FINDING, "cannot_win", {{"player", name}, {"record", player->left_at()}},
                {play.law().forfeit({}).source("always")});
}

// A proposal that was made: whether it is open is looked at when the finding is applied (L42).
Status about_a_proposal(const Play& play, std::uint32_t number) {
  const auto& state = play.state;
  const bool counted = number != 0 && number < state.next_number() && !is_left_free(state, number);
  const bool beyond = is_unnumbered(number) || is_lettered(number);
  if (counted || (beyond && was_proposed(play, number))) return ledger::Done{};
  return bad("proposal", {{"proposal", number}});
}

}  // namespace

Status may_find(const Play& play, const v1::Finding& finding) {
  if (find_rule(play.state, number_in(finding.cited())) == nullptr) {
    return refuse(ErrorCode::CITED_NOT_IN_FORCE, "of_finding", {{"rule", number_in(finding.cited())}});
  }
  switch (finding.kind_case()) {
    case v1::Finding::kVoidRule:
      return about_a_rule(play, number_in(finding.void_rule()));
    case v1::Finding::kPrevailingRule:
      return about_a_rule(play, number_in(finding.prevailing_rule()));
    case v1::Finding::kPlayer:
      return about_a_player(play, finding.player().player());
    case v1::Finding::kBallot:
      NOMIC_TRY(about_a_player(play, finding.ballot().player()));
      if (!v1::VoteCast::Choice_IsValid(finding.ballot().choice())) return bad("ballot");
      return about_a_proposal(play, number_in(finding.ballot().proposal()));
    case v1::Finding::kOutcome:
      return about_a_proposal(play, number_in(finding.outcome().proposal()));
    case v1::Finding::kPoints:
      return about_a_player(play, finding.points().player());
    case v1::Finding::kWinner:
      return can_have_won(play, finding.winner());
    case v1::Finding::kEndOfDebate:
      if (finding.end_of_debate() > 0 && finding.end_of_debate() <= LAST_TIME) return ledger::Done{};
      return bad("debate_end");
    case v1::Finding::kNumber:
      return may_bear(play, finding.number());
    case v1::Finding::KIND_NOT_SET:
      break;
  }
  return bad("empty");
}

namespace {

v1::Consequence::Found& emit_found(Play& play, const v1::RuleVersion& by, const v1::Finding& finding,
                                   bool remark = false) {
  auto& found = *play.emit(by).mutable_found();
  *found.mutable_finding() = finding;
  found.set_remark(remark);
  return found;
}

void find_of_rule(Play& play, const v1::Finding& finding, const v1::RuleVersion& by, std::uint32_t number,
                  bool is_void) {
  const auto lineage = find_rule(play.state, number)->lineage();
  auto& all = play.state.edit_findings();
  // A later Judgment departs from an earlier one.
  all.erase_if([&](const auto& earlier) { return earlier.lineage() == lineage; });
  auto& standing = all.add();
  standing.set_judgment(play.move.index);
  standing.set_cited(number_in(finding.cited()));
  standing.set_lineage(lineage);
  standing.set_is_void(is_void);
  emit_found(play, by, finding);
  play.rules_changed();
}

Status find_of_player(Play& play, const v1::RuleVersion& by, const v1::Finding& found) {
  const auto& finding = found.player();
  auto& player = *edit_player(play.state, finding.player());
  emit_found(play, by, found);
  if (finding.in() == in_game(player)) return ledger::Done{};
  // A won game goes no further by that.
  if (!finding.in() && !is_won(play)) return let_go(play, finding.player(), by);
  if (!finding.in()) {
    player.set_left_at(play.move.index);
    play.emit(by).mutable_player_left()->set_player(finding.player());
    return ledger::Done{};
  }
  player.clear_left_at();
  play.emit(by).mutable_player_joined()->set_player(finding.player());
  return ledger::Done{};
}

Status find_of_ballot(Play& play, const v1::RuleVersion& by, const v1::Finding& found) {
  const auto& finding = found.ballot();
  const auto* proposal = find_proposal(play.state, number_in(finding.proposal()));
  const bool open = proposal != nullptr && proposal->phase() == v1::Proposal::VOTE && !is_won(play);
  emit_found(play, by, found, !open);
  if (!open) return ledger::Done{};
  auto& ballots = *edit_ballots_on(play.state, number_in(finding.proposal())).mutable_ballots();
  const auto mine = std::find_if(ballots.begin(), ballots.end(),
                                 [&](const auto& ballot) { return ballot.player() == finding.player(); });
  if (finding.choice() == v1::VoteCast::CHOICE_UNSPECIFIED) {
    if (mine != ballots.end()) ballots.erase(mine);
    return ledger::Done{};
  }
  auto& ballot = mine == ballots.end() ? *ballots.Add() : *mine;
  ballot.set_player(finding.player());
  ballot.set_choice(finding.choice());
  ballot.set_record(play.move.index);
  ballot.set_time(latest(play));
  ballot.set_within(within(play));
  ballot.clear_withdrawn();
  return complete_ready_votes(play);
}

Status find_outcome(Play& play, const v1::RuleVersion& by, const v1::Finding& found) {
  const auto& finding = found.outcome();
  const auto* proposal = find_proposal(play.state, number_in(finding.proposal()));
  const bool open = proposal != nullptr && proposal->phase() != v1::Proposal::DEBATE && !is_won(play);
  emit_found(play, by, found, !open);
  return open ? settle_by_word(play, number_in(finding.proposal()), finding.adopted(), by) : Status(ledger::Done{});
}

void find_winner(Play& play, const v1::RuleVersion& by, const v1::Finding& finding) {
  const auto& name = finding.winner();
  emit_found(play, by, finding);
  auto& winners = play.state.edit_winners();
  const auto of_game = [](const v1::Winner& one) {
    return one.ends() == v1::Victory::GAME || one.ends() == v1::Victory::ENDS_UNSPECIFIED;
  };
  auto reached_at = play.move.index;
  for (const auto& one : winners) {
    if (of_game(one) && one.player() == name) reached_at = one.reached_at();
  }
  winners.erase_if(of_game);
  auto& winner = winners.add();
  winner.set_player(name);
  winner.set_record(play.move.index);
  winner.set_reached_at(reached_at);
  winner.set_rule(by.number());
  winner.set_rule_since(by.since());
  winner.set_rule_lineage(by.lineage());
  winner.set_ends(v1::Victory::GAME);
  // Who consented that another's victory stand has not consented to this.
  if (play.state.has_dispute()) play.state.edit_dispute().clear_closing_consents();
  auto& emitted = *play.emit(by).mutable_victory();
  emitted.set_player(name);
  emitted.set_total(find_player(play.state, name)->points());
  emitted.set_reached_at(reached_at);
  emitted.set_ends(v1::Victory::GAME);
  win_the_game(play);
}

void find_end_of_debate(Play& play, const v1::RuleVersion& by, const v1::Finding& finding) {
  emit_found(play, by, finding).set_proposal(reference(play.state.turn().proposal()));
  auto* proposal = edit_proposal(play.state, play.state.turn().proposal());
  if (proposal == nullptr || proposal->phase() != v1::Proposal::DEBATE) return;
  proposal->set_debate_ends(finding.end_of_debate());
}

void find_number_of_rule(Play& play, const v1::RuleVersion& by, const v1::Finding& finding) {
  bear_number(play, finding.number());
  emit_found(play, by, finding);
  if (finding.number().swap()) {
    v1::Finding other = finding;
    other.mutable_number()->set_rule(finding.number().number());
    other.mutable_number()->set_number(finding.number().rule());
    emit_found(play, by, other);
  }
  play.rules_changed();
}

Status apply(Play& play, const v1::Finding& finding) {
  const auto* cited = find_rule(play.state, number_in(finding.cited()));
  const v1::RuleVersion by = cited == nullptr ? v1::RuleVersion() : ref_to(*cited);
  switch (finding.kind_case()) {
    case v1::Finding::kVoidRule:
      find_of_rule(play, finding, by, number_in(finding.void_rule()), true);
      break;
    case v1::Finding::kPrevailingRule:
      find_of_rule(play, finding, by, number_in(finding.prevailing_rule()), false);
      break;
    case v1::Finding::kPlayer:
      return find_of_player(play, by, finding);
    case v1::Finding::kBallot:
      return find_of_ballot(play, by, finding);
    case v1::Finding::kOutcome:
      return find_outcome(play, by, finding);
    case v1::Finding::kPoints:
      emit_found(play, by, finding);
      play.score(*edit_player(play.state, finding.points().player()), finding.points().points(), by, 0);
      break;
    case v1::Finding::kWinner:
      find_winner(play, by, finding);
      break;
    case v1::Finding::kEndOfDebate:
      find_end_of_debate(play, by, finding);
      break;
    case v1::Finding::kNumber:
      find_number_of_rule(play, by, finding);
      break;
    case v1::Finding::KIND_NOT_SET:
      break;
  }
  return ledger::Done{};
}

}  // namespace

Status apply_findings(Play& play, const v1::JudgmentDelivered& judgment) {
  for (const auto& finding : judgment.findings()) {
    const auto may = may_find(play, finding);
    const auto& disposition = play.derivation.disposition;
    const bool made_before = is_derived_again(play) && disposition->making != play.move.index;
    if (!may && made_before) {
      auto& fallen = *play.state.edit_dispute().add_fallen_findings();
      fallen.set_judgment(play.move.index);
      *fallen.mutable_finding() = finding;
      *fallen.mutable_refusal() = to_refusal(may.error());
      continue;
    }
    if (!may) return refuse(ErrorCode::BAD_FINDING, "void", {}, {}, may.error());
    NOMIC_TRY(apply(play, finding));
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
