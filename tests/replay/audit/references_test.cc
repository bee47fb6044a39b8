// What the auditor finds of references that follow renumbered rules, by his own reading of the texts.

#include <gmock/gmock.h>

#include "replay/audit/broken_game.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Seen = v1::Consequence;
using testing::HasSubstr;
using testing::IsEmpty;

// The rules of 1990, of which 108 has references follow. Ann's rule 301 names 210; Bob amends 210 as 302.
struct Follows : Table {
  std::uint64_t cause = 0;
  Follows() : Table({"Ann", "Bob", "Cyd"}, following(), v1::TABLE) {
    turn("Ann", enact("Unlike rule 210, tea."));
    ok("Bob", amend(210, "Talk."));
    ok("Bob", call());
    everyone_votes(FOR);
    cause = last();
    ok("Bob", roll(1));
  }

 private:
  static v1::Ruleset following() {
    auto ruleset = endless();
    for (auto& rule : *ruleset.mutable_rules()) {
      for (auto& provision : *rule.mutable_provisions()) {
        if (provision.has_numbering()) provision.mutable_numbering()->set_references_follow(true);
      }
    }
    return ruleset;
  }
};

std::string at(std::uint64_t record) {
  return "MENTIONS #" + std::to_string(record);
}

TEST(AuditOfReferences, FindsNothingWhereTheyFollow) {
  Follows t;
  EXPECT_EQ(t.text(301), "Unlike rule 302, tea.");
  Watch watch;
  watch.see_all(t);
  EXPECT_THAT(watch.words(), IsEmpty());
  EXPECT_EQ(report_on(watch.finish(), "MENTIONS").held, 1U);
}

TEST(AuditOfReferences, FindsARuleThatIsLeftOut) {
  Follows t;
  const auto seen = found_in(t, t.cause, [](Shown& s) { drop(s, Seen::kReferencesFollowed); });
  EXPECT_EQ(seen.all, at(t.cause)) << seen.words;
  EXPECT_THAT(seen.words, HasSubstr("rule 301 calls rule 302 by the number 210 still"));
}

TEST(AuditOfReferences, FindsOneThatIsToldAndNotDue) {
  Follows t;
  const auto seen = found_in(t, t.cause, [](Shown& s) {
    auto& told = *tell(s, Seen::kReferencesFollowed, 108).mutable_references_followed();
    told.set_number("211");
    told.set_mentioned("210");
    told.set_mentions("302");
  });
  EXPECT_EQ(seen.all, at(t.cause)) << seen.words;
}

TEST(AuditOfReferences, FindsAnotherNumber) {
  Follows t;
  const auto seen = found_in(t, t.cause, [](Shown& s) {
    the(s, Seen::kReferencesFollowed).mutable_references_followed()->set_mentions("303");
  });
  EXPECT_EQ(seen.all, at(t.cause)) << seen.words;
}

TEST(AuditOfReferences, FindsThemWhereNoRuleHasThemFollow) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Unlike rule 210, tea."));
  t.turn("Bob", amend(210, "Talk."));
  const auto seen = found_in(t, t.last(), [](Shown& s) {
    auto& told = *tell(s, Seen::kReferencesFollowed, 108).mutable_references_followed();
    told.set_number("301");
    told.set_mentioned("210");
    told.set_mentions("302");
  });
  EXPECT_EQ(seen.all, at(t.last())) << seen.words;
}

// Not every record may be at hand.
TEST(AuditOfReferences, JudgesNothingThatItCannotRead) {
  Follows t;
  Watch watch;
  watch.see_all(t, [&](Shown& s) {
    if (s.move.index == t.cause) watch.seen.clear();
    if (s.move.index == t.cause) drop(s, Seen::kReferencesFollowed);
  });
  EXPECT_THAT(watch.words(), IsEmpty());
  EXPECT_EQ(report_on(watch.finish(), "MENTIONS").verdict, Verdict::NOT_JUDGED);
}

}  // namespace
}  // namespace nomic::replay::test
