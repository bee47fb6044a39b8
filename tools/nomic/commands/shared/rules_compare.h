// nomic rules compare: two rulesets, rule by rule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/v1/rules.pb.h"
#include "nomic/replay/state.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// One of the two.
struct Compared {
  v1::Ruleset rules;
  std::optional<replay::State> game;  // of which they are the rules in force
  bool is_page = false;           // published for people: without provisions, and titles only where it has them
};

// Whether A or B names the game, or it at a point: game, game:57.
bool names_game(const std::string& what);

// What A or B names: a built-in edition (1990, 1990:es, 1982:ja,en), a ruleset file, a page, a folder of pages, or the
// game, at a point (game:57).
// `lang` is that of a page that does not tell its own; empty: not known.
Result<Compared> rules_named(Call& call, const std::string& what, const std::string& lang);

// How they differ; the texts in `lang`, or, where it is empty, in the first one's authoritative language if both have
// it. Where one is a game, each difference says since which record its rule is in force.
v1::CompareView compare_rules(const Compared& one_side, const Compared& other_side, const std::string& lang);

// For people: what is gone as [-...-], what is new as {+...+}.
std::string compare_text(const v1::CompareView& view, std::size_t width);

}  // namespace nomic::tools
