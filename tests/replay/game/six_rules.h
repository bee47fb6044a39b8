// A game of six rules without turns, for tests of what becomes of a rule: rules 1 to 5 bear the provisions that it
// takes, and the sixth is the one that is looked at.
//
//     Six t(FOLLOW);
//     t.adopted(amend(5, "All vote."));       // proposed by Ann, voted for by all
//     t.is_found_right();                     // derived alike, and the auditor finds nothing
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/table.h"

namespace nomic::replay::test {

// Record #6 founds rule 6, which has that provision, if any. `numbering` is rule 2's.
inline v1::Ruleset six_rules(const std::string& numbering, const std::string& of_six) {
  v1::Ruleset ruleset;
  for (const std::string& written :
       {std::string("adoption { quota { numerator: 1 denominator: 2 base: CAST } }"), numbering,
        std::string("turn_order { order: NO_TURNS }"), std::string("proposing { who: ANYONE several: EACH }"),
        std::string("franchise { electorate: PLAYERS votes_per_player: 1 }"), of_six}) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text("A rule.");
    if (!written.empty()) *rule.add_provisions() = *parse_provision(written);
  }
  return ruleset;
}

struct Six : Table {
  explicit Six(const v1::Ruleset& ruleset) : Table({"Ann", "Bob"}, ruleset, v1::MAIL) {}
  Consequences adopted(const v1::Event& event) {
    ok("Ann", event);
    ok("Ann", call());
    return everyone_votes(FOR);
  }
  void is_found_right() const {
    expect_derived_alike(*this);
    Watch watch;
    watch.see_all(*this);
    EXPECT_EQ(watch.found(), "") << watch.words();
  }
};

}  // namespace nomic::replay::test
