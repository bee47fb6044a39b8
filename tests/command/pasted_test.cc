// What stands in the README and the guide to be pasted is pasted: the README's console blocks one after another into
// one shell, and the guide's bot with a ledger that is busy at times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "nomic/report/page.h"

namespace nomic {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Pasted {
  std::string command;
  std::vector<std::string> answer;  // lines; "..." ends one whose rest varies
};

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What is typed in the blocks of a page, in their order, and what the page says is answered.
std::vector<Pasted> console_blocks(const fs::path& page) {
  std::istringstream in(text_of(page));
  std::vector<Pasted> all;
  bool within = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      within = line == "```console";
    } else if (within && line.starts_with("$ ")) {
      all.push_back({line.substr(2), {}});
    } else if (within && !line.empty()) {
      all.back().answer.push_back(line);
    }
  }
  return all;
}

class Paste : public testing::Test {
 protected:
  Paste() {
    std::string pattern = (fs::temp_directory_path() / "nomic-paste-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    fs::create_directory(folder_ / "bin");
  }
  ~Paste() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Paste(const Paste&) = delete;
  Paste& operator=(const Paste&) = delete;

  // Runs a script in the folder; `nomic` is the program, or what stands in bin/.
  int run(const std::string& script) const {
    std::ofstream(folder_ / "script.sh") << script;
    const auto in = folder_.string();
    const auto line = "cd '" + in + "' && env -i PATH='" + in +
                      "/bin:" + fs::path(NOMIC_COMMAND).parent_path().string() + ":/usr/bin:/bin' HOME='" + in +
                      "' bash script.sh >out 2>err </dev/null";
    return WEXITSTATUS(std::system(line.c_str()));
  }

  fs::path folder_;
};

TEST_F(Paste, TheReadmesBlocks) {
  const auto typed = console_blocks(fs::path(NOMIC_SOURCE_DIR) / "README.md");
  EXPECT_GT(typed.size(), 40U);
  std::string script;
  std::vector<Pasted> run_lines;
  for (const auto& one : typed) {
    // The program is built already.
    if (one.command.starts_with("cmake ") || one.command.starts_with("export PATH")) continue;
    if (one.command.find("game.html") != std::string::npos && !tools::has_page()) continue;
    const auto number = std::to_string(run_lines.size());
    script += "{ " + one.command + "\n} >\"$HOME/" + number + ".txt\" 2>&1; echo $? >\"$HOME/" + number + ".status\"\n";
    run_lines.push_back(one);
  }
  EXPECT_EQ(run(script), 0) << text_of(folder_ / "err");
  for (std::size_t i = 0; i < run_lines.size(); ++i) {
    const auto number = std::to_string(i);
    const auto answer = text_of(folder_ / (number + ".txt"));
    SCOPED_TRACE(run_lines[i].command + "\n" + answer);
    // Where the page shows an answer it shows a refusal or a finding.
    const auto status = text_of(folder_ / (number + ".status"));
    if (run_lines[i].answer.empty()) {
      EXPECT_EQ(status, "0\n");
    } else {
      EXPECT_NE(status, "0\n");
    }
    for (auto line : run_lines[i].answer) {
      if (line.ends_with("...")) line.resize(line.size() - 3);
      EXPECT_THAT(answer, HasSubstr(line));
    }
  }
}

// Three votes come by mail while the ledger is busy twice: each is recorded, once, and each voter is answered.
TEST_F(Paste, TheGuidesBot) {
  const auto guide = text_of(fs::path(NOMIC_SOURCE_DIR) / "docs" / "guide.md");
  const auto begin = guide.find("    #!/bin/sh\n    # Reads lines");
  ASSERT_NE(begin, std::string::npos);
  const auto bot = guide.substr(begin, guide.find("\n\n", begin) - begin);
  std::ofstream(folder_ / "bin" / "nomic") << "#!/bin/sh\n"
                                              "count=$(($(cat \"$HOME/count\" 2>/dev/null || echo 0) + 1))\n"
                                              "echo $count >\"$HOME/count\"\n"
                                              "case $count in 2|3|5) echo busy >&2; exit 5 ;; esac\n"
                                              "exec '" NOMIC_COMMAND "' \"$@\"\n";
  fs::permissions(folder_ / "bin" / "nomic", fs::perms::owner_all);
  ASSERT_EQ(run("real='" NOMIC_COMMAND "'\n"
                "$real init Ann Bob Cleo && $real propose repeal 209 --call-vote --as Ann\n"
                "mail_to() { echo \"$1: $2\"; }\n"
                "jq() { sed -n 's/.*\"index\": *\\([0-9]*\\).*/\\1/p' \"$2\"; }\n"
                "sleep() { :; }\n"
                "bot() {\n" +
                bot +
                "\n}\n"
                "printf 'Ann\\tfor\\tid1\\nBob\\tfor\\tid2\\nBob\\tagainst\\tid3\\nCleo\\tfor\\tid4\\n' | bot\n"
                "$real proposals 301\n"),
            0)
      << text_of(folder_ / "err");
  const auto out = text_of(folder_ / "out");
  EXPECT_THAT(out, HasSubstr("Ann: Your vote is record 34.\n"));
  EXPECT_THAT(out, HasSubstr("Bob: Your vote is record 35.\n"));
  EXPECT_THAT(out, HasSubstr("Bob: {")) << "the refusal of a second vote (rule 207), in JSON";
  EXPECT_THAT(out, HasSubstr("Cleo: Your vote is record 36.\n"));
  EXPECT_THAT(out, HasSubstr("adopted 3-0"));
}

}  // namespace
}  // namespace nomic
