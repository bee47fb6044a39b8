// Bytes of pages: what is taken, what is converted, and how the rest is named. The bytes are written out here from the
// tables of the encodings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "pages/lines/line.h"
#include "replay/lines.h"

namespace nomic::replay::import {
namespace {

using namespace std::string_literals;

struct Taken {
  const char* name;
  std::string bytes;
  std::string encoding;
  std::string utf8;
  PageEncoding found;
};

void PrintTo(const Taken& each, std::ostream* out) {
  *out << each.name;
}

class TakenPages : public testing::TestWithParam<Taken> {};

TEST_P(TakenPages, BecomeUtf8) {
  PageEncoding found;
  const Result<std::string> utf8 = to_utf8(GetParam().bytes, "page.txt", GetParam().encoding, found);
  ASSERT_TRUE(utf8.ok()) << why(utf8);
  EXPECT_EQ(*utf8, GetParam().utf8);
  EXPECT_TRUE(found == GetParam().found) << found.name;
}

const std::vector<Taken> TAKEN = {
    {"Nothing", "", "", "", {.name = "UTF-8"}},
    {"Ascii", "101. Obey.\n", "", "101. Obey.\n", {.name = "UTF-8"}},
    {"Utf8", "r\u00E8gle \u898F\u5247 \U0001F3B2", "", "r\u00E8gle \u898F\u5247 \U0001F3B2", {.name = "UTF-8"}},
    {"Utf8ByName", "r\u00E8gle", "utf-8", "r\u00E8gle", {.name = "UTF-8"}},
    {"ByteOrderMark",
     "\xEF\xBB\xBF"
     "101",
     "",
     "101",
     {.name = "UTF-8", .byte_order_mark = true}},
    {"WindowsLineEnds", "a\r\nb\r\n", "", "a\nb\n", {.name = "UTF-8"}},
    {"OldMacLineEnds", "a\rb\r\rc", "", "a\nb\n\nc", {.name = "UTF-8"}},
    {"Utf16Little",
     "\xFF\xFE"
     "1\0\r\0\n\0\xE9\0"s,
     "",
     "1\n\u00E9",
     {.name = "UTF-16, little-endian"}},
    {"Utf16Big",
     "\xFE\xFF"
     "\0"
     "1\x89\x8F\xD8\x3C\xDF\xB2"s,
     "",
     "1\u898F\U0001F3B2",
     {.name = "UTF-16, big-endian"}},
    {"ShiftJis", "\x8B\x4B\x91\xA5\r\n101", "Shift_JIS", "\u898F\u5247\n101", {.name = "Shift_JIS", .asked_for = true}},
    {"EucJp", "\xB5\xAC\xC2\xA7", "EUC-JP", "\u898F\u5247", {.name = "EUC-JP", .asked_for = true}},
    {"Iso2022Jp",
     "\x1B$B5,B'\x1B(B 101",
     "ISO-2022-JP",
     "\u898F\u5247 101",
     {.name = "ISO-2022-JP", .asked_for = true}},
    {"Latin1", "r\xE8gle", "latin1", "r\u00E8gle", {.name = "latin1", .asked_for = true}},
    {"Windows1252",
     "\x93r\xE8gle\x94 \x80",
     "WINDOWS-1252",
     "\u201Cr\u00E8gle\u201D \u20AC",
     {.name = "WINDOWS-1252", .asked_for = true}},
    {"Utf16ByName", "1\0\n\0"s, "UTF-16LE", "1\n", {.name = "UTF-16LE", .asked_for = true}},
};
INSTANTIATE_TEST_SUITE_P(Encoding, TakenPages, testing::ValuesIn(TAKEN),
                         [](const auto& one) { return std::string(one.param.name); });

struct Refused {
  const char* name;
  std::string bytes;
  std::string encoding;
  std::vector<std::string> words;
};

void PrintTo(const Refused& each, std::ostream* out) {
  *out << each.name;
}

class RefusedPages : public testing::TestWithParam<Refused> {};

TEST_P(RefusedPages, AreNamed) {
  PageEncoding found;
  const Result<std::string> utf8 = to_utf8(GetParam().bytes, "page.txt", GetParam().encoding, found);
  expect_refused(utf8, ErrorCode::PAGE_NOT_TEXT, GetParam().words);
  if (utf8) return;
  const tools::Sentence sentence = tools::words_of(utf8.error());
  EXPECT_FALSE(sentence.what.ends_with('.'));
  EXPECT_FALSE(sentence.hint.empty());
}

const std::vector<Refused> REFUSED = {
    // "規則は、すべての" in both.
    {"LooksLikeShiftJis",
     "101\n\x8B\x4B\x91\xA5\x82\xCD\x81\x41\x82\xB7\x82\xD7\x82\xC4\x82\xCC\n",
     "",
     {"Shift-JIS", "iconv -f SHIFT-JIS -t UTF-8 page.txt", "--encoding SHIFT-JIS"}},
    {"LooksLikeEucJp",
     "101\n\xB5\xAC\xC2\xA7\xA4\xCF\xA1\xA2\xA4\xB9\xA4\xD9\xA4\xC6\xA4\xCE\n",
     "",
     {"EUC-JP", "iconv -f EUC-JP -t UTF-8 page.txt"}},
    {"LooksLikeIso2022Jp", "101\n\x1B$B5,B'\x1B(B\n", "", {"ISO-2022-JP", "--encoding ISO-2022-JP"}},
    {"LooksLikeLatin1", "Todos los jugadores, en la votaci\xF3n del a\xF1o", "", {"Latin-1", "iconv -f ISO-8859-1"}},
    {"LooksLikeWindows1252", "It is \x93mutable\x94, says the Judge\x92s r\xE8gle", "", {"iconv -f WINDOWS-1252"}},
    {"LooksLikeUtf16Little",
     "1\0"
     "0\0"
     "1\0\n\0\x8F\x89"s,
     "",
     {"UTF-16 without a byte order mark", "--encoding UTF-16LE"}},
    {"LooksLikeUtf16Big",
     "\0"
     "1\0"
     "0\0"
     "1\0\n\x89\x8F"s,
     "",
     {"--encoding UTF-16BE"}},
    {"LooksLikeNothing",
     "\xE9\xFF\xFE\xFA\xF9 \xFD\xFC\xFB",
     "",
     {"nor in another encoding", "line 1", "--encoding NAME"}},
    {"LatinWithinUtf8", "r\u00E8gle, m\u00EAme\nla votaci\xF3n\n", "", {"line 2", "0xF3", "Latin-1"}},
    {"ShiftJisWithinUtf8",
     "\u898F\u5247\u306F\u3059\u3079\u3066\u306E\u898F\u5247\u306F\r\n\r\n\x82\xB7\x82\xD7\x82\xC4\x82\xCC\r\n\u898F"
     "\u5247",
     "",
     {"line 3", "0x82", "Shift-JIS"}},
    {"CutWithinACharacter", "one\ntwo \xE8\xA6", "", {"line 2", "cut short"}},
    {"NotInTheOneAskedFor", "one\nr\xE8gle", "UTF-8", {"Latin-1"}},
    {"BrokenInTheOneAskedFor", "\x82\xB7\r\n\x82\xB7\n\x82\x20", "SHIFT-JIS", {"not SHIFT-JIS", "line 3"}},
    {"EndsWithinWhatWasAskedFor", "\x82\xB7\n\x82", "SHIFT-JIS", {"not SHIFT-JIS", "line 2"}},
    {"HalfOfAPair",
     "\xFF\xFE"
     "1\0\n\0\x3C\xD8"s,
     "",
     {"not UTF-16LE", "line 2"}},
    {"OddBytesInUtf16",
     "\xFE\xFF"
     "\0"
     "1\0"s,
     "",
     {"not UTF-16BE", "line 1"}},
    {"UnknownName", "101", "KLINGON", {"'KLINGON'", "iconv -l"}},
    {"NameThatWouldLoseCharacters", "101", "ASCII//IGNORE", {"'ASCII//IGNORE'"}},
    {"NulByte", "one\ntwo\0\n"s, "", {"binary", "line 2", "NUL"}},
    {"OnlyNulBytes", std::string(64, '\0'), "", {"binary"}},
    {"ControlCharacters", "\x01\x02\x03\x04 ab\x05", "", {"binary", "control characters"}},
    {"Pdf", "%PDF-1.4\n101. Text", "", {"a PDF file"}},
    {"Archive", "PK\x03\x04\x14\x00"s, "", {"office document"}},
    {"Picture", "\x89PNG\r\n\x1A\n", "", {"picture"}},
};
INSTANTIATE_TEST_SUITE_P(Encoding, RefusedPages, testing::ValuesIn(REFUSED),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Encoding, APageOfExactlyTheLimitIsTaken) {
  PageEncoding found;
  EXPECT_TRUE(to_utf8(std::string(PAGE_LIMIT, 'a'), "p", "", found).ok());
  expect_refused(to_utf8(std::string(PAGE_LIMIT + 1, 'a'), "p", "", found), ErrorCode::PAGE_NOT_TEXT,
                 {"bytes", "limit"});
  expect_refused(to_utf8(times(50, std::string(1'000'000, 'a')), "p", "", found), ErrorCode::PAGE_NOT_TEXT,
                 {"50,000,000 bytes"});
}

TEST(Encoding, TheCommandInAHintCanBePasted) {
  PageEncoding found;
  const auto utf8 = to_utf8("r\xE8gle des r\xE8gles", "my page's.txt", "", found);
  expect_refused(utf8, ErrorCode::PAGE_NOT_TEXT, {"-t UTF-8 'my page'\\''s.txt')"});
}

// Cut anywhere, a page of UTF-8 is taken where a character ends, and else said to be cut short.
TEST(Encoding, UTF8CutAtEachByte) {
  const std::string page = "a\u00E9\u898F\U0001F3B2\nb";
  const std::vector<std::size_t> ends = {0, 1, 3, 6, 10, 11, 12};
  for (std::size_t size = 0; size <= page.size(); ++size) {
    PageEncoding found;
    const auto utf8 = to_utf8(page.substr(0, size), "page.txt", "", found);
    const bool whole = std::find(ends.begin(), ends.end(), size) != ends.end();
    EXPECT_EQ(utf8.ok(), whole) << size;
    if (!whole) expect_refused(utf8, ErrorCode::PAGE_NOT_TEXT, {"cut short"});
  }
}

// Every byte in every place is taken or refused in words; nothing else happens.
TEST(Encoding, AnyByteAnywhere) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (const char* around : {"", "abc\n", "\u898F", "\xFF\xFE", "\x82"}) {
      const std::string page = std::string(around) + static_cast<char>(byte) + around;
      for (const char* encoding : {"", "UTF-16", "SHIFT-JIS", "ISO-2022-JP", "UTF-7"}) {
        PageEncoding found;
        const auto utf8 = to_utf8(page, "p", encoding, found);
        if (utf8) {
          EXPECT_EQ(utf8->find_first_of("\r\0"s), std::string::npos);
        } else {
          EXPECT_EQ(utf8.error().code, ErrorCode::PAGE_NOT_TEXT);
        }
      }
    }
  }
}

}  // namespace
}  // namespace nomic::replay::import
