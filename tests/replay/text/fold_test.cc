#include <string>

#include "nomic/replay/text.h"
#include "nomic/replay/text/unicode.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

struct Alike {
  std::string one;
  std::string other;
};

TEST(Fold, MakesAlikeWhatDiffersOnlyInCaseOrForm) {
  const std::vector<Alike> cases = {
      {"Ann", "aNN"},
      {"Stra\xC3\x9F"
       "e",
       "STRASSE"},
      {"\xC3\x89va", "e\xCC\x81va"},                             // É composed, e and acute
      {"\xCE\xA3\xCE\x91\xCE\xA3", "\xCF\x83\xCE\xB1\xCF\x82"},  // a final sigma is a sigma
      {"\xE1\xBE\xB3", "\xCE\x91\xCD\x85"},                      // alpha with iota below
      {"\xE2\x84\xAA", "k"},                                     // the kelvin sign
      {"Ann\xC2\xA0Lee", "ann lee"},
      {"A\xE2\x80\x8Dnn", "ann"},        // a joiner cannot be seen
      {"\xEF\xBC\xA1", "\xEF\xBD\x81"},  // full width letters have cases too
  };
  for (const Alike& one : cases) EXPECT_EQ(fold(one.one), fold(one.other)) << one.one << " and " << one.other;
}

TEST(Fold, KeepsApartWhatDiffers) {
  EXPECT_NE(fold("Ann"), fold("Anne"));
  EXPECT_NE(fold("resume"), fold("r\xC3\xA9sum\xC3\xA9"));
  EXPECT_NE(fold("A"), fold("\xEF\xBC\xA1"));  // compatibility is not identity
}

TEST(Fold, LeavesAloneWhatIsNotUtf8) {
  EXPECT_EQ(fold("A\xFF"), "A\xFF");
}

// Every code point that may enter a game: folding what is folded changes nothing, and its NFC and NFD fold alike.
TEST(Fold, IsStableForEveryCodePoint) {
  for (unicode::CodePoint point = 1; point <= 0x10FFFF; ++point) {
    if ((point >= 0xD800 && point <= 0xDFFF) || !unicode::forbidden(point).empty()) continue;
    std::string one;
    unicode::append(one, point);
    const std::string folded = fold(one);
    ASSERT_EQ(fold(folded), folded) << "U+" << std::hex << point;
    ASSERT_EQ(fold(unicode::nfd(one)), folded) << "U+" << std::hex << point;
    ASSERT_EQ(unicode::nfc(folded), folded) << "U+" << std::hex << point;
  }
}

// ASCII has a way of its own, which a character beside it closes.
TEST(Fold, AsciiIsTreatedAsBesideOtherCharacters) {
  const std::string other = "\xE4\xB8\x80";  // U+4E00
  for (int c = 0; c < 0x80; ++c) {
    const std::string text = {'a', static_cast<char>(c), 'B'};
    EXPECT_EQ(unicode::nfc(text) + other, unicode::nfc(text + other)) << c;
    EXPECT_EQ(unicode::nfd(text) + other, unicode::nfd(text + other)) << c;
    EXPECT_EQ(unicode::nfc_casefold(text) + other, unicode::nfc_casefold(text + other)) << c;
    EXPECT_EQ(unicode::decode(text).points, (std::vector<unicode::CodePoint>{'a', c, 'B'}));
    std::string appended;
    unicode::append(appended, c);
    EXPECT_EQ(appended, text.substr(1, 1));
  }
}

}  // namespace
}  // namespace nomic::replay
