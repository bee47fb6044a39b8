// The arithmetic that stands behind every entry in a score, done again from its words alone, for all plays.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <regex>

#include "nomic/words/points_words.h"
#include "nomic/words/reckoning_words.h"
#include "tools/plays.h"
#include "tools/referee.h"

namespace nomic::tools {
namespace {

using Matched = std::smatch;

// "14.3" is 14,300 thousandths.
std::int64_t thousandths(std::string words) {
  const bool minus = words[0] == '-';
  if (minus || words[0] == '+') words.erase(0, 1);
  const auto point = words.find('.');
  std::string after = point == std::string::npos ? "" : words.substr(point + 1);
  after.resize(3, '0');
  const std::int64_t size = std::stoll(words.substr(0, point)) * 1000 + std::stoll(after);
  return minus ? -size : size;
}

std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// (number - minus) x for/cast, to the unit that the words name; an exact half goes up.
std::int64_t share_of(const Matched& found) {
  const std::int64_t product = (std::stoll(found[1]) - std::stoll(found[2])) * std::stoll(found[3]) * 1000;
  const std::int64_t cast = std::stoll(found[4]);
  const std::string to = found[6];
  if (to.empty()) return product % cast == 0 ? product / cast : -1'000'000;
  const std::int64_t unit = to == "the nearest point" ? 1000 : to == "one decimal" ? 100 : to[0] == '2' ? 10 : 1;
  return floor_of(2 * product + cast * unit, 2 * cast * unit) * unit;
}

std::int64_t thrown_of(const Matched& found) {
  std::vector<std::int64_t> faces;
  const std::string listed = found[1];
  static const std::regex FACE("\\d+");
  for (std::sregex_iterator at(listed.begin(), listed.end(), FACE), end; at != end; ++at) {
    faces.push_back(std::stoll(at->str()));
  }
  std::int64_t pips = 0;
  if (found[2] == ", the highest ") {
    pips = *std::max_element(faces.begin(), faces.end());
  } else if (found[2] == ", the lowest ") {
    pips = *std::min_element(faces.begin(), faces.end());
  } else {
    const bool product = listed.find('x') != std::string::npos;
    pips = product ? 1 : 0;
    for (const auto face : faces) pips = product ? pips * face : pips + face;
  }
  EXPECT_TRUE(!found[3].matched || std::stoll(found[3]) == pips) << found[0];
  std::int64_t points = pips * (found[4].matched ? thousandths(found[4]) : 1000);
  EXPECT_TRUE(!found[5].matched || thousandths(found[5]) == points) << found[0];
  if (found[6].matched) points += thousandths(found[6]);
  EXPECT_TRUE(!found[7].matched || thousandths(found[7]) == points) << found[0];
  return points;
}

class Reckoner {
 public:
  void look_at(const v1::Consequence::Score& score) {
    if (!score.has_reckoning()) return;
    const std::string words = reckoning_words(score);
    static const std::regex SHARE(
        R"(^\((\d+) - (\d+)\) x (\d+)/(\d+) = (-?[\d.]+)(?:, to (the nearest point|one decimal|\d decimals) (-?[\d.]+))?$)");
    static const std::regex EACH(R"(^(-?[\d.]+) for each of (\d+) votes? (?:in favour|against) = (-?[\d.]+)$)");
    static const std::regex THROWN(
        R"(^thrown (\d+(?: (?:\+|x|and) \d+)*)(?:( = |, the highest |, the lowest )(\d+))?)"
        R"((?:, x (-?[\d.]+) = (-?[\d.]+))?(?:, and ([+-][\d.]+) for single faces = (-?[\d.]+))?$)");
    static const std::regex ANEW(R"(^all begin anew: from (-?[\d.]+) to (-?[\d.]+)$)");
    Matched found;
    if (std::regex_match(words, found, SHARE)) {
      settle("share", words, share_of(found), score);
      EXPECT_EQ((found[7].matched ? found[7] : found[5]).str(), print_points(score.points())) << words;
    } else if (std::regex_match(words, found, EACH)) {
      settle("each", words, thousandths(found[1]) * std::stoll(found[2]), score);
      EXPECT_EQ(found[3].str(), print_points(score.points())) << words;
    } else if (std::regex_match(words, found, THROWN)) {
      settle("thrown", words, thrown_of(found), score);
    } else if (std::regex_match(words, found, ANEW)) {
      settle("anew", words, thousandths(found[2]) - thousandths(found[1]), score);
    } else {
      // Points that the rule names itself, or none since nobody voted.
      EXPECT_TRUE(score.reckoning().way_case() == v1::Reckoning::WAY_NOT_SET || score.points() == 0) << words;
      EXPECT_NE(words, "");
    }
  }

  std::map<std::string, int> seen;

 private:
  void settle(const std::string& way, const std::string& words, std::int64_t points,
              const v1::Consequence::Score& score) {
    EXPECT_EQ(points, score.points()) << words;
    ++seen[way];
  }
};

TEST(Arithmetic, OfEveryEntryGivesItsPoints) {
  Reckoner reckoner;
  for (const std::string folder : {".", "provisions", "disputes"}) {
    for (const auto& play : plays_in(folder)) {
      SCOPED_TRACE(play.path.string());
      Desk desk;
      if (folder == ".") {
        desk.play(play.lines);
      } else {
        Referee(desk).judge(play.lines);
      }
      each_consequence(desk, [&](const v1::Consequence& one) {
        if (one.has_score()) reckoner.look_at(one.score());
      });
    }
  }
  for (const char* way : {"share", "each", "thrown", "anew"}) EXPECT_GT(reckoner.seen[way], 0) << way;
}

}  // namespace
}  // namespace nomic::tools
