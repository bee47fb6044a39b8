// An answer as it is sent.
#pragma once

#include <string>
#include <string_view>

#include "nomic/server/http.h"

namespace nomic::tools {

enum class Framing { LENGTH, CHUNKED, UNTIL_CLOSE };

// The head, to the empty line.
std::string head_of(const HttpAnswer& answer, Framing framing, bool stays);

// Bytes of a stream as one chunk; none at all as nothing, since an empty chunk is the end.
std::string chunk_of(std::string_view bytes);
constexpr std::string_view LAST_CHUNK = "0\r\n\r\n";

}  // namespace nomic::tools
