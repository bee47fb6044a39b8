// Which bytes are text.
#pragma once

#include <string_view>

namespace nomic::ledger {

// Whether the bytes are well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. O(bytes).
bool is_utf8(std::string_view bytes);

}  // namespace nomic::ledger
