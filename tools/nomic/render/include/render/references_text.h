// What the numbers in rules' texts mean by now, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

std::string references_text(const v1::ReferencesView& view, std::size_t width);

}  // namespace nomic::tools
