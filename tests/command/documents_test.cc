// docs/audit.md and docs/dice.md are run: every line after "$" in one shell, and what it answers is compared with what stands below.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace nomic {
namespace {

namespace fs = std::filesystem;

struct Step {
  std::string command;
  std::vector<std::string> answer;  // lines, "..." for whatever varies
};

// The steps of the page: indented by four, "$" before what is typed.
std::vector<Step> steps_of(const std::string& page) {
  std::ifstream file(page);
  std::vector<Step> steps;
  bool within = false;
  for (std::string line; std::getline(file, line);) {
    const bool is_code = line.rfind("    ", 0) == 0;
    if (is_code && line.rfind("    $ ", 0) == 0) {
      steps.push_back({line.substr(6), {}});
      within = true;
    } else if (is_code && within) {
      steps.back().answer.push_back(line.substr(4));
    } else {
      within = false;
    }
  }
  return steps;
}

// Whether the words stand in the text from `at` on in their order, whatever lies between; `at` is then behind them.
bool follows(const std::string& text, const std::string& words, std::size_t& at) {
  std::size_t from = 0;
  while (from <= words.size()) {
    const auto gap = words.find("...", from);
    const auto part = words.substr(from, gap == std::string::npos ? std::string::npos : gap - from);
    const auto found = text.find(part, at);
    if (found == std::string::npos) return false;
    at = found + part.size();
    if (gap == std::string::npos) break;
    from = gap + 3;
  }
  return true;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Document : public testing::TestWithParam<const char*> {};

TEST_P(Document, SaysWhatTheProgramSays) {
  std::string folder = (fs::temp_directory_path() / "nomic-audit-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const auto steps = steps_of(std::string(NOMIC_SOURCE_DIR) + "/docs/" + GetParam());
  EXPECT_GT(steps.size(), 8U);
  for (const auto& step : steps) {
    SCOPED_TRACE(step.command);
    std::ofstream(folder + "/line.sh") << "cd '" << folder << "'\nnomic() { '" << NOMIC_COMMAND << "' \"$@\"; }\n"
                                       << step.command << "\n";
    const std::string run =
        "env -i PATH=/usr/bin:/bin HOME='" + folder + "' bash '" + folder + "/line.sh' >'" + folder + "/out' 2>&1";
    EXPECT_EQ(std::system(run.c_str()), 0);
    const auto out = text_of(folder + "/out");
    std::size_t at = 0;
    for (const auto& line : step.answer) EXPECT_TRUE(follows(out, line, at)) << line << "\nis not in\n" << out;
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

INSTANTIATE_TEST_SUITE_P(Documents, Document, testing::Values("audit.md", "dice.md"), [](const auto& page) {
  return std::string(page.param, std::string(page.param).find('.'));
});

}  // namespace
}  // namespace nomic
