// Numbers of rules in texts (mentions.h).

#include "nomic/replay/mentions.h"

#include <gtest/gtest.h>

#include <string>

#include "nomic/replay/rule_number.h"

namespace nomic::replay::test {
namespace {

// The numbers found, each as it stands at its place: "301@12 203@27".
std::string found_in_text(const std::string& text) {
  std::string all;
  for (const auto& one : mentions(text)) {
    EXPECT_EQ(text.substr(one.at, one.length), numeral(one.number));
    all += (all.empty() ? "" : " ") + numeral(one.number) + "@" + std::to_string(one.at);
  }
  return all;
}

TEST(Mentions, StandAfterTheWordForRule) {
  EXPECT_EQ(found_in_text("Unlike rule 301, cake is served."), "301@12");
  EXPECT_EQ(found_in_text("RULE No. 7 holds."), "7@9");
  EXPECT_EQ(found_in_text("La regola 203 vale."), "203@10");
  EXPECT_EQ(found_in_text("301 cakes and 2 rulers 5 long."), "");
}

TEST(Mentions, SeveralAreJoined) {
  EXPECT_EQ(found_in_text("Rules 203-206, 208 and 301."), "203@6 206@10 208@15 301@23");
  EXPECT_EQ(found_in_text("By rule 203 and 5 points."), "203@8");
}

TEST(Mentions, MayHaveLetters) {
  EXPECT_EQ(found_in_text("Unlike rule 340a, rules 340b and 341-341c hold."), "340a@12 340b@24 341@33 341c@37");
  EXPECT_EQ(found_in_text("Rule 340a."), "340a@5");
  // A word that goes on is none of letters, and a number that high has none.
  EXPECT_EQ(found_in_text("By rule 340and rule 1000000a."), "340@8 1000000@20");
  const auto part = without_letters(mentions("See rule 206b.")[0]);
  EXPECT_EQ(part.number, 206U);
  EXPECT_EQ(part.length, 3U);
}

TEST(Mentions, AreWholeNumbers) {
  EXPECT_EQ(found_in_text("rule 3.5 and rule 1,000 and rule 0203"), "");
  EXPECT_EQ(found_in_text("See rule 206."), "206@9");
}

}  // namespace
}  // namespace nomic::replay::test
