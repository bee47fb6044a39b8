// nomic rules compare: two rulesets, rule by rule, matched by their texts.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "nomic/replay/state.h"
#include "nomic/v1/rules.pb.h"
#include "nomic/v1/view.pb.h"
#include "shared/difference_kinds.h"
#include "shared/page_source.h"

namespace nomic::tools {

// One of the two.
struct Compared {
  v1::Ruleset rules;                  // of an edition, a ruleset file or the game; of a page none
  std::optional<PageBytes> page;      // published for people: without provisions, and read when it is compared
  std::optional<replay::State> game;  // of which the rules are those in force
};

// Whether A or B names the game, or it at a point: game, game:57.
bool names_game(const std::string& what);

// What A or B names: a built-in edition (1990, 1990:es, 1982:ja,en), a ruleset file, a page, a folder of pages, or the
// game, at a point (game:57).
Result<Compared> rules_named(Call& call, const std::string& what);

// What became in the game of a number that no rule in force bears.
struct Became {
  std::string what;                    // "it is rule 301 since #34"
  std::optional<std::uint64_t> since;  // nothing: nothing became of it
};
Became became(const replay::State& state, std::uint32_t number);

// How they differ, but for what is left out, pages read as `reading` says; the texts in `lang`, or, where it is empty,
// in the first one's authoritative language if both have it. Where one is a game, each difference says since which
// record its rule is in force.
Result<v1::CompareView> compare_rules(const Compared& one_side, const Compared& other_side, const std::string& lang,
                                      const IgnoredKinds& ignored, const PageOptions& reading);

// For people: what is gone as [-...-], what is new as {+...+}.
std::string compare_text(const v1::CompareView& view, std::size_t width);

}  // namespace nomic::tools
