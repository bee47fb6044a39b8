#include "replay/game/random_dispute.h"

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

const std::vector<std::vector<std::string>>& rules_with_judgment() {
  static const std::vector<std::vector<std::string>> RULES = {
      {"judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } consent { numerator: 1 denominator: 2 "
       "strict: "
       "true } consent_among: OTHERS_THAN_NEXT one_judge_a_turn: true }",
       "judgment { seat: FOLLOWING overrule { numerator: 1 denominator: 2 } consent { numerator: 1 denominator: 4 } "
       "consent_among: ALL_PLAYERS }",
       "judgment { seat: NAMED judge: \"Bob Miller\" overrule { numerator: 2 denominator: 3 } }",
       "judgment { seat: RIGHT_NEIGHBOUR overrule { numerator: 1 denominator: 2 } judges: 3 }"},
      {"adoption { quota { numerator: 1 denominator: 2 strict: true base: ELIGIBLE } }",
       "adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
      {"numbering { first: 301 changed_rule: TAKES_PROPOSALS }", "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }"},
      {"turn_order { order: SEATING }", "turn_order { order: SURNAME time_to_propose { days: 1 } }",
       "turn_order { order: ALL_AT_ONCE }", "turn_order { order: NO_TURNS }"},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } }",
       "turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 1000 } reckoned: BEFORE_EFFECT "
       "} } }"},
      {"precedence_method { same_status: CLAIMS_THEN_LOWEST statuses: MUTABLE_VOID }"},
      {"effectiveness { when: VOTE_COMPLETE }", "effectiveness { when: NEXT_TURN }"},
      {"victory { points_thousandths: 12000 }", "victory { points_thousandths: 6000 ends: ROUND }"},
      {"award { occasion: DEFEATED recipient: THE_PROPONENT amount { fixed_thousandths: -2000 } reckoned: "
       "BEFORE_EFFECT }"},
      {"proposing { who: IN_TURN }", "proposing { who: IN_TURN }", "proposing { who: ANYONE open: 4 }"},
      {"debate { caller: PROPONENT judge_may_be_asked: true }"},
      {"joining { when: ANY_TIME points_thousandths: 500 }", "joining { points_thousandths: 500 }"},
  };
  return RULES;
}

v1::Ruleset own_rules(Choices& choose) {
  v1::Ruleset ruleset;
  for (const auto& ways : rules_with_judgment()) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(choose.percent(10) ? v1::IMMUTABLE : v1::MUTABLE);
    rule.add_texts()->set_text("Rule of the players' own.");
    const auto provision = parse_provision(choose.one_of(ways));
    EXPECT_TRUE(provision) << (provision ? "" : label_of(provision.error()));
    if (provision) *rule.add_provisions() = *provision;
  }
  return ruleset;
}

v1::Ruleset initial_set(const std::string& name) {
  const auto ruleset = edition(name);
  EXPECT_TRUE(ruleset);
  return *ruleset;
}

}  // namespace

RandomDispute::RandomDispute(std::uint64_t seed, const std::function<void(v1::Ruleset&)>& alter) {
  Choices choose(seed * 7919 + 1);
  const auto start = choose.below(6);
  auto ruleset = start < 2 ? initial_set(start == 0 ? "1990" : "1982") : own_rules(choose);
  throw_by_secrets(ruleset, seed);
  if (alter) alter(ruleset);
  game_ = std::make_unique<RandomGame>(seed, ruleset);
}

bool RandomDispute::over() {
  const auto& state = table().state();
  if (state.closed()) return true;
  for (const auto& player : state.players()) {
    if (player.left_at() == 0) return false;
  }
  return true;
}

Move RandomDispute::by(const std::string& author, v1::Event event) {
  Move move = game_->next_try();
  move.author = author;
  move.event = std::move(event);
  move.payload = move.event.SerializeAsString();
  return move;
}

std::string RandomDispute::anybody() {
  const auto& players = table().state().players();
  return players[static_cast<int>(choose().below(static_cast<std::size_t>(players.size())))].names().name();
}

std::string RandomDispute::judge_of(std::uint64_t question) {
  const auto found = judges_.find(question);
  if (found == judges_.end() || found->second.empty() || choose().percent(8)) return anybody();
  std::vector<std::string> names;
  const std::string between = " and ";
  std::string left = found->second;
  for (auto at = left.find(between); at != std::string::npos; at = left.find(between)) {
    names.push_back(left.substr(0, at));
    left = left.substr(at + between.size());
  }
  names.push_back(left);
  return choose().one_of(names);
}

std::uint64_t RandomDispute::some_record_of_turn() {
  const auto& state = table().state();
  const auto& turn = state.turn();
  auto first = turn.number() <= 1 ? state.founding().founding_records() : turn.first_record();
  if (state.dispute().base() != 0) first = state.dispute().base();
  if (choose().percent(5)) return choose().below(state.size() + 2);
  return first + choose().below(std::max<std::uint64_t>(1, state.size() - first));
}

Move RandomDispute::next_try() {
  if (to_contest_) {
    auto move = by(to_contest_->author, contest(to_contest_->event));
    to_contest_.reset();
    return move;
  }
  if (!table().state().proposals().empty() && choose().percent(8)) return some_attestation();
  const bool disputed = !table().state().questions().empty();
  return choose().percent(disputed ? 45 : 10) ? some_dispute() : game_->next_try();
}

void RandomDispute::made(const Move& move, const Consequences& emitted) {
  for (const auto& one : emitted) {
    if (one.kind_case() == v1::Consequence::kJudgmentInvoked) judges_[move.index] = judge_named({one});
    if (one.kind_case() != v1::Consequence::kJudgmentOverruled) continue;
    for (const auto& judgment : table().state().judgments()) {
      if (judgment.record() == about(one)) judges_[judgment.question()] = judge_named({one});
    }
  }
}

void RandomDispute::refused(const Move& move) {
  if (!move.event.has_move_contested() && choose().percent(25)) to_contest_ = move;
}

// Of an open proposal, or of one that is closed; often what somebody attests already.
Move RandomDispute::some_attestation() {
  const auto& state = table().state();
  const auto& proposal = state.proposals(0);
  const auto& said = proposal.attestations();
  if (!said.empty() && choose().percent(70)) {
    v1::Event event;
    *event.mutable_outcome_attested() = said[0].outcome();
    return by(anybody(), event);
  }
  const auto number = choose().percent(85) ? proposal.number() : proposal.number() - 1;
  const bool adopted = choose().percent(60);
  const auto votes = [&] { return static_cast<std::uint32_t>(choose().below(4)); };
  if (choose().percent(20)) return by(anybody(), attest_unknown(number, adopted));
  return by(anybody(), choose().percent(40) ? attest(number, adopted, votes(), votes()) : attest(number, adopted));
}

Move RandomDispute::some_dispute() {
  if (table().state().questions().empty()) return by(anybody(), invoke());
  switch (choose().below(10)) {
    case 0:
      return by(anybody(), invoke());
    case 1:
    case 2:
    case 3:
    case 4:
      return some_judgment();
    case 5:
    case 6:
    case 7:
      return some_overruling();
    case 8:
      return by(anybody(), ask_time(table().state().turn().proposal()));
    default:
      return by(anybody(), choose().percent(90) ? consent() : take_consent_back());
  }
}

Move RandomDispute::some_judgment() {
  const auto& questions = table().state().questions();
  const auto at = choose().below(static_cast<std::size_t>(questions.size()));
  const auto question = questions[static_cast<int>(at)].record();
  v1::Event event = judge(question);
  auto& judgment = *event.mutable_judgment_delivered();
  if (choose().percent(75)) {
    for (auto left = 1 + choose().below(2); left > 0; --left) judgment.add_strikes(some_record_of_turn());
  }
  for (const auto& contested : table().state().contested()) {
    if (choose().percent(25)) judgment.add_upholds(contested.record());
  }
  if (!judgment.upholds().empty() && choose().percent(50)) cite_some_rule(judgment);
  if (choose().percent(15)) add_some_finding(judgment);
  judgment.set_paradox(choose().percent(3));
  return by(judge_of(question), event);
}

// Mostly one of those that stand against what is upheld: what it waives then is that rule's prohibitions alone.
void RandomDispute::cite_some_rule(v1::JudgmentDelivered& judgment) {
  std::vector<std::uint32_t> rules;
  for (const auto& contested : table().state().contested()) {
    if (contested.record() != judgment.upholds(0)) continue;
    for (const auto& refusal : contested.against()) {
      for (const auto number : numbers_in(refusal.rules())) rules.push_back(number);
    }
  }
  if (rules.empty() || choose().percent(20)) {
    for (const auto& rule : table().state().rules()) rules.push_back(rule.number());
  }
  if (!rules.empty()) judgment.add_cited(reference(choose().one_of(rules)));
}

void RandomDispute::add_some_finding(v1::JudgmentDelivered& judgment) {
  const auto& state = table().state();
  const auto& rules = state.rules();
  const auto some_rule = [&] {
    return rules.empty() ? 1U
                         : rules[static_cast<int>(choose().below(static_cast<std::size_t>(rules.size())))].number();
  };
  const auto proposal = state.proposals().empty() ? state.turn().proposal() : state.proposals(0).number();
  Judging found(0);
  found.under(some_rule());
  switch (choose().below(10)) {
    case 0:
      found.finds_void(some_rule());
      break;
    case 1:
      found.finds_prevailing(some_rule());
      break;
    case 2:
    case 3:
      found.finds_player(anybody(), choose().percent(60));
      break;
    case 4:
      found.finds_ballot(proposal, anybody(), static_cast<v1::VoteCast::Choice>(choose().below(4)));
      break;
    case 5:
      found.finds_outcome(proposal, choose().percent(60));
      break;
    case 6:
      found.finds_winner(anybody());
      break;
    case 7:
      found.finds_end_of_debate(state.recorded_at() / 1'000'000 + static_cast<std::int64_t>(choose().below(5000)));
      break;
    default:
      found.finds_points(anybody(), static_cast<std::int64_t>(choose().below(9)) - 4);
      break;
  }
  const v1::Event event = found;
  *judgment.add_findings() = event.judgment_delivered().findings(0);
}

Move RandomDispute::some_overruling() {
  const auto& judgments = table().state().judgments();
  if (judgments.empty()) return some_judgment();
  const auto at = choose().below(static_cast<std::size_t>(judgments.size()));
  return by(anybody(), overrule(judgments[static_cast<int>(at)].record(), choose().percent(93)));
}

}  // namespace nomic::replay::test
