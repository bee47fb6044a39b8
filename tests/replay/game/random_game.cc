#include "replay/game/random_game.h"

#include <algorithm>
#include <cstdlib>

#include "nomic/ledger/hash.h"
#include "nomic/replay/dice.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay::test {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t HOUR = 3600 * SECOND;

const std::vector<std::string> SEATED = {"Ann Young", "Bob Miller", "Cyd Abel", "Dan Root"};

// What rules of the test's own say at first, so that most of what players try is allowed: a choice for each rule.
const std::vector<std::vector<std::string>>& permissive() {
  static const std::vector<std::vector<std::string>> RULES = {
      {"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
       "adoption { quota { numerator: 1 denominator: 3 base: TAKING_PART } least_in_favour: 1 }",
       "adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE } }"},
      {"numbering { first: 20 changed_rule: KEEPS_ITS_OWN }", "numbering { first: 301 changed_rule: TAKES_PROPOSALS }"},
      {"voting_period { vote { hours: 12 } at_end: COUNT_CAST }",
       "voting_period { debate { hours: 1 } vote { days: 2 } vote_at_least { minutes: 1 } at_end: MISSING_ABSTAIN }"},
      {"proposing { who: ANYONE open: 6 withdrawal: BEFORE_OUTCOME }",
       "proposing { who: ANYONE withdrawal: BEFORE_VOTE several: EACH }",
       "proposing { who: IN_TURN several: TOGETHER }"},
      {"turn_order { order: SEATING time_to_propose { days: 1 } time_to_throw { hours: 3 } }",
       "turn_order { order: ALL_AT_ONCE starting_points_thousandths: 1000 }", "turn_order { order: NO_TURNS }",
       "turn_order { order: SURNAME }"},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip_thousandths: 500 } } }",
       "turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 1000 } reckoned: BEFORE_EFFECT "
       "} } }"},
      {"precedence_method { same_status: CLAIMS_THEN_LOWEST statuses: MUTABLE_VOID }",
       "precedence_method { same_status: CLAIMS_THEN_NEWEST statuses: MUTABLE_YIELDS }",
       "precedence_method { same_status: CLAIMS_THEN_HIGHEST }"},
      {"effectiveness { when: NEXT_TURN proposals_may_say: true }", "effectiveness { when: VOTE_COMPLETE }",
       "effectiveness { when: AFTER_DELAY delay { hours: 5 } proposals_may_say: true }"},
      {"vote_changes { change: true withdraw: true }", "vote_changes { change: true times: 2 within { hours: 2 } }"},
      {"franchise { abstention: true proponents_vote: COUNTS_FOR }", "franchise { electorate: OTHERS_THAN_PROPONENT }"},
      {"joining { approval { numerator: 1 denominator: 2 } when: ANY_TIME points_thousandths: 2000 }",
       "joining { points_thousandths: -500 }"},
      {"inactivity { declared: true after { days: 3 } suspends: [VOTING, TURNS] ends_by: ANY_MOVE }",
       "inactivity { missed_votes: 2 suspends: VOTING }"},
      {"victory { points_thousandths: 30000 ends: ROUND }",
       "victory { points_thousandths: 60000 who: EVERY ends: NOTHING }"},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed_thousandths: 700 } reckoned: AFTER_EFFECT }",
       "award { occasion: BALLOT_CAST recipient: VOTERS amount { fixed_thousandths: 100 } }"},
  };
  return RULES;
}

v1::Ruleset own_rules(Choices& choose) {
  v1::Ruleset ruleset;
  Scene scene;
  scene.players = SEATED;
  const auto add = [&](const v1::Provision& provision) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(choose.percent(15) ? v1::IMMUTABLE : v1::MUTABLE);
    rule.add_texts()->set_text("Rule of the players' own.");
    *rule.add_provisions() = provision;
  };
  for (const auto& ways : permissive()) {
    if (ruleset.rules_size() > 1 && choose.percent(25)) continue;
    const auto provision = parse_provision(choose.one_of(ways));
    EXPECT_TRUE(provision) << (provision ? "" : label_of(provision.error()));
    if (provision) add(*provision);
  }
  for (auto left = choose.below(3); left > 0; --left) add(random_provision(choose, scene));
  return ruleset;
}

v1::Event approve(const std::string& player, bool yes) {
  v1::Event event;
  event.mutable_approval_given()->set_player(player);
  event.mutable_approval_given()->set_approve(yes);
  return event;
}

v1::Event be_active(bool active) {
  v1::Event event;
  event.mutable_activity_changed()->set_active(active);
  return event;
}

v1::Event tick() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

}  // namespace

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  // Under a sanitizer everything takes many times as long, and what it can tell shows in a share of the games.
#if defined(NOMIC_SANITIZED)
  constexpr std::uint64_t SHARE = 8;
#else
  constexpr std::uint64_t SHARE = 1;
#endif
  const char* given = std::getenv(name);
  return given == nullptr ? std::max<std::uint64_t>(1, otherwise / SHARE) : std::strtoull(given, nullptr, 10);
}

std::string hash_of(const State& state) {
  return ledger::sha256(written(state)).raw();
}

void throw_by_secrets(v1::Ruleset& ruleset, std::uint64_t seed) {
  if (seed % 3 != 0) return;
  for (auto& rule : *ruleset.mutable_rules()) {
    for (auto& provision : *rule.mutable_provisions()) {
      if (!provision.has_turn_parts()) continue;
      for (auto& part : *provision.mutable_turn_parts()->mutable_parts()) {
        if (!part.has_throw_()) continue;
        auto& thrown = *part.mutable_throw_();
        thrown.set_source(v1::ThrowPart::REVEALED);
        thrown.set_committers(static_cast<v1::ThrowPart::Committers>(seed / 3 % 4));
        thrown.set_missing(static_cast<v1::ThrowPart::Missing>(seed / 12 % 4));
        thrown.mutable_time_to_commit()->set_days(1);
        thrown.mutable_time_to_reveal()->set_hours(12);
        thrown.set_penalty_thousandths(seed % 2 == 0 ? 2'500 : 0);
      }
    }
  }
}

RandomGame::RandomGame(std::uint64_t seed) : choose_(seed) {
  const auto start = choose_.below(10);
  if (start == 0) {
    table_ = std::make_unique<Table>(SEATED, "1982", v1::TABLE);
  } else if (start < 4) {
    table_ = std::make_unique<Table>(SEATED, "1990", start == 1 ? v1::TABLE : v1::MAIL);
  } else {
    auto rules = own_rules(choose_);
    throw_by_secrets(rules, seed);
    table_ = std::make_unique<Table>(SEATED, rules, choose_.percent(50) ? v1::TABLE : v1::MAIL);
  }
  past_ = choose_.percent(40) ? 6 : 0;
}

RandomGame::RandomGame(std::uint64_t seed, Table::Afterwards recorded) : choose_(seed), afterwards_(true) {
  auto rules = own_rules(choose_);
  throw_by_secrets(rules, seed);
  table_ = std::make_unique<Table>(SEATED, rules, choose_.percent(50) ? v1::TABLE : v1::MAIL, recorded);
  past_ = choose_.percent(30) ? 4 : 0;
}

RandomGame::RandomGame(std::uint64_t seed, const v1::Ruleset& ruleset)
    : choose_(seed), table_(std::make_unique<Table>(SEATED, ruleset, v1::TABLE)), past_(2) {}

Scene RandomGame::scene() const {
  Scene scene;
  for (const auto& player : table_->state().players()) scene.players.push_back(player.names().name());
  for (const auto& rule : table_->state().rules()) scene.rules.push_back(rule.number());
  scene.next_number = table_->state().next_number();
  scene.now = table_->state().recorded_at();
  return scene;
}

bool RandomGame::over() const {
  const auto& state = table_->state();
  if (state.turn().phase() == v1::Turn::WON) return true;
  for (const auto& player : state.players()) {
    if (player.left_at() == 0) return false;
  }
  return true;
}

std::int64_t RandomGame::some_time_later() {
  const auto now = table_->state().recorded_at();
  const auto up_to = [&](std::int64_t most) {
    return now + static_cast<std::int64_t>(choose_.below(static_cast<std::size_t>(most)));
  };
  const auto how = choose_.below(20);
  if (how == 0) {
    const auto due = status_of(*table_).due;
    if (!due.empty()) return std::max(now, due.front().at - 1 + static_cast<std::int64_t>(choose_.below(3)));
  }
  if (how < 4) return now;
  if (how < 12) return up_to(60 * SECOND);
  if (how < 17) return up_to(HOUR);
  return up_to(how == 19 ? 72 * HOUR : 8 * HOUR);
}

std::string RandomGame::anybody() {
  const auto& players = table_->state().players();
  return players[static_cast<int>(choose_.below(static_cast<std::size_t>(players.size())))].names().name();
}

std::uint32_t RandomGame::any_open_proposal() {
  const auto& open = table_->state().proposals();
  if (open.empty() || choose_.percent(3)) return static_cast<std::uint32_t>(choose_.below(400));
  return open[static_cast<int>(choose_.below(static_cast<std::size_t>(open.size())))].number();
}

v1::VoteCast::Choice RandomGame::some_choice() {
  const auto share = choose_.below(100);
  return share < 85 ? FOR : share < 94 ? AGAINST : v1::VoteCast::ABSTAIN;
}

Move RandomGame::next_try() {
  Move move;
  move.index = table_->state().size();
  move.recorded_at = some_time_later();
  auto ways = what_is_waited_for();
  const auto chosen = ways.empty() || choose_.percent(20) ? whatever() : choose_.one_of(ways);
  move.author = chosen.first;
  move.event = chosen.second;
  table_->say_time(move);
  return move;
}

// ---- What the game waits for ---------------------------------------------------------------------------------------

std::vector<RandomGame::Try> RandomGame::what_is_waited_for() {
  const auto& state = table_->state();
  std::vector<Try> ways;
  for (const auto& one : state.proposals()) ways_on_proposal(one, ways);
  ways_to_throw(state.turn(), ways);
  for (const auto& turn : state.other_turns()) ways_to_throw(turn, ways);
  const auto phase = state.turn().phase();
  const bool between = phase == v1::Turn::PROPOSING || phase == v1::Turn::TURN_COMPLETE;
  const auto next = next_player(table_->engine);
  if (between) ways.emplace_back(next.empty() ? anybody() : next, proposal());
  const auto ways_to_begin = [&](const v1::Turn& turn) {
    if (turn.phase() == v1::Turn::BEGUN) ways.emplace_back(turn.mover(), proposal());
  };
  ways_to_begin(state.turn());
  for (const auto& turn : state.other_turns()) ways_to_begin(turn);
  if (state.proposals_size() < 5) ways.emplace_back(anybody(), proposal());
  for (const auto& application : state.applications()) {
    ways.emplace_back(anybody(), approve(application.names().name(), choose_.percent(80)));
  }
  for (const auto& player : state.players()) {
    if (player.inactive_since() != 0) ways.emplace_back(player.names().name(), be_active(true));
  }
  return ways;
}

void RandomGame::ways_on_proposal(const v1::Proposal& one, std::vector<Try>& ways) {
  if (one.phase() == v1::Proposal::DEBATE) {
    ways.emplace_back(one.proponent(), call(one.number()));
    if (choose_.percent(20)) ways.emplace_back(one.proponent(), revise(one.number(), proposal()));
  }
  for (const auto& voter : missing_voters(table_->engine, one)) {
    if (one.phase() == v1::Proposal::VOTE) ways.emplace_back(voter, vote(some_choice(), one.number()));
  }
}

void RandomGame::ways_to_throw(const v1::Turn& turn, std::vector<Try>& ways) {
  if (turn.phase() != v1::Turn::THROWING) return;
  if (!turn.has_dice()) {
    ways.emplace_back(turn.mover(), throw_of(turn.mover()));
    return;
  }
  const auto& round = turn.dice();
  for (const auto& name : round.committers()) {
    const auto own = std::find_if(round.secrets().begin(), round.secrets().end(),
                                  [&](const auto& secret) { return secret.player() == name; });
    if (own == round.secrets().end()) ways.emplace_back(name, commitment_of(name, round));
    if (own != round.secrets().end() && own->secret().empty()) ways.emplace_back(name, secret_behind(*own, round));
  }
}

v1::Event RandomGame::commitment_of(const std::string& player, const v1::DiceRound& round) {
  std::string folded;
  for (const auto& one : table_->state().players()) {
    if (one.names().name() == player) folded = one.names().folded();
  }
  std::string secret;
  for (std::size_t i = 0; i < SECRET_SIZE; ++i) secret.push_back(static_cast<char>(choose_.below(256)));
  v1::Event event;
  auto& committed = *event.mutable_dice_committed();
  *committed.mutable_position() = round.position();
  committed.set_commitment(commitment_to(dice_game(table_->state().founding()), round.position(), {folded, secret}));
  secrets_[committed.commitment()] = secret;
  // At times somebody copies what another has committed to.
  if (!round.secrets().empty() && choose_.percent(5)) {
    committed.set_commitment(round.secrets(0).commitment());
  }
  return event;
}

v1::Event RandomGame::secret_behind(const v1::DiceSecret& own, const v1::DiceRound& round) {
  v1::Event event;
  auto& revealed = *event.mutable_dice_revealed();
  *revealed.mutable_position() = round.position();
  revealed.set_secret(choose_.percent(5) ? std::string(SECRET_SIZE, '?') : secrets_[own.commitment()]);
  return event;
}

v1::Event RandomGame::throw_of(const std::string& player) {
  const auto parts = table_->engine.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = player}).value;
  v1::Event event;
  event.mutable_dice_thrown()->set_source(v1::DiceThrown::PROGRAM);
  for (const auto& part : parts.parts()) {
    if (!part.has_throw_() || !event.dice_thrown().faces().empty()) continue;
    const auto faces = std::max(1U, part.throw_().faces());
    if (part.throw_().source() == v1::ThrowPart::HAND) event.mutable_dice_thrown()->set_source(v1::DiceThrown::HAND);
    for (std::uint32_t die = 0; die < std::min(100U, part.throw_().dice()); ++die) {
      event.mutable_dice_thrown()->add_faces(static_cast<std::uint32_t>(1 + choose_.below(faces)));
    }
  }
  return event;
}

// ---- Whatever comes to mind ----------------------------------------------------------------------------------------

RandomGame::Try RandomGame::whatever() {
  switch (choose_.below(4)) {
    case 0:
      return {anybody(), tick()};
    case 1:
      return about_players();
    default:
      return about_a_proposal();
  }
}

RandomGame::Try RandomGame::about_a_proposal() {
  const auto number = any_open_proposal();
  v1::Event event;
  switch (choose_.below(9)) {
    case 0:
      event.mutable_proposal_withdrawn()->set_proposal(reference(number));
      return {anybody(), event};
    case 1:
      event.mutable_vote_withdrawn()->set_proposal(reference(number));
      return {anybody(), event};
    case 2:
      return {anybody(), call(number)};
    case 3:
      return {anybody(), revise(number, proposal())};
    case 4:
      return {anybody(), say("Words.", number)};
    case 5:
      return {anybody(), throw_of(anybody())};
    case 6:
      return {anybody(), proposal()};
    default:
      return {anybody(), vote(some_choice(), number)};
  }
}

RandomGame::Try RandomGame::about_players() {
  switch (choose_.below(8)) {
    case 0:
      return {anybody(), forfeit()};
    case 1:
    case 2: {
      if (table_->state().players_size() > 10) return {anybody(), be_active(true)};
      const auto name = "New " + std::string(1, static_cast<char>('A' + newcomers_++ % 26));
      return {choose_.percent(90) ? name : anybody(), join(name, choose_.percent(50) ? "Aa" : "Zz")};
    }
    case 3:
    case 4:
      return {anybody(), be_active(choose_.percent(30))};
    default:
      return {anybody(), approve(anybody(), choose_.percent(80))};
  }
}

// ---- Proposals -----------------------------------------------------------------------------------------------------

v1::Event RandomGame::proposal() {
  v1::Event event;
  auto& made = *event.mutable_proposal_made();
  const bool several = choose_.percent(table_->state().founding().edition().empty() ? 25 : 8);
  for (auto left = several ? 1 + choose_.below(4) : 1; left > 0; --left) *made.add_changes() = change();
  made.set_together(choose_.percent(50));
  made.set_call_vote(choose_.percent(60));
  const auto& state = table_->state();
  if (choose_.percent(6)) {
    made.set_effect_at(state.recorded_at() + static_cast<std::int64_t>(choose_.below(200'000)) * SECOND - HOUR);
  }
  if (choose_.percent(past_)) made.set_effect_from(choose_.below(state.size() + 2));
  if (afterwards_) as_keepers_say(made);
  return event;
}

// What only a keeper says: numbers in an order of the players' own or not known, rules that the players numbered, texts
// that are lost, and proposals that change no rule.
void RandomGame::as_keepers_say(v1::ProposalMade& made) {
  const auto next = table_->state().next_number();
  const auto some_number = [&] { return static_cast<std::uint32_t>(1 + choose_.below(next + 8)); };
  if (choose_.percent(25))
    made.set_number(
        reference(choose_.percent(70) ? next + static_cast<std::uint32_t>(choose_.below(4)) : some_number()));
  if (choose_.percent(8)) made.set_number_unknown(true);
  if (choose_.percent(6)) {
    made.clear_changes();
    made.add_changes()->set_kind(v1::NO_CHANGE);
    return;
  }
  for (auto& change : *made.mutable_changes()) {
    if (choose_.percent(made.number_unknown() ? 70 : 15))
      change.set_number(
          reference(choose_.percent(70) ? next + 1 + static_cast<std::uint32_t>(choose_.below(9)) : some_number()));
    if (change.texts().empty() || !choose_.percent(10)) continue;
    change.clear_texts();
    change.set_text_unknown(true);
  }
}

v1::RuleChange RandomGame::change() {
  static const std::vector<v1::ChangeKind> KINDS = {v1::ENACT,
                                                    v1::ENACT,
                                                    v1::ENACT,
                                                    v1::AMEND,
                                                    v1::AMEND,
                                                    v1::AMEND,
                                                    v1::REPEAL,
                                                    v1::RESTORE,
                                                    v1::REENACT,
                                                    v1::TRANSMUTE_TO_MUTABLE,
                                                    v1::TRANSMUTE_TO_IMMUTABLE};
  const auto& state = table_->state();
  v1::RuleChange change;
  change.set_kind(choose_.one_of(KINDS));
  if (change.kind() == v1::REENACT && !state.repealed().empty()) {
    const auto at = choose_.below(static_cast<std::size_t>(state.repealed_size()));
    change.set_rule(reference(state.repealed(static_cast<int>(at)).number()));
  } else if (change.kind() != v1::ENACT) {
    const auto* rule = target(change.kind());
    change.set_rule(reference(rule == nullptr ? 1 : rule->number()));
  }
  if (change.kind() == v1::ENACT || change.kind() == v1::AMEND) fill(change);
  return change;
}

// Mostly one that the change fits.
const v1::Rule* RandomGame::target(v1::ChangeKind kind) {
  const auto& rules = table_->state().rules();
  const v1::Rule* found = nullptr;
  for (int tries = 0; tries < 4 && !rules.empty(); ++tries) {
    found = &rules[static_cast<int>(choose_.below(static_cast<std::size_t>(rules.size())))];
    const bool amended = kind != v1::RESTORE || found->sources_size() > 1;
    if (amended && (found->status() == v1::IMMUTABLE) == (kind == v1::TRANSMUTE_TO_MUTABLE)) break;
  }
  return found;
}

void RandomGame::fill(v1::RuleChange& change) {
  change.add_texts()->set_text("Text " + std::to_string(choose_.below(1000)) + ".");
  if (choose_.percent(10)) change.set_title("Title " + std::to_string(choose_.below(10)));
  const auto here = scene();
  std::vector<int> kinds;
  // An amendment mostly says otherwise what the rule said.
  for (const auto& rule : table_->state().rules()) {
    if (rule.number() != number_in(change.rule())) continue;
    for (const auto& provision : rule.provisions()) kinds.push_back(static_cast<int>(provision.kind_case()));
  }
  if (kinds.empty() || choose_.percent(40)) kinds = {0};
  for (auto left = choose_.below(4); left > 0; --left) {
    *change.add_provisions() = random_provision(choose_, here, choose_.one_of(kinds));
  }
  if (choose_.percent(3)) *change.add_provisions() = random_nonsense(choose_, here);
}

}  // namespace nomic::replay::test
