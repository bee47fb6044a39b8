// What players can do about a record by themselves: vote again, take back, revise, do the opposite, object, correct.
#include <algorithm>

#include "nomic/replay/content.h"
#include "nomic/replay/text.h"
#include "ways_tried.h"

namespace nomic::replay {
namespace {

using OutBy = WayOut::Kind;

constexpr std::int64_t A_SECOND = 1'000'000;
// What an example says where people would say why.
constexpr const char* AN_EXAMPLE = "...";

v1::Event vote_of(const v1::Proposal& proposal, v1::VoteCast::Choice choice) {
  v1::Event event;
  event.mutable_vote_cast()->set_proposal(proposal.number());
  event.mutable_vote_cast()->set_choice(choice);
  event.mutable_vote_cast()->set_form(proposal.form());
  return event;
}

const v1::Proposal* open_of(const State& state, std::uint32_t number) {
  const auto& open = state.proposals();
  const auto found = std::find_if(open.begin(), open.end(), [&](const auto& one) { return one.number() == number; });
  return found == open.end() ? nullptr : &*found;
}

const v1::Player* seated_as(const State& state, const std::string& name) {
  const auto& all = state.players();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.names().name() == name; });
  return found == all.end() ? nullptr : &*found;
}

// Whether the wish is still open that the record approves or refuses, was asked before it, and is so by its author yet.
bool says_still(const State& state, const Move& record, const v1::ApprovalGiven& approval) {
  for (const v1::Application& open : state.applications()) {
    if (open.names().name() != approval.player() || open.record() > record.index) continue;
    const auto& alike = approval.approve() ? open.approved() : open.refused();
    return std::find(alike.begin(), alike.end(), record.author) != alike.end();
  }
  return false;
}

// Whether consents of that record still count: of this turn, and given since the last question, which asks for them
// anew.
bool is_consented_to(const State& state, std::uint64_t record) {
  const auto& asked = state.dispute().questions();
  return record >= state.turn().first_record() && (asked.empty() || asked.rbegin()->record() < record);
}

// The same form with other words, where it has some; whether it has.
bool reword(google::protobuf::RepeatedPtrField<v1::RuleChange>& changes) {
  if (changes.size() != 1 || changes[0].texts().empty()) return false;
  v1::Text& text = *changes[0].mutable_texts(0);
  text.set_text(text.text() + AN_EXAMPLE);
  return true;
}

}  // namespace

// NOLINTNEXTLINE(readability-function-cognitive-complexity): one line a kind of record
Status WaysTried::find_of_players() {
  const v1::Event event = event_in(record_);
  if (event.has_vote_cast()) NOMIC_TRY(of_vote(event.vote_cast()));
  if (event.has_vote_withdrawn()) NOMIC_TRY(of_withdrawn_vote(event.vote_withdrawn()));
  if (event.has_proposal_made() || event.has_proposal_revised()) NOMIC_TRY(of_form());
  NOMIC_TRY(of_standing(event));
  if (event.has_rule_annotated()) NOMIC_TRY(of_note(event.rule_annotated()));
  if (event.has_player_seated()) NOMIC_TRY(of_name(event.player_seated().player()));
  if (event.has_player_joined()) NOMIC_TRY(of_name(event.player_joined().player()));
  NOMIC_TRY(of_words());
  return of_time(event);
}

Status WaysTried::of_vote(const v1::VoteCast& vote) {
  for (const v1::Ballots& on : state().ballots()) {
    const auto& cast = on.ballots();
    const bool counts = std::any_of(cast.begin(), cast.end(), [&](const v1::Ballot& ballot) {
      return ballot.record() == record_.index && !ballot.withdrawn();
    });
    const v1::Proposal* proposal = open_of(state(), on.proposal());
    if (!counts || proposal == nullptr) continue;
    for (const auto choice : {v1::VoteCast::FOR, v1::VoteCast::AGAINST, v1::VoteCast::ABSTAIN}) {
      if (choice == vote.choice()) continue;
      auto again = add(OutBy::VOTE_AGAIN, record_.author, vote_of(*proposal, choice));
      if (!again) return again.error();
    }
    v1::Event back;
    back.mutable_vote_withdrawn()->set_proposal(proposal->number());
    auto taken = add(OutBy::TAKE_BACK, record_.author, back);
    if (!taken) return taken.error();
  }
  return ledger::Done{};
}

Status WaysTried::of_withdrawn_vote(const v1::VoteWithdrawn& vote) {
  const v1::Proposal* proposal = open_of(state(), vote.proposal());
  if (proposal == nullptr) return ledger::Done{};
  const auto& all = state().ballots();
  const bool has_none = std::any_of(all.begin(), all.end(), [&](const v1::Ballots& on) {
    return on.proposal() == vote.proposal() &&
           std::any_of(on.ballots().begin(), on.ballots().end(), [&](const v1::Ballot& ballot) {
             return ballot.player() == record_.author && ballot.withdrawn();
           });
  });
  if (!has_none) return ledger::Done{};
  for (const auto choice : {v1::VoteCast::FOR, v1::VoteCast::AGAINST, v1::VoteCast::ABSTAIN}) {
    auto again = add(OutBy::VOTE_AGAIN, record_.author, vote_of(*proposal, choice));
    if (!again) return again.error();
  }
  return ledger::Done{};
}

// Of an open proposal: the form that this record made, if it is the one that is open.
Status WaysTried::of_form() {
  for (const v1::Proposal& proposal : state().proposals()) {
    if (proposal.form_at() != record_.index) continue;
    auto changes = changes_of(game_.history(), proposal);
    if (!changes) return changes.error();
    v1::Event event;
    v1::ProposalRevised& revised = *event.mutable_proposal_revised();
    revised.set_proposal(proposal.number());
    revised.set_together(proposal.together());
    revised.set_effect_at(proposal.effect_at());
    if (proposal.has_effect_from()) revised.set_effect_from(proposal.effect_from());
    const bool has_words = reword(*changes);
    *revised.mutable_changes() = *std::move(changes);
    auto other = add(OutBy::REVISE, proposal.proponent(), event, has_words ? LeftOpen::TEXT : LeftOpen::CHANGE);
    if (!other) return other.error();
    v1::Event back;
    back.mutable_proposal_withdrawn()->set_proposal(proposal.number());
    auto taken = add(OutBy::TAKE_BACK, proposal.proponent(), back);
    if (!taken) return taken.error();
  }
  return ledger::Done{};
}

// What stands until the opposite is done, or an objection raised.
Status WaysTried::of_standing(const v1::Event& event) {
  v1::Event opposite;
  OutBy kind = OutBy::UNDO;
  if (event.has_team_assigned()) {
    auto before = game_.at(record_.index);
    if (!before) return before.error();
    const auto* then = seated_as(before->state(), record_.author);
    const auto* now = seated_as(state(), record_.author);
    if (then == nullptr || now == nullptr || now->names().team() != event.team_assigned().team()) return ledger::Done{};
    opposite.mutable_team_assigned()->set_team(then->names().team());
  } else if (event.has_activity_changed()) {
    const auto* now = seated_as(state(), record_.author);
    const bool went = !event.activity_changed().active();
    if (now == nullptr || now->inactive_since() != (went ? record_.index : 0)) return ledger::Done{};
    opposite.mutable_activity_changed()->set_active(!event.activity_changed().active());
  } else if (event.has_approval_given()) {
    if (!says_still(state(), record_, event.approval_given())) return ledger::Done{};
    *opposite.mutable_approval_given() = event.approval_given();
    opposite.mutable_approval_given()->set_approve(!event.approval_given().approve());
  } else if (event.has_consent_given()) {
    if (!is_consented_to(state(), record_.index)) return ledger::Done{};
    kind = OutBy::TAKE_BACK;
    opposite.mutable_consent_given()->set_withdrawn(!event.consent_given().withdrawn());
  } else if (event.has_record_corrected()) {
    kind = OutBy::OBJECT;
    opposite.mutable_objection_raised()->set_record(record_.index);
  } else {
    return ledger::Done{};
  }
  for (const std::string& player : kind == OutBy::OBJECT ? anybody() : std::vector<std::string>{record_.author}) {
    auto done = add(kind, player, opposite);
    if (!done) return done.error();
    if (*done) break;
  }
  return ledger::Done{};
}

Status WaysTried::of_note(const v1::RuleAnnotated& note) {
  v1::Event opposite;
  if (note.removes() == 0) {
    opposite.mutable_rule_annotated()->set_removes(record_.index);
  } else {
    auto removed = game_.history().at(note.removes());
    if (!removed) return removed.error();
    *opposite.mutable_rule_annotated() = event_in(*removed).rule_annotated();
  }
  auto done = add(note.removes() == 0 ? OutBy::TAKE_BACK : OutBy::UNDO, record_.author, opposite);
  return done ? Status(ledger::Done{}) : Status(done.error());
}

// Of the rules whose version in force this record made.
Status WaysTried::of_words() {
  for (const v1::Rule& rule : state().rules()) {
    if (rule.sources().empty() || rule.sources().rbegin()->record() != record_.index) continue;
    auto texts = texts_of(game_.history(), rule);
    if (!texts) return texts.error();
    v1::Event event;
    event.mutable_record_corrected()->set_record(record_.index);
    event.mutable_record_corrected()->set_cause(AN_EXAMPLE);
    for (const std::string& player : anybody()) {
      if (!texts->empty()) {
        v1::TextCorrection& slip = *event.mutable_record_corrected()->mutable_text();
        slip.set_rule(rule.number());
        slip.set_lang(texts->front().lang());
        slip.set_whole(true);
        slip.set_after(texts->front().text() + AN_EXAMPLE);
        auto done = add(OutBy::CORRECT, player, event, LeftOpen::WORDS);
        if (!done) return done.error();
        if (!*done) continue;
      }
      if (rule.title().empty()) break;
      v1::TitleCorrection& slip = *event.mutable_record_corrected()->mutable_title();
      slip.set_rule(rule.number());
      slip.set_before(rule.title());
      slip.set_after(rule.title() + AN_EXAMPLE);
      auto done = add(OutBy::CORRECT, player, event, LeftOpen::TITLE);
      if (!done) return done.error();
      break;
    }
  }
  return ledger::Done{};
}

Status WaysTried::of_name(const v1::PlayerNames& names) {
  const auto* player = seated_as(state(), names.name());
  if (player == nullptr) return ledger::Done{};
  auto other = player_names((player->has_shown() ? player->shown() : names).name() + "a", {}, {});
  if (!other) return ledger::Done{};  // as long as a name can be
  v1::Event event;
  event.mutable_record_corrected()->set_record(record_.index);
  event.mutable_record_corrected()->set_cause(AN_EXAMPLE);
  *event.mutable_record_corrected()->mutable_name() = *std::move(other);
  for (const std::string& by : anybody()) {
    auto done = add(OutBy::CORRECT, by, event, LeftOpen::NAME);
    if (!done) return done.error();
    if (*done) break;
  }
  return ledger::Done{};
}

// Of a record that says when it happened.
Status WaysTried::of_time(const v1::Event& event) {
  const std::int64_t said = record_.event.occurred_at();
  if (said == 0 || event.has_game_founded() || event.has_rule_founded() || event.has_player_seated()) {
    return ledger::Done{};
  }
  v1::Event other;
  other.mutable_record_corrected()->set_record(record_.index);
  other.mutable_record_corrected()->set_cause(AN_EXAMPLE);
  other.mutable_record_corrected()->set_occurred_at(time_of(record_, state()) - A_SECOND);
  for (const std::string& by : anybody()) {
    auto done = add(OutBy::CORRECT, by, other, LeftOpen::TIME);
    if (!done) return done.error();
    if (*done) break;
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
