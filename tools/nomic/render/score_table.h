// The explanation of a score as a table by turn, the last change first.
//
//     Turn  Record  Points  Score  Why
//        2  #41         +5     22  rule 202: thrown 5
//           #40        +13     17  rule 202: (302 - 291) x 3/3 = 11
//                                  Votes: Ann for (#38), Bob for (#39), Cleo for (#40).
//     Before these: 4.
//     Together: 22.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// `width` 0: lines are not broken.
std::string score_table(const v1::ExplainView& view, std::size_t width);

}  // namespace nomic::tools
