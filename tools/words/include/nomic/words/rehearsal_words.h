// That a game is a rehearsal, in a sentence.
#pragma once

#include <string>

#include "nomic/v1/event.pb.h"

namespace nomic::tools {

// Of the founding of a rehearsal: which game it rehearses, from where on, and what that means.
std::string rehearsal_words(const v1::GameFounded& founding);

}  // namespace nomic::tools
