// Numbers, words, display and layout: the small parts that every command rests on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/progress.h"
#include "cli/shell_words.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/json.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/listing.h"
#include "nomic/words/points_words.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Numbers, TakeDigitsAndNothingElse) {
  EXPECT_EQ(parse_rule_number("1", "a number")->value, 1U);
  EXPECT_EQ(parse_rule_number("999999999", "a number")->value, 999'999'999U);
  for (const char* bent : {"", "0", "-3", "+3", "010", "2e3", "2.0", "0x10", " 3", "3 ", "1000000000",
                           "18446744073709551616", "99999999999999999999999999", "٣", "three"}) {
    auto parsed = parse_rule_number(bent, "a rule's number");
    ASSERT_FALSE(parsed) << bent;
    EXPECT_EQ(parsed.error().exit, Exit::USAGE);
    EXPECT_THAT(parsed.error().what, HasSubstr("is not a rule's number: it "));
  }
}

TEST(Numbers, SayWhatIsWrongWithThem) {
  const auto why = [](const char* typed) { return parse_rule_number(typed, "a number").error().what; };
  EXPECT_EQ(why("-3"), "\"-3\" is not a number: it cannot be negative");
  EXPECT_EQ(why("010"), "\"010\" is not a number: it begins with a zero");
  EXPECT_EQ(why("2e3"), "\"2e3\" is not a number: it takes digits only");
  EXPECT_EQ(why("18446744073709551616"), "\"18446744073709551616\" is not a number: it is too large");
  EXPECT_EQ(why("0"), "\"0\" is not a number: it is too small");
  EXPECT_EQ(why("1000000a"), "\"1000000a\" is not a number: it is too large to have letters");
  EXPECT_EQ(why("340abc"), "\"340abc\" is not a number: it takes digits only");
  EXPECT_EQ(why("0340a"), "\"0340a\" is not a number: it takes digits only");
  // What stands for 340a is no number that anybody types.
  EXPECT_EQ(why("3000340001"), "\"3000340001\" is not a number: it is too large");
}

// As players number further rules of one proposal.
TEST(Numbers, MayHaveLetters) {
  EXPECT_EQ(parse_rule_number("340a", "a number")->value, 3'000'340'001U);
  EXPECT_EQ(parse_rule_number("340A", "a number")->value, 3'000'340'001U);
  EXPECT_EQ(parse_proposal("340b")->value, 3'000'340'002U);
}

TEST(Numbers, SizesReachTheEndOfTheirRangeAndNotBeyond) {
  EXPECT_EQ(parse_size("0", "a size")->value, 0U);
  EXPECT_EQ(parse_size("9223372036854775807", "a size")->value, 9'223'372'036'854'775'807U);
  EXPECT_FALSE(parse_size("9223372036854775808", "a size"));
}

TEST(Numbers, PointsArePrintedExactly) {
  EXPECT_EQ(print_points(14'300), "14.3");
  EXPECT_EQ(print_points(0), "0");
  EXPECT_EQ(print_points(-10'000), "-10");
  EXPECT_EQ(print_points(-5), "-0.005");
  EXPECT_EQ(print_points(INT64_MIN), "-9223372036854775.808");
  EXPECT_EQ(print_change(4'000), "+4");
  EXPECT_EQ(print_change(-250), "-0.25");
}

TEST(Numbers, CountsThatDoNotFitShowTheMostThatDoes) {
  EXPECT_EQ(count32(7), 7U);
  EXPECT_EQ(count32(std::uint64_t{1} << 40), 4'294'967'295U);
}

TEST(ShellWords, AreSplitAsAShellSplits) {
  EXPECT_THAT(*shell_words("vote  for\t--as Ann"), ElementsAre("vote", "for", "--as", "Ann"));
  EXPECT_THAT(*shell_words(R"(a 'b c' "d e" f\ g)"), ElementsAre("a", "b c", "d e", "f g"));
  EXPECT_THAT(*shell_words(R"('it'\''s' "a \"q\" \\ \$ \n")"), ElementsAre("it's", R"(a "q" \ $ \n)"));
  EXPECT_THAT(*shell_words("'' \"\""), ElementsAre("", ""));
  EXPECT_THAT(*shell_words("a#b # the rest"), ElementsAre("a#b"));
  EXPECT_THAT(*shell_words("'#x' \\#y"), ElementsAre("#x", "#y"));
  EXPECT_THAT(*shell_words("$HOME * | ;"), ElementsAre("$HOME", "*", "|", ";"));
  EXPECT_THAT(*shell_words("   "), ElementsAre());
}

TEST(ShellWords, OpenQuotesAreRefused) {
  EXPECT_THAT(shell_words("a 'b").error().what, HasSubstr("single quote"));
  EXPECT_THAT(shell_words("a \"b").error().what, HasSubstr("double quote"));
  EXPECT_THAT(shell_words("a \\").error().what, HasSubstr("backslash"));
}

TEST(ShellWords, AWordIsQuotedSoThatItIsReadBackWhole) {
  for (const char* word : {"Ann", "Bob van Dam", "it's", "", "#x", "$HOME", "a\\b", "太郎", "-x", "a;b|c"}) {
    EXPECT_THAT(*shell_words(as_shell_word(word)), ElementsAre(word));
  }
  EXPECT_EQ(as_shell_word("Ann"), "Ann");
  EXPECT_EQ(as_shell_word("太郎"), "太郎");
}

TEST(Display, WhatCouldRepaintATerminalIsShownByItsNumber) {
  EXPECT_EQ(paint("a\tb\nc", false), "a\tb\nc");
  EXPECT_EQ(paint("\x1b[2J", false), "<U+001B>[2J");
  EXPECT_EQ(paint("\x7f", false), "<U+007F>");
  EXPECT_EQ(paint("\xc2\x9b"
                  "31m",
                  false),
            "<U+009B>31m");
  EXPECT_EQ(paint("\xe2\x80\xae"
                  "abc",
                  false),
            "<U+202E>abc");
  EXPECT_EQ(paint("\xe2\x81\xa6", false), "<U+2066>");
  EXPECT_EQ(paint("\xef\xb7\x90", false), "<U+FDD0>");
  EXPECT_EQ(paint("\xf4\x8f\xbf\xbf", false), "<U+10FFFF>");
  EXPECT_EQ(paint("\xff"
                  "x\x80",
                  false),
            "<0xFF>x<0x80>");
  EXPECT_EQ(paint("é太🎲", false), "é太🎲");
}

TEST(Display, StylesBecomeEscapesOrNothing) {
  EXPECT_EQ(paint(bold("x"), true), "\x1b[1mx\x1b[0m");
  EXPECT_EQ(paint(bold("x"), false), "x");
  EXPECT_EQ(width_of(bold("xyz")), 3U);
}

TEST(Display, WidthIsThatOfTheScreen) {
  EXPECT_EQ(width_of("abc"), 3U);
  EXPECT_EQ(width_of("太郎"), 4U);
  EXPECT_EQ(width_of("e\xcc\x81"), 1U);
  EXPECT_EQ(width_of("\x1b"), 8U) << "as <U+001B>";
}

TEST(Display, OneLineHasNoLineBreaks) {
  EXPECT_EQ(on_one_line("a\nb\tc"), "a / b<U+0009>c");
  EXPECT_EQ(on_one_line("one,\n  two\n\nthree  four\n"), "one, / two // three  four /");
  EXPECT_EQ(on_one_line("\na"), "/ a");
  EXPECT_EQ(on_one_line("  a  "), "  a  ");
  EXPECT_EQ(in_quotes("a\nb"), "\"a / b\"");
}

TEST(Layout, WrapsAtTheWidthWithItsIndent) {
  EXPECT_EQ(wrap("one two three four", 12, 2), "  one two\n  three four\n");
  EXPECT_EQ(wrap("a\n\nb", 20, 2), "  a\n\n  b\n");
  EXPECT_EQ(wrap("unbreakableword x", 12, 0), "unbreakableword\nx\n");
  EXPECT_EQ(wrap("as it is, however long it may be", 0, 1), " as it is, however long it may be\n");
}

TEST(Layout, WideTextBreaksBetweenCharacters) {
  EXPECT_EQ(wrap("各競技者はつねに規則に従う", 12, 0), "各競技者はつ\nねに規則に従\nう\n");
}

TEST(Layout, ColumnsLineUpForEveryScript) {
  Table table({Align::LEFT, Align::RIGHT});
  table.row({"山田太郎", "7"});
  table.row({"Ann", "-10"});
  table.row({"Zoe\xcc\x88", "100"});
  EXPECT_EQ(table.print(80), "山田太郎    7\nAnn       -10\nZoe\xcc\x88       100\n");
}

TEST(Layout, WhatDoesNotFitItsColumnGoesOnUnderIt) {
  Table table({Align::LEFT, Align::LEFT});
  table.row({"a", "the quick brown fox jumps"});
  table.row({"bcd", "over"});
  EXPECT_EQ(table.print_wrapped(20), "a    the quick brown\n     fox jumps\nbcd  over\n");
  // Where there is no room for a column, and where none is asked for.
  EXPECT_EQ(table.print_wrapped(14), "a    the quick brown fox jumps\nbcd  over\n");
  EXPECT_EQ(table.print_wrapped(0), "a    the quick brown fox jumps\nbcd  over\n");
}

TEST(Layout, ALineThatDoesNotFitIsCut) {
  Table table({Align::LEFT, Align::LEFT});
  table.row({"a", "the quick brown fox jumps"});
  EXPECT_EQ(table.print(20), "a  the quick...\n");
  EXPECT_EQ(cut("各競技者はつねに", 9), "各競技...");
  EXPECT_EQ(cut("Whoever makes tea", 12), "Whoever...");
  EXPECT_EQ(cut("Whoever makes tea", 16), "Whoever makes...");
  EXPECT_EQ(cut("Whoever makes tea", 17), "Whoever makes tea");
  EXPECT_EQ(cut("Unbreakable", 8), "Unbre...");
}

TEST(Json, NothingRawIsLeftThatCouldRepaintATerminal) {
  EXPECT_EQ(escape_dangerous("{\"a\":\"\xe2\x81\xa7\xc2\x9b\x7f\"}"), "{\"a\":\"\\u2067\\u009b\\u007f\"}");
  EXPECT_EQ(escape_dangerous("\xf4\x8f\xbf\xbf"), "\\udbff\\udfff");
  v1::ScoresView view;
  view.add_scores()->set_player("a\x1b\xe2\x81\xa6z");
  view.mutable_scores(0)->set_points(14.3);
  EXPECT_EQ(
      json_of(view),
      "{\"scores\":[{\"player\":\"a\\u001b\\u2066z\",\"points\":14.3,\"inGame\":false,\"team\":\"\",\"won\":false,"
      "\"recordedAs\":\"\"}],\"attributes\":[],\"holdings\":[]}");
}

TEST(Json, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(as_utf8("/a\xff"
                    "b"),
            "/a\xEF\xBF\xBD"
            "b");
}

TEST(Progress, SaysHowMuchHowFastAndHowLong) {
  EXPECT_EQ(progress_line("verify", 2000, 10000, 2'000'000), "verify: 2000 of 10000 records, 1000/s, 8 s left");
}

TEST(Progress, ShowsAfterASecondAndCleansUp) {
  std::string err;
  std::int64_t now = 5'000'000;
  Io io;
  io.err_is_terminal = true;
  io.err = [&](std::string_view bytes) {
    err += bytes;
    return 0;
  };
  io.now = [&] { return now; };
  {
    Progress progress(io, "verify", 10'000);
    progress.at(1000);
    EXPECT_EQ(err, "");
    now += 1'500'000;
    progress.at(3000);
    EXPECT_THAT(err, HasSubstr("3000 of 10000 records, 2000/s"));
  }
  EXPECT_THAT(err, testing::EndsWith("\r\x1b[K"));
}

TEST(Suggestions, NameTheNearestOrWhatThereIs) {
  EXPECT_EQ(did_you_mean("Bbo", {"Ann", "Bob"}), "did you mean Bob?");
  EXPECT_EQ(listed({"Ann"}), "Ann");
  EXPECT_EQ(listed({"Ann", "Bob", "Cleo"}), "Ann, Bob and Cleo");
  EXPECT_THAT(unknown_word("mode", "tabel", {"table", "mail"}).hint, HasSubstr("table"));
}

}  // namespace
}  // namespace nomic::tools
