// docs/disputes.md: every command in it is run, and answers as the page says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

bool begins_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

struct Step {
  int line = 0;
  std::string text;  // "$ nomic ...", "> file line", or a part of the last answer
};

struct Section {
  std::string title;
  std::vector<Step> steps;
};

void PrintTo(const Section& section, std::ostream* out) {
  *out << section.title;
}

// The indented lines of each section.
std::vector<Section> sections() {
  std::ifstream file(fs::path(NOMIC_SOURCE_DIR) / "docs" / "disputes.md");
  std::vector<Section> all;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (begins_with(line, "## ")) all.push_back({line.substr(3), {}});
    if (begins_with(line, "    ") && !all.empty()) all.back().steps.push_back({number, line.substr(4)});
  }
  return all;
}

// The status that the remark after a command names.
int expected_status(const std::string& command) {
  if (command.ends_with("  # refused")) return 3;
  if (command.ends_with("  # not confirmed")) return 2;
  return command.ends_with("  # differs") ? 1 : 0;
}

// Whether the parts of `wanted` between "..." stand in one line of the answer, in their order.
bool stands_in(const std::string& answer, const std::string& wanted) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t at = wanted.find(" ... "); at != std::string::npos; at = wanted.find(" ... ", begin)) {
    parts.push_back(wanted.substr(begin, at - begin));
    begin = at + 5;
  }
  parts.push_back(wanted.substr(begin));
  std::istringstream lines(answer);
  for (std::string line; std::getline(lines, line);) {
    std::size_t at = 0;
    bool all = true;
    for (const std::string& part : parts) {
      at = line.find(part, at);
      all = all && at != std::string::npos;
      if (!all) break;
      at += part.size();
    }
    if (all) return true;
  }
  return false;
}

class DisputeInDocs : public testing::TestWithParam<Section> {};

TEST_P(DisputeInDocs, IsSettledAsThePageSays) {
  Desk desk;
  std::map<std::string, std::string> files;
  std::string answer;
  int commands = 0;
  for (const Step& step : GetParam().steps) {
    SCOPED_TRACE("docs/disputes.md:" + std::to_string(step.line) + ": " + step.text);
    if (begins_with(step.text, "$ nomic ")) {
      const std::string command = step.text.substr(8);
      const Ran ran = desk.run(command);
      ASSERT_EQ(ran.status, expected_status(command)) << ran.out << ran.err;
      answer = ran.out + ran.err;
      ++commands;
    } else if (begins_with(step.text, "> ")) {
      const std::size_t end = step.text.find(' ', 2);
      std::string& text = files[step.text.substr(2, end - 2)];
      text += step.text.substr(end + 1) + "\n";
      desk.write(step.text.substr(2, end - 2), text);
    } else {
      EXPECT_TRUE(stands_in(answer, step.text)) << "it says:\n" << answer;
    }
  }
  EXPECT_GT(commands, 3);
  desk.ok("replay --check");
}

INSTANTIATE_TEST_SUITE_P(Docs, DisputeInDocs, testing::ValuesIn(sections()), [](const auto& tested) {
  std::string name;
  for (const char c : tested.param.title) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  return name;
});

}  // namespace
}  // namespace nomic::tools
