// How points that are due are reckoned, by the auditor's own reading: the parts that reckon.h makes a sum of, for a
// finding to show them beside those that the game reckoned with.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/v1/provisions.pb.h"
#include "nomic/v1/reckoning.pb.h"

namespace nomic::replay::audit {

// Of an amount that a vote gives; the votes are those for and all that were cast.
v1::Reckoning arithmetic_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour,
                            std::uint32_t cast);
v1::Reckoning arithmetic_of(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces);
// Of a score that is put to where every player begins.
v1::Reckoning arithmetic_anew(std::int64_t before, std::int64_t after);

}  // namespace nomic::replay::audit
