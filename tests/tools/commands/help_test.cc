// Help: examples that work when pasted, and a reference that is up to date.
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/command.h"
#include "cli/help_text.h"
#include "commands/all.h"
#include "nomic/report/page.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The lines under "Examples" of a command's help.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> examples;
  std::istringstream lines(help);
  bool reached = false;
  for (std::string line; std::getline(lines, line);) {
    if (reached && line.starts_with("  ")) examples.push_back(line.substr(2));
    if (line.starts_with("Examples")) reached = true;
  }
  return examples;
}

class HelpOf : public testing::TestWithParam<const CommandSpec*> {};

TEST_P(HelpOf, HasExamplesThatWorkWhenPasted) {
  if (GetParam()->name == "report" && !has_page()) GTEST_SKIP() << "this program has no page";
  Desk desk;
  const std::string help = desk.ok(std::string(GetParam()->name) + " --help");
  const std::vector<std::string> examples = examples_in(help);
  EXPECT_GE(examples.size(), 2U);
  std::string script = "cd '" + desk.folder() + "' && export HOME=\"$PWD\" XDG_STATE_HOME=\"$PWD/state\" PATH='" +
                       fs::path(NOMIC_COMMAND).parent_path().string() +
                       "':\"$PATH\"; set -e; unset NOMIC_LEDGER NOMIC_GAME NOMIC_PLAYER\n";
  for (const std::string& example : examples) script += example + "\n";
  desk.write("examples.sh", script);
  const int status =
      std::system(("sh -e '" + desk.folder() + "/examples.sh' >'" + desk.folder() + "/out' 2>&1").c_str());
  std::ifstream out(desk.folder() + "/out");
  EXPECT_EQ(WEXITSTATUS(status), 0) << script << std::string(std::istreambuf_iterator<char>(out), {});
}

TEST_P(HelpOf, IsTheSameByBothWaysAndFitsAScreen) {
  Desk desk;
  const std::string help = desk.ok(std::string(GetParam()->name) + " --help");
  EXPECT_EQ(desk.ok("help " + std::string(GetParam()->name)), help);
  EXPECT_EQ(desk.ok(std::string(GetParam()->name) + " -h"), help);
  EXPECT_THAT(help, testing::StartsWith("usage: nomic " + std::string(GetParam()->name)));
}

INSTANTIATE_TEST_SUITE_P(Every, HelpOf, testing::ValuesIn(all_commands()), [](const auto& tested) {
  std::string name(tested.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Help, ListsTheCommands) {
  Desk desk;
  const std::string list = desk.ok("");
  EXPECT_EQ(desk.ok("--help"), list);
  EXPECT_EQ(desk.ok("help"), list);
  for (const char* name : {"init", "join", "propose", "revise", "debate", "call-vote", "vote", "roll", "forfeit",
                           "play", "status", "show-rules", "scores", "log", "replay", "verify"}) {
    EXPECT_THAT(list, HasSubstr(std::string("\n  ") + name + " ")) << name;
  }
  EXPECT_THAT(desk.ok("--version"), testing::StartsWith("nomic " + std::string(program_version()) + "\n"));
}

// The reference is that of a program with all its parts.
TEST(Help, TheReferenceInDocsIsUpToDate) {
  for (const BuiltPart& part : all_commands().parts) {
    if (part.name == "server" && !part.is_in) GTEST_SKIP() << "this program was built without the server";
  }
  std::ifstream file(fs::path(NOMIC_SOURCE_DIR) / "docs" / "commands.md", std::ios::binary);
  const std::string kept(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(kept, reference_markdown(all_commands())) << "make it anew with: nomic help --markdown > docs/commands.md";
}

}  // namespace
}  // namespace nomic::tools
