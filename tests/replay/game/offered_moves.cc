#include "replay/game/offered_moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/ledger/key.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"
#include "replay/game/keeper.h"

namespace nomic::replay::test {
namespace {

using OfEvent = v1::Event::KindCase;

const std::string NEWCOMER = "Offered Newcomer";
constexpr std::int64_t HOURS_2 = std::int64_t{2} * 3'600 * 1'000'000;
constexpr std::int64_t DAYS_30 = 360 * HOURS_2;
constexpr std::int64_t YEARS_200 = 2'440 * DAYS_30;

std::string offered_key() {
  static const std::string KEY = ledger::PrivateKey::generate().public_key().raw();
  return KEY;
}

// ---- Rule-changes --------------------------------------------------------------------------------------------------

std::vector<v1::RuleChange> changes_of_kind(const State& state, v1::ChangeKind kind) {
  std::vector<v1::RuleChange> changes;
  v1::RuleChange change;
  change.set_kind(kind);
  if (kind == v1::ENACT || kind == v1::AMEND) change.add_texts()->set_text("As offered.");
  if (kind == v1::RETITLE) change.set_title("As offered");
  if (kind == v1::ENACT || kind == v1::NO_CHANGE) return {change};
  const auto add = [&](const auto& rules) {
    for (const auto& rule : rules) {
      change.set_rule(reference(rule.number()));
      changes.push_back(change);
    }
  };
  if (kind == v1::REENACT) add(state.repealed());
  add(state.rules());
  // What waits for the turn that a proposal begins may repeal or renumber a rule before it is looked at.
  for (const auto& pending : state.pending()) {
    std::vector<std::uint32_t> numbers = {pending.proposal().number(), state.next_number(), state.next_number() + 1};
    for (const auto& one : pending.proposal().changes()) numbers.push_back(number_in(one.number()));
    for (const auto number : numbers) {
      change.set_rule(reference(number));
      changes.push_back(change);
    }
  }
  return changes;
}

v1::Event offered_form(const v1::RuleChange& change, std::uint32_t revised) {
  v1::Event event;
  if (revised != 0) {
    event.mutable_proposal_revised()->set_proposal(reference(revised));
    *event.mutable_proposal_revised()->add_changes() = change;
  } else {
    *event.mutable_proposal_made()->add_changes() = change;
  }
  return event;
}

std::vector<Promise> of_changes(const State& state, const Offer& offer) {
  std::vector<Promise> promises;
  for (const auto kind : offer.changes) {
    auto& promise = promises.emplace_back(Promise{v1::ChangeKind_Name(kind), offer.player, {}});
    for (auto change : changes_of_kind(state, kind)) {
      promise.alternatives.push_back(offered_form(change, offer.proposal));
      if (!is_recorded_afterwards(state)) continue;
      // A keeper says numbers, where the next is promised to another.
      change.set_number(reference(kind == v1::REPEAL || kind == v1::NO_CHANGE ? 0 : state.next_number() + 40));
      promise.alternatives.push_back(offered_form(change, offer.proposal));
      if (offer.proposal == 0)
        promise.alternatives.back().mutable_proposal_made()->set_number(reference(state.next_number() + 20));
    }
  }
  return promises;
}

// ---- Throws --------------------------------------------------------------------------------------------------------

v1::Event offered_throw(const Offer& offer) {
  v1::Event event;
  const bool by_hand = std::count(offer.blanks.begin(), offer.blanks.end(), Blank::FACES) != 0;
  event.mutable_dice_thrown()->set_source(by_hand ? v1::DiceThrown::HAND : v1::DiceThrown::PROGRAM);
  for (std::uint32_t die = 0; die < offer.dice; ++die) event.mutable_dice_thrown()->add_faces(offer.faces);
  return event;
}

// In each round that waits for that player.
std::vector<v1::Event> offered_secrets(const State& state, const std::string& player, bool reveals) {
  std::vector<v1::Event> events;
  const auto add = [&](const v1::Turn& turn) {
    const auto& names = turn.dice().committers();
    if (!turn.has_dice() || std::find(names.begin(), names.end(), player) == names.end()) return;
    v1::Event event;
    if (reveals) {
      *event.mutable_dice_revealed()->mutable_position() = turn.dice().position();
      event.mutable_dice_revealed()->set_secret(std::string(32, 's'));
    } else {
      *event.mutable_dice_committed()->mutable_position() = turn.dice().position();
      event.mutable_dice_committed()->set_commitment(std::string(32, 'c'));
    }
    events.push_back(event);
  };
  add(state.turn());
  for (const auto& turn : state.other_turns()) add(turn);
  return events;
}

// ---- What anybody may do -------------------------------------------------------------------------------------------

std::vector<v1::Event> offered_acts(const State& state) {
  std::vector<v1::Event> events;
  for (const auto& rule : state.rules()) events.push_back(act(rule.number()));
  return events;
}

std::vector<v1::Event> offered_notes(const State& state, bool taken_away) {
  std::vector<v1::Event> events;
  for (const auto& rule : state.rules()) {
    if (!taken_away) events.push_back(annotate(rule.number(), "As offered."));
    for (const auto& note : rule.notes()) {
      if (taken_away) events.push_back(take_note_away(note.record()));
    }
  }
  return events;
}

std::vector<v1::Event> offered_corrections(const State& state) {
  std::vector<v1::Event> events;
  // One of them is another time than the one that it has by now.
  for (const std::int64_t time : {1, 2}) events.push_back(correct_time(state.founding().founding_records() - 1, time));
  return events;
}

v1::Event offered_outcome(std::uint32_t proposal, Choice choice) {
  return attest(proposal, choice == Choice::ADOPTED);
}

v1::Event offered_approval(const std::string& name, Choice choice) {
  v1::Event event;
  event.mutable_approval_given()->set_player(name);
  event.mutable_approval_given()->set_approve(choice == Choice::APPROVE);
  return event;
}

v1::VoteCast::Choice vote_of(Choice choice) {
  return choice == Choice::FOR ? FOR : choice == Choice::AGAINST ? AGAINST : v1::VoteCast::ABSTAIN;
}

std::vector<Promise> of_choices(const State& state, const Offer& offer) {
  std::vector<Promise> promises;
  for (const auto choice : offer.choices) {
    auto& promise =
        promises.emplace_back(Promise{fmt::format("choice {}", static_cast<int>(choice)), offer.player, {}});
    auto& events = promise.alternatives;
    if (offer.kind == OfEvent::kVoteCast) events = {vote(vote_of(choice), offer.proposal)};
    if (offer.kind == OfEvent::kOverruleVoted) events = {overrule(offer.record, choice == Choice::FOR)};
    if (offer.kind == OfEvent::kApprovalGiven) events = {offered_approval(offer.about, choice)};
    if (offer.kind == OfEvent::kOutcomeAttested && offer.proposal != 0)
      events = {offered_outcome(offer.proposal, choice)};
    if (offer.kind == OfEvent::kOutcomeAttested && offer.proposal == 0) {
      // A vote that was decided by ballots refuses another outcome than its own.
      for (auto number = state.next_number(); number > 1; --number) {
        events.push_back(offered_outcome(number - 1, choice));
        events.push_back(offered_outcome(number - 1, choice == Choice::ADOPTED ? Choice::DEFEATED : Choice::ADOPTED));
      }
    }
  }
  return promises;
}

v1::Event offered_registration(const std::string& player) {
  v1::Event event;
  event.mutable_key_registered()->set_player(player);
  event.mutable_key_registered()->set_public_key(offered_key());
  event.mutable_key_registered()->set_key_name("key");
  return event;
}

v1::Event offered_to_be(Choice choice) {
  v1::Event event;
  event.mutable_activity_changed()->set_active(choice == Choice::ACTIVE);
  return event;
}

std::vector<v1::Event> simple_moves(const State& state, const Offer& offer) {
  const auto blank = [&](Blank wanted) {
    return std::find(offer.blanks.begin(), offer.blanks.end(), wanted) != offer.blanks.end();
  };
  const auto settled = offer.choices.empty() ? Choice::GIVE : offer.choices.front();
  v1::Event event;
  switch (offer.kind) {
    case OfEvent::kPlayerJoined:
      return {join(NEWCOMER)};
    case OfEvent::kPlayerForfeited:
      return {forfeit()};
    case OfEvent::kTeamAssigned:
      return {team(settled == Choice::WITHDRAW ? "" : "Offered")};
    case OfEvent::kActivityChanged:
      return {offered_to_be(settled)};
    case OfEvent::kProposalWithdrawn:
      event.mutable_proposal_withdrawn()->set_proposal(reference(offer.proposal));
      return {event};
    case OfEvent::kVoteWithdrawn:
      event.mutable_vote_withdrawn()->set_proposal(reference(offer.proposal));
      return {event};
    case OfEvent::kDebateSpoken:
      return {say("As offered.", offer.proposal)};
    case OfEvent::kVoteCalled:
      return {call(offer.proposal)};
    case OfEvent::kDiceThrown:
      return {offered_throw(offer)};
    case OfEvent::kDiceCommitted:
    case OfEvent::kDiceRevealed:
      return offered_secrets(state, offer.player, offer.kind == OfEvent::kDiceRevealed);
    case OfEvent::kJudgmentInvoked:
      return {invoke()};
    case OfEvent::kJudgmentDelivered:
      return {judge(offer.record)};
    case OfEvent::kDebateEndAsked:
      return {ask_time(offer.proposal)};
    case OfEvent::kConsentGiven:
      return {settled == Choice::WITHDRAW ? take_consent_back() : consent()};
    case OfEvent::kMoveContested:
      return {contest(blank(Blank::NAME) ? join(NEWCOMER) : vote(FOR, 999'999'998))};
    case OfEvent::kActPerformed:
      return offered_acts(state);
    case OfEvent::kRecordCorrected:
      return offered_corrections(state);
    case OfEvent::kObjectionRaised:
      return {object_to(offer.record)};
    case OfEvent::kRuleAnnotated:
      return offered_notes(state, blank(Blank::RECORD));
    case OfEvent::kKeyRegistered:
      return {offered_registration(offer.player)};
    case OfEvent::kTimePassed:
      return {ticks()};
    case OfEvent::kGameWentLive:
      return {goes_live()};
    default:
      return {};
  }
}

// ---- What a move is about ------------------------------------------------------------------------------------------

struct About {
  std::uint32_t proposal = 0;
  std::uint64_t record = 0;
  std::string player = {};
  std::optional<Choice> choice = {};
  std::vector<v1::ChangeKind> changes = {};
};

template <class Form>
std::vector<v1::ChangeKind> kinds_in(const Form& form) {
  std::vector<v1::ChangeKind> kinds;
  // Of several, only all of them may be possible.
  if (form.changes_size() == 1) kinds.push_back(form.changes(0).kind());
  return kinds;
}

About what_about(const v1::Event& event) {
  switch (event.kind_case()) {
    case OfEvent::kVoteCast: {
      const auto choice = event.vote_cast().choice();
      const auto chosen = choice == FOR ? Choice::FOR : choice == AGAINST ? Choice::AGAINST : Choice::ABSTAIN;
      return {.proposal = number_in(event.vote_cast().proposal()), .choice = chosen};
    }
    case OfEvent::kVoteWithdrawn:
      return {.proposal = number_in(event.vote_withdrawn().proposal())};
    case OfEvent::kVoteCalled:
      return {.proposal = number_in(event.vote_called().proposal())};
    case OfEvent::kDebateSpoken:
      return {.proposal = number_in(event.debate_spoken().proposal())};
    case OfEvent::kProposalWithdrawn:
      return {.proposal = number_in(event.proposal_withdrawn().proposal())};
    case OfEvent::kProposalRevised:
      return {.proposal = number_in(event.proposal_revised().proposal()),
              .changes = kinds_in(event.proposal_revised())};
    case OfEvent::kProposalMade:
      return {.changes = kinds_in(event.proposal_made())};
    case OfEvent::kDebateEndAsked:
      return {.proposal = number_in(event.debate_end_asked().proposal())};
    case OfEvent::kOutcomeAttested:
      return {.proposal = number_in(event.outcome_attested().proposal())};
    case OfEvent::kJudgmentDelivered:
      return {.record = event.judgment_delivered().question()};
    case OfEvent::kOverruleVoted:
      return {.record = event.overrule_voted().judgment()};
    case OfEvent::kObjectionRaised:
      return {.record = event.objection_raised().record()};
    case OfEvent::kApprovalGiven:
      return {.player = event.approval_given().player()};
    case OfEvent::kActivityChanged:
      return {.choice = event.activity_changed().active() ? Choice::ACTIVE : Choice::INACTIVE};
    case OfEvent::kConsentGiven:
      return {.choice = event.consent_given().withdrawn() ? Choice::WITHDRAW : Choice::GIVE};
    default:
      return {};
  }
}

bool offer_covers(const Offer& offer, const About& what) {
  const bool any_proposal = std::count(offer.blanks.begin(), offer.blanks.end(), Blank::PROPOSAL) != 0;
  if (!any_proposal && offer.proposal != 0 && offer.proposal != what.proposal) return false;
  if (offer.record != 0 && offer.record != what.record) return false;
  if (!offer.about.empty() && offer.about != what.player) return false;
  const auto& choices = offer.choices;
  if (what.choice && std::find(choices.begin(), choices.end(), *what.choice) == choices.end()) return false;
  return std::all_of(what.changes.begin(), what.changes.end(), [&](v1::ChangeKind kind) {
    return std::find(offer.changes.begin(), offer.changes.end(), kind) != offer.changes.end();
  });
}

}  // namespace

std::vector<Promise> promises_of(const State& state, const Offer& offer) {
  if (!offer.changes.empty()) return of_changes(state, offer);
  if (std::count(offer.blanks.begin(), offer.blanks.end(), Blank::CHOICE) != 0) return of_choices(state, offer);
  const bool joins = std::count(offer.blanks.begin(), offer.blanks.end(), Blank::NAME) != 0 && offer.player.empty();
  return {{"", joins ? NEWCOMER : offer.player, simple_moves(state, offer)}};
}

Move made_by(const Engine& engine, const std::string& author, v1::Event event, std::int64_t at) {
  Move move;
  move.index = engine.state().size();
  move.author = author;
  move.recorded_at = at;
  if (is_recorded_afterwards(engine.state()) && !event.has_game_went_live()) {
    event.set_afterwards(true);
    event.set_occurred_at(at);
  }
  move.payload = event.SerializeAsString();
  if (event.has_key_registered()) move.signers = {event.key_registered().public_key()};
  move.event = std::move(event);
  return move;
}

std::optional<Error> refusal_of(const Engine& engine, const History& history, const Move& move) {
  Engine fork = engine.fork();
  auto done = fork.move(move, history);
  if (done) return std::nullopt;
  return done.error();
}

std::optional<std::string> broken(const Engine& engine, const History& history, const Promise& promise,
                                  std::int64_t at) {
  std::string why = "nothing fits it";
  std::vector<std::int64_t> times = {at};
  // What is due in a game that is recorded afterwards falls due at a later time that is said.
  const bool ticks = !promise.alternatives.empty() && promise.alternatives.front().has_time_passed();
  if (ticks && is_recorded_afterwards(engine.state()))
    times.insert(times.end(), {at + HOURS_2, at + DAYS_30, at + YEARS_200});
  for (const auto time : times) {
    for (const auto& event : promise.alternatives) {
      const auto refusal = refusal_of(engine, history, made_by(engine, promise.author, event, time));
      // Only who committed knows the secret that fits.
      if (!refusal || refusal->code == ErrorCode::SECRET_DOES_NOT_FIT) return std::nullopt;
      why = label_of(*refusal);
    }
  }
  return why;
}

bool is_offered(const std::vector<Offer>& offers, const std::string& author, const v1::Event& event) {
  const auto what = what_about(event);
  return std::any_of(offers.begin(), offers.end(), [&](const Offer& offer) {
    return offer.kind == event.kind_case() && (offer.player == author || offer.player.empty()) &&
           offer_covers(offer, what);
  });
}

std::string label_of(const Offer& offer) {
  const auto* kind = v1::Event::descriptor()->FindFieldByNumber(offer.kind);
  return fmt::format("{} {} proposal {} record {}", offer.player.empty() ? "anybody" : offer.player,
                     kind == nullptr ? "nothing" : kind->name(), offer.proposal, offer.record);
}

}  // namespace nomic::replay::test
