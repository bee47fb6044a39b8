// How points are reckoned, in words: what anybody can do again by hand.
#pragma once

#include <cstdint>
#include <string>

#include "nomic/v1/consequence.pb.h"

namespace nomic::tools {

// "(305 - 291) x 3/5 = 8.4, to the nearest point 8"; "thrown 4"; of points that a rule names itself what they are for,
// "proposal 301 is defeated". Empty where nothing is to be said: of an act, a Judgment, what was derived anew.
std::string reckoning_words(const v1::Consequence::Score& score);

// The same where something is reckoned: empty for points that are named themselves, and for the pips of one die, which
// stand beside it.
std::string arithmetic_words(const v1::Consequence::Score& score);

}  // namespace nomic::tools
