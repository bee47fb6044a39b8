// What points are due at a moment, by the auditor's own reading: awards for what happened, and the parts of a turn.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "books.h"
#include "nomic/v1/reckoning.pb.h"
#include "reading.h"
#include "reckon.h"

namespace nomic::replay::audit {

// What points are due for.
enum class Cause : std::uint8_t { PART, VOTERS, PROPONENT, OTHER };

struct Due {
  std::string player;
  std::int64_t points = 0;
  std::vector<std::uint32_t> lineages;  // of the rules that say so
  Cause cause = Cause::OTHER;
  std::uint32_t proposal = 0;  // for which they are; 0: for none
  v1::Reckoning how = {};
};

// An award that was in force just before the effect of a vote.
struct AwardBefore {
  std::uint32_t lineage = 0;  // of its rule
  v1::Award says;
};
std::vector<AwardBefore> awards_in_force(const Reading& law);

// Something for which awards are given.
struct Happening {
  v1::Award::Occasion occasion = v1::Award::OCCASION_UNSPECIFIED;
  const BookProposal* proposal = nullptr;
  const Count* count = nullptr;
  std::string player;
  v1::Reckoned reckoned = v1::RECKONED_UNSPECIFIED;
  // Just after the effect of a vote: those that were in force before it. One that the effect has amended counts once,
  // when the award that it amends says.
  const std::vector<AwardBefore>* before = nullptr;
};
// Whether what the award comes to, or to whom, rests on votes that are not on record.
bool rests_on_unknown(const v1::Award& award, const Happening& what);

Cause cause_of(const v1::Award& award);
std::vector<Due> awards_due(const Books& books, const Reading& law, const Happening& what);

// ---- The parts of a turn
// ---------------------------------------------------------------------------------------------

struct Progress {
  std::uint32_t done = 0;
  bool throwing = false;
  bool paid_before = false;  // an award of the turn was reckoned before the effect
  std::string parts;         // what the parts were then
};

Point parts_of(const Reading& law, const BookTurn& turn);
// The throw that the turn waits for; none: nullptr.
const v1::ThrowPart* throw_due(const Progress& progress, const Point& parts);
// The awards of the turn that are reckoned before the effect.
std::vector<Due> begin_parts(const Reading& law, const BookTurn& turn, const Count& count, Progress& progress);
// Goes on until a throw is due, or nothing is left.
std::vector<Due> go_on(const Books& books, const Reading& law, const BookTurn& turn, Progress& progress);

}  // namespace nomic::replay::audit
