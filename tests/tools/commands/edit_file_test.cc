// The file that --edit opens, as it is printed and read again.
#include "play/edit_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

v1::Text text_in(const std::string& lang, const std::string& words) {
  v1::Text text;
  text.set_lang(lang);
  text.set_text(words);
  return text;
}

const char* const TEA =
    "# how it is done\n"
    "title: Tea\n"
    "reason: we are thirsty\n"
    "\n"
    "text:\n"
    "Whoever moves makes tea.\n"
    "\n"
    "# This is a line of the text.\n"
    "\n"
    "provisions:\n"
    "debate: caller=anyone\n"
    "\n"
    "# ------------------------ >8 ------------------------\n"
    "# what it means\n";

TEST(EditFile, IsPrintedAsItIsRead) {
  EditFile file{"Tea",
                "we are thirsty",
                {text_in("", "Whoever moves makes tea.\n\n# This is a line of the text.")},
                {{"debate: caller=anyone"}}};
  EXPECT_EQ(print_edit_file(file, "how it is done", "what it means"), TEA);
  const auto read = read_edit_file(TEA);
  ASSERT_TRUE(read);
  EXPECT_TRUE(says_the_same(*read, file));
  EXPECT_EQ(read->provisions.at(0).line, 11U);
}

TEST(EditFile, HoldsWhatLooksLikeItsOwnMarkers) {
  const std::string hard =
      "text:\nprovisions:\n\\provisions:\ntext (ja):\n# ------------------------ >8 ------------------------\n"
      "# no comment\n#! no error\ntitle: none\n\\\\text:\n  provisions:\nprovisions: x";
  EditFile file{"", "", {text_in("", hard), text_in("ja", "\xE5\xB1\xB1\nreason: none")}, {{"debate: caller=anyone"}}};
  const auto read = read_edit_file(print_edit_file(file, "", hard));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->texts.at(0).text(), hard);
  EXPECT_EQ(read->texts.at(1).lang(), "ja");
  EXPECT_TRUE(says_the_same(*read, file));
}

TEST(EditFile, IsReadAsEditorsSaveIt) {
  const auto read = read_edit_file(
      "\xEF\xBB\xBFtitle:Tea \r\n\r\ntext: \r\n\r\n  Makes tea.\r\nAnd cake. \r\n\r\nprovisions:\r\n"
      "adoption: quota=2/3 of cast,\r\n  least_in_favour=3\r\n# a comment\r\n\tand no more\r\n");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->title, "Tea");
  EXPECT_EQ(read->reason, "");
  ASSERT_EQ(read->texts.size(), 1U);
  EXPECT_EQ(read->texts[0].text(), "  Makes tea.\nAnd cake.");
  ASSERT_EQ(read->provisions.size(), 1U);
  EXPECT_EQ(read->provisions[0].text, "adoption: quota=2/3 of cast, least_in_favour=3 and no more");
}

TEST(EditFile, MayLackAllOfIt) {
  for (const char* little : {"", "\n\n", "# nothing\n", "text:\n", "text:\n\nprovisions:\n", "title: T"}) {
    const auto read = read_edit_file(little);
    ASSERT_TRUE(read) << little;
    for (const v1::Text& text : read->texts) EXPECT_EQ(text.text(), "");
    EXPECT_TRUE(read->provisions.empty());
  }
}

TEST(EditFile, SaysWhatStandsInTheWrongPlace) {
  const auto read = read_edit_file("title: T\nWhoever moves makes tea.\n");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().line, 2U);
  EXPECT_EQ(read.error().what, "\"Whoever moves makes tea.\" stands above the text");
}

TEST(EditFile, ShowsAFaultAtItsLineAndNoneThatWasThereBefore) {
  const std::string once = with_fault(TEA, {11, "what is wrong", "what to do"}, "other help");
  EXPECT_THAT(once, HasSubstr("provisions:\n#! what is wrong\n#!   what to do\ndebate: caller=anyone\n"));
  EXPECT_THAT(once, HasSubstr(">8 ------------------------\n# other help\n"));
  EXPECT_THAT(once, testing::Not(HasSubstr("what it means")));
  EXPECT_EQ(line_of_fault(once), 11U);
  const auto read = read_edit_file(once);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->provisions.at(0).line, 13U);
  const std::string twice = with_fault(once, {13, "another", ""}, "other help");
  EXPECT_THAT(twice, HasSubstr("provisions:\n#! another\ndebate: caller=anyone\n"));
  const std::string top = with_fault(twice, {0, "of all of it", ""}, "");
  EXPECT_THAT(top, StartsWith("#! of all of it\n# how it is done\n"));
  EXPECT_EQ(line_of_fault(top), 1U);
  const auto same = read_edit_file(top);
  ASSERT_TRUE(same);
  EXPECT_TRUE(says_the_same(*same, *read_edit_file(TEA)));
}

}  // namespace
}  // namespace nomic::tools
