// Bytes as a page holds them: compressed with gzip (RFC 1952), in base64 (RFC 4648, section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nomic::tools {

std::string base64_of(std::string_view bytes);

// The same bytes always give the same text.
std::string packed(std::string_view bytes);

// Nothing: it is not in that form, or more than `limit` bytes come of it.
std::optional<std::string> unpacked(std::string_view text, std::size_t limit);

}  // namespace nomic::tools
