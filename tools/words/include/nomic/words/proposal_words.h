// A proposal, by the number that it bears, or by the record that made it where nobody knows its number (reference.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nomic::tools {

// "proposal 305", "the proposal of record #57".
std::string the_proposal(std::string_view reference);
std::string the_proposal(std::uint32_t number);
// The same at the beginning of a sentence.
std::string capital_proposal(std::string_view reference);
std::string capital_proposal(std::uint32_t number);

}  // namespace nomic::tools
