// A small vocabulary for games whose rules have numbers with letters: 20, 20a, 20b.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {

using Seen = v1::Consequence;

// 3000020001 of "20a".
inline std::uint32_t n(std::string_view words) {
  return read_numeral(words).value_or(0);
}

// "1 2 20 20a"
inline std::string in_words(const std::vector<std::uint32_t>& numbers) {
  std::string all;
  for (const auto number : numbers) all += (all.empty() ? "" : " ") + numeral(number);
  return all;
}

inline const std::string HALF = "adoption { quota { numerator: 1 denominator: 2 base: CAST } }";
inline const std::string PROPOSING = "proposing { who: ANYONE several: TOGETHER }";
inline const std::string LETTERS = "numbering { first: 20 changed_rule: TAKES_PROPOSALS several: TAKE_LETTERS }";
inline const std::string LETTERS_FOLLOWED =
    "numbering { first: 20 changed_rule: TAKES_PROPOSALS several: TAKE_LETTERS references_follow: true }";

// Rules 1 to 6, of which 5 and 6 are for people; rule 2 numbers. Without turns; the founding takes records 0 to 8.
inline v1::Ruleset lettering(const std::string& numbering = LETTERS) {
  return rules_of({{HALF}, {numbering}, {"turn_order { order: NO_TURNS }"}, {PROPOSING}, {}, {}});
}

struct Lettered : Table {
  explicit Lettered(const std::string& numbering = LETTERS) : Table({"Ann", "Bob"}, lettering(numbering), v1::MAIL) {}
  explicit Lettered(const v1::Ruleset& ruleset) : Table({"Ann", "Bob"}, ruleset, v1::MAIL) {}

  // All of them in one proposal.
  static v1::Event together(const std::vector<v1::Event>& changes) {
    v1::Event event;
    for (const auto& one : changes) {
      *event.mutable_proposal_made()->add_changes() = one.proposal_made().changes(0);
    }
    return event;
  }
  Consequences adopt(const v1::Event& event) {
    const auto number = number_in(one(ok("Ann", event), Seen::kProposalMade).proposal_made().proposal());
    ok("Ann", call(number));
    return everyone_votes(FOR);
  }
  Consequences adopt(const std::vector<v1::Event>& changes) { return adopt(together(changes)); }
  [[nodiscard]] std::string bear() const { return in_words(numbers()); }
  void is_found_right() const {
    expect_derived_alike(*this);
    Watch watch;
    watch.see_all(*this);
    EXPECT_EQ(watch.found(), "") << watch.words();
  }
};

}  // namespace nomic::replay::test
