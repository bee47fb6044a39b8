#include <algorithm>
#include <string>

#include "nomic/replay/text.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

v1::PlayerNames named(std::string_view name, std::string_view surname = {}) {
  const Result<v1::PlayerNames> names = player_names(name, surname, {});
  EXPECT_TRUE(names.ok()) << why(names);
  return names.ok() ? *names : v1::PlayerNames();
}

TEST(PlayerNames, MakesWhatIsComparedAndSorted) {
  const v1::PlayerNames ann = named("Ann Lee");
  EXPECT_EQ(ann.name(), "Ann Lee");
  EXPECT_EQ(ann.folded(), "ann lee");
  EXPECT_EQ(ann.surname(), "Lee");
  EXPECT_EQ(ann.sort_key(),
            "lee\x01"
            "ann lee");
  EXPECT_EQ(ann.team(), "");
}

TEST(PlayerNames, TheLastWordIsTheSurnameUnlessGiven) {
  EXPECT_EQ(named("Bob").surname(), "Bob");
  EXPECT_EQ(named("Vincent van Gogh").surname(), "Gogh");
  EXPECT_EQ(named("Vincent van Gogh", "van Gogh").surname(), "van Gogh");
  EXPECT_EQ(named("Vincent van Gogh", "van Gogh").sort_key(), "van gogh\x01vincent van gogh");
  // An ideographic space parts words too.
  EXPECT_EQ(named("\xE5\xA4\xAA\xE9\x83\x8E\xE3\x80\x80\xE5\xB1\xB1\xE7\x94\xB0").surname(),
            "\xE5\xB1\xB1\xE7\x94\xB0");
}

TEST(PlayerNames, SortsBySurnameAndThenByTheWholeName) {
  std::vector<std::string> keys;
  for (const char* name : {"Zoe Lee", "Ann Leeson", "Bob Lee", "ann LEE", "Cy Le"})
    keys.push_back(named(name).sort_key());
  std::sort(keys.begin(), keys.end());
  const std::vector<std::string> expected = {
      "le\x01"
      "cy le",
      "lee\x01"
      "ann lee",
      "lee\x01"
      "bob lee",
      "lee\x01zoe lee",
      "leeson\x01"
      "ann leeson"};
  EXPECT_EQ(keys, expected);
}

TEST(PlayerNames, ComesInNfc) {
  EXPECT_EQ(named("Rene\xCC\x81").name(), "Ren\xC3\xA9");
}

TEST(PlayerNames, TakesATeam) {
  const Result<v1::PlayerNames> names = player_names("Ann", "", "Red Team");
  ASSERT_TRUE(names.ok()) << why(names);
  EXPECT_EQ(names->team(), "Red Team");
  expect_refused(player_names("Ann", "", "a\nb"), ErrorCode::NAME_NOT_ALLOWED, {"team of Ann"});
  expect_refused(player_names("Ann", " Lee", ""), ErrorCode::NAME_NOT_ALLOWED, {"surname of Ann"});
}

TEST(PlayerNames, AcceptsWhatPeopleAreCalled) {
  for (const char* name :
       {"A", "O'Brien", "Jean-Luc", "player2", "2pac", "\xE5\xB1\xB1\xE7\x94\xB0", "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD",
        "Ann (bot)", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80", "42nd Street", "3 4"}) {
    EXPECT_TRUE(player_names(name, {}, {}).ok()) << name;
  }
}

struct Refused {
  std::string name;
  ErrorCode code;
  std::vector<std::string> words;
};

TEST(PlayerNames, RefusesTheRest) {
  const std::vector<Refused> cases = {
      {"", ErrorCode::NAME_EMPTY, {"empty"}},
      {"  ", ErrorCode::NAME_EMPTY, {}},
      {"\xE3\x80\x80", ErrorCode::NAME_EMPTY, {}},
      {"\xE2\x80\x8B", ErrorCode::NAME_EMPTY, {"can be seen"}},  // zero width
      {"\xE3\x85\xA4", ErrorCode::NAME_EMPTY, {}},               // Hangul filler: a letter that shows nothing
      {" Ann", ErrorCode::NAME_NOT_ALLOWED, {"begins or ends"}},
      {"Ann ", ErrorCode::NAME_NOT_ALLOWED, {"begins or ends"}},
      {"Ann\xC2\xA0", ErrorCode::NAME_NOT_ALLOWED, {"begins or ends"}},
      {"Ann  Lee", ErrorCode::NAME_NOT_ALLOWED, {"two spaces"}},
      {"Ann \xE3\x80\x80Lee", ErrorCode::NAME_NOT_ALLOWED, {"two spaces"}},
      {"Ann\nLee", ErrorCode::NAME_NOT_ALLOWED, {"line end", "U+000A"}},
      {"Ann\tLee", ErrorCode::NAME_NOT_ALLOWED, {"tab"}},
      {"Ann\xE2\x80\xA8Lee", ErrorCode::NAME_NOT_ALLOWED, {"U+2028"}},
      {"42", ErrorCode::NAME_NOT_ALLOWED, {"\"42\" is a number"}},
      {"\xD9\xA1\xD9\xA2", ErrorCode::NAME_NOT_ALLOWED, {"is a number"}},  // Arabic-Indic digits
      {"-Ann", ErrorCode::NAME_NOT_ALLOWED, {"hyphen"}},
      {"--as", ErrorCode::NAME_NOT_ALLOWED, {"option"}},
      {"A\x1B", ErrorCode::TEXT_CONTROL, {"U+001B"}},
      {"A\xE2\x80\xAE", ErrorCode::TEXT_CONTROL, {"U+202E"}},
      {"A\xFF", ErrorCode::TEXT_NOT_UTF8, {"0xFF"}},
      {std::string(65, 'a'), ErrorCode::NAME_TOO_LONG, {"65", "64"}},
      {std::string(5'000, 'a'), ErrorCode::NAME_TOO_LONG, {"64"}},
  };
  for (const Refused& one : cases) expect_refused(player_names(one.name, {}, {}), one.code, one.words);
}

TEST(GameNames, ReadAsNoIdentity) {
  for (const std::string& name : {std::string("20240101"), std::string("DEADbeef0"), std::string(64, 'a')}) {
    expect_refused(clean_game_name(name), ErrorCode::NAME_NOT_ALLOWED, {"identity"});
  }
  for (const std::string& name : {std::string("2024010"), std::string("2024-01-01"), std::string(63, 'a') + "g"}) {
    EXPECT_EQ(*clean_game_name(name), name);
  }
  expect_refused(clean_game_name(" "), ErrorCode::NAME_EMPTY, {});
}

TEST(PlayerNames, CountsCharactersOfTheNormalForm) {
  EXPECT_TRUE(player_names(std::string(64, 'a'), {}, {}).ok());
  std::string accents;
  for (int i = 0; i < 64; ++i) accents += "e\xCC\x81";
  EXPECT_TRUE(player_names(accents, {}, {}).ok());
  expect_refused(player_names(accents + "e", {}, {}), ErrorCode::NAME_TOO_LONG, {"65"});
}

}  // namespace
}  // namespace nomic::replay
