// What of an address may be shown to nobody.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/result.h"
#include "pq_library.h"

namespace nomic::ledger {

// The passwords in an address. BAD_INPUT where it is malformed, in words that hold nothing of it.
Result<std::vector<std::string>> secrets_in(const PqLibrary& pq, const std::string& conninfo);

// The text with each secret in it taken out.
std::string without_secrets(std::string text, const std::vector<std::string>& secrets);

// In one line, and without the blanks at its end.
std::string one_line(std::string_view text);

}  // namespace nomic::ledger
