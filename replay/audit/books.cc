#include "books.h"

#include <algorithm>

#include "nomic/ledger/hash.h"
#include "nomic/replay/point.h"

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

std::string texts_digest(const google::protobuf::RepeatedPtrField<v1::Text>& texts) {
  std::string all;
  for (const auto& text : texts) {
    all += std::to_string(text.lang().size()) + ":" + text.lang() + std::to_string(text.text().size()) + ":";
    all += text.text();
  }
  return ledger::sha256(all).hex();
}

std::string form_digest(const std::vector<v1::RuleChange>& changes) {
  std::string all;
  for (const auto& change : changes) {
    const std::string one = change.SerializeAsString();
    all += std::to_string(one.size()) + ":" + one;
  }
  return ledger::sha256(all).hex();
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

std::uint32_t Books::target_of(const BookProposal& proposal, std::size_t change) const {
  const auto lineage = change < proposal.lineages.size() ? proposal.lineages[change] : 0;
  if (lineage == 0) return proposal.changes[change].rule();
  const auto* now = of_lineage(lineage);
  return now == nullptr ? 0 : now->number;
}

std::optional<std::size_t> Books::change_told(const v1::Consequence& told) const {
  const auto found = adopted.find(told.proposal());
  if (told.proposal() == 0 || found == adopted.end()) return std::nullopt;
  const auto& proposal = found->second.proposal;
  const auto& done = found->second.done;
  for (std::size_t at = 0; at < proposal.changes.size(); ++at) {
    const auto& change = proposal.changes[at];
    if (done[at] || change.kind() != told.changed()) continue;
    if (told.kind() == Kind::WITHOUT_EFFECT || told.kind() == Kind::CHANGE_NOT_ADOPTED) return at;
    if (change.kind() == v1::ENACT) return at;
    if (change.kind() == v1::REENACT) {
      const auto* again = repealed_rule(change.rule());
      if (again != nullptr && again->number == told.from_number()) return at;
      continue;
    }
    if (target_of(proposal, at) == told.from_number()) return at;
  }
  return std::nullopt;
}

bool Books::waited_for_turn(const v1::Consequence& told) const {
  const auto at = change_told(told);
  if (!at) return false;
  const auto& when = adopted.at(told.proposal()).when;
  return *at < when.size() && when[*at] == v1::Effectiveness::NEXT_TURN;
}

std::uint32_t Books::mutable_rules() const {
  return static_cast<std::uint32_t>(
      std::count_if(rules.begin(), rules.end(), [](const auto& one) { return one.second.status == v1::MUTABLE; }));
}
std::uint32_t Books::immutable_rules() const {
  return static_cast<std::uint32_t>(rules.size()) - mutable_rules();
}

// ---- A record ------------------------------------------------------------------------------------------------------

void Books::begin(const AuditEntry& entry) {
  turn_begun_by_.clear();
  if (entry.event->has_game_founded() && entry.index == 0) {
    mode = entry.event->game_founded().mode();
    founding_records = entry.event->game_founded().founding_records();
  }
  if (begun || entry.index >= founding_records) return;
  if (entry.event->has_rule_founded()) {
    const auto& body = entry.event->rule_founded().rule();
    BookRule rule;
    rule.number = rule.lineage = body.number();
    rule.status = body.status();
    rule.since = founding_records - 1;
    rule.provisions = {body.provisions().begin(), body.provisions().end()};
    rule.versions.push_back({entry.index, 0, keep(body.provisions()), texts_digest(body.texts())});
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

void Books::apply(const v1::Consequence& told, const AuditEntry& entry) {
  switch (told.kind()) {
    case Kind::GAME_BEGAN:
      begun = true;
      turn.number = 1;
      turn.circuit = 1;
      turn.mover = told.player();
      for (auto& [number, rule] : rules) rule.since_time = entry.recorded_at;
      break;
    case Kind::PLAYER_JOINED:
      join(told, entry);
      break;
    case Kind::APPROVAL_ASKED:
      if (event_within(*entry.event)->has_player_joined()) {
        asked_to_join_[told.player()] = event_within(*entry.event)->player_joined().player();
      }
      break;
    case Kind::APPROVAL_DENIED:
      asked_to_join_.erase(told.player());
      break;
    case Kind::PLAYER_LEFT:
      if (auto* player = seat(told.player())) player->left = true;
      break;
    case Kind::BECAME_INACTIVE:
    case Kind::BECAME_ACTIVE:
      if (auto* player = seat(told.player())) player->inactive = told.kind() == Kind::BECAME_INACTIVE;
      break;
    case Kind::TEAM_SET:
      if (auto* player = seat(told.player())) player->team = told.text();
      break;
    case Kind::TURN_BEGAN:
    case Kind::TURN_PASSED:
      begin_turn(told, entry);
      break;
    case Kind::TURN_ENDED:
      end_turn(told);
      break;
    case Kind::CIRCUIT_ENDED:
      circuits_complete = told.circuit();
      break;
    case Kind::PROPOSAL_MADE:
      propose(told, entry);
      break;
    case Kind::PROPOSAL_REVISED:
      revise(told, entry);
      break;
    case Kind::PROPOSAL_WITHDRAWN:
      withdraw(told);
      break;
    case Kind::VOTE_CALLED:
    case Kind::VOTE_CAST:
    case Kind::VOTE_CHANGED:
    case Kind::VOTE_WITHDRAWN:
      apply_vote(told, entry);
      break;
    case Kind::PROPOSAL_ADOPTED:
    case Kind::PROPOSAL_DEFEATED:
    case Kind::OUTCOME_UNDETERMINED:
      settle(told);
      break;
    case Kind::CHANGE_NOT_ADOPTED:
    case Kind::WITHOUT_EFFECT:
      if (const auto at = change_told(told)) {
        adopted[told.proposal()].done[*at] = true;
      }
      break;
    case Kind::EFFECT_AWAITED:
      if (adopted.count(told.proposal()) != 0) adopted[told.proposal()].awaited = true;
      break;
    case Kind::RULE_ENACTED:
    case Kind::RULE_AMENDED:
    case Kind::RULE_REPEALED:
    case Kind::RULE_TRANSMUTED:
    case Kind::RULE_REENACTED:
    case Kind::RULE_RESTORED:
      apply_rule(told, entry);
      break;
    case Kind::RULE_CHANGED_ITSELF:
      change_itself(told, entry);
      break;
    case Kind::RULE_VOID:
      if (const auto* rule_told = rule(told.from_number())) void_told[rule_told->lineage] = rule_told->since;
      break;
    case Kind::RULE_REVIVED:
      if (const auto* rule_told = rule(told.from_number())) void_told.erase(rule_told->lineage);
      break;
    case Kind::SCORE:
      if (auto* player = seat(told.player())) player->points = told.total();
      break;
    case Kind::DICE_THROWN:
      if (auto* mine = going_on(told.turn())) mine->parts_done += 1;
      break;
    case Kind::VICTORY:
      win(told);
      break;
    case Kind::ROUND_ENDED:
      rounds = told.turn();
      break;
    case Kind::ACTED:
      act(told, entry);
      break;
    case Kind::HOLDING_CHANGED:
      holdings[{told.player(), told.text()}] = told.total();
      if (told.total() == 0) holdings.erase({told.player(), told.text()});
      break;
    default:
      apply_dispute(told, entry);
      break;
  }
}

// ---- Players and turns ---------------------------------------------------------------------------------------------

void Books::join(const v1::Consequence& told, const AuditEntry& entry) {
  if (auto* player = seat(told.player())) {
    player->left = false;
    return;
  }
  v1::PlayerNames names;
  const auto event = event_within(*entry.event);
  if (event->has_player_joined()) names = event->player_joined().player();
  const auto asked = asked_to_join_.find(told.player());
  if (asked != asked_to_join_.end()) {
    names = asked->second;
    asked_to_join_.erase(asked);
  }
  BookPlayer player;
  player.name = told.player();
  player.folded = names.folded();
  player.sort_key = names.sort_key();
  player.team = names.team();
  players.push_back(std::move(player));
}

void Books::begin_turn(const v1::Consequence& told, const AuditEntry& entry) {
  const bool goes_on = turn.phase == BookTurn::Phase::GOING_ON || turn.phase == BookTurn::Phase::THROWING;
  if (goes_on) others.push_back(turn);
  turn = {};
  turn.number = told.turn();
  turn.circuit = told.circuit();
  turn.mover = told.player();
  turn.first_record = entry.index;
  turn.phase = BookTurn::Phase::GOING_ON;
  turn.voted = told.kind() == Kind::TURN_PASSED;
  dispute = {};
  turn_begun_by_ = told.player();
  if (auto* player = seat(told.player())) player->last_circuit = told.circuit();
}

void Books::end_turn(const v1::Consequence& told) {
  if (auto* player = seat(told.player())) player->last_circuit = told.circuit();
  if (told.turn() == turn.number) {
    turn.phase = BookTurn::Phase::COMPLETE;
    turn.mover = told.player();
    return;
  }
  others.erase(std::remove_if(others.begin(), others.end(), [&](const auto& one) { return one.number == told.turn(); }),
               others.end());
}

void Books::win(const v1::Consequence& told) {
  BookWinner winner;
  winner.player = told.player();
  winner.lineage = told.rule().lineage();
  if (told.text() == "the round") winner.ends = v1::Victory::ROUND;
  if (told.text() == "nothing") winner.ends = v1::Victory::NOTHING;
  if (winner.ends == v1::Victory::GAME) won = true;
  if (winner.ends == v1::Victory::ROUND) {
    if (auto* player = seat(told.player())) player->rounds_won += 1;
  }
  winners.push_back(std::move(winner));
}

// ---- Proposals and votes -------------------------------------------------------------------------------------------

namespace {

template <class Form>
void take_form(const Books& books, BookProposal& proposal, const Form& form, std::uint64_t record) {
  proposal.changes = {form.changes().begin(), form.changes().end()};
  proposal.together = form.together();
  proposal.effect_at = form.effect_at();
  proposal.effect_from.reset();
  if (form.has_effect_from()) proposal.effect_from = form.effect_from();
  proposal.form_at = record;
  proposal.lineages.clear();
  for (const auto& change : proposal.changes) {
    const bool has_target = change.kind() != v1::ENACT && change.kind() != v1::REENACT;
    const auto* rule = has_target ? books.rule(change.rule()) : nullptr;
    proposal.lineages.push_back(rule == nullptr ? 0 : rule->lineage);
  }
}

}  // namespace

void Books::propose(const v1::Consequence& told, const AuditEntry& entry) {
  const auto event = event_within(*entry.event);
  BookProposal made;
  made.number = told.proposal();
  made.proponent = told.player();
  made.made_at = entry.index;
  made.made_time = entry.recorded_at;
  take_form(*this, made, event->proposal_made(), entry.index);
  if (turn_begun_by_ == told.player()) {
    made.in_turn = true;
    turn.proposal = made.number;
    turn_begun_by_.clear();
  }
  next_number = std::max(next_number, made.number + 1);
  proposals.push_back(std::move(made));
}

void Books::revise(const v1::Consequence& told, const AuditEntry& entry) {
  const auto event = event_within(*entry.event);
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == told.proposal(); });
  if (open != nullptr && event->has_proposal_revised()) take_form(*this, *open, event->proposal_revised(), entry.index);
}

void Books::withdraw(const v1::Consequence& told) {
  if (auto* mine = const_cast<BookTurn*>(turn_with(told.proposal()))) {  // NOLINT(*-const-cast): our own
    mine->voted = true;
    mine->proposal = 0;
    mine->parts_done = 1;
  }
  proposals.erase(std::remove_if(proposals.begin(), proposals.end(),
                                 [&](const auto& one) { return one.number == told.proposal(); }),
                  proposals.end());
}

void Books::apply_vote(const v1::Consequence& told, const AuditEntry& entry) {
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == told.proposal(); });
  if (open == nullptr) return;
  if (told.kind() == Kind::VOTE_CALLED) {
    open->phase = BookProposal::Phase::VOTE;
    open->called_at = entry.index;
    open->called_time = entry.recorded_at;
    open->voted_form = form_digest(open->changes);
    return;
  }
  auto* ballot = find_in(open->ballots, [&](const auto& one) { return one.player == told.player(); });
  if (ballot == nullptr) {
    ballot = &open->ballots.emplace_back();
    ballot->player = told.player();
  }
  if (told.kind() != Kind::VOTE_CAST) ballot->changes += 1;
  ballot->withdrawn = told.kind() == Kind::VOTE_WITHDRAWN;
  if (ballot->withdrawn) return;
  ballot->choice = told.in_favour()   ? v1::VoteCast::FOR
                   : told.abstained() ? v1::VoteCast::ABSTAIN
                                      : v1::VoteCast::AGAINST;
  ballot->time = entry.recorded_at;
}

void Books::settle(const v1::Consequence& told) {
  auto* open = find_in(proposals, [&](const auto& one) { return one.number == told.proposal(); });
  if (open == nullptr) return;
  if (auto* mine = const_cast<BookTurn*>(turn_with(told.proposal()))) {  // NOLINT(*-const-cast): our own
    if (!mine->voted) {
      mine->votes_for = told.votes_for();
      mine->votes_cast = told.votes_for() + told.votes_against();
      mine->parts_done = 1;
      mine->voted = true;
    }
  }
  if (told.kind() == Kind::PROPOSAL_ADOPTED) {
    auto& now = adopted[told.proposal()];
    now = {*open, std::vector<bool>(open->changes.size(), false), false, false, {}};
  }
  if (told.kind() == Kind::OUTCOME_UNDETERMINED) {
    open->phase = BookProposal::Phase::UNDETERMINED;
    return;
  }
  proposals.erase(proposals.begin() + (open - proposals.data()));
}

void Books::act(const v1::Consequence& told, const AuditEntry& entry) {
  if (told.proposal() == 0) return;
  const auto event = event_within(*entry.event);
  BookProposal made;
  made.number = told.proposal();
  made.proponent = told.player();
  made.made_at = entry.index;
  made.form_at = entry.index;
  made.together = true;
  for (const auto& change : event->act_performed().changes()) {
    made.changes.push_back(change);
    const bool has_target = change.kind() != v1::ENACT && change.kind() != v1::REENACT;
    const auto* target = has_target ? rule(change.rule()) : nullptr;
    made.lineages.push_back(target == nullptr ? 0 : target->lineage);
  }
  next_number = std::max(next_number, made.number + 1);
  const auto count = made.changes.size();
  adopted[told.proposal()] = {std::move(made), std::vector<bool>(count, false), false, true, {}};
}

// ---- Rules ---------------------------------------------------------------------------------------------------------

void Books::put_in_force(BookRule rule) {
  rules[rule.number] = std::move(rule);
  ++law_version;
}

// A version that was never in these books, since the game was derived anew in between, is taken as the engine keeps it
// (R106 says then that it is not judged).
void Books::learn(BookRule& rule, const AuditEntry& entry) {
  if (entry.after == nullptr) return;
  for (const auto& kept : entry.after->rules()) {
    if (kept.lineage() == rule.lineage && kept.since() == entry.index) {
      rule.provisions = {kept.provisions().begin(), kept.provisions().end()};
    }
  }
}

void Books::apply_rule(const v1::Consequence& told, const AuditEntry& entry) {
  const auto at = change_told(told);
  const v1::RuleChange* change = nullptr;
  std::uint64_t form_at = entry.index;
  if (at) {
    auto& now = adopted[told.proposal()];
    change = &now.proposal.changes[*at];
    form_at = now.proposal.form_at;
  }
  BookRule moved;
  if (told.kind() == Kind::RULE_ENACTED) {
    moved.number = moved.lineage = told.to_number();
  } else if (told.kind() == Kind::RULE_REENACTED) {
    const auto* again = repealed_rule(told.from_number());
    if (again == nullptr) return;
    moved = *again;
    repealed.erase(repealed.begin() + (again - repealed.data()));
    moved.status = v1::MUTABLE;
  } else {
    const auto found = rules.find(told.from_number());
    if (found == rules.end()) return;
    moved = std::move(found->second);
    rules.erase(found);
  }
  ++law_version;
  if (told.kind() == Kind::RULE_REPEALED) {
    void_told.erase(moved.lineage);
    repealed.push_back(std::move(moved));
    if (at) adopted[told.proposal()].done[*at] = true;
    return;
  }
  if (change != nullptr && (told.kind() == Kind::RULE_ENACTED || told.kind() == Kind::RULE_AMENDED)) {
    moved.versions.push_back(
        {form_at, static_cast<std::uint32_t>(*at), keep(change->provisions()), texts_digest(change->texts())});
  }
  if (told.kind() == Kind::RULE_RESTORED && moved.versions.size() > 1) moved.versions.pop_back();
  const bool brings_text = told.kind() != Kind::RULE_TRANSMUTED;
  if (brings_text && !moved.versions.empty()) {
    const auto& provisions = moved.versions.back().provisions;
    if (provisions == nullptr) {
      learn(moved, entry);
    } else {
      moved.provisions = *provisions;
    }
  }
  if (told.kind() == Kind::RULE_TRANSMUTED) moved.status = told.status();
  if (moved.number != told.to_number()) moved.former.push_back(moved.number);
  moved.number = told.to_number();
  next_number = std::max(next_number, moved.number + 1);
  moved.since = entry.index;
  moved.since_time = entry.recorded_at;
  if (at) adopted[told.proposal()].done[*at] = true;
  put_in_force(std::move(moved));
}

void Books::change_itself(const v1::Consequence& told, const AuditEntry& entry) {
  const auto found = rules.find(told.from_number());
  if (found == rules.end()) return;
  auto& rule = found->second;
  for (auto& provision : rule.provisions) {
    if (!provision.adoption().has_later()) continue;
    const auto& later = provision.adoption().later();
    bool due = later.at().empty() && told.circuit() != 0 && later.after_circuit() == told.circuit();
    if (!later.at().empty() && told.circuit() == 0) {
      const auto time = parse_time(later.at(), false);
      due = !time || *time <= entry.recorded_at;
    }
    if (!due) continue;
    auto& adoption = *provision.mutable_adoption();
    *adoption.mutable_quota() = v1::Quota(later.quota());
    adoption.clear_later();
  }
  rule.since = entry.index;
  rule.since_time = entry.recorded_at;
  if (!rule.versions.empty()) rule.versions.back().provisions = std::make_shared<const Provisions>(rule.provisions);
  ++law_version;
}

}  // namespace nomic::replay::audit
