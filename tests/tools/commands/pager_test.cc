// Long answers page by page, and the width that is written for.
#include "cli/pager.h"

#include <sstream>

#include "nomic/words/terminal_text.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

class Paged : public testing::Test {
 protected:
  Paged() {
    desk.founded("Ann Bob");
    desk.terminal = true;
    desk.environment["TERM"] = "xterm";
  }
  // Which pager a line starts; empty: none.
  std::string pager_of(const std::string& line) {
    desk.pager.clear();
    desk.run(line);
    return desk.pager;
  }
  Desk desk;
};

TEST_F(Paged, IsTheOneThatIsAskedFor) {
  EXPECT_EQ(pager_of("log"), "less");
  desk.environment["PAGER"] = "more";
  EXPECT_EQ(pager_of("log"), "more");
  desk.environment["NOMIC_PAGER"] = "less -S";
  EXPECT_EQ(pager_of("log"), "less -S");
  for (const char* none : {"", "cat", "  "}) {
    desk.environment["NOMIC_PAGER"] = none;
    EXPECT_EQ(pager_of("log"), "") << none;
  }
}

TEST_F(Paged, IsWhatATerminalShows) {
  EXPECT_EQ(desk.run("log").out, "");
  EXPECT_THAT(desk.paged, HasSubstr("#31"));
  EXPECT_THAT(desk.paged, HasSubstr("\x1b[")) << "colours are kept";
  const std::string paged = desk.paged;
  EXPECT_EQ(desk.ok("log --no-pager"), paged);
  EXPECT_EQ(desk.ok("--no-pager log"), paged);
  EXPECT_EQ(pager_of("log --no-pager"), "");
  desk.environment["TERM"] = "dumb";
  EXPECT_EQ(pager_of("log"), "") << "it can do no more than print";
  desk.environment["TERM"] = "xterm";
  desk.terminal = false;
  EXPECT_EQ(pager_of("log"), "");
  EXPECT_THAT(desk.run("log").out, HasSubstr("#31"));
}

TEST_F(Paged, AreCommandsThatLook) {
  for (const char* look :
       {"status", "show-rules", "scores", "history 203", "audit", "help", "help vote", "vote --help", "", "--help"}) {
    EXPECT_EQ(pager_of(look), "less") << look;
  }
  EXPECT_EQ(pager_of("propose repeal 209 --as Ann"), "") << "a move";
  EXPECT_EQ(pager_of("log --follow"), "") << "what never ends has no pages";
  desk.write("play.txt", "status\n");
  EXPECT_EQ(pager_of("play play.txt"), "");
}

TEST_F(Paged, WhatFailsStartsNone) {
  EXPECT_EQ(pager_of("log --at 99999"), "");
  EXPECT_EQ(pager_of("show-rules 999"), "");
  EXPECT_THAT(desk.run("show-rules 999").err, HasSubstr("999"));
}

TEST_F(Paged, WhoLeavesEarlyHasReadEnough) {
  desk.pager_reads = 0;
  const Ran ran = desk.run("log");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
}

TEST_F(Paged, IsPrintedWhereThereIsNoPager) {
  desk.pager_starts = false;
  EXPECT_THAT(desk.run("log").out, HasSubstr("#31"));
  EXPECT_EQ(desk.run("log").err, "") << "nobody asked for less";
  desk.environment["PAGER"] = "most";
  const Ran chosen = desk.run("log");
  EXPECT_THAT(chosen.out, HasSubstr("#31"));
  EXPECT_EQ(chosen.err, "warning: there is no pager \"most\": shown without one\n");
}

// A shell that cannot find a command, or may not run it, says so only when it ends.
TEST_F(Paged, IsPrintedWhereAShellFindsNoPager) {
  const std::string whole = desk.ok("log --no-pager");
  desk.environment["PAGER"] = "lses -R";
  for (const int status : {126, 127}) {
    // It ended after all was written to it, and before.
    for (const std::size_t reads : {std::string::npos, std::size_t{0}}) {
      desk.pager_status = status;
      desk.pager_reads = reads;
      const Ran ran = desk.run("log");
      EXPECT_EQ(ran.status, 0);
      EXPECT_EQ(ran.out, whole) << status;
      EXPECT_EQ(ran.err, "warning: the pager \"lses -R\" could not be run: shown without one\n");
    }
  }
  desk.pager_status = 1;
  EXPECT_EQ(desk.run("log").out, "") << "a pager that was there, and ended as it liked";
}

// Progress is shown on the terminal until the pager takes it, and never in its pages.
TEST_F(Paged, WhatIsComplainedOfGoesTheSameWay) {
  desk.err_terminal = true;
  desk.pager_status = 0;
  const Ran ran = desk.run("show-rules 999");
  EXPECT_THAT(ran.err, HasSubstr("999")) << "nothing was shown: it stands on the terminal";
  EXPECT_EQ(desk.run("log").err, "");
}

TEST(Columns, OfErrorsAreThoseOfTheTerminalTheyStandOn) {
  Desk desk;
  const std::string whole = desk.run("undo").err;
  desk.err_terminal = true;
  desk.width = 50;
  const std::string broken = desk.run("undo").err;
  std::istringstream lines(broken);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), 50U) << line;
  // No word is broken: the same words in the same order.
  std::istringstream before(whole);
  std::istringstream after(broken);
  for (std::string one; before >> one;) {
    std::string other;
    after >> other;
    EXPECT_EQ(one, other);
  }
}

TEST(Columns, AreThoseOfTheTerminalUnlessTheEnvironmentSaysIt) {
  EXPECT_EQ(columns_of(std::nullopt, 132), 132U);
  EXPECT_EQ(columns_of("60", 132), 60U);
  EXPECT_EQ(columns_of("60", 0), 60U);
  EXPECT_EQ(columns_of(std::nullopt, 0), 80U);
  for (const char* none : {"", "0", "-5", "wide", "60x", "99999999999999999999999", "10001"}) {
    EXPECT_EQ(columns_of(none, 132), 132U) << none;
  }
}

}  // namespace
}  // namespace nomic::tools
