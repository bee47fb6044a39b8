// What lies between two states of one game, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

std::string diff_text(const v1::DiffView& view, std::size_t width);

}  // namespace nomic::tools
