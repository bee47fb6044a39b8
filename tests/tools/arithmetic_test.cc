// The arithmetic that stands behind every entry in a score, done again from its words alone, for all plays: as it is
// made, and wherever it is printed.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/views/entries_view.h"
#include "nomic/words/points_words.h"
#include "nomic/words/reckoning_words.h"
#include "nomic/words/shell_word.h"
#include "render/entries_text.h"
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
  // Whether the words are arithmetic; then they must give those points.
  bool recompute(const std::string& words, std::int64_t points) {
    static const std::regex SHARE(
        R"(^\((\d+) - (\d+)\) x (\d+)/(\d+) = (-?[\d.]+)(?:, to (the nearest point|one decimal|\d decimals) (-?[\d.]+))?$)");
    static const std::regex EACH(R"(^(-?[\d.]+) for each of (\d+) votes? (?:in favour|against) = (-?[\d.]+)$)");
    static const std::regex THROWN(
        R"(^thrown (\d+(?: (?:\+|x|and) \d+)*)(?:( = |, the highest |, the lowest )(\d+))?)"
        R"((?:, x (-?[\d.]+) = (-?[\d.]+))?(?:, and ([+-][\d.]+) for single faces = (-?[\d.]+))?$)");
    static const std::regex ANEW(R"(^all begin anew: from (-?[\d.]+) to (-?[\d.]+)$)");
    Matched found;
    if (std::regex_match(words, found, SHARE)) {
      settle("share", words, share_of(found), points);
      EXPECT_EQ((found[7].matched ? found[7] : found[5]).str(), print_points(points)) << words;
    } else if (std::regex_match(words, found, EACH)) {
      settle("each", words, thousandths(found[1]) * std::stoll(found[2]), points);
      EXPECT_EQ(found[3].str(), print_points(points)) << words;
    } else if (std::regex_match(words, found, THROWN)) {
      settle("thrown", words, thrown_of(found), points);
    } else if (std::regex_match(words, found, ANEW)) {
      settle("anew", words, thousandths(found[2]) - thousandths(found[1]), points);
    } else {
      return false;
    }
    return true;
  }

  void look_at(const v1::Consequence::Score& score) {
    if (!score.has_reckoning()) return;
    const std::string words = reckoning_words(score);
    if (recompute(words, score.points())) return;
    // Points that the rule names itself, or none since nobody voted.
    EXPECT_TRUE(score.reckoning().way_case() == v1::Reckoning::WAY_NOT_SET || score.points() == 0) << words;
    EXPECT_NE(words, "");
  }

  // Every "+8 (rule 202) = 25: (305 - 291) x 3/5 = 8.4, to the nearest point 8." of a text.
  int look_at(const std::string& text) {
    static const std::regex PRINTED(R"(([+-][\d.]+)(?: \(rule \d+\))?(?: = -?[\d.]+)?(?: and what is not known)?: )"
                                    R"((\(\d+ - |thrown |-?[\d.]+ for each |all begin anew)(.*?)\.(?=\s|$))");
    int count = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), PRINTED), end; at != end; ++at, ++count) {
      const std::string words = (*at)[2].str() + (*at)[3].str();
      const std::int64_t points = thousandths((*at)[1]);
      EXPECT_TRUE(recompute(words, points) || points == 0) << words;
    }
    return count;
  }

  std::map<std::string, int> seen;

 private:
  void settle(const std::string& way, const std::string& words, std::int64_t points, std::int64_t printed) {
    EXPECT_EQ(points, printed) << words;
    ++seen[way];
  }
};

// The rows of `explain score`: each adds up to the one above it, and gives its points by its arithmetic. The last line
// of all says what they come to.
int look_at_table(const std::string& table, Reckoner& reckoner) {
  static const std::regex ROW(R"(^ *\d* *#\d+ +([+-][\d.]+) +(-?[\d.]+)\??  (?:rule \d+[^:]*(?:: )?)?(.*)$)");
  int rows = 0;
  std::optional<std::int64_t> above;  // what the row above says that there was before it
  std::istringstream in(table);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("The rules cited")) break;
    Matched found;
    if (!std::regex_match(line, found, ROW)) continue;
    const std::int64_t points = thousandths(found[1]);
    const std::int64_t score = thousandths(found[2]);
    if (above) {
      EXPECT_EQ(score, *above) << line;
    }
    above = score - points;
    reckoner.recompute(found[3], points);
    ++rows;
  }
  return rows;
}

// What is printed of all games at the desk: why each score is what it is; how it differs from a page of nothing but
// zeros; and each entry as a finding of the audit shows it.
int look_at_what_is_printed(Desk& desk, const replay::Game& game, Reckoner& reckoner) {
  int rows = 0;
  std::string posted = "player,points\n";
  for (const v1::Player& player : game.engine().state().players()) {
    const std::string name = as_shell_word(player.names().name());
    const std::string of_game = " --game " + game.head().game.hash.hex();
    const Ran why = desk.run("explain score " + name + of_game);
    EXPECT_EQ(why.status, 0) << why.err;
    rows += look_at_table(why.out, reckoner);
    if (player.names().name().find('"') == std::string::npos) posted += "\"" + player.names().name() + "\",0\n";
  }
  desk.write("posted.csv", posted);
  const Ran compared = desk.run("compare --scores posted.csv --game " + game.head().game.hash.hex());
  EXPECT_LE(compared.status, 1) << compared.err;
  return rows + reckoner.look_at(compared.out);
}

void look_at_finding(const v1::Consequence& one, Reckoner& reckoner) {
  v1::FindingView finding;
  *finding.mutable_entries()->add_entries() = entry_view(one);
  const std::string text = entries_text(finding, 0, 0);
  if (arithmetic_words(one.score()).empty()) return;
  EXPECT_EQ(reckoner.look_at(text), 1) << text;
}

int look_at_games(Desk& desk, Reckoner& reckoner) {
  int printed = 0;
  auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
  EXPECT_TRUE(ledger);
  if (!ledger) return printed;
  const auto games = (*ledger)->games();
  EXPECT_TRUE(games);
  for (const auto& head : *games) {
    auto game = replay::Game::open(**ledger, head.name);
    EXPECT_TRUE(game);
    EXPECT_TRUE(game->replay(game->head().size, [&](const replay::Played& played) {
      for (const v1::Consequence& one : played.consequences) {
        if (!one.has_score()) continue;
        reckoner.look_at(one.score());
        look_at_finding(one, reckoner);
      }
      return true;
    }));
    printed += look_at_what_is_printed(desk, *game, reckoner);
  }
  return printed;
}

// Under a sanitizer a play takes thirty times as long, and what it can tell shows in a share of them.
#if defined(NOMIC_SANITIZED)
constexpr int OF_SO_MANY = 8;
#else
constexpr int OF_SO_MANY = 1;
#endif

TEST(Arithmetic, OfEveryEntryGivesItsPoints) {
  Reckoner reckoner;
  int printed = 0;
  int play_number = 0;
  for (const std::string folder : {".", "provisions", "disputes"}) {
    for (const auto& play : plays_in(folder)) {
      if (play_number++ % OF_SO_MANY != 0) continue;
      SCOPED_TRACE(play.path.string());
      Desk desk;
      if (folder == ".") {
        desk.play(play.lines);
      } else {
        Referee(desk).judge(play.lines);
      }
      printed += look_at_games(desk, reckoner);
    }
  }
  EXPECT_GT(printed, 0);
  if (OF_SO_MANY > 1) return;
  for (const char* way : {"share", "each", "thrown", "anew"}) EXPECT_GT(reckoner.seen[way], 0) << way;
}

}  // namespace
}  // namespace nomic::tools
