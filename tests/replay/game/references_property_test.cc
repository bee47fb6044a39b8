// Random games whose rules name each other, alone, in lists and as ends of ranges, and are renumbered all the time:
// after every proposal each rule says what a model says, which keeps every text as a string in which the numbers that
// follow are marked, "rules <3>, <5> and <7>", and puts <9> in the place of <5>. NOMIC_GAMES says how many (40 by
// default), NOMIC_SEED the seed of the first (1).

#include <fmt/core.h>

#include <map>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"
#include "replay/game/random_game.h"
#include "replay/game/random_provisions.h"

namespace nomic::replay::test {
namespace {

constexpr int PROPOSALS = 30;
constexpr std::uint32_t FIRST = 90;  // so that numbers grow by a digit on the way

// What each rule says, with marks: the present version last.
using Model = std::map<std::uint32_t, std::vector<std::string>>;

v1::Ruleset named_rules() {
  v1::Ruleset ruleset;
  for (const std::string& written :
       {std::string("adoption { quota { numerator: 1 denominator: 2 base: CAST } }"),
        fmt::format("numbering {{ first: {} changed_rule: TAKES_PROPOSALS references_follow: true }}", FIRST),
        std::string("turn_order { order: NO_TURNS }"), std::string("proposing { who: ANYONE several: EACH }"),
        std::string("franchise { electorate: PLAYERS votes_per_player: 1 }")}) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text("A rule.");
    *rule.add_provisions() = *parse_provision(written);
  }
  return ruleset;
}

std::string with_number(std::string text, std::uint32_t from, std::uint32_t to) {
  const std::string old = fmt::format("<{}>", from);
  const std::string now = fmt::format("<{}>", to);
  for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size())) {
    text.replace(at, old.size(), now);
  }
  return text;
}

std::string without_marks(std::string text) {
  std::erase_if(text, [](char c) { return c == '<' || c == '>'; });
  return text;
}

class NamedGame {
 public:
  explicit NamedGame(std::uint64_t seed) : choose_(seed), table_({"Ann", "Bob"}, named_rules(), v1::MAIL) {}

  // One proposal, adopted; whether there was something to do.
  void step() {
    const auto number = table_.state().next_number();
    const auto any = choose_.below(6);
    if (any <= 1 || in_force_.empty()) {
      in_force_[number] = {text()};
      adopt(enact(without_marks(in_force_[number].back())));
    } else if (any == 2 && !repealed_.empty()) {
      const auto rule = pick(repealed_);
      in_force_[number] = std::move(repealed_[rule]);
      repealed_.erase(rule);
      follow(rule, number);
      adopt(propose(v1::REENACT, rule));
    } else if (any == 3) {
      const auto rule = pick(in_force_);
      repealed_[rule] = std::move(in_force_[rule]);
      in_force_.erase(rule);
      adopt(propose(v1::REPEAL, rule));
    } else {
      const auto rule = pick(in_force_);
      auto said = std::move(in_force_[rule]);
      in_force_.erase(rule);
      const bool restores = said.size() > 1 && choose_.percent(40);
      if (restores) {
        said.pop_back();
      } else {
        said.push_back(text());
      }
      const auto event = restores ? propose(v1::RESTORE, rule) : amend(rule, without_marks(said.back()));
      in_force_[number] = std::move(said);
      follow(rule, number);
      adopt(event);
    }
  }

  void is_as_modelled() {
    for (const auto& [number, said] : in_force_) {
      ASSERT_NE(table_.rule(number), nullptr) << number;
      ASSERT_EQ(table_.text(number), without_marks(said.back())) << "rule " << number << " at #" << table_.last();
    }
  }

  [[nodiscard]] const Table& table() const { return table_; }
  int followed = 0;

 private:
  std::uint32_t pick(const Model& rules) {
    auto at = rules.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(choose_.below(rules.size())));
    return at->first;
  }

  std::uint32_t any_rule() {
    const auto& rules = choose_.percent(20) && !repealed_.empty() ? repealed_ : in_force_;
    return rules.empty() ? 1 : pick(rules);
  }

  // " by rules <90>, <100> and <98>, too": what is not marked is no rule's, or an end of a range.
  std::string named() {
    const auto one = any_rule();
    const auto two = any_rule();
    switch (choose_.below(6)) {
      case 0:
        return fmt::format(" by rules <{}>, #<{}> and <{}>, {} points, too", one, two, any_rule(),
                           choose_.below(9) + 1);
      case 1:
        return fmt::format(" by rules {} to {} or <{}>, too", one, two, any_rule());
      case 2:
        // In the singular one of two digits behind one of three is none.
        return two < 100 && one >= 100 ? fmt::format(" by rule <{}> and {} points, too", one, two)
                                       : fmt::format(" by rule <{}> and <{}>, too", one, two);
      default:
        return fmt::format(" by rule <{}>, too", one);
    }
  }

  std::string text() {
    std::string said = fmt::format("Text {}", texts_++);
    for (auto times = choose_.below(4); times > 0; --times) said += named();
    return said + ".";
  }

  void follow(std::uint32_t from, std::uint32_t to) {
    for (auto& [number, said] : in_force_) said.back() = with_number(std::move(said.back()), from, to);
  }

  void adopt(const v1::Event& event) {
    table_.ok("Ann", event);
    table_.ok("Ann", call());
    const auto emitted = table_.everyone_votes(FOR);
    followed += static_cast<int>(of_kind(emitted, v1::Consequence::kReferencesFollowed).size());
  }

  Choices choose_;
  Table table_;
  Model in_force_;
  Model repealed_;
  int texts_ = 1;
};

TEST(ReferencesProperty, EveryRuleSaysWhatAModelSays) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  int followed = 0;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    NamedGame game(seed);
    for (int made = 0; made < PROPOSALS && !HasFatalFailure(); ++made) {
      game.step();
      game.is_as_modelled();
    }
    expect_derived_alike(game.table());
    Watch watch;
    watch.see_all(game.table());
    EXPECT_EQ(watch.found(), "") << watch.words();
    EXPECT_TRUE(watch.open.empty());
    followed += game.followed;
  }
  fmt::print("{} games: references followed {} times\n", games, followed);
  EXPECT_GT(followed, 0);
}

}  // namespace
}  // namespace nomic::replay::test
