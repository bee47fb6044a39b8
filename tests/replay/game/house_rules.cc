#include "replay/game/house_rules.h"

#include <gtest/gtest.h>

#include "nomic/replay/edition.h"
#include "nomic/replay/error.h"
#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Provision::KindCase;

class HouseRules {
 public:
  HouseRules(Choices& choose, House& house) : choose_(choose), house_(house) {}

  void set_all() {
    set_turns();
    set_judgment();
    set_adoption();
    set_votes();
    set_proposing();
    set_winning();
    set_numbers();
    add_rules();
  }

 private:
  v1::RuleBody& rule(std::uint32_t number) {
    for (auto& one : *house_.ruleset.mutable_rules()) {
      if (number_in(one.number()) == number) return one;
    }
    ADD_FAILURE() << "no rule " << number;
    return *house_.ruleset.mutable_rules(0);
  }

  void add(v1::RuleBody& rule, const std::string& words) {
    const auto provision = parse_provision(words);
    EXPECT_TRUE(provision) << words;
    if (provision) *rule.add_provisions() = *provision;
  }

  template <class Change>
  void each(Kind kind, const Change& change) {
    for (auto& one : *house_.ruleset.mutable_rules()) {
      for (auto& provision : *one.mutable_provisions()) {
        if (provision.kind_case() == kind) change(provision);
      }
    }
  }

  void set_turns() {
    const auto lot = choose_.below(100);
    if (lot < 52) return;
    const auto order = lot < 64   ? v1::TurnOrder::SURNAME
                       : lot < 82 ? v1::TurnOrder::ALL_AT_ONCE
                                  : v1::TurnOrder::NO_TURNS;
    each(Kind::kTurnOrder, [&](auto& one) { one.mutable_turn_order()->set_order(order); });
  }

  static v1::Quota share(std::uint32_t numerator, std::uint32_t denominator, bool strict = false,
                         v1::Quota::Base base = v1::Quota::ELIGIBLE) {
    v1::Quota quota;
    quota.set_numerator(numerator);
    quota.set_denominator(denominator);
    quota.set_strict(strict);
    quota.set_base(base);
    return quota;
  }

  void set_judgment() {
    each(Kind::kJudgment, [&](auto& provision) {
      auto& one = *provision.mutable_judgment();
      const auto lot = choose_.below(100);
      if (lot < 30) {
        one.set_seat(v1::Judgment::NAMED);
        one.set_judge(choose_.one_of(house_.players));
      } else if (lot < 40) {
        one.set_seat(v1::Judgment::FOLLOWING);
      } else if (lot < 52) {
        one.set_seat(v1::Judgment::RIGHT_NEIGHBOUR);
      }
      if (choose_.percent(18)) one.set_judges(3);
      if (choose_.percent(25)) *one.mutable_overrule() = choose_.percent(50) ? share(2, 3) : share(1, 2, true);
      if (choose_.percent(15)) *one.mutable_consent() = choose_.percent(50) ? share(1, 4) : share(1, 1);
      if (choose_.percent(25)) one.set_consent_among(v1::Judgment::ALL_PLAYERS);
      if (choose_.percent(20)) one.set_one_judge_a_turn(false);
    });
  }

  void set_adoption() {
    const auto lot = choose_.below(100);
    if (lot < 35) return;
    auto& provision = *rule(203).mutable_provisions(0);
    auto& adoption = *provision.mutable_adoption();
    adoption.clear_later();
    if (lot < 68) {
      *adoption.mutable_quota() = share(1, 2, true);
    } else if (lot < 80) {
      *adoption.mutable_quota() = share(2, 3);
    } else if (lot < 92) {
      *adoption.mutable_quota() = share(1, 2, true, v1::Quota::CAST);
    } else {
      rule(203).clear_provisions();
    }
  }

  void set_votes() {
    if (choose_.percent(35)) add(rule(207), "vote_changes { change: true withdraw: true }");
    if (choose_.percent(20)) {
      // 105 asks for the vote of each.
      auto& duties = *rule(105).mutable_provisions();
      for (int at = duties.size() - 1; at >= 0; --at) {
        if (duties[at].has_voting_duty()) duties.DeleteSubrange(at, 1);
      }
      add(rule(205), std::string("voting_period { vote { seconds: 12 } at_end: ") +
                         (choose_.percent(50) ? "COUNT_CAST" : "MISSING_AGAINST") + " }");
    }
    if (choose_.percent(15)) {
      each(Kind::kEffectiveness, [](auto& one) {
        if (one.effectiveness().has_when()) one.mutable_effectiveness()->set_when(v1::Effectiveness::NEXT_TURN);
      });
    }
  }

  void set_proposing() {
    const bool anyone = choose_.percent(25);
    const bool withdrawn = choose_.percent(30);
    // 104: what is proposed is voted on.
    if (withdrawn) rule(104).clear_provisions();
    if (anyone || withdrawn) {
      add(rule(202), std::string("proposing { who: ") + (anyone ? "ANYONE" : "IN_TURN") +
                         " withdrawal: " + (withdrawn ? "BEFORE_OUTCOME" : "NEVER") + " }");
    }
    if (choose_.percent(35)) add(rule(201), "joining { when: ANY_TIME points: \"2\" }");
  }

  void set_winning() {
    const bool low = choose_.percent(60);
    const auto points = static_cast<std::int64_t>(10 + choose_.below(40)) * 1000;
    const auto ends = choose_.percent(20) ? v1::Victory::ROUND : v1::Victory::GAME;
    each(Kind::kVictory, [&](auto& one) {
      auto& victory = *one.mutable_victory();
      if (!low || victory.points_thousandths() == 0) return;
      victory.set_points_thousandths(points);
      victory.set_ends(ends);
      if (choose_.percent(30)) victory.set_ties(v1::Victory::ALL);
    });
  }

  void set_numbers() {
    const bool keeps = choose_.percent(15);
    const bool acts = choose_.percent(15);
    each(Kind::kNumbering, [&](auto& one) {
      if (keeps) one.mutable_numbering()->set_changed_rule(v1::Numbering::KEEPS_ITS_OWN);
      if (acts) one.mutable_numbering()->set_acts(true);
    });
  }

  v1::RuleBody& new_rule(std::uint32_t number, const std::string& title, const std::string& text) {
    auto& one = *house_.ruleset.add_rules();
    one.set_number(reference(number));
    one.set_status(v1::MUTABLE);
    one.set_title(title);
    auto& words = *one.add_texts();
    words.set_lang("en");
    words.set_text(text);
    return one;
  }

  void add_rules() {
    new_rule(214, "Tea", "Whoever makes tea gains what the others find it worth.");
    add(new_rule(215, "The moon", "The moon is full."), "acts { none: true }");
    auto& awards = new_rule(216, "Further points", "Votes and turns gain points.");
    static const std::vector<std::string> AWARDS = {
        "award { occasion: ADOPTED recipient: EVERYONE_ELSE amount { points: \"-1\" } reckoned: BEFORE_EFFECT }",
        "award { occasion: ADOPTED recipient: THE_PROPONENT amount { points: \"4\" } reckoned: AFTER_EFFECT }",
        "award { occasion: VOTED_ON recipient: VOTERS_FOR amount { points: \"1\" } reckoned: AFTER_EFFECT }",
        "award { occasion: PROPOSED recipient: EVERYONE_ELSE amount { points: \"-0.5\" } }",
        "award { occasion: BALLOT_CAST recipient: VOTERS amount { points: \"0.5\" } }",
        "award { occasion: TURN_ENDED recipient: THE_PLAYER amount { points: \"1.5\" } }",
    };
    for (const auto& award : AWARDS) {
      if (choose_.percent(15)) add(awards, award);
    }
  }

  Choices& choose_;
  House& house_;
};

}  // namespace

House random_house(Choices& choose) {
  House house;
  house.players = {"Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"};
  house.players.resize(choose.percent(8) ? 2 : 3 + choose.below(4));
  const bool newer = choose.percent(70);
  const auto found = edition(newer ? "1990" : "1982");
  EXPECT_TRUE(found);
  house.ruleset = *found;
  house.ruleset.clear_edition();
  house.mode = newer && choose.percent(30) ? v1::MAIL : v1::TABLE;
  HouseRules(choose, house).set_all();
  const auto checked = check_ruleset(house.ruleset);
  EXPECT_TRUE(checked) << tools::words_of(checked.error()).what;
  return house;
}

}  // namespace nomic::replay::test
