// Corrections in words: what differs, and of what is kept no more than its place.
#include "nomic/words/clerical_words.h"

#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

TEST(DifferenceInWords, HasWhatIsGoneAndWhatIsNew) {
  EXPECT_EQ(difference_in_words("Tea is servd at five.", "Tea is served at five."),
            "Tea is [-servd-]{+served+} at five.");
  EXPECT_EQ(difference_in_words("Tea.", "Cake."), "[-Tea.-]{+Cake.+}");
}

TEST(DifferenceInWords, LeavesOutAllButTheEndsOfLongStretches) {
  const char* const before =
      "word01 word02 word03 word04 word05 word06 word07 word08 word09 word10 word11 word12 word13 word14 word15 word16 "
      "word17 word18 word19 word20";
  std::string after = before;
  after.replace(after.find("word10"), 6, "X");
  EXPECT_EQ(difference_in_words(before, after),
            "... word06 word07 word08 word09 [-word10-]{+X+} word11 word12 word13 word14 ...");
}

TEST(DifferenceInWords, IsByCharacterWhereNoSpacesStandBetweenWords) {
  EXPECT_EQ(difference_in_words("\u304A\u8336\u306F\u4E94\u6642", "\u304A\u8336\u306F\u516D\u6642"),
            "\u304A\u8336\u306F[-\u4E94-]{+\u516D+}\u6642");
}

TEST(CorrectionsInWords, OfTitlesAndNumbers) {
  EXPECT_EQ(title_in_words(301, "", "Tea"), R"(rule 301 has the title "Tea")");
  EXPECT_EQ(title_in_words(301, "Tea", ""), R"(rule 301 has no title; it had "Tea")");
  EXPECT_EQ(title_in_words(301, "Tae", "Tea"), R"(the title of rule 301, "Tae", becomes "Tea")");
  EXPECT_EQ(number_in_words(301, 311, false), "rule 301 bears the number 311 from here on");
  EXPECT_EQ(number_in_words(301, 311, true), "rule 301 bears the number 311, and bore it all along");
}

}  // namespace
}  // namespace nomic::tools
