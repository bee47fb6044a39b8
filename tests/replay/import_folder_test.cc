// A folder of files, a rule each, becomes one page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "pages/lines/line.h"
#include "replay/lines.h"

namespace nomic::replay::import {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Result<Lines> read(const std::vector<PageFile>& files, const std::string& encoding = "") {
  return read_folder(files, encoding);
}

struct OneFile {
  const char* name;
  PageFile file;
  std::vector<std::string> lines;
  std::vector<std::string> left_out;
};

void PrintTo(const OneFile& each, std::ostream* out) {
  *out << each.name;
}

class Files : public testing::TestWithParam<OneFile> {};

TEST_P(Files, BecomeAHeadingAndText) {
  const auto page = read({GetParam().file});
  EXPECT_EQ(all_lines(page), GetParam().lines);
  EXPECT_EQ(left_out(page), GetParam().left_out);
}

const std::vector<OneFile> FILES = {
    {"NumberInTheName", {"rule101.md", "Obey.\n\nAlways.\n"}, {"1 h1 101", "1", "1 Obey.", "2", "3 Always."}, {}},
    {"FrontMatter",
     {"a.md", "---\nnumber: 101\ntitle: \"To \\\"obey\\\"\"\nstatus: Immutable\n---\n\nObey.\n"},
     {"2 h1 101 (IMMUTABLE) To \"obey\"", "2", "6", "7 Obey."},
     {}},
    {"OtherWords",
     {"a.md", "---\nid: rule-202\nname: 'The turn''s parts'\nmutable: true\n---\nThrow.\n"},
     {"2 h1 202 (MUTABLE) The turn's parts", "2", "6 Throw."},
     {}},
    {"NotMutable", {"a.md", "---\nrule: 7\nmutable: false\n---\nx"}, {"2 h1 7 (IMMUTABLE)", "2", "5 x"}, {}},
    {"NotImmutable", {"a.md", "---\nrule: 7\nimmutable: no\n---\nx"}, {"2 h1 7 (MUTABLE)", "2", "5 x"}, {}},
    {"WhatMeansNothing",
     {"101.md",
      "---\nauthor: Ann\ntags: [a, b]\nhistory:\n  - first\nstatus: proposed\nnumber: 102\nnumber: 103\n---\nx"},
     {"7 h1 102", "7", "10 x"},
     {"2 author: Ann: front matter that means nothing here", "3 tags: [a, b]: front matter that means nothing here",
      "4 history:: front matter that means nothing here", "5 - first: front matter that means nothing here",
      "6 status: proposed: front matter that means nothing here",
      "8 number: 103: front matter that means nothing here"}},
    {"ItsOwnHeadingGivesTheTitle",
     {"101.md", "# Obedience\n\nObey."},
     {"1 h1 101 Obedience", "1", "1", "2", "3 Obey."},
     {}},
    {"ItsOwnHeadingWithTheNumber",
     {"101.md", "## 101 (IMMUTABLE) Obedience\nObey."},
     {"1 h1 101 (IMMUTABLE) Obedience", "1", "1", "2 Obey."},
     {}},
    {"ItsOwnHeadingSaysItAgain",
     {"x.md", "---\nnumber: 101\ntitle: Obedience\n---\n# Obedience\nObey."},
     {"2 h1 101 Obedience", "2", "5", "6 Obey."},
     {"5 Obedience: a heading beside the front matter, which says the same or prevails"}},
    {"AnotherHeadingStays",
     {"x.md", "---\nnumber: 101\ntitle: Obedience\n---\n# Why\nObey."},
     {"2 h1 101 Obedience", "2", "5 h2 Why", "6 Obey."},
     {}},
    {"Html", {"rules/Rule-101.html", "<html>\n<p>Obey.<p>Always."}, {"1 h1 101", "1", "2 Obey.", "2", "2 Always."}, {}},
    {"NoText", {"101.md", ""}, {"1 h1 101", "1"}, {}},
    {"NoNumber", {"README.md", "# Rules\n101. Obey."}, {}, {"1 README.md: a file without a rule's number"}},
    {"ADate", {"2024-05-30.md", "x"}, {}, {"1 2024-05-30.md: a file without a rule's number"}},
    {"AnotherWord", {"notes2.md", "x"}, {}, {"1 notes2.md: a file without a rule's number"}},
    {"Zero", {"000.md", "x"}, {}, {"1 000.md: a file without a rule's number"}},
    {"TooManyDigits", {"1234567890.md", "x"}, {}, {"1 1234567890.md: a file without a rule's number"}},
    {"APicture", {"map.png", "\x89PNG\r\n"}, {}, {"1 map.png: no rule's number, and no text"}},
};
INSTANTIATE_TEST_SUITE_P(Folder, Files, testing::ValuesIn(FILES),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Folder, FilesInTheOrderGiven) {
  const auto page = read({{"201.md", "b"}, {"README", "r"}, {"101.md", "a\n"}});
  EXPECT_EQ(page->shape, PageShape::FOLDER);
  ASSERT_EQ(page->encodings.size(), 1U);
  EXPECT_EQ(page->encodings.front().name, "UTF-8");
  EXPECT_THAT(page->files, ElementsAre("201.md", "README", "101.md"));
  EXPECT_THAT(all_lines(page), ElementsAre("1 h1 201", "1", "1 b", "1", "1 h1 101", "1", "1 a"));
  EXPECT_EQ(page->lines.front().file, 0U);
  EXPECT_EQ(page->lines.back().file, 2U);
  EXPECT_EQ(page->left_out.front().at.file, 1U);
}

TEST(Folder, NothingIsAPageWithoutLines) {
  EXPECT_THAT(all_lines(read({})), IsEmpty());
}

TEST(Folder, ARuleThatIsNoTextIsRefusedByItsName) {
  expect_refused(read({{"101.md", "r\xE8gle des r\xE8gles"}}), ErrorCode::PAGE_NOT_TEXT, {"101.md", "Latin-1"});
  EXPECT_THAT(lines(read({{"101.md", "r\xE8gle"}}, "LATIN1")), ElementsAre("1 h1 101", "1 r\u00E8gle"));
}

TEST(Folder, HasTheLimitOfAPage) {
  const std::string half = times(PAGE_LIMIT / 2000 + 1, std::string(999, 'a') + "\n");
  EXPECT_TRUE(read({{"101.md", half}, {"README", half}, {"NOTES", half}}).ok());
  expect_refused(read({{"101.md", half}, {"102.md", half}}), ErrorCode::PAGE_NOT_TEXT, {"together", "limit"});
}

}  // namespace
}  // namespace nomic::replay::import
