// Posted differences: in what posted rules and those in force in a game at a point differ, and which record is behind
// each difference.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/rule_pasts.h"
#include "nomic/replay/game.h"
#include "nomic/replay/posted_rules.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/failure.h"
#include "shared/difference_kinds.h"
#include "shared/page_source.h"
#include "shared/rules_in_force.h"

namespace nomic::tools {

// Posted rules as they lie somewhere: a page or a ruleset.
struct Posted {
  std::optional<PageBytes> page;
  v1::Ruleset ruleset;  // where it is no page
};

// A rule in which the two differ, in one way.
struct PostedDifference {
  std::string kind;                       // by the names of --ignore
  std::optional<std::uint32_t> posted;    // the number; nothing: it is not posted
  std::optional<std::uint32_t> in_force;  // its number in the game; nothing: it is not in force
  std::uint32_t lineage = 0;              // of the rule in force
  std::optional<Cause> cause;             // what made it so in the game
  bool outdated = false;                  // what is posted was so before
  std::string what;                       // a sentence
  std::vector<std::string> evidence;
};

// What was compared.
struct PostedComparison {
  std::vector<PostedDifference> differences;  // by the numbers posted, then what is not posted
  std::size_t rules = 0;                      // posted ones
  bool texts_compared = true;                 // false: the two have no language in common
};

class PostedCompare {
 public:
  PostedCompare(replay::Game& game, const PageOptions& reading, std::string lang, const IgnoredKinds& ignored)
      : game_(game), pasts_(game), reading_(reading), lang_(std::move(lang)), ignored_(ignored) {}

  // With the rules in force after `size` records.
  Result<PostedComparison> compare(const Posted& posted, std::uint64_t size);

 private:
  replay::Game& game_;
  RulePasts pasts_;
  const PageOptions& reading_;
  std::string lang_;  // of a page that does not tell its own; empty: the game's
  const IgnoredKinds& ignored_;
};

// The difference as `compare` shows it.
v1::FindingView finding_of(const PostedDifference& difference);

}  // namespace nomic::tools
