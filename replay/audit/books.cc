#include "books.h"

#include <algorithm>

#include "nomic/ledger/hash.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

template <class All, class Is>
auto find_in(All& all, const Is& is) -> decltype(&*all.begin()) {
  const auto found = std::find_if(all.begin(), all.end(), is);
  return found == all.end() ? nullptr : &*found;
}

std::shared_ptr<const Provisions> keep(const google::protobuf::RepeatedPtrField<v1::Provision>& provisions) {
  return std::make_shared<const Provisions>(provisions.begin(), provisions.end());
}

}  // namespace

std::string form_in(const AuditEntry& entry) {
  // What is recorded is in its one form.
  return ledger::sha256(entry.event->SerializeAsString()).raw();
}

EventWithin::EventWithin(const v1::Event& event) : own_(&event) {
  if (!event.has_move_contested()) return;
  if (!contested_.emplace().ParseFromString(event.move_contested().event())) contested_.reset();
}

// ---- Looking things up ---------------------------------------------------------------------------------------------

const BookPlayer* Books::player(const std::string& name) const {
  return find_in(players, [&](const auto& one) { return one.name == name; });
}
BookPlayer* Books::seat(const std::string& name) {
  return find_in(players, [&](const auto& one) { return one.name == name; });
}
const BookProposal* Books::proposal(std::uint32_t number) const {
  return find_in(proposals, [&](const auto& one) { return one.number == number; });
}
const BookProposal* Books::proposal_known(std::uint32_t number) const {
  const auto now = adopted.find(number);
  if (now != adopted.end()) return &now->second.proposal;
  if (const auto* open = proposal(number)) return open;
  const auto before = closed.find(number);
  return before == closed.end() ? nullptr : &before->second;
}
const BookRule* Books::rule(std::uint32_t number) const {
  const auto found = rules.find(number);
  return found == rules.end() ? nullptr : &found->second;
}
const BookRule* Books::of_lineage(std::uint32_t lineage) const {
  for (const auto& [number, rule] : rules) {
    if (rule.lineage == lineage) return &rule;
  }
  return nullptr;
}
const BookRule* Books::repealed_rule(std::uint32_t number) const {
  return find_in(repealed, [&](const auto& one) {
    return one.number == number || std::find(one.former.begin(), one.former.end(), number) != one.former.end();
  });
}
const BookTurn* Books::turn_with(std::uint32_t number) const {
  if (number == 0) return nullptr;
  if (turn.proposal == number && turn.phase != BookTurn::Phase::COMPLETE) return &turn;
  return find_in(others, [&](const auto& one) { return one.proposal == number; });
}
const BookTurn* Books::turn_of(const std::string& name) const {
  const bool going = turn.phase == BookTurn::Phase::GOING_ON || turn.phase == BookTurn::Phase::THROWING;
  if (turn.mover == name && going) return &turn;
  return find_in(others, [&](const auto& one) { return one.mover == name; });
}
BookTurn* Books::going_on(std::uint32_t number) {
  if (turn.number == number) return &turn;
  return find_in(others, [&](const auto& one) { return one.number == number; });
}
bool Books::between_turns() const {
  return others.empty() && (turn.phase == BookTurn::Phase::COMPLETE || turn.phase == BookTurn::Phase::NONE);
}

bool Books::turn_complete(std::uint32_t number) const {
  const bool goes_on =
      std::any_of(others.begin(), others.end(), [&](const auto& other) { return other.number == number; });
  if (goes_on || number > turn.number) return false;
  return number < turn.number || turn.phase == BookTurn::Phase::COMPLETE;
}

std::uint32_t Books::target_of(const BookProposal& proposal, std::size_t change) const {
  const auto lineage = change < proposal.lineages.size() ? proposal.lineages[change] : 0;
  if (lineage == 0) return number_in(proposal.changes[change].rule());
  const auto* now = of_lineage(lineage);
  return now == nullptr ? 0 : now->number;
}

std::optional<std::size_t> Books::change_emitted(const v1::Consequence& emitted) const {
  const auto found = adopted.find(proposal_of(emitted));
  if (found == adopted.end()) return std::nullopt;
  const auto& proposal = found->second.proposal;
  const auto& done = found->second.done;
  for (std::size_t at = 0; at < proposal.changes.size(); ++at) {
    const auto& change = proposal.changes[at];
    if (done[at] || change.kind() != change_of(emitted)) continue;
    if (emitted.kind_case() == Kind::kWithoutEffect || emitted.kind_case() == Kind::kChangeNotAdopted) return at;
    if (change.kind() == v1::ENACT) return at;
    if (change.kind() == v1::REENACT) {
      const auto* again = repealed_rule(number_in(change.rule()));
      if (again != nullptr && again->number == from_number_of(emitted)) return at;
      continue;
    }
    if (target_of(proposal, at) == from_number_of(emitted)) return at;
  }
  return std::nullopt;
}

bool Books::waited_for_turn(const v1::Consequence& emitted) const {
  const auto at = change_emitted(emitted);
  if (!at) return false;
  const auto& when = adopted.at(proposal_of(emitted)).when;
  return *at < when.size() && when[*at] == v1::Effectiveness::NEXT_TURN;
}

std::uint32_t Books::mutable_rules() const {
  return static_cast<std::uint32_t>(
      std::count_if(rules.begin(), rules.end(), [](const auto& one) { return one.second.status == v1::MUTABLE; }));
}
std::uint32_t Books::immutable_rules() const {
  return static_cast<std::uint32_t>(rules.size()) - mutable_rules();
}

Books Books::without_closed() {
  std::map<std::uint32_t, BookProposal> set_aside;
  set_aside.swap(closed);
  Books copy = *this;
  closed.swap(set_aside);
  return copy;
}

// ---- A record ------------------------------------------------------------------------------------------------------

// Within a day things happened in the order of the records.
AuditEntry Books::by_the_clock(const AuditEntry& entry) const {
  AuditEntry timed = entry;
  if (!entry.event->afterwards() || entry.recorded_at >= clock) return timed;
  timed.recorded_at = clock;
  timed.within = std::max(entry.latest() - clock, std::int64_t{0});
  return timed;
}

void Books::begin(const AuditEntry& entry) {
  if (entry.index != record_) left_numbers_.clear();
  record_ = entry.index;
  clock = entry.recorded_at;
  has_days = has_days || entry.within != 0;
  turn_begun_by_.clear();
  if (entry.event->has_game_founded() && entry.index == 0) {
    mode = entry.event->game_founded().mode();
    semantics = entry.event->game_founded().semantics();
    founding_records = entry.event->game_founded().founding_records();
  }
  if (begun || entry.index >= founding_records) return;
  if (entry.event->has_rule_founded()) {
    const auto& body = entry.event->rule_founded().rule();
    BookRule rule;
    rule.number = rule.lineage = number_in(body.number());
    rule.status = body.status();
    rule.since = founding_records - 1;
    rule.provisions = {body.provisions().begin(), body.provisions().end()};
    rule.versions.push_back(
        {entry.index, 0, keep(body.provisions()), form_in(entry), {}, own_changes_in(rule.provisions)});
    remember(rule.versions.back());
    rules[rule.number] = std::move(rule);
    ++law_version;
  }
  if (entry.event->has_player_seated()) {
    const auto& names = entry.event->player_seated().player();
    BookPlayer seated;
    seated.name = names.name();
    seated.folded = names.folded();
    seated.sort_key = names.sort_key();
    seated.team = names.team();
    players.push_back(std::move(seated));
  }
}

void Books::end() {
  for (auto at = adopted.begin(); at != adopted.end();) {
    const auto& done = at->second.done;
    const bool over = !at->second.awaited || std::find(done.begin(), done.end(), false) == done.end();
    at = over ? adopted.erase(at) : std::next(at);
  }
}

void Books::apply_correction(const v1::Consequence& emitted, const AuditEntry& entry) {
  if (emitted.kind_case() == Kind::kCorrected) {
    renumber(number_in(emitted.corrected().renumbering().from_number()), to_number_of(emitted), false);
    correct(emitted.corrected(), entry.index);
  } else {
    renumber(from_number_of(emitted), to_number_of(emitted), true);
    forget_correction(emitted.correction_objected().about());
  }
}

void Books::apply_void(const v1::Consequence& emitted) {
  const auto* found = rule(from_number_of(emitted));
  if (found == nullptr) return;
  if (emitted.kind_case() == Kind::kRuleVoid) {
    known_void[found->lineage] = found->version;
  } else {
    known_void.erase(found->lineage);
  }
}

void Books::apply(const v1::Consequence& emitted, const AuditEntry& entry) {
  switch (emitted.kind_case()) {
    case Kind::kGameBegan:
      begin_game(emitted, entry);
      break;
    case Kind::kPlayerJoined:
      join(emitted, entry);
      break;
    case Kind::kApprovalAsked:
      ask_to_join(emitted, entry);
      break;
    case Kind::kApprovalDenied:
      asked_to_join_.erase(player_of(emitted));
      break;
    case Kind::kPlayerLeft:
      if (auto* player = seat(player_of(emitted))) player->left = true;
      break;
    case Kind::kBecameInactive:
    case Kind::kBecameActive:
      if (auto* player = seat(player_of(emitted))) player->inactive = emitted.kind_case() == Kind::kBecameInactive;
      break;
    case Kind::kTeamSet:
      if (auto* player = seat(player_of(emitted))) player->team = emitted.team_set().team();
      break;
    case Kind::kTurnBegan:
    case Kind::kTurnPassed:
      begin_turn(emitted, entry);
      break;
    case Kind::kTurnEnded:
      end_turn(emitted);
      break;
    case Kind::kCircuitEnded:
      circuits_complete = circuit_of(emitted);
      break;
    case Kind::kProposalMade:
      propose(emitted, entry);
      break;
    case Kind::kProposalRevised:
      revise(emitted, entry);
      break;
    case Kind::kProposalWithdrawn:
      withdraw(emitted);
      break;
    case Kind::kVoteCalled:
    case Kind::kVoteCast:
    case Kind::kVoteChanged:
    case Kind::kVoteWithdrawn:
      apply_vote(emitted, entry);
      break;
    case Kind::kProposalAdopted:
    case Kind::kProposalDefeated:
    case Kind::kOutcomeUndetermined:
      settle(emitted);
      break;
    case Kind::kChangeNotAdopted:
    case Kind::kWithoutEffect:
      if (const auto at = change_emitted(emitted)) {
        adopted[proposal_of(emitted)].done[*at] = true;
      }
      break;
    case Kind::kEffectAwaited:
      if (adopted.count(proposal_of(emitted)) != 0) adopted[proposal_of(emitted)].awaited = true;
      break;
    case Kind::kRuleEnacted:
    case Kind::kRuleAmended:
    case Kind::kRuleRepealed:
    case Kind::kRuleTransmuted:
    case Kind::kRuleReenacted:
    case Kind::kRuleRestored:
    case Kind::kRuleRetitled:
      apply_rule(emitted, entry);
      break;
    case Kind::kReferencesFollowed:
      follow(emitted.references_followed());
      break;
    case Kind::kRuleChangedItself:
      change_itself(emitted, entry);
      break;
    case Kind::kCorrected:
    case Kind::kCorrectionObjected:
      apply_correction(emitted, entry);
      break;
    case Kind::kRuleVoid:
    case Kind::kRuleRevived:
      apply_void(emitted);
      break;
    case Kind::kScore:
      if (auto* player = seat(player_of(emitted))) player->points = emitted.score().total();
      break;
    case Kind::kDiceThrown:
      if (auto* mine = going_on(replay::turn_of(emitted))) mine->parts_done += 1;
      break;
    case Kind::kVictory:
      win(emitted);
      break;
    case Kind::kOutcomeAttested:
      attest(emitted, entry);
      break;
    case Kind::kNotKnown:
      leave_unknown(emitted.not_known());
      break;
    case Kind::kRoundEnded:
      rounds = emitted.round_ended().round();
      for (auto& player : players) player.points_unknown = player.points_unknown && player.left;
      break;
    case Kind::kActed:
      act(emitted, entry);
      break;
    case Kind::kHoldingChanged:
      hold(emitted.holding_changed());
      break;
    default:
      apply_dispute(emitted, entry);
      break;
  }
}

void Books::begin_game(const v1::Consequence& emitted, const AuditEntry& entry) {
  begun = true;
  turn.number = 1;
  turn.circuit = 1;
  turn.mover = player_of(emitted);
  for (auto& [number, rule] : rules) {
    rule.since_time = entry.latest();
    rule.passed = passed_among(rule.provisions, entry.recorded_at);
  }
}

void Books::ask_to_join(const v1::Consequence& emitted, const AuditEntry& entry) {
  const auto event = event_within(*entry.event);
  if (event->has_player_joined()) asked_to_join_[player_of(emitted)] = event->player_joined().player();
}

void Books::leave_unknown(const v1::Consequence::NotKnown& what) {
  if (what.what() == v1::Consequence::NotKnown::POINTS) {
    for (const auto& name : what.players()) {
      if (auto* player = seat(name)) player->points_unknown = true;
    }
  }
  const auto found = rules.find(number_in(what.number()));
  if (what.what() == v1::Consequence::NotKnown::RULE_CHANGE && found != rules.end())
    found->second.change_unknown = true;
}

void Books::hold(const v1::Consequence::HoldingChanged& changed) {
  const auto place = std::make_pair(changed.player(), changed.thing());
  holdings[place] = changed.total();
  if (changed.total() == 0) holdings.erase(place);
}

// ---- Players and turns ---------------------------------------------------------------------------------------------

void Books::join(const v1::Consequence& emitted, const AuditEntry& entry) {
  if (auto* player = seat(player_of(emitted))) {
    player->left = false;
    return;
  }
  v1::PlayerNames names;
  const auto event = event_within(*entry.event);
  if (event->has_player_joined()) names = event->player_joined().player();
  const auto asked = asked_to_join_.find(player_of(emitted));
  if (asked != asked_to_join_.end()) {
    names = asked->second;
    asked_to_join_.erase(asked);
  }
  BookPlayer player;
  player.name = player_of(emitted);
  player.folded = names.folded();
  player.sort_key = names.sort_key();
  player.team = names.team();
  player.joined_at = entry.index;
  players.push_back(std::move(player));
}

void Books::begin_turn(const v1::Consequence& emitted, const AuditEntry& entry) {
  const bool goes_on = turn.phase == BookTurn::Phase::GOING_ON || turn.phase == BookTurn::Phase::THROWING;
  // The first turn began with the founding: what is in dispute in it stays so.
  const bool first = turn.phase == BookTurn::Phase::NONE;
  if (goes_on) others.push_back(turn);
  // What was thrown in it before its proposal counts.
  const auto thrown_early = first ? turn.thrown_early : std::set<std::uint32_t>();
  turn = {};
  turn.thrown_early = thrown_early;
  turn.number = replay::turn_of(emitted);
  turn.circuit = circuit_of(emitted);
  turn.mover = player_of(emitted);
  turn.first_record = entry.index;
  turn.phase = BookTurn::Phase::GOING_ON;
  turn.voted = emitted.kind_case() == Kind::kTurnPassed;
  if (!first) {
    dispute_before = std::move(dispute);
    dispute = {};
  }
  closed.clear();
  turn_begun_by_ = player_of(emitted);
}

void Books::has_had_turn(const std::string& name, std::uint32_t circuit) {
  if (auto* player = seat(name)) player->last_circuit = circuit;
}

void Books::end_turn(const v1::Consequence& emitted) {
  has_had_turn(player_of(emitted), circuit_of(emitted));
  if (replay::turn_of(emitted) == turn.number) {
    turn.phase = BookTurn::Phase::COMPLETE;
    turn.mover = player_of(emitted);
    return;
  }
  others.erase(std::remove_if(others.begin(), others.end(),
                              [&](const auto& one) { return one.number == replay::turn_of(emitted); }),
               others.end());
}

void Books::win(const v1::Consequence& emitted) {
  BookWinner winner;
  winner.player = player_of(emitted);
  winner.lineage = emitted.rule().lineage();
  if (emitted.victory().ends() != v1::Victory::ENDS_UNSPECIFIED) winner.ends = emitted.victory().ends();
  if (winner.ends == v1::Victory::GAME) won = true;
  if (winner.ends == v1::Victory::ROUND) {
    if (auto* player = seat(player_of(emitted))) player->rounds_won += 1;
  }
  winners.push_back(std::move(winner));
}

// ---- Proposals and votes -------------------------------------------------------------------------------------------

namespace {

template <class Form, class Lineage>
void take_form(BookProposal& proposal, const Form& form, const AuditEntry& entry, const Lineage& lineage_of) {
  proposal.changes = {form.changes().begin(), form.changes().end()};
  proposal.together = form.together();
  proposal.effect_at = form.effect_at();
  proposal.effect_from.reset();
  if (form.has_effect_from()) proposal.effect_from = form.effect_from();
  proposal.form_at = entry.index;
  proposal.form = form_in(entry);
  proposal.lineages.clear();
  for (const auto& change : proposal.changes) {
    const bool has_target = change.kind() != v1::ENACT && change.kind() != v1::REENACT;
    proposal.lineages.push_back(has_target ? lineage_of(number_in(change.rule())) : 0);
  }
}

}  // namespace

void Books::propose(const v1::Consequence& emitted, const AuditEntry& entry) {
  // One that a Judgment upholds stands in an earlier record: it is taken up as the turn was derived again.
  if (emitted.proposal_made().has_about()) {
    upheld_first_at.emplace(proposal_of(emitted), entry.index);
    number_of_upheld.emplace(about(emitted), proposal_of(emitted));
    return count_number(proposal_of(emitted));
  }
  const auto event = event_within(*entry.event);
  BookProposal made;
  made.number = proposal_of(emitted);
  made.proponent = player_of(emitted);
  made.made_at = entry.index;
  made.made_time = entry.latest();
  made.made_within = entry.within;
  take_form(made, event->proposal_made(), entry, [&](auto number) { return lineage_named(number); });
  if (turn_begun_by_ == player_of(emitted)) {
    made.in_turn = true;
    turn.proposal = made.number;
    turn_begun_by_.clear();
  }
  count_number(made.number);
  closed.erase(made.number);
  proposals.push_back(std::move(made));
}

void Books::go_on_with_turn(std::uint32_t number) {
  auto* made = find_in(proposals, [&](const auto& one) { return one.number == number; });
  if (made == nullptr || made->in_turn) return;
  auto* mine = const_cast<BookTurn*>(turn_of(made->proponent));  // NOLINT(*-const-cast): our own
  if (mine == nullptr || mine->proposal != 0 || mine->voted) return;
  made->in_turn = true;
  mine->proposal = number;
}

void Books::revise(const v1::Consequence& emitted, const AuditEntry& entry) {
  const auto event = event_within(*entry.event);
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == proposal_of(emitted); });
  if (open == nullptr || !event->has_proposal_revised()) return;
  take_form(*open, event->proposal_revised(), entry, [&](auto number) { return lineage_named(number); });
  open->attestations.clear();
}

void Books::withdraw(const v1::Consequence& emitted) {
  if (auto* mine = const_cast<BookTurn*>(turn_with(proposal_of(emitted)))) {  // NOLINT(*-const-cast): our own
    mine->proposal = 0;
  }
  proposals.erase(std::remove_if(proposals.begin(), proposals.end(),
                                 [&](const auto& one) { return one.number == proposal_of(emitted); }),
                  proposals.end());
}

void Books::apply_vote(const v1::Consequence& emitted, const AuditEntry& entry) {
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == proposal_of(emitted); });
  if (open == nullptr) return;
  if (emitted.kind_case() == Kind::kVoteCalled) {
    open->phase = BookProposal::Phase::VOTE;
    open->called_at = entry.index;
    open->called_time = entry.latest();
    open->voted_form = open->form;
    return;
  }
  auto* ballot = find_in(open->ballots, [&](const auto& one) { return one.player == player_of(emitted); });
  if (ballot == nullptr) {
    ballot = &open->ballots.emplace_back();
    ballot->player = player_of(emitted);
  }
  if (emitted.kind_case() != Kind::kVoteCast) ballot->changes += 1;
  ballot->withdrawn = emitted.kind_case() == Kind::kVoteWithdrawn;
  if (ballot->withdrawn) return;
  ballot->choice = ballot_in(emitted)->choice();
  ballot->time = entry.latest();
  ballot->within = entry.within;
  ballot->record = entry.index;
}

void Books::attest(const v1::Consequence& emitted, const AuditEntry& entry) {
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == proposal_of(emitted); });
  if (open == nullptr) return;
  auto& all = open->attestations;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const auto& one) { return one.player == player_of(emitted); }),
            all.end());
  all.push_back({player_of(emitted), entry.index, event_within(*entry.event)->outcome_attested()});
}

void Books::note_complete(std::uint32_t number, Count count) {
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == number; });
  if (open != nullptr && !open->complete) open->complete = std::move(count);
}

// Under semantics 1 votes that nobody gives are zero, unless they are said not to be known.
bool Books::leaves_votes_unknown(const BookProposal& proposal, const v1::Consequence::Outcome& outcome) const {
  if (semantics >= 2) return outcome.votes_unknown();
  const auto& all = proposal.attestations;
  return std::any_of(all.begin(), all.end(), [](const auto& one) { return one.word.votes_unknown(); });
}

void Books::settle(const v1::Consequence& emitted) {
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == proposal_of(emitted); });
  if (open == nullptr) return;
  if (auto* mine = const_cast<BookTurn*>(turn_with(proposal_of(emitted)))) {  // NOLINT(*-const-cast): our own
    if (!mine->voted) {
      const auto& outcome = *outcome_in(emitted);
      mine->votes_for = outcome.votes_for();
      mine->votes_cast = outcome.votes_for() + outcome.votes_against();
      mine->parts_done = 1;
      mine->voted = true;
      // A rule is cited for what is left open: whether it has changed by itself is not known.
      const bool open_by_rule = emitted.has_outcome_undetermined() && emitted.rule().number() != 0;
      mine->votes_unknown = (outcome.has_attested() && leaves_votes_unknown(*open, outcome)) || open_by_rule;
      turns_unknown = turns_unknown || mine->votes_unknown;
    }
  }
  if (emitted.kind_case() == Kind::kProposalAdopted) {
    auto& now = adopted[proposal_of(emitted)];
    now = {*open, {}, false, false, {}, true};
    for (const auto& change : open->changes) now.done.push_back(change.kind() == v1::NO_CHANGE);
  }
  if (emitted.kind_case() == Kind::kOutcomeUndetermined) {
    open->phase = BookProposal::Phase::UNDETERMINED;
    return;
  }
  closed[open->number] = std::move(*open);
  proposals.erase(proposals.begin() + (open - proposals.data()));
}

void Books::count_number(std::uint32_t number) {
  if (is_unnumbered(number)) return;
  given.insert(number);
  if (is_lettered(number)) return;
  next_number = std::max(next_number, number + 1);
  last_given = std::max(last_given, number);
}

}  // namespace nomic::replay::audit
