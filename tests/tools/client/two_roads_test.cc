// The same commands beside a server and without one: the same answers, statuses and records.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tools/desk.h"
#include "tools/plays.h"
#include "tools/server/served_desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

// The lines of a play, cut behind the first that founds a game, and before what cannot be the same twice: another
// founding, and dice that chance throws.
struct Parts {
  std::string founding;
  std::string rest;
};

bool is_chance(const std::string& line) {
  static const std::regex THROWS(R"(^(nomic )?roll( --|$))");
  return std::regex_search(line, THROWS);
}

Parts parts_of(const std::string& play) {
  Parts parts;
  std::istringstream lines(play);
  bool is_founded = false;
  for (std::string line; std::getline(lines, line);) {
    const bool founds = line.starts_with("init") || line.starts_with("nomic init");
    if (is_founded && (founds || is_chance(line))) break;
    (is_founded ? parts.rest : parts.founding) += line + "\n";
    is_founded = is_founded || founds;
  }
  return parts;
}

// The files that a play needs: a line of one after each `#> NAME`.
void write_files_of(const std::string& play, const Desk& desk) {
  std::map<std::string, std::string> files;
  std::istringstream lines(play);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t name = 3;
    const std::size_t end = line.find(' ', name);
    if (line.starts_with("#> ") && end != std::string::npos) {
      files[line.substr(name, end - name)] += line.substr(end + 1) + "\n";
    }
  }
  for (const auto& [name, content] : files) desk.write(name, content);
}

// What is of one desk, or made by chance (keys, and request IDs of what they sign), has one name at both.
std::string told(const Ran& ran, const Desk& desk) {
  std::string all = fmt::format("{}\n--\n{}\n--\n{}", ran.status, ran.out, ran.err);
  for (std::size_t at = all.find(desk.folder()); at != std::string::npos; at = all.find(desk.folder())) {
    all.replace(at, desk.folder().size(), "DESK");
  }
  static const std::regex HEX("[0-9a-f]{16,64}");
  static const std::regex KEY(R"([\w.]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+)");
  return std::regex_replace(std::regex_replace(all, KEY, "KEY"), HEX, "HEX");
}

// The files and games of one desk at another.
void sit_down(const Desk& from, Desk& at) {
  fs::copy(from.folder(), at.folder(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  at.clock = from.clock;
}

class TwoRoads : public ::testing::TestWithParam<const char*> {};

TEST_P(TwoRoads, EveryPlayIsTheSamePlay) {
  std::size_t played = 0;
  for (const PlayOfTests& play : plays_in(GetParam())) {
    const Parts parts = parts_of(play.lines);
    if (parts.rest.empty()) continue;
    Desk without;
    Desk with;
    write_files_of(play.lines, without);
    ASSERT_EQ(without.play(parts.founding).status, 0) << play.path;
    sit_down(without, with);
    ServedDesk server(with);
    for (const std::string format : {"", " --format json"}) {
      // A play that ends in the middle of its lines ends there at both.
      const Ran here = without.run("play - --keep-going" + format, format.empty() ? parts.rest : "status\nlog\n");
      const Ran there = with.run("play - --keep-going" + format, format.empty() ? parts.rest : "status\nlog\n");
      EXPECT_EQ(told(here, without), told(there, with)) << play.path;
    }
    // Without keys nothing is made by chance: each record is the same.
    if (play.lines.find("key ") == std::string::npos) {
      EXPECT_EQ(without.ok("head"), with.ok("head")) << play.path;
    }
    ++played;
  }
  EXPECT_GT(played, 5U);
}

INSTANTIATE_TEST_SUITE_P(Folders, TwoRoads, ::testing::Values(".", "provisions", "disputes"),
                         [](const auto& info) { return info.param == std::string(".") ? "stories" : info.param; });

// Each line a command of its own, as people give them, and in each form.
TEST(TwoRoadsOfCommands, EachIsTheSameCommand) {
  const std::vector<std::string> lines = {
      "status",
      "propose enact --text 'Nobody speaks.' --call-vote --as Ann --reason why",
      "propose repeal 208 --as Bob",
      "vote for --as ann --format json",
      "vote for --as Ann",
      "vote for --as Nobody",
      "vote against 301 --as Bob --request-id two",
      "vote against 301 --as Bob --request-id two",
      "vote for 301 --as Bob --request-id two",
      "vote for --as Cleo --expect 3",
      "vote for --as Cleo --dry-run",
      "vote for --as Cleo --format jsonl",
      "roll 4 --as Ann --occurred-at 2012-05-30T10:00Z",
      "judgment invoke 'Was that so?' --as Bob --about 35",
      "contest vote for --as Bob",
      "debate 'It \xE2\x80\xAEwas.' --as Bob",
      "tick",
      "forfeit --as Cleo",
      "forfeit --as Cleo --yes",
      "vote for --as Ann --game other",
      "propose amend 999 --text x --as Bob --format json",
      "mend --as Bob",
      "log",
      "explain score Ann",
      "verify",
  };
  Desk without;
  without.founded("Ann Bob Cleo");
  Desk with;
  sit_down(without, with);
  ServedDesk server(with);
  for (const std::string& line : lines) {
    const Ran here = without.run(line);
    const Ran there = with.run(line);
    EXPECT_EQ(told(here, without), told(there, with)) << line;
  }
  EXPECT_EQ(without.ok("head"), with.ok("head"));
}

}  // namespace
}  // namespace nomic::tools
