#include "replay/game/voices.h"

#include <fmt/core.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::replay::test {
namespace {

bool is_void(const State& state, const v1::Rule& rule) {
  const auto& voids = state.void_rules();
  return std::find(voids.begin(), voids.end(), rule.number()) != voids.end();
}

bool is_about(const v1::Scope& scope, const State& state, v1::ChangeKind change) {
  if (scope.mode() != v1::MODE_UNSPECIFIED && scope.mode() != state.founding().mode()) return false;
  const auto& changes = scope.changes();
  return changes.empty() || std::find(changes.begin(), changes.end(), change) != changes.end();
}

// Those with the narrowest scope that is about the case.
template <class Kind, class Has, class Get>
Candidates<Kind> all_of(const State& state, v1::ChangeKind change, const Has& has, const Get& get) {
  Candidates<Kind> wide;
  Candidates<Kind> narrow;
  for (const auto& rule : state.rules()) {
    if (is_void(state, rule)) continue;
    for (const auto& provision : rule.provisions()) {
      if (!has(provision) || !is_about(provision.scope(), state, change)) continue;
      (provision.scope().changes().empty() ? wide : narrow).push_back(get(rule, provision));
    }
  }
  return narrow.empty() ? wide : narrow;
}

std::uint32_t lineage_of(const State& state, std::uint32_t number) {
  for (const auto& rule : state.rules()) {
    if (rule.number() == number) return rule.lineage();
  }
  return number;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> seating(const State& state) {
  std::vector<std::string> names;
  for (const auto& player : state.players()) names.push_back(player.names().name());
  return names;
}

std::vector<std::string> those_among(std::vector<std::string> names, const std::vector<std::string>& others) {
  names.erase(std::remove_if(names.begin(), names.end(), [&](const auto& name) { return !holds(others, name); }),
              names.end());
  return names;
}

// Both where rules contradict each other.
std::set<bool> may_have_turns(const State& state) {
  std::set<bool> may;
  for (const auto& one : turn_orders(state)) may.insert(one.order() != v1::TurnOrder::NO_TURNS);
  return may.empty() ? std::set<bool>{true} : may;
}

// Round the ring from a place, which comes first.
std::vector<std::string> round_from(const std::vector<std::string>& ring, const std::string& from, bool forward) {
  const auto found = std::find(ring.begin(), ring.end(), from);
  const auto start = found == ring.end() ? 0 : found - ring.begin();
  const auto size = static_cast<std::ptrdiff_t>(ring.size());
  std::vector<std::string> names;
  for (std::ptrdiff_t step = 0; step < size; ++step) {
    names.push_back(ring[static_cast<std::size_t>((start + (forward ? step : -step) + size) % size)]);
  }
  return names;
}

}  // namespace

Candidates<v1::Adoption> adoptions(const State& state, v1::ChangeKind change) {
  return all_of<v1::Adoption>(
      state, change, [](const auto& one) { return one.has_adoption() && one.adoption().has_quota(); },
      [](const auto& rule, const auto& one) {
        v1::Adoption adoption = one.adoption();
        // Unless it is not known whether the rule has changed by itself, it has not.
        if (rule.change_unknown() == 0) adoption.clear_later();
        return adoption;
      });
}

std::vector<v1::Quota> quotas_of(const v1::Adoption& adoption) {
  std::vector<v1::Quota> quotas = {adoption.quota()};
  if (adoption.has_later()) quotas.push_back(adoption.later().quota());
  return quotas;
}

Candidates<v1::Judgment> judgment_rules(const State& state) {
  return all_of<v1::Judgment>(
      state, v1::CHANGE_KIND_UNSPECIFIED, [](const auto& one) { return one.has_judgment(); },
      [](const auto& /*rule*/, const auto& one) { return one.judgment(); });
}

Candidates<v1::TurnOrder> turn_orders(const State& state) {
  return all_of<v1::TurnOrder>(
      state, v1::CHANGE_KIND_UNSPECIFIED, [](const auto& one) { return one.has_turn_order(); },
      [](const auto& /*rule*/, const auto& one) { return one.turn_order(); });
}

bool meets(const v1::Quota& quota, std::uint64_t in_favour, std::uint64_t base) {
  const auto left = in_favour * quota.denominator();
  const auto right = base * quota.numerator();
  return quota.strict() ? left > right : left >= right;
}

std::vector<std::string> players_in_game(const State& state) {
  std::vector<std::string> names;
  for (const auto& player : state.players()) {
    if (player.left_at() == 0) names.push_back(player.names().name());
  }
  return names;
}

std::vector<std::string> places(const State& state) {
  const auto orders = turn_orders(state);
  const bool by_surname =
      std::any_of(orders.begin(), orders.end(), [](const auto& one) { return one.order() == v1::TurnOrder::SURNAME; });
  if (!by_surname) return seating(state);
  std::vector<std::pair<std::string, std::string>> keys;
  for (const auto& player : state.players()) keys.emplace_back(player.names().sort_key(), player.names().name());
  std::sort(keys.begin(), keys.end());
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (const auto& key : keys) names.push_back(key.second);
  return names;
}

// ---- What is said --------------------------------------------------------------------------------------------------

Candidates<v1::Judgment> Voices::how_judgment_goes(const State& now) const {
  auto rules = judgment_rules(now);
  const bool changed = !std::equal(rules.begin(), rules.end(), rules_.begin(), rules_.end(),
                                   google::protobuf::util::MessageDifferencer::Equals);
  if (changed && !was_act_ && !may_be_act_) return rules;
  Candidates<v1::Judgment> kept = before_act_;
  if (kept.empty() && changed) kept = rules_;
  if (kept.empty()) return rules;
  // A Judgment that upholds an act can change the rules by what it finds, too.
  if (changed && !was_act_) kept.insert(kept.end(), rules.begin(), rules.end());
  return kept;
}

void Voices::hear(const Move& move, const Consequences& emitted, const State& before) {
  const auto rules = how_judgment_goes(before);
  rules_ = judgment_rules(before);
  const bool as_before = std::equal(rules.begin(), rules.end(), rules_.begin(), rules_.end(),
                                    google::protobuf::util::MessageDifferencer::Equals);
  may_be_none_ = !as_before && (may_be_none_ || (may_be_act_ && !was_act_));
  before_act_ = as_before ? Candidates<v1::Judgment>() : rules;
  was_act_ = move.event.has_act_performed();
  may_be_act_ = std::any_of(emitted.begin(), emitted.end(), [&](const auto& one) {
    const bool orders =
        one.has_move_upheld() || one.has_move_stands() || one.has_move_struck() || one.has_move_fallen();
    const auto* word = orders ? at(about(one)) : nullptr;
    return word != nullptr && word->event.has_act_performed();
  });
  Word word{move.index, move.author, move.event, false};
  if (move.event.has_move_contested()) {
    word.contested = true;
    EXPECT_TRUE(word.event.ParseFromString(move.event.move_contested().event()));
  }
  for (const auto& one : emitted) {
    // What a turn begins with is of that turn. The first has begun with the founding.
    if (one.has_turn_began() && one.turn_began().turn() > 1) begin_turn(move);
    if (one.has_judgment_delivered()) word.awaits_others = one.judgment_delivered().awaits_others();
    if (one.has_proposal_made()) {
      const auto& made = one.proposal_made();
      made_[number_in(made.proposal())] = made.has_about() ? made.about() : move.index;
    }
    if (one.has_move_contested()) {
      for (const auto& refusal : one.move_contested().refusals()) {
        word.refusals.push_back(refusal);
        std::set<std::uint32_t> lineages;
        for (const auto number : numbers_in(refusal.rules())) lineages.insert(lineage_of(before, number));
        against_[move.index].push_back(lineages);
      }
    }
    if (one.kind_case() == v1::Consequence::kMoveStruck || one.kind_case() == v1::Consequence::kMoveFallen) {
      without_effect_.insert(about(one));
      upheld_.erase(about(one));
    }
    if (one.kind_case() == v1::Consequence::kMoveStands || one.kind_case() == v1::Consequence::kMoveUpheld) {
      without_effect_.erase(about(one));
      upheld_.emplace(about(one), move.index);
    }
    if (one.has_judgment_overruled()) overrule(about(one));
    if (one.has_finding_fallen()) {
      fallen_findings_.emplace(one.finding_fallen().about(), one.finding_fallen().finding().SerializeAsString());
    }
    if (one.has_finding_stands()) {
      fallen_findings_.erase({one.finding_stands().about(), one.finding_stands().finding().SerializeAsString()});
    }
  }
  if (word.event.has_judgment_delivered()) {
    auto& lineages = cited_[move.index];
    for (const auto number : numbers_in(word.event.judgment_delivered().cited()))
      lineages.insert(lineage_of(before, number));
  }
  if (move.event.has_judgment_invoked()) {
    Question question{move.index, before.turn().number(), before, before, rules};
    const auto first = questions_.lower_bound(turn_since_);
    if (first != questions_.end()) question.first = first->second.first;
    questions_[move.index] = question;
  }
  words_[move.index] = std::move(word);
}

void Voices::begin_turn(const Move& move) {
  if (move.event.has_judgment_delivered()) turn_before_[move.index] = turn_since_;
  turn_since_ = move.index;
  before_act_.clear();
  may_be_none_ = false;
}

// If it began the turn, there is no such turn: what was asked in it is asked in the turn before.
void Voices::overrule(std::uint64_t judgment) {
  overruled_.insert(judgment);
  const auto before = turn_before_.find(judgment);
  if (before == turn_before_.end() || turn_since_ != judgment) return;
  turn_since_ = before->second;
  const auto first = questions_.lower_bound(turn_since_);
  for (auto at = first; at != questions_.end(); ++at) at->second.first = first->second.first;
}

bool Voices::counts(const Word& word) const {
  if (word.contested) return upheld_.count(word.record) != 0 && without_effect_.count(word.record) == 0;
  return without_effect_.count(word.record) == 0;
}

const Word* Voices::at(std::uint64_t record) const {
  const auto found = words_.find(record);
  return found == words_.end() ? nullptr : &found->second;
}

void Voices::apply_findings(const Word& word, std::uint32_t proposal, std::map<std::string, Choice>& ballots) const {
  if (word.awaits_others || overruled_.count(word.record) != 0) return;
  for (const auto& finding : word.event.judgment_delivered().findings()) {
    if (!finding.has_ballot() || number_in(finding.ballot().proposal()) != proposal) continue;
    if (fallen_findings_.count({word.record, finding.SerializeAsString()}) != 0) continue;
    if (finding.ballot().choice() == v1::VoteCast::CHOICE_UNSPECIFIED)
      ballots.erase(finding.ballot().player());
    else
      ballots[finding.ballot().player()] = finding.ballot().choice();
  }
}

std::map<std::string, Voices::Choice> Voices::ballots(std::uint32_t proposal) const {
  // A contested Judgment finds at the record that upholds it; other contested moves are made where they stand.
  std::multimap<std::uint64_t, const Word*> in_order;
  for (const auto& [record, word] : words_) {
    if (!counts(word)) continue;
    const bool found_later = word.contested && word.event.has_judgment_delivered();
    in_order.emplace(found_later ? upheld_.at(record) : record, &word);
  }
  std::map<std::string, Choice> ballots;
  for (const auto& [record, pointer] : in_order) {
    const auto& word = *pointer;
    const auto& event = word.event;
    if (event.has_vote_cast() && number_in(event.vote_cast().proposal()) == proposal) {
      ballots[word.author] = event.vote_cast().choice();
    }
    if (event.has_vote_withdrawn() && number_in(event.vote_withdrawn().proposal()) == proposal)
      ballots.erase(word.author);
    if (event.has_player_forfeited()) ballots.erase(word.author);
    if (event.has_judgment_delivered()) apply_findings(word, proposal, ballots);
  }
  return ballots;
}

std::map<std::string, const Word*> Voices::attestations(std::uint32_t proposal) const {
  std::map<std::string, const Word*> said;
  for (const auto& [record, word] : words_) {
    if (!counts(word) || !word.event.has_outcome_attested()) continue;
    if (number_in(word.event.outcome_attested().proposal()) == proposal) said[word.author] = &word;
  }
  return said;
}

std::uint64_t Voices::form_of(std::uint32_t proposal) const {
  const auto made = made_.find(proposal);
  if (made == made_.end()) return 0;
  auto form = made->second;
  for (const auto& [record, word] : words_) {
    const bool is_it =
        word.event.has_proposal_revised() && number_in(word.event.proposal_revised().proposal()) == proposal;
    if (is_it && counts(word)) form = record;
  }
  return form;
}

// ---- Judgment (212) ------------------------------------------------------------------------------------------------

std::vector<std::string> Voices::seats(const v1::Judgment& rule, const State& before, const std::string& mover,
                                       std::uint64_t asked, bool backwards, bool turns) {
  const std::string moving = turns ? mover : "";
  const auto ring = rule.seat() == v1::Judgment::RIGHT_NEIGHBOUR ? seating(before) : places(before);
  // Who had joined when the question was asked, as the game stands now.
  std::vector<std::string> were;
  for (const auto& player : before.players()) {
    if (player.joined_at() <= asked) were.push_back(player.names().name());
  }
  std::vector<std::string> names;
  if (rule.seat() == v1::Judgment::NAMED) {
    names = round_from(ring, rule.judge(), false);
  } else {
    names = round_from(ring, mover, rule.seat() == v1::Judgment::FOLLOWING);
    if (moving.empty()) std::rotate(names.begin(), names.begin() + 1, names.end());
  }
  names.erase(std::remove_if(names.begin(), names.end(),
                             [&](const auto& name) { return name == moving || !holds(were, name); }),
              names.end());
  // From the first in order, the search may go on either way: the rules say so of other seats only.
  if (rule.seat() == v1::Judgment::FOLLOWING && backwards && !names.empty()) {
    auto back = round_from(ring, names.front(), false);
    back.erase(std::remove_if(back.begin(), back.end(),
                              [&](const auto& name) { return name == moving || !holds(were, name); }),
               back.end());
    return back;
  }
  return names;
}

std::set<std::string> Voices::judges(std::uint64_t question, const State& before) const {
  const auto found = questions_.find(question);
  if (found == questions_.end()) return {};
  std::set<std::string> taken;
  for (const auto judgment : overruled_) {
    const auto* word = at(judgment);
    if (word == nullptr || word->event.judgment_delivered().question() != question) continue;
    for (const auto& name : who_gave(judgment)) taken.insert(name);
  }
  // Who has come back since sits for no one who sits already.
  const auto now = players_in_game(before);
  const auto then = those_among(players_in_game(found->second.asked), now);
  const auto at_first = those_among(players_in_game(found->second.first), now);
  std::set<std::string> may;
  const std::pair<const State*, Candidates<v1::Judgment>> rules_of[] = {{&found->second.asked, found->second.rules},
                                                                        {&before, how_judgment_goes(before)}};
  for (const auto& [state, rules] : rules_of) {
    for (const auto& rule : rules) {
      // Who was moving when it was asked; a turn that is derived again may be another's by now.
      const std::set<std::string> movers = {found->second.first.turn().mover(), found->second.asked.turn().mover(),
                                            before.turn().mover()};
      // Who had joined by then, or when the first question of the turn was asked.
      const std::set<std::uint64_t> asked = {found->second.first.size(), found->second.asked.size()};
      for (const auto& mover : movers) {
        for (const auto since : asked) {
          for (const bool turns : may_have_turns(*state)) {
            for (const bool backwards : {true, false}) {
              const auto names = seats(rule, before, mover, since, backwards, turns);
              for (const auto* in_game : {&now, &then, &at_first}) {
                auto left = rule.has_judges() ? rule.judges() : 1;
                for (const auto& name : names) {
                  if (left == 0) break;
                  if (!holds(*in_game, name) || taken.count(name) != 0) continue;
                  may.insert(name);
                  --left;
                }
              }
            }
          }
        }
      }
    }
  }
  return may;
}

// What no rule says needs no rule to be cited.
static std::set<std::size_t> waived_by(const std::set<std::uint32_t>& cited,
                                       const std::vector<std::set<std::uint32_t>>& against) {
  const auto names_one = [&](const std::set<std::uint32_t>& rules) {
    return std::any_of(rules.begin(), rules.end(), [&](const auto rule) { return cited.count(rule) != 0; });
  };
  const bool names_any = std::any_of(against.begin(), against.end(), names_one);
  std::set<std::size_t> waived;
  for (std::size_t place = 0; place < against.size(); ++place) {
    if (!names_any || against[place].empty() || names_one(against[place])) waived.insert(place);
  }
  return waived;
}

// What an answer comes to: its orders, findings and what it waives, not its words. A rule that is cited for nothing is
// one of them.
std::string Voices::substance(const Word& word) const {
  v1::JudgmentDelivered one = word.event.judgment_delivered();
  one.clear_answer();
  one.clear_reasons();
  one.clear_cited();
  std::string all = one.SerializeAsString();
  for (const auto upheld : one.upholds()) {
    const auto against = against_.find(upheld);
    if (against == against_.end()) continue;
    for (const auto place : waived_by(cited_.at(word.record), against->second)) all += fmt::format(" {}", place);
    all += ';';
  }
  return all;
}

// Of a bench: those who gave the same answer.
std::set<std::string> Voices::who_gave(std::uint64_t judgment) const {
  const auto* given = at(judgment);
  if (given == nullptr) return {};
  std::set<std::string> names;
  for (const auto& [record, word] : words_) {
    if (record > judgment || !word.event.has_judgment_delivered() || word.contested) continue;
    if (record != judgment && !word.awaits_others) continue;
    if (substance(word) == substance(*given)) names.insert(word.author);
  }
  return names;
}

bool Voices::is_overruled(std::uint64_t judgment, const State& before, const std::set<std::string>& gone) const {
  const auto gave = who_gave(judgment);
  std::map<std::string, bool> votes;
  for (const auto& [record, word] : words_) {
    const auto& event = word.event;
    if (!event.has_overrule_voted() || event.overrule_voted().judgment() != judgment) continue;
    if (word.contested || !counts(word)) continue;
    votes[word.author] = event.overrule_voted().overrule();
  }
  std::size_t others = 0;
  std::size_t in_favour = 0;
  for (const auto& name : players_in_game(before)) {
    if (gone.count(name) != 0 || gave.count(name) != 0) continue;
    ++others;
    const auto vote = votes.find(name);
    if (vote != votes.end() && vote->second) ++in_favour;
  }
  if (others == 0) return false;
  for (const auto& rule : how_judgment_goes(before)) {
    if (rule.has_overrule() && meets(rule.overrule(), in_favour, others)) return true;
    if (!rule.has_overrule() && in_favour == others) return true;
  }
  return false;
}

bool Voices::is_consented(const std::string& next, const State& before, const std::string& giver) const {
  std::uint64_t asked = 0;
  for (const auto& [record, question] : questions_) {
    if (record >= turn_since_ && counts(words_.at(record))) asked = record;
  }
  if (asked == 0) return true;
  std::set<std::string> given;
  for (const auto& [record, word] : words_) {
    if (record < asked || !word.event.has_consent_given() || !counts(word)) continue;
    if (word.event.consent_given().withdrawn())
      given.erase(word.author);
    else
      given.insert(word.author);
  }
  if (!giver.empty()) given.insert(giver);
  const auto rules = how_judgment_goes(before);
  const bool may_be_none = may_be_none_ || (may_be_act_ && judgment_rules(before).empty());
  if (rules.empty() || may_be_none) return true;
  return std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
    if (!rule.has_consent()) return true;
    std::size_t all = 0;
    std::size_t consenting = 0;
    for (const auto& name : players_in_game(before)) {
      if (name == next && rule.consent_among() != v1::Judgment::ALL_PLAYERS) continue;
      ++all;
      consenting += given.count(name);
    }
    return all == 0 || meets(rule.consent(), consenting, all);
  });
}

bool Voices::is_the_only_order(std::uint64_t contested) const {
  const auto later = [&](std::uint64_t record) { return record >= turn_since_ && record != contested; };
  return std::none_of(upheld_.begin(), upheld_.end(), [&](const auto& one) { return later(one.first); }) &&
         std::none_of(without_effect_.begin(), without_effect_.end(), later);
}

bool Voices::is_waived(std::uint64_t contested, std::uint64_t judgment, bool consented) const {
  const auto against = against_.find(contested);
  if (against == against_.end()) return true;
  std::set<std::size_t> waived;
  for (const auto& [record, word] : words_) {
    if (!word.event.has_judgment_delivered() || word.awaits_others || overruled_.count(record) != 0) continue;
    if (record != judgment && !counts(word)) continue;
    const auto& upholds = word.event.judgment_delivered().upholds();
    if (std::find(upholds.begin(), upholds.end(), contested) == upholds.end()) continue;
    // A contested Judgment that is upheld counts by the Judge's, with what either cites.
    for (const auto by : {record, word.contested ? judgment : record}) {
      const auto more = waived_by(cited_.at(by), against->second);
      waived.insert(more.begin(), more.end());
    }
  }
  const auto& refusals = at(contested)->refusals;
  for (std::size_t place = 0; place < refusals.size(); ++place) {
    if (consented && refusals[place].code() == "CONSENT_MISSING") waived.insert(place);
  }
  return waived.size() == against->second.size();
}

}  // namespace nomic::replay::test
