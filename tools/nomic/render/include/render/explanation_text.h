// An explanation for people. Of a score it is a table by turn, the last change first: what one wants to know is mostly
// why the score is what it is now.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// `width` 0: lines are not broken.
std::string explanation_text(const v1::ExplainView& view, std::size_t width);

}  // namespace nomic::tools
