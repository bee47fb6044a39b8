// Numbers of rules in texts (mentions.h).

#include "nomic/replay/mentions.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <vector>

#include "nomic/replay/reference.h"

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

// The numbers found, as they stand.
std::string numbers_in(const std::string& text) {
  std::string all;
  for (const auto& one : mentions(text)) all += (all.empty() ? "" : " ") + numeral(one.number);
  return all;
}

TEST(Mentions, InThePluralEachNumberOfAListIsARules) {
  EXPECT_EQ(numbers_in("Rules 1001, 99 and 5 are void."), "1001 99 5");
  EXPECT_EQ(numbers_in("rules 100 or 99"), "100 99");
  EXPECT_EQ(numbers_in("reglas 100 y 99; regole 100 e 98; regels 100 en 97; r\u00E8gles 100 et 96"),
            "100 99 100 98 100 97 100 96");
  // Behind the last of a list a short one is none.
  EXPECT_EQ(numbers_in("By rules 98 and 99, 5 points."), "98 99");
  EXPECT_EQ(numbers_in("Rules 203 and 205, 206 too."), "203 205 206");
}

TEST(Mentions, InTheSingularAShortNumberIsNone) {
  EXPECT_EQ(numbers_in("Rule 100 and 99 points."), "100");
  EXPECT_EQ(numbers_in("Rule 98 or 99."), "98 99");
  // Of three digits it is one.
  EXPECT_EQ(numbers_in("By rule 1001 or 205."), "1001 205");
}

TEST(Mentions, AreJoinedByWhatPeopleWrite) {
  for (const char* text :
       {"rules #201, #202 & #203", "rules 201/202/203", "rule no. 201, no. 202 and no. 203", "rules 201, 202, and 203",
        "rules 201 as well as 202 and/or 203", "Regel 201, 202 und 203",
        "\u898F\u5247201\u3001202\u304A\u3088\u3073203", "\u7B2C201\u6761\u3001202\u6761\u307E\u305F\u306F203\u6761"}) {
    EXPECT_EQ(numbers_in(text), "201 202 203") << text;
  }
  EXPECT_EQ(numbers_in("Rule 201 202 players follow."), "201");
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

// The numbers that end a range, as they stand.
std::string ranged_in(const std::string& text) {
  std::string all;
  for (const auto& one : mentions(text)) {
    if (one.ranged) all += (all.empty() ? "" : " ") + std::to_string(one.number);
  }
  return all;
}

TEST(Mentions, EndsOfARangeAreTold) {
  for (const char* text : {"Rules 201 to 206.",
                           "rules 201-206",
                           "Rules 201 \u2013 206",
                           "rules 201 through 206",
                           "rule 201 up to rule 206",
                           "From rule 201 to rule 206, cake.",
                           "Las reglas 201 a 206",
                           "reglas 201 hasta 206",
                           "de la regla 201 a la regla 206",
                           "Le regole da rule 201 a 206",
                           "regole 201 fino a 206",
                           "regels 201 tot en met 206",
                           "regels 201 t/m 206",
                           "Regel 201 bis 206",
                           "rules 201..206",
                           "rules 201...206",
                           "rules 201~206",
                           "rules #201 to #206",
                           "\u898F\u5247 201\u301C206",
                           "\u898F\u5247201\u304B\u3089206\u307E\u3067",
                           "\u7B2C201\u6761\u304B\u3089\u7B2C206\u6761\u307E\u3067"}) {
    EXPECT_EQ(ranged_in(text), "201 206") << text;
  }
  for (const char* text :
       {"rule 201 ff.", "rule 201 and above", "rules 201 and following", "regla 201 en adelante",
        "regole 201 e seguenti", "regels 201 en hoger", "\u898F\u5247201\u4EE5\u964D", "up to rule 201"}) {
    EXPECT_EQ(ranged_in(text), "201") << text;
  }
}

TEST(Mentions, InAListEachNamesItsRule) {
  for (const char* text : {"rules 201, 202 and 206", "rules 201 and rule 206", "Rule 201. To 206 people, cake.",
                           "reglas 201 y 206", "regole 201 e 206", "regels 201 en 206", "\u898F\u5247201\u3001206",
                           "Rule 201 holds; up to 5 players.", "rule 201 to 5 players"}) {
    EXPECT_EQ(ranged_in(text), "") << text;
  }
  EXPECT_EQ(ranged_in("rules 201, 203-205 and 301"), "203 205");
}

TEST(Mentions, AreWholeNumbers) {
  EXPECT_EQ(found_in_text("rule 3.5 and rule 1,000 and rule 0203"), "");
  EXPECT_EQ(found_in_text("See rule 206."), "206@9");
}

// Texts as long as one may be, of one unit again and again, with another between or at the end. Each is read in a
// moment: blanks before "rule" cost 0.7 s when each looked at all behind it.
TEST(Mentions, OfTextsThatRepeatOneUnitAreFoundInTime) {
  const std::vector<std::string> units = {" ",      "\n",    "rule ",    "rule",       "rules 1 ", "1",    "1 ",
                                          ", ",     "1, ",   "a",        ".",          "#",        "no. ", "and ",
                                          "up to ", "-",     "ff",       "the ",       "第",       "条",   "及び",
                                          "3.5 ",   "203a ", "through ", "following ", "/ "};
  constexpr std::size_t BYTES = 60'000;
  for (const std::string& one : units) {
    for (const char* other : {"a", "rule "}) {
      std::string behind;
      while (behind.size() < BYTES) behind += one;
      std::string between;
      while (between.size() < BYTES) between += one + other;
      for (const std::string& text : {"x" + behind + other + "rule 101", between}) {
        const auto begun = std::clock();
        static_cast<void>(mentions(text));
        ASSERT_LT(std::clock() - begun, CLOCKS_PER_SEC / 4) << '"' << one << "\" and \"" << other << '"';
      }
    }
  }
}

}  // namespace
}  // namespace nomic::replay::test
