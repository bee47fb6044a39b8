// What every text and name goes through first: UTF-8, line ends, and the characters that may not enter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/text/unicode.h"
#include "nomic/replay/thing.h"

namespace nomic::replay {

constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

// The text without a byte order mark at its start, with CRLF as LF. Refused: TEXT_NOT_UTF8, TEXT_CONTROL, both with the
// place. `what` is what it is, for errors.
Result<std::string> checked_text(std::string_view raw, const Thing& what);

// "U+009B"
std::string name_of_point(unicode::CodePoint point);

}  // namespace nomic::replay
