#include "replay/game/selfish_game.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "nomic/replay/content.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"
#include "replay/game/house_rules.h"

namespace nomic::replay::test {
namespace {

std::vector<std::string> in_game(const State& state) {
  std::vector<std::string> names;
  for (const auto& player : state.players()) {
    if (player.left_at() == 0) names.push_back(player.names().name());
  }
  return names;
}

bool has_voted(const State& state, std::uint32_t proposal, const std::string& player) {
  const auto& ballots = ballots_on(state, proposal).ballots();
  return std::any_of(ballots.begin(), ballots.end(),
                     [&](const auto& one) { return one.player() == player && !one.withdrawn(); });
}

v1::Event withdraw_vote(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_vote_withdrawn()->set_proposal(reference(proposal));
  return event;
}

v1::Event withdraw(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_proposal_withdrawn()->set_proposal(reference(proposal));
  return event;
}

v1::Event time_passes() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

void count_awards_at_other_moment(v1::RuleChange& change) {
  for (auto& provision : *change.mutable_provisions()) {
    if (!provision.has_award()) continue;
    auto& award = *provision.mutable_award();
    award.set_reckoned(award.reckoned() == v1::AFTER_EFFECT ? v1::BEFORE_EFFECT : v1::AFTER_EFFECT);
  }
}

// Proposals may be taken back, and an adoption gains points before its effect and after it.
void let_withdraw_and_award(v1::Ruleset& ruleset) {
  const std::map<std::uint32_t, std::vector<std::string>> provisions = {
      {104, {}},  // what is proposed is voted on
      {202, {"proposing { who: IN_TURN withdrawal: BEFORE_OUTCOME }"}},
      {216,
       {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { points: \"1\" } reckoned: BEFORE_EFFECT }",
        "award { occasion: ADOPTED recipient: THE_PROPONENT amount { points: \"2\" } reckoned: AFTER_EFFECT }"}}};
  for (auto& rule : *ruleset.mutable_rules()) {
    const auto found = provisions.find(number_in(rule.number()));
    if (found == provisions.end()) continue;
    auto& all = *rule.mutable_provisions();
    for (int at = all.size() - 1; at >= 0; --at) {
      if (rule.number() != "202" || all[at].has_proposing()) all.DeleteSubrange(at, 1);
    }
    for (const auto& words : found->second) *all.Add() = *parse_provision(words);
  }
}

const std::vector<std::string>& own_provisions() {
  static const std::vector<std::string> ALL = {
      "award { occasion: ADOPTED recipient: THE_PROPONENT amount { points: \"3\" } reckoned: BEFORE_EFFECT }",
      "award { occasion: DEFEATED recipient: VOTERS_AGAINST amount { points: \"2\" } reckoned: BEFORE_EFFECT }",
      "award { occasion: VOTED_ON recipient: EVERYONE_ELSE amount { points: \"-1\" } reckoned: AFTER_EFFECT }",
      "award { occasion: PROPOSED recipient: EVERYONE_ELSE amount { points: \"-1\" } }",
      "acts { none: true }",
      "self_repeal { after_turn: 4 }",
      "self_repeal { after_circuit: 1 }",
      "precedence_claim { relation: PREVAILS type: ANY_RULE }",
      "adoption { fraction: \"1/3\" of: ELIGIBLE }",
      "adoption { fraction: \"1/2\" of: CAST more_than: true }",
      "victory { points: \"25\" }",
      "turn_order { order: NO_TURNS }",
      "judgment { seat: NAMED judge: \"Bob\" overrule { numerator: 1 denominator: 1 } }",
  };
  return ALL;
}

}  // namespace

SelfishGame::SelfishGame(std::uint64_t seed, Bent bent) : choose_(seed * 104'729 + 3), bent_(bent) {
  auto house = random_house(choose_);
  if (bent_ == Bent::WITHDRAWALS_AND_AWARDS) let_withdraw_and_award(house.ruleset);
  table_ = std::make_unique<Table>(house.players, house.ruleset, house.mode);
  favourite_ = choose_.one_of(house.players);
}

bool SelfishGame::over() const {
  return state().closed() || in_game(state()).size() < 2;
}

// A tick is contested like anything else, and that is refused: it is no player's move.
void SelfishGame::refused(const SelfishTry& one) {
  if (!one.event.has_move_contested() && choose_.percent(35)) to_contest_ = one;
}

std::string SelfishGame::anybody() {
  return choose_.one_of(in_game(state()));
}

std::string SelfishGame::other_than(const std::string& name) {
  auto names = in_game(state());
  names.erase(std::remove(names.begin(), names.end(), name), names.end());
  return names.empty() ? name : choose_.one_of(names);
}

// Mostly an open one.
SelfishGame::Number SelfishGame::some_proposal() {
  const auto& open = state().proposals();
  if (!open.empty() && choose_.percent(90)) {
    return open[static_cast<int>(choose_.below(static_cast<std::size_t>(open.size())))].number();
  }
  const auto next = state().next_number();
  return next - static_cast<Number>(choose_.below(4));
}

SelfishGame::Number SelfishGame::some_rule() {
  const auto& rules = state().rules();
  return rules[static_cast<int>(choose_.below(static_cast<std::size_t>(rules.size())))].number();
}

// Of a rule, or of none: to be borne by correction.
SelfishGame::Number SelfishGame::some_number() {
  switch (choose_.below(4)) {
    case 0:
      return some_rule();
    case 1:
      return static_cast<Number>(1 + choose_.below(400));
    case 2:
      return static_cast<Number>(117 + choose_.below(80));
    default:
      return static_cast<Number>(350 + choose_.below(80));
  }
}

std::uint64_t SelfishGame::some_record_of_turn() {
  const auto& turn = state().turn();
  const auto first = turn.number() <= 1 ? state().founding().founding_records() : turn.first_record();
  if (choose_.percent(6)) return choose_.below(state().size() + 2);
  const auto span = std::max<std::uint64_t>(1, state().size() - first);
  return first + choose_.below(span);
}

SelfishTry SelfishGame::next_try() {
  table_->later += static_cast<std::int64_t>(choose_.percent(5) ? choose_.below(8) : 0);
  if (to_contest_) {
    SelfishTry one{to_contest_->author, contest(to_contest_->event)};
    to_contest_.reset();
    return one;
  }
  const bool disputed = !state().questions().empty();
  const auto lot = choose_.below(100);
  const auto& open = state().proposals();
  const bool attested = std::any_of(open.begin(), open.end(), [](const auto& p) { return !p.attestations().empty(); });
  if (attested && lot < 22) return some_attestation();
  if (lot < 55) return progress();
  if (disputed && lot < 78) return choose_.percent(55) ? some_judgment() : some_overruling();
  return mischief();
}

// ---- What the game waits for ---------------------------------------------------------------------------------------

SelfishTry SelfishGame::progress() {
  if (!state().winners().empty() && choose_.percent(60)) return {anybody(), consent()};
  const bool waits = !state().questions().empty();
  std::vector<SelfishTry> ways;
  for (const auto& proposal : state().proposals()) {
    const auto number = proposal.number();
    if (proposal.phase() == v1::Proposal::DEBATE) {
      ways.push_back({proposal.proponent(), call(number)});
      if (choose_.percent(25)) ways.push_back({anybody(), say("It is good for me.", number)});
    }
    if (proposal.phase() == v1::Proposal::VOTE) {
      for (const auto& name : in_game(state())) {
        if (!has_voted(state(), number, name)) {
          const bool mine = name == proposal.proponent();
          const unsigned share = proposal.proponent() == favourite_ ? 90 : 68;
          ways.push_back({name, vote(mine || choose_.percent(share) ? FOR : AGAINST, number)});
        }
      }
    }
    if (proposal.phase() == v1::Proposal::UNDETERMINED) {
      ways.push_back({anybody(), invoke("How did the vote end?")});
    } else if (bent_ == Bent::WITHDRAWALS_AND_AWARDS && choose_.percent(8)) {
      ways.push_back({proposal.proponent(), withdraw(number)});
    }
  }
  const auto throws = [&](const v1::Turn& turn) {
    if (turn.phase() == v1::Turn::THROWING) {
      ways.push_back({turn.mover(), roll(static_cast<Number>(1 + choose_.below(6)))});
    }
  };
  throws(state().turn());
  for (const auto& turn : state().other_turns()) throws(turn);
  if (ways.empty() || choose_.percent(10)) {
    if (waits && choose_.percent(60)) return {anybody(), consent()};
    return next_proposal();
  }
  return choose_.one_of(ways);
}

SelfishTry SelfishGame::next_proposal() {
  auto author = next_player(table_->engine);
  if (author.empty() || choose_.percent(12)) author = anybody();
  if (state().turn().phase() == v1::Turn::PROPOSING || state().turn().phase() == v1::Turn::BEGUN) {
    if (choose_.percent(85)) author = state().turn().mover();
  }
  if (author.empty()) author = anybody();
  return {author, proposal_of(author)};
}

// An award of votes is to count at the other moment of the vote: before or after its effect.
std::optional<v1::Event> SelfishGame::amendment_of_award() {
  std::vector<const v1::Rule*> awarding;
  for (const auto& rule : state().rules()) {
    const auto& all = rule.provisions();
    const bool awards = std::any_of(all.begin(), all.end(), [](const auto& one) { return one.has_award(); });
    if (awards) awarding.push_back(&rule);
  }
  if (awarding.empty()) return std::nullopt;
  const auto& rule = *choose_.one_of(awarding);
  auto event = amend(rule.number(), fmt::format("Text {} awards points.", ++texts_));
  auto& change = *event.mutable_proposal_made()->mutable_changes(0);
  *change.mutable_provisions() = rule.provisions();
  count_awards_at_other_moment(change);
  event.mutable_proposal_made()->set_call_vote(choose_.percent(45));
  return event;
}

v1::Event SelfishGame::proposal_of(const std::string& author) {
  if (bent_ == Bent::WITHDRAWALS_AND_AWARDS && choose_.percent(35)) {
    if (auto event = amendment_of_award()) return *event;
  }
  const auto text = fmt::format("Text {} of {} has a slip.", ++texts_, author);
  std::vector<std::string> provisions;
  if (choose_.percent(50)) provisions.push_back(choose_.one_of(own_provisions()));
  static const std::vector<Number> CONTENDED = {201, 202, 203, 203, 203, 204, 206, 208, 210, 212, 212, 214};
  const auto target = [&] {
    const auto wanted = choose_.one_of(CONTENDED);
    const bool is_there = std::any_of(state().rules().begin(), state().rules().end(),
                                      [&](const auto& r) { return r.number() == wanted; });
    return is_there && choose_.percent(60) ? wanted : some_rule();
  };
  v1::Event event;
  switch (choose_.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      event = enact(text, provisions);
      break;
    case 4:
    case 5:
    case 6: {
      const auto rule = target();
      event = amend(rule, text, provisions);
      // Its provisions are kept, as --keep-provisions has it.
      for (const auto& one : state().rules()) {
        if (one.number() != rule || !choose_.percent(50)) continue;
        auto& change = *event.mutable_proposal_made()->mutable_changes(0);
        *change.mutable_provisions() = one.provisions();
      }
      break;
    }
    case 7:
      event = propose(v1::REPEAL, target());
      break;
    case 8:
      event = propose(v1::TRANSMUTE_TO_MUTABLE, static_cast<Number>(101 + choose_.below(16)));
      break;
    case 9:
      event = propose(v1::TRANSMUTE_TO_IMMUTABLE, target());
      break;
    case 10:
      event = propose(v1::RESTORE, some_rule());
      break;
    default:
      event = state().repealed().empty() ? enact(text) : propose(v1::REENACT, state().repealed(0).number());
      break;
  }
  event.mutable_proposal_made()->set_call_vote(choose_.percent(45));
  return event;
}

// ---- What they try -------------------------------------------------------------------------------------------------

SelfishTry SelfishGame::mischief() {
  switch (choose_.below(20)) {
    case 0:
    case 1:
    case 2:
      return some_attestation();
    case 3:
    case 4:
      return some_correction();
    case 5:
      return some_objection();
    case 6:
    case 7:
      return some_act();
    case 8:
    case 9:
      return some_vote();
    case 10:
      return some_throw();
    case 11: {
      const auto author = anybody();
      return {author, proposal_of(author)};
    }
    case 12:
    case 13:
      return about_players();
    case 14:
    case 15:
      return about_debate();
    case 16:
      return some_overruling();
    default: {
      std::vector<std::uint64_t> records;
      if (choose_.percent(70)) records.push_back(some_record_of_turn());
      return {anybody(), invoke("Is it lawful?", records)};
    }
  }
}

SelfishTry SelfishGame::some_vote() {
  const auto number = some_proposal();
  const auto author = anybody();
  if (choose_.percent(40)) {
    // Mostly a ballot that there is.
    const auto& ballots = ballots_on(state(), number).ballots();
    if (ballots.empty()) return {author, withdraw_vote(number)};
    return {ballots.Get(static_cast<int>(choose_.below(static_cast<std::size_t>(ballots.size())))).player(),
            withdraw_vote(number)};
  }
  if (choose_.percent(8)) return {author, vote(v1::VoteCast::ABSTAIN, number)};
  return {author, vote(choose_.percent(50) ? FOR : AGAINST, number)};
}

SelfishTry SelfishGame::some_throw() {
  return {choose_.percent(50) ? state().turn().mover() : anybody(), roll(static_cast<Number>(4 + choose_.below(3)))};
}

// What another attests already, or what suits the author.
SelfishTry SelfishGame::some_attestation() {
  const auto author = anybody();
  for (const auto& proposal : state().proposals()) {
    if (proposal.attestations().empty() || !choose_.percent(75)) continue;
    v1::Event event;
    *event.mutable_outcome_attested() = proposal.attestations(0).outcome();
    std::set<std::string> said;
    for (const auto& one : proposal.attestations()) said.insert(one.player());
    for (const auto& name : in_game(state())) {
      if (said.count(name) == 0) return {name, event};
    }
  }
  const auto number = some_proposal();
  const bool adopted = choose_.percent(60);
  const auto all = static_cast<Number>(in_game(state()).size());
  switch (choose_.below(5)) {
    case 0:
      return {author, attest(number, adopted)};
    case 1:
      return {author, attest_unknown(number, adopted)};
    case 2:
      return {author, attest(number, adopted, adopted ? all : 0, adopted ? 0 : all)};
    case 3: {
      const auto against = static_cast<Number>(choose_.below(all + 1));
      return {author, attest(number, adopted, all - against, against)};
    }
    default:
      return {author,
              attest(number, adopted, static_cast<Number>(choose_.below(7)), static_cast<Number>(choose_.below(4)))};
  }
}

v1::Event SelfishGame::correction_of_rule(const v1::Rule& rule) {
  const auto record = rule.sources().empty() ? 0 : rule.sources(rule.sources_size() - 1).record();
  const auto texts = texts_of(*table_, rule);
  EXPECT_TRUE(texts);
  const std::string text = texts && !texts->empty() ? texts->front().text() : "";
  const std::string lang = texts && !texts->empty() ? texts->front().lang() : "";
  switch (choose_.below(6)) {
    case 0: {
      const auto end = text.find_last_of(' ');
      const auto last = end == std::string::npos ? text : text.substr(end);
      return correct_text(record, rule.number(), last, last + " indeed", lang);
    }
    case 1:
      return correct_whole(record, rule.number(), fmt::format("{} All points are mine.", text), lang);
    case 2:
      return correct_title(record, rule.number(), rule.title(), fmt::format("Title {}", choose_.below(9)));
    case 3:
      return correct_number(record, bears_number(rule.number(), some_rule(), Bears::ONWARD, true));
    case 4:
      return correct_number(record, bears_number(rule.number(), some_number(), Bears::ALL_ALONG));
    default:
      return correct_number(record, bears_number(rule.number(), some_number()));
  }
}

SelfishTry SelfishGame::some_correction() {
  const auto author = anybody();
  const auto some = [&](int size) { return static_cast<int>(choose_.below(static_cast<std::size_t>(size))); };
  if (choose_.percent(14)) {
    const auto record = state().founding().founding_records() + choose_.below(state().size());
    return {author, correct_time(std::min<std::uint64_t>(record, state().size() - 1),
                                 1'000'000 * static_cast<std::int64_t>(choose_.below(state().size())))};
  }
  if (choose_.percent(12)) {
    const auto& player = state().players(some(state().players_size()));
    // A player who was seated has no record of joining: the founding seats them after the rules.
    auto record = player.joined_at();
    for (std::uint64_t at = 0; at < state().founding().founding_records(); ++at) {
      const auto& event = table_->moves[at].event;
      if (event.has_player_seated() && event.player_seated().player().name() == player.names().name()) record = at;
    }
    return {author, correct_name(record, fmt::format("{} {}", player.names().name(), some(20)))};
  }
  // Rarely a rule of the Initial Set's first hundred.
  const auto& rules = state().rules();
  const auto at = choose_.percent(30) || rules.size() < 20 ? some(rules.size()) : 16 + some(rules.size() - 16);
  return {author, correction_of_rule(rules[at])};
}

SelfishTry SelfishGame::some_objection() {
  const auto& open = state().corrections();
  if (open.empty()) return some_correction();
  const auto& one = open[static_cast<int>(choose_.below(static_cast<std::size_t>(open.size())))];
  if (choose_.percent(25)) return {anybody(), annotate(some_rule(), "As Ann has it.")};
  return {anybody(), object_to(one.record())};
}

SelfishTry SelfishGame::some_act() {
  const auto author = anybody();
  const auto victim = other_than(author);
  static const std::vector<Number> CITED = {207, 214, 214, 214, 210, 116, 215, 205};
  const auto cited = choose_.percent(75) ? choose_.one_of(CITED) : some_rule();
  switch (choose_.below(6)) {
    case 0:
      return {author, act(cited).points(author, static_cast<std::int64_t>(1 + choose_.below(12)))};
    case 1:
      return {author, act(cited).points(victim, -5)};
    case 2:
      return {author,
              act(cited).attribute(choose_.percent(50) ? victim : author, "rank", "low").holding(victim, "tea", 1)};
    case 3:
      return {author, act(cited).points(author, 1000)};
    default:
      return {author, act(cited, "So be it.").change(proposal_of(author))};
  }
}

SelfishTry SelfishGame::about_players() {
  const auto lot = choose_.below(10);
  if (lot < 3) {
    const auto name = fmt::format("Sock{}", ++newcomers_);
    return {name, join(name, choose_.percent(50) ? "Aa" : "Zz")};
  }
  if (lot < 5 && in_game(state()).size() > 2) return {anybody(), forfeit()};
  if (lot < 8) return {anybody(), choose_.percent(80) ? consent() : take_consent_back()};
  if (lot == 8) {
    // Until after the end of a vote that lasts 12 seconds.
    table_->later += 13;
    return {"", time_passes()};
  }
  return {anybody(), annotate(some_rule(), "It means what I say.")};
}

SelfishTry SelfishGame::about_debate() {
  auto number = some_proposal();
  for (const auto& one : state().proposals()) {
    if (one.phase() == v1::Proposal::DEBATE && choose_.percent(70)) number = one.number();
  }
  const auto author = anybody();
  switch (choose_.below(6)) {
    case 0:
      return {author, ask_time(number)};
    case 1:
      return {author, call(number)};
    case 2:
      return {author, say("Hear me.", number)};
    case 3:
      return {author, withdraw(number)};
    default: {
      auto proponent = author;
      for (const auto& one : state().proposals()) {
        if (one.number() == number && choose_.percent(85)) proponent = one.proponent();
      }
      if (choose_.percent(40)) return {proponent, withdraw(number)};
      auto event = revise(number, enact(fmt::format("Text {} is revised.", ++texts_)));
      return {proponent, choose_.percent(60) ? event : revise(number, proposal_of(author))};
    }
  }
}

// ---- Judgment ------------------------------------------------------------------------------------------------------

SelfishTry SelfishGame::some_judgment() {
  const auto& questions = state().questions();
  if (questions.empty()) return {anybody(), invoke("May I?", {some_record_of_turn()})};
  const auto& question = questions[static_cast<int>(choose_.below(static_cast<std::size_t>(questions.size())))];
  const auto judges = judges_of(table_->engine, question);
  const auto judge = judges.empty() || choose_.percent(12) ? anybody() : choose_.one_of(judges);
  // A bench agrees on what one of them has answered.
  if (!question.answers().empty() && choose_.percent(75)) {
    return {judge, event_in(table_->moves[question.answers(0).record()])};
  }
  return {judge, own_judgment(question, judge)};
}

v1::Event SelfishGame::own_judgment(const v1::Question& question, const std::string& judge) {
  v1::Event event;
  auto& judgment = *event.mutable_judgment_delivered();
  judgment.set_question(question.record());
  judgment.set_answer("It suits me.");
  judgment.set_reasons("Game-custom.");
  if (choose_.percent(35)) {
    for (auto left = 1 + choose_.below(2); left > 0; --left) judgment.add_strikes(some_record_of_turn());
  }
  std::set<Number> against;
  for (const auto& contested : state().contested()) {
    if (!choose_.percent(contested.player() == judge ? 60 : 25)) continue;
    judgment.add_upholds(contested.record());
    for (const auto& refusal : contested.against()) {
      for (const auto number : numbers_in(refusal.rules())) against.insert(number);
    }
  }
  for (const auto& act : state().acts()) {
    if (choose_.percent(20)) judgment.add_upholds(act.record());
  }
  for (const auto number : against) {
    if (choose_.percent(40)) judgment.add_cited(reference(number));
  }
  if (choose_.percent(25)) judgment.add_cited(reference(some_rule()));
  if (choose_.percent(45)) add_finding(judgment, judge);
  if (choose_.percent(8)) add_finding(judgment, judge);
  judgment.set_paradox(choose_.percent(4));
  return event;
}

void SelfishGame::add_finding(v1::JudgmentDelivered& judgment, const std::string& judge) {
  Judging found(0);
  found.under(some_rule());
  const auto proposal = some_proposal();
  switch (choose_.below(10)) {
    case 0:
      found.finds_void(some_rule());
      break;
    case 1:
      found.finds_prevailing(some_rule());
      break;
    case 2:
      found.finds_player(anybody(), choose_.percent(50));
      break;
    case 3:
      found.finds_ballot(proposal, anybody(), static_cast<v1::VoteCast::Choice>(choose_.below(3)));
      break;
    case 4:
    case 5:
      found.finds_outcome(proposal, choose_.percent(60));
      break;
    case 6:
      if (choose_.percent(40))
        found.finds_winner(judge);
      else
        found.finds_points(judge, 2);
      break;
    case 7:
      found.finds_end_of_debate(state().recorded_at() / 1'000'000 + static_cast<std::int64_t>(choose_.below(20)));
      break;
    case 8: {
      v1::Event event = found;
      auto& finding = *event.mutable_judgment_delivered()->add_findings();
      finding.set_cited(reference(some_rule()));
      *finding.mutable_number() = bears_number(some_rule(), some_number());
      *judgment.add_findings() = finding;
      return;
    }
    default:
      found.finds_points(choose_.percent(50) ? judge : anybody(), static_cast<std::int64_t>(choose_.below(13)) - 6);
      break;
  }
  const v1::Event event = found;
  *judgment.add_findings() = event.judgment_delivered().findings(0);
}

SelfishTry SelfishGame::some_overruling() {
  const auto judgments = judgments_in_dispute(state());
  if (judgments.empty()) return some_judgment();
  const auto& one = *judgments[choose_.below(judgments.size())];
  const auto missing = overrulers_missing(table_->engine, one);
  const auto author = missing.empty() || choose_.percent(12) ? anybody() : choose_.one_of(missing);
  return {author, overrule(one.record(), choose_.percent(92))};
}

}  // namespace nomic::replay::test
