// The cost of computations in steps of work (nomic/replay/work.h), where a game has had many rules: as many steps for
// each rule-change as in a small game.

#include "nomic/replay/work.h"

#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

class Counted : public WorkWatch {
 public:
  void look(WorkStep /*step*/) override { ++steps; }
  std::uint64_t steps = 0;
};

template <class Work>
std::uint64_t steps_of(const Work& work) {
  Counted counted;
  const WatchedWork watched(&counted);
  work();
  return counted.steps;
}

// Rules have numbers of their own, from 1000 on. Acts have enacted `count` of them, and repealed each second one.
struct ManyRules : Table {
  explicit ManyRules(int count)
      : Table({"Ann", "Bob", "Cyd"},
              rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST strict: true } }",
                          "numbering { first: 20 changed_rule: KEEPS_ITS_OWN rules_first: 1000 }",
                          "turn_order { order: NO_TURNS }", "effectiveness { when: VOTE_COMPLETE }",
                          "franchise { electorate: PLAYERS votes_per_player: 1 }"}),
              v1::TABLE) {
    for (int at = 0; at < count; ++at) ok("Ann", act(1).change(enact("Cake.")));
    for (int at = 0; at < count; at += 2) {
      ok("Ann", act(1).change(propose(v1::REPEAL, 1000 + static_cast<std::uint32_t>(at))));
    }
  }
};

class WorkOfGames : public testing::Test {
 protected:
  ManyRules small_{40};
  ManyRules large_{80};
};

TEST_F(WorkOfGames, ARuleIsNumberedInAsManySteps) {
  const auto enacts = [](Table& t, std::uint32_t number) {
    t.ok("Bob", act(1).change(enact("Tea.")));
    ASSERT_NE(t.rule(number), nullptr);
  };
  const auto in_small = steps_of([&] { enacts(small_, 1040); });
  const auto in_large = steps_of([&] { enacts(large_, 1080); });
  EXPECT_GT(in_small, 0U);
  EXPECT_LE(in_large, in_small + 2);
}

TEST_F(WorkOfGames, AnAuditTakesTwiceAsManySteps) {
  const auto audit = [](const Table& t) {
    Watch watch;
    watch.see_all(t);
    EXPECT_EQ(watch.found(), "");
  };
  const auto of_small = steps_of([&] { audit(small_); });
  const auto of_large = steps_of([&] { audit(large_); });
  EXPECT_GT(of_small, 100U);
  EXPECT_LT(of_large, of_small * 23 / 10);
}

}  // namespace
}  // namespace nomic::replay::test
