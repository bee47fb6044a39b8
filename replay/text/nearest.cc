#include <algorithm>
#include <cstddef>

#include "nomic/replay/text.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay {
namespace {

using Points = std::vector<unicode::CodePoint>;

// Nobody mistypes anything longer, and the distance takes time that grows with both lengths.
constexpr std::size_t LONGEST_TYPED = 200;

// Damerau and Levenshtein's distance (optimal string alignment): insertions, deletions, substitutions, and neighbours
// that changed places.
std::size_t distance(const Points& a, const Points& b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, substituted});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

// A slip in every three characters, and one in any word of two or more; never as many slips as characters.
std::size_t tolerated(std::size_t typed, std::size_t known) {
  const std::size_t shorter = std::min(typed, known);
  if (shorter < 2) return 0;
  return std::max<std::size_t>(1, shorter / 3);
}

// Whether the typed word begins the known one, or one of its words: "ann" for "Ann Lee", "lee" too.
bool begins_a_word(const Points& typed, const Points& known) {
  if (typed.size() < 2) return false;
  for (std::size_t at = 0; at + typed.size() <= known.size(); ++at) {
    const bool starts_word = at == 0 || known[at - 1] == ' ' || known[at - 1] == '-';
    if (starts_word && std::equal(typed.begin(), typed.end(), known.begin() + static_cast<std::ptrdiff_t>(at)))
      return true;
  }
  return false;
}

}  // namespace

std::string nearest(std::string_view typed, const std::vector<std::string>& known) {
  if (typed.size() > LONGEST_TYPED * 4) return {};
  const Points wanted = unicode::decode(fold(typed)).points;
  if (wanted.empty() || wanted.size() > LONGEST_TYPED) return {};

  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  const std::string* first_beginning = nullptr;
  for (const std::string& candidate : known) {
    const Points points = unicode::decode(fold(candidate)).points;
    if (points.size() > LONGEST_TYPED) continue;
    const std::size_t slips = distance(wanted, points);
    if (slips <= tolerated(wanted.size(), points.size()) || slips == 0) {
      // Of two as near, the first letter is the one that people get right.
      const bool begins_alike = slips == best_distance && best != nullptr && !points.empty() &&
                                points[0] == wanted[0] && unicode::decode(fold(*best)).points[0] != wanted[0];
      if (best == nullptr || slips < best_distance || begins_alike) {
        best = &candidate;
        best_distance = slips;
      }
    }
    if (first_beginning == nullptr && begins_a_word(wanted, points)) first_beginning = &candidate;
  }
  if (best != nullptr) return *best;
  return first_beginning != nullptr ? *first_beginning : std::string();
}

}  // namespace nomic::replay
