// What the mover should know of a move, in English.
#pragma once

#include <string>

#include "nomic/v1/request.pb.h"

namespace nomic::tools {

// A sentence for a warning, with what can be done about it.
std::string sentence_of(const v1::Notice& notice);

}  // namespace nomic::tools
