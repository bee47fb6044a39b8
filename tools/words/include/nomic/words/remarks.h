// Sentences of remarks (nomic/replay/remark.h).
#pragma once

#include <string>

#include "nomic/replay/remark.h"

namespace nomic::tools {

// One sentence, or the part of one that the topic asks for, that begins in lower case and has no full stop at its end.
std::string words_of(const replay::Remark& remark);

}  // namespace nomic::tools
