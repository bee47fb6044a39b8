// The real program: streams that fail, environments that are bare, arguments that are no text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace nomic {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Program : public testing::Test {
 protected:
  Program() {
    std::string pattern = (fs::temp_directory_path() / "nomic-program-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Program() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Runs a shell line in the folder, in an environment of nothing but PATH; `nomic` is the program.
  int shell(const std::string& line) {
    const std::string script = folder_ + "/line.sh";
    std::ofstream(script) << "cd '" << folder_ << "'\nnomic() { '" << NOMIC_COMMAND << "' \"$@\"; }\n" << line << "\n";
    const int status = std::system(
        ("env -i PATH=/usr/bin:/bin bash '" + script + "' >'" + folder_ + "/out' 2>'" + folder_ + "/err'").c_str());
    return WEXITSTATUS(status);
  }
  std::string text_of(const char* name) {
    std::ifstream file(folder_ + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string folder_;
};

TEST_F(Program, WorksInABareEnvironment) {
  EXPECT_EQ(shell("nomic init Ann Bob && nomic propose repeal 209 --as Ann && nomic status"), 0) << text_of("err");
  EXPECT_THAT(text_of("out"), HasSubstr("Proposal 301 by Ann, to repeal rule 209"));
}

TEST_F(Program, AFullStandardOutputIsAnError) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  EXPECT_EQ(shell("nomic scores >/dev/full"), 5);
  EXPECT_EQ(shell("nomic propose repeal 209 --as Ann >/dev/full"), 5);
  EXPECT_THAT(text_of("err"), HasSubstr("it is #32"));
  EXPECT_EQ(shell("nomic debate hm --as Bob && nomic scores"), 0) << "the move was recorded";
}

// However little memory there is, down to where the program cannot be loaded: that is no damage, and no crash.
TEST_F(Program, TooLittleMemoryIsSaid) {
#if defined(NOMIC_SANITIZED)
  GTEST_SKIP() << "a sanitizer needs all of it";
#endif
  constexpr int UNAVAILABLE = 5;
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  int refused = 0;
  for (int kilobytes = 40'000; kilobytes <= 130'000; kilobytes += 1'000) {
    // Below, it cannot even be loaded.
    if (shell("ulimit -v " + std::to_string(kilobytes) + "; nomic --version") != 0) continue;
    for (const char* command : {"status", "verify", "propose repeal 209 --as Ann --dry-run"}) {
      const int status = shell("ulimit -v " + std::to_string(kilobytes) + "; nomic " + command);
      EXPECT_TRUE(status == 0 || status == UNAVAILABLE) << command << " with " << kilobytes << " kB: " << status << "\n"
                                                        << text_of("out") << text_of("err");
      refused += static_cast<int>(status == UNAVAILABLE);
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(shell("nomic verify"), 0) << text_of("out");
}

// RocksDB ends the process where the clock stands before 1970, whatever is asked of it.
TEST_F(Program, AClockBeforeItsTimeIsRefused) {
#if defined(NOMIC_SANITIZED)
  GTEST_SKIP() << "a sanitizer is to be loaded first";
#endif
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  const std::string early = "export LD_PRELOAD='" NOMIC_SHIFTED_CLOCK "' SHIFTED_CLOCK=-3000000000; nomic ";
  for (const char* command : {"status", "verify", "propose repeal 209 --as Ann", "init --ledger other Ann Bob",
                              "export game.bundle", "reindex"}) {
    EXPECT_EQ(shell(early + command), 5) << command << "\n" << text_of("err");
    EXPECT_NE(text_of("err").find("before 1970"), std::string::npos) << command;
  }
  const std::string late = "export LD_PRELOAD='" NOMIC_SHIFTED_CLOCK "' SHIFTED_CLOCK=90000000; nomic ";
  EXPECT_EQ(shell(late + "propose repeal 209 --as Ann"), 0) << text_of("err");
  EXPECT_NE(text_of("err").find("warning: by this clock it is"), std::string::npos);
}

// Spaces behind the document of a page take 40 MB once they are unpacked, and 40 kB of the file. The game takes more
// than the 48 s of such a file on this clock, and less than 800.
TEST_F(Program, APageHasTheTimeOfItsFile) {
#if defined(NOMIC_SANITIZED)
  GTEST_SKIP() << "a sanitizer is to be loaded first";
#endif
  const std::string pad =
      "nomic init Ann Bob && nomic report -o small.html || exit\n"
      "part='id=\"document\">'\n"
      "grep -o \"$part[^<]*\" small.html | cut -d'>' -f2 | base64 -d | gunzip >document\n"
      "head -c 40000000 /dev/zero | tr '\\0' ' ' >>document\n"
      "{ printf 's|%s[^<]*|%s' \"$part\" \"$part\"; gzip <document | base64 -w0; printf '|'; } >pad.sed\n"
      "sed -f pad.sed small.html >large.html";
  ASSERT_EQ(shell(pad), 0) << text_of("err");
  const std::string hurried = "export LD_PRELOAD='" NOMIC_SHIFTED_CLOCK "' HURRIED_CLOCK=1; ";
  EXPECT_EQ(shell(hurried + "nomic verify large.html"), 5) << text_of("out");
  EXPECT_THAT(text_of("err"), HasSubstr("it was given up"));
  EXPECT_EQ(shell(hurried + "NOMIC_FILE_SECONDS=800 nomic verify large.html"), 1) << text_of("err");
}

TEST_F(Program, AReaderThatLeavesIsNone) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  EXPECT_EQ(shell("export HOME=\"$PWD\"; nomic log --format jsonl | true; exit ${PIPESTATUS[0]}"), 0) << text_of("err");
  EXPECT_EQ(text_of("err"), "");
}

// Another process's moves come while it waits; it costs next to nothing, and an interrupt is a good end.
TEST_F(Program, FollowsUntilItIsInterrupted) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  const std::string follow =
      "export HOME=\"$PWD\"\n"
      "'" NOMIC_COMMAND
      "' log --follow --since 31 --format jsonl >followed 2>said & it=$!\n"
      "sleep 1; nomic propose repeal 209 --as Ann >/dev/null\n"
      "for i in {1..100}; do [ -s followed ] && break; sleep 0.1; done\n"
      "sleep 1; read -a stat <\"/proc/$it/stat\"; echo $((stat[13] + stat[14])) >ticks\n"
      "kill -INT $it; wait $it";
  EXPECT_EQ(shell(follow), 0) << text_of("said");
  EXPECT_THAT(text_of("followed"), testing::StartsWith("{\"index\":32,"));
  EXPECT_EQ(text_of("said"), "");
#if !defined(NOMIC_SANITIZED)
  // Of more than two seconds, in hundredths: it opened the game twice, and looked at a file ten times.
  EXPECT_LT(std::stoi(text_of("ticks")), 100);
#endif
}

TEST_F(Program, FollowsAsLongAsItIsRead) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  EXPECT_EQ(shell("timeout 20 '" NOMIC_COMMAND "' log --follow | head -n 1; exit ${PIPESTATUS[0]}"), 0)
      << text_of("err");
  EXPECT_THAT(text_of("out"), testing::StartsWith("#22 "));
}

// On a terminal of its own, made by script(1).
TEST_F(Program, ShowsLongAnswersPageByPage) {
  if (shell("script --version") != 0) GTEST_SKIP() << "there is no script(1)";
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  const auto on_terminal = [&](const std::string& before, const std::string& arguments) {
    std::ofstream(folder_ + "/typed.sh") << before << " '" << NOMIC_COMMAND << "' " << arguments << "\n";
    return shell("script -qec 'sh typed.sh' /dev/null </dev/null");
  };
  EXPECT_EQ(on_terminal("TERM=xterm NOMIC_PAGER='cat >paged; echo $LESS >>paged'", "log"), 0) << text_of("out");
  EXPECT_EQ(text_of("out"), "");
  EXPECT_THAT(text_of("paged"), HasSubstr("\x1b["));
  EXPECT_THAT(text_of("paged"), HasSubstr("Bob is seated"));
  EXPECT_THAT(text_of("paged"), testing::EndsWith("FRX\n"));
  // Who leaves before all is read, or never reads, is no error.
  EXPECT_EQ(on_terminal("TERM=xterm PAGER='head -n 1 >/dev/null'", "show-rules"), 0) << text_of("out");
  EXPECT_EQ(on_terminal("TERM=xterm PAGER=true", "show-rules"), 0) << text_of("out");
  EXPECT_EQ(text_of("out"), "");
  // Without one, and where the one that is named is none.
  EXPECT_EQ(on_terminal("TERM=xterm PAGER=true", "log --no-pager"), 0);
  EXPECT_THAT(text_of("out"), HasSubstr("Bob is seated"));
  EXPECT_EQ(on_terminal("TERM=xterm PAGER=there-is-no-such-pager", "log"), 0);
  EXPECT_THAT(text_of("out"), HasSubstr("there is no pager"));
  EXPECT_THAT(text_of("out"), HasSubstr("Bob is seated"));
  EXPECT_EQ(on_terminal("TERM=xterm PAGER='there-is-no-such-pager -R'", "log"), 0);
  EXPECT_THAT(text_of("out"), HasSubstr("-R\" could not be run"));
  EXPECT_THAT(text_of("out"), HasSubstr("Bob is seated"));
}

TEST_F(Program, IsAsWideAsTheTerminalOrAsColumnsSays) {
  if (shell("script --version") != 0) GTEST_SKIP() << "there is no script(1)";
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  const auto widest = [&](const std::string& before) {
    std::ofstream(folder_ + "/typed.sh") << before << " '" << NOMIC_COMMAND << "' show-rules --color never\n";
    EXPECT_EQ(shell("script -qec 'sh typed.sh' /dev/null </dev/null | tr -d '\\r' | wc -L"), 0);
    return std::stoi(text_of("out"));
  };
  const int at_60 = widest("stty cols 60;");
  EXPECT_LE(at_60, 60);
  EXPECT_GT(at_60, 50);
  const int at_44 = widest("stty cols 60; COLUMNS=44");
  EXPECT_LE(at_44, 44);
  EXPECT_GT(at_44, 34);
}

TEST_F(Program, ArgumentsThatAreNoTextAreRefused) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  EXPECT_EQ(shell("nomic propose enact --text $'caf\\xe9' --as Ann"), 2);
  EXPECT_THAT(text_of("err"), HasSubstr("UTF-8"));
  EXPECT_EQ(shell("nomic propose enact --text T --as $'\\xff'"), 2);
  EXPECT_EQ(shell("nomic init --game $'\\xff' Ann Bob"), 2);
  EXPECT_EQ(shell("nomic init --game two $'A\\xffnn' Bob"), 2);
}

TEST_F(Program, FindsTheNearestLedgerAbove) {
  ASSERT_EQ(shell("nomic init Ann Bob && mkdir -p a/b && cd a/b && nomic status"), 0) << text_of("err");
  EXPECT_THAT(text_of("out"), HasSubstr("nomic: turn 1"));
}

TEST_F(Program, RemembersTheGamesItHasMet) {
  ASSERT_EQ(shell("export HOME=\"$PWD\"; nomic init Ann Bob && cp -r .nomic old && nomic propose repeal 209 --as Ann"),
            0);
  EXPECT_EQ(shell("export HOME=\"$PWD\"; rm -rf .nomic && mv old .nomic && nomic status"), 4) << text_of("out");
  EXPECT_EQ(shell("nomic status"), 0) << "a user who has not met it cannot know";
}

}  // namespace
}  // namespace nomic
