// Numbers as people type them: digits, and nothing else but the letters that a rule's number may have.
//
// A sign, a leading zero, a point, an exponent, a base prefix or a number out of range is refused with a message that
// says which; nothing is bent into another number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/views/failure.h"

namespace nomic::tools {

// The number of a rule or of a proposal: 1 to 999,999,999, up to 999,999 perhaps with letters behind it: 340a. What
// stands for such a number: nomic/replay/reference.h.
struct RuleNumber {
  std::uint32_t value = 0;
};

struct ProposalNumber {
  std::uint32_t value = 0;
};

// How many records a game has, or is expected to have.
struct Size {
  std::uint64_t value = 0;
};

// A face of a die, from 1.
struct Face {
  std::uint32_t value = 0;
};

// The index of a record.
struct RecordNumber {
  std::uint64_t value = 0;
};

// Whether it is meant as a proposal: as a number, or by its record.
bool looks_like_proposal(std::string_view typed);
// Whether it is meant as a number: digits with perhaps a sign, a point or an exponent.
bool looks_like_number(std::string_view typed);

// `what` names the thing in messages: "a proposal's number".
Result<std::uint64_t> parse_whole(std::string_view typed, std::string_view what, std::uint64_t least,
                                  std::uint64_t most);

Result<RuleNumber> parse_rule_number(std::string_view typed, std::string_view what);
// "305", or by the record that made it: "record:57".
Result<ProposalNumber> parse_proposal(std::string_view typed);
Result<Size> parse_size(std::string_view typed, std::string_view what);
Result<Face> parse_face(std::string_view typed);
// "57", or as records are printed: "#57".
Result<RecordNumber> parse_record(std::string_view typed, std::string_view what);

}  // namespace nomic::tools
