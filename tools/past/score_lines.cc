#include "score_lines.h"

#include <re2/re2.h>

#include <charconv>

namespace nomic::tools {
namespace {

// "13.2" in thousandths.
std::int64_t thousandths(const std::string& figure) {
  std::int64_t value = 0;
  const std::size_t point = std::min(figure.find('.'), figure.size());
  std::string digits = figure.substr(0, point);
  std::string fraction = figure.substr(std::min(point + 1, figure.size()), 3);
  fraction.resize(3, '0');
  digits += fraction;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// A player's name has 64 characters. What is longer is none, nor is a path the one of a player's own file.
constexpr std::size_t LONGEST_NAME = 256;

}  // namespace

std::vector<replay::PostedScore> scores_in(std::string_view path, std::string_view text) {
  static const RE2 IN_LIST(R"(^\s*(?:\d+\.|[-*+])\s*(.+?)\s*\((?:@\S+,\s*)?(-?\d{1,9}(?:\.\d+)?)\s+points?\))");
  static const RE2 OWN(R"((?i)^\W*(?:current )?score\W*?(-?\d{1,9}(?:\.\d+)?)\W*$)");
  static const RE2 IN_TABLE(R"(^\|?\s*([^|]*[^|\s-][^|]*?)\s*\|\s*(-?\d{1,9}(?:\.\d+)?)\s*\|?\s*$)");
  static const RE2 SCORES(R"((?i)score)");
  std::vector<replay::PostedScore> scores;
  const bool table = RE2::PartialMatch(re2::StringPiece(path.data(), path.size()), SCORES);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const re2::StringPiece line(text.data(), end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::string player;
    std::string figure;
    if (RE2::PartialMatch(line, IN_LIST, &player, &figure) ||
        (table && RE2::PartialMatch(line, IN_TABLE, &player, &figure))) {
      if (player.size() <= LONGEST_NAME) scores.push_back({player, thousandths(figure)});
    } else if (path.size() <= LONGEST_NAME && RE2::PartialMatch(line, OWN, &figure)) {
      scores.push_back({std::string(path), thousandths(figure)});
    }
  }
  return scores;
}

}  // namespace nomic::tools
