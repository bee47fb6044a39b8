// Acts (116): what a rule gives by an act is due by the rule that was cited, and the auditor says so.

#include <gmock/gmock.h>

#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

TEST(AuditOfActs, FindsTheirPointsDue) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Whoever makes tea gains 2 points; whoever spills it loses 1."));
  t.ok("Bob", act(301, "Bob made tea, which Cyd spilt.").points("Bob", 2).points("Cyd", -1));
  Watch watch;
  watch.see_all(t);
  EXPECT_THAT(watch.words(), testing::IsEmpty());
  EXPECT_EQ(t.points("Bob"), 2);
  EXPECT_EQ(t.points("Cyd"), -1);
}

}  // namespace
}  // namespace nomic::replay::test
