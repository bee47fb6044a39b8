// What a commit's message says of the game: what was put to the vote, which numbers, whether it changes rules at all.
//
//     Merge pull request #22 from ann/branch          put to the vote; the title is "314: Tea"
//
//     314: Tea
//
// It is read as people write it, so what is told is a hint: a number counts only where it fits the rules (past.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

struct CommitMessage {
  std::string title;                   // of what was merged, else the first line
  bool merges = false;                 // a merge, or what a pull request was made into
  bool housekeeping = false;           // it says that it changes no rule, or only how one is written
  std::vector<std::uint32_t> numbers;  // of rules or proposals: those of the title, then those of the branch's name
};

CommitMessage read_message(std::string_view message);

}  // namespace nomic::tools
