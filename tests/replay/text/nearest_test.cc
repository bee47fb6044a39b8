#include "nomic/replay/text.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

struct Case {
  std::string typed;
  std::vector<std::string> known;
  std::string nearest;
};

TEST(Nearest, FindsWhatWasMeant) {
  const std::vector<Case> cases = {
      {"Bbo", {"Ann", "Bob", "Cy"}, "Bob"},  // neighbours that changed places: one slip
      {"ANN", {"Bob", "Ann"}, "Ann"},
      {"Anm", {"Ann", "Bob"}, "Ann"},
      {"shwo-rules", {"scores", "show-rules", "status"}, "show-rules"},
      {"stauts", {"start", "status"}, "status"},
      {"Ann", {"Bob", "Ann Lee"}, "Ann Lee"},  // the first word of a name
      {"lee", {"Bob", "Ann Lee"}, "Ann Lee"},  // the last
      {"transmuet", {"transmute", "repeal"}, "transmute"},
      {"kitten", {"sitting", "kitchen"}, "kitchen"},  // distances 3 and 2; 2 is tolerated for six letters
      {"\xC3\xA9va", {"E\xCC\x81va"}, "E\xCC\x81va"},
      {"Ana", {"Ann", "Ana"}, "Ana"},
      {"Amn", {"Ann", "Ama"}, "Ann"},   // both one slip away: the first
      {"Dann", {"Ann", "Dan"}, "Dan"},  // ... but for one that begins as what was typed does
  };
  for (const Case& one : cases) EXPECT_EQ(nearest(one.typed, one.known), one.nearest) << one.typed;
}

TEST(Nearest, FindsNothingWhereNothingIsNear) {
  const std::vector<Case> cases = {
      {"", {"Ann"}, ""},
      {"x", {"y", "z"}, ""},  // one slip, and nothing left of the word
      {"Zebedee", {"Ann", "Bob"}, ""},
      {"Ann", {}, ""},
      {"ab", {"cd"}, ""},
      {std::string(100'000, 'a'), {"Ann"}, ""},
  };
  for (const Case& one : cases) EXPECT_EQ(nearest(one.typed, one.known), "") << one.typed.substr(0, 20);
}

}  // namespace
}  // namespace nomic::replay
