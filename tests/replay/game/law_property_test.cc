// Two roads to one answer: a law that was taken over from change to change, and one that is built from nothing. They
// answer alike for every kind of provision, change and player: after any edits of rules, findings and method, and at
// every record of random games. NOMIC_GAMES says how many of either (12 by default), NOMIC_SEED the seed of the first.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int EDITS = 40;   // of one set of rules
constexpr int TRIES = 120;  // in one game
constexpr std::uint32_t RULES_IN_ALL = 24;
const std::vector<std::string> PLAYERS = {"Ann", "Bob", "Cyd"};

// ---- What a law says, all of it ------------------------------------------------------------------------------------

void put(std::string& out, const v1::RuleVersion& rule) {
  out +=
      std::to_string(rule.number()) + "/" + std::to_string(rule.lineage()) + "@" + std::to_string(rule.since()) + " ";
}

template <class Kind>
void put(std::string& out, const Prevailing<Kind>& answer) {
  out += Kind::descriptor()->name() + " { " + answer.value.ShortDebugString() + " } by";
  for (int i = 0; i < Kind::descriptor()->field_count(); ++i) {
    const auto& field = *Kind::descriptor()->field(i);
    if (answer.source(field.name()).number() == 0) continue;
    out += " " + field.name() + " ";
    put(out, answer.source(field.name()));
  }
  out += answer.is_regulated() ? "\n" : "(nothing)\n";
}

template <class Kind>
void put(std::string& out, const Supplies<Kind>& all) {
  for (const auto& one : all) {
    out += one.value.ShortDebugString() + " for " + one.scope.ShortDebugString() + " by ";
    put(out, one.source);
    out += "\n";
  }
}

void put_case(std::string& out, const Law& law, const Case& c) {
  out += "case " + std::to_string(c.change) + " " + c.player + "\n";
  put(out, law.rule_change_kinds(c));
  put(out, law.franchise(c));
  put(out, law.effectiveness(c));
  put(out, law.numbering(c));
  put(out, law.adoption(c));
  put(out, law.voting_duty(c));
  put(out, law.debate(c));
  put(out, law.forfeit(c));
  put(out, law.turn_order(c));
  put(out, law.turn_parts(c));
  put(out, law.transmutation(c));
  put(out, law.judgment(c));
  put(out, law.vote_changes(c));
  put(out, law.voting_period(c));
  put(out, law.inactivity(c));
  put(out, law.proposing(c));
  put(out, law.joining(c));
  put(out, law.permission(c));
}

std::string shown_conflict(const Conflict& conflict) {
  return std::to_string(static_cast<int>(conflict.end)) + " by " + std::to_string(static_cast<int>(conflict.by)) + " " +
         std::to_string(conflict.winner.number()) + " over " + std::to_string(conflict.loser.number()) + " on " +
         conflict.point;
}

std::string says(const Law& law, const std::vector<std::string>& players) {
  std::string out;
  for (const auto number : law.void_rules()) out += "void " + std::to_string(number) + "\n";
  for (const auto& conflict : law.conflicts()) {
    out += shown_conflict(conflict) + " ";
    put(out, conflict.winner);
    put(out, conflict.loser);
    out += "\n";
  }
  for (const int kind : provision_kinds()) {
    if (law.knows(static_cast<v1::Provision::KindCase>(kind))) out += "knows " + std::to_string(kind) + "\n";
  }
  put(out, law.precedence_method());
  put(out, law.awards());
  put(out, law.victories());
  put(out, law.bounds());
  put(out, law.self_repeals());
  for (const auto& change : law.dated_changes()) {
    out += "at " + std::to_string(change.at) + " ";
    put(out, change.rule);
  }
  out += law.has_automatic_changes() ? "automatic\n" : "\n";
  for (int change = 0; change < v1::ChangeKind_ARRAYSIZE; ++change) {
    put_case(out, law, {.change = static_cast<v1::ChangeKind>(change), .player = {}});
    for (const auto& player : players)
      put_case(out, law, {.change = static_cast<v1::ChangeKind>(change), .player = player});
  }
  return out;
}

// What is decided in `after` and was not in `before`, by comparing all with all.
std::vector<std::string> decided_anew(const Law& before, const Law& after) {
  std::vector<std::string> found;
  for (const auto& conflict : after.conflicts()) {
    const auto same = [&](const Conflict& old) {
      return old.end == conflict.end && old.winner.lineage() == conflict.winner.lineage() &&
             old.loser.lineage() == conflict.loser.lineage() && old.point == conflict.point;
    };
    const bool known = std::any_of(before.conflicts().begin(), before.conflicts().end(), same);
    if (!known && conflict.end != Conflict::End::UNDECIDED) found.push_back(shown_conflict(conflict));
  }
  return found;
}

std::vector<std::string> reasons(const std::vector<Conflict>& conflicts) {
  std::vector<std::string> all;
  for (const auto& conflict : conflicts) all.push_back(shown_conflict(conflict));
  return all;
}

// ---- Any edits -----------------------------------------------------------------------------------------------------

class Rules {
 public:
  explicit Rules(std::uint64_t seed) : choose_(seed) {
    scene_.players = PLAYERS;
    scene_.next_number = RULES_IN_ALL + 1;
    state.edit_founding().set_mode(v1::TABLE);
    for (std::uint32_t number = 1; number <= RULES_IN_ALL; ++number) {
      scene_.rules.push_back(number);
      if (choose_.percent(60)) insert(fresh_rule(number));
    }
    set_method();
  }

  void edit() {
    for (auto left = 1 + choose_.below(2); left > 0; --left) edit_one();
  }

  State state;

 private:
  v1::Rule fresh_rule(std::uint32_t number) {
    v1::Rule rule;
    rule.set_number(number);
    rule.set_lineage(++lineages_);
    rule.set_since(lineages_);
    rule.set_status(choose_.percent(40) ? v1::IMMUTABLE : v1::MUTABLE);
    for (auto left = choose_.below(4); left > 0; --left)
      *rule.add_provisions() = random_provision(choose_, scene_, kind());
    return rule;
  }

  // Often one of a few kinds, so that rules meet.
  int kind() {
    static const std::vector<int> OFTEN = {v1::Provision::kFranchise,     v1::Provision::kAdoption,
                                           v1::Provision::kVotingDuty,    v1::Provision::kVotingPeriod,
                                           v1::Provision::kEffectiveness, v1::Provision::kPrecedenceClaim,
                                           v1::Provision::kVictoryBound,  v1::Provision::kVictory};
    return choose_.percent(70) ? choose_.one_of(OFTEN) : 0;
  }

  void insert(const v1::Rule& rule) {
    int at = 0;
    while (at < state.rules_size() && state.rules(at).number() < rule.number()) ++at;
    state.edit_rules().insert(at, rule);
  }

  // A number that no rule bears; 0: there is none.
  std::uint32_t free_number() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t number = 1; number <= RULES_IN_ALL; ++number) {
      const bool borne = std::any_of(state.rules().begin(), state.rules().end(),
                                     [&](const v1::Rule& rule) { return rule.number() == number; });
      if (!borne) all.push_back(number);
    }
    return all.empty() ? 0 : choose_.one_of(all);
  }

  int some_place() { return static_cast<int>(choose_.below(static_cast<std::size_t>(state.rules_size()))); }

  void set_method() {
    state.edit_method().set_statuses(choose_.percent(60) ? v1::PrecedenceMethod::MUTABLE_VOID
                                                         : v1::PrecedenceMethod::MUTABLE_YIELDS);
    state.edit_method().set_same_status(choose_.one_of(std::vector<v1::PrecedenceMethod::Within>{
        v1::PrecedenceMethod::WITHIN_UNSPECIFIED, v1::PrecedenceMethod::CLAIMS_THEN_LOWEST,
        v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST, v1::PrecedenceMethod::CLAIMS_THEN_NEWEST}));
  }

  void edit_one() {
    const auto number = free_number();
    if (state.rules_size() < 4 || (number != 0 && choose_.percent(20))) return insert(fresh_rule(number));
    const int at = some_place();
    switch (choose_.below(7)) {
      case 0:
        return state.edit_rules().erase(at);
      case 1: {  // amended, under another number
        v1::Rule rule = fresh_rule(number == 0 ? state.rules(at).number() : number);
        rule.set_lineage(state.rules(at).lineage());
        state.edit_rules().erase(at);
        return insert(rule);
      }
      case 2:
        return state.edit_rules().edit(at).set_status(choose_.percent(50) ? v1::IMMUTABLE : v1::MUTABLE);
      case 3: {  // nothing but its title
        return state.edit_rules().edit(at).set_title("Title");
      }
      case 4: {
        auto& finding = state.edit_findings().add();
        finding.set_lineage(state.rules(at).lineage());
        return finding.set_is_void(choose_.percent(50));
      }
      case 5:
        if (!state.findings().empty() && choose_.percent(50)) return state.edit_findings().erase(0);
        return set_method();
      default: {
        v1::Rule& rule = state.edit_rules().edit(at);
        rule.set_since(++lineages_);
        if (!rule.provisions().empty()) rule.mutable_provisions()->RemoveLast();
        *rule.add_provisions() = random_provision(choose_, scene_, kind());
      }
    }
  }

  Choices choose_;
  Scene scene_;
  std::uint32_t lineages_ = 0;
};

TEST(LawProperty, TakenOverFromChangeToChangeItAnswersAsBuiltFromNothing) {
  const auto seed = from_environment("NOMIC_SEED", 1);
  std::uint64_t conflicts = 0;
  for (std::uint64_t game = 0; game < from_environment("NOMIC_GAMES", 12) && !HasFailure(); ++game) {
    Rules rules(seed + game);
    auto law = std::make_shared<const Law>(rules.state);
    std::string before = says(*law, PLAYERS);
    for (int edit = 0; edit < EDITS && !HasFailure(); ++edit) {
      const State held = rules.state;
      rules.edit();
      const auto next = std::make_shared<const Law>(rules.state, *law);
      ASSERT_EQ(reasons(next->decided_since(*law)), decided_anew(*law, *next)) << "seed " << seed + game;
      ASSERT_EQ(says(*next, PLAYERS), says(Law(rules.state), PLAYERS)) << "seed " << seed + game << ", edit " << edit;
      // What the law before says is as it was.
      ASSERT_EQ(says(*law, PLAYERS), before) << "seed " << seed + game << ", edit " << edit;
      before = says(*next, PLAYERS);
      law = next;
      conflicts += law->conflicts().size();
    }
  }
  EXPECT_GT(conflicts, 0U);
}

// ---- Random games --------------------------------------------------------------------------------------------------

TEST(LawProperty, AtEveryRecordOfAGameItAnswersAsBuiltFromNothing) {
  const auto seed = from_environment("NOMIC_SEED", 1);
  std::uint64_t changed = 0;
  for (std::uint64_t at = 0; at < from_environment("NOMIC_GAMES", 12) && !HasFailure(); ++at) {
    RandomGame game(seed + at);
    auto& t = game.table();
    std::string last;
    for (int tries = 0; tries < TRIES && !game.over() && !HasFailure(); ++tries) {
      const Move move = game.next_try();
      if (!t.engine.move(move, t)) continue;
      t.moves.push_back(move);
      const auto players = game.scene().players;
      const std::string now = says(t.engine.law(), players);
      ASSERT_EQ(now, says(Law(t.state()), players)) << "seed " << seed + at << ", record " << move.index;
      ASSERT_EQ(t.state().void_rules(), t.engine.law().void_rules());
      changed += now != last ? 1 : 0;
      last = now;
    }
  }
  EXPECT_GT(changed, 0U);
}

}  // namespace
}  // namespace nomic::replay::test
