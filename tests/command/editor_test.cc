// The real program with an editor that is a script, and at a terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace nomic {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Editor : public testing::Test {
 protected:
  Editor() {
    std::string pattern = (fs::temp_directory_path() / "nomic-editor-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    // What it is told in a file of lines: a sed script.
    write("editor.sh",
          "#!/bin/sh\nfor file; do :; done\nprintf '%s\\n' \"$@\" >>\"$HOME/opened\"\n"
          "cp \"$file\" \"$HOME/seen\"\nsed -i -f \"$HOME/does\" \"$file\"\n");
    fs::permissions(folder_ + "/editor.sh", fs::perms::owner_all);
  }
  ~Editor() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(fs::path(folder_) / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream file(fs::path(folder_) / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // A shell line in the folder; `nomic` is the program.
  [[nodiscard]] std::string script_of(const std::string& line) const {
    return "cd '" + folder_ +
           "'\nexport HOME=\"$PWD\" EDITOR=\"$PWD/editor.sh\"\nnomic() { '" NOMIC_COMMAND "' \"$@\"; }\n" + line + "\n";
  }
  int shell(const std::string& line) const {
    write("line.sh", script_of(line));
    const int status = std::system(("env -i PATH=/usr/bin:/bin bash '" + folder_ + "/line.sh' >'" + folder_ +
                                    "/out' 2>'" + folder_ + "/err' </dev/null")
                                       .c_str());
    return WEXITSTATUS(status);
  }
  // The same at a terminal, where `typed` is typed; all that it shows goes to `shown`.
  int at_terminal(const std::string& line, const std::string& typed, std::string& shown) const {
    write("line.sh", script_of(line));
    int terminal = -1;
    const pid_t process = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (process == 0) {
      const std::string script = folder_ + "/line.sh";
      ::execl("/usr/bin/env", "env", "-i", "PATH=/usr/bin:/bin", "TERM=xterm", "bash", script.c_str(), nullptr);
      ::_exit(127);
    }
    EXPECT_GT(process, 0);
    EXPECT_EQ(::write(terminal, typed.data(), typed.size()), static_cast<ssize_t>(typed.size()));
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(terminal, buffer, sizeof buffer)) > 0;) {
      shown.append(buffer, static_cast<std::size_t>(got));
    }
    int status = 0;
    ::waitpid(process, &status, 0);
    ::close(terminal);
    return WEXITSTATUS(status);
  }
  [[nodiscard]] std::size_t kept() const {
    const fs::path folder = folder_ + "/.local/state/nomic/edit";
    if (!fs::exists(folder)) return 0;
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
  }

  std::string folder_;
};

TEST_F(Editor, ARuleIsWrittenAndRecorded) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  write("does", "s/loses 10 points/loses 5 points/\ns/^award: \\(.*\\)points=-10/award: \\1points=-5/\n");
  ASSERT_EQ(shell("nomic propose amend 206 --edit --as Ann"), 0) << text_of("err");
  EXPECT_THAT(text_of("out"), HasSubstr("+ played by: the proponent of a defeated proposal loses 5 points"));
  EXPECT_THAT(text_of("seen"), HasSubstr("# Rule 206 as you would have it"));
  EXPECT_EQ(kept(), 0U);
}

TEST_F(Editor, ItsNameMayHaveOptionsAndBlanks) {
  ASSERT_EQ(shell("nomic init Ann Bob && mkdir 'my tools' && cp editor.sh 'my tools/ed it'"), 0);
  write("does", "s/^text:$/text:\\nTea is had./\n");
  ASSERT_EQ(shell("NOMIC_EDITOR=\"'$PWD/my tools/ed it' --wait\" nomic propose enact --edit --as Ann"), 0)
      << text_of("err");
  EXPECT_THAT(text_of("opened"), testing::StartsWith("--wait\n"));
}

TEST_F(Editor, OneThatIsKilledLeavesWhatWasWritten) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  write("dies.sh", "#!/bin/sh\nsed -i 's/^text:$/text:\\nTea is had./' \"$1\"\nkill -9 $$\n");
  ASSERT_EQ(shell("EDITOR=\"sh $PWD/dies.sh\" nomic propose enact --edit --as Ann"), 2);
  EXPECT_THAT(text_of("err"), HasSubstr("was killed by signal 9\n"));
  EXPECT_EQ(kept(), 1U);
  EXPECT_EQ(shell("nomic status --format json && nomic propose enact --edited .local/state/nomic/edit/*.txt --as Ann"),
            0)
      << text_of("err");
  EXPECT_EQ(shell("EDITOR=no-such-editor nomic revise --edit --as Ann"), 2);
  EXPECT_THAT(text_of("err"), HasSubstr("the editor \"no-such-editor\" could not be run\n"));
  EXPECT_EQ(shell("unset EDITOR; nomic revise --edit --as Ann"), 2);
  EXPECT_THAT(text_of("err"), HasSubstr("there is no terminal for an editor\n"));
}

// An editor at which nobody sits.
TEST_F(Editor, OneThatNeverGetsItRightIsNotAskedForEver) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  write("same.sh", "#!/bin/sh\necho Hello there. >\"$1\"; echo run >>\"$HOME/runs\"\n");
  EXPECT_EQ(shell("EDITOR=\"sh $PWD/same.sh\" nomic propose enact --edit --as Ann"), 2);
  EXPECT_THAT(text_of("err"), HasSubstr("stands above the text"));
  EXPECT_THAT(text_of("err"), HasSubstr("what you wrote is kept: "));
  EXPECT_EQ(text_of("runs"), "run\nrun\n");
  write("other.sh", "#!/bin/sh\necho \"Hello $$\" >\"$1\"; echo run >>\"$HOME/others\"\n");
  EXPECT_EQ(shell("EDITOR=\"sh $PWD/other.sh\" nomic propose enact --edit --as Ann </dev/null"), 2);
  EXPECT_LE(text_of("others").size(), 40U);
}

TEST_F(Editor, ALinkThatItLeavesIsNotWrittenThrough) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  write("other", "somebody else's\n");
  write("links.sh", "#!/bin/sh\nrm -f \"$1\"; ln -s \"$HOME/other\" \"$1\"\n");
  EXPECT_EQ(shell("EDITOR=\"sh $PWD/links.sh\" nomic propose enact --edit --as Ann"), 2);
  EXPECT_EQ(text_of("other"), "somebody else's\n");
}

// Whoever kills the program while somebody writes leaves the ledger and the text as they are.
TEST_F(Editor, TheLedgerIsFreeWhileSomebodyWrites) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  write("slow.sh", "#!/bin/sh\nsed -i 's/^text:$/text:\\nTea is had./' \"$1\"\n'" NOMIC_COMMAND
                   "' propose repeal 209 --as Ann >\"$HOME/meanwhile\" || exit 1\nkill -9 $PPID\n");
  shell("EDITOR=\"exec sh $PWD/slow.sh\" nomic propose enact --edit --as Ann");
  EXPECT_THAT(text_of("meanwhile"), HasSubstr("#32 "));
  EXPECT_EQ(kept(), 1U);
  EXPECT_EQ(shell("nomic verify"), 0) << text_of("err");
}

// The ten rules that groups enact first, as tests/transcripts/hand/ten-rules.play has them and proves them in effect:
// by recipes, and where none fits alone, in an editor. Nobody writes a line of protobuf.
TEST_F(Editor, ATableEnactsTenRulesByRecipesAndInAnEditor) {
  const fs::path hand = fs::path(NOMIC_SOURCE_DIR) / "tests" / "transcripts" / "hand";
  std::ifstream play(hand / "ten-rules.play");
  std::ifstream away(hand / "ten-rules-away.txt");
  const std::string written{std::istreambuf_iterator<char>(away), {}};
  EXPECT_THAT(written, AllOf(HasSubstr("inactivity: declared=yes"), Not(HasSubstr("{"))));
  write("away.txt", written);
  write("types.sh", "#!/bin/sh\nfor file; do :; done\ncp \"$file\" \"$HOME/seen\"\ncp \"$HOME/away.txt\" \"$file\"\n");
  std::string script = "set -e\nexport EDITOR=\"sh $PWD/types.sh\"\n";
  int recipes = 0;
  int edits = 0;
  for (std::string line; std::getline(play, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::string from_file = " --edited ten-rules-away.txt";
    if (const auto at = line.find(from_file); at != std::string::npos) {
      line.replace(at, from_file.size(), " --edit");
      ++edits;
    }
    if (line.find(" --recipe ") != std::string::npos) ++recipes;
    EXPECT_THAT(line, AllOf(Not(HasSubstr("{")), Not(HasSubstr("--provision")), Not(HasSubstr("--edited"))));
    script += "nomic " + line + "\n";
  }
  // Of the ten, quorum takes the place of two thirds, and who is away stands with abstention.
  EXPECT_EQ(recipes, 9);
  EXPECT_EQ(edits, 1);
  ASSERT_EQ(shell(script), 0) << text_of("err");
  // What the editor was shown is no protobuf either, but for what stands behind a '#'.
  std::istringstream seen(text_of("seen"));
  for (std::string line; std::getline(seen, line);) {
    if (!line.starts_with('#')) {
      EXPECT_THAT(line, Not(HasSubstr("{")));
    }
  }
  EXPECT_THAT(text_of("seen"), HasSubstr("\nprovisions:\nabstention\n"));
  ASSERT_EQ(shell("nomic scores"), 0);
  for (const char* const score : {"Ann +17", "Bob +17", "Cleo +15", "Dora +-8"}) {
    EXPECT_THAT(text_of("out"), testing::ContainsRegex(score));
  }
}

TEST_F(Editor, WhatIsGraveIsAskedAtATerminal) {
  ASSERT_EQ(
      shell("nomic init Ann Bob && nomic propose enact --text T --call-vote --as Ann && nomic vote for --as Ann && "
            "nomic vote for --as Bob && nomic roll 4 --as Ann"),
      0);
  const std::string line = "nomic propose enact --text U --provision 'victory: points=3' --as Bob";
  std::string shown;
  EXPECT_EQ(at_terminal(line, "n\n", shown), 2) << shown;
  EXPECT_THAT(shown, HasSubstr("the first player to reach 3 points wins"));
  EXPECT_THAT(shown, HasSubstr("Ann would win at once"));
  EXPECT_THAT(shown, HasSubstr("Propose it all the same? [y/N] "));
  EXPECT_THAT(shown, HasSubstr("nothing was proposed"));
  shown.clear();
  EXPECT_EQ(at_terminal(line, "y\n", shown), 0) << shown;
  EXPECT_THAT(shown, HasSubstr("#36"));
  shown.clear();
  EXPECT_EQ(at_terminal("nomic revise --text V --as Bob </dev/null", "", shown), 0) << "nobody is there to be asked";
  EXPECT_THAT(shown, Not(HasSubstr("[y/N]")));
}

TEST_F(Editor, HasTheTerminalWhereTheAnswerGoesElsewhere) {
  ASSERT_EQ(shell("nomic init Ann Bob"), 0);
  write("does", "s/^text:$/text:\\nTea is had./\n");
  write("editor.sh", text_of("editor.sh") + "test -t 1 && echo on the terminal\n");
  std::string shown;
  EXPECT_EQ(at_terminal("nomic propose enact --edit --as Ann >answer", "", shown), 0) << shown;
  EXPECT_THAT(shown, HasSubstr("on the terminal"));
  EXPECT_THAT(text_of("answer"), HasSubstr("#32 "));
}

}  // namespace
}  // namespace nomic
