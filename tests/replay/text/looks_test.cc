// Names that people take for one another, and names that they do not.
#include "nomic/replay/looks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace nomic::replay {
namespace {

bool look_alike(std::string_view one, std::string_view other) {
  const std::vector<std::string> looks = looks_of(one);
  const std::vector<std::string> others = looks_of(other);
  return std::any_of(looks.begin(), looks.end(), [&](const std::string& look) {
    return std::find(others.begin(), others.end(), look) != others.end();
  });
}

TEST(Looks, OfWhatIsTakenForAnother) {
  EXPECT_TRUE(look_alike("Bob", "Bob"));
  EXPECT_TRUE(look_alike("Bob", "B\u043Eb"));               // Cyrillic o
  EXPECT_TRUE(look_alike("Bob", "\u0412\u043Eb"));          // Cyrillic Ve and o
  EXPECT_TRUE(look_alike("Bob", "\uFF22\uFF4F\uFF42"));     // full width
  EXPECT_TRUE(look_alike("BOB", "\uFF22\uFF4F\uFF42"));     // the same, in another case
  EXPECT_TRUE(look_alike("Ann", "\u0391nn"));               // Greek Alpha
  EXPECT_TRUE(look_alike("Al", "AI"));                      // a capital i
  EXPECT_TRUE(look_alike("Jo\u00E3o", "Jo\u0061\u0303o"));  // one letter, two code points
  EXPECT_TRUE(look_alike("Ra\uFB01q", "Rafiq"));            // a ligature
}

TEST(Looks, OfWhatIsNot) {
  EXPECT_FALSE(look_alike("Bob", "Rob"));
  EXPECT_FALSE(look_alike("Bob", "Bobby"));
  EXPECT_FALSE(look_alike("Ann", "Anna"));
  EXPECT_FALSE(look_alike("Zoe", "Zo\u00EB"));
  EXPECT_FALSE(look_alike("\u3042\u3044\u3053", "\u3042\u3044\u5B50"));
  EXPECT_FALSE(look_alike("Player 1", "Player 2"));
}

// The longest name that there may be, of the character that becomes longest.
TEST(Looks, OfTheLongestName) {
  std::string longest;
  for (int i = 0; i < 64; ++i) longest += "\uFDFA";
  EXPECT_EQ(looks_of(longest).size(), 2U);
  EXPECT_TRUE(look_alike(longest, longest));
  EXPECT_FALSE(look_alike(longest, "Bob"));
}

}  // namespace
}  // namespace nomic::replay
