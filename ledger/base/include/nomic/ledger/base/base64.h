// Base64 as RFC 4648, section 4, has it, in one form only: what would be written otherwise is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nomic::ledger {

std::string base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

}  // namespace nomic::ledger
