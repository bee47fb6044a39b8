// Differences between two texts, by word (by character where a language has no spaces between words).
//
//     for (const DiffPiece& piece : text_diff("one vote", "two votes", false)) ...   // -one +two ' ' -vote +votes
//
// What is kept and what is gone, in order, is the first text; what is kept and what is new, in order, the second. Cost:
// the length times the number of differences, with a bound: where a stretch of over 1,500 words differs through and
// through, it is given as one piece gone and one new.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nomic::replay {

struct DiffPiece {
  enum class Kind { KEPT, GONE, NEW };
  Kind kind = Kind::KEPT;
  std::string text;

  friend bool operator==(const DiffPiece&, const DiffPiece&) = default;
};

// Neighbouring pieces are of different kinds; where a stretch was replaced, what is gone stands before what is new.
std::vector<DiffPiece> text_diff(std::string_view before, std::string_view after, bool by_character);

// The shortest way from one list to another, a piece an element: for sentences, lines.
std::vector<DiffPiece> list_diff(const std::vector<std::string>& before, const std::vector<std::string>& after);

}  // namespace nomic::replay
