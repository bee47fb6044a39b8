#include "replay/game/alone.h"

#include <fmt/core.h>

#include <algorithm>

#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::test {
namespace {

using Choice = v1::VoteCast::Choice;

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What counts of a rule: not the notes under it, nor the numbers that it had before.
std::string core(const v1::Rule* rule, bool number = true) {
  if (rule == nullptr) return {};
  v1::Rule copy = *rule;
  copy.clear_notes();
  copy.clear_change_unknown();
  copy.clear_former_numbers();
  copy.clear_number_chunks();
  copy.clear_numbers_found();
  if (!number) copy.clear_number();
  return copy.SerializeAsString();
}

const v1::Proposal* open_proposal(const State& state, std::uint32_t number) {
  for (const auto& one : state.proposals()) {
    if (one.number() == number) return &one;
  }
  return nullptr;
}

bool orders_anything(const v1::JudgmentDelivered& one) {
  return !one.strikes().empty() || !one.upholds().empty() || !one.findings().empty() || one.paradox();
}

std::vector<v1::VotingPeriod> periods(const State& state) {
  std::vector<v1::VotingPeriod> all;
  for (const auto& rule : state.rules()) {
    for (const auto& provision : rule.provisions()) {
      if (provision.has_voting_period()) all.push_back(provision.voting_period());
    }
  }
  return all;
}

// By one way to count the ballots that are missing at the end of the time.
Choice missing_is(v1::VotingPeriod::AtEnd at_end) {
  switch (at_end) {
    case v1::VotingPeriod::MISSING_FOR:
      return FOR;
    case v1::VotingPeriod::MISSING_AGAINST:
      return AGAINST;
    default:
      return v1::VoteCast::CHOICE_UNSPECIFIED;
  }
}

}  // namespace

const v1::Rule* by_lineage(const State& state, std::uint32_t lineage) {
  for (const auto& rule : state.rules()) {
    if (rule.lineage() == lineage) return &rule;
  }
  return nullptr;
}

std::vector<std::string> Alone::see(const Move& move, const Consequences& emitted, const State& before,
                                    const State& now) {
  complaints_.clear();
  Record r{move, emitted, before, now};
  if (now.size() <= now.founding().founding_records()) {
    voices_.hear(move, emitted, before);
    return {};
  }
  r.power = judges(r);
  const bool began = now.turn().number() != before.turn().number();
  if (began && !r.power && !has(emitted, v1::Consequence::kJudgmentOverruled)) look_at_turn(r);
  for (const auto& one : emitted) {
    if (one.has_proposal_made()) proponents_[number_in(one.proposal_made().proposal())] = one.proposal_made().player();
    // What fell due before the move rests on what was said before it.
    if (outcome_in(one) != nullptr && one.happened_at() != 0) look_at_outcome(r, one);
  }
  voices_.hear(move, emitted, before);
  r.power = overrules(r) || r.power;
  for (const auto& one : emitted) {
    if (outcome_in(one) != nullptr && one.happened_at() == 0) look_at_outcome(r, one);
    const bool none_any_more = one.has_reckoned_anew() && !one.reckoned_anew().no_outcome().empty();
    if (none_any_more && !r.power)
      complain("outcome", fmt::format("{} has none any more", one.reckoned_anew().no_outcome()));
  }
  look_at_rules(r);
  look_at_what_prevails(r);
  look_at_scores(r);
  look_at_winners(r);
  look_at_players(r);
  look_at_contested(r);
  look_at_kept(r);
  return complaints_;
}

// ---- Judgment ------------------------------------------------------------------------------------------------------

bool Alone::judges(const Record& r) {
  if (!r.move.event.has_judgment_delivered()) return false;
  const auto& judgment = r.move.event.judgment_delivered();
  const auto seated = voices_.judges(judgment.question(), r.before);
  if (seated.count(r.move.author) == 0) {
    complain("judge", fmt::format("{} judges the question of #{}", r.move.author, judgment.question()));
  }
  const auto delivered = of_kind(r.emitted, v1::Consequence::kJudgmentDelivered);
  if (delivered.empty() || delivered.front().judgment_delivered().awaits_others() || !orders_anything(judgment))
    return false;
  rests_on("a Judgment");
  return true;
}

bool Alone::overrules(const Record& r) {
  bool any = false;
  std::set<std::string> gone;  // in this record, so far
  for (const auto& one : r.emitted) {
    if (one.has_player_left()) gone.insert(player_of(one));
    if (!one.has_judgment_overruled()) continue;
    // A Judge can also take the last one out who had not voted.
    if (!r.power && !voices_.is_overruled(about(one), r.before, gone))
      complain("overruled", fmt::format("#{}", about(one)));
    const auto* judgment = voices_.at(about(one));
    any = any || (judgment != nullptr && orders_anything(judgment->event.judgment_delivered()));
    rests_on("an overruling");
  }
  return any;
}

void Alone::look_at_contested(const Record& r) {
  if (r.move.event.has_move_contested()) {
    if (of_kind(r.emitted, v1::Consequence::kMoveContested).empty()) complain("contested", "not told");
    // Two things stand against an amendment of an immutable rule that is out of turn.
    const auto* word = voices_.at(r.move.index);
    const auto& made = word->event.proposal_made();
    const bool changes = word->event.has_proposal_made() &&
                         (made.changes(0).kind() == v1::AMEND || made.changes(0).kind() == v1::REPEAL);
    for (const auto& rule : r.before.rules()) {
      if (!changes || rule.number() != number_in(made.changes(0).rule()) || rule.status() != v1::IMMUTABLE) continue;
      const auto orders = turn_orders(r.before);
      const bool in_ring = orders.size() == 1 &&
                           (orders[0].order() == v1::TurnOrder::SEATING || orders[0].order() == v1::TurnOrder::SURNAME);
      const bool open = r.before.turn().phase() == v1::Turn::DEBATING || r.before.turn().phase() == v1::Turn::VOTING;
      const bool anyone = std::any_of(r.before.rules().begin(), r.before.rules().end(), [](const auto& one) {
        return std::any_of(one.provisions().begin(), one.provisions().end(),
                           [](const auto& p) { return p.has_proposing(); });
      });
      const std::size_t least = in_ring && open && !anyone ? 2 : 1;
      const bool impossible = std::any_of(word->refusals.begin(), word->refusals.end(),
                                          [](const auto& one) { return one.rules().empty(); });
      const bool due = !r.emitted.empty() && r.emitted.front().happened_at() != 0;
      if (!due && word->refusals.size() < least && !impossible)
        complain("contested", "not all that stands against it is told");
    }
  }
  if (!r.move.event.has_judgment_delivered()) return;
  for (const auto& one : of_kind(r.emitted, v1::Consequence::kMoveUpheld)) {
    const auto* word = voices_.at(about(one));
    if (word == nullptr || !word->contested) continue;
    const bool alone = voices_.is_the_only_order(about(one));
    const bool consented = voices_.is_consented(word->author, r.before);
    if (alone && !voices_.is_waived(about(one), r.move.index, consented))
      complain("waived", fmt::format("#{} is upheld in part, and counts", about(one)));
    rests_on("an upheld move");
  }
}

// ---- Turns ---------------------------------------------------------------------------------------------------------

void Alone::look_at_turn(const Record& r) {
  const auto& mover = r.now.turn().mover();
  if (r.move.event.has_proposal_made() && mover != r.move.author) complain("turn", "it is another's");
  const bool consents = r.move.event.has_consent_given() && !r.move.event.consent_given().withdrawn();
  if (!voices_.is_consented(mover, r.before, consents ? r.move.author : std::string()))
    complain("consent", fmt::format("{} begins a turn without it", mover));
  const auto orders = turn_orders(r.before);
  if (orders.size() != 1) return;
  const auto order = orders.front().order();
  if (order != v1::TurnOrder::SEATING && order != v1::TurnOrder::SURNAME) return;
  if (r.before.other_turns_size() != 0) return;
  // The nearest place after the last mover's.
  const auto ring = places(r.before);
  const auto in_game = players_in_game(r.before);
  const auto last = std::find(ring.begin(), ring.end(), r.before.turn().mover()) - ring.begin();
  const auto size = static_cast<std::ptrdiff_t>(ring.size());
  for (std::ptrdiff_t step = 1; step <= size; ++step) {
    const auto& name = ring[static_cast<std::size_t>((last + step) % size)];
    if (!holds(in_game, name)) continue;
    if (name != mover) complain("turn", fmt::format("{} begins one, and {} is next", mover, name));
    return;
  }
}

// ---- Outcomes ------------------------------------------------------------------------------------------------------

void Alone::look_at_outcome(const Record& r, const v1::Consequence& one) {
  const auto& outcome = *outcome_in(one);
  const bool adopts = one.has_proposal_adopted();
  if (adopts) adopted_.insert(number_in(outcome.proposal()));
  if (r.power || one.has_outcome_undetermined()) return;
  if (!outcome.has_attested()) {
    if (is_by_ballots(r, one)) return rests_on("ballots");
    return complain("outcome", fmt::format("{} is {} by {}, not by ballots: {}", outcome.proposal(),
                                           adopts ? "adopted" : "defeated", r.move.author, one.ShortDebugString()));
  }
  if (is_by_word(r, one)) return rests_on("the word of enough players");
  complain("outcome", fmt::format("{} is {} by too few: {}", outcome.proposal(), adopts ? "adopted" : "defeated",
                                  one.ShortDebugString()));
}

bool Alone::is_by_ballots(const Record& r, const v1::Consequence& one) {
  const auto& outcome = *outcome_in(one);
  const auto* proposal = open_proposal(r.before, number_in(outcome.proposal()));
  auto change = proposal != nullptr ? proposal->changes(0).kind() : v1::ENACT;
  if (proposal == nullptr && r.move.event.has_proposal_made()) change = r.move.event.proposal_made().changes(0).kind();
  const auto electors = players_in_game(one.happened_at() != 0 ? r.before : r.now);
  const auto ballots = voices_.ballots(number_in(outcome.proposal()));
  std::vector<Choice> at_end = {v1::VoteCast::CHOICE_UNSPECIFIED};
  std::size_t missing = 0;
  std::uint64_t in_favour = 0;
  std::uint64_t against = 0;
  std::uint64_t abstentions = 0;
  for (const auto& name : electors) {
    const auto ballot = ballots.find(name);
    if (ballot == ballots.end())
      ++missing;
    else if (ballot->second == FOR)
      ++in_favour;
    else if (ballot->second == AGAINST)
      ++against;
    else
      ++abstentions;
  }
  if (missing != 0) {
    at_end.clear();
    for (const auto& period : periods(r.before)) at_end.push_back(missing_is(period.at_end()));
  }
  const bool adopted = one.has_proposal_adopted();
  for (const auto choice : at_end) {
    const auto yes = in_favour + (choice == FOR ? missing : 0);
    const auto no = against + (choice == AGAINST ? missing : 0);
    if (outcome.votes_for() != yes || outcome.votes_against() != no) continue;
    const auto gives_it = [&](const v1::Quota& quota) {
      const auto base = quota.base();
      const auto all = base == v1::Quota::CAST          ? yes + no
                       : base == v1::Quota::TAKING_PART ? yes + no + abstentions
                                                        : electors.size();
      return (all != 0 && meets(quota, yes, all)) == adopted;
    };
    for (const auto& rule : adoptions(r.before, change)) {
      const auto quotas = quotas_of(rule);
      if (std::all_of(quotas.begin(), quotas.end(), gives_it)) return true;
    }
  }
  return false;
}

bool Alone::is_by_word(const Record& r, const v1::Consequence& one) {
  const auto& outcome = *outcome_in(one);
  const bool adopted = one.has_proposal_adopted();
  const auto* proposal = open_proposal(r.before, number_in(outcome.proposal()));
  if (proposal == nullptr) return false;
  auto electors = players_in_game(r.now);
  if (proposal->has_complete()) {
    // Those at completion, as far as they can still say so.
    const auto& then = proposal->complete().electors();
    electors.erase(
        std::remove_if(electors.begin(), electors.end(),
                       [&](const auto& name) { return std::find(then.begin(), then.end(), name) == then.end(); }),
        electors.end());
  }
  const auto said = voices_.attestations(number_in(outcome.proposal()));
  std::set<std::string> agree;
  std::string same;
  for (const auto& name : outcome.attested().players()) {
    const auto found = said.find(name);
    if (found == said.end()) return false;
    const auto words = found->second->event.outcome_attested();
    if (words.adopted() != adopted) return false;
    if (!agree.empty() && words.SerializeAsString() != same) return false;
    same = words.SerializeAsString();
    if (holds(electors, name)) agree.insert(name);
  }
  v1::OutcomeAttested words;
  if (!words.ParseFromString(same)) return false;
  // A ballot that has no room in it.
  const auto ballots = voices_.ballots(number_in(outcome.proposal()));
  std::uint64_t in_favour = 0;
  std::uint64_t against = 0;
  std::size_t on_record = 0;
  for (const auto& name : electors) {
    const auto ballot = ballots.find(name);
    if (ballot == ballots.end()) continue;
    ++on_record;
    if (ballot->second == FOR) ++in_favour;
    if (ballot->second == AGAINST) ++against;
  }
  if (words.has_votes_for() && in_favour > words.votes_for()) return false;
  if (words.has_votes_against() && against > words.votes_against()) return false;
  const auto all = electors.size();
  const auto are_enough = [&](const v1::Quota& quota) { return meets(quota, agree.size(), all); };
  // All the missing for it, or all against it, must leave room for the outcome.
  const auto leaves_room = [&](const v1::Quota& quota) {
    const bool by_cast = quota.base() == v1::Quota::CAST;
    const auto most = in_favour + (all - on_record);
    const bool can_adopt = meets(quota, most, by_cast ? most + against : all) && most != 0;
    const bool must_adopt =
        in_favour != 0 && meets(quota, in_favour, by_cast ? in_favour + against + (all - on_record) : all);
    return adopted ? can_adopt : !must_adopt;
  };
  for (const auto& rule : adoptions(r.before, proposal->changes(0).kind())) {
    // Of a rule that may have changed by itself: enough by both shares, and possible by one.
    const auto quotas = quotas_of(rule);
    if (std::all_of(quotas.begin(), quotas.end(), are_enough) &&
        std::any_of(quotas.begin(), quotas.end(), leaves_room)) {
      return true;
    }
  }
  // A rule on adoption that has lost its provisions: all must say the same.
  return adoptions(r.before, proposal->changes(0).kind()).empty() && agree.size() == electors.size();
}

// ---- Rules ---------------------------------------------------------------------------------------------------------

void Alone::look_at_rules(const Record& r) {
  std::set<std::uint32_t> lineages;
  for (const auto* state : {&r.before, &r.now}) {
    for (const auto& rule : state->rules()) lineages.insert(rule.lineage());
  }
  for (const auto lineage : lineages) {
    const auto* was = by_lineage(r.before, lineage);
    const auto* is = by_lineage(r.now, lineage);
    if (was == is || core(was) == core(is)) continue;
    look_at_rule(r, was, is);
  }
}

void Alone::look_at_rule(const Record& r, const v1::Rule* was, const v1::Rule* is) {
  if (r.power) return rests_on("a rule by Judgment");
  if (is_adopted_change(r, was, is)) return rests_on("a rule by adoption");
  if (changes_itself(r, was)) return rests_on("a rule by itself");
  if (r.is_correction()) return look_at_correction(r, was, is);
  if (r.is_act()) {
    acts[r.move.index].insert(v1::Consequence::Acted::CHANGES_RULES);
    return rests_on("a rule by an act");
  }
  complain("rule", fmt::format("{} becomes {} by {} alone", was == nullptr ? 0 : was->number(),
                               is == nullptr ? 0 : is->number(), r.move.author));
}

// The version says what the form says that was voted on.
bool Alone::is_adopted_change(const Record& r, const v1::Rule* was, const v1::Rule* is) {
  for (const auto& one : r.emitted) {
    const auto kind = one.kind_case();
    const bool is_change = kind >= v1::Consequence::kRuleEnacted && kind <= v1::Consequence::kRuleRestored;
    if (!is_change && kind != v1::Consequence::kRuleRetitled) continue;
    const auto proposal = proposal_of(one);
    if (proposal == 0 || adopted_.count(proposal) == 0) continue;
    const bool about_was = was != nullptr && from_number_of(one) == was->number();
    const bool about_is = is != nullptr && to_number_of(one) != 0 && to_number_of(one) == is->number();
    if (!about_was && !about_is) continue;
    const bool is_text = kind == v1::Consequence::kRuleEnacted || kind == v1::Consequence::kRuleAmended;
    if (!is_text || is == nullptr || is->since() != r.move.index || is->sources().empty()) return true;
    if (is->sources(is->sources_size() - 1).record() == voices_.form_of(proposal)) return true;
  }
  return false;
}

bool Alone::changes_itself(const Record& r, const v1::Rule* was) {
  if (was == nullptr) return false;
  for (const auto& one : r.emitted) {
    const bool goes =
        one.has_rule_repealed() && one.rule_repealed().proposal().empty() && from_number_of(one) == was->number();
    const bool changes =
        one.has_rule_changed_itself() && number_in(one.rule_changed_itself().number()) == was->number();
    for (const auto& provision : was->provisions()) {
      if (goes && provision.has_self_repeal()) return true;
      if (!changes || !provision.adoption().has_later()) continue;
      for (const auto& ended : of_kind(r.emitted, v1::Consequence::kCircuitEnded)) {
        if (circuit_of(ended) == provision.adoption().later().after_circuit()) return true;
      }
    }
  }
  return false;
}

void Alone::look_at_correction(const Record& r, const v1::Rule* was, const v1::Rule* is) {
  if (was == nullptr || is == nullptr) return complain("correction", "a rule comes or goes");
  const auto without_words = [](v1::Rule rule) {
    rule.clear_title();
    rule.clear_number();
    for (auto& source : *rule.mutable_sources()) source.clear_corrections();
    return core(&rule);
  };
  if (without_words(*was) != without_words(*is))
    return complain("correction", fmt::format("of more than words in {}", was->number()));
  if (r.move.event.has_record_corrected()) corrections.insert(r.move.index);
  rests_on("words by correction");
}

// A rule is void, or yields, by rules, Judgments and acts: by no correction.
void Alone::look_at_what_prevails(const Record& r) {
  if (r.power) return;
  if (!r.is_correction()) {
    const bool same =
        std::equal(r.before.rules().begin(), r.before.rules().end(), r.now.rules().begin(), r.now.rules().end(),
                   [](const auto& a, const auto& b) { return &a == &b || core(&a) == core(&b); });
    if (same && r.before.void_rules() != r.now.void_rules()) complain("void", "rules are void of a sudden");
    return;
  }
  const auto all = [](const State& state) {
    const Law law(state);
    std::set<std::string> conflicts;
    for (const auto& one : law.conflicts()) {
      // Of two of which neither prevails either may be named first.
      auto first = one.winner.lineage();
      auto second = one.loser.lineage();
      if (one.end == Conflict::End::UNDECIDED && second < first) std::swap(first, second);
      conflicts.insert(fmt::format("{} {} {} {}", static_cast<int>(one.end), first, second, one.point));
    }
    return conflicts;
  };
  // What fell due before it is another matter.
  const bool alone = r.emitted.empty() || r.emitted.front().happened_at() == 0;
  if (alone && r.move.event.record_corrected().has_number() && all(r.before) != all(r.now)) {
    complain("prevails", fmt::format("another rule prevails by the correction of {} alone", r.move.author));
  }
}

// ---- Winners and players -------------------------------------------------------------------------------------------

void Alone::look_at_winners(const Record& r) {
  for (const auto& one : of_kind(r.emitted, v1::Consequence::kVictory)) {
    if (r.is_act() && one.happened_at() == 0) acts[r.move.index].insert(v1::Consequence::Acted::DECLARES_WINNER);
    if (r.power) {
      rests_on("a victory by Judgment");
      continue;
    }
    bool provided = false;
    for (const auto* state : {&r.before, &r.now}) {
      for (const auto& rule : state->rules()) {
        for (const auto& provision : rule.provisions()) {
          const auto& way = provision.victory();
          const bool reached = way.points_thousandths() != 0 && one.victory().total() >= way.points_thousandths();
          const bool other = way.rounds() != 0 || way.leader_after_circuit() != 0 || way.last_player();
          provided = provided || (provision.has_victory() && (reached || other));
        }
      }
    }
    if (!provided) complain("victory", fmt::format("of {} by {}", player_of(one), r.move.author));
    rests_on("a victory by points");
  }
  const bool more = r.now.winners_size() > r.before.winners_size();
  if (more && !has(r.emitted, v1::Consequence::kVictory) && !r.power) complain("victory", "untold");
}

void Alone::look_at_players(const Record& r) {
  if (r.power) return;
  for (const auto& one : of_kind(r.emitted, v1::Consequence::kPlayerLeft)) {
    if (player_of(one) != r.move.author)
      complain("player", fmt::format("{} is out by {}", player_of(one), r.move.author));
  }
}

// What players can still object to, or have judged, is kept as long as they can.
void Alone::look_at_kept(const Record& r) {
  const bool began = r.now.turn().number() != r.before.turn().number();
  for (const auto& one : r.before.corrections()) {
    const bool kept = std::any_of(r.now.corrections().begin(), r.now.corrections().end(),
                                  [&](const auto& other) { return other.record() == one.record(); });
    const bool may_go = r.power || r.move.event.has_objection_raised() || r.move.event.has_judgment_delivered() ||
                        (began && r.now.turn().mover() != one.author());
    if (!kept && !may_go) complain("kept", fmt::format("the correction #{} can be objected to no more", one.record()));
  }
  if (r.is_act()) {
    const auto mine = acts.find(r.move.index);
    std::set<Effect> kept;
    for (const auto& one : r.now.acts()) {
      if (one.record() != r.move.index) continue;
      for (const auto effect : one.effects()) kept.insert(static_cast<Effect>(effect));
    }
    const auto expected = mine == acts.end() ? std::set<Effect>() : mine->second;
    if (kept != expected) complain("act", "its effects on others are not kept");
  }
  for (const auto& one : r.before.acts()) {
    const bool kept = std::any_of(r.now.acts().begin(), r.now.acts().end(),
                                  [&](const auto& other) { return other.record() == one.record(); });
    if (!kept && !r.power && !began) complain("act", fmt::format("#{} is kept no more", one.record()));
  }
}

}  // namespace nomic::replay::test
