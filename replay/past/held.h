// What is held of a rule while its versions are followed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/past.h"

namespace nomic::replay::past {

struct Held {
  RuleCopy copy;
  std::uint32_t lineage = 0;          // which rule it is, whatever its number
  std::size_t numbered = 0;           // the version since which it bears its number
  std::int64_t changed = 0;           // when it was changed last
  bool from_the_first = false;        // it stands in the first version
  bool as_at_first = true;            // neither its words nor its status have changed
  std::vector<std::string> readings;  // what it said so far (reading_of), the present words last
  std::optional<std::size_t> kept;    // the slip that it kept its number, which nothing has mended so far
  std::optional<std::size_t>
      status_moved;  // the slip since which its status is another, and nothing has changed it since
  std::optional<std::size_t> superseded;  // the slip that it stands beside what replaces it
  // Of one that came without a vote, and is as it came: the move that enacts it, and the slip that says so.
  struct Unvoted {
    std::size_t move;
    std::size_t slip;
  };
  std::optional<Unvoted> unvoted;
};

// One rule in a version: as it is held and as it is posted. One of the two may be missing.
struct Change {
  std::optional<std::size_t> held;  // place among those held
  std::optional<RuleCopy> posted;
  bool words = false;
  bool status = false;
  bool title = false;
  bool number = false;
  std::uint32_t alike = 0;  // of the texts, words in common by words in all, in thousandths

  [[nodiscard]] bool any() const { return !held || !posted || words || status || title || number; }
  [[nodiscard]] bool enacts() const { return !held.has_value(); }
  [[nodiscard]] bool repeals() const { return !posted.has_value(); }
};

// What a version posts, rule by rule, as changes of those held. Numbers that stand over two texts are taken once, with
// the text that is more like that rule so far; the others are in `twice`.
struct Posted {
  std::vector<Change> changes;  // in the order of those held, then the new ones
  std::vector<std::uint32_t> twice;
};
Posted changes_in(const PostedVersion& version, const std::vector<Held>& held);

// What whoever posted a version says of its numbers.
struct Naming {
  bool voted = false;                  // put to the vote, and no housekeeping
  bool any_numbered = false;           // a change of it bears a number that was posted nowhere before
  std::size_t statuses = 0;            // how many rules have another status and their old number
  std::optional<std::uint32_t> spare;  // named, and borne by no rule before it or in it: of a change that shows none
  std::vector<std::uint32_t> named;    // numbers of rules that stood before it
};
Naming naming_of(const PostedVersion& version, const std::vector<Held>& held, const std::vector<Change>& changes);

// Whether other words under the old number are those of a proposal: the version was put to the vote, and names the rule
// or a proposal, or changes more than an editor would.
bool is_voted_amendment(const Naming& naming, const Change& change);

// Whether the change has a number of its own by which it was proposed.
bool is_numbered(const PostedVersion& version, const Change& change);

}  // namespace nomic::replay::past
